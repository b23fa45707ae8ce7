package random_test

import (
	"testing"

	"github.com/calvin-go/calvin/internal/exploretest/random"
)

// Programs on which strategies once differed, and what each takes.
func TestKnown(t *testing.T) {
	for name, p := range map[string]*random.Program{
		// The select is met on one channel; had it not been, it might have gone on by the other, which is closed later.
		"an operation withdrawn": {Caps: [2]int{1, 0}, Goroutines: [][]random.Op{
			{{Do: "close", Obj: 1}},
			{{Do: "select", Obj: 1}},
			{{Do: "close", Obj: 0}},
		}},
		// Who waits on the unbuffered channel, and so leaves the other one, is another after a reversal.
		"who waits": {Caps: [2]int{0, 1}, Goroutines: [][]random.Op{
			{{Do: "send", V: 2}},
			{{Do: "recv"}, {Do: "select", Obj: 1}},
			{{Do: "select", Obj: 1, V: 1}, {Do: "send", Obj: 1}},
		}},
		// One case of the select is ready, or both, of which one alternative comes in a wakeup sequence.
		"alternatives": {Caps: [2]int{1, 2}, Goroutines: [][]random.Op{
			{{Do: "select", V: 1}},
			{{Do: "cas", Obj: 1, V: 1, W: 2}},
			{{Do: "close"}, {Do: "swap", Obj: 1, V: 2}},
		}},
		// What comes after the event that withdrew an operation has no race with it.
		"after a withdrawal": {Caps: [2]int{1, 0}, Goroutines: [][]random.Op{
			{{Do: "close"}, {Do: "recv", Obj: 1}},
			{{Do: "select", V: 2}},
			{{Do: "send", Obj: 1}},
		}},
		// Wait is enabled before both Adds, and not before one of them.
		"two Adds": {Pending: 2, Goroutines: [][]random.Op{
			{{Do: "wgadd"}},
			{{Do: "wgadd"}},
			{{Do: "wgdone"}, {Do: "wgdone"}, {Do: "wgwait"}},
		}},
		// The Add is the first one after Wait in some order of the trace only.
		"an Add that may be the first": {Pending: 2, Goroutines: [][]random.Op{
			{{Do: "wgdone"}, {Do: "wgdone"}, {Do: "wgwait"}, {Do: "wgadd"}},
			{{Do: "wgadd"}},
		}},
		// What a reversed TryLock does not commute with any more comes before it.
		"all that does not happen after": {Goroutines: [][]random.Op{
			{{Do: "tryrlock"}},
			{{Do: "rwtrylock"}},
			{{Do: "rwunlock"}},
		}},
		// Before the Close, which comes after the receive, the send would succeed, and commutes with the receive.
		"another effect": {Caps: [2]int{2, 2}, Goroutines: [][]random.Op{
			{{Do: "send", Obj: 1, V: 1}, {Do: "send", Obj: 1, V: 2}},
			{{Do: "send", Obj: 1}},
			{{Do: "close", Obj: 1}},
			{{Do: "recv", Obj: 1}, {Do: "select", V: 2, W: 1}},
		}},
		// Without the RLock, the RUnlock does not return: what comes after it has no race with the RLock.
		"what is taken back": {Goroutines: [][]random.Op{
			{{Do: "rlock"}, {Do: "runlock"}, {Do: "tryrlock"}},
			{{Do: "rlock"}, {Do: "runlock"}},
			{{Do: "rwlock"}, {Do: "rwunlock"}},
		}},
		// Which of the two that meet comes last chooses first.
		"a choice after a meeting": {Caps: [2]int{1, 0}, Goroutines: [][]random.Op{
			{{Do: "recv", Obj: 1}, {Do: "rand"}, {Do: "close"}},
			{{Do: "send", Obj: 1}, {Do: "send"}},
		}},
		"two choices after a meeting": {Goroutines: [][]random.Op{
			{{Do: "recv"}, {Do: "rand"}, {Do: "close", If: random.IfZero}, {Do: "rand", V: 2}, {Do: "store"}},
			{{Do: "send"}, {Do: "rand"}, {Do: "send", If: random.IfNotZero}, {Do: "rand"}},
		}},
		"choices of all that a Close wakes": {Goroutines: [][]random.Op{
			{{Do: "recv"}, {Do: "rand"}, {Do: "store", V: 1}},
			{{Do: "rand"}, {Do: "recv"}, {Do: "rand"}},
			{{Do: "close"}, {Do: "rand"}, {Do: "load"}},
		}},
		"choices of all that a Broadcast wakes": {Goroutines: [][]random.Op{
			{{Do: "lock"}, {Do: "condwait"}, {Do: "unlock"}, {Do: "rand"}},
			{{Do: "lock"}, {Do: "condwait"}, {Do: "rand"}, {Do: "unlock"}},
			{{Do: "broadcast"}, {Do: "rand"}},
		}},
		// Which case the select takes is a choice, too: it decides who goes on and chooses.
		"choices after a select": {Goroutines: [][]random.Op{
			{{Do: "send"}, {Do: "rand"}},
			{{Do: "send", Obj: 1}, {Do: "rand"}},
			{{Do: "rand"}, {Do: "select"}, {Do: "rand"}, {Do: "load"}},
		}},
		"choices after a timer": {Timers: [3]int{2}, ClockAny: true, Goroutines: [][]random.Op{
			{{Do: "rand"}, {Do: "timeout", W: 1}, {Do: "rand"}},
			{{Do: "send"}, {Do: "rand"}},
		}},
		// What is started comes after both that have met.
		"a goroutine started after a meeting": {Goroutines: [][]random.Op{
			{{Do: "store", V: 1}, {Do: "send"}},
			{{Do: "recv"}, {Do: "go", V: 2}},
		}},
		"goroutines started by both that have met": {Goroutines: [][]random.Op{
			{{Do: "store", V: 1}, {Do: "send"}, {Do: "go", Obj: 1}},
			{{Do: "store", Obj: 1, V: 1}, {Do: "recv"}, {Do: "go", V: 2}},
		}},
		"a goroutine started by one that has done nothing": {Goroutines: [][]random.Op{
			{{Do: "store", V: 1}, {Do: "go", V: 2, W: 1}},
			{{Do: "load"}},
		}},
		// What has chosen only has begun no sooner for that.
		"a goroutine started after a choice": {Pending: 1, Goroutines: [][]random.Op{
			{{Do: "rand"}, {Do: "go", V: 2}, {Do: "rand"}, {Do: "go", V: 1, W: 1}},
		}},
		// A writer waits for all readers, whoever came first.
		"a cycle through the second reader": {Goroutines: [][]random.Op{
			{{Do: "rwlock"}},
			{{Do: "tryrlock"}},
			{{Do: "tryrlock"}, {Do: "rlock"}},
		}},
		// What a race leads to is not promised.
		"an unlock too many after a race": {Goroutines: [][]random.Op{
			{{Do: "rlock"}, {Do: "read"}, {Do: "runlock"}, {Do: "rlock", If: random.IfZero}, {Do: "runlock"}},
			{{Do: "rlock"}, {Do: "write", V: 1}, {Do: "runlock"}},
		}},
		"choices before all operations": {Goroutines: [][]random.Op{
			{{Do: "rand"}, {Do: "rand"}, {Do: "recv"}, {Do: "sampled"}},
			{{Do: "rand", V: 2}, {Do: "send", If: random.IfZero}, {Do: "rand"}},
		}},
	} {
		if d, _, _ := random.Check(p); d != "" {
			t.Errorf("%s: %s\n%v", name, d, p)
		}
		p.VisibleAll = true
		if d, _, _ := random.Check(p); d != "" {
			t.Errorf("%s, all accesses visible: %s\n%v", name, d, p)
		}
	}
}
