package heap

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Read returns the value at p in the current state.
func (m *Memory) Read(p Place) (*ir.Expr, error) {
	v, _, err := m.Load(p)
	return v, err
}

// MaxUnrolled bounds the arrays that are read, written or compared as a whole, element by element.
const MaxUnrolled = 64

// Load returns the value at p and the locations that reading it touches.
func (m *Memory) Load(p Place) (*ir.Expr, []ir.Access, error) {
	if p.IsLocal() {
		v := p.Value
		if p.Cell != nil {
			v = ir.V(p.Cell)
		}
		for _, s := range p.Path {
			v = s.get(v)
		}
		return v, nil, nil
	}
	s, err := m.Sort(p.Type)
	if err != nil {
		return nil, nil, err
	}
	if analysis.IsComposite(p.Type) || analysis.ArrayType(p.Type) != nil {
		return m.loadParts(p, s)
	}
	if isCopied(p.Type) {
		return m.loadUse(p)
	}
	if p.Family == nil {
		return nil, nil, m.noFamily(p.Type)
	}
	v := ir.V(p.Family)
	if len(p.Keys) > 0 {
		v = ir.Select(v, p.Keys...)
	}
	return v, []ir.Access{{Map: p.Family, Index: p.Keys}}, nil
}

// noFamily is why there is no heap variable for a place of type t: the type has no sort, or what is declared there is a
// type parameter.
func (m *Memory) noFamily(t types.Type) error {
	if _, err := m.Sort(t); err != nil {
		return err
	}
	return fmt.Errorf("%s in a generic type", t)
}

func (m *Memory) loadParts(p Place, s *ir.Sort) (*ir.Expr, []ir.Access, error) {
	if family, keys, some, ok := m.row(p); ok {
		row := ir.V(family)
		if len(keys) > 0 {
			row = ir.Select(row, keys...)
		}
		return row, []ir.Access{{Map: family, Index: append(slices.Clone(keys), some)}}, nil
	}
	parts, err := m.parts(p)
	if err != nil {
		return nil, nil, err
	}
	var values []*ir.Expr
	var acc []ir.Access
	for _, part := range parts {
		v, a, err := m.Load(part)
		if err != nil {
			return nil, nil, err
		}
		values, acc = append(values, v), append(acc, a...)
	}
	if s.Kind == ir.KindTuple {
		return ir.MakeTuple(s, values...), acc, nil
	}
	arr := ZeroOf(s)
	for i, v := range values {
		arr = ir.Store(arr, []*ir.Expr{ir.N(int64(i), IntSort)}, v)
	}
	return arr, acc, nil
}

// row returns the heap variable that holds a large array of scalars as a row of its own, the keys of that row, and an arbitrary
// index into it, for the access. That it is in range is for the step to say (translator.accesses).
func (m *Memory) row(p Place) (family *ir.Var, keys []*ir.Expr, some *ir.Expr, ok bool) {
	a := analysis.ArrayType(p.Type)
	if a == nil || a.Len() <= MaxUnrolled || !IsPlainRow(a) {
		return nil, nil, nil, false
	}
	at := m.NewLocal("", IntSort)
	e := m.Index(p, ir.V(at))
	if e.Family == nil || len(e.Keys) != len(e.Family.Heap.Keys) || !ir.Equal(e.Keys[len(e.Keys)-1], ir.V(at)) {
		return nil, nil, nil, false
	}
	m.Arbitrary[at] = a.Len()
	return e.Family, e.Keys[:len(e.Keys)-1], ir.V(at), true
}

// parts returns the fields of a struct place, or the elements of an array place. Of a literal the fields that only package
// sync may touch are left out; else the only ones that a copy may have are those for which isPart holds.
func (m *Memory) parts(p Place) ([]Place, error) {
	var parts []Place
	if st, ok := p.Type.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			f := st.Field(i)
			if !analysis.IsSyncValue(f.Type()) || !m.FromLiteral && isPart(f.Type()) {
				parts = append(parts, m.Field(p, f))
			} else if m.FromLiteral {
				parts = append(parts, Place{})
			} else {
				return nil, fmt.Errorf("copy of a value with %s in it", m.AType(f.Type()))
			}
		}
		return parts, nil
	}
	n := analysis.ArrayType(p.Type).Len()
	if n > MaxUnrolled {
		return nil, fmt.Errorf("copy of an array of more than %d elements", MaxUnrolled)
	}
	for i := range n {
		parts = append(parts, m.Index(p, ir.N(i, IntSort)))
	}
	return parts, nil
}

func (s step) get(v *ir.Expr) *ir.Expr {
	if s.At != nil {
		return ir.Select(v, s.At)
	}
	return ir.GetField(v, s.field)
}

// put returns v with the part at path replaced by x.
func put(v *ir.Expr, path []step, x *ir.Expr) *ir.Expr {
	if len(path) == 0 {
		return x
	}
	inner := put(path[0].get(v), path[1:], x)
	if path[0].At != nil {
		return ir.Store(v, []*ir.Expr{path[0].At}, inner)
	}
	return ir.UpdateField(v, path[0].field, inner)
}

