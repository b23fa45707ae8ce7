package simnet

import "github.com/calvin-go/calvin/explore/rt"

// A stream is what one end of a connection has written and the other has not read.
type stream struct {
	data    []byte
	ended   bool // its writer has closed the connection
	cut     bool // and had not read all that was written to it
	unread  bool // its reader has closed the connection
	refused bool // and a write has been answered by that

	reading, writing            waiters
	readDeadline, writeDeadline deadline
}

// room is how many bytes may wait to be read. Linux has room for as many about: tests that write less pass outside.
const room = 4 << 20

func newStream() *stream { return rt.New(&stream{}) }
