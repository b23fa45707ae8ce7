package heap_test

import (
	"errors"
	"go/types"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/internal/verifytest/loaded"
	"github.com/calvin-go/calvin/ir"
)

// An evaluator says of every annotation that it is its goroutine's alone, or that it means nothing.
type evaluator struct {
	err   error
	asked []heap.Context
}

func (e *evaluator) Eval(_ *heap.Memory, at heap.Context, _ annot.Expr) (*ir.Expr, error) {
	e.asked = append(e.asked, at)
	return ir.Eq(at.Tid, ir.Free), e.err
}

func (e *evaluator) Locate(*heap.Memory, heap.Context, annot.Expr) (heap.Place, error) {
	return heap.Place{}, errors.New("nothing has a place here")
}

// newHeap returns a heap for functions of package places, a reference to a T, and the scope of the package.
func newHeap(t *testing.T, e heap.Evaluator, need heap.Needs) (*heap.Memory, heap.Place, *types.Scope) {
	t.Helper()
	facts, pkg := loaded.Facts(t, "testdata/places")
	tid := ir.V(&ir.Var{Name: "tid", Sort: ir.Tid, Kind: ir.ConstVar})
	m := heap.NewMemory(facts, e, need, pkg.PkgPath, tid)
	m.NewLocal = func(label string, s *ir.Sort) *ir.Var { return &ir.Var{Name: label, Sort: s, Kind: ir.LocalVar} }
	ref := ir.V(&ir.Var{Name: "p", Sort: ir.Ref, Kind: ir.ConstVar})
	return m, m.Deref(ref, pkg.Types.Scope().Lookup("T").Type()), pkg.Types.Scope()
}

func field(p heap.Place, name string) *types.Var {
	st := p.Type.Underlying().(*types.Struct)
	for f := range st.Fields() {
		if f.Name() == name {
			return f
		}
	}
	panic("no field " + name)
}

// TestPlaces checks which heap variable holds a place, and by what keys.
func TestPlaces(t *testing.T) {
	m, p, scope := newHeap(t, &evaluator{}, heap.Needs{})
	one := ir.N(1, heap.IntSort)
	list, err := m.Read(m.Field(p, field(p, "list")))
	if err != nil {
		t.Fatal(err)
	}
	for want, place := range map[string]heap.Place{
		"T.n[p]":            m.Field(p, field(p, "n")),
		"inner.y[&T.in(p)]": m.Field(m.Field(p, field(p, "in")), field(m.Field(p, field(p, "in")), "y")),
		"T.arr[p][1]":       m.Index(m.Field(p, field(p, "arr")), one),
		"[]int[T.list[p].arr][T.list[p].off + 1]": m.Elem(list, types.Typ[types.Int], one),
		"*int[&global()]":                         m.Global(scope.Lookup("global").(*types.Var)),
		"the value of a local, x":                 heap.LocalPlace(&ir.Var{Name: "the value of a local, x", Sort: heap.IntSort}, types.Typ[types.Int]),
	} {
		v, err := m.Read(place)
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if got := v.String(); !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestGuards checks that the heap asks what a guard means, about the object that the place belongs to, and that a guard without a
// meaning is a problem and denies access.
func TestGuards(t *testing.T) {
	e := &evaluator{}
	m, p, _ := newHeap(t, e, heap.Needs{})
	n := m.Field(p, field(p, "n"))
	if len(e.asked) == 0 {
		t.Fatal("nobody was asked what the guard of n means")
	}
	for _, at := range e.asked {
		if at.This == nil || at.This.String() != n.Family.Heap.Keys[0].Name {
			t.Errorf("asked about %v, want the object that the keys of %s name", at.This, n.Family.Name)
		}
	}
	if got := n.Family.Heap.Write; got == nil || !strings.Contains(got.String(), "free") {
		t.Errorf("n is writable if %v, want what the evaluator said", got)
	}
	e.asked = nil
	m.Field(p, field(p, "free"))
	if len(e.asked) > 0 {
		t.Error("asked for the guard of a field that has none")
	}

	m, p, _ = newHeap(t, &evaluator{err: errors.New("it means nothing")}, heap.Needs{})
	n = m.Field(p, field(p, "n"))
	if got := n.Family.Heap.Write; got == nil || got.Op != ir.OpFalse {
		t.Errorf("with a guard that means nothing, n is writable if %v", got)
	}
	if len(m.Problems) == 0 || m.Problems[0].Text != "it means nothing" || m.Problems[0].Start.Line == 0 {
		t.Errorf("a guard that means nothing: problems %v, want it with its position", m.Problems)
	}
}

// TestStoreThenLoad checks on local places that what is stored is read again, and what is beside it stays.
func TestStoreThenLoad(t *testing.T) {
	m, p, _ := newHeap(t, &evaluator{}, heap.Needs{})
	in := field(p, "in").Type()
	s, err := m.Sort(in)
	if err != nil {
		t.Fatal(err)
	}
	v := &ir.Var{Name: "v", Sort: s, Kind: ir.LocalVar}
	local := heap.LocalPlace(v, in)
	do, _, _, _, err := m.Store(m.Field(local, field(local, "x")), ir.N(7, heap.IntSort))
	if err != nil {
		t.Fatal(err)
	}
	if len(do) != 1 {
		t.Fatalf("%d statements store into a local variable, want 1", len(do))
	}
	stored := heap.ValuePlace(do[0].(*ir.Assign).Src, in)
	for name, want := range map[string]*ir.Expr{"x": ir.N(7, heap.IntSort), "y": ir.GetField(ir.V(v), 1)} {
		got, err := m.Read(m.Field(stored, field(stored, name)))
		if err != nil {
			t.Fatal(err)
		}
		if !ir.Equal(got, want) {
			t.Errorf("after v.x = 7, v.%s is %v, want %v", name, got, want)
		}
	}
}

// TestMore checks that a translation is repeated with ownership once an object was made, and not for ever.
func TestMore(t *testing.T) {
	m, p, _ := newHeap(t, &evaluator{}, heap.Needs{})
	need := heap.Needs{Families: map[string]bool{}}
	if m.More(&need) {
		t.Error("more is needed of a function that does nothing")
	}
	m.Field(p, field(p, "n"))
	m.WantsOwnership = true
	if !m.More(&need) || !need.Ownership {
		t.Error("an object was made, and ownership is not asked for")
	}
	if m.More(&need) {
		t.Error("nothing was found out, and more is needed")
	}
}
