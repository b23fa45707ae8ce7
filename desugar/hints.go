package desugar

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// maxHints bounds the terms proposed at one loop.
const maxHints = 24

// hints returns conditions that may be invariants of the loop: that variables stand in the relations in which the loop
// compares them, and that what they refer to, or what they lead to in slices and maps that the loop fills, is the
// goroutine's own. Whether they are is found out later; a wrong one costs a query.
func (t *translator) hints(f *emit.Frame, l *emit.ForLoop) (hints, inRegions []*ir.Expr) {
	h := &hintSet{}
	for _, v := range t.assigned(f, l) {
		t.staysOwn(v, h)
		t.tookElement(v, h)
		t.keepsRest(v, h)
	}
	for _, v := range t.filled(f, l) {
		h.add(t.unownedInside(v))
	}
	t.filledInside(f, l, h)
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			if op, ok := instr.(*ssa.BinOp); ok {
				t.comparison(f, l, op, h)
			}
		}
	}
	regions := &hintSet{}
	t.splitStays(h, regions)
	for _, v := range t.reachedRegions(f, l) {
		for _, hint := range t.Mem.RegionHints(v.expr, v.typ) {
			regions.add(hint)
		}
	}
	t.lentInside(f, l, regions)
	t.keepsLentInside(f, regions)
	t.decodedInside(f, l, h, regions)
	return h.exprs, regions.exprs
}

// staysOwn proposes that what a variable leads to is the goroutine's own, and that no variable owns it.
func (t *translator) staysOwn(v typed, h *hintSet) {
	for _, ref := range t.Mem.Publishable(v.expr, v.typ) {
		if mine := t.Mem.Mine(ref); mine.Op != ir.OpFalse {
			h.add(ir.Or(ir.Eq(ref, ir.Nil), mine))
			if len(t.prog.NewBehind(t.root)) > 0 {
				h.add(ir.Or(ir.Eq(ref, ir.Nil), t.storedNowhere(ref)))
			}
		}
	}
	if t.Mem.Status != nil && t.prog.MayBeOwned(v.typ) {
		arr, _ := t.Mem.StoreOf(v.expr)
		h.add(ir.Or(ir.Eq(arr, ir.Nil), t.Mem.Ownable(arr)))
	}
}

// hintLoops adds, at the head of each loop, hints about the variables of the function's own that its blocks assign. A
// function literal may assign them that the loop calls, or that a function of others calls in a loop which no statement
// stands for.
func (t *translator) hintLoops() {
	for _, head := range t.Out.Blocks {
		if n, ok := t.before[head.Loop]; ok {
			t.hintLoop(head, t.Out.Locals[:n])
		}
	}
}

func (t *translator) hintLoop(head *ir.Block, before []*ir.Var) {
	set, starts := map[*ir.Var]bool{}, false
	for _, b := range head.Loop.Body {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Assign:
				set[s.Dst] = true
			case *ir.Spawn:
				starts = true
			}
		}
	}
	h, regions := &hintSet{head.Loop.Hints}, &hintSet{head.Loop.Regions}
	rest := head.Stmts
	t.Cur, head.Stmts = head, nil
	for _, v := range before {
		c := t.CellOf[v]
		if c == nil || c.Type == nil || !set[v] {
			continue
		}
		x := typed{ir.V(v), c.Type}
		t.staysOwn(x, h)
		if starts && isSliceOrMap(x.typ) && t.Mem.Status != nil { // what is stored somewhere may be published with what the goroutines know
			arr, _ := t.Mem.StoreOf(x.expr)
			h.add(ir.Or(ir.Eq(arr, ir.Nil), t.storedNowhere(arr)))
		}
		if elem := elementOf(x.typ); elem != nil && t.Mem.Status != nil && t.prog.MayBeOwned(elem) {
			h.add(t.unownedInside(x))
		}
		for _, hint := range t.Mem.RegionHints(x.expr, x.typ) {
			regions.add(hint)
		}
		t.Assume(t.Mem.Held(x.expr, x.typ)...) // true of all values
	}
	head.Stmts = append(slices.DeleteFunc(head.Stmts, func(s ir.Stmt) bool { return assumedIn(rest, s) }), rest...)
	head.Loop.Hints, head.Loop.Regions = h.exprs, regions.exprs
}

