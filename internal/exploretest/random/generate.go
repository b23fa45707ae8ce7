package random

import "math/rand/v2"

// maxSchedules bounds how many schedules the operations of a program can have, were none ever blocked.
const maxSchedules = 6000

// maxTimed is the same for programs with timers, which are one more goroutine and fire to the end.
const maxTimed = 600

// Generate makes a program of 2 to 4 goroutines of 1 to 6 operations, on objects of the given kinds (the keys of Kinds) or
// of any.
func Generate(seed uint64, kinds ...string) *Program {
	r := rand.New(rand.NewPCG(seed, 1))
	switch {
	case len(kinds) > 0:
	case seed%8 == 7:
		kinds = append([]string{"orderings", "orderings", "orderings", "orderings"}, anyKind...)
	default:
		kinds = anyKind
	}
	for {
		p := &Program{
			Caps:       [2]int{r.IntN(3), r.IntN(3)},
			Pending:    r.IntN(3),
			VisibleAll: r.IntN(2) == 0,
		}
		// A program that uses few kinds of objects has more conflicts.
		blocks := []block{Kinds[kinds[r.IntN(len(kinds))]], Kinds[kinds[r.IntN(len(kinds))]]}
		total := 0
		for range 2 + r.IntN(3) {
			var ops []Op
			for n := 1 + r.IntN(6); len(ops) < n; {
				b := blocks[r.IntN(len(blocks))](r)
				if r.IntN(6) == 0 {
					b[0].If = IfZero + If(r.IntN(2))
				}
				ops = append(ops, b...)
			}
			if len(ops) > 6 {
				ops = ops[:6]
			}
			p.Goroutines = append(p.Goroutines, ops)
			total += len(ops)
		}
		p.time(r)
		if n := schedules(p); n <= maxSchedules && (n <= maxTimed || p.fires() == 0) {
			return p
		}
	}
}

// timed are the operations that have to do with time, by which of the program's timers they use.
var timed = map[string]int{
	"sleep": -1, "now": -1, "ctxtimeout": -1, "later": -1, "stoptimer": 1, "resettimer": 1, "timeout": 0, "polltimer": 0,
	"tick": 2, "polltick": 2, "selecttick": 2, "stoptick": 2, "resettick": 2,
}

// time gives the program the timers that it uses.
func (p *Program) time(r *rand.Rand) {
	for _, ops := range p.Goroutines {
		for _, o := range ops {
			k, ok := timed[o.Do]
			if !ok {
				continue
			}
			if k == 1 {
				k = o.Obj
			}
			if k >= 0 && p.Timers[k] == 0 {
				p.Timers[k] = 1 + r.IntN(3)
			}
			p.ClockAny = true
		}
	}
	p.ClockAny = p.ClockAny && r.IntN(4) > 0
}

// fires is how many steps there are besides those of the goroutines, about: timers fire, other goroutines are started.
func (p *Program) fires() (n int) {
	for _, d := range p.Timers {
		n += min(d, 1)
	}
	for _, ops := range p.Goroutines {
		for _, o := range ops {
			switch o.Do {
			case "ctxtimeout": // it is registered, and taken off again
				n += 6
			case "later": // a goroutine begins, takes a step and ends
				n += 4
			case "go": // and the start itself, after a meeting
				n += 2
			case "sleep", "ctxafter", "resettimer", "tick", "polltick", "selecttick":
				n++
			}
		}
	}
	return n
}

// schedules returns the number of interleavings of the operations.
func schedules(p *Program) float64 {
	n, product := 0, 1.0
	for k := range p.fires() {
		n++
		product *= float64(n) / float64(k+1)
	}
	for _, ops := range p.Goroutines {
		own := 0
		for _, o := range ops {
			product *= float64(o.alternatives())
			for range o.steps() {
				n++
				own++
				product *= float64(n) / float64(own)
			}
		}
	}
	return product
}

// A block generates a few operations that belong together.
type block func(r *rand.Rand) []Op

// Kinds has the ways to use each kind of object.
var Kinds = map[string]block{
	"words": words, "plain": plain, "mutexes": mutexes, "rwmutexes": rwmutexes, "channels": channels, "polls": polls,
	"selects": selects, "waitgroups": waitGroups, "onces": onces, "conds": conds,
	"maps": tables, "contexts": contexts, "choices": choices, "timers": timers, "tickers": tickers, "orders": orders,
	"orderings": orderings, "starts": starts,
}

// anyKind has some kinds twice: they have more to compare.
var anyKind = []string{
	"words", "words", "plain", "mutexes", "mutexes", "rwmutexes", "rwmutexes", "channels", "channels", "polls", "selects",
	"waitgroups", "onces", "conds", "maps", "contexts", "choices", "timers", "timers", "tickers", "orders",
}

