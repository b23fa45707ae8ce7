package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// LocksExpected returns the guard groups of what a parameter points to that the function counts on its callers to hold: it uses their
// variables, takes none of their struct's locks, and is called by its name alone, in checked code. Each such call is checked with the
// body in place.
func (p *Facts) LocksExpected(fn *ssa.Function, param *ssa.Parameter) []*Group {
	if w := p.locksExpected(fn, param); w != nil {
		return w.groups
	}
	return nil
}

// locksExpected is LocksExpected with where the variables are used; nil if the function counts on no lock.
func (p *Facts) locksExpected(fn *ssa.Function, param *ssa.Parameter) *groupWalk {
	ptr, ok := param.Type().Underlying().(*types.Pointer)
	if !ok || StructName(ptr.Elem()) == nil || token.IsExported(fn.Name()) || !p.called[fn] || p.Outlined[fn] || !p.CallersSynchronise(fn) {
		return nil
	}
	w := &groupWalk{prog: p, name: StructName(ptr.Elem()), seen: map[ssa.Value]bool{}, locks: map[*ssa.Function]bool{}}
	w.value(param)
	if len(w.groups) > 0 && w.takesLock(fn) {
		return nil
	}
	return w
}

// GroupFor returns the group that a value of type t, which a function counts on its caller to guard, is taken to belong to: the one whose
// variable hands over such values, or else the first that hands over nothing.
func (p *Facts) GroupFor(groups []*Group, t types.Type) *Group {
	var first *Group
	for _, g := range groups {
		switch {
		case !p.IsHandedOver(g.Variable):
			if first == nil {
				first = g
			}
		case types.Identical(g.Variable.Type(), t):
			return g
		default:
			if ptr, ok := t.Underlying().(*types.Pointer); ok {
				if name := StructName(ptr.Elem()); name != nil && p.leadsTo(g.Variable.Type(), name, map[types.Type]bool{}) {
					return g
				}
			}
		}
	}
	return first
}

// findCalled returns the functions that checked code calls by their names.
func (p *Facts) findCalled() map[*ssa.Function]bool {
	called := map[*ssa.Function]bool{}
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			if callee := call.StaticCallee(); callee != nil {
				called[callee] = true
			}
		}
	}
	return called
}

// groupWalk follows a pointer to a struct to the guarded fields that are used.
type groupWalk struct {
	prog   *Facts
	name   *types.TypeName
	seen   map[ssa.Value]bool
	groups []*Group
	fields []*ssa.FieldAddr       // of the variables of these groups
	locks  map[*ssa.Function]bool // looked through by takesLock
}

func (w *groupWalk) value(v ssa.Value) {
	if w.seen[v] || v.Referrers() == nil {
		return
	}
	w.seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if a, ok := use.Addr.(*ssa.Alloc); ok && use.Val == v {
				w.value(a)
			}
		case *ssa.FieldAddr:
			g := w.prog.GroupOf(FieldOf(use))
			if use.X != v || g == nil {
				continue
			}
			w.fields = append(w.fields, use)
			if !slices.Contains(w.groups, g) {
				w.groups = append(w.groups, g)
			}
		case *ssa.MakeClosure:
			for i, b := range use.Bindings {
				if b == v {
					w.value(use.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		case ssa.CallInstruction:
			fn := use.Common().StaticCallee()
			if fn == nil || fn.Blocks == nil || w.prog.ContractOf(fn) != nil {
				continue
			}
			for i, arg := range use.Common().Args {
				if arg == v && i < len(fn.Params) {
					w.value(fn.Params[i])
				}
			}
		case *ssa.UnOp, *ssa.Phi:
			w.value(use.(ssa.Value))
		}
	}
}

// takesLock reports whether the function, or one that it calls, does anything to a lock of a struct of the type.
func (w *groupWalk) takesLock(fn *ssa.Function) bool {
	if w.locks[fn] {
		return false
	}
	w.locks[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				if StructName(Deref(i.X.Type())) == w.name && IsSyncValue(Deref(i.Type())) {
					return true
				}
			case ssa.CallInstruction:
				if callee := i.Common().StaticCallee(); callee != nil && w.takesLock(callee) {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, w.takesLock)
}
