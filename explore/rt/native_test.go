package rt_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

// Small random programs are run natively, as outside an exploration the functions of this package do what they stand
// for: whatever is observed then must be among what the exploration of all schedules observes.
func TestNativeIsExplored(t *testing.T) {
	programs, runs := 300, 40
	if testing.Short() || raceDetector {
		programs = 40
	}
	compared, outcomes := 0, 0
	for seed := range uint64(programs) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 1)))
		if raceDetector && p.has("close") && p.has("sendfull") {
			continue // a close beside a send is a data race
		}
		explored, ok := p.explore()
		if !ok {
			continue // it can block, or has too many schedules
		}
		compared++
		outcomes += len(explored)
		for range runs {
			if got := p.run(runtime.Gosched); !explored[got] {
				t.Errorf("seed %d: observed %q, not among %d explored outcomes\n%s", seed, got, len(explored), p)
				break
			}
		}
	}
	if compared < programs/10 || outcomes <= compared {
		t.Errorf("only %d programs with %d outcomes were compared", compared, outcomes)
	}
}

// randProgram is, for each goroutine, the names of its steps.
type randProgram [][]string

func (p randProgram) String() string {
	var b strings.Builder
	for i, g := range p {
		fmt.Fprintf(&b, "goroutine %d: %s\n", i, strings.Join(g, "; "))
	}
	return b.String()
}

// has reports whether some goroutine has a step of that name.
func (p randProgram) has(step string) bool {
	return slices.ContainsFunc(p, func(g []string) bool { return slices.Contains(g, step) })
}

func randomProgram(r *rand.Rand) randProgram {
	names := make([]string, 0, len(steps))
	for _, s := range steps {
		names = append(names, s.name)
	}
	first := r.IntN(len(names)) // use few kinds, so that they meet
	p := make(randProgram, 2+r.IntN(4)/3)
	for i := range p {
		for range 2 + r.IntN(2) {
			k := first + r.IntN(6)
			if r.IntN(4) == 0 {
				k = r.IntN(len(names))
			}
			p[i] = append(p[i], names[k%len(names)])
		}
	}
	return p
}

// world is what the steps work on.
type world struct {
	plain, full chan int
	mu          sync.Mutex
	rw          sync.RWMutex
	once        sync.Once
	x           atomic.Int32
	n           int // guarded by mu
	m           sync.Map
}

// A step records what it observes.
type step struct {
	name string
	do   func(w *world, me int) any
}

var steps = []step{
	{"send", func(w *world, me int) any { rt.Send(1, w.plain, me); return nil }},
	{"receive", func(w *world, _ int) any { return rt.Recv(2, w.plain) }},
	{"trysend", func(w *world, me int) any { return rt.Select(3, true, rt.OnSend(w.plain).With(me)) }},
	{"tryreceive", func(w *world, _ int) any { c := rt.OnRecv(w.plain); return []any{rt.Select(4, true, c), c.V} }},
	{"sendfull", func(w *world, me int) any { rt.Send(5, w.full, me); return nil }},
	{"receivefull", func(w *world, _ int) any { v, ok := rt.Recv2(6, w.full); return []any{v, ok} }},
	{"select", func(w *world, me int) any {
		c := rt.OnRecv(w.full)
		return []any{rt.Select(7, false, c, rt.OnSend(w.plain).With(me)), c.V}
	}},
	{"selectboth", func(w *world, me int) any {
		c0, c1 := rt.OnRecv(w.full), rt.OnRecv(w.plain)
		return []any{rt.Select(8, false, c0, c1), c0.V, c1.V}
	}},
	{"len", func(w *world, _ int) any { return rt.Len(9, w.full) }},
	{"close", func(w *world, _ int) any { rt.Close(10, w.full); return nil }},
	{"increment", func(w *world, _ int) any {
		rt.Lock(11, &w.mu)
		defer rt.Unlock(12, &w.mu)
		w.n++
		return w.n
	}},
	{"trylock", func(w *world, _ int) any {
		ok := rt.TryLock(13, &w.mu)
		if ok {
			rt.Unlock(14, &w.mu)
		}
		return ok
	}},
	{"write lock", func(w *world, _ int) any {
		rt.RWLock(15, &w.rw)
		defer rt.RWUnlock(16, &w.rw)
		return rt.Add(17, &w.x, 1)
	}},
	{"read lock", func(w *world, _ int) any {
		rt.RLock(18, &w.rw)
		defer rt.RUnlock(19, &w.rw)
		return rt.Load(20, &w.x)
	}},
	{"tryrlock", func(w *world, _ int) any {
		ok := rt.TryRLock(21, &w.rw)
		if ok {
			rt.RUnlock(22, &w.rw)
		}
		return ok
	}},
	{"once", func(w *world, me int) any {
		rt.OnceDo(23, &w.once, func() { rt.Store(24, &w.x, int32(me)) })
		return nil
	}},
	{"load", func(w *world, _ int) any { return rt.Load(25, &w.x) }},
	{"store", func(w *world, me int) any { rt.Store(26, &w.x, int32(me)); return nil }},
	{"cas", func(w *world, me int) any { return rt.CompareAndSwap(27, &w.x, 0, int32(me)) }},
	{"map", func(w *world, me int) any {
		v, loaded := rt.MapLoadOrStore(28, &w.m, "k", me)
		return []any{v, loaded}
	}},
	{"delete", func(w *world, _ int) any { v, ok := rt.MapLoadAndDelete(29, &w.m, "k"); return []any{v, ok} }},
}

// run runs the program and returns what its steps observed.
func (p randProgram) run(between func()) string {
	w := &world{plain: make(chan int), full: make(chan int, 1)}
	seen := make([]string, len(p))
	var wg sync.WaitGroup
	for i, g := range p {
		rt.WaitGroupGo(30, &wg, func() {
			for _, name := range g {
				between()
				seen[i] += " " + observe(name, w, i+1)
			}
		})
	}
	rt.WaitGroupWait(31, &wg)
	return strings.Join(seen, " |")
}

// observe returns what a step observes; that may be a panic.
func observe(name string, w *world, me int) (seen string) {
	defer func() {
		if r := recover(); r != nil {
			seen = fmt.Sprint(r)
		}
	}()
	for _, s := range steps {
		if s.name == name {
			return fmt.Sprint(s.do(w, me))
		}
	}
	panic("no step " + name)
}

// explore returns what is observed under all schedules. It reports false if some schedule blocks, or there are too many.
func (p randProgram) explore() (seen map[string]bool, ok bool) {
	seen = map[string]bool{}
	r := rt.Explore(rt.Config{Strategy: strategy.NewDFS(), MaxExecutions: 1000, NoRaces: true, StopAtBug: true}, func(*rt.T) {
		seen[p.run(func() {})] = true
	})
	return seen, r.Exhausted && r.Outcomes[rt.Complete] == r.Executions
}
