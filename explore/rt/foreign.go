package rt

import (
	"runtime"
	"sort"
	"strings"
	"time"
)

// foreignGoroutines tells apart the goroutines of the process that are not coroutines. Those that were there when the exploration
// began, and what they start, are the tool's and the test framework's. The rest was started by the program in code that
// is not instrumented: what they do, and when, the scheduler does not decide.
//
// To count goroutines is cheap, and enough as long as the number does not grow. To read all stacks is exact.
type foreignGoroutines struct {
	known map[string]bool // by number, as the runtime prints it
	limit int             // as many may be known; more are somebody's we do not know
	stack []byte
}

// count notes how many goroutines there are that are not coroutines; new ones do not count.
func (o *foreignGoroutines) count(coroutines int) {
	n := runtime.NumGoroutine() - coroutines
	if o.known == nil || n < o.limit {
		o.limit = n
	}
	if o.known == nil {
		o.known = map[string]bool{}
		o.learn(o.goroutines())
	}
}

// grew reports whether there are more goroutines than those known. It may miss one, if one that is known has ended.
func (o *foreignGoroutines) grew(coroutines int) bool {
	return runtime.NumGoroutine() > o.limit+coroutines
}

// uncontrolled returns the goroutines that the program has started outside control, those in the same place once.
func (o *foreignGoroutines) uncontrolled() []string {
	all := o.goroutines()
	for again := true; again; { // a goroutine may be listed before the one that started it
		again = false
		for _, g := range all {
			if !g.coroutine && !o.known[g.id] && o.known[g.parent] {
				o.known[g.id], again = true, true
			}
		}
	}
	places := map[string]bool{}
	for _, g := range all {
		if !g.coroutine && !o.known[g.id] && g.place != "" { // a go statement leaves its place, until the goroutine ends
			places[g.place] = true
		}
	}
	var sorted []string
	for place := range places {
		sorted = append(sorted, place)
	}
	sort.Strings(sorted)
	return sorted
}

// adopt counts all goroutines there are as known.
func (o *foreignGoroutines) adopt(coroutines int) {
	o.learn(o.goroutines())
	o.limit = runtime.NumGoroutine() - coroutines
}

// learn counts the goroutines as known. Coroutines never are, as what they start outside control is the program's.
func (o *foreignGoroutines) learn(all []goroutineInfo) {
	for _, g := range all {
		if !g.coroutine {
			o.known[g.id] = true
		}
	}
}

// A goroutineInfo is what a stack that the runtime prints tells of its goroutine.
type goroutineInfo struct {
	id, parent string
	place      string // where it was started
	coroutine  bool   // runs only when another one lets it
}

// goroutines lists the goroutines of the process.
func (o *foreignGoroutines) goroutines() (all []goroutineInfo) {
	for _, text := range strings.Split(o.print(true), "\n\n") {
		all = append(all, parseGoroutine(text))
	}
	return all
}

// print returns the stacks of all goroutines of the process, or of the calling one.
func (o *foreignGoroutines) print(all bool) string {
	n := runtime.Stack(o.stack, all)
	for n == len(o.stack) {
		o.stack = make([]byte, max(2*n, 1<<16))
		n = runtime.Stack(o.stack, all)
	}
	return string(o.stack[:n])
}

// ownNumber is that of the calling goroutine, as the runtime prints it.
func ownNumber() string {
	var buf [64]byte
	id, _, _ := strings.Cut(strings.TrimPrefix(string(buf[:runtime.Stack(buf[:], false)]), "goroutine "), " ")
	return id
}

// parseGoroutine reads a stack, which is printed as
//
//	goroutine 7 [chan receive]:
//	main.f(...)
//		/path/main.go:12 +0x1d
//	created by main.main in goroutine 1
//		/path/main.go:20 +0x5c
func parseGoroutine(text string) goroutineInfo {
	header, stack, _ := strings.Cut(text, "\n")
	id, state, _ := strings.Cut(strings.TrimPrefix(header, "goroutine "), " ")
	g := goroutineInfo{
		id:        id,
		coroutine: strings.HasPrefix(state, "[coroutine") || strings.Contains(stack, coroutineRun+"("),
	}
	_, creation, _ := strings.Cut("\n"+stack, "\ncreated by ")
	by, at, _ := strings.Cut(creation, "\n")
	g.place, g.parent, _ = strings.Cut(by, " in goroutine ")
	if at = strings.TrimSpace(at); at != "" {
		at, _, _ = strings.Cut(at, " +0x")
		g.place += " (" + at + ")"
	}
	return g
}

// othersWait is how often it is looked whether goroutines that are not under control have ended.
const othersWait = 20

// letOthersRun gives goroutines that code which is not instrumented has started in the execution a moment, so that what
// they call is noticed. Those that go on may do so at any time, so the execution was not under control.
func (s *Scheduler) letOthersRun() {
	for range othersWait {
		if !s.foreignGs.grew(s.coroutines.all) {
			return
		}
		time.Sleep(100 * time.Microsecond)
	}
	s.reportOthers()
}

// reportOthers reports the goroutines that are not under control, once.
func (s *Scheduler) reportOthers() {
	for _, place := range s.foreignGs.uncontrolled() {
		s.x.OutOfControl = append(s.x.OutOfControl, "a goroutine of code that is not instrumented goes on after the test: it was started by "+place)
	}
	s.foreignGs.adopt(s.coroutines.all)
}
