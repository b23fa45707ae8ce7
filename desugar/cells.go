package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// A cell is a variable that belongs to the function alone: no step is needed to access it.
type cell struct {
	v     *ir.Var
	owner *frame
	// once is the only assignment to the variable, if there is just one. What it assigned is known afterwards.
	once  *ssa.Store
	known bool
	value value
}

// usage is how a variable's address is used.
type usage struct {
	stores    []*ssa.Store // assignments of the whole variable
	parts     bool         // assignments of parts of it
	escapes   bool         // used as a value
	elsewhere bool         // captured by a function literal that is not just called here
}

// local reports whether the variable belongs to the function alone. One that a function literal captures which runs
// elsewhere does so only if it is not assigned any more by then: there is nothing to share but its value.
func (u *usage) local() bool { return !u.escapes }

// once returns the only assignment to the variable, nil if there are others.
func (u *usage) once() *ssa.Store {
	if u.escapes || u.parts || len(u.stores) != 1 {
		return nil
	}
	return u.stores[0]
}

// usage returns how the address of the variable is used.
func (t *translator) usage(a *ssa.Alloc) *usage {
	if u := t.locality[a]; u != nil {
		return u
	}
	u := &usage{}
	t.locality[a] = u
	if isVarargs(a) {
		return u
	}
	w := &useWalk{t: t, u: u, seen: map[ssa.Value]bool{}}
	w.address(a, false)
	if s := u.once(); s != nil && s.Parent() != a.Parent() {
		u.parts = true // assigned by a function literal: who knows when
	}
	if u.elsewhere && (u.once() == nil || !settled(a, u.once())) {
		u.escapes = true
	}
	return u
}

// settled reports whether s assigns the variable a once and for all before any function literal captures it.
func settled(a *ssa.Alloc, s *ssa.Store) bool {
	for _, use := range *a.Referrers() {
		mc, ok := use.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		if mc.Block() != s.Block() {
			if !s.Block().Dominates(mc.Block()) {
				return false
			}
			continue
		}
		if slices.Index(s.Block().Instrs, ssa.Instruction(mc)) < slices.Index(s.Block().Instrs, ssa.Instruction(s)) {
			return false
		}
	}
	return a.Block() == s.Block() || !cycles(s.Block(), a.Block())
}

// cycles reports whether control can come back to b without passing avoid.
func cycles(b, avoid *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{avoid: true}
	work := slices.Clone(b.Succs)
	for len(work) > 0 {
		at := work[0]
		work = work[1:]
		if at == b {
			return true
		}
		if !seen[at] {
			seen[at] = true
			work = append(work, at.Succs...)
		}
	}
	return false
}

// useWalk follows the uses of an address.
type useWalk struct {
	t    *translator
	u    *usage
	seen map[ssa.Value]bool // function values and captured variables that are followed already
}

func (w *useWalk) address(v ssa.Value, part bool) {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
		case *ssa.Store:
			switch {
			case use.Val == v:
				w.u.escapes = true
			case part:
				w.u.parts = true
			default:
				w.u.stores = append(w.u.stores, use)
			}
		case *ssa.FieldAddr:
			w.address(use, true)
		case *ssa.IndexAddr:
			w.address(use, true)
		case *ssa.MakeClosure:
			w.captured(use, v)
		default:
			w.u.escapes = true
		}
	}
}

// captured follows a variable into a function literal.
func (w *useWalk) captured(mc *ssa.MakeClosure, v ssa.Value) {
	if !w.seen[mc] && !w.onlyCalled(mc) {
		w.u.elsewhere = true
	}
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b == v && !w.seen[fn.FreeVars[i]] {
			w.seen[fn.FreeVars[i]] = true
			w.address(fn.FreeVars[i], false)
		}
	}
}

