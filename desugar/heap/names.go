package heap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// binding tells for each array which variable owns it: the variable's kind, its object, and where in the array the
// slice began when it was stored there.
type binding struct{ Owner, object, offset *ir.Var }

func (m *Memory) binding() *binding {
	if m.Bound == nil {
		m.Bound = &binding{
			Owner:  m.bookkeeping(storeOwner, kindSort),
			object: m.bookkeeping("store.object", ir.Ref),
			offset: m.bookkeeping("store.offset", IntSort),
		}
	}
	return m.Bound
}

func (m *Memory) bookkeeping(name string, s *ir.Sort) *ir.Var {
	return m.family(name, name, []*ir.Sort{ir.Ref}, s, ir.Immutable)
}

// KindOfVar is the kind of the place of a variable.
func (m *Memory) KindOfVar(v *types.Var) *ir.Expr {
	return ir.Const("&"+m.placeName(m.Facts.Field(v)), kindSort)
}

// placeName names a variable as no other is named here, whatever their packages and functions call them.
func (m *Memory) placeName(v *types.Var) string {
	label := m.Label(v)
	name := label
	for i := 2; m.placeNames[name] != nil && m.placeNames[name] != v; i++ {
		name = fmt.Sprintf("%s~%d", label, i)
	}
	m.placeNames[name] = v
	return name
}

// Label is the name of a field or package variable in messages: a field's with its type, and with the package if it is
// not the function's own.
func (m *Memory) Label(v *types.Var) string {
	if v.IsField() {
		return m.fieldLabel(v)
	}
	return m.varLabel(v)
}

func (m *Memory) fieldLabel(f *types.Var) string {
	owner := m.Facts.Owners[m.Facts.Field(f)]
	if owner == "" {
		owner = "struct"
	}
	return m.qualify(f, owner+"."+f.Name())
}

func (m *Memory) varLabel(v *types.Var) string { return m.qualify(v, v.Name()) }

func (m *Memory) qualify(v *types.Var, name string) string {
	if v.Pkg() == nil || v.Pkg().Path() == m.Path {
		return name
	}
	return v.Pkg().Name() + "." + name
}

// ShortType is the name of a type in messages: without the package if it is the function's own.
func (m *Memory) ShortType(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg.Path() == m.Path {
			return ""
		}
		return pkg.Name()
	})
}

// AType is ShortType with the article before it: an int, a string.
func (m *Memory) AType(t types.Type) string {
	name := m.ShortType(t)
	for _, sound := range []string{"a", "e", "i", "o", "un", "http", "rpc", "xml"} {
		if strings.HasPrefix(strings.ToLower(name), sound) {
			return "an " + name
		}
	}
	return "a " + name
}

// variableID names the heap variable of a field or package variable that holds values of type t. A field of a generic type
// has one for each sort that its values may have, and for each type of package sync that has none.
func (m *Memory) variableID(v *types.Var, t types.Type) (id, label string) {
	label = m.Label(v)
	id = m.Facts.Fset.Position(v.Pos()).String() + ":" + label
	if analysis.IsGeneric(v.Type()) {
		of := ultimate(t)
		if s, err := m.Sort(of); err == nil {
			id += " " + s.String()
		} else if analysis.IsSyncValue(of) {
			id += " " + analysis.TypeKey(of)
		}
		for a := analysis.ArrayType(t); a != nil; a = analysis.ArrayType(a.Elem()) {
			id += "[]" // each of which is a key
		}
	}
	return id, label
}

func (m *Memory) uniqueFamily(label string) string {
	name := label
	for i := 2; slices.ContainsFunc(m.HeapVars(), func(v *ir.Var) bool { return v.Name == name }); i++ {
		name = fmt.Sprintf("%s~%d", label, i)
	}
	return name
}

// ultimate returns the type of the elements of an array type, or of its elements if these are arrays; t itself if it is
// none.
func ultimate(t types.Type) types.Type {
	if a := analysis.ArrayType(t); a != nil {
		return analysis.UltimateElem(a)
	}
	return t
}

// family returns the heap variable called id, making it at first use.
func (m *Memory) family(id, label string, keys []*ir.Sort, elem *ir.Sort, class ir.Class) *ir.Var {
	if v := m.Families[id]; v != nil {
		return v
	}
	s := elem
	for _, k := range slices.Backward(keys) {
		s = ir.Array(k, s)
	}
	h := &ir.Heap{Class: class, Who: &ir.Var{Name: "t", Label: "t", Sort: ir.Tid, Kind: ir.BoundVar}}
	for i, k := range keys {
		name := "i"
		if k.Kind == ir.KindRef {
			name = "this"
		} else if i > 1 {
			name = fmt.Sprintf("i%d", i)
		}
		h.Keys = append(h.Keys, &ir.Var{Name: name, Label: name, Sort: k, Kind: ir.BoundVar})
	}
	if len(keys) > 0 && keys[0].Kind == ir.KindRef {
		h.Object = ir.V(h.Keys[0])
	}
	v := &ir.Var{Name: m.uniqueFamily(label), Label: label, Sort: s, Kind: ir.HeapVar, Heap: h}
	m.Families[id] = v
	return v
}
