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

// What runs of elements a goroutine takes over that nobody has told: those that its function writes of the slices that
// it was given, as the text shows them. A worker fills its part, or counts from one bound to the other, or sorts half
// of a slice.
//
// That is a guess. Nothing rests on it: whoever starts the goroutine must have the elements to give, and each access of
// the goroutine is checked.

// A segment is a run of elements of a slice that a function was given.
type segment struct {
	slice ssa.Value  // whose value is known where the function begins
	row   bool       // the slice is an element of another one, which the function takes over as well
	from  *bound     // nil: the start
	to    *bound     // the first element after it; nil: the end
	elem  types.Type // of the elements
	pool  ssa.Value  // the channel, or the address of the counter, from which the function gets the indices of those that it takes over; nil if it has them at once
	field int        // of what it receives, which is the index; noField if that is all of it
	by    int64      // what is added to the number that it gets from the counter
	steps *stride    // the indices go up by more than one; nil if they do not
}

// A bound is a number that is known where a function begins: a sum, difference or product of others, a length, or a value.
type bound struct {
	op   token.Token // ILLEGAL: a value
	x, y *bound
	v    ssa.Value
	len  bool // the length of v is meant
}

func number(n int64) *bound {
	return &bound{v: ssa.NewConst(constant.MakeInt64(n), types.Typ[types.Int])}
}

// plus is the sum of two bounds, where nil is nothing.
func (b *bound) plus(c *bound) *bound {
	switch {
	case b == nil:
		return c
	case c == nil:
		return b
	}
	return &bound{op: token.ADD, x: b, y: c}
}

// isWhole reports whether a segment is all of its slice.
func (s *segment) isWhole() bool { return s.from == nil && s.to == nil && s.steps == nil }

// segments returns the runs of elements that a goroutine takes over with the function, and the elements that are slices
// which lead to some of them. A goroutine that gives nothing back takes over none.
func (t *translator) segments(fn *ssa.Function) (out []claim) {
	var found []*segment
	add := func(s *segment) {
		if s != nil && t.mayTake(s, fn) {
			found = append(found, s)
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				add(t.segmentAt(instr.Addr, fn))
			case ssa.CallInstruction:
				for i, arg := range instr.Common().Args {
					if t.prog.WritesArgument(instr.Common(), i) {
						add(t.segmentOf(arg, fn))
					}
				}
			}
		}
	}
	gives := func(c claim) bool { return !t.prog.Publishes(c.value) }
	if len(found) == 0 || !t.prog.ByGroup[fn] && !slices.ContainsFunc(t.claims(fn), gives) {
		return nil
	}
	for _, s := range found {
		out = append(out, claim{value: s.slice, part: s})
		if s.row {
			out = append(out, claim{value: s.slice.(*ssa.UnOp).X})
		}
	}
	return out
}

// mayTake reports whether it is sensible to take over a segment. Goroutines that a loop starts do not all take over the whole of one slice.
func (t *translator) mayTake(s *segment, fn *ssa.Function) bool {
	load, ok := s.slice.(*ssa.UnOp)
	if !ok || s.row || s.pool != nil || !s.isWhole() {
		return true
	}
	fv, ok := load.X.(*ssa.FreeVar)
	if !ok {
		return true
	}
	a := capturedAlloc(fv)
	if a == nil {
		return true
	}
	for _, use := range *fn.Referrers() {
		made, ok := use.(*ssa.MakeClosure)
		if ok && made.Block() != a.Block() && (made.Parent() != a.Parent() || analysis.Cycles(made.Block(), a.Block())) {
			return false
		}
	}
	return true
}

