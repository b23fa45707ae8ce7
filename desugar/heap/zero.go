package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Zeroed says that every place in p that has a heap variable holds its zero value.
func (m *Memory) Zeroed(p Place) ([]*ir.Expr, error) {
	if a := analysis.ArrayType(p.Type); a != nil && p.Family == nil {
		return m.zeroedElements(a.Elem(), p.Addr())
	}
	if analysis.IsComposite(p.Type) {
		var facts []*ir.Expr
		st := p.Type.Underlying().(*types.Struct)
		for i := range st.NumFields() {
			f := st.Field(i)
			if !m.knows(f) {
				continue
			}
			more, err := m.Zeroed(m.Field(p, f))
			if err != nil {
				return nil, err
			}
			facts = append(facts, more...)
		}
		return append(facts, m.zeroedGhosts(p)...), nil
	}
	if IsStateless(p.Type) {
		if m.needs(usedID) {
			return []*ir.Expr{ir.Not(m.used(p))}, nil
		}
		return nil, nil
	}
	if p.Family == nil {
		return nil, m.noFamily(p.Type)
	}
	facts := []*ir.Expr{m.zeroAt(p.Family, p.Keys)}
	if r := m.readers[p.Family]; r != nil {
		facts = append(facts, m.zeroAt(r, p.Keys))
	}
	if d := m.dones[p.Family]; d != nil {
		facts = append(facts, m.zeroAt(d, p.Keys))
	}
	return facts, nil
}

func (m *Memory) zeroAt(family *ir.Var, keys []*ir.Expr) *ir.Expr {
	at := ir.V(family)
	if len(keys) > 0 {
		at = ir.Select(at, keys...)
	}
	return ir.Eq(at, ZeroOf(at.Sort))
}

// knows reports whether some heap variable for the field, or for what is in it, is in use. Fields that the function
// never looks at need no initial value.
func (m *Memory) knows(f *types.Var) bool {
	if _, err := m.Sort(f.Type()); err != nil && !IsAddressed(f.Type()) && !analysis.IsSyncValue(f.Type()) {
		return false
	}
	if IsAddressed(f.Type()) {
		return true
	}
	if holdsStateless(f.Type()) {
		return m.needs(usedID)
	}
	if m.Facts.Escapes.Vars[m.Facts.Field(f)] {
		return m.needs("cell "+analysis.TypeKey(f.Type())) || analysis.ArrayType(f.Type()) != nil
	}
	id, _ := m.variableID(m.Facts.Field(f), f.Type())
	return m.needs(id)
}

// zeroedElements says that all elements of the array at arr are zero.
func (m *Memory) zeroedElements(elem types.Type, arr *ir.Expr) ([]*ir.Expr, error) {
	if !IsAddressed(elem) && !m.Facts.Escapes.Elems[analysis.TypeKey(elem)] && !holdsStateless(elem) {
		if !m.needs("elements " + analysis.TypeKey(elem)) {
			_, err := m.Sort(elem)
			return nil, err
		}
		f := m.elements(elem)
		if f == nil {
			_, err := m.Sort(elem)
			return nil, err
		}
		return []*ir.Expr{m.zeroAt(f, []*ir.Expr{arr})}, nil
	}
	i := &ir.Var{Name: "i", Label: "i", Sort: IntSort, Kind: ir.BoundVar}
	facts, err := m.Zeroed(m.Element(arr, ir.V(i), elem))
	if err != nil {
		return nil, err
	}
	var out []*ir.Expr
	for _, f := range facts {
		out = append(out, m.ofEach(f, i))
	}
	return out, nil
}

// ofEach says that a value at one key is zero for every index i. Where it can, it says so of the places, by what they are:
// who asks about a place need not know its index then.
func (m *Memory) ofEach(zero *ir.Expr, i *ir.Var) *ir.Expr {
	at := zero
	if (at.Op == ir.OpNot || at.Op == ir.OpEq) && len(at.Args) > 0 {
		at = at.Args[0]
	}
	if at.Op != ir.OpSelect || len(at.Args) != 2 || at.Args[0].Op != ir.OpVar || !m.IsInterior(at.Args[1]) {
		return ir.Forall([]*ir.Var{i}, zero)
	}
	this := &ir.Var{Name: "this", Label: "this", Sort: ir.Ref, Kind: ir.BoundVar}
	return ir.Forall([]*ir.Var{this}, ir.Implies(m.Matches(ir.V(this), at.Args[1], i), m.zeroAt(at.Args[0].Var, []*ir.Expr{ir.V(this)})))
}

// zeroedGhosts says that the ghosts of a new struct at p hold zero.
func (m *Memory) zeroedGhosts(p Place) []*ir.Expr {
	var facts []*ir.Expr
	for _, g := range m.Facts.GhostsIn(p.Type) {
		if !m.knows(g) {
			continue
		}
		if at := m.Field(p, g); at.Family != nil {
			facts = append(facts, m.zeroAt(at.Family, at.Keys))
		}
	}
	return facts
}
