package heap

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// ModifiesPlace is what a function may change that may change the place p.
func (m *Memory) ModifiesPlace(p Place) ([]*ir.Modify, error) {
	if p.IsLocal() {
		return nil, fmt.Errorf("not a shared location")
	}
	if analysis.IsComposite(p.Type) {
		st := p.Type.Underlying().(*types.Struct)
		fields := slices.Concat(slices.Collect(st.Fields()), m.Facts.GhostsIn(p.Type))
		var out []*ir.Modify
		for _, f := range fields {
			mods, err := m.ModifiesPlace(m.Field(p, f))
			if err != nil {
				return nil, err
			}
			out = append(out, mods...)
		}
		return out, nil
	}
	if a := analysis.ArrayType(p.Type); a != nil && p.Family == nil {
		if IsAddressed(a.Elem()) || m.Facts.Escapes.Elems[analysis.TypeKey(a.Elem())] {
			return m.modifiesElements(a.Elem(), p.Addr())
		}
		f := m.elements(a.Elem())
		if f == nil {
			return nil, m.noFamily(a.Elem())
		}
		return []*ir.Modify{{Map: f, Index: []*ir.Expr{p.Addr()}}}, nil
	}
	if IsStateless(p.Type) {
		return nil, nil
	}
	if p.Family == nil {
		return nil, m.noFamily(p.Type)
	}
	out := []*ir.Modify{{Map: p.Family, Index: p.Keys}}
	if r := m.readers[p.Family]; r != nil {
		out = append(out, &ir.Modify{Map: r, Index: p.Keys})
	}
	if d := m.dones[p.Family]; d != nil {
		out = append(out, &ir.Modify{Map: d, Index: p.Keys})
	}
	if p.Variable != nil && m.Facts.OwnsStore(p.Variable) {
		v, err := m.Read(p)
		if err != nil {
			return nil, err
		}
		mp, isMap := p.Type.Underlying().(*types.Map)
		if isMap {
			s, err := m.MapStore(mp)
			if err != nil {
				return nil, err
			}
			return append(out, s.Modifies(v)...), nil
		}
		elem := p.Type.Underlying().(*types.Slice).Elem()
		mods, err := m.ModifiesPlace(m.ArrayAt(m.SliceArr(v), elem))
		if err != nil {
			return nil, err
		}
		out = append(out, mods...)
	}
	return out, nil
}

// modifiesElements returns the locations of all elements of the array at arr where elements are found through their
// address: every location whose address is an element of arr, or lies inside one.
func (m *Memory) modifiesElements(elem types.Type, arr *ir.Expr) ([]*ir.Modify, error) {
	i := &ir.Var{Name: "i", Label: "i", Sort: IntSort, Kind: ir.BoundVar}
	return m.ModifiesAny(m.Element(arr, ir.V(i), elem), i)
}

// ModifiesAny returns the locations in p for every value of i, an index or an object.
func (m *Memory) ModifiesAny(p Place, i *ir.Var) ([]*ir.Modify, error) {
	mods, err := m.ModifiesPlace(p)
	if err != nil {
		return nil, err
	}
	for _, mod := range mods {
		if mod.In != nil {
			return nil, fmt.Errorf("elements of elements")
		}
		mod.In = ir.True
		for k, x := range mod.Index {
			mod.In = ir.And(mod.In, m.Matches(ir.V(mod.Map.Heap.Keys[k]), x, i))
		}
		if mentionsVar(mod.In, i) {
			return nil, fmt.Errorf("what each of them owns")
		}
		mod.Index = nil
	}
	return mods, nil
}

// Matches says that key is the place x for some value of the index any.
func (m *Memory) Matches(key, x *ir.Expr, any *ir.Var) *ir.Expr {
	if x.Op == ir.OpVar && x.Var == any {
		return ir.True
	}
	if !m.IsInterior(x) || !mentionsVar(x, any) {
		return ir.Eq(key, x)
	}
	inside := m.Matches(ir.Apply(m.Parent, key), x.Args[0], any)
	if x.Fn == m.refs.elem && !(x.Args[1].Op == ir.OpVar && x.Args[1].Var == any) {
		inside = ir.And(inside, ir.Eq(ir.Apply(m.Pos, key), x.Args[1]))
	}
	return ir.And(ir.Eq(ir.Apply(m.Kind, key), m.kindOf(x.Fn)), inside)
}

func mentionsVar(e *ir.Expr, v *ir.Var) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpVar && x.Var == v
		return !found
	})
	return found
}
