package desugar

import (
	"go/types"
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
	// choices are the functions that it may hold, if it is assigned several and only called.
	choices *choices
}

// usage is how a variable's address is used.
type usage struct {
	stores    []*ssa.Store // assignments of the whole variable
	parts     bool         // assignments of parts of it
	escapes   bool         // used as a value
	elsewhere bool         // captured by a function literal that is not just called here
	settled   bool         // not assigned any more once a function literal has captured it
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
	w := &useWalk{prog: t.prog.Facts, u: u, seen: map[ssa.Value]bool{}}
	w.address(a, false)
	if s := u.once(); s != nil && s.Parent() != a.Parent() {
		u.parts = true // assigned by a function literal: who knows when
	}
	u.settled = !u.escapes && !u.parts && !assignedAfterCapture(a, u.stores)
	if u.elsewhere && !u.settled {
		u.escapes = true
	}
	return u
}

// isIteration reports whether phi is the variable of a three-clause loop in one iteration. There is a new variable in each,
// which begins with the value of the one before; go/ssa makes them addresses. One that nobody keeps the address of, and that
// is not assigned any more once a function literal has captured it, might as well be one variable of the function's own.
func isIteration(phi *ssa.Phi) bool {
	if _, ok := phi.Type().Underlying().(*types.Pointer); !ok || phi.Comment == "" {
		return false
	}
	for _, e := range phi.Edges {
		a, ok := e.(*ssa.Alloc)
		if _, only := onlyAccessed(e, phi); !ok || a.Comment != phi.Comment || !only {
			return false
		}
	}
	stores, only := onlyAccessed(phi, nil)
	return only && !assignedAfterCapture(phi, stores)
}

// onlyAccessed reports whether the variable at v is only read and assigned, or else goes into next; if that is nil, function
// literals may read it as well. It returns the assignments.
func onlyAccessed(v ssa.Value, next *ssa.Phi) (stores []*ssa.Store, only bool) {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
		case *ssa.Phi:
			if use != next {
				return nil, false
			}
		case *ssa.Store:
			if use.Addr != v || use.Val == v {
				return nil, false
			}
			stores = append(stores, use)
		case *ssa.MakeClosure:
			if next != nil || !onlyReads(use, v) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return stores, true
}

// onlyReads reports whether a function literal only reads the variable v, which it captures.
func onlyReads(mc *ssa.MakeClosure, v ssa.Value) bool {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b != v {
			continue
		}
		for _, use := range *fn.FreeVars[i].Referrers() {
			switch use.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return false
			}
		}
	}
	return true
}

// A variable is the address of a variable, and the instruction after which it is the address of another one.
type variable interface {
	ssa.Instruction
	Referrers() *[]ssa.Instruction
}

// assignedAfterCapture reports whether the variable a, which stores assigns, may be assigned after a function literal has
// captured it.
func assignedAfterCapture(a variable, stores []*ssa.Store) bool {
	assigns := func(instrs []ssa.Instruction) bool {
		return slices.ContainsFunc(stores, func(s *ssa.Store) bool { return slices.Contains(instrs, ssa.Instruction(s)) })
	}
	seen := map[*ssa.BasicBlock]bool{}
	var after func(b *ssa.BasicBlock, from int) bool
	after = func(b *ssa.BasicBlock, from int) bool {
		rest := b.Instrs[from:]
		if i := slices.Index(rest, ssa.Instruction(a)); i >= 0 { // another variable from here on
			return assigns(rest[:i])
		}
		if assigns(rest) {
			return true
		}
		for _, to := range b.Succs {
			if !seen[to] {
				seen[to] = true
				if after(to, 0) {
					return true
				}
			}
		}
		return false
	}
	if slices.ContainsFunc(stores, func(s *ssa.Store) bool { return s.Parent() != a.Parent() }) {
		return true
	}
	for _, use := range *a.Referrers() {
		mc, ok := use.(*ssa.MakeClosure)
		if ok && after(mc.Block(), slices.Index(mc.Block().Instrs, ssa.Instruction(mc))) {
			return true
		}
	}
	return false
}

// cycles reports whether control can come back to b, without passing avoid if that is a block.
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
	prog *Facts
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
		case *ssa.Phi:
			w.u.escapes = w.u.escapes || !isIteration(use)
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
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !w.onlyCalledBy(use, v) })
}

// onlyCalledBy reports whether an instruction does nothing else with the function v than to call it, or to keep it for that.
func (w *useWalk) onlyCalledBy(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp: // compared with nil
		return true
	case *ssa.Call:
		return w.called(&use.Call, v)
	case *ssa.Defer:
		return w.called(&use.Call, v)
	case *ssa.Store:
		a, ok := use.Addr.(*ssa.Alloc)
		return ok && use.Val == v && w.onlyCalledFrom(a)
	}
	return false
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
		case *ssa.MakeClosure:
			if !w.onlyCalledWithin(use, a) {
				return false
			}
		default:
			return false
		}
	}
	return stores == 1 || isChoice(a)
}

// onlyCalledWithin reports whether a function literal that captures the variable v, which holds a function, is only called itself
// and only calls what the variable holds.
func (w *useWalk) onlyCalledWithin(mc *ssa.MakeClosure, v ssa.Value) bool {
	if !w.seen[mc] && !w.onlyCalled(mc) {
		return false
	}
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b != v || w.seen[fn.FreeVars[i]] {
			continue
		}
		w.seen[fn.FreeVars[i]] = true
		for _, use := range *fn.FreeVars[i].Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
				if !w.seen[use] && !w.onlyCalled(use) {
					return false
				}
			case *ssa.MakeClosure:
				if !w.onlyCalledWithin(use, fn.FreeVars[i]) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
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
		if callee != nil && (callsItsArgument(callee) || calledBack(callee, i)) || holdsBody(v) { // for a body, see iterate
			continue
		}
		if callee == nil || callee.Blocks == nil || i >= len(callee.Params) {
			return false
		}
		if spec := w.prog.contractAt(callee); spec != nil && spec.Performs != nil {
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
	if t.setBeforeCapture(c) {
		return c.value, true
	}
	return value{}, false
}

// setBeforeCapture reports whether a variable of a call that has returned was assigned before each function literal that captured
// it was made, and never after. What reads it then is such a literal, which the call returned: the one that it made last.
func (t *translator) setBeforeCapture(c *cell) bool {
	a, ok := c.once.Addr.(*ssa.Alloc)
	if !ok || !t.usage(a).settled {
		return false
	}
	for _, use := range *a.Referrers() {
		if mc, ok := use.(*ssa.MakeClosure); ok && !dominates(c.owner, c.once, mc) {
			return false
		}
	}
	return true
}

// dominates reports whether a is executed before b in every execution that reaches b.
func dominates(f *frame, a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return f.index[a] < f.index[b]
	}
	return a.Block().Dominates(b.Block())
}