// segmentAt returns the segment that a function writes at an address, nil if there is none, or if the address is one of
// an element that it was given.
func (t *translator) segmentAt(addr ssa.Value, fn *ssa.Function) *segment {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		addr = f.X
	}
	a, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	if _, isSlice := a.X.Type().Underlying().(*types.Slice); !isSlice {
		return t.segmentAt(a.X, fn)
	}
	if t.isFinalElement(a, fn) {
		return nil
	}
	s := t.segmentOf(a.X, fn)
	if s == nil || s.row {
		return s
	}
	if ch, field := t.receivedFrom(a.Index, fn); ch != nil && s.isWhole() {
		s.pool, s.field = ch, field
		return s
	}
	if c, by := t.countedBy(a.Index, fn, 0); c != nil && s.isWhole() {
		s.pool, s.field, s.by = c, noField, by
		return s
	}
	if steps := t.strideOf(a.Index, fn); steps != nil && !steps.by.isOne() && s.isWhole() {
		s.steps = steps
		return s
	}
	if from, to := t.runOf(a.Index, fn, 0); from != nil && to != nil && (s.from != nil || !t.isLength(to, s) || !from.isZero()) {
		s.from, s.to = s.from.plus(from), s.from.plus(to)
	}
	return s
}

func (b *bound) isOne() bool { return b.op == token.ILLEGAL && !b.len && isOne(b.v) }

func (b *bound) isZero() bool {
	c, ok := b.v.(*ssa.Const)
	return ok && !b.len && c.Value != nil && constant.Sign(c.Value) == 0
}

// isLength reports whether a bound is the length of the slice.
func (t *translator) isLength(b *bound, s *segment) bool { return b.len && sameMemory(b.v, s.slice) }

// segmentOf returns all of a slice that the function was given, or of a part of it; nil if v is none.
func (t *translator) segmentOf(v ssa.Value, fn *ssa.Function) *segment {
	typ, ok := v.Type().Underlying().(*types.Slice)
	if !ok {
		return nil
	}
	switch v := v.(type) {
	case *ssa.ChangeType:
		return t.segmentOf(v.X, fn)
	case *ssa.Slice:
		return t.resliced(v, fn)
	case *ssa.UnOp:
		if t.isFinal(v, fn) && !t.isGuardedVariable(v) {
			return &segment{slice: v, elem: typ.Elem()}
		}
		if a, ok := v.X.(*ssa.IndexAddr); ok && v.Op == token.MUL && t.isFinalElement(a, fn) {
			return &segment{slice: v, row: true, elem: typ.Elem()}
		}
		if s := t.assignedOnce(v); s != nil {
			return t.segmentOf(s, fn)
		}
	}
	return nil
}

// resliced is segmentOf for a slice expression.
func (t *translator) resliced(v *ssa.Slice, fn *ssa.Function) *segment {
	s := t.segmentOf(v.X, fn)
	if s == nil || s.row {
		return s
	}
	from, to := s.from, s.to
	if v.Low != nil {
		low := t.bound(v.Low, fn, 0)
		if low == nil {
			return s
		}
		from = from.plus(low)
	}
	if v.High != nil {
		high := t.bound(v.High, fn, 0)
		if high == nil {
			return s
		}
		to = s.from.plus(high)
	}
	return &segment{slice: s.slice, from: from, to: to, elem: s.elem}
}

// assignedOnce returns what a variable of the function holds that is assigned once, nil if v reads no such variable.
func (t *translator) assignedOnce(v *ssa.UnOp) ssa.Value {
	a, ok := v.X.(*ssa.Alloc)
	if !ok || v.Op != token.MUL {
		return nil
	}
	if s := t.Usage(a).Once(); s != nil && s.Val != v {
		return s.Val
	}
	return nil
}

// maxBound bounds how far the text is followed to tell a number.
const maxBound = 8

// bound returns the number that v is, nil if that is not known where the function begins.
func (t *translator) bound(v ssa.Value, fn *ssa.Function, depth int) *bound {
	if depth > maxBound {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Const:
		return &bound{v: v}
	case *ssa.UnOp:
		if t.isFinal(v, fn) {
			return &bound{v: v}
		}
		if s := t.assignedOnce(v); s != nil {
			return t.bound(s, fn, depth+1)
		}
	case *ssa.BinOp:
		if v.Op == token.ADD || v.Op == token.SUB || v.Op == token.MUL {
			x, y := t.bound(v.X, fn, depth+1), t.bound(v.Y, fn, depth+1)
			if x != nil && y != nil {
				return &bound{op: v.Op, x: x, y: y}
			}
		}
	case *ssa.Call:
		if !analysis.IsBuiltin(v, "len") {
			return nil
		}
		if load, ok := v.Call.Args[0].(*ssa.UnOp); ok && t.isFinal(load, fn) {
			if _, isSlice := load.Type().Underlying().(*types.Slice); isSlice {
				return &bound{v: load, len: true}
			}
		}
	}
	return nil
}

