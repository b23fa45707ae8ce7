package vcgen

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

// TestStopped: wherever the context ends, there are no conditions, and it is not asked a second time. Programs with few terms, too, ask it.
func TestStopped(t *testing.T) {
	x := local("x", int64s)
	p := one(assign(x, n(3)), assert(ir.Eq(ir.V(x), n(3))), assert(ir.Eq(ir.V(x), n(4))))
	most := 0
	for ; ; most++ {
		ctx := &countdown{Context: t.Context(), left: most}
		vc, err := GenerateFor(ctx, p, Far, nil)
		if ctx.late == 0 {
			if err != nil {
				t.Error(err)
			}
			break
		}
		if vc != nil || !errors.Is(err, context.DeadlineExceeded) || ctx.late > 1 {
			t.Fatalf("ended when asked for the %dth time: %v, %v, asked %d times more", most+1, vc, err, ctx.late-1)
		}
	}
	if most < 5 {
		t.Errorf("it asks its context only %d times", most)
	}
}
