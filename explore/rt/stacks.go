package rt

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// The stacks of goroutines under control are those of their coroutines, without what is ours, in the form in which the Go runtime
// prints them. Goroutines have the numbers that they have in messages. Arguments are left out, as they differ from run to run.

// A nativeStack is what a coroutine has on its stack, innermost first.
type nativeStack []stackFrame

// A stackFrame is a call: the function without its arguments, and the line below.
type stackFrame struct{ function, at string }

// stacksByNumber returns the stacks of the calling goroutine, or all, by the numbers that the Go runtime has for them.
func (s *Scheduler) stacksByNumber(all bool) map[string]nativeStack {
	text := s.foreignGs.print(all)
	out := map[string]nativeStack{}
	for _, one := range strings.Split(text, "\n\n") {
		header, rest, _ := strings.Cut(one, "\n")
		id, _, _ := strings.Cut(strings.TrimPrefix(header, "goroutine "), " ")
		lines := strings.Split(rest, "\n")
		var frames nativeStack
		for i := 0; i+1 < len(lines); i += 2 {
			frames = append(frames, stackFrame{withoutArguments(lines[i]), lines[i+1]})
		}
		out[id] = frames
		if !all {
			out[""] = frames
		}
	}
	return out
}

// withoutArguments cuts those of a call.
func withoutArguments(call string) string {
	if i := strings.LastIndexByte(call, '('); i > 0 && strings.HasSuffix(call, ")") {
		return call[:i]
	}
	return call
}

// allStacks are the stacks of all goroutines of the program, that of g first.
func (s *Scheduler) allStacks(g *G) string {
	native := s.stacksByNumber(len(s.live) > 1) // all take as long as an execution
	parts := []string{s.stackOf(g, native)}
	for _, h := range s.live {
		if h != g && !h.unborn {
			parts = append(parts, s.stackOf(h, native))
		}
	}
	return strings.Join(parts, "\n")
}

// stackOf is the stack of g, which has not ended.
func (s *Scheduler) stackOf(g *G, native map[string]nativeStack) string {
	var frames nativeStack
	if own, ok := native[""]; ok {
		frames = own
	} else if g.co != nil {
		frames = native[g.co.number]
	}
	own, call, isTest := frames.program()
	state := "running"
	if g != s.cur {
		state = g.stateText()
		if call == "TParallel" {
			state = "chan receive" // what package testing does there
		}
		if call != "" {
			own = append(nativeCalls(call), own...)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "goroutine %d [%s]:\n", g.name(), state)
	at := g.site.Info()
	switch {
	case isTest:
		own = append(own, stackFrame{"testing.tRunner", "\ttesting/testing.go:1"})
	case len(own) == 0 && g.entry != "":
		// It has not begun, or its function has returned and it has only to end. Leak checkers look for a call below the header.
		own = append(own, stackFrame{g.entry, fmt.Sprintf("\t%s:%d", at.File, at.Line)})
	}
	for _, f := range own {
		fmt.Fprintf(&b, "%s(...)\n%s\n", f.function, f.at)
	}
	by := g.creator
	if isTest {
		by = "testing.(*T).Run"
	}
	if by != "" {
		parent := 0
		if g.parent != nil {
			parent = g.parent.name()
		}
		fmt.Fprintf(&b, "created by %s in goroutine %d\n\t%s:%d\n", by, parent, at.File, at.Line)
	}
	return b.String()
}

// program returns the frames of the program, the function of ours that it has called last, without package, and whether it is a test.
func (frames nativeStack) program() (own nativeStack, call string, isTest bool) {
	for _, f := range frames {
		name, ours := ourFunction(f.function)
		switch {
		case ours && name == "(*Scheduler).runG": // below are goroutines that the coroutine ran before
			return own, call, isTest
		case ours && name == "(*subtest).run":
			isTest = true
		case ours && len(own) == 0 && !isTest:
			call = name
		case ours, strings.HasPrefix(f.function, "iter.Pull["), strings.HasPrefix(f.function, "created by "), strings.Contains(f.function, "explore/worker."), strings.HasPrefix(f.function, "runtime."):
		default:
			own = append(own, f)
		}
	}
	return own, call, isTest
}

// ourFunction cuts the package off a function of this one.
func ourFunction(function string) (string, bool) {
	_, name, ok := strings.Cut(function, "explore/rt.")
	name, _, _ = strings.Cut(name, "[")
	return name, ok
}

// startedBy notes for stacks which function has started g, and with which one.
func (g *G) startedBy(creator string, entry func()) {
	g.creator, g.entry = creator, runtime.FuncForPC(reflect.ValueOf(entry).Pointer()).Name()
	if _, ours := ourFunction(g.entry); ours {
		g.entry = creator + ".func1"
	}
}

// creatorOf is the function that has called a function of ours which starts a goroutine.
func creatorOf() string {
	var pcs [8]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		name, ours := ourFunction(f.Function)
		switch {
		case !ours:
			return f.Function
		case name == "WaitGroupGo":
			return "sync.(*WaitGroup).Go"
		}
		if !more {
			return ""
		}
	}
}

