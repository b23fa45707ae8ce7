package heap

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Address returns the address of a heap place.
func (m *Memory) Address(p Place) *ir.Expr {
	if p.IsLocal() {
		panic("address of a local place")
	}
	return p.Addr()
}

// Deref returns the place that ptr points to.
func (m *Memory) Deref(ptr *ir.Expr, elem types.Type) Place {
	p := Place{Type: elem, Addr: func() *ir.Expr { return ptr }}
	if !analysis.IsComposite(elem) && analysis.ArrayType(elem) == nil {
		p.Family, p.Keys = m.cells(elem), []*ir.Expr{ptr}
	}
	return p
}

// Global returns the place of a package variable.
func (m *Memory) Global(v *types.Var) Place {
	addr := func() *ir.Expr { return m.rootRef(v) }
	switch {
	case IsAddressed(v.Type()), m.Facts.Escapes.Vars[v]:
		m.mentions(v)
		p := m.Deref(addr(), v.Type())
		p.Variable = v
		return p
	}
	m.mentions(v)
	return Place{Type: v.Type(), Family: m.variable(v, v.Type(), nil), Addr: addr, Variable: v}
}

// Field returns the place p.f.
func (m *Memory) Field(p Place, f *types.Var) Place {
	f = m.Facts.Field(f)
	if p.IsLocal() {
		st := p.Type.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			if m.Facts.Field(st.Field(i)) == f {
				return p.part(step{field: i}, st.Field(i).Type())
			}
		}
		panic(fmt.Sprintf("no field %s in %s", f.Name(), p.Type))
	}
	m.mentions(f)
	t := m.Facts.FieldType(p.Type, f)
	ref := p.Addr()
	addr := func() *ir.Expr { return m.FieldRef(f, ref) }
	if IsAddressed(t) || m.Facts.Escapes.Vars[f] {
		p := m.Deref(addr(), t)
		p.Variable, p.Owner = f, ref
		return p
	}
	family := m.variable(f, t, []*ir.Sort{ir.Ref})
	return Place{Type: t, Family: family, Keys: []*ir.Expr{ref}, Addr: addr, Variable: f, Owner: ref}
}

// Index returns the place p[i] of an array place p.
func (m *Memory) Index(p Place, i *ir.Expr) Place {
	elem := analysis.ArrayType(p.Type).Elem()
	i = m.AsInt(i)
	switch {
	case p.IsLocal():
		return p.part(step{At: i}, elem)
	case p.Family == nil: // an array known by its address
		return m.Element(p.Addr(), i, elem)
	case IsAddressed(elem), m.Facts.Escapes.Elems[analysis.TypeKey(elem)]:
		return m.Deref(m.ElemRef(p.Addr(), i), elem)
	}
	addr := p.Addr
	return Place{
		Type: elem, Family: p.Family, Keys: append(slices.Clone(p.Keys), i),
		Addr: func() *ir.Expr { return m.ElemRef(addr(), i) },
	}
}

// Elem returns the place s[i] of the slice value s.
func (m *Memory) Elem(s *ir.Expr, elem types.Type, i *ir.Expr) Place {
	return m.Element(m.SliceArr(s), ir.Add(m.SliceOff(s), m.AsInt(i)), elem)
}

// Element returns the place of element i of the array at arr.
func (m *Memory) Element(arr, i *ir.Expr, elem types.Type) Place {
	addr := func() *ir.Expr { return m.ElemRef(arr, i) }
	if IsAddressed(elem) || m.Facts.Escapes.Elems[analysis.TypeKey(elem)] {
		return m.Deref(addr(), elem)
	}
	return Place{Type: elem, Family: m.elements(elem), Keys: []*ir.Expr{arr, i}, Addr: addr}
}

// ArrayAt returns the place of an array known by its address, of whatever length.
func (m *Memory) ArrayAt(arr *ir.Expr, elem types.Type) Place {
	return Place{Type: types.NewArray(elem, 0), Addr: func() *ir.Expr { return arr }}
}

// Captured returns the place of the variable v of the activation whose object is owner.
func (m *Memory) Captured(v *types.Var, owner *ir.Expr) Place {
	f := m.capturedFamily(v)
	addr := func() *ir.Expr {
		if f != nil && m.refs.fields[v] == nil {
			fn := &ir.Fn{Name: "&" + f.Name, Params: []*ir.Sort{ir.Ref}, Result: ir.Ref}
			fn.Facts = func(app *ir.Expr) []*ir.Expr { return m.refs.interior(app, m.refs.kindOf(fn)) }
			m.refs.fields[v] = fn
		}
		return m.FieldRef(v, owner)
	}
	return Place{Type: v.Type(), Family: f, Keys: []*ir.Expr{owner}, Addr: addr, Variable: v, Owner: owner}
}
