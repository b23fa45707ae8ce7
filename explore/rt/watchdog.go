package rt

import (
	"runtime"
	"strings"
	"sync/atomic"
	"time"
)

// A watchdog finds out that the program makes no step: it is blocked in code that is not instrumented, or in a loop
// without visible operations. Nothing can be done about that in this process; Config.Hang is told where everybody is.
type watchdog struct {
	asked atomic.Bool // set by the watchdog, taken back by the scheduler at its next step
	done  chan struct{}
}

// start begins to watch. A program that is blocked for a while hangs, and one that computes for as long as computes says.
func (w *watchdog) start(after, computes time.Duration, hang func(stacks string)) {
	w.done = make(chan struct{})
	go func() {
		tick := time.NewTicker(after)
		defer tick.Stop()
		since := time.Now() // it has made no step
		for {
			if !w.asked.Swap(true) {
				since = time.Now()
			}
			select {
			case <-w.done:
				return
			case <-tick.C:
			}
			if w.asked.Load() {
				buf := make([]byte, 1<<20)
				stacks := string(buf[:runtime.Stack(buf, true)])
				if !runsProgram(stacks, "") {
					continue // the strategy takes its time
				}
				if time.Since(since) < computes && runsProgram(stacks, " [run") {
					continue // so does the program
				}
				hang(stacks)
				return
			}
		}
	}()
}

// runsProgram reports whether it is a goroutine of the program that runs, or is blocked, and not the scheduler; and
// whether its state is one that begins so, running or runnable for instance.
func runsProgram(stacks, begins string) bool {
	for _, g := range strings.Split(stacks, "\n\n") {
		state, _, _ := strings.Cut(g, "\n")
		if strings.Contains(g, "rt.(*Scheduler).runG") && !strings.Contains(state, "[coroutine") && strings.Contains(state, begins) {
			return true
		}
	}
	return false
}

// step tells that a step was made.
func (w *watchdog) step() {
	if w.asked.Load() {
		w.asked.Store(false)
	}
}

func (w *watchdog) stop() {
	if w.done != nil {
		close(w.done)
	}
}
