// Package startsitself has no annotations. Functions start themselves as goroutines, with what they got.
package startsitself

import "io"

// Tree is right: it has written by then.
func Tree(w io.Writer, n int) {
	if n > 0 {
		io.WriteString(w, "x")
		go Tree(w, n-1)
	}
}

// Early goes on with the writer.
func Early(w io.Writer, n int) {
	if n > 0 {
		go Early(w, n-1)
		io.WriteString(w, "x") // failed
	}
}

// Ping starts the other one.
func Ping(w io.Writer, n int) {
	if n > 0 {
		go pong(w, n-1)
		io.WriteString(w, "ping") // failed
	}
}

func pong(w io.Writer, n int) {
	if n > 0 {
		io.WriteString(w, "pong")
		go Ping(w, n-1)
	}
}
