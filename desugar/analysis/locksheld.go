package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// LocksExpected returns the guard groups of what a parameter points to that the function counts on its callers to hold:
// it uses their variables, takes none of their struct's locks unless these are confined to a goroutine, and is called
// by its name alone, in checked code. Each such call is checked with the body in place, or shows what the function
// counts on.
func (p *Facts) LocksExpected(fn *ssa.Function, param *ssa.Parameter) []*Group {
	groups, _ := p.locksExpected(fn, param)
	if len(groups) > 0 && p.Outlined[fn] && !p.expectsApart(fn) {
		return nil
	}
	return groups
}

// locksExpected is LocksExpected with where the variables are used.
func (p *Facts) locksExpected(fn *ssa.Function, param *ssa.Parameter) (groups []*Group, uses []*ssa.FieldAddr) {
	ptr, ok := param.Type().Underlying().(*types.Pointer)
	if !ok || StructName(ptr.Elem()) == nil || token.IsExported(fn.Name()) || !p.called[fn] || !p.SynchronisedFor(param) {
		return nil, nil
	}
	counts := func(g *Group) bool { return !p.countsOnNobody(fn, g) && p.isRequiredFor(fn, g) }
	groups, uses = p.groupsUsed(param, counts)
	if len(groups) > 0 && p.takesLock(fn, StructName(ptr.Elem()), map[*ssa.Function]bool{}) {
		return p.groupsUsed(param, func(g *Group) bool { return p.isConfined(g) && counts(g) })
	}
	return groups, uses
}

// isRequiredFor reports whether the contract of a function, if it has one, names all the locks that satisfy the guard of a group.
func (p *Facts) isRequiredFor(fn *ssa.Function, g *Group) bool {
	return p.ContractOf(fn) == nil || p.isGuardedBy(g, p.HeldFor(fn))
}

// isConfined reports whether the variables of a group belong to one goroutine: whichever locks a function takes or
// releases, it has them throughout, but for what it needs a lock for besides.
func (p *Facts) isConfined(g *Group) bool {
	guard := p.Guard(g.Variable)
	return guard != nil && guard.Confined != nil
}

// ExpectsGoroutine reports whether a function counts on its callers for no more of a group's guard than to be the
// goroutine to which the variables are confined: it takes the locks itself that it takes to write them.
func (p *Facts) ExpectsGoroutine(fn *ssa.Function, param *ssa.Parameter, g *Group) bool {
	guard := p.Guard(g.Variable)
	return guard != nil && guard.Locked != nil && p.takesLock(fn, StructName(Deref(param.Type())), map[*ssa.Function]bool{})
}

// groupsUsed returns the guard groups that count, of what a parameter points to, of which a function uses variables, and where.
func (p *Facts) groupsUsed(param *ssa.Parameter, counts func(*Group) bool) (groups []*Group, uses []*ssa.FieldAddr) {
	w := &fieldWalk{prog: p, seen: map[ssa.Value]bool{}, field: func(use *ssa.FieldAddr) {
		g := p.GroupOf(FieldOf(use))
		if g == nil || !counts(g) {
			return
		}
		uses = append(uses, use)
		if !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}}
	w.value(param)
	return groups, uses
}

// LocksRequired returns the guard groups of what a parameter points to of which a function uses variables that has a
// contract, if all calls are translated with its body in place: then the contract says which locks its callers hold,
// and what else they pass is taken to be what these guard. Each call is checked with what the caller has.
func (p *Facts) LocksRequired(fn *ssa.Function, param *ssa.Parameter) []*Group {
	spec := p.ContractOf(fn)
	ptr, ok := param.Type().Underlying().(*types.Pointer)
	if !ok || StructName(ptr.Elem()) == nil || spec == nil || spec.Performs != nil || p.Outlined[fn] || !p.CalledByName(fn) || p.CalledByOthers(fn) {
		return nil
	}
	held := p.HeldFor(fn)
	groups, _ := p.groupsUsed(param, func(g *Group) bool { return p.isGuardedBy(g, held) })
	return groups
}

// IsRequired reports whether a function takes what a parameter leads to for what the locks guard that its contract says its callers hold.
func (p *Facts) IsRequired(param *ssa.Parameter) bool {
	fn := param.Parent()
	return !p.OpaqueParameter(param) && p.LeadsToRegional(param.Type()) && slices.ContainsFunc(fn.Params, func(of *ssa.Parameter) bool { return len(p.LocksRequired(fn, of)) > 0 })
}

// isGuardedBy reports whether it takes some of the locks, and nothing else, to satisfy the guard of a group.
func (p *Facts) isGuardedBy(g *Group, held map[*types.Var]bool) bool {
	if !p.isLocked(g) {
		return false
	}
	locks := map[*types.Var]bool{}
	for _, c := range p.Guard(g.Variable).Write {
		p.locksNamed(c.Expr, locks)
	}
	for lock := range locks {
		if lock == nil || !held[lock] {
			return false
		}
	}
	return true
}

// isLocked reports whether it takes locks, and nothing else, to satisfy the guard of a group.
func (p *Facts) isLocked(g *Group) bool {
	guard := p.Guard(g.Variable)
	if guard == nil || guard.Confined != nil {
		return false
	}
	locks := 0
	for _, c := range guard.Write {
		for _, at := range locksAt(c.Expr) {
			if behind, ok := at.(*annot.Star); ok {
				at = behind.X
			}
			lock := p.lockVariable(at)
			if lock == nil || !IsLock(lock.Type()) && !IsLock(Deref(lock.Type())) {
				return false
			}
			locks++
		}
	}
	return locks > 0
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
			for _, callee := range p.Callees(call) {
				called[callee] = true
			}
		}
	}
	return called
}

// fieldWalk follows a pointer to a struct to the fields that are used.
type fieldWalk struct {
	prog  *Facts
	seen  map[ssa.Value]bool
	field func(*ssa.FieldAddr) // is told of each
}

func (w *fieldWalk) value(v ssa.Value) {
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
			if use.X == v {
				w.field(use)
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

// liesIn reports whether the field at an address is one of a struct of the type, or of a struct inside it.
func liesIn(a *ssa.FieldAddr, of *types.TypeName) bool {
	for {
		if StructName(Deref(a.X.Type())) == of {
			return true
		}
		outer, ok := a.X.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		a = outer
	}
}

// takesLock reports whether the function, or one that it calls, does anything to a lock of a struct of the type.
func (p *Facts) takesLock(fn *ssa.Function, of *types.TypeName, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				if field := Deref(i.Type()); (IsSyncValue(field) || IsLock(Deref(field))) && liesIn(i, of) {
					return true
				}
			case ssa.CallInstruction:
				if slices.ContainsFunc(p.Callees(i.Common()), func(callee *ssa.Function) bool { return p.takesLock(callee, of, seen) }) {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return p.takesLock(lit, of, seen) })
}
