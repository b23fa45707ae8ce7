package slice

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// In Go most instructions may panic, and whether they do is as essential as an assertion. Were all of them counted, a slice
// would leave little out. So pointers that cannot be nil, and indices that cannot be out of range, are told from others: by
// where they come from, and by the branches that lead to the instruction.

// facts are what is known of values.
type facts struct {
	*world
	assumed map[ssa.Value]bool // values that are under examination: a loop does not change what holds before it and in it
}

func newFacts(w *world) *facts { return &facts{w, map[ssa.Value]bool{}} }

// dangers returns the values that decide whether i panics, none if it cannot.
func (f *facts) dangers(i ssa.Instruction) []ssa.Value {
	b := i.Block()
	pointer := func(v ssa.Value) []ssa.Value {
		if f.nonNil(v, b) {
			return nil
		}
		return []ssa.Value{v}
	}
	switch i := i.(type) {
	case *ssa.UnOp:
		if i.Op == token.MUL {
			return pointer(i.X)
		}
	case *ssa.Store:
		return pointer(i.Addr)
	case *ssa.FieldAddr:
		return pointer(i.X)
	case *ssa.MapUpdate:
		return pointer(i.Map)
	case *ssa.IndexAddr:
		return f.indexing(i.X, i.Index, b)
	case *ssa.Index:
		return f.indexing(i.X, i.Index, b)
	case *ssa.Lookup:
		if _, ok := i.X.Type().Underlying().(*types.Basic); ok {
			return []ssa.Value{i.X, i.Index}
		}
		return f.hashed(i.X.Type(), i.Index)
	case *ssa.Slice:
		return f.slicing(i)
	case *ssa.BinOp:
		return f.arithmetic(i)
	case *ssa.TypeAssert:
		if !i.CommaOk {
			return []ssa.Value{i.X}
		}
	case *ssa.MakeSlice:
		return unknown(i.Len, i.Cap)
	case *ssa.MakeChan:
		return unknown(i.Size)
	case *ssa.SliceToArrayPointer:
		return []ssa.Value{i.X}
	case ssa.CallInstruction:
		if c := i.Common(); c.IsInvoke() || c.StaticCallee() == nil && !isBuiltin(c.Value) {
			return pointer(c.Value)
		}
	}
	return nil
}

func isBuiltin(v ssa.Value) bool {
	_, ok := v.(*ssa.Builtin)
	return ok
}

// unknown returns the values that are not constant.
func unknown(list ...ssa.Value) (out []ssa.Value) {
	for _, v := range list {
		if _, ok := v.(*ssa.Const); v != nil && !ok {
			out = append(out, v)
		}
	}
	return out
}

// hashed is for a key of a map: one in an interface may be of a type that cannot be compared.
func (f *facts) hashed(m types.Type, key ssa.Value) []ssa.Value {
	if t, ok := m.Underlying().(*types.Map); ok && types.IsInterface(t.Key()) {
		return []ssa.Value{key}
	}
	return nil
}

func (f *facts) slicing(i *ssa.Slice) []ssa.Value {
	bounds := unknown(i.Low, i.High, i.Max)
	if i.Low == nil && i.High == nil && i.Max == nil {
		if _, ok := i.X.Type().Underlying().(*types.Pointer); ok && !f.nonNil(i.X, i.Block()) {
			return []ssa.Value{i.X}
		}
		return nil
	}
	if len(bounds) == 0 && f.lengthOf(i.X) >= 0 { // the compiler has checked it
		return nil
	}
	return append(bounds, i.X)
}

// arithmetic is for division by zero, and shifts by a negative count; comparisons of interfaces may find that their values
// cannot be compared.
func (f *facts) arithmetic(i *ssa.BinOp) []ssa.Value {
	switch i.Op {
	case token.QUO, token.REM:
		if b, ok := i.X.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
			return f.unless(i.Y, func(r span) bool { return r.lo > 0 || r.hi < 0 }, i.Block())
		}
	case token.SHL, token.SHR:
		return f.unless(i.Y, func(r span) bool { return r.lo >= 0 }, i.Block())
	case token.EQL, token.NEQ:
		if types.IsInterface(i.X.Type()) && types.IsInterface(i.Y.Type()) && !nilOf(i.X) && !nilOf(i.Y) {
			return []ssa.Value{i.X, i.Y}
		}
	}
	return nil
}

func (f *facts) unless(v ssa.Value, holds func(span) bool, b *ssa.BasicBlock) []ssa.Value {
	if r, ok := f.span(v, b, 0); ok && holds(r) {
		return nil
	}
	return []ssa.Value{v}
}

// indexing returns what decides whether an index is in range.
func (f *facts) indexing(x, index ssa.Value, b *ssa.BasicBlock) []ssa.Value {
	var out []ssa.Value
	if _, ok := x.Type().Underlying().(*types.Pointer); ok && !f.nonNil(x, b) {
		out = append(out, x)
	}
	if n := f.lengthOf(x); n >= 0 {
		if r, ok := f.span(index, b, 0); ok && r.lo >= 0 && r.hi < n {
			return out
		}
	}
	return append(out, x, index)
}

