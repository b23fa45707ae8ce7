package emit_test

import (
	"slices"
	"testing"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

func newBuilder() (*emit.Builder, *ir.Var) {
	facts := &analysis.Facts{}
	t := emit.NewBuilder(facts, &ir.Func{})
	t.Mem = heap.NewMemory(facts, eval.Expressions{}, heap.Needs{}, "", ir.Free)
	t.Frame = &emit.Frame{}
	t.Cur = t.NewBlock("entry")
	return t, t.Local("x", ir.Int)
}

// TestUndo checks that what has been emitted since a point can be looked at, and is gone when it is taken back: statements, blocks,
// edges and locals.
func TestUndo(t *testing.T) {
	b, x := newBuilder()
	set := func(n int64) *ir.Assign { return &ir.Assign{Dst: x, Src: ir.N(n, ir.Int)} }
	b.Emit(set(1))
	entry, before := b.Cur, b.Here()
	b.Emit(set(2))
	arms := b.Fork("arm", 2)
	b.Cur = arms[1]
	b.Emit(set(3))
	b.Local("y", ir.Int)
	if n := len(slices.Collect(b.Since(before))); n != 2 {
		t.Errorf("%d statements since the point, want 2", n)
	}
	if e := b.EffectsSince(before); !e.Written[x] || e.None() {
		t.Errorf("effects %v, want that x is written", e)
	}
	b.Undo(before)
	if b.Cur != entry || len(entry.Stmts) != 1 || len(entry.Succs) != 0 || len(b.Blocks) != 1 || len(b.Out.Locals) != 1 {
		t.Errorf("left are %d statements, %d edges, %d blocks, %d locals; want 1, 0, 1, 1",
			len(entry.Stmts), len(entry.Succs), len(b.Blocks), len(b.Out.Locals))
	}
	if e := b.EffectsSince(before); !e.None() {
		t.Errorf("effects %v after all was taken back", e)
	}
}

// TestChoose checks that alternatives come from one block and lead to one, and that the names of locals differ.
func TestChoose(t *testing.T) {
	b, x := newBuilder()
	entry := b.Cur
	var arms []*ir.Block
	arm := func() { arms = append(arms, b.Cur); b.Emit(&ir.Assign{Dst: x, Src: ir.N(int64(len(arms)), ir.Int)}) }
	b.Choose("arm", arm, arm)
	if len(arms) != 2 || !slices.Equal(entry.Succs, arms) {
		t.Fatalf("entry leads to %v, want the alternatives %v", entry.Succs, arms)
	}
	for _, a := range arms {
		if !slices.Equal(a.Succs, []*ir.Block{b.Cur}) || len(a.Stmts) != 1 {
			t.Errorf("an alternative has %d statements and leads to %v, want 1 and the block in which they meet", len(a.Stmts), a.Succs)
		}
	}
	if y := b.Local("x", ir.Int); y.Name == x.Name || y.Label != x.Label {
		t.Errorf("a second local x has the name %s and the label %s", y.Name, y.Label)
	}
}