// assumedIn reports whether an assumption is one of the statements.
func assumedIn(stmts []ir.Stmt, s ir.Stmt) bool {
	assumed := s.(*ir.Assume)
	return slices.ContainsFunc(stmts, func(x ir.Stmt) bool {
		known, ok := x.(*ir.Assume)
		return ok && ir.Equal(known.Cond, assumed.Cond)
	})
}

// filled returns the slices and maps that the loop assigns, or assigns elements of, of which the elements are slices or maps that
// some variable may own.
func (t *translator) filled(f *emit.Frame, l *emit.ForLoop) []typed {
	if t.Mem.Status == nil {
		return nil
	}
	var out []typed
	add := func(v typed) {
		elem := elementOf(v.typ)
		if elem != nil && v.expr != nil && t.prog.MayBeOwned(elem) && !slices.ContainsFunc(out, func(o typed) bool { return ir.Equal(o.expr, v.expr) }) {
			out = append(out, v)
		}
	}
	for _, v := range t.assigned(f, l) {
		add(v)
	}
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.IndexAddr:
				add(typed{t.atHead(f, l, i.X, 0), i.X.Type()})
			case *ssa.MapUpdate:
				add(typed{t.atHead(f, l, i.Map, 0), i.Map.Type()})
			}
		}
	}
	return out
}

// filledInside proposes, of the slices and maps that the loop fills and that are in fields of objects to which
// variables point, that they are the goroutine's own with these objects, and so is what their elements lead to. A
// function that the loop calls may fill them for it.
func (t *translator) filledInside(f *emit.Frame, l *emit.ForLoop, h *hintSet) {
	if t.Mem.Status == nil {
		return
	}
	t.filledBy(l.Blocks, func(field *ssa.FieldAddr, filled types.Type) {
		t.mineInside(t.atHead(f, l, field.X, 0), field, filled, h)
	})
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.StaticCallee() == nil {
				continue
			}
			callee := call.Call.StaticCallee()
			t.filledBy(callee.Blocks, func(field *ssa.FieldAddr, filled types.Type) {
				if p := analysis.ParameterOf(field.X); p != nil && p.Parent() == callee {
					t.mineInside(t.atHead(f, l, call.Call.Args[slices.Index(callee.Params, p)], 0), field, filled, h)
				}
			})
		}
	}
}

// filledBy finds the fields with the slices and maps of which blocks may assign elements.
func (t *translator) filledBy(blocks []*ssa.BasicBlock, found func(field *ssa.FieldAddr, filled types.Type)) {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			var filled ssa.Value
			switch i := instr.(type) {
			case *ssa.IndexAddr:
				filled = i.X
			case *ssa.MapUpdate:
				filled = i.Map
			}
			if load, ok := filled.(*ssa.UnOp); ok && load.Op == token.MUL {
				if field, ok := load.X.(*ssa.FieldAddr); ok {
					found(field, load.Type())
				}
			}
		}
	}
}

// mineInside proposes that an object is the goroutine's own, and so is what is in the field and what the elements of that lead to.
func (t *translator) mineInside(object *ir.Expr, field *ssa.FieldAddr, typ types.Type, h *hintSet) {
	if object == nil || object.Sort != ir.Ref {
		return
	}
	held, err := t.Mem.Read(t.Mem.Field(t.Mem.Deref(object, analysis.Deref(field.X.Type())), analysis.FieldOf(field)))
	if err != nil {
		return
	}
	h.add(ir.Or(ir.Eq(object, ir.Nil), ir.And(t.Mem.Mine(object), t.allMine(held, typ))))
	if elem := elementOf(typ); elem != nil && leadsOn(elem) {
		h.add(ir.Or(ir.Eq(object, ir.Nil), t.inside(typed{held, typ}, func(inner *ir.Expr) *ir.Expr { return t.allMine(inner, elem) })))
	}
}