// lengthOf returns the length of an array, or of a slice of which it is known, else -1.
func (f *facts) lengthOf(x ssa.Value) int64 {
	switch t := x.Type().Underlying().(type) {
	case *types.Array:
		return t.Len()
	case *types.Pointer:
		if a, ok := t.Elem().Underlying().(*types.Array); ok {
			return a.Len()
		}
	}
	switch v := f.source(x).(type) {
	case *ssa.MakeSlice:
		if c, ok := v.Len.(*ssa.Const); ok {
			return c.Int64()
		}
	case *ssa.Slice:
		if v.Low == nil && v.High == nil && v.Max == nil && v != x {
			return f.lengthOf(v.X)
		}
		if c, ok := v.High.(*ssa.Const); ok && v.Low == nil && v.Max == nil {
			return c.Int64()
		}
		if v.Low == nil && v.High == nil && v.Max == nil {
			return f.lengthOf(v.X)
		}
	}
	return -1
}

// source looks through loads of variables that are written once.
func (f *facts) source(v ssa.Value) ssa.Value {
	for range 10 {
		load, ok := isLoad(v)
		if !ok {
			return v
		}
		only := f.onlyStore(load.X)
		if only == nil {
			return v
		}
		v = only.Val
	}
	return v
}

// onlyStore returns the one store to a variable that is accessed by name alone, nil if there are more, or a read may come
// before it.
func (f *facts) onlyStore(addr ssa.Value) *ssa.Store {
	a, ok := f.variable(addr).(*ssa.Alloc)
	if !ok || addressed(a, map[ssa.Value]bool{}) {
		return nil
	}
	var only *ssa.Store
	n := 0
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				only = r
				n++
			case *ssa.MakeClosure:
				for k, b := range r.Bindings {
					if b == v {
						visit(r.Fn.(*ssa.Function).FreeVars[k])
					}
				}
			}
		}
	}
	visit(a)
	if n != 1 || only.Block() != a.Block() {
		return nil
	}
	for _, r := range *a.Referrers() { // in the block of the variable, nothing comes before the store
		if _, debug := r.(*ssa.DebugRef); debug || r == ssa.Instruction(only) || r.Block() != a.Block() {
			continue
		}
		for _, i := range a.Block().Instrs {
			if i == ssa.Instruction(only) {
				break
			}
			if i == r {
				return nil
			}
		}
	}
	return only
}

// nonNil reports whether v is not nil where b is executed.
func (f *facts) nonNil(v ssa.Value, b *ssa.BasicBlock) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.Function, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.FieldAddr,
		*ssa.IndexAddr, *ssa.MakeInterface:
		return true
	case *ssa.Const:
		return false
	case *ssa.ChangeType:
		return f.nonNil(v.X, b)
	}
	if f.tested(v, b) {
		return true
	}
	if f.assumed[v] {
		return true
	}
	f.assumed[v] = true
	defer delete(f.assumed, v)
	switch v := v.(type) {
	case *ssa.Phi:
		for k, e := range v.Edges {
			if !f.nonNil(e, v.Block().Preds[k]) && !f.testedOnEdge(e, v.Block().Preds[k], v.Block()) {
				return false
			}
		}
		return true
	case *ssa.Parameter:
		return f.passed(v, func(a ssa.Value, at *ssa.BasicBlock) bool { return f.nonNil(a, at) })
	case *ssa.Call:
		return f.returned(v, 0)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return f.returned(c, v.Index)
		}
	case *ssa.FreeVar:
		return v.Parent().Synthetic == "" // the address of a variable
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if only := f.onlyStore(v.X); only != nil {
				return f.nonNil(only.Val, only.Block())
			}
		}
	}
	return false
}

// returned reports whether a call of a known function never gives nil as its k-th result.
func (f *facts) returned(c *ssa.Call, k int) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || fn.Recover != nil {
		return false
	}
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !f.nonNil(r.Results[k], b) {
			return false
		}
	}
	return true
}

// passed reports whether something holds of all that calls pass for a parameter.
func (f *facts) passed(p *ssa.Parameter, holds func(ssa.Value, *ssa.BasicBlock) bool) bool {
	fn := p.Parent()
	if len(f.callers[fn]) == 0 || f.passedOut(fn) || f.isValue(fn) {
		return false
	}
	for k, q := range fn.Params {
		if q != p {
			continue
		}
		for _, c := range f.callers[fn] {
			a := argument(c.Common(), k)
			if a == nil || !holds(a, c.Block()) {
				return false
			}
		}
	}
	return true
}

// isValue reports whether a function is used as a value: then calls of function values are among its callers, and others.
func (f *facts) isValue(fn *ssa.Function) bool {
	for _, g := range f.values {
		if g == fn {
			return true
		}
	}
	return false
}

