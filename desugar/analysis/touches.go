package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// IsAnnotated reports whether a package is at hand and has annotations.
func (p *Facts) IsAnnotated(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	info := p.Packages[pkg.Path()]
	return info != nil && info.Annot.Annotated
}

// Touches reports whether a function of a package without annotations may do something to annotated things.
func (p *Facts) Touches(fn *Function) bool { return fn.Refines != nil || p.touching[fn.Fn] }

// findTouching finds the functions of packages without annotations that touch annotated things.
func (p *Facts) findTouching() map[*ssa.Function]bool {
	touching := map[*ssa.Function]bool{}
	callers := map[*ssa.Function][]*ssa.Function{}
	var todo []*ssa.Function
	mark := func(fn *ssa.Function) {
		if !touching[fn] {
			touching[fn] = true
			todo = append(todo, fn)
		}
	}
	for _, fn := range p.functions {
		if info := p.InfoOf(fn); info != nil && info.Annot.Annotated {
			continue
		}
		for _, lit := range fn.AnonFuncs {
			callers[lit] = append(callers[lit], fn)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					for _, callee := range p.Callees(call.Common()) {
						callers[callee] = append(callers[callee], fn)
					}
				}
				if p.touches(instr) {
					mark(fn)
				}
			}
		}
		eachValued(fn, func(used *ssa.Function, _ ssa.Instruction) { callers[used] = append(callers[used], fn) })
	}
	for len(todo) > 0 {
		fn := todo[0]
		todo = todo[1:]
		for _, caller := range callers[fn] {
			mark(caller)
		}
	}
	return touching
}

// touches reports whether an instruction may do something to annotated things.
func (p *Facts) touches(instr ssa.Instruction) bool {
	for _, op := range instr.Operands(nil) {
		if g, ok := (*op).(*ssa.Global); ok && p.touchesVariable(g.Object(), instr) {
			return true
		}
	}
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		return p.touchesField(FieldOf(i), i)
	case *ssa.UnOp: // a copy of a struct
		return p.leadsToAnnotated(i.Type(), false) && IsComposite(i.Type())
	case *ssa.Store:
		return IsComposite(i.Val.Type()) && p.leadsToAnnotated(i.Val.Type(), false)
	case *ssa.MakeInterface:
		return len(p.Contracted(i.Type())) > 0
	case *ssa.ChangeInterface:
		return IsTypeParam(i.X.Type()) && len(p.Contracted(i.Type())) > 0
	case ssa.CallInstruction:
		return p.touchesBy(i.Common())
	}
	return false
}

// touchesVariable reports whether an instruction may do something to a package variable with annotations, or write one that
// functions with annotations rely on.
func (p *Facts) touchesVariable(obj types.Object, by ssa.Instruction) bool {
	v, ok := obj.(*types.Var)
	if !ok || !p.IsAnnotated(v.Pkg()) {
		return false
	}
	_, reads := by.(*ssa.UnOp)
	return !reads || p.IsGuarded(v) || p.promised(v.Type())
}

