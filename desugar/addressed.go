package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/addressed"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// Whoever passes the address of a variable has the callee write it, as rows.Scan(&s.name) and yaml.Unmarshal(data,
// &cfg) do. Often no checked code assigns to such a variable. Then nobody has said who may access it, and each call
// would be believed to be right. So a call of code that may write what it is passed is a write of the variables whose
// addresses it names. Of a pointer that is stored somewhere the same cannot be said: many calls pass one for other
// reasons.

// writesAddressed completes what a call does with an argument that is the address of a variable.
func (t *translator) writesAddressed(inv *emit.Invocation, p passed, u use) use {
	if !u.write || inv.Contract != nil || p.from == nil {
		return u
	}
	if isSpread(inv, p) {
		u.spread = true
		return u
	}
	if !t.isAddressed(inv, p.from) {
		return u
	}
	if p.arg == 0 && t.isReceiver(inv) && !t.writesReceiver(inv) {
		return u
	}
	u.sure, u.addressed = true, true
	if param := declaredParams(inv)(p.arg); param != nil && isEmptyInterface(param) && u.fields == noFields {
		u.fields, u.deep = exportedFields, true
	}
	return u
}

// writesUnknown refuses a write of what an interface holds that comes from elsewhere, as nobody looks at it. What a
// parameter of the function under translation holds, the checks of others look at where they call it, unless it runs in
// a goroutine of its own, or is too large to take the place of its calls.
func (t *translator) writesUnknown(u use, from []ssa.Value) {
	fn := t.outermost().Fn
	asked := !t.prog.Outlined[fn] && !t.prog.Spawned[fn] && !t.runsByItself(fn)
	if asked && !slices.ContainsFunc(from, func(v ssa.Value) bool { p, ok := v.(*ssa.Parameter); return !ok || p.Parent() != fn }) {
		return
	}
	t.Unsupported(t.Frame.Pos(), "%s, which writes what an interface holds: %s does not tell what that is", u.by, analysis.FunctionName(fn))
}

// isReceiver reports whether the first argument of a call is the receiver of a method.
func (t *translator) isReceiver(inv *emit.Invocation) bool {
	return !inv.Common.IsInvoke() && inv.Callee.Fn != nil && inv.Callee.Fn.Fn.Signature.Recv() != nil
}

// writesReceiver reports whether a method is known to write its receiver: its row says so, or it is one by which a
// value decodes itself. Of others nothing is known but that they have a pointer, which the type may ask for only to be
// the same as for its other methods.
func (t *translator) writesReceiver(inv *emit.Invocation) bool {
	if row := t.completeRow(inv); row != nil {
		return row.Writes(0)
	}
	obj := analysis.Object(inv.Callee.Fn.Fn)
	return obj != nil && addressed.Decodes(obj.Name())
}

// isAddressed reports whether an argument may be the address of a variable, or of a part of one, that others may know
// besides by calls such as this one.
func (t *translator) isAddressed(inv *emit.Invocation, v ssa.Value) bool {
	for _, o := range originsOf(v, t.Frame) {
		if held, ok := o.value.(*ssa.MakeInterface); ok {
			for _, o := range originsOf(held.X, o.frame) {
				if t.namesVariable(inv, o.value) {
					return true
				}
			}
			continue
		}
		if t.namesVariable(inv, o.value) {
			return true
		}
	}
	return false
}

// namesVariable is isAddressed for a value that is followed no further.
func (t *translator) namesVariable(inv *emit.Invocation, v ssa.Value) bool {
	at, ok := addressed.Of(v)
	return ok && t.mayKnowRoot(inv, addressed.PartOf(at))
}

// mayKnowRoot reports whether others may know the variable that an address is part of.
func (t *translator) mayKnowRoot(inv *emit.Invocation, root ssa.Value) bool {
	switch v := root.(type) {
	case *ssa.Global:
		return !isOfFlags(inv) // it writes that later, before others read it
	case *ssa.FreeVar:
		return t.runsByItself(v.Parent())
	case *ssa.Alloc:
		return t.isTold(v, nil)
	case *ssa.UnOp:
		made := onlyMade(v.X)
		return made == nil || t.isTold(made, v.X)
	}
	return true
}

// isOfFlags reports whether a call is one of package flag.
func isOfFlags(inv *emit.Invocation) bool {
	fn := inv.Common.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "flag"
}

// runsByItself reports whether a literal, or one around it, is run by a goroutine of its own, or by code that is not at hand.
func (t *translator) runsByItself(fn *ssa.Function) bool {
	for ; fn != nil && fn.Parent() != nil; fn = fn.Parent() {
		if t.prog.Spawned[fn] || t.prog.Loose[fn] {
			return true
		}
	}
	return false
}

// isTold reports whether the text tells others of a variable: a literal captures it that runs by itself, or its address
// is stored elsewhere than in the variable holder.
func (t *translator) isTold(a *ssa.Alloc, holder ssa.Value) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.MakeClosure:
			if t.runsByItself(use.Fn.(*ssa.Function)) {
				return true
			}
		case *ssa.Store:
			if use.Val == a && use.Addr != holder {
				return true
			}
		case *ssa.Go, *ssa.Send, *ssa.MapUpdate:
			return true
		}
	}
	return false
}

// onlyMade returns the one new variable whose address a variable holds that no literal captures; nil if it may hold another one.
func onlyMade(at ssa.Value) *ssa.Alloc {
	holder, ok := at.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var made *ssa.Alloc
	for _, use := range *holder.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if !onlyDereferenced(use) {
				return nil
			}
		case *ssa.Store:
			a, ok := use.Val.(*ssa.Alloc)
			if !ok || use.Addr != at || made != nil {
				return nil
			}
			made = a
		default:
			return nil
		}
	}
	return made
}

// onlyDereferenced reports whether a pointer is used to get at what it leads to, and to return it, alone.
func onlyDereferenced(ptr ssa.Value) bool {
	for _, use := range *ptr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.UnOp, *ssa.Return:
		case *ssa.Store:
			if _, isResult := use.Addr.(*ssa.Alloc); use.Val == ptr && !isResult {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isEmptyInterface reports whether an interface type asks for no method.
func isEmptyInterface(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty() && !analysis.IsTypeParam(t)
}

// keepsLocks reports whether there is a lock or an atomic variable in a value of the type, in structs of other packages too.
func keepsLocks(typ types.Type) bool {
	if analysis.IsSyncValue(typ) {
		return true
	}
	switch u := typ.Underlying().(type) {
	case *types.Array:
		return keepsLocks(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if keepsLocks(f.Type()) {
				return true
			}
		}
	}
	return false
}
