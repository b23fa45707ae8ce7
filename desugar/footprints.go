package desugar

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/eval"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A footprint is memory that a goroutine takes over: a captured variable, the struct behind a pointer, or elements of a slice.
type footprint struct {
	text     string
	cell     *ir.Expr // the address of the variable or struct; nil: elements
	slice    *ir.Expr
	from, to *ir.Expr // which elements of the slice, to not included
	elem     types.Type
	pool     *ir.Expr   // the channel, or the address of the counter, by which the goroutine gets the indices of elements; nil if it has them at once
	field    int        // of what it receives that is the index, or noField
	sent     *ir.Sort   // of what it receives; nil: the indices are from a counter
	by       *ir.Expr   // what the goroutine adds to what it gets from the counter
	once     bool       // where it is started: no index is sent twice
	begins   *ir.Expr   // with which index it begins, if the indices
	stride   *ir.Expr   // go up by that; nil if they are all from one to the other
	guessed  bool       // the text tells which elements: some of them may not be there
	object   *ir.Expr   // the struct of which a field is taken over, whose type is elem; nil if it is none
	lent     *lentField // the field
}

// memoryClaims returns what memory fn takes over: what is written, or else the captured variables, the structs behind pointers and the
// elements of slices that it assigns, as they could not be assigned otherwise.
func (t *translator) memoryClaims(fn *ssa.Function) []claim {
	var out []claim
	for _, c := range t.takes(fn) {
		if isMemory(c) {
			out = append(out, claim{clause: c})
		}
	}
	if len(out) > 0 || !t.prog.Spawned[fn] {
		return out
	}
	out = t.lentFields(fn)
	for _, s := range t.ownStores(fn) {
		v := t.leadsTo(s.Addr, fn)
		if v == nil && t.owesDone(fn) {
			v = t.ownerOf(s.Addr, fn)
		}
		whole := claim{value: v}
		known := slices.ContainsFunc(out, func(c claim) bool {
			return c.field == nil && sameMemory(c.value, v) || c.field != nil && c.root(fn) == whole.root(fn)
		})
		if v != nil && !known {
			out = append(out, whole)
		}
	}
	out = append(out, t.elementsOfCalls(fn)...)
	return append(out, t.segments(fn)...)
}

// ownStores returns the assignments of fn, with those of the literals in it that are only called, or deferred, where they stand.
func (t *translator) ownStores(fn *ssa.Function) (all []*ssa.Store) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok {
				all = append(all, s)
			}
		}
	}
	for _, lit := range t.ownLiterals(fn) {
		all = append(all, t.ownStores(lit)...)
	}
	return all
}

// owesDone reports whether fn calls Done of a WaitGroup, or Go of one runs it: what it takes over is its starter's again after Wait.
func (t *translator) owesDone(fn *ssa.Function) bool {
	return t.prog.ByGroup[fn] || slices.ContainsFunc(t.ownCalls(fn), func(call *ssa.CallCommon) bool {
		v := takenBy(call)
		return v != nil && !analysis.IsChan(v.Type()) && !t.prog.Publishes(v) && !t.prog.Unaccounted(v) && isGiven(v, fn)
	})
}

// ownerOf returns the pointer that fn was given to the struct which the address leads into, nil if an annotation guards
// what is there. A struct without synchronisation of its own may belong to a guard, and is not handed over so.
func (t *translator) ownerOf(addr ssa.Value, fn *ssa.Function) ssa.Value {
	if load, ok := addr.(*ssa.UnOp); ok && t.isVariableOf(load, fn) {
		return load
	}
	a, ok := addr.(*ssa.FieldAddr)
	if !ok || t.prog.Guard(analysis.FieldOf(a)) != nil || analysis.IsSyncValue(analysis.Deref(a.Type())) {
		return nil
	}
	if v := t.ownerOf(a.X, fn); v != nil {
		return v
	}
	load, ok := a.X.(*ssa.UnOp)
	if !ok || t.prog.IsRegional(analysis.Deref(load.Type())) || !t.isFinal(load, fn) {
		return nil
	}
	return load
}

// isVariableOf reports whether a parameter of fn is a pointer to a variable that holds no struct, and is all of it that
// fn has: `func fill(out *[]int, wg *sync.WaitGroup)`.
func (t *translator) isVariableOf(load *ssa.UnOp, fn *ssa.Function) bool {
	a, ok := load.X.(*ssa.Alloc)
	if !ok || fn.Parent() != nil || !t.isFinal(load, fn) {
		return false
	}
	_, ok = analysis.Spilled(a)
	typ := analysis.Deref(load.Type())
	return ok && !analysis.IsComposite(typ) && !analysis.IsSyncValue(typ) && analysis.ArrayType(typ) == nil
}

