package infer

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// values finds the places that values point to.
type values struct {
	places places
	known  map[ssa.Value]*place
	// made has where each function literal is made: what it captures.
	made map[*ssa.Function]*ssa.MakeClosure
}

func newValues() *values {
	return &values{places: places{}, known: map[ssa.Value]*place{}, made: map[*ssa.Function]*ssa.MakeClosure{}}
}

// target returns the place that v points to; for a slice or a map, its array or store.
func (vs *values) target(v ssa.Value) *place {
	if p := vs.known[v]; p != nil {
		return p
	}
	own := vs.places.at(root{value: v})
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

func (vs *values) find(v ssa.Value) *place {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return vs.target(v.X).field(fieldAt(v.X.Type(), v.Field))
	case *ssa.IndexAddr:
		return vs.target(v.X).to(vs.element(v.Index))
	case *ssa.FreeVar:
		if b := vs.captured(v); b != nil {
			return vs.target(b)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if a, ok := vs.cell(v.X); ok {
				if only := onlyStored(a); only != nil {
					return vs.target(only)
				}
			}
			return beyond(vs.target(v.X), v.Type())
		}
	case *ssa.Field:
		if p := vs.holder(v); p != nil {
			return beyond(p, v.Type())
		}
	case *ssa.Lookup:
		return beyond(vs.target(v.X).to(vs.element(v.Index)), v.Type())
	case *ssa.ChangeType:
		return vs.target(v.X)
	case *ssa.ChangeInterface:
		return vs.target(v.X)
	case *ssa.MakeInterface:
		return vs.target(v.X)
	case *ssa.TypeAssert:
		return vs.target(v.X)
	case *ssa.Slice:
		return vs.target(v.X)
	case *ssa.Extract:
		return vs.extract(v)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return vs.target(v.Call.Args[0])
		}
		return vs.places.at(root{v, 1})
	case *ssa.Phi:
		return vs.phi(v)
	}
	return nil
}

// beyond follows the pointer, slice or map of type t that is at p.
func beyond(p *place, t types.Type) *place {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return p.to(step{kind: toStore})
	}
	return p.to(step{kind: toTarget})
}

func (vs *values) extract(v *ssa.Extract) *place {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return vs.places.at(root{t, v.Index + 1})
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return vs.target(t.X)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return beyond(vs.target(t.X).to(vs.element(t.Index)), v.Type())
		}
	}
	return nil
}

// phi is what all the values that flow together point to, if that is one place.
func (vs *values) phi(v *ssa.Phi) *place {
	var only *place
	for _, e := range v.Edges {
		if e == v || isNil(e) {
			continue
		}
		p := vs.target(e)
		if only != nil && p != only {
			return nil
		}
		only = p
	}
	return only
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// holder returns the place that the struct value v is loaded from, nil if it is none.
func (vs *values) holder(v ssa.Value) *place {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return vs.target(v.X)
		}
	case *ssa.Field:
		if p := vs.holder(v.X); p != nil {
			return p.field(fieldAt(v.X.Type(), v.Field))
		}
	}
	return nil
}

// element is the step to the element at an index or key.
func (vs *values) element(i ssa.Value) step {
	s := step{kind: toElement, index: i}
	switch i := i.(type) {
	case *ssa.Const:
		if i.Value != nil && i.Value.Kind() == constant.Int {
			s.index = i.Value.ExactString()
		}
	case *ssa.UnOp:
		if i.Op == token.MUL {
			if a, ok := vs.cell(i.X); ok {
				if only := onlyStored(a); only != nil {
					return vs.element(only)
				}
			}
			s.index = vs.target(i.X)
		}
	case *ssa.Convert:
		return vs.element(i.X)
	}
	return s
}

// captured returns what the variable of a function literal is bound to where the literal is made.
func (vs *values) captured(v *ssa.FreeVar) ssa.Value {
	at := vs.made[v.Parent()]
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

// cell returns the variable that v is the address of, captured or not.
func (vs *values) cell(v ssa.Value) (*ssa.Alloc, bool) {
	if f, ok := v.(*ssa.FreeVar); ok {
		b := vs.captured(f)
		if b == nil {
			return nil, false
		}
		return vs.cell(b)
	}
	a, ok := v.(*ssa.Alloc)
	return a, ok
}

// onlyStored returns the value that a variable has from its declaration on, nil if there is more than one or if its address
// goes elsewhere than to function literals.
func onlyStored(a *ssa.Alloc) ssa.Value {
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

// fieldAt returns field number i of the struct that t is, or points to.
func fieldAt(t types.Type, i int) *types.Var {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	return t.Underlying().(*types.Struct).Field(i).Origin()
}