func pick(r *rand.Rand, names ...string) []Op {
	return []Op{{Do: names[r.IntN(len(names))], Obj: r.IntN(2), V: r.IntN(3), W: r.IntN(3)}}
}

func words(r *rand.Rand) []Op {
	return pick(r, "load", "load", "store", "add", "addonly", "swap", "cas", "cas")
}

func plain(r *rand.Rand) []Op { return pick(r, "read", "write") }

func anyOf(r *rand.Rand) []Op { return []block{words, plain}[r.IntN(2)](r) }

// within puts one or no operation between two others.
func within(r *rand.Rand, before, after Op) []Op {
	ops := []Op{before}
	if r.IntN(2) == 0 {
		ops = append(ops, anyOf(r)...)
	}
	return append(ops, after)
}

func mutexes(r *rand.Rand) []Op {
	m := r.IntN(2)
	switch r.IntN(8) {
	case 0: // as it comes
		return pick(r, "lock", "unlock", "trylock")
	case 1:
		return anyOf(r)
	case 2, 3:
		return []Op{{Do: "trylock", Obj: m}, {Do: "unlock", Obj: m, If: IfNotZero}}
	}
	return within(r, Op{Do: "lock", Obj: m}, Op{Do: "unlock", Obj: m})
}

func rwmutexes(r *rand.Rand) []Op {
	switch r.IntN(8) {
	case 0:
		return pick(r, "rwlock", "rwunlock", "rwtrylock", "rlock", "runlock", "tryrlock")
	case 1:
		return []Op{{Do: "tryrlock"}, {Do: "runlock", If: IfNotZero}}
	case 2:
		return []Op{{Do: "rwtrylock"}, {Do: "rwunlock", If: IfNotZero}}
	case 3, 4:
		return within(r, Op{Do: "rwlock"}, Op{Do: "rwunlock"})
	}
	return within(r, Op{Do: "rlock"}, Op{Do: "runlock"})
}

func channels(r *rand.Rand) []Op {
	return pick(r, "send", "send", "send", "recv", "recv", "recv", "close", "len")
}

func selects(r *rand.Rand) []Op { return pick(r, "select", "select", "send", "recv", "close") }

func polls(r *rand.Rand) []Op { return pick(r, "tryrecv", "trysend", "send", "recv", "close") }

func waitGroups(r *rand.Rand) []Op { return pick(r, "wgadd", "wgdone", "wgdone", "wgwait") }

func onces(r *rand.Rand) []Op { return pick(r, "once", "once", "load", "store") }

func conds(r *rand.Rand) []Op {
	switch r.IntN(4) {
	case 0:
		return pick(r, "signal", "broadcast", "gosched")
	case 1:
		return []Op{{Do: "lock"}, {Do: "condwait"}, {Do: "unlock"}}
	case 2:
		return []Op{{Do: "lock"}, {Do: "signal"}, {Do: "unlock"}}
	}
	return words(r)
}

func tables(r *rand.Rand) []Op {
	return pick(r, "mapload", "mapload", "mapstore", "mapstore", "mapdelete", "mapadd", "mapclear", "syncrange")
}

func contexts(r *rand.Rand) []Op {
	switch r.IntN(6) {
	case 0:
		return []Op{{Do: "ctxafter", Obj: r.IntN(2), W: r.IntN(3)}, {Do: "ctxstop"}}
	case 1:
		return pick(r, "ctxafter", "ctxtimeout")
	}
	return pick(r, "cancel", "ctxerr", "ctxdone", "ctxdone", "send")
}

// orders are ways to order accesses to plain memory, or not.
func orders(r *rand.Rand) []Op {
	return pick(r, "addonly", "addonly", "add", "load", "write", "write", "read")
}

func timers(r *rand.Rand) []Op {
	return pick(r, "sleep", "now", "later", "stoptimer", "stoptimer", "resettimer", "timeout", "timeout", "polltimer", "send")
}

func tickers(r *rand.Rand) []Op {
	return pick(r, "tick", "polltick", "selecttick", "stoptick", "resettick", "sleep", "send")
}

func starts(r *rand.Rand) []Op { return pick(r, "go", "go", "send", "recv", "load", "store") }

func choices(r *rand.Rand) []Op { return pick(r, "rand", "rand", "load", "store") }

func orderings(r *rand.Rand) []Op {
	return pick(r, "range", "range", "sampled", "syncrange", "mapstore", "mapstore", "load", "swap")
}

// steps is how many visible operations there are in an operation, at most.
func (o Op) steps() int {
	switch o.Do {
	case "range": // it reads the map, too
		return 5
	case "syncrange":
		return 2
	}
	return 1
}

// alternatives is how many there are for an operation, about.
func (o Op) alternatives() int {
	switch o.Do {
	case "rand":
		return 2 + o.V/2
	case "range", "syncrange":
		return 2
	case "sampled":
		return 5
	}
	return 1
}
