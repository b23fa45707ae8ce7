package analysis

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Usage is how a variable's address is used.
type Usage struct {
	Stores           []*ssa.Store // assignments of the whole variable
	Parts            bool         // assignments of parts of it
	Escapes          bool         // used as a value
	Elsewhere        bool         // captured by a function literal that is not just called here
	EffectivelyFinal bool         // not assigned any more once a function literal has captured it
}

// Local reports whether the variable belongs to the function alone. One that a function literal captures which runs
// elsewhere does so only if it is not assigned any more by then: there is nothing to share but its value.
func (u *Usage) Local() bool { return !u.Escapes }

// Once returns the only assignment to the variable, nil if there are others.
func (u *Usage) Once() *ssa.Store {
	if u.Escapes || u.Parts || len(u.Stores) != 1 {
		return nil
	}
	return u.Stores[0]
}

// IsIteration reports whether phi is the variable of a three-clause loop in one iteration. There is a new variable in each,
// which begins with the value of the one before; go/ssa makes them addresses. One that nobody keeps the address of, and that
// is not assigned any more once a function literal has captured it, might as well be one variable of the function's own.
func IsIteration(phi *ssa.Phi) bool {
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
	return only && !AssignedAfterCapture(phi, stores)
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
			if next != nil || !OnlyReads(use, v) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return stores, true
}

// OnlyReads reports whether a function literal only reads the variable v, which it captures.
func OnlyReads(mc *ssa.MakeClosure, v ssa.Value) bool {
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

// AssignedAfterCapture reports whether the variable a, which stores assigns, may be assigned after a function literal has
// captured it.
func AssignedAfterCapture(a variable, stores []*ssa.Store) bool {
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

// Cycles reports whether control can come back to b, without passing avoid if that is a block.
func Cycles(b, avoid *ssa.BasicBlock) bool { return reaches(b, b, avoid) }

// Reaches reports whether control may go from the end of one block to another.
func Reaches(from, to *ssa.BasicBlock) bool { return reaches(from, to, nil) }

func reaches(from, to, avoid *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{avoid: true}
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		at := work[0]
		work = work[1:]
		if at == to {
			return true
		}
		if !seen[at] {
			seen[at] = true
			work = append(work, at.Succs...)
		}
	}
	return false
}

// UseWalk follows the uses of an address.
type UseWalk struct {
	Prog *Facts
	U    *Usage
	Seen map[ssa.Value]bool // function values and captured variables that are followed already
}

// Address notes all that is done with the address v; part says that it is of a part of the variable.
func (w *UseWalk) Address(v ssa.Value, part bool) {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
		case *ssa.Store:
			switch {
			case use.Val == v:
				w.U.Escapes = true
			case part:
				w.U.Parts = true
			default:
				w.U.Stores = append(w.U.Stores, use)
			}
		case *ssa.FieldAddr:
			w.Address(use, true)
		case *ssa.IndexAddr:
			w.Address(use, true)
		case *ssa.MakeClosure:
			w.captured(use, v)
		case *ssa.Phi:
			w.U.Escapes = w.U.Escapes || !IsIteration(use)
		default:
			w.U.Escapes = true
		}
	}
}

// captured follows a variable into a function literal.
func (w *UseWalk) captured(mc *ssa.MakeClosure, v ssa.Value) {
	if !w.Seen[mc] && !w.OnlyCalled(mc) {
		w.U.Elsewhere = true
	}
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b == v && !w.Seen[fn.FreeVars[i]] {
			w.Seen[fn.FreeVars[i]] = true
			w.Address(fn.FreeVars[i], false)
		}
	}
}

// OnlyCalled reports whether the function value v is only called: here, deferred, from a local variable, or by a
// function that is inlined here.
func (w *UseWalk) OnlyCalled(v ssa.Value) bool {
	w.Seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !w.onlyCalledBy(use, v) })
}

// onlyCalledBy reports whether an instruction does nothing else with the function v than to call it, or to keep it for that.
func (w *UseWalk) onlyCalledBy(use ssa.Instruction, v ssa.Value) bool {
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
	case *ssa.ChangeType:
		return w.onlyPassedAs(use)
	}
	return false
}

