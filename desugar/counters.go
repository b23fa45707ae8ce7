package desugar

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Indices that goroutines take from an atomic counter. Each worker adds one to a counter that all have, and writes the
// elements whose indices are what it got:
//
//	for i := int(next.Add(1)) - 1; i < len(xs); i = int(next.Add(1)) - 1 {
//		out[i] = f(xs[i])
//	}
//
// No two of them get the same number, if nobody does anything to the counter but add one, and read it. That the text
// shows (onlyCounts). The elements are lent as with a channel: see indices.go.

// countedBy returns the counter that fn was given and to which it adds one to get an index, and what it adds to what it
// gets; nil if the index is from elsewhere.
func (t *translator) countedBy(v ssa.Value, fn *ssa.Function, depth int) (counter ssa.Value, by int64) {
	if depth > maxBound || !isWide(v.Type()) {
		return nil, 0
	}
	switch v := v.(type) {
	case *ssa.Convert:
		return t.countedBy(v.X, fn, depth+1)
	case *ssa.ChangeType:
		return t.countedBy(v.X, fn, depth+1)
	case *ssa.BinOp:
		n, ok := smallNumber(v.Y)
		if !ok || v.Op != token.ADD && v.Op != token.SUB {
			return nil, 0
		}
		if v.Op == token.SUB {
			n = -n
		}
		c, by := t.countedBy(v.X, fn, depth+1)
		return c, by + n
	case *ssa.UnOp:
		return t.countedIn(v, fn, depth)
	case *ssa.Call:
		if at := addsOne(&v.Call); at != nil && t.isGivenCounter(at, fn) {
			return at, 0
		}
	}
	return nil, 0
}

// countedIn is countedBy for what a variable of the function holds: whatever is assigned to it comes from one counter in one way.
func (t *translator) countedIn(load *ssa.UnOp, fn *ssa.Function, depth int) (counter ssa.Value, by int64) {
	a, ok := load.X.(*ssa.Alloc)
	if !ok || load.Op != token.MUL {
		return nil, 0
	}
	u := t.Usage(a)
	if u.Escapes || u.Parts {
		return nil, 0
	}
	for _, s := range u.Stores {
		c, n := t.countedBy(s.Val, fn, depth+1)
		if c == nil || counter != nil && (n != by || !sameCounter(c, counter)) {
			return nil, 0
		}
		counter, by = c, n
	}
	return counter, by
}

// sameCounter reports whether two addresses are the same captured variable, or read from the same parameter.
func sameCounter(v, w ssa.Value) bool { return v == w || sameOperand(v, w) }

// isGivenCounter reports whether the address of a counter is a captured variable of fn, or a parameter.
func (t *translator) isGivenCounter(at ssa.Value, fn *ssa.Function) bool {
	if fv, ok := at.(*ssa.FreeVar); ok {
		return fv.Parent() == fn && capturedAlloc(fv) != nil
	}
	load, ok := at.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	_, isVariable := load.X.(*ssa.Alloc)
	return isVariable && t.isFinal(load, fn)
}

// smallNumber returns the number that v is, if it is so small that nothing that it is added to becomes too large by it.
func smallNumber(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	n, exact := constant.Int64Val(c.Value)
	return n, exact && n > -1<<16 && n < 1<<16
}

// counterOperation returns the name of an operation of sync/atomic on a number of 64 bits, without the type, and the address of the number.
func counterOperation(call *ssa.CallCommon) (op string, at ssa.Value) {
	fn := call.StaticCallee()
	obj := analysis.Object(fn)
	if fn == nil || obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "sync/atomic" || len(call.Args) == 0 {
		return "", nil
	}
	switch obj.FullName() {
	case "(*sync/atomic.Int64).Add", "(*sync/atomic.Uint64).Add", "sync/atomic.AddInt64", "sync/atomic.AddUint64":
		return "Add", call.Args[0]
	case "(*sync/atomic.Int64).Load", "(*sync/atomic.Uint64).Load", "sync/atomic.LoadInt64", "sync/atomic.LoadUint64":
		return "Load", call.Args[0]
	}
	return "", nil
}

// addsOne returns the address of the number to which a call adds one, nil if it does something else.
func addsOne(call *ssa.CallCommon) ssa.Value {
	if op, at := counterOperation(call); op == "Add" && isOne(call.Args[1]) {
		return at
	}
	return nil
}

// A countWalk looks at all that is done with a counter.
type countWalk struct {
	seen   map[ssa.Value]bool
	begins *ssa.Store // what it is first; nil for zero
	others []ssa.Instruction
}

