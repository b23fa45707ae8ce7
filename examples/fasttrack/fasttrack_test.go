package fasttrack

import (
	"sync"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

// A step is one thing that a thread does.
type step struct {
	thread byte
	what   string
	ok     bool
}

func TestVariable(t *testing.T) {
	for name, steps := range map[string][]step{
		"one thread":               {{0, "read", true}, {0, "write", true}, {0, "write", true}, {0, "read", true}},
		"write, then write":        {{0, "write", true}, {1, "write", false}},
		"write, then read":         {{0, "write", true}, {1, "read", false}},
		"read, then write":         {{0, "read", true}, {1, "write", false}},
		"reads":                    {{0, "read", true}, {1, "read", true}, {2, "read", true}, {1, "read", true}},
		"reads, then write":        {{0, "read", true}, {1, "read", true}, {1, "write", false}},
		"handed over":              {{0, "write", true}, {0, "release", true}, {1, "acquire", true}, {1, "write", true}},
		"not handed over":          {{0, "release", true}, {0, "write", true}, {1, "acquire", true}, {1, "write", false}},
		"reads that are all known": {{0, "read", true}, {1, "read", true}, {0, "release", true}, {1, "acquire", true}, {1, "write", true}},
		"read twice in an epoch":   {{0, "read", true}, {1, "read", true}, {0, "read", true}, {0, "release", true}, {0, "read", true}},
	} {
		t.Run(name, func(t *testing.T) {
			var v Variable
			var l Lock
			threads := []*Thread{NewThread(0), NewThread(1), NewThread(2)}
			for i, s := range steps {
				ok := true
				switch th := threads[s.thread]; s.what {
				case "read":
					ok = v.Read(th)
				case "write":
					ok = v.Write(th)
				case "acquire":
					l.Acquire(th)
				case "release":
					l.Release(th)
				}
				if ok != s.ok {
					t.Errorf("step %d: thread %d: %s is %t", i, s.thread, s.what, ok)
				}
			}
		})
	}
}

func TestManyThreads(t *testing.T) {
	var v, w Variable
	var mu sync.Mutex
	var l Lock // what the detector knows of mu
	exercise.Together(func(g int) {
		th := NewThread(uint8(g))
		for range 100 {
			if !v.Read(th) {
				t.Error("reads alone race")
			}
			mu.Lock()
			l.Acquire(th)
			if !w.Write(th) || !w.Read(th) {
				t.Error("accesses under a lock race")
			}
			l.Release(th)
			mu.Unlock()
		}
	})
	if v.Write(NewThread(Threads - 1)) {
		t.Error("a write does not race with reads that it does not know of")
	}
}