// onlyPassedAs reports whether a function value that gets another type is passed, then, to functions that only call it,
// and is not kept in a variable.
func (w *UseWalk) onlyPassedAs(v *ssa.ChangeType) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if !w.called(&use.Call, v) {
				return false
			}
		case *ssa.ChangeType:
			if !w.onlyPassedAs(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyCalledFrom reports whether the local variable a is assigned once and what it holds is only called.
func (w *UseWalk) onlyCalledFrom(a *ssa.Alloc) bool {
	stores := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			stores++
		case *ssa.UnOp:
			if !w.Seen[use] && !w.OnlyCalled(use) {
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
	return stores == 1 || IsChoice(a)
}

// onlyCalledWithin reports whether a function literal that captures the variable v, which holds a function, is only called itself
// and only calls what the variable holds.
func (w *UseWalk) onlyCalledWithin(mc *ssa.MakeClosure, v ssa.Value) bool {
	if !w.Seen[mc] && !w.OnlyCalled(mc) {
		return false
	}
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b != v || w.Seen[fn.FreeVars[i]] {
			continue
		}
		w.Seen[fn.FreeVars[i]] = true
		for _, use := range *fn.FreeVars[i].Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
				if !w.Seen[use] && !w.OnlyCalled(use) {
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
func (w *UseWalk) called(call *ssa.CallCommon, v ssa.Value) bool {
	if call.IsInvoke() {
		return false
	}
	callee := call.StaticCallee()
	for i, arg := range call.Args {
		if arg != v {
			continue
		}
		if callee != nil && (callsItsArgument(callee) || calledBack(callee, i) || i == SubtestArgument && Subtest(call) != nil) || HoldsBody(v) { // for a body, see iterate
			continue
		}
		if callee == nil || callee.Blocks == nil || i >= len(callee.Params) {
			return false
		}
		if spec := w.Prog.ContractAt(callee); spec != nil && spec.Performs != nil {
			return false
		}
		p := callee.Params[i]
		if !w.Seen[p] && !w.OnlyCalled(p) {
			return false
		}
	}
	return true
}

// IsBuiltin reports whether a call is of the built-in function of that name.
func IsBuiltin(call *ssa.Call, name string) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == name
}

// IsChoice reports whether a is such a variable. No assignment may come after itself: then a function literal may be another one
// each time, with other variables.
func IsChoice(a *ssa.Alloc) bool {
	if _, ok := Deref(a.Type()).Underlying().(*types.Signature); !ok {
		return false
	}
	stores := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != a || !isKnownFunction(use.Val) || Cycles(use.Block(), nil) {
				return false
			}
			stores++
		case *ssa.UnOp:
			if !onlyCallee(use) {
				return false
			}
		default:
			return false
		}
	}
	return stores > 1
}

// isKnownFunction reports whether v is a function literal, a declared function or nil.
func isKnownFunction(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return !IsLoopBody(v.Fn.(*ssa.Function))
	case *ssa.Function:
		return true
	case *ssa.Const:
		return v.IsNil()
	}
	return false
}

// onlyCallee reports whether the function v is only called, or compared with nil.
func onlyCallee(v *ssa.UnOp) bool {
	for _, use := range *v.Referrers() {
		var call *ssa.CallCommon
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
			continue
		case *ssa.Call:
			call = &use.Call
		case *ssa.Defer:
			call = &use.Call
		default:
			return false
		}
		if call.Value != v || slices.Contains(call.Args, ssa.Value(v)) {
			return false
		}
	}
	return true
}

// calledBack reports whether the function that is argument i of a call is called, and no more than that, while the call
// lasts.
func calledBack(callee *ssa.Function, i int) bool {
	obj := Object(callee)
	if obj == nil || callee.Blocks != nil {
		return false
	}
	at, ok := Callbacks[obj.FullName()]
	return ok && at == i
}

// callsItsArgument reports whether fn calls the functions that it gets before it returns, and does nothing else with them.
func callsItsArgument(fn *ssa.Function) bool {
	obj := Object(fn)
	return obj != nil && obj.FullName() == "(*sync.Once).Do"
}

// Callbacks has the parameters of functions that are called, and no more than that, while the function runs.
var Callbacks = map[string]int{
	"sort.Slice": 1, "sort.SliceStable": 1, "sort.Find": 1, "sort.Search": 1, "slices.SortFunc": 1, "slices.SortStableFunc": 1,
	"slices.BinarySearchFunc": 2, "slices.SortedFunc": 1, "slices.SortedStableFunc": 1, "slices.ContainsFunc": 1, "slices.IndexFunc": 1,
	"slices.DeleteFunc": 1, "slices.CompactFunc": 1, "maps.DeleteFunc": 1,
	"bytes.ContainsFunc": 1, "bytes.IndexFunc": 1, "bytes.LastIndexFunc": 1,
	"strings.ContainsFunc": 1, "strings.IndexFunc": 1, "strings.LastIndexFunc": 1,
	"strings.TrimFunc": 1, "strings.TrimLeftFunc": 1, "strings.TrimRightFunc": 1,
	"(*sync.Map).Range": 1, "bytes.FieldsFunc": 1, "bytes.Map": 0, "strings.FieldsFunc": 1, "strings.Map": 0,
	"go/ast.Inspect":                  1,
	"(*regexp.Regexp).ReplaceAllFunc": 2, "(*regexp.Regexp).ReplaceAllStringFunc": 2,
}

// IsLoopBody reports whether fn is what go/ssa makes of the body of a range over a function.
func IsLoopBody(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "range-over-func") }

// YieldOf returns the signature of the function that an iterator of the type calls for each round, nil if it is the type of no iterator.
func YieldOf(t types.Type) *types.Signature {
	iterator, ok := t.Underlying().(*types.Signature)
	if !ok || iterator.Params().Len() != 1 || iterator.Results().Len() != 0 || iterator.TypeParams().Len() > 0 {
		return nil
	}
	yield, ok := iterator.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || yield.Params().Len() > 2 || yield.Results().Len() != 1 || !types.Identical(yield.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	return yield
}

// HoldsBody reports whether v is the body of a range over a function.
func HoldsBody(v ssa.Value) bool {
	mc, ok := v.(*ssa.MakeClosure)
	return ok && IsLoopBody(mc.Fn.(*ssa.Function))
}

// StoredAt returns the value that is stored into element i of an array of variadic arguments.
func StoredAt(a *ssa.Alloc, i int64) ssa.Value {
	for _, use := range *a.Referrers() {
		ix, ok := use.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		if c, ok := ix.Index.(*ssa.Const); !ok || c.Int64() != i {
			continue
		}
		for _, u := range *ix.Referrers() {
			if s, ok := u.(*ssa.Store); ok {
				return s.Val
			}
		}
	}
	return nil
}
