package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// A goroutine gets slices and maps as it begins. If somewhere in the program a guarded variable owns an array or store
// of such a type, it may be that one: whoever reads it needs the guard. The goroutine counts on its starter that it is
// not, and each go statement is checked for it, where the function is run by go statements that are at hand, and by
// nobody else without its name.

// countsOnUnowned reports whether a goroutine that runs fn counts on its starter that no variable owns the array or
// store of the slice or map in an input of fn: a parameter, or a captured variable that is assigned once. Those that
// come from a variable which owns them are no such inputs.
func (t *translator) countsOnUnowned(fn *ssa.Function, input ssa.Value) bool {
	if !t.prog.Spawned[fn] || t.prog.Outlined[fn] || t.prog.CalledByOthers(fn) || analysis.IsWrapper(fn) || t.prog.ContractAt(fn) != nil || mayBeInstance(fn) {
		return false
	}
	typ := input.Type()
	switch in := input.(type) {
	case *ssa.FreeVar:
		cell := capturedAlloc(in)
		if cell == nil || !t.Usage(cell).EffectivelyFinal || t.guarded(cell.Parent())[cell] != nil {
			return false
		}
		for _, s := range t.Usage(cell).Stores {
			if t.comesFromOwner(s.Val, map[ssa.Value]bool{}) {
				return false
			}
		}
		typ = analysis.Deref(typ)
	case *ssa.Parameter:
	default:
		return false
	}
	return t.Mem.MayBeOwned(typ) && !t.takesMemoryOf(fn, input)
}

// mayBeInstance reports whether a function is generic, or an instance of a generic one: the two may see an input with different types.
func mayBeInstance(fn *ssa.Function) bool {
	root := analysis.Root(fn)
	return root.TypeParams().Len() > 0 || len(root.TypeArgs()) > 0 || root.Origin() != nil || root.Signature.RecvTypeParams().Len() > 0
}

// comesFromOwner reports whether a value was read from a variable that owns what it leads to, as far as the text tells.
func (t *translator) comesFromOwner(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Slice:
		return t.comesFromOwner(v.X, seen)
	case *ssa.ChangeType:
		return t.comesFromOwner(v.X, seen)
	case *ssa.UnOp:
		switch at := v.X.(type) {
		case *ssa.FieldAddr:
			return t.prog.OwnsStore(analysis.FieldOf(at))
		case *ssa.Global:
			owner, ok := at.Object().(*types.Var)
			return ok && t.prog.OwnsStore(owner)
		case *ssa.FreeVar:
			return true
		case *ssa.Alloc:
			for _, use := range *at.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(at) && t.comesFromOwner(s.Val, seen) {
					return true
				}
			}
		}
	}
	return false
}

// believeInputs notes, where a goroutine begins, what it counts on its starter for.
func (t *translator) believeInputs(fn *ssa.Function, input ssa.Value, v *ir.Expr, typ types.Type) {
	if t.refines == nil && t.countsOnUnowned(fn, input) {
		t.Out.Given = append(t.Out.Given, t.Mem.NoVariableOwns(v, typ)...)
	}
}

// inputsUnowned checks that a new goroutine gets what it counts on.
func (t *translator) inputsUnowned(s *ir.Spawn, inv *emit.Invocation, fn *ssa.Function, args []*ir.Expr) {
	check := func(v *ir.Expr, typ types.Type) {
		for _, cond := range t.Mem.NoVariableOwns(v, typ) {
			s.Requires = append(s.Requires, t.Assertion(cond, ir.Check{Kind: ir.LeavesRegion}))
		}
	}
	for i, p := range fn.Params {
		if i < len(args) && t.countsOnUnowned(fn, p) {
			check(args[i], p.Type())
		}
	}
	for i, b := range inv.Callee.Fn.Bindings {
		if !t.countsOnUnowned(fn, fn.FreeVars[i]) {
			continue
		}
		typ := analysis.Deref(fn.FreeVars[i].Type())
		v, ok := t.loadGiven(b, fn.FreeVars[i])
		e := t.ExprOf(v)
		if !ok || e == nil {
			t.Unsupported(inv.Pos, "go statement: %s has no translation", fn.FreeVars[i].Name())
			return
		}
		check(e, typ)
	}
}
