package heap

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// IsMath reports whether t is one of the specification's own types.
func IsMath(t types.Type) bool {
	switch t.(type) {
	case annot.TidType, *annot.SeqType, *annot.SetType, *annot.MapType:
		return true
	}
	return false
}

// mathSort returns the sort of a type of the specification's own.
func (m *Memory) mathSort(t types.Type) (*ir.Sort, error) {
	switch t := t.(type) {
	case *annot.SeqType:
		f, err := m.SeqOf(t)
		if err != nil {
			return nil, err
		}
		return f.sort, nil
	case *annot.SetType:
		elem, err := m.Sort(t.Elem)
		if err != nil {
			return nil, err
		}
		return ir.Array(elem, ir.Bool), nil
	case *annot.MapType:
		key, err := m.Sort(t.Key)
		if err != nil {
			return nil, err
		}
		elem, err := m.Sort(t.Elem)
		if err != nil {
			return nil, err
		}
		return ir.Tuple(fmt.Sprintf("mmap[%s, %s]", key, elem),
			ir.Field{Name: "keys", Sort: ir.Array(key, ir.Bool)},
			ir.Field{Name: "values", Sort: ir.Array(key, elem)}), nil
	}
	return ir.Tid, nil
}

// seqFns are the functions on sequences of one element sort.
type seqFns struct {
	sort, Elem *ir.Sort
	// differ names an index at which two sequences of one length differ if they do.
	len, At, Sub, concat, same, differ *ir.Fn
	literals                           map[int]*ir.Fn // by the number of elements
}

// SeqOf returns the functions on sequences of that type.
func (m *Memory) SeqOf(t *annot.SeqType) (*seqFns, error) {
	elem, err := m.Sort(t.Elem)
	if err != nil {
		return nil, err
	}
	name := "seq[" + elem.String() + "]"
	if f := m.seqs[name]; f != nil {
		return f, nil
	}
	s := ir.Opaque(name)
	fn := func(what string, result *ir.Sort, params ...*ir.Sort) *ir.Fn {
		return &ir.Fn{Name: what + " of " + name, Params: params, Result: result}
	}
	f := &seqFns{
		sort: s, Elem: elem, literals: map[int]*ir.Fn{},
		len:    fn("length", ir.Int, s),
		At:     fn("element", elem, s, ir.Int),
		Sub:    fn("part", s, s, ir.Int, ir.Int),
		concat: fn("concatenation", s, s, s),
		same:   fn("equality", ir.Bool, s, s),
		differ: fn("difference", ir.Int, s, s),
	}
	f.len.Facts, f.Sub.Facts, f.concat.Facts, f.same.Facts = f.lenFacts, f.subFacts, f.concatFacts, f.sameFacts
	f.At.Indexing = true
	m.seqs[name] = f
	return f, nil
}

// empty is the sequence without elements.
func (f *seqFns) empty() *ir.Expr { return ZeroOf(f.sort) }

// Length is the number of elements of the sequence s.
func (f *seqFns) Length(s *ir.Expr) *ir.Expr {
	if ir.Equal(s, f.empty()) {
		return ir.N(0, ir.Int)
	}
	return ir.Apply(f.len, s)
}

func (f *seqFns) lenFacts(app *ir.Expr) []*ir.Expr {
	zero := ir.N(0, ir.Int)
	return []*ir.Expr{ir.Le(zero, app), ir.Eq(ir.Eq(app, zero), ir.Eq(app.Args[0], f.empty()))}
}

// elements says what the elements of s with indices from 0 to below n are.
func (f *seqFns) elements(s, n *ir.Expr, is func(i *ir.Expr) *ir.Expr) *ir.Expr {
	i := &ir.Var{Name: "i", Label: "i", Sort: ir.Int, Kind: ir.BoundVar}
	inside := ir.And(ir.Le(ir.N(0, ir.Int), ir.V(i)), ir.Lt(ir.V(i), n))
	return ir.Forall([]*ir.Var{i}, ir.Implies(inside, ir.Eq(ir.Apply(f.At, s, ir.V(i)), is(ir.V(i)))))
}