// tested reports whether b is executed only if v is not nil.
func (f *facts) tested(v ssa.Value, b *ssa.BasicBlock) bool {
	for ; b != nil; b = b.Idom() {
		if len(b.Preds) == 1 && f.testedOnEdge(v, b.Preds[0], b) {
			return true
		}
	}
	return false
}

// testedOnEdge reports whether control goes from one block to another only if v is not nil.
func (f *facts) testedOnEdge(v ssa.Value, from, to *ssa.BasicBlock) bool {
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return false
	}
	c, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !(c.X == v && nilOf(c.Y) || c.Y == v && nilOf(c.X)) {
		return false
	}
	return c.Op == token.NEQ && from.Succs[0] == to || c.Op == token.EQL && from.Succs[1] == to
}

// A span is a range of numbers.
type span struct{ lo, hi int64 }

// maxDepth bounds how far a value is followed.
const maxDepth = 20

// span returns a range in which v, an integer, is where b is executed.
func (f *facts) span(v ssa.Value, b *ssa.BasicBlock, depth int) (span, bool) {
	limits, ok := limitsOf(v.Type())
	if !ok || depth > maxDepth {
		return span{}, false
	}
	r, known := f.computed(v, b, depth+1)
	if !known || r.lo < limits.lo || r.hi > limits.hi { // it may have wrapped around
		r = limits
	}
	return r, true
}

// computed returns the range of what v is computed from.
func (f *facts) computed(v ssa.Value, b *ssa.BasicBlock, depth int) (span, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		if n, exact := constant.Int64Val(constant.ToInt(v.Value)); exact {
			return span{n, n}, true
		}
	case *ssa.Convert:
		if _, ok := limitsOf(v.X.Type()); ok {
			return f.span(v.X, b, depth)
		}
	case *ssa.ChangeType:
		return f.span(v.X, b, depth)
	case *ssa.BinOp:
		return f.operated(v, b, depth)
	case *ssa.Phi:
		return f.joined(v, depth)
	case *ssa.Parameter:
		return f.argued(v, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if only := f.onlyStore(v.X); only != nil {
				return f.span(only.Val, only.Block(), depth)
			}
		}
	}
	return span{}, false
}

// operated is for operations with a constant.
func (f *facts) operated(v *ssa.BinOp, b *ssa.BasicBlock, depth int) (span, bool) {
	c, ok := v.Y.(*ssa.Const)
	if !ok {
		return span{}, false
	}
	n, exact := constant.Int64Val(constant.ToInt(c.Value))
	if !exact {
		return span{}, false
	}
	x, ok := f.span(v.X, b, depth)
	switch {
	case !ok:
	case v.Op == token.REM && n > 0 && x.lo >= 0:
		return span{0, min(n-1, x.hi)}, true
	case v.Op == token.REM && n > 0:
		return span{1 - n, n - 1}, true
	case v.Op == token.AND && n >= 0:
		return span{0, n}, true
	case v.Op == token.SHR && n >= 0 && n < 63 && x.lo >= 0:
		return span{0, x.hi >> n}, true
	case v.Op == token.ADD && small(x) && small(span{n, n}):
		return span{x.lo + n, x.hi + n}, true
	case v.Op == token.SUB && small(x) && small(span{n, n}):
		return span{x.lo - n, x.hi - n}, true
	}
	return span{}, false
}

// small reports whether sums of such numbers do not overflow.
func small(r span) bool { return r.lo > -1<<61 && r.hi < 1<<61 }

// joined is for values that come together: where a loop adds to one, the range is not known.
func (f *facts) joined(v *ssa.Phi, depth int) (r span, ok bool) {
	for k, e := range v.Edges {
		if e == ssa.Value(v) {
			continue
		}
		s, known := f.span(e, v.Block().Preds[k], depth)
		if !known {
			return span{}, false
		}
		if !ok {
			r, ok = s, true
		}
		r = span{min(r.lo, s.lo), max(r.hi, s.hi)}
	}
	return r, ok
}

// argued is for parameters.
func (f *facts) argued(v *ssa.Parameter, depth int) (r span, ok bool) {
	all := f.passed(v, func(a ssa.Value, at *ssa.BasicBlock) bool {
		s, known := f.span(a, at, depth)
		if !ok {
			r = s
		}
		r, ok = span{min(r.lo, s.lo), max(r.hi, s.hi)}, true
		return known
	})
	return r, all && ok
}

// limitsOf returns the range of a type. The numbers of unsigned ones with 64 bits are too many: what is above is no range.
func limitsOf(t types.Type) (span, bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return span{}, false
	}
	r, ok := map[types.BasicKind]span{
		types.Int8: {math.MinInt8, math.MaxInt8}, types.Int16: {math.MinInt16, math.MaxInt16},
		types.Int32: {math.MinInt32, math.MaxInt32}, types.Int64: {math.MinInt64, math.MaxInt64}, types.Int: {math.MinInt64, math.MaxInt64},
		types.Uint8: {0, math.MaxUint8}, types.Uint16: {0, math.MaxUint16}, types.Uint32: {0, math.MaxUint32},
	}[b.Kind()]
	return r, ok
}