// sameMemory reports whether two addresses that leadsTo finds are the same variable, or element by the same index, or
// two pointers that ownerOf finds are the same.
func sameMemory(v, w ssa.Value) bool {
	if p, ok := v.(*ssa.UnOp); ok {
		q, ok := w.(*ssa.UnOp)
		return ok && sameOperand(p, q)
	}
	a, ok := v.(*ssa.IndexAddr)
	b, ok2 := w.(*ssa.IndexAddr)
	return v == w || ok && ok2 && sameOperand(a.X, b.X) && sameOperand(a.Index, b.Index)
}

// sameOperand reports whether two operands read the same variable that is not assigned any more, or are the same constant.
func sameOperand(v, w ssa.Value) bool {
	a, ok := v.(*ssa.UnOp)
	b, ok2 := w.(*ssa.UnOp)
	if ok && ok2 {
		return a.X == b.X
	}
	c, ok := v.(*ssa.Const)
	d, ok2 := w.(*ssa.Const)
	return ok && ok2 && constant.Compare(c.Value, token.EQL, d.Value)
}

// isMemory reports whether a clause takes over memory, and not a right.
func isMemory(c *annot.Clause) bool {
	if _, ok := c.Expr.(*annot.Slice); ok {
		return true
	}
	_, isChan := c.Expr.Type().Underlying().(*types.Chan)
	return !isChan && !analysis.IsWaitGroup(c.Expr.Type())
}

// leadsTo returns the captured variable, or the element of a slice that fn was given, that the address leads into; nil if
// it leads elsewhere, or to what an annotation guards.
func (t *translator) leadsTo(addr ssa.Value, fn *ssa.Function) ssa.Value {
	switch a := addr.(type) {
	case *ssa.FreeVar:
		if given, ok := outer(a, fn).(*ssa.FreeVar); !ok || given.Parent() != fn {
			return nil // a variable of the goroutine
		} else if given != a {
			return t.leadsTo(given, fn)
		}
		alloc := capturedAlloc(a)
		if alloc == nil || analysis.IsSyncValue(analysis.Deref(a.Type())) || t.Usage(alloc).Local() || t.guarded(alloc.Parent())[alloc] != nil {
			return nil
		}
		return a
	case *ssa.FieldAddr:
		if g := t.prog.Guard(analysis.FieldOf(a)); g != nil && !g.Immutable {
			return nil
		}
		return t.leadsTo(a.X, fn)
	case *ssa.IndexAddr:
		if _, ok := a.X.Type().Underlying().(*types.Slice); !ok {
			return t.leadsTo(a.X, fn)
		}
		if t.isFinalElement(a, fn) {
			return a
		}
	}
	return nil
}

// isFinalElement reports whether fn was given the slice and the index.
func (t *translator) isFinalElement(a *ssa.IndexAddr, fn *ssa.Function) bool {
	_, isSlice := a.X.Type().Underlying().(*types.Slice)
	_, constant := a.Index.(*ssa.Const)
	return isSlice && !t.isGuardedVariable(a.X) && t.isFinal(a.X, fn) && (constant || t.isFinal(a.Index, fn))
}

// isGuardedVariable reports whether v reads a captured variable that has a guard. Then that says who has the elements of a slice in it.
func (t *translator) isGuardedVariable(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	fv, ok := load.X.(*ssa.FreeVar)
	if !ok {
		return false
	}
	alloc := capturedAlloc(fv)
	return alloc != nil && t.guarded(alloc.Parent())[alloc] != nil
}

// isFinal reports whether v is the value of a parameter of fn, or of a captured variable, that does not change.
func (t *translator) isFinal(v ssa.Value, fn *ssa.Function) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || !isGiven(v, fn) {
		return false
	}
	fv, ok := load.X.(*ssa.FreeVar)
	return !ok || t.isUnchanging(fv)
}

// isUnchanging reports whether the captured variable is not assigned any more once it has been captured.
func (t *translator) isUnchanging(fv *ssa.FreeVar) bool {
	if phi, ok := capturedBy(fv).(*ssa.Phi); ok {
		return analysis.IsIteration(phi)
	}
	alloc := capturedAlloc(fv)
	return alloc != nil && t.Usage(alloc).EffectivelyFinal
}

