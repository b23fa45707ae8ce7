package fusion

import (
	"context"
	"testing"

	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/prover"
)

// A builder makes concurrent trace programs by hand, step by step in the order of a trace.
type builder struct {
	ctp
	x, mu *cell
	steps []strategy.Step
}

var word = kind{64, true}

func newBuilder() *builder {
	b := &builder{x: &cell{name: "x"}, mu: &cell{name: "mu"}}
	b.initial = map[*cell]*term{b.x: fixedTerm(word, 0)}
	for k := range 2 {
		b.goroutines = append(b.goroutines, &goroutine{index: k, gid: int32(k)})
	}
	return b
}

func (b *builder) add(g int, it *item) *item {
	owner := b.goroutines[g]
	it.g, it.id, it.pos, it.seq, it.at, it.event = owner, len(b.items), len(b.items), len(owner.items), b.events, b.events
	b.events++
	b.items, owner.items = append(b.items, it), append(owner.items, it)
	b.steps = append(b.steps, strategy.Step{G: int32(g)})
	return it
}

// write writes a number to x, in a critical section if that is asked for.
func (b *builder) write(g int, locked bool, values ...int64) {
	b.within(g, locked, func() {
		for _, v := range values {
			b.add(g, &item{do: actWrite, cell: b.x, val: fixedTerm(word, v)})
		}
	})
}

// check reads x, which is want in the trace, and fails if it is bad.
func (b *builder) check(g int, locked bool, want, bad int64) {
	b.within(g, locked, func() {
		sym := &term{op: opSymbol, kind: word, val: want, sym: len(b.items), last: b.events}
		b.add(g, &item{do: actRead, cell: b.x, sym: sym})
		owner := b.goroutines[g]
		b.branches = append(b.branches, &branch{
			g: owner, at: b.events - 1, after: len(owner.items), bail: true, fails: true,
			cond: not(apply("=", truth, 0, sym, fixedTerm(word, bad))),
		})
	})
}

func (b *builder) within(g int, locked bool, f func()) {
	if !locked {
		f()
		return
	}
	l := b.add(g, &item{do: actLock, cell: b.mu})
	f()
	u := b.add(g, &item{do: actUnlock, cell: b.mu})
	l.pair, u.pair = u, l
}

// One goroutine writes 1 and then 2; another, which comes later in the trace, fails if it reads 1.
func TestFormula(t *testing.T) {
	pr, err := prover.New(prover.Options{})
	if err != nil {
		t.Skip(err)
	}
	defer pr.Close()
	series := pr.Series()
	defer series.Close()
	for _, c := range []struct {
		name   string
		locked bool
		cut    int
		proved bool
	}{
		{"without a lock", false, 0, false},
		{"without a lock, once 1 is written", false, 1, false},
		{"without a lock, once 2 is written", false, 2, true},
		{"with a lock", true, 0, true},
	} {
		b := newBuilder()
		b.write(0, c.locked, 1, 2)
		b.check(1, c.locked, 2, 1)
		b.order()
		q := &question{context.Background(), series, &b.ctp, &strategy.Question{Trace: strategy.Trace{Steps: b.steps}}}
		v := q.solve(c.cut, nil)
		if v.proved != c.proved || v.real == c.proved {
			t.Errorf("%s: proved: %t, a failure: %t, want proved: %t", c.name, v.proved, v.real, c.proved)
		}
		if !c.proved && (len(v.plan) == 0 || v.plan[len(v.plan)-1].G != 1) {
			t.Errorf("%s: the plan %v does not end with the one that fails", c.name, v.plan)
		}
	}
}
