package reduce

import (
	"context"
	"errors"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// A countdown is a context that ends when it has been asked so often.
type countdown struct {
	context.Context
	left, late int
}

func (c *countdown) Err() error {
	if c.left--; c.left >= 0 {
		return nil
	}
	c.late++
	return context.DeadlineExceeded
}

// TestStopped: wherever the context ends, nothing comes of the reduction, and it does not ask a second time.
func TestStopped(t *testing.T) {
	counter := newCounter(freeOrHeldBy)
	f := counter.with(counter.increment()...)
	for name, reduce := range map[string]func(context.Context) (any, error){
		"access":      func(ctx context.Context) (any, error) { return Access(ctx, f) },
		"abstraction": func(ctx context.Context) (any, error) { return Abstraction(ctx, f) },
		"predicates":  func(ctx context.Context) (any, error) { return Predicates(ctx, f) },
	} {
		most := 0
		for ; ; most++ {
			ctx := &countdown{Context: t.Context(), left: most}
			got, err := reduce(ctx)
			if ctx.late == 0 {
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
			if !errors.Is(err, context.DeadlineExceeded) || ctx.late > 1 {
				t.Fatalf("%s, ended when asked for the %dth time: %v, %v, asked %d times more", name, most+1, got, err, ctx.late-1)
			}
		}
		if most < 10 {
			t.Errorf("%s asks its context only %d times", name, most)
		}
	}
}

// TestLocalSet compares sets of locals with maps.
func TestLocalSet(t *testing.T) {
	all := make([]*ir.Var, 200)
	for i := range all {
		all[i] = &ir.Var{Kind: ir.LocalVar}
	}
	number := numbering{}
	odd, third := localSet{number: number}, localSet{number: number}
	for i, v := range all {
		if i%3 == 0 {
			third.add(v)
		}
		if i%2 == 1 && i < 100 {
			odd.add(v)
		}
	}
	check := func(name string, got localSet, want func(i int) bool) {
		t.Helper()
		for i, v := range all {
			if got.has(v) != want(i) {
				t.Errorf("%s: %d is in: %v", name, i, got.has(v))
			}
		}
	}
	isOdd, isThird := func(i int) bool { return i%2 == 1 && i < 100 }, func(i int) bool { return i%3 == 0 }
	check("odd", odd, isOdd)
	both := odd.clone()
	both.intersect(third)
	check("intersection", both, func(i int) bool { return isOdd(i) && isThird(i) })
	either := odd.clone()
	if !either.unite(third) || either.unite(third) {
		t.Error("it grows once")
	}
	check("union", either, func(i int) bool { return isOdd(i) || isThird(i) })
	either.subtract(odd)
	check("difference", either, func(i int) bool { return !isOdd(i) && isThird(i) })
	either.remove(all[0])
	check("without one", either, func(i int) bool { return !isOdd(i) && isThird(i) && i != 0 })
	check("what it was made of", odd, isOdd)
	if odd.has(&ir.Var{Kind: ir.LocalVar}) || either.meets(vars{all[0]: true, all[6]: false}) || !either.meets(vars{all[6]: true}) {
		t.Error("membership")
	}
}