// waitingCalls are the functions that the Go runtime shows on top of a goroutine that waits in one of ours.
var waitingCalls = map[string][]string{
	"Sleep":             {"time.Sleep"},
	"Lock":              {"internal/sync.runtime_SemacquireMutex", "internal/sync.(*Mutex).lockSlow", "internal/sync.(*Mutex).Lock", "sync.(*Mutex).Lock"},
	"RWLock":            {"sync.runtime_SemacquireRWMutex", "sync.(*RWMutex).Lock"},
	"RLock":             {"sync.runtime_SemacquireRWMutexR", "sync.(*RWMutex).RLock"},
	"WaitGroupWait":     {"sync.runtime_SemacquireWaitGroup", "sync.(*WaitGroup).Wait"},
	"CondWait":          {"sync.runtime_notifyListWait", "sync.(*Cond).Wait"},
	"OnceDo":            {"internal/sync.runtime_SemacquireMutex", "internal/sync.(*Mutex).lockSlow", "sync.(*Once).doSlow", "sync.(*Once).Do"},
	"TRun":              {"testing.(*T).Run"},
	"TParallel":         {"testing.(*T).Parallel"},
	"MRun":              {"testing.(*T).Run", "testing.runTests", "testing.(*M).Run"},
	"SynctestTest":      {"testing/synctest.Test"},
	"SynctestWait":      {"testing/synctest.Wait"},
	"(*subtest).finish": {"testing.(*T).Run"},
}

// nativeCalls are the frames for a call of ours that waits.
func nativeCalls(call string) (out nativeStack) {
	for _, name := range waitingCalls[call] {
		out = append(out, stackFrame{name, "\truntime/proc.go:1"})
	}
	return out
}

// stateText is what the Go runtime says that g, which does not run, does.
func (g *G) stateText() string {
	_, never := g.op.obj.(*never)
	switch {
	case g.state == published && !never && (g.op.obj == nil || g.op.obj.enabled(g)) && !slices.Contains([]Kind{OpRecv, OpSend}, g.op.kind):
		return "runnable"
	case g.op.kind == OpRecv && never:
		return "chan receive (nil chan)"
	case g.op.kind == OpSend && never:
		return "chan send (nil chan)"
	case g.op.kind == OpSelect && never:
		return "select (no cases)"
	}
	if text := stateTexts[g.op.kind]; text != "" {
		return text
	}
	return "runnable"
}

var stateTexts = [numKinds]string{
	OpRecv: "chan receive", OpSend: "chan send", OpSelect: "select", OpSelectWait: "select", OpSleep: "sleep",
	OpLock: "sync.Mutex.Lock", OpRWLock: "sync.RWMutex.Lock", OpRWAcquire: "sync.RWMutex.Lock", OpRLock: "sync.RWMutex.RLock",
	OpWGWait: "sync.WaitGroup.Wait", OpCondWait: "sync.Cond.Wait", OpOnce: "sync.Mutex.Lock",
}