// allMine is the condition that what a value leads to is the goroutine's own.
func (t *translator) allMine(v *ir.Expr, typ types.Type) *ir.Expr {
	own := ir.True
	for _, ref := range t.Mem.Publishable(v, typ) {
		own = ir.And(own, ir.Or(ir.Eq(ref, ir.Nil), t.Mem.Mine(ref)))
	}
	return own
}

// elementOf is the type of a slice's elements or a map's values, nil of other types.
func elementOf(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	}
	return nil
}

// unownedInside is the condition that what the elements of a slice or map lead to is the goroutine's own, and that no variable
// owns it.
func (t *translator) unownedInside(v typed) *ir.Expr {
	return t.inside(v, func(inner *ir.Expr) *ir.Expr {
		arr, _ := t.Mem.StoreOf(inner)
		return ir.Or(ir.Eq(arr, ir.Nil), t.Mem.Ownable(arr))
	})
}

// inside is the condition that something holds of all elements of a slice or map.
func (t *translator) inside(v typed, holds func(inner *ir.Expr) *ir.Expr) *ir.Expr {
	m := t.Mem
	if typ, ok := v.typ.Underlying().(*types.Map); ok {
		s, err := m.MapStore(typ)
		if err != nil {
			return ir.True
		}
		k := &ir.Var{Name: "k", Label: "k", Sort: s.Keys.Sort, Kind: ir.BoundVar}
		present, value := s.Lookup(v.expr, ir.V(k))
		return ir.Forall([]*ir.Var{k}, ir.Implies(present, holds(value)), s.Entries)
	}
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	p := m.Element(m.SliceArr(v.expr), ir.V(i), elementOf(v.typ))
	inner, err := m.Read(p)
	if err != nil || p.Family == nil {
		return ir.True
	}
	lo := m.SliceOff(v.expr)
	inside := ir.And(ir.Le(lo, ir.V(i)), ir.Lt(ir.V(i), ir.Add(lo, m.SliceLen(v.expr))))
	return ir.Forall([]*ir.Var{i}, ir.Implies(inside, holds(inner)), p.Family)
}

// reachedRegions returns the references that a loop assigns, or uses, to what may be in a region.
func (t *translator) reachedRegions(f *emit.Frame, l *emit.ForLoop) []typed {
	if !t.Mem.Need.Regions {
		return nil
	}
	out := t.assigned(f, l)
	add := func(v typed) {
		if v.expr != nil && v.typ != nil && !slices.ContainsFunc(out, func(o typed) bool { return ir.Equal(o.expr, v.expr) }) {
			out = append(out, v)
		}
	}
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if *op != nil && leadsOn((*op).Type()) {
					add(typed{t.atHead(f, l, *op, 0), (*op).Type()})
				}
			}
		}
	}
	return out
}

type hintSet struct{ exprs []*ir.Expr }

func (h *hintSet) add(e *ir.Expr) {
	known := func(x *ir.Expr) bool { return ir.Equal(x, e) }
	if e.Op != ir.OpTrue && e.Op != ir.OpFalse && len(h.exprs) < maxHints && !slices.ContainsFunc(h.exprs, known) {
		h.exprs = append(h.exprs, e)
	}
}

// comparison proposes that the operands of a comparison in the loop, as they are at its head, stand in that relation.
// Weaker relations, and the opposite, are for whoever tries the proposals.
func (t *translator) comparison(f *emit.Frame, l *emit.ForLoop, op *ssa.BinOp, h *hintSet) {
	x, y := t.atHead(f, l, op.X, 0), t.atHead(f, l, op.Y, 0)
	h.relate(op.Op, x, y)
	if sum, ok := op.X.(*ssa.BinOp); ok { // the counter of a range is advanced before it is compared
		h.relate(op.Op, t.atHead(f, l, sum.X, 0), y)
	}
}

func (h *hintSet) relate(op token.Token, x, y *ir.Expr) {
	if x == nil || y == nil || x.Sort.Kind != ir.KindInt || y.Sort.Kind != ir.KindInt {
		return
	}
	switch op {
	case token.LSS, token.LEQ, token.EQL, token.NEQ:
		h.add(ir.Lt(x, y))
	case token.GTR, token.GEQ:
		h.add(ir.Lt(y, x))
	}
}