// onlyCounts reports whether nothing is done to the counter in a variable but that one is added to it atomically, and
// that it is read. What it is first is assigned before all that, once each time that the variable is made.
func onlyCounts(a *ssa.Alloc) bool {
	w := &countWalk{seen: map[ssa.Value]bool{}}
	if !w.address(a) {
		return false
	}
	if w.begins == nil {
		return true
	}
	return w.begins.Parent() == a.Parent() && w.begins.Block() == a.Block() &&
		!slices.ContainsFunc(w.others, func(use ssa.Instruction) bool { return !analysis.ComesBefore(w.begins, use) })
}

// address follows the address of the counter: the variable itself, what a literal captures of it, or what is passed.
func (w *countWalk) address(v ssa.Value) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	_, isVariable := v.(*ssa.Alloc)
	for _, use := range uses(v) {
		if s, ok := use.(*ssa.Store); ok && isVariable && s.Addr == v && w.begins == nil {
			w.begins = s
			continue
		}
		if isVariable {
			w.others = append(w.others, use)
		}
		if !w.use(v, use) {
			return false
		}
	}
	return true
}

func (w *countWalk) use(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.UnOp:
		return use.Op == token.MUL
	case *ssa.MakeClosure:
		for i, b := range use.Bindings {
			if b == v && !w.address(use.Fn.(*ssa.Function).FreeVars[i]) {
				return false
			}
		}
		return true
	case *ssa.Store: // of a parameter, where the function begins
		a, ok := use.Addr.(*ssa.Alloc)
		return ok && use.Val == v && w.spilled(a)
	case ssa.CallInstruction:
		return w.call(v, use.Common())
	}
	return false
}

// spilled follows what is read from the variable that a parameter is in.
func (w *countWalk) spilled(a *ssa.Alloc) bool {
	if _, ok := analysis.Spilled(a); !ok {
		return false
	}
	for _, use := range uses(a) {
		switch use := use.(type) {
		case *ssa.Store:
		case *ssa.UnOp:
			if !w.address(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// call reports whether a call only adds one to the counter, reads it, or passes it to a function that does no more.
func (w *countWalk) call(v ssa.Value, call *ssa.CallCommon) bool {
	if op, at := counterOperation(call); op != "" {
		return at == v && !slices.Contains(call.Args[1:], v) && (op == "Load" || isOne(call.Args[1]))
	}
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks == nil || call.Value == v || len(call.Args) != len(fn.Params) {
		return false
	}
	for i, arg := range call.Args {
		if arg == v && !w.address(fn.Params[i]) {
			return false
		}
	}
	return true
}

// countsOnce reports whether no number is got twice from the counter that a function gets where it is started.
func (g given) countsOnce(counter ssa.Value) bool {
	if fv, ok := counter.(*ssa.FreeVar); ok {
		a := capturedAlloc(fv)
		return a != nil && onlyCounts(a)
	}
	load, ok := counter.(*ssa.UnOp)
	if !ok {
		return false
	}
	spill, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	p, ok := analysis.Spilled(spill)
	if !ok {
		return false
	}
	arg := g.argument(p)
	if arg == nil {
		return false
	}
	a := variableAt(arg)
	return a != nil && onlyCounts(a)
}

// counter returns the address of the counter where a function is started or begins, nil if it is not known.
func (g given) counter(at ssa.Value) *ir.Expr {
	x, ok := g.operand(at)
	switch {
	case !ok:
		return nil
	case x.Expr != nil:
		return g.t.Stable(x.Expr)
	case x.At != nil && !x.At.IsLocal():
		return g.t.Stable(x.At.Addr())
	}
	return nil
}

// takesNumber adds, after one was added to a counter, the elements that the goroutine has by the number that it got.
func (t *translator) takesNumber(at heap.Place, sum *ir.Expr) {
	if t.borrowed == nil || t.has == nil || at.IsLocal() {
		return
	}
	for _, p := range t.borrowed.footprints {
		if p.pool != nil && p.sent == nil {
			t.takesElement(p, at.Addr(), ir.Add(t.Mem.AsInt(sum), p.by), ir.True)
		}
	}
}

// tookElement proposes for a loop that the goroutine has the element of which a variable holds the index, as it has got
// that from a counter.
func (t *translator) tookElement(v typed, h *hintSet) {
	if t.borrowed == nil || t.has == nil || !isWide(v.typ) {
		return
	}
	i := t.Mem.AsInt(v.expr)
	for _, p := range t.borrowed.footprints {
		if p.pool != nil && p.sent == nil {
			has := ir.Select(ir.V(t.has), p.arr(t.Mem), ir.Add(t.Mem.SliceOff(p.slice), i))
			h.add(ir.Or(ir.Lt(i, heap.ZeroInt), ir.Le(p.to, i), has))
		}
	}
}

// isCounter reports whether a value is the address of a counter, and not a channel.
func isCounter(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Pointer)
	return ok
}