// runOf returns the bounds of what an index is in the course of a function, nil if they are not known where it begins.
func (t *translator) runOf(v ssa.Value, fn *ssa.Function, depth int) (from, to *bound) {
	if b := t.bound(v, fn, depth); b != nil {
		return b, b.plus(number(1))
	}
	if depth > maxBound {
		return nil, nil
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op != token.ADD {
			return nil, nil
		}
		for _, pair := range [2][2]ssa.Value{{v.X, v.Y}, {v.Y, v.X}} {
			if by := t.bound(pair[0], fn, depth+1); by != nil {
				if from, to := t.runOf(pair[1], fn, depth+1); from != nil {
					return by.plus(from), by.plus(to)
				}
			}
		}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			if from, to := t.counted(a, fn, depth+1); from != nil {
				return from, to
			}
		}
		if s := t.assignedOnce(v); s != nil {
			return t.runOf(s, fn, depth+1)
		}
	}
	return nil, nil
}

// counted returns the bounds of a loop's variable that goes up one by one.
func (t *translator) counted(a *ssa.Alloc, fn *ssa.Function, depth int) (from, to *bound) {
	next, start := t.counter(a)
	if next == nil {
		return nil, nil
	}
	if start == nil {
		from = number(0)
	} else if from = t.bound(start.Val, fn, depth); from == nil {
		return nil, nil
	}
	compared := []ssa.Value{}
	for _, use := range *a.Referrers() {
		if load, ok := use.(*ssa.UnOp); ok {
			compared = append(compared, load)
		}
	}
	switch a.Comment { // which are advanced before they are compared
	case "rangeindex":
		from, compared = number(0), []ssa.Value{next}
	case "rangeint.iter":
		compared = []ssa.Value{next}
	}
	for _, x := range compared {
		for _, use := range *x.Referrers() {
			cond, ok := use.(*ssa.BinOp)
			if !ok || cond.X != x || cond.Op != token.LSS && cond.Op != token.LEQ {
				continue
			}
			if to = t.bound(cond.Y, fn, depth); to != nil && cond.Op == token.LEQ {
				to = to.plus(number(1))
			}
			if to != nil {
				return from, to
			}
		}
	}
	return nil, nil
}

// counter returns by what a variable that only goes up one by one is advanced, and what it is before, nil for zero. The
// first is nil if it is no such variable.
func (t *translator) counter(a *ssa.Alloc) (next *ssa.BinOp, start *ssa.Store) {
	u := t.Usage(a)
	if u.Escapes || u.Parts || len(u.Stores) == 0 || len(u.Stores) > 2 {
		return nil, nil
	}
	for _, s := range u.Stores {
		sum, ok := s.Val.(*ssa.BinOp)
		switch {
		case ok && sum.Op == token.ADD && readsVariable(sum.X, a) && isOne(sum.Y) && next == nil:
			next = sum
		case start == nil:
			start = s
		default:
			return nil, nil
		}
	}
	return next, start
}

func readsVariable(v ssa.Value, a *ssa.Alloc) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == ssa.Value(a)
}

func isOne(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && constant.Compare(c.Value, token.EQL, constant.MakeInt64(1))
}

// number returns the value of a bound where the function is started or begins, nil if it has none.
func (g given) number(b *bound) *ir.Expr {
	m := g.t.Mem
	if b.op == token.ILLEGAL {
		if !b.len {
			if e, ok := g.index(b.v); ok {
				return m.AsInt(e)
			}
			return nil
		}
		x, ok := g.operand(b.v)
		if e := g.t.ExprOf(x); ok && e != nil {
			return m.AsInt(m.SliceLen(e))
		}
		return nil
	}
	x, y := g.number(b.x), g.number(b.y)
	switch {
	case x == nil || y == nil:
		return nil
	case b.op == token.ADD:
		return ir.Add(x, y)
	case b.op == token.SUB:
		return ir.Sub(x, y)
	}
	return ir.Bin(ir.OpMul, x, y)
}

