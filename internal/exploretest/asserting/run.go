package asserting

import (
	"sync"
	"sync/atomic"

	"github.com/calvin-go/calvin/explore/rt"
)

// shared is what the goroutines of a Program share in one execution.
type shared struct {
	t      *rt.T
	failed map[rt.Site]bool // the assertions that do not hold
	x      [3]*int
	y      *[2]int
	w      [2]*atomic.Int64
	m      [2]*sync.Mutex
	c      chan int
	wg     *sync.WaitGroup
}

// Run runs the program once. What fails is noted in failed.
func (p *Program) Run(t *rt.T, failed map[rt.Site]bool) {
	s := &shared{
		t: t, failed: failed,
		x:  [3]*int{rt.New(new(int)), rt.New(new(int)), rt.New(new(int))},
		y:  rt.New(new([2]int)),
		w:  [2]*atomic.Int64{rt.New(new(atomic.Int64)), rt.New(new(atomic.Int64))},
		m:  [2]*sync.Mutex{rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex))},
		c:  rt.Make(make(chan int, 1)),
		wg: rt.New(new(sync.WaitGroup)),
	}
	if len(p.After) == 0 { // fewer operations
		for i, g := range p.Goroutines {
			rt.Go(rt.Site(1+i), func() { s.run(g, &[2]int{}) })
		}
		return
	}
	for i, g := range p.Goroutines {
		rt.WaitGroupGo(rt.Site(1+i), s.wg, func() { s.run(g, &[2]int{}) })
	}
	rt.WaitGroupWait(9, s.wg)
	s.run(p.After, &[2]int{})
}

func (s *shared) run(list []*Statement, vars *[2]int) {
	for _, at := range list {
		actions[at.Do](s, at, vars)
	}
}

// actions has for each kind of statement what it does.
var actions map[string]func(s *shared, at *Statement, vars *[2]int)

func init() { // they refer to it
	actions = map[string]func(s *shared, at *Statement, vars *[2]int){
		"read":    func(s *shared, at *Statement, vars *[2]int) { vars[at.To] = rt.Get(at.Place, s.x[at.Obj]) },
		"write":   func(s *shared, at *Statement, vars *[2]int) { rt.Set(at.Place, s.x[at.Obj], vars[at.From]*at.W+at.V) },
		"readat":  func(s *shared, at *Statement, vars *[2]int) { vars[at.To] = rt.Get(at.Place, &s.y[vars[at.From]&1]) },
		"writeat": func(s *shared, at *Statement, vars *[2]int) { rt.Set(at.Place, &s.y[vars[at.From]&1], at.V) },
		"load":    func(s *shared, at *Statement, vars *[2]int) { vars[at.To] = int(rt.Load(at.Place, s.w[at.Obj])) },
		"store": func(s *shared, at *Statement, vars *[2]int) {
			rt.Store(at.Place, s.w[at.Obj], int64(vars[at.From]*at.W+at.V))
		},
		"add": func(s *shared, at *Statement, vars *[2]int) {
			vars[at.To] = int(rt.Add(at.Place, s.w[at.Obj], int64(at.V)))
		},
		"count": func(s *shared, at *Statement, _ *[2]int) { rt.AddOnly(at.Place, s.w[at.Obj], int64(at.V)) },
		"swap": func(s *shared, at *Statement, vars *[2]int) {
			vars[at.To] = 0
			if rt.CompareAndSwap(at.Place, s.w[at.Obj], int64(at.V), int64(at.W)) {
				vars[at.To] = 1
			}
		},
		"set": func(_ *shared, at *Statement, vars *[2]int) { vars[at.To] = vars[at.From] + at.V },
		"error": func(s *shared, at *Statement, vars *[2]int) {
			if s.fails(at, vars) {
				s.t.Fail()
			}
		},
		"fatal": func(s *shared, at *Statement, vars *[2]int) {
			if s.fails(at, vars) {
				s.t.FailNow()
			}
		},
		"panic": func(s *shared, at *Statement, vars *[2]int) {
			if s.fails(at, vars) {
				panic(at.Place)
			}
		},
		"send": func(s *shared, at *Statement, vars *[2]int) { rt.Send(at.Place, s.c, vars[at.From]) },
		"recv": func(s *shared, at *Statement, vars *[2]int) { vars[at.To] = rt.Recv(at.Place, s.c) },
		"if": func(s *shared, at *Statement, vars *[2]int) {
			if vars[at.From] == at.V {
				s.run(at.Body, vars)
			}
		},
		"lock": func(s *shared, at *Statement, vars *[2]int) {
			rt.Lock(at.Place, s.m[at.Obj])
			s.run(at.Body, vars)
			rt.Unlock(at.Place+1, s.m[at.Obj])
		},
		"lockat": func(s *shared, at *Statement, vars *[2]int) {
			m := s.m[vars[at.From]&1]
			rt.Lock(at.Place, m)
			s.run(at.Body, vars)
			rt.Unlock(at.Place+1, m)
		},
		"trylock": func(s *shared, at *Statement, vars *[2]int) {
			if rt.TryLock(at.Place, s.m[at.Obj]) {
				s.run(at.Body, vars)
				rt.Unlock(at.Place+1, s.m[at.Obj])
			}
		},
		"go": func(s *shared, at *Statement, _ *[2]int) {
			rt.WaitGroupGo(at.Place, s.wg, func() { s.run(at.Body, &[2]int{}) })
		},
	}
}

// fails reports whether the assertion does not hold, and notes it.
func (s *shared) fails(at *Statement, vars *[2]int) bool {
	if vars[at.From] != at.V {
		return false
	}
	s.failed[at.Place] = true
	return true
}
