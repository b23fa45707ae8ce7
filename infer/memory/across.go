package memory

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Literal returns the function literal that v is, nil if it is none.
func Literal(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		if fn := v.Fn.(*ssa.Function); fn.Parent() != nil {
			return fn
		}
	case *ssa.Function:
		if v.Parent() != nil {
			return v
		}
	case *ssa.ChangeType:
		return Literal(v.X)
	}
	return nil
}

// BoundMethod returns the method that the method value v is of.
func BoundMethod(v ssa.Value) *ssa.Function {
	m, ok := v.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	fn := m.Fn.(*ssa.Function)
	if obj := Declared(fn); obj != nil && fn.Synthetic != "" {
		return fn.Prog.FuncValue(obj.Origin())
	}
	return nil
}

// Inward names a place of the caller as the callee can.
func (vs *Values) Inward(fn *ssa.Function, args []ssa.Value, p *Place) []*Place {
	var all []*Place
	if Shared(fn, p.Root) {
		all = append(all, p)
	}
	for i, arg := range args {
		if i >= len(fn.Params) || !Refers(arg.Type()) || IsNil(arg) {
			continue
		}
		if steps, ok := p.Under(vs.Target(arg)); ok {
			if q := rename(vs.Target(fn.Params[i]), steps, func(v ssa.Value) ssa.Value {
				if j := slices.Index(args, v); j >= 0 && j < len(fn.Params) {
					return fn.Params[j]
				}
				return nil
			}); q != nil {
				all = append(all, q)
			}
		}
	}
	return all
}

// Shared reports whether a name that begins with r means the same in fn as around it.
func Shared(fn *ssa.Function, r Root) bool {
	if _, ok := r.Value.(*ssa.Global); ok {
		return true
	}
	for at := fn.Parent(); at != nil; at = at.Parent() {
		if r.Value.Parent() == at {
			return true
		}
	}
	return false
}

// Outward names a place of the callee as the caller can, or returns nil.
func (vs *Values) Outward(fn *ssa.Function, at ssa.CallInstruction, c *ssa.CallCommon, p *Place) *Place {
	r := p.Root
	steps, _ := p.Under(p.Base())
	back := func(v ssa.Value) ssa.Value {
		if param, ok := v.(*ssa.Parameter); ok {
			if i := slices.Index(fn.Params, param); i >= 0 && i < len(c.Args) {
				return c.Args[i]
			}
		}
		return nil
	}
	if param, ok := r.Value.(*ssa.Parameter); ok && param.Parent() == fn {
		arg := back(param)
		if arg == nil {
			return nil
		}
		return rename(vs.Target(arg), steps, back)
	}
	if v, ok := at.(ssa.Value); ok && r.Value == ssa.Value(fn) {
		return rename(vs.Places.At(Root{Value: v, Result: r.Result}), steps, back)
	}
	if Shared(fn, r) {
		return p
	}
	return nil
}

// rename continues p with steps, whose indices are values of another function.
func rename(p *Place, steps []Step, value func(ssa.Value) ssa.Value) *Place {
	for _, s := range steps {
		if s.Kind == ToElement && s.Index != nil {
			switch i := s.Index.(type) {
			case ssa.Value:
				v := value(i)
				if v == nil {
					return nil
				}
				s.Index = v
				if c, ok := v.(*ssa.Const); ok {
					s = (&Values{}).element(c)
				}
			case *Place:
				return nil
			}
		}
		p = p.To(s)
	}
	return p
}

// Refers reports whether values of the type lead to memory.
func Refers(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return !ok || b.Kind() == types.UnsafePointer
}