// touchesField does the same for the field at an address.
func (p *Facts) touchesField(f *types.Var, at *ssa.FieldAddr) bool {
	if !p.IsAnnotated(f.Pkg()) {
		return p.Governable(Deref(at.X.Type())) || p.isOwned(Deref(at.X.Type())) // a value inside a variable with annotations
	}
	if p.IsGuarded(f) || p.promised(Deref(at.X.Type())) || p.Governable(Deref(at.X.Type())) {
		return true
	}
	for _, use := range *at.Referrers() {
		switch use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// promised reports whether something is said of all values of a type.
func (p *Facts) promised(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	spec := p.TypeSpec(n.Origin().Obj())
	return spec != nil && len(spec.Promises())+len(spec.Transitions) > 0
}

// touchesBy reports whether a call may do something to annotated things: if its contract asks for something, if it gives the
// caller memory that the callee's package may guard, or if code that is not at hand gets at some.
func (p *Facts) touchesBy(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return p.ByInterface(call) != nil || len(p.Targets(call)) > 0
	}
	fn := call.StaticCallee()
	if fn == nil {
		return false
	}
	if fn.Blocks == nil && p.InfoOf(fn) == nil {
		for _, arg := range call.Args {
			if p.leadsToAnnotated(heldType(arg), true) {
				return true
			}
		}
		for _, arg := range variadicArguments(call) {
			if p.leadsToAnnotated(heldType(arg), true) {
				return true
			}
		}
		return false
	}
	info := p.InfoOf(fn)
	if info == nil || !info.Annot.Annotated {
		return false
	}
	if spec := p.ContractOf(fn); spec != nil && len(spec.Requires)+len(spec.PanicsIf)+len(spec.Unsupported) > 0 {
		return true
	}
	if slices.ContainsFunc(info.Annot.Confined, func(c *annot.Confinement) bool { return c.Func == Object(fn) }) {
		return true // only one goroutine may run it
	}
	if p.CallersSynchronise(fn) && slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool {
		return p.LeadsToRegional(v.Type()) || p.WritesThrough(v) || p.TakesOver(v) || p.CountsOn(v)
	}) {
		return true // it counts on having what it is passed
	}
	for r := range fn.Signature.Results().Variables() {
		if p.LeadsToRegional(r.Type()) {
			return true
		}
		switch u := r.Type().Underlying().(type) {
		case *types.Slice, *types.Map, *types.Chan:
			return true
		case *types.Pointer:
			if !IsComposite(u.Elem()) || p.Governable(u.Elem()) {
				return true
			}
		}
	}
	return false
}

// heldType is the type of what a value holds, if it is an interface that is made here.
func heldType(v ssa.Value) types.Type {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	return v.Type()
}

// variadicArguments lists what a call puts into a slice of variadic arguments.
func variadicArguments(call *ssa.CallCommon) []ssa.Value {
	if len(call.Args) == 0 {
		return nil
	}
	s, ok := call.Args[len(call.Args)-1].(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" {
		return nil
	}
	var all []ssa.Value
	for i := range ArrayType(Deref(a.Type())).Len() {
		if v := StoredAt(a, i); v != nil {
			all = append(all, v)
		}
	}
	return all
}

// leadsToAnnotated reports whether a value of a type is a struct of an annotated package, or holds one or, if behind is set, a
// pointer to one.
func (p *Facts) leadsToAnnotated(t types.Type, behind bool) bool {
	seen := map[types.Type]bool{}
	var visit func(types.Type) bool
	visit = func(t types.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		if n, ok := types.Unalias(t).(*types.Named); ok && IsComposite(n) && (p.IsAnnotated(n.Obj().Pkg()) || p.Governable(n)) {
			return true
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if visit(f.Type()) {
					return true
				}
			}
		case *types.Array:
			return visit(u.Elem())
		case *types.Pointer:
			return behind && visit(u.Elem())
		case *types.Slice:
			return behind && visit(u.Elem())
		case *types.Map:
			return behind && visit(u.Elem())
		}
		return false
	}
	return visit(t)
}

// findUnsettled finds the fields and package variables of packages without annotations that are assigned otherwise than
// where their object is made, sync/atomic included, or whose address is used as a value: these may change at any time.
// The others are believed to keep the value that they were given there.
func (p *Facts) findUnsettled() map[*types.Var]bool {
	changing := map[*types.Var]bool{}
	var all func(t types.Type)
	all = func(t types.Type) { // the parts of a struct that is written as a whole
		if st, ok := t.Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				if !changing[p.Field(f)] {
					changing[p.Field(f)] = true
					all(f.Type())
				}
			}
		}
	}
	for v := range p.Escapes.Vars {
		changing[p.Field(v)] = true
	}
	for v := range p.Escapes.set {
		changing[v] = true
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				switch a := s.Addr.(type) {
				case *ssa.Alloc:
					continue
				case *ssa.FieldAddr:
					if _, isNew := a.X.(*ssa.Alloc); isNew {
						continue
					}
					changing[p.Field(FieldOf(a))] = true
				case *ssa.Global:
					if v, ok := a.Object().(*types.Var); ok && !IsInit(fn) {
						changing[v] = true
					}
				}
				all(s.Val.Type())
			}
		}
	}
	return changing
}