// root returns the parameter or captured variable of fn that a claim of memory is about.
func (c claim) root(fn *ssa.Function) ssa.Value {
	if c.clause == nil {
		v := c.value
		if c.isRow() {
			v = v.(*ssa.UnOp).X
		}
		if a, ok := v.(*ssa.IndexAddr); ok {
			v = a.X
		}
		if load, ok := v.(*ssa.UnOp); ok {
			v = load.X
		}
		v = outer(v, fn)
		if a, ok := v.(*ssa.Alloc); ok {
			p, _ := analysis.Spilled(a)
			return p
		}
		return v
	}
	e := c.clause.Expr
	for {
		switch x := e.(type) {
		case *annot.Index:
			e = x.X
		case *annot.Slice:
			e = x.X
		case *annot.Star:
			e = x.X
		case *annot.Var:
			for _, p := range fn.Params {
				if p.Object() == x.Obj {
					return p
				}
			}
			for _, fv := range fn.FreeVars {
				if fv.Pos() == x.Obj.Pos() && fv.Name() == x.Obj.Name() {
					return fv
				}
			}
			return nil
		default:
			return nil
		}
	}
}

// takesMemoryOf reports whether fn takes over the variable v, or elements of the slice in it: what v refers to is not
// shared then.
func (t *translator) takesMemoryOf(fn *ssa.Function, v ssa.Value) bool {
	return slices.ContainsFunc(t.memoryClaims(fn), func(c claim) bool { return c.root(fn) == v })
}

// footprintsOf resolves what memory fn takes over, and adds it to others: the rows alone, or all else.
func (g given) footprintsOf(rows bool, out []footprint) ([]footprint, error) {
	for _, c := range g.t.memoryClaims(g.fn) {
		if rows != c.isRow() {
			continue
		}
		p, err := g.footprint(c)
		if err != nil {
			return nil, err
		}
		for _, e := range []*ir.Expr{p.cell, p.slice, p.from, p.to, p.pool, p.begins, p.stride, p.object} {
			if e == nil {
				continue
			}
			if v := changing(e); v != nil {
				return nil, fmt.Errorf("what %s takes over depends on %s, which may change before it begins", analysis.FunctionName(g.fn), v.Label)
			}
		}
		if !slices.ContainsFunc(out, p.same) {
			out = append(out, p)
		}
	}
	return out, nil
}

// isRow reports whether what is claimed are the elements of a slice that is an element of another one.
func (c claim) isRow() bool { return c.part != nil && c.part.row }

func (p footprint) same(q footprint) bool {
	if p.object != nil || q.object != nil {
		return p.object != nil && q.object != nil && ir.Equal(p.object, q.object) && p.lent.index == q.lent.index
	}
	if p.cell != nil || q.cell != nil {
		return p.cell != nil && q.cell != nil && ir.Equal(p.cell, q.cell)
	}
	if (p.pool == nil) != (q.pool == nil) || p.pool != nil && (p.field != q.field || !ir.Equal(p.by, q.by) || !ir.Equal(p.pool, q.pool)) {
		return false
	}
	if (p.stride == nil) != (q.stride == nil) || p.stride != nil && !(ir.Equal(p.stride, q.stride) && ir.Equal(p.begins, q.begins)) {
		return false
	}
	return ir.Equal(p.slice, q.slice) && ir.Equal(p.from, q.from) && ir.Equal(p.to, q.to)
}

func (g given) footprint(c claim) (footprint, error) {
	if c.clause != nil {
		return g.written(c.clause)
	}
	unknown := fmt.Errorf("%s takes over what Calvin does not know", analysis.FunctionName(g.fn))
	if c.field != nil {
		if p, ok := g.lentField(c); ok {
			return p, nil
		}
		return footprint{}, unknown
	}
	if c.element != nil {
		if p, ok := g.helperElement(c); ok {
			return p, nil
		}
		return footprint{}, unknown
	}
	if c.part != nil {
		if p, ok := g.segment(c.part); ok {
			return p, nil
		}
		return footprint{}, unknown
	}
	if a, ok := c.value.(*ssa.IndexAddr); ok {
		slice, ok := g.operand(a.X)
		index, known := g.index(a.Index)
		if s := g.t.ExprOf(slice); ok && known && s != nil {
			return g.elements(elementText(a), s, index, nil, analysis.Deref(a.Type())), nil
		}
		return footprint{}, unknown
	}
	x, ok := g.operand(c.value)
	if !ok || x.Expr == nil {
		return footprint{}, unknown
	}
	text := c.value.Name()
	if load, ok := c.value.(*ssa.UnOp); ok {
		text = "*" + operandKey(load)
	}
	return footprint{text: text, cell: g.t.Stable(x.Expr)}, nil
}

