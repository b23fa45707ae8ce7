package memory

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Values finds the places that values point to.
type Values struct {
	Places   Places
	known    map[ssa.Value]*Place
	elements map[ssa.Value]Step
	// Made has where each function literal is made: what it captures.
	Made map[*ssa.Function]*ssa.MakeClosure
}

// NewValues returns an empty one.
func NewValues() *Values {
	return &Values{Places: Places{}, known: map[ssa.Value]*Place{}, elements: map[ssa.Value]Step{}, Made: map[*ssa.Function]*ssa.MakeClosure{}}
}

// Target returns the place that v points to; for a slice or a map, its array or store.
func (vs *Values) Target(v ssa.Value) *Place {
	if p := vs.known[v]; p != nil {
		return p
	}
	own := vs.Places.At(Root{Value: v})
	vs.known[v] = own // should v depend on itself
	p := vs.find(v)
	if p == nil || p.depth() > maxDepth {
		p = own
	}
	vs.known[v] = p
	return p
}

// maxDepth bounds names; longer ones are cut.
const maxDepth = 12

func (vs *Values) find(v ssa.Value) *Place {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if f := fieldAt(v.X.Type(), v.Field); f != nil {
			return vs.Target(v.X).Field(f)
		}
	case *ssa.IndexAddr:
		return vs.Target(v.X).To(vs.Element(v.Index))
	case *ssa.FreeVar:
		if b := vs.captured(v); b != nil {
			return vs.Target(b)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if a, ok := vs.Cell(v.X); ok {
				if only := OnlyStored(a); only != nil {
					return vs.Target(only)
				}
			}
			return beyond(vs.Target(v.X), v.Type())
		}
	case *ssa.Field:
		if p := vs.holder(v); p != nil {
			return beyond(p, v.Type())
		}
	case *ssa.Lookup:
		return beyond(vs.Target(v.X).To(vs.Element(v.Index)), v.Type())
	case *ssa.ChangeType:
		return vs.Target(v.X)
	case *ssa.ChangeInterface:
		return vs.Target(v.X)
	case *ssa.MakeInterface:
		return vs.Target(v.X)
	case *ssa.TypeAssert:
		return vs.Target(v.X)
	case *ssa.Slice:
		return vs.Target(v.X)
	case *ssa.Extract:
		return vs.extract(v)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return vs.Target(v.Call.Args[0])
		}
		return vs.Places.At(Root{Value: v, Result: 1})
	case *ssa.Phi:
		return vs.phi(v)
	}
	return nil
}

// beyond follows the pointer, slice or map of type t that is at p.
func beyond(p *Place, t types.Type) *Place {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return p.To(Step{Kind: ToStore})
	}
	return p.To(Step{Kind: ToTarget})
}

func (vs *Values) extract(v *ssa.Extract) *Place {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return vs.Places.At(Root{Value: t, Result: v.Index + 1})
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return vs.Target(t.X)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return beyond(vs.Target(t.X).To(vs.Element(t.Index)), v.Type())
		}
	}
	return nil
}

// phi is what all the values that flow together point to, if that is one place.
func (vs *Values) phi(v *ssa.Phi) *Place {
	var only *Place
	for _, e := range v.Edges {
		if e == v || IsNil(e) {
			continue
		}
		p := vs.Target(e)
		if only != nil && p != only {
			return nil
		}
		only = p
	}
	return only
}

// IsNil reports whether v is the constant nil.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// holder returns the place that the struct value v is loaded from, nil if it is none.
func (vs *Values) holder(v ssa.Value) *Place {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return vs.Target(v.X)
		}
	case *ssa.Field:
		if p := vs.holder(v.X); p != nil {
			if f := fieldAt(v.X.Type(), v.Field); f != nil {
				return p.Field(f)
			}
		}
	}
	return nil
}

// Element is the step to the element at an index or key.
func (vs *Values) Element(i ssa.Value) Step {
	if s, ok := vs.elements[i]; ok {
		return s
	}
	vs.elements[i] = Step{Kind: ToElement, Index: i} // should i depend on itself, as in i = i
	s := vs.element(i)
	vs.elements[i] = s
	return s
}

func (vs *Values) element(i ssa.Value) Step {
	s := Step{Kind: ToElement, Index: i}
	switch i := i.(type) {
	case *ssa.Const:
		if i.Value != nil && i.Value.Kind() == constant.Int {
			s.Index = i.Value.ExactString()
		}
	case *ssa.UnOp:
		if i.Op == token.MUL {
			if a, ok := vs.Cell(i.X); ok {
				if only := OnlyStored(a); only != nil {
					return vs.Element(only)
				}
			}
			s.Index = vs.Target(i.X)
		}
	case *ssa.Convert:
		return vs.Element(i.X)
	}
	return s
}

// captured returns what the variable of a function literal is bound to where the literal is made.
func (vs *Values) captured(v *ssa.FreeVar) ssa.Value {
	at := vs.Made[v.Parent()]
	if at == nil {
		return nil
	}
	for i, f := range v.Parent().FreeVars {
		if f == v && i < len(at.Bindings) {
			return at.Bindings[i]
		}
	}
	return nil
}

// Cell returns the variable that v is the address of, captured or not.
func (vs *Values) Cell(v ssa.Value) (*ssa.Alloc, bool) {
	if f, ok := v.(*ssa.FreeVar); ok {
		b := vs.captured(f)
		if b == nil {
			return nil, false
		}
		return vs.Cell(b)
	}
	a, ok := v.(*ssa.Alloc)
	return a, ok
}

// OnlyStored returns the value that a variable has from its declaration on, nil if there is more than one or if its address
// goes elsewhere than to function literals.
func OnlyStored(a *ssa.Alloc) ssa.Value {
	var only ssa.Value
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			if f, ok := use.Fn.(*ssa.Function); !ok || assigned(f, use, a) {
				return nil
			}
		case *ssa.Store:
			if use.Addr != a || only != nil {
				return nil
			}
			only = use.Val
		default:
			return nil
		}
	}
	return only
}

// assigned reports whether the function literal may assign the variable.
func assigned(fn *ssa.Function, at *ssa.MakeClosure, a ssa.Value) bool {
	for i, b := range at.Bindings {
		if b != a || i >= len(fn.FreeVars) {
			continue
		}
		for _, use := range *fn.FreeVars[i].Referrers() {
			switch use := use.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				if f, ok := use.Fn.(*ssa.Function); !ok || assigned(f, use, fn.FreeVars[i]) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// fieldAt returns field number i of the struct that t is, or points to; nil if t is a type parameter without one.
func fieldAt(t types.Type, i int) *types.Var {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st := structOf(t)
	if st == nil {
		return nil
	}
	return st.Field(i).Origin()
}

// structOf returns the struct that t is; of a type parameter that of the first type that it may be.
func structOf(t types.Type) *types.Struct {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return u
	case *types.Pointer:
		return structOf(u.Elem())
	case *types.Interface:
		for e := range u.EmbeddedTypes() {
			if union, ok := e.(*types.Union); ok && union.Len() > 0 {
				e = union.Term(0).Type()
			}
			if st := structOf(e); st != nil {
				return st
			}
		}
	}
	return nil
}