// Store returns what writing v to p does: assignments, conditions on them, the locations touched, and the references
// that the write publishes.
func (m *Memory) Store(p Place, v *ir.Expr) (do []ir.Stmt, pre []*ir.Assert, acc []ir.Access, publish []*ir.Expr, err error) {
	if p.IsLocal() {
		if p.Cell == nil {
			return nil, nil, nil, nil, fmt.Errorf("assignment to a value")
		}
		return []ir.Stmt{&ir.Assign{Dst: p.Cell, Src: put(ir.V(p.Cell), p.Path, v)}}, nil, nil, nil, nil
	}
	if analysis.IsComposite(p.Type) || analysis.ArrayType(p.Type) != nil {
		return m.storeParts(p, v)
	}
	if isCopied(p.Type) {
		if m.FromLiteral {
			return nil, nil, nil, nil, nil
		}
		_, acc, err := m.loadUse(p)
		for i := range acc {
			acc[i].Write = true
		}
		return nil, unusedCopy(v), acc, nil, err
	}
	if p.Family == nil {
		return nil, nil, nil, nil, m.noFamily(p.Type)
	}
	src := v
	if len(p.Keys) > 0 {
		src = ir.Store(ir.V(p.Family), p.Keys, v)
	}
	do = []ir.Stmt{&ir.Assign{Dst: p.Family, Src: src}}
	acc = []ir.Access{{Map: p.Family, Index: p.Keys, Write: true}}
	if p.Family.Heap.Class == ir.Holder {
		return nil, freeCopy(v), acc, nil, nil
	}
	own, pre, publish := m.HandOver(p, v)
	return append(own, do...), pre, acc, publish, nil
}

func (m *Memory) storeParts(p Place, v *ir.Expr) (do []ir.Stmt, pre []*ir.Assert, acc []ir.Access, publish []*ir.Expr, err error) {
	if family, keys, some, ok := m.row(p); ok {
		src := v
		if len(keys) > 0 {
			src = ir.Store(ir.V(family), keys, v)
		}
		access := ir.Access{Map: family, Index: append(slices.Clone(keys), some), Write: true}
		return []ir.Stmt{&ir.Assign{Dst: family, Src: src}}, nil, []ir.Access{access}, nil, nil
	}
	parts, err := m.parts(p)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	for i, part := range parts {
		if part.Type == nil {
			continue
		}
		x := ir.Expr{}
		if v.Sort.Kind == ir.KindTuple {
			x = *ir.GetField(v, i)
		} else {
			x = *ir.Select(v, ir.N(int64(i), IntSort))
		}
		d, pr, a, pub, err := m.Store(part, &x)
		if err != nil {
			return nil, nil, nil, nil, err
		}
		do, pre, acc, publish = append(do, d...), append(pre, pr...), append(acc, a...), append(publish, pub...)
	}
	return do, pre, acc, publish, nil
}

// IsPlainRow reports whether the array's elements are scalars: what one heap variable holds can be read and written as a whole.
func IsPlainRow(a *types.Array) bool { return IsScalar(a.Elem()) }

// Leaves returns the places that hold what is at p, each in one heap variable; arrays of scalars are left whole if that is asked for,
// and are an error otherwise.
func (m *Memory) Leaves(p Place, arrays bool) ([]Place, error) {
	if a := analysis.ArrayType(p.Type); arrays && a != nil && IsScalar(a.Elem()) && m.Index(p, ZeroInt).Family != nil {
		return []Place{p}, nil
	}
	switch {
	case analysis.IsSyncValue(p.Type), p.Family == nil && !analysis.IsComposite(p.Type), p.Family != nil && len(p.Keys) != len(p.Family.Heap.Keys),
		p.Variable != nil && m.Facts.OwnsStore(p.Variable):
		return nil, fmt.Errorf("elements with %s in them", m.AType(p.Type))
	case !analysis.IsComposite(p.Type):
		return []Place{p}, nil
	}
	var out []Place
	st := p.Type.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		inner, err := m.Leaves(m.Field(p, st.Field(i)), arrays)
		if err != nil {
			return nil, err
		}
		out = append(out, inner...)
	}
	return out, nil
}

// A Leaf is what holds a part of element i of an array.
type Leaf struct {
	Place
	I *ir.Var
}

// At is the value of heap variable v at the keys.
func At(v *ir.Var, keys []*ir.Expr) *ir.Expr {
	if len(keys) == 0 {
		return ir.V(v)
	}
	return ir.Select(ir.V(v), keys...)
}

func varExprs(vars []*ir.Var) []*ir.Expr {
	var es []*ir.Expr
	for _, v := range vars {
		es = append(es, ir.V(v))
	}
	return es
}

// PutAt is the assignment of x to heap variable v at the keys.
func PutAt(v *ir.Var, keys []*ir.Expr, x *ir.Expr) ir.Stmt {
	if len(keys) > 0 {
		x = ir.Store(ir.V(v), keys, x)
	}
	return &ir.Assign{Dst: v, Src: x}
}