// concatFacts says where the elements of a concatenation come from. Those of a sequence that is written out are named one
// by one: then no index of the whole gives rise to another one.
func (f *seqFns) concatFacts(app *ir.Expr) []*ir.Expr {
	a, b := app.Args[0], app.Args[1]
	n := f.Length(a)
	facts := []*ir.Expr{ir.Eq(f.Length(app), ir.Add(n, f.Length(b)))}
	at := func(i *ir.Expr) *ir.Expr { return ir.Apply(f.At, app, i) }
	if elems, ok := f.written(a); ok {
		for k, e := range elems {
			facts = append(facts, ir.Eq(at(ir.N(int64(k), ir.Int)), e))
		}
	} else {
		facts = append(facts, f.elements(app, n, func(i *ir.Expr) *ir.Expr { return ir.Apply(f.At, a, i) }))
	}
	if elems, ok := f.written(b); ok {
		for k, e := range elems {
			facts = append(facts, ir.Eq(at(ir.Add(n, ir.N(int64(k), ir.Int))), e))
		}
		return facts
	}
	i := &ir.Var{Name: "i", Label: "i", Sort: ir.Int, Kind: ir.BoundVar}
	inside := ir.And(ir.Le(n, ir.V(i)), ir.Lt(ir.V(i), f.Length(app)))
	same := ir.Eq(at(ir.V(i)), ir.Apply(f.At, b, ir.Sub(ir.V(i), n)))
	return append(facts, ir.Forall([]*ir.Var{i}, ir.Implies(inside, same)))
}

// written returns the elements of a sequence that is written out.
func (f *seqFns) written(s *ir.Expr) ([]*ir.Expr, bool) {
	if s.Op == ir.OpApply && s.Fn == f.literals[len(s.Args)] {
		return s.Args, true
	}
	return nil, false
}

// subFacts says what a part is if its bounds are in order; else it is some sequence.
func (f *seqFns) subFacts(app *ir.Expr) []*ir.Expr {
	s, lo, hi := app.Args[0], app.Args[1], app.Args[2]
	valid := ir.And(ir.Le(ir.N(0, ir.Int), lo), ir.Le(lo, hi), ir.Le(hi, f.Length(s)))
	return []*ir.Expr{
		ir.Implies(valid, ir.Eq(f.Length(app), ir.Sub(hi, lo))),
		ir.Implies(valid, f.elements(app, ir.Sub(hi, lo), func(i *ir.Expr) *ir.Expr {
			return ir.Apply(f.At, s, ir.Add(lo, i))
		})),
	}
}

// sameFacts says that two sequences are equal if they agree in length and at an index where they would differ.
func (f *seqFns) sameFacts(app *ir.Expr) []*ir.Expr {
	a, b := app.Args[0], app.Args[1]
	k := ir.Apply(f.differ, a, b)
	inside := ir.And(ir.Le(ir.N(0, ir.Int), k), ir.Lt(k, f.Length(a)))
	agree := ir.And(ir.Eq(f.Length(a), f.Length(b)), ir.Implies(inside, ir.Eq(ir.Apply(f.At, a, k), ir.Apply(f.At, b, k))))
	return []*ir.Expr{ir.Eq(app, ir.Eq(a, b)), ir.Implies(agree, app)}
}

// Literal returns the sequence of the given elements.
func (f *seqFns) Literal(elems []*ir.Expr) *ir.Expr {
	n := len(elems)
	if n == 0 {
		return f.empty()
	}
	fn := f.literals[n]
	if fn == nil {
		fn = &ir.Fn{Name: fmt.Sprintf("%d elements of %s", n, f.sort), Result: f.sort}
		for range n {
			fn.Params = append(fn.Params, f.Elem)
		}
		fn.Facts = func(app *ir.Expr) []*ir.Expr {
			facts := []*ir.Expr{ir.Eq(f.Length(app), ir.N(int64(n), ir.Int))}
			for k, e := range app.Args {
				facts = append(facts, ir.Eq(ir.Apply(f.At, app, ir.N(int64(k), ir.Int)), e))
			}
			return facts
		}
		f.literals[n] = fn
	}
	return ir.Apply(fn, elems...)
}