// onlyCalled reports whether the function value v is only called: here, deferred, from a local variable, or by a
// function that is inlined here.
func (w *useWalk) onlyCalled(v ssa.Value) bool {
	w.seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if !w.called(&use.Call, v) {
				return false
			}
		case *ssa.Defer:
			if !w.called(&use.Call, v) {
				return false
			}
		case *ssa.Store:
			a, ok := use.Addr.(*ssa.Alloc)
			if !ok || use.Val != v || !w.onlyCalledFrom(a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyCalledFrom reports whether the local variable a is assigned once and what it holds is only called.
func (w *useWalk) onlyCalledFrom(a *ssa.Alloc) bool {
	stores := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			stores++
		case *ssa.UnOp:
			if !w.seen[use] && !w.onlyCalled(use) {
				return false
			}
		default:
			return false
		}
	}
	return stores == 1
}

// called reports whether the call calls v, or hands it to a function that is inlined and itself only calls it.
func (w *useWalk) called(call *ssa.CallCommon, v ssa.Value) bool {
	if call.IsInvoke() {
		return false
	}
	callee := call.StaticCallee()
	for i, arg := range call.Args {
		if arg != v {
			continue
		}
		if callee != nil && calledBack(callee, i) {
			continue
		}
		if callee == nil || callee.Blocks == nil || i >= len(callee.Params) {
			return false
		}
		if spec := w.t.contractAt(callee); spec != nil && spec.Performs != nil {
			return false
		}
		p := callee.Params[i]
		if !w.seen[p] && !w.onlyCalled(p) {
			return false
		}
	}
	return true
}

// isVarargs reports whether a is the array of the variadic arguments of an append, or of a function without a body: its
// elements are values only.
func isVarargs(a *ssa.Alloc) bool {
	return a.Comment == "varargs" && onlyRead(a, func(s *ssa.Slice) bool { return appended(s) || isForeignVarargs(s) })
}

// appended reports whether a slice is an argument of an append and has no other use.
func appended(s *ssa.Slice) bool {
	call := soleCall(s)
	return call != nil && isBuiltin(call, "append") && call.Call.Args[0] != s
}

// soleCall returns the call that a slice of a whole array is an argument of, if that is its only use.
func soleCall(s *ssa.Slice) *ssa.Call {
	if s.Low != nil || s.High != nil || s.Max != nil {
		return nil
	}
	var only *ssa.Call
	for _, use := range *s.Referrers() {
		if _, ok := use.(*ssa.DebugRef); ok {
			continue
		}
		call, ok := use.(*ssa.Call)
		if !ok || only != nil {
			return nil
		}
		only = call
	}
	return only
}

func isBuiltin(call *ssa.Call, name string) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}

// onlyRead reports whether an array is filled through constant indices and otherwise only sliced in the given way.
func onlyRead(a *ssa.Alloc, sliced func(*ssa.Slice) bool) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Slice:
			if !sliced(use) {
				return false
			}
		case *ssa.IndexAddr:
			for _, u := range *use.Referrers() {
				if s, ok := u.(*ssa.Store); !ok || s.Addr != use {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// isMakeSlice returns the slice that a make with a constant capacity builds from the array a, nil if a is no such
// array.
func isMakeSlice(a *ssa.Alloc) *ssa.Slice {
	if a.Comment != "makeslice" {
		return nil
	}
	var only *ssa.Slice
	for _, use := range *a.Referrers() {
		s, ok := use.(*ssa.Slice)
		if !ok || only != nil {
			return nil
		}
		only = s
	}
	return only
}

// knownValue returns what a cell holds at the instruction under translation, if only one assignment can have set it.
func (t *translator) knownValue(v *ir.Var) (value, bool) {
	c := t.cellOf[v]
	if c == nil || !c.known {
		return value{}, false
	}
	for f := t.frame; f != nil; f = f.caller {
		if f == c.owner {
			return c.value, dominates(f, c.once, f.at)
		}
	}
	return value{}, false
}

// dominates reports whether a is executed before b in every execution that reaches b.
func dominates(f *frame, a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return f.index[a] < f.index[b]
	}
	return a.Block().Dominates(b.Block())
}