// segment resolves a run of elements.
func (g given) segment(s *segment) (footprint, bool) {
	m := g.t.Mem
	slice, text := g.sliceOf(s)
	if slice == nil {
		return footprint{}, false
	}
	p := footprint{text: text, slice: slice, elem: s.elem, guessed: true, from: heap.ZeroInt, to: m.AsInt(m.SliceLen(slice))}
	p.by = ir.N(s.by, heap.IntSort)
	switch {
	case s.pool == nil:
	case isCounter(s.pool):
		if p.pool = g.counter(s.pool); p.pool == nil {
			return footprint{}, false
		}
		p.field, p.once = s.field, g.countsOnce(s.pool)
	default:
		x, ok := g.operand(s.pool)
		if p.pool = g.t.ExprOf(x); !ok || p.pool == nil {
			return footprint{}, false
		}
		p.pool, p.field, p.once = g.t.Stable(p.pool), s.field, g.sendsOnce(s.pool, s.field)
		p.sent, _ = m.Sort(s.pool.Type().Underlying().(*types.Chan).Elem())
	}
	if s.steps != nil {
		if p.begins, p.stride = g.number(s.steps.from), g.number(s.steps.by); p.begins == nil || p.stride == nil {
			return footprint{}, false
		}
		p.begins, p.stride = g.t.Stable(p.begins), g.t.Stable(p.stride)
	}
	end := m.AsInt(m.SliceCap(slice)) // a part of a slice may go on to there
	if s.from != nil {
		if p.from = g.number(s.from); p.from == nil {
			return footprint{}, false
		}
	}
	if s.to != nil {
		to := g.number(s.to)
		if to == nil {
			return footprint{}, false
		}
		p.to = ir.Ite(ir.Lt(to, end), to, end)
	}
	if !s.isWhole() {
		p.text = "a part of " + text
	}
	p.from, p.to = g.t.Stable(p.from), g.t.Stable(p.to)
	return p, true
}

// sliceOf returns the slice that a segment is of, and what messages call it; nil if it is not known. A row is read
// where the function is started, or begins: nobody else has its place in between.
func (g given) sliceOf(s *segment) (*ir.Expr, string) {
	load := s.slice.(*ssa.UnOp)
	if !s.row {
		x, ok := g.operand(load)
		if e := g.t.ExprOf(x); ok && e != nil {
			return g.t.Stable(e), operandKey(load)
		}
		return nil, ""
	}
	a := load.X.(*ssa.IndexAddr)
	x, ok := g.operand(a.X)
	rows := g.t.ExprOf(x)
	i, known := g.index(a.Index)
	if !ok || !known || rows == nil {
		return nil, ""
	}
	m, text := g.t.Mem, elementText(a)
	p := m.Element(m.SliceArr(rows), ir.Add(m.SliceOff(rows), m.AsInt(i)), load.Type())
	if p.Family == nil {
		return nil, ""
	}
	e, acc, err := m.Load(p)
	if err != nil {
		return nil, ""
	}
	row := g.t.Local("", e.Sort)
	read := &ir.Step{Do: []ir.Stmt{&ir.Assign{Dst: row, Src: e}}, Access: acc}
	for i := range acc {
		acc[i].Span, _ = g.t.Statement(g.t.Frame)
		acc[i].Text = text
	}
	if g.t.Step(read); read.Text == "" {
		read.Text = text // where the goroutine begins
	}
	if g.begun { // the array is the starter's
		g.t.Assume(m.KnownAnyway(ir.V(row), load.Type())...)
	} else {
		g.t.Assume(m.Loaded(ir.V(row), p, load.Type())...)
	}
	return ir.V(row), text
}