func (g given) index(v ssa.Value) (*ir.Expr, bool) {
	if c, ok := v.(*ssa.Const); ok {
		e := g.t.Expr(c)
		return e, e != nil
	}
	x, ok := g.operand(v)
	e := g.t.ExprOf(x)
	return e, ok && e != nil
}

// written resolves a clause.
func (g given) written(c *annot.Clause) (footprint, error) {
	env := &eval.Env{Mem: g.t.Mem, Context: heap.Context{Tid: ir.V(g.t.Out.Tid), Vars: g.scope()}}
	switch x := c.Expr.(type) {
	case *annot.Index:
		return g.writtenElements(c, env, x.X, x.I, nil)
	case *annot.Slice:
		lo, hi := x.Lo, x.Hi
		if lo == nil {
			lo = &annot.Const{Node: annot.Node{T: types.Typ[types.Int]}, Value: constant.MakeInt64(0)}
		}
		p, err := g.writtenElements(c, env, x.X, lo, hi)
		if hi == nil && err == nil {
			p.to = g.t.Stable(g.t.Mem.SliceLen(p.slice))
		}
		return p, err
	}
	if fv, ok := (claim{clause: c}).root(g.fn).(*ssa.FreeVar); ok && isStar(c.Expr) && !g.t.isUnchanging(fv) {
		return footprint{}, fmt.Errorf("%s: the pointer is in a variable that another goroutine may assign", c.Text)
	}
	p, err := env.Locate(c.Expr)
	switch {
	case err != nil:
		return footprint{}, err
	case p.IsLocal():
		return footprint{}, fmt.Errorf("%s does not change after it was captured: there is nothing to take over", c.Text)
	}
	return footprint{text: c.Text, cell: g.t.Stable(p.Addr())}, nil
}

func isStar(e annot.Expr) bool {
	_, ok := e.(*annot.Star)
	return ok
}

// writtenElements resolves a clause about elements of the slice x, from one index to another; only the first without to.
func (g given) writtenElements(c *annot.Clause, env *eval.Env, x, from, to annot.Expr) (footprint, error) {
	if fv, ok := (claim{clause: c}).root(g.fn).(*ssa.FreeVar); ok && !g.t.isUnchanging(fv) {
		return footprint{}, fmt.Errorf("%s: the slice is in a variable that another goroutine may assign", c.Text)
	}
	var values []*ir.Expr
	for _, e := range []annot.Expr{x, from, to} {
		if e == nil {
			values = append(values, nil)
			continue
		}
		v, err := env.Eval(e)
		if err != nil {
			return footprint{}, err
		}
		values = append(values, v)
	}
	return g.elements(c.Text, values[0], values[1], values[2], x.Type().Underlying().(*types.Slice).Elem()), nil
}

// elements is the footprint of a slice from one index to another; only the first of them without to.
func (g given) elements(text string, slice, from, to *ir.Expr, elem types.Type) footprint {
	m := g.t.Mem
	p := footprint{text: text, slice: g.t.Stable(slice), elem: elem, from: g.t.Stable(m.AsInt(from))}
	if to == nil {
		p.to = ir.Add(p.from, ir.N(1, heap.IntSort))
	} else {
		p.to = g.t.Stable(m.AsInt(to))
	}
	return p
}

// arr is the array that the elements are in, and first and end are their places in it.
func (p footprint) arr(m *heap.Memory) *ir.Expr { return m.SliceArr(p.slice) }

func (p footprint) first(m *heap.Memory) *ir.Expr { return ir.Add(m.SliceOff(p.slice), p.from) }

func (p footprint) end(m *heap.Memory) *ir.Expr { return ir.Add(m.SliceOff(p.slice), p.to) }

// has is the condition that element i of the array is one of the footprint.
func (p footprint) has(m *heap.Memory, i *ir.Expr) *ir.Expr {
	in := ir.And(ir.Le(p.first(m), i), ir.Lt(i, p.end(m)))
	if p.stride != nil {
		in = ir.And(in, ir.Eq(rest(ir.Sub(i, m.SliceOff(p.slice)), p.stride), rest(p.begins, p.stride)))
	}
	return in
}

// some says that there are any elements.
func (p footprint) some() *ir.Expr {
	if p.guessed {
		return ir.Lt(p.from, p.to)
	}
	return ir.True
}

// exists says that the elements are in the slice.
func (p footprint) exists(m *heap.Memory) *ir.Expr {
	if p.guessed {
		return ir.True
	}
	return ir.And(ir.Le(heap.ZeroInt, p.from), ir.Le(p.from, p.to), ir.Le(p.to, m.SliceLen(p.slice)))
}
