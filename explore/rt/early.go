package rt

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// EnvJob is the environment variable that makes a test binary a worker, see package worker.
const EnvJob = "CALVIN_EXPLORE"

// early are the goroutines that the initialisation of packages starts before there is a scheduler. They would live as long
// as the process, beside every execution and outside its control, while each execution initialises the packages again and
// has such goroutines of its own. So a worker holds them back, and forgets them when it begins to explore.
var early = earlyGoroutines{holds: os.Getenv(EnvJob) != "", waits: mainBlocked}

type earlyGoroutines struct {
	mu    sync.Mutex
	holds bool
	waits func() bool // the initialisation waits for another goroutine
	held  []func()
}

// initWaits is how long the initialisation may go on after it has started a goroutine until it counts as waiting for one.
const initWaits = 3 * time.Second

// start starts a goroutine, or holds it back. One of a piece of the initialisation that does not run again is started in each execution.
func (e *earlyGoroutines) start(site Site, f func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.holds || f == nil {
		go f()
		return
	}
	run := f
	if kept.keeping > 0 {
		ended := new(atomic.Bool)
		kept.started = append(kept.started, earlyCall{site: site, f: f, ended: ended})
		run = func() {
			defer ended.Store(true)
			f()
		}
	}
	if len(e.held) == 0 {
		go e.watch()
	}
	e.held = append(e.held, run)
}

// watch releases the goroutines once the initialisation waits for one of them, or has taken long.
func (e *earlyGoroutines) watch() {
	const pause = 20 * time.Millisecond
	blocked := 0
	for range initWaits / pause {
		time.Sleep(pause)
		if !e.isHolding() {
			return
		}
		if blocked++; !e.waits() {
			blocked = 0
		}
		if blocked == 2 {
			break
		}
	}
	e.release()
}

// mainBlocked reports whether the main goroutine, which initialises the packages, waits for another one.
func mainBlocked() bool {
	buf := make([]byte, 1<<16)
	for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		state, ok := strings.CutPrefix(g, "goroutine 1 [")
		if !ok {
			continue
		}
		for _, waits := range []string{"chan ", "select", "sync.", "semacquire"} {
			if strings.HasPrefix(state, waits) {
				return true
			}
		}
	}
	return false
}

// sleeps notes that such a piece has given the goroutines that it has started some time.
func (e *earlyGoroutines) sleeps(site Site, d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.holds && kept.keeping > 0 && len(kept.started) > 0 {
		kept.started = append(kept.started, earlyCall{site: site, sleeps: d})
	}
}

// release starts those that were held back: the initialisation seems to wait for them.
func (e *earlyGoroutines) release() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, f := range e.held {
		go f()
	}
	e.holds, e.held = false, nil
}

// isHolding reports whether the initialisation before the exploration is under way, and no goroutine of it.
func (e *earlyGoroutines) isHolding() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.holds
}

// forget drops those that were held back, as the initialisation is over.
func (e *earlyGoroutines) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.holds, e.held = false, nil
}