// Equal is the condition that two sequences have the same elements in the same order.
func (f *seqFns) Equal(a, b *ir.Expr) *ir.Expr {
	if ir.Equal(a, b) {
		return ir.True
	}
	return ir.Apply(f.same, a, b)
}

// Join is the sequence of a's elements and then b's.
func (f *seqFns) Join(a, b *ir.Expr) *ir.Expr {
	switch {
	case ir.Equal(a, f.empty()):
		return b
	case ir.Equal(b, f.empty()):
		return a
	}
	return ir.Apply(f.concat, a, b)
}

// members returns the elements of a set that is written out.
func members(set *ir.Expr) ([]*ir.Expr, bool) {
	var elems []*ir.Expr
	for ; set.Op == ir.OpStore; set = set.Args[0] {
		if set.Args[2].Op != ir.OpTrue {
			return nil, false
		}
		elems = append(elems, set.Args[1])
	}
	return elems, set.Op == ir.OpConstArray && set.Args[0].Op == ir.OpFalse
}

// Combine is the union of two sets, or their difference.
func (m *Memory) Combine(a, b *ir.Expr, x *annot.Binary) *ir.Expr {
	plus := x.Op == token.ADD
	if elems, ok := members(b); ok {
		for _, elem := range elems {
			a = ir.Store(a, []*ir.Expr{elem}, ir.B(plus))
		}
		return a
	}
	name := map[bool]string{true: "union", false: "difference"}[plus] + " of " + a.Sort.String()
	fn := m.setFns[name]
	if fn == nil {
		fn = &ir.Fn{Name: name, Params: []*ir.Sort{a.Sort, a.Sort}, Result: a.Sort, Facts: func(app *ir.Expr) []*ir.Expr {
			k := &ir.Var{Name: "k", Label: "k", Sort: a.Sort.Key, Kind: ir.BoundVar}
			inA, inB := ir.Select(app.Args[0], ir.V(k)), ir.Select(app.Args[1], ir.V(k))
			in := ir.Or(inA, inB)
			if !plus {
				in = ir.And(inA, ir.Not(inB))
			}
			return []*ir.Expr{ir.Forall([]*ir.Var{k}, ir.Eq(ir.Select(app, ir.V(k)), in))}
		}}
		m.setFns[name] = fn
	}
	return ir.Apply(fn, a, b)
}

// WithoutKeys is the map a without the keys in the set b.
func WithoutKeys(a, b *ir.Expr) (*ir.Expr, error) {
	keys, ok := members(b)
	if !ok {
		return nil, fmt.Errorf("a map without a set of keys that is not written as a literal")
	}
	for _, k := range keys {
		a = mapWithout(a, k)
	}
	return a, nil
}

func mapWithout(a, k *ir.Expr) *ir.Expr {
	at := []*ir.Expr{k}
	values := ir.GetField(a, 1)
	return ir.MakeTuple(a.Sort,
		ir.Store(ir.GetField(a, 0), at, ir.False),
		ir.Store(values, at, ZeroOf(values.Sort.Elem)))
}

// MapWith is the mathematical map a with v for the key k.
func MapWith(a, k, v *ir.Expr) *ir.Expr {
	at := []*ir.Expr{k}
	return ir.MakeTuple(a.Sort, ir.Store(ir.GetField(a, 0), at, ir.True), ir.Store(ir.GetField(a, 1), at, v))
}

// UnboundedInt is an integer as one without bounds.
func UnboundedInt(i *ir.Expr) *ir.Expr {
	if i.Op == ir.OpInt {
		return ir.BigInt(i.Int, ir.Int)
	}
	return i
}
