// Package random tests strategies against each other. It takes a seed and gives a small random program over all
// primitives (program.go, generate.go). It compares two ways of exploring the program (compare.go), and shrinks a
// program on which they differ (shrink.go).
package random

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
)

// A Program starts its goroutines and returns.
type Program struct {
	Goroutines [][]Op
	Caps       [2]int // of the channels
	Pending    int    // of the WaitGroup
	Timers     [3]int // deadlines: of a timer with a channel, of one with a function, and the period of a ticker; 0 for none
	ClockAny   bool   // timers may fire at any time
	VisibleAll bool   // accesses to plain memory are operations
}

// An Op is one statement. It is executed only if the last value read by the goroutine is as If says.
type Op struct {
	Do   string // a key of statements
	Obj  int    // which of the objects of the kind
	V, W int    // operands
	If   If
}

// An If is a condition.
type If uint8

// The conditions.
const (
	Always If = iota
	IfZero
	IfNotZero
)

func (o Op) String() string {
	s := fmt.Sprintf("%s(%d, %d, %d)", o.Do, o.Obj, o.V, o.W)
	switch o.If {
	case IfZero:
		return "if r == 0 { " + s + " }"
	case IfNotZero:
		return "if r != 0 { " + s + " }"
	}
	return s
}

func (p *Program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "caps %v, wg %d, visible %v, timers %v, any %v\n", p.Caps, p.Pending, p.VisibleAll, p.Timers, p.ClockAny)
	for i, ops := range p.Goroutines {
		fmt.Fprintf(&b, "%d:", i)
		for _, o := range ops {
			fmt.Fprintf(&b, " %v;", o)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// A world is what the goroutines of one execution share.
type world struct {
	words  [2]*atomic.Int64
	plain  [2]*int
	mus    [2]*sync.Mutex
	rw     *sync.RWMutex
	wg     *sync.WaitGroup
	once   *sync.Once
	cond   *sync.Cond // its lock is mus[0]
	chans  [2]chan int
	table  *sync.Map
	ctx    context.Context // as yet not cancelled
	stop   context.CancelFunc
	logs   [][]int
	began  time.Time
	timers [2]*time.Timer
	ticker *time.Ticker
}

// An actor is a goroutine of a program.
type actor struct {
	*world
	id   int
	site rt.Site
	r    int         // last value read
	undo func() bool // of the last AfterFunc of a context
}

func (a *actor) read(v int) {
	a.r = v
	a.logs[a.id] = append(a.logs[a.id], v)
}

func (a *actor) readBool(b bool) {
	if b {
		a.read(1)
	} else {
		a.read(0)
	}
}

// Run runs the program once.
func (p *Program) Run() *world {
	w := &world{
		words: [2]*atomic.Int64{rt.New(new(atomic.Int64)), rt.New(new(atomic.Int64))},
		plain: [2]*int{rt.New(new(int)), rt.New(new(int))},
		mus:   [2]*sync.Mutex{rt.New(new(sync.Mutex)), rt.New(new(sync.Mutex))},
		rw:    rt.New(new(sync.RWMutex)),
		wg:    rt.New(new(sync.WaitGroup)),
		once:  rt.New(new(sync.Once)),
		chans: [2]chan int{rt.Make(make(chan int, p.Caps[0])), rt.Make(make(chan int, p.Caps[1]))},
		table: rt.New(new(sync.Map)),
		logs:  make([][]int, len(p.Goroutines)),
	}
	w.ctx, w.stop = rt.WithCancel(1, context.Background())
	w.cond = rt.New(sync.NewCond(w.mus[0]))
	if p.Pending > 0 {
		rt.WaitGroupAdd(1, w.wg, p.Pending)
	}
	w.start(p)
	for id, ops := range p.Goroutines {
		rt.Go(rt.Site(id+2), func() {
			a := &actor{world: w, id: id}
			for k, o := range ops {
				if o.If == IfZero && a.r != 0 || o.If == IfNotZero && a.r == 0 {
					continue
				}
				a.site = siteOf(id, k)
				statements[o.Do](a, o)
			}
			a.read(99) // it has reached its end
		})
	}
	return w
}

// siteOf is the place of a statement.
func siteOf(goroutine, k int) rt.Site { return rt.Site(100*(goroutine+1) + k) }

// at is the statement at a place.
func (p *Program) at(s rt.Site) Op { return p.Goroutines[s/100-1][s%50] }

// start starts the timers.
func (w *world) start(p *Program) {
	if p.Timers[0] > 0 || p.ClockAny {
		w.began = rt.Now(1)
	}
	if d := p.Timers[0]; d > 0 {
		w.timers[0] = rt.NewTimer(1, time.Duration(d-1)*time.Second)
	}
	if d := p.Timers[1]; d > 0 {
		w.timers[1] = rt.AfterFunc(1, time.Duration(d-1)*time.Second, func() { rt.Swap(60, w.words[0], 7) })
	}
	if d := p.Timers[2]; d > 0 {
		w.ticker = rt.NewTicker(1, time.Duration(d)*time.Second)
	}
}

// State describes the outcome of an execution.
func (w *world) State() string {
	var b strings.Builder
	for i := range w.words {
		fmt.Fprint(&b, w.words[i].Load(), " ", *w.plain[i], " ", len(w.chans[i]), "; ")
	}
	for _, l := range w.logs {
		fmt.Fprint(&b, l)
	}
	return b.String()
}

var statements = map[string]func(a *actor, o Op){
	"load":    func(a *actor, o Op) { a.read(int(rt.Load(a.site, a.words[o.Obj]))) },
	"store":   func(a *actor, o Op) { rt.Store(a.site, a.words[o.Obj], int64(o.V)) },
	"add":     func(a *actor, o Op) { a.read(int(rt.Add(a.site, a.words[o.Obj], int64(o.V)))) },
	"addonly": func(a *actor, o Op) { rt.AddOnly(a.site, a.words[o.Obj], int64(o.V)) },
	"swap":    func(a *actor, o Op) { a.read(int(rt.Swap(a.site, a.words[o.Obj], int64(o.V)))) },
	"cas": func(a *actor, o Op) {
		a.readBool(rt.CompareAndSwap(a.site, a.words[o.Obj], int64(o.V), int64(o.W)))
	},
	"read":  func(a *actor, o Op) { a.read(rt.Get(a.site, a.plain[o.Obj])) },
	"write": func(a *actor, o Op) { rt.Set(a.site, a.plain[o.Obj], o.V) },

	"lock":    func(a *actor, o Op) { rt.Lock(a.site, a.mus[o.Obj]) },
	"unlock":  func(a *actor, o Op) { rt.Unlock(a.site, a.mus[o.Obj]) },
	"trylock": func(a *actor, o Op) { a.readBool(rt.TryLock(a.site, a.mus[o.Obj])) },

	"rwlock":    func(a *actor, o Op) { rt.RWLock(a.site, a.rw) },
	"rwunlock":  func(a *actor, o Op) { rt.RWUnlock(a.site, a.rw) },
	"rwtrylock": func(a *actor, o Op) { a.readBool(rt.RWTryLock(a.site, a.rw)) },
	"rlock":     func(a *actor, o Op) { rt.RLock(a.site, a.rw) },
	"runlock":   func(a *actor, o Op) { rt.RUnlock(a.site, a.rw) },
	"tryrlock":  func(a *actor, o Op) { a.readBool(rt.TryRLock(a.site, a.rw)) },

	"send":  func(a *actor, o Op) { rt.Send(a.site, a.chans[o.Obj], o.V) },
	"close": func(a *actor, o Op) { rt.Close(a.site, a.chans[o.Obj]) },
	"len":   func(a *actor, o Op) { a.read(rt.Len(a.site, a.chans[o.Obj])) },
	"recv": func(a *actor, o Op) {
		v, ok := rt.Recv2(a.site, a.chans[o.Obj])
		a.read(v)
		a.readBool(ok)
	},
	"tryrecv": func(a *actor, o Op) {
		c := rt.OnRecv(a.chans[o.Obj])
		a.read(rt.Select(a.site, true, c))
		a.read(c.V)
		a.readBool(c.OK)
	},
	"trysend": func(a *actor, o Op) { a.read(rt.Select(a.site, true, rt.OnSend(a.chans[o.Obj]).With(o.V))) },
	// A select from channel Obj, and from or to the other one: V is zero for a receive; W is zero for no default.
	"select": func(a *actor, o Op) {
		first := rt.OnRecv(a.chans[o.Obj])
		var second rt.Case
		if o.V == 0 {
			second = rt.OnRecv(a.chans[1-o.Obj])
		} else {
			second = rt.OnSend(a.chans[1-o.Obj]).With(o.V)
		}
		k := rt.Select(a.site, o.W != 0, first, second)
		a.read(first.V)
		if r, ok := second.(*rt.RecvCase[int]); ok {
			a.read(r.V)
		}
		a.read(k)
	},

	"wgadd":  func(a *actor, o Op) { rt.WaitGroupAdd(a.site, a.wg, 1) },
	"wgdone": func(a *actor, o Op) { rt.WaitGroupDone(a.site, a.wg) },
	"wgwait": func(a *actor, o Op) { rt.WaitGroupWait(a.site, a.wg) },

	"once": func(a *actor, o Op) {
		rt.OnceDo(a.site, a.once, func() { rt.Store(a.site+50, a.words[o.Obj], int64(o.V)) })
	},
	// A goroutine, or one that does nothing but start one.
	"go": func(a *actor, o Op) {
		site := a.site + 50
		f := func() { rt.Swap(site, a.words[o.Obj], int64(o.V)) }
		if g := f; o.W > 0 {
			f = func() { rt.Go(site, g) }
		}
		rt.Go(a.site, f)
	},
	"condwait":  func(a *actor, o Op) { rt.CondWait(a.site, a.cond) },
	"signal":    func(a *actor, o Op) { rt.CondSignal(a.site, a.cond) },
	"broadcast": func(a *actor, o Op) { rt.CondBroadcast(a.site, a.cond) },
	"gosched":   func(a *actor, o Op) { rt.Gosched(a.site) },

	"mapload": func(a *actor, o Op) {
		v, ok := rt.MapLoad(a.site, a.table, o.Obj)
		if a.readBool(ok); ok {
			a.read(v.(int))
		}
	},
	"mapstore": func(a *actor, o Op) { rt.MapStore(a.site, a.table, o.Obj, o.V) },
	"mapdelete": func(a *actor, o Op) {
		_, ok := rt.MapLoadAndDelete(a.site, a.table, o.Obj)
		a.readBool(ok)
	},
	"mapadd": func(a *actor, o Op) {
		v, _ := rt.MapLoadOrStore(a.site, a.table, o.Obj, o.V)
		a.read(v.(int))
	},
	"mapclear": func(a *actor, o Op) { rt.MapClear(a.site, a.table) },

	"cancel": func(a *actor, o Op) { a.stop() },
	"ctxafter": func(a *actor, o Op) {
		site := a.site + 50
		a.undo = rt.ContextAfterFunc(a.site, a.ctx, func() { rt.Swap(site, a.words[o.Obj], int64(o.W)) })
	},
	"ctxstop": func(a *actor, o Op) {
		if a.undo != nil {
			a.readBool(a.undo())
		}
	},
	"ctxtimeout": func(a *actor, o Op) {
		ctx, _ := rt.WithTimeout(a.site, a.ctx, time.Duration(1+o.V)*time.Second)
		c := rt.OnRecv(a.chans[o.Obj])
		a.read(rt.Select(a.site, o.W == 0, rt.OnRecv(ctx.Done()), c))
		a.read(c.V)
	},
	"ctxerr": func(a *actor, o Op) { a.readBool(a.ctx.Err() != nil) },
	"ctxdone": func(a *actor, o Op) {
		c := rt.OnRecv(a.chans[o.Obj])
		a.read(rt.Select(a.site, o.W != 0, rt.OnRecv(a.ctx.Done()), c))
		a.read(c.V)
	},
	"sleep": func(a *actor, o Op) { rt.Sleep(a.site, time.Duration(o.V)*time.Second) },
	"now":   func(a *actor, o Op) { a.read(int(rt.Now(a.site).Sub(a.began) / time.Second)) },
	"later": func(a *actor, o Op) {
		site := a.site + 50
		rt.AfterFunc(a.site, time.Duration(o.V)*time.Second, func() { rt.Swap(site, a.words[o.Obj], int64(o.W)) })
	},
	"stoptimer": func(a *actor, o Op) {
		if t := a.timers[o.Obj]; t != nil {
			a.readBool(rt.TimerStop(a.site, t))
		}
	},
	"resettimer": func(a *actor, o Op) {
		if t := a.timers[o.Obj]; t != nil {
			a.readBool(rt.TimerReset(a.site, t, time.Duration(o.V)*time.Second))
		}
	},
	"timeout": func(a *actor, o Op) {
		if t := a.timers[0]; t != nil {
			c := rt.OnRecv(a.chans[o.Obj])
			a.read(rt.Select(a.site, o.W == 0, c, rt.OnRecv(t.C)))
			a.read(c.V)
		}
	},
	"polltimer": func(a *actor, o Op) {
		if t := a.timers[0]; t != nil {
			a.read(rt.Select(a.site, true, rt.OnRecv(t.C)))
		}
	},
	"tick": func(a *actor, o Op) {
		if a.ticker != nil {
			rt.Recv(a.site, a.ticker.C)
		}
	},
	"polltick": func(a *actor, o Op) {
		if a.ticker != nil {
			a.read(rt.Select(a.site, true, rt.OnRecv(a.ticker.C)))
		}
	},
	"selecttick": func(a *actor, o Op) {
		if a.ticker != nil {
			c := rt.OnRecv(a.chans[o.Obj])
			a.read(rt.Select(a.site, false, c, rt.OnRecv(a.ticker.C)))
			a.read(c.V)
		}
	},
	"stoptick": func(a *actor, o Op) {
		if a.ticker != nil {
			rt.TickerStop(a.site, a.ticker)
		}
	},
	"resettick": func(a *actor, o Op) {
		if a.ticker != nil {
			rt.TickerReset(a.site, a.ticker, time.Duration(1+o.V)*time.Second)
		}
	},
	"rand":    func(a *actor, o Op) { a.read(rt.RandomV2(a.site).IntN(2 + o.V/2)) },
	"sampled": func(a *actor, o Op) { a.read(rt.Random(a.site).Intn(1000) % 2) },
	// The order in which a map is ranged over shows in what is stored, or where the loop ends.
	"range": func(a *actor, o Op) {
		m := map[int]int{1: 1, 2: 2}
		for it := rt.IterMap(a.site, m); it.Next(); {
			switch o.W {
			case 0:
				rt.Store(a.site, a.words[o.Obj], int64(it.Key()))
			case 1:
				a.read(it.Value() + int(rt.Load(a.site, a.words[o.Obj])))
			default:
				a.read(it.Key())
				clear(m)
			}
		}
	},
	"syncrange": func(a *actor, o Op) {
		rt.MapRange(a.site, a.table, func(k, v any) bool {
			a.read(2*k.(int) + v.(int))
			return o.W > 0
		})
	},
}