// A typed is a term with its Go type.
type typed struct {
	expr *ir.Expr
	typ  types.Type
}

// assigned returns the function's own variables that the loop may assign.
func (t *translator) assigned(f *emit.Frame, l *emit.ForLoop) []typed {
	var out []typed
	add := func(e *ir.Expr, typ types.Type) {
		if !slices.ContainsFunc(out, func(v typed) bool { return ir.Equal(v.expr, e) }) {
			out = append(out, typed{e, typ})
		}
	}
	for _, instr := range l.Head.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok && f.Phis[phi] != nil {
			typ := phi.Type()
			if analysis.IsIteration(phi) {
				typ = analysis.Deref(typ)
			}
			add(ir.V(f.Phis[phi]), typ)
		}
	}
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			base := s.Addr
			for {
				field, ok := base.(*ssa.FieldAddr)
				if !ok {
					break
				}
				base = field.X
			}
			if at := f.Values[base].At; at != nil && at.Cell != nil && len(at.Path) == 0 {
				add(ir.V(at.Cell), at.Type)
			}
		}
	}
	return out
}

// atHead returns what a value would be if it were computed at the head of the loop, nil if that is not a term over
// variables of the function's own.
func (t *translator) atHead(f *emit.Frame, l *emit.ForLoop, v ssa.Value, depth int) *ir.Expr {
	if c, ok := v.(*ssa.Const); ok {
		if e, err := t.Mem.Constant(c); err == nil {
			return e
		}
		return nil
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || !slices.Contains(l.Blocks, instr.Block()) {
		if known, ok := f.Values[v]; ok && known.Expr != nil && !emit.ReadsHeap(known.Expr) {
			return known.Expr
		}
		return nil
	}
	if depth > 3 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return t.cellAtHead(f, v)
	case *ssa.BinOp:
		x, y := t.atHead(f, l, v.X, depth+1), t.atHead(f, l, v.Y, depth+1)
		if x == nil || y == nil || v.Op != token.ADD && v.Op != token.SUB || x.Sort.Kind != ir.KindInt {
			return nil
		}
		if e, err := t.Mem.Binary(v.Op, x, y, v.X.Type(), v.Y.Type()); err == nil {
			return e
		}
	case *ssa.Call:
		if analysis.IsBuiltin(v, "len") {
			if x := t.atHead(f, l, v.Call.Args[0], depth+1); x != nil && (x.Sort == heap.SliceSort || x.Sort == heap.StringSort) {
				return t.Mem.IntValue(t.Mem.Length(x))
			}
		}
	}
	return nil
}

func (t *translator) cellAtHead(f *emit.Frame, load *ssa.UnOp) *ir.Expr {
	at := f.Values[load.X].At
	if load.Op != token.MUL || at == nil || at.Cell == nil || len(at.Path) > 0 {
		return nil
	}
	if known, ok := t.KnownValue(at.Cell); ok && known.Expr != nil {
		return known.Expr
	}
	return ir.V(at.Cell)
}

// loopHead makes the block under construction the head of the loop that begins with b, if one does.
func (t *translator) loopHead(f *emit.Frame, b *ssa.BasicBlock) {
	l := f.Loops[b]
	if l == nil {
		return
	}
	loop := &ir.Loop{Bounded: l.Bounded}
	if l.Stmt != nil {
		text, end := f.Source.Header(l.Stmt)
		loop.Span, loop.Text = t.Span(l.Stmt.Pos(), end), text
	} else {
		loop.Span, loop.Text = t.Statement(f)
	}
	for _, s := range l.Invariants {
		if c := t.Condition(f, s); c != nil {
			loop.Invariants = append(loop.Invariants, c)
		}
	}
	loop.Hints, loop.Regions = t.hints(f, l)
	t.Cur.Loop = loop
	t.before[loop] = len(t.Out.Locals)
	for _, v := range t.assigned(f, l) { // true of all values, and so not for the programmer to say
		t.Assume(t.Mem.Held(v.expr, v.typ)...)
	}
	t.believeAliases()
}
