package desugar

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// instr translates one instruction into the block under construction.
func (t *translator) instr(instr ssa.Instruction) {
	f := t.frame
	if t.makesPool(instr) {
		return
	}
	if typ := byStructure(instr); typ != nil {
		t.unsupported(f.pos(), "use of type parameter %s for what its types are", t.mem.ShortType(typ))
		if v, ok := instr.(ssa.Value); ok {
			t.forget(v)
		}
		return
	}
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.Phi:
	case *ssa.Jump:
		t.leave()
		t.jump(f, i.Block(), i.Block().Succs[0])
	case *ssa.If:
		t.leave()
		t.branch(f, i)
	case *ssa.Return:
		t.leave()
		t.ret(i)
	case *ssa.Panic:
		t.panics(i.X)
		t.assume(ir.False)
	case *ssa.RunDefers:
		t.runDefers()
	case *ssa.Defer:
		t.deferCall(i)
	case *ssa.Go:
		t.spawn(i)
	case *ssa.Store:
		t.store(i)
	case *ssa.MapUpdate:
		t.mapUpdate(i)
	case *ssa.Send:
		t.send(i.Chan, i.X)
	case ssa.Value:
		before := t.here()
		t.register(i)
		t.readOnce(i)
		t.readAgain(instr, before)
	default:
		t.unsupported(f.pos(), "instruction %s", instr)
	}
}

// register translates an instruction that computes a value.
func (t *translator) register(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Alloc:
		t.alloc(v)
	case *ssa.Call:
		t.define(v, t.call(t.invocation(&v.Call, v)))
	case *ssa.UnOp:
		t.unOp(v)
	case *ssa.BinOp:
		t.binOp(v)
	case *ssa.FieldAddr:
		t.fieldAddr(v)
	case *ssa.IndexAddr:
		t.indexAddr(v)
	case *ssa.Field:
		t.field(v)
	case *ssa.Index:
		t.indexValue(v)
	case *ssa.Extract:
		t.extract(v)
	case *ssa.Convert:
		t.convert(v, v.X)
	case *ssa.ChangeType:
		if x := t.value(v.X); x.at != nil && analysis.RetypesForAtomic(v) {
			t.define(v, x)
			return
		}
		t.convert(v, v.X)
	case *ssa.MakeInterface:
		t.makeInterface(v)
	case *ssa.ChangeInterface:
		x := t.value(v.X)
		if x.expr != nil {
			x.expr = t.stable(x.expr)
			t.becomesLocker(v.X, x.expr, v.X.Type(), v.Type())
		}
		t.define(v, x) // to one with fewer methods: the value stays what it is
	case *ssa.TypeAssert:
		t.typeAssert(v)
	case *ssa.MakeClosure:
		t.makeClosure(v)
	case *ssa.MakeSlice:
		t.makeSlice(v)
	case *ssa.MakeChan:
		t.makeChan(v)
	case *ssa.Select:
		t.selects(v)
	case *ssa.Slice:
		t.slice(v)
	case *ssa.MakeMap:
		t.makeMap(v)
	case *ssa.Lookup:
		t.lookup(v)
	case *ssa.Range:
		t.rangeOver(v)
	case *ssa.Next:
		t.next(v)
	case *ssa.SliceToArrayPointer:
		t.toArray(v)
	default:
		t.unsupported(t.frame.pos(), "%s", construct(v))
		t.forget(v)
	}
}

// construct names what a value that has no translation comes from.
func construct(v ssa.Value) string {
	switch v.(type) {
	case *ssa.MultiConvert:
		return "conversion of a type parameter"
	case *ssa.SliceToArrayPointer:
		return "conversion of a slice to an array pointer"
	}
	return "instruction " + v.String()
}

func kindName(t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Basic:
		return "string"
	case *types.Chan:
		return "channel"
	}
	return t.String()
}

// unknown returns an arbitrary value of a Go type: nothing if the type has no sort.
func (t *translator) unknown(typ types.Type) value {
	if tuple, ok := typ.(*types.Tuple); ok {
		v := value{}
		for i := range tuple.Len() {
			v.parts = append(v.parts, t.unknown(tuple.At(i).Type()))
		}
		return v
	}
	s, err := t.mem.Sort(typ)
	if err != nil {
		return value{}
	}
	e := ir.V(t.anything(s))
	t.assume(t.mem.Known(e, typ, ir.False)...)
	return value{expr: e}
}

// alloc translates the declaration of a variable or the creation of an object.
func (t *translator) alloc(a *ssa.Alloc) {
	typ := analysis.Deref(a.Type())
	switch {
	case isDeferStack(typ):
		return
	case isMakeSlice(a) != nil:
		return // the slice makes it
	}
	if v := t.guarded(t.frame.fn)[a]; v != nil {
		p := t.mem.Captured(v, t.frame.object)
		t.define(a, value{at: &p})
		return
	}
	if t.usage(a).Local() {
		t.cell(a, typ)
		return
	}
	ref, step, err := t.mem.Allocate(typ, sourceName(a.Comment))
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(a)
		return
	}
	t.step(step)
	t.frame.nonNil[ref.Var] = true
	p := t.mem.Deref(ref, typ)
	t.define(a, value{expr: ref, at: &p})
}

// cell makes the variable of an Alloc that belongs to the function alone, zero at first.
func (t *translator) cell(a *ssa.Alloc, typ types.Type) {
	zero, err := t.mem.Zero(typ)
	if err != nil {
		t.unsupported(t.frame.pos(), "variable %s: %v", a.Comment, err)
		return
	}
	c := &cell{v: t.local(sourceName(a.Comment), zero.Sort), owner: t.frame, once: t.usage(a).Once()}
	t.cellOf[c.v] = c
	c.choices = t.choicesFor(a)
	p := heap.LocalPlace(c.v, typ)
	t.frame.values[a] = value{at: &p}
	if !t.setNext(a) {
		t.emit(&ir.Assign{Dst: c.v, Src: zero})
	}
}

// synthetic holds what go/ssa calls variables that have no counterpart in the source.
var synthetic = map[string]bool{
	"complit": true, "slicelit": true, "varargs": true, "rangeindex": true, "new": true, "makeslice": true,
}

// sourceName returns the name of a variable, "" for those that have no counterpart in the source.
func sourceName(comment string) string {
	if token.IsIdentifier(comment) && !synthetic[comment] {
		return comment
	}
	return ""
}

// setNext reports whether the instruction after the declaration of a assigns it.
func (t *translator) setNext(a *ssa.Alloc) bool {
	instrs := a.Block().Instrs
	if i := t.frame.index[a] + 1; i < len(instrs) {
		s, ok := instrs[i].(*ssa.Store)
		return ok && s.Addr == a && t.expr(s.Val) != nil
	}
	return false
}

// isDeferStack reports whether t is the type of the list of deferred calls, which go/ssa makes explicit.
func isDeferStack(t types.Type) bool {
	n, ok := t.(*types.Named)
	return ok && n.Obj().Name() == "deferStack" && !n.Obj().Pos().IsValid()
}

func (t *translator) unOp(v *ssa.UnOp) {
	switch v.Op {
	case token.MUL:
		if isDeferStack(v.Type()) {
			return
		}
		t.load(v)
		return
	case token.ARROW:
		t.receiveOp(v)
		return
	}
	x := t.expr(v.X)
	if x == nil {
		t.forget(v)
		return
	}
	if isFloat(v.X.Type()) {
		t.inexact(v)
		return
	}
	e, err := t.mem.Unary(v.Op, x, v.X.Type())
	t.result(v, e, err)
}

// result defines a register as e, or as anything if there was an error.
func (t *translator) result(v ssa.Value, e *ir.Expr, err error) {
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	t.define(v, value{expr: e})
}

func (t *translator) binOp(v *ssa.BinOp) {
	x, y := t.expr(v.X), t.expr(v.Y)
	if x == nil || y == nil {
		t.forget(v)
		return
	}
	switch v.Op {
	case token.QUO, token.REM:
		if isInteger(v.Type()) {
			t.check(ir.Ne(y, ir.N(0, y.Sort)), ir.Check{
				Kind: ir.DivideByZero, Subject: t.text(v.Y), Needed: t.text(v.Y) + " != 0",
			})
		}
	case token.SHL, token.SHR:
		if count := t.mem.AsInt(y); count.Sort.Signed {
			t.check(ir.Le(ir.N(0, heap.IntSort), count), ir.Check{
				Kind: ir.NegativeShift, Subject: t.text(v.Y), Needed: t.text(v.Y) + " >= 0", Shows: t.shows(v.Y, y),
			})
		}
	}
	if isFloat(v.X.Type()) {
		t.inexact(v)
		return
	}
	if analysis.IsInterface(v.X.Type()) {
		e := t.compareInterfaces(v, x, y)
		if v.Op == token.NEQ {
			e = ir.Not(e)
		}
		t.define(v, value{expr: e})
		return
	}
	if v.Op == token.EQL || v.Op == token.NEQ {
		e, err := t.same(x, y, v.X.Type())
		if err == nil && v.Op == token.NEQ {
			e = ir.Not(e)
		}
		t.result(v, e, err)
		return
	}
	e, err := t.mem.Binary(v.Op, x, y, v.X.Type(), v.Y.Type())
	if err == nil && v.Op == token.ADD && isString(v.Type()) { // there is no memory for more
		for _, s := range []*ir.Expr{x, y, e} {
			t.lengthOf(s)
		}
	}
	t.result(v, e, err)
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// shows makes the value of v part of a message, unless it is a constant.
func (t *translator) shows(v ssa.Value, e *ir.Expr) []ir.Show {
	if _, ok := v.(*ssa.Const); ok || e == nil {
		return nil
	}
	return []ir.Show{{Label: t.text(v), Value: e}}
}

func (t *translator) field(v *ssa.Field) {
	x := t.expr(v.X)
	if x == nil || t.insideBelieved(v.X.Type()) {
		t.forget(v)
		return
	}
	f := v.X.Type().Underlying().(*types.Struct).Field(v.Field)
	e, err := t.mem.Read(t.mem.Field(heap.ValuePlace(x, v.X.Type()), f))
	t.result(v, e, err)
}

func (t *translator) extract(v *ssa.Extract) {
	if parts := t.value(v.Tuple).parts; v.Index < len(parts) {
		t.define(v, parts[v.Index])
		return
	}
	t.forget(v)
}

func (t *translator) convert(v, from ssa.Value) {
	x := t.value(from)
	e := t.exprOf(x)
	if e != nil && analysis.IsInterface(v.Type()) && analysis.IsTypeParam(from.Type()) { // it is not known whether it is an interface
		t.unsupported(t.frame.pos(), "%s in an interface", t.mem.ShortType(from.Type()))
		e = nil
	}
	if e == nil {
		t.forget(v)
		return
	}
	switch fromBytes, toBytes := isBytes(from.Type()), isBytes(v.Type()); {
	case fromBytes && isString(v.Type()):
		t.toString(v, from, e)
		return
	case toBytes && isString(from.Type()):
		t.fromString(v, from, e)
		return
	case isRunes(from.Type()) && isString(v.Type()):
		t.fromRunes(v, from, e)
		return
	case isRunes(v.Type()) && isString(from.Type()):
		t.toRunes(v, e)
		return
	case isInteger(from.Type()) && isString(v.Type()): // the encoding of a rune
		out := ir.V(t.anything(heap.StringSort))
		n := t.mem.StringLen(out)
		t.assume(ir.Le(ir.N(1, heap.IntSort), n), ir.Le(n, ir.N(4, heap.IntSort)))
		t.define(v, value{expr: out})
		return
	}
	if (isFloat(from.Type()) || isFloat(v.Type())) && isReal(from.Type()) && isReal(v.Type()) {
		t.inexact(v)
		return
	}
	out, err := t.mem.Convert(e, from.Type(), v.Type())
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	t.define(v, value{expr: out, fn: x.fn})
}

func isBytes(t types.Type) bool { return isSliceOf(t, types.Uint8) }

func isRunes(t types.Type) bool { return isSliceOf(t, types.Int32) }

func isSliceOf(t types.Type, kind types.BasicKind) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == kind
}

// makeClosure translates a function literal, or a method value. If it is more than called here, what it captures is
// within reach of whoever gets it.
func (t *translator) makeClosure(v *ssa.MakeClosure) {
	c := &closure{fn: v.Fn.(*ssa.Function), maker: t.frame}
	var captured []*ir.Expr
	for _, b := range v.Bindings {
		x := t.settle(t.value(b))
		t.copiesOperand(b, x)
		c.bindings = append(c.bindings, x)
		captured = append(captured, t.reaches(x, b.Type())...)
	}
	if !t.onlyCalled(v) {
		if analysis.IsLockFunction(c.fn) {
			t.unsupported(t.frame.pos(), "a lock's method %s as a value that is more than called here", c.fn.Object().Name())
		}
		t.publish(captured)
		t.doubtMethod(v)
	}
	e := ir.V(t.anything(heap.FuncSort))
	t.assume(ir.Ne(e, ir.Const("nil", heap.FuncSort)))
	t.define(v, value{expr: e, fn: c})
}

// doubtMethod notes that a method value makes a new object known, if it is only passed to functions of which the code is at hand.
func (t *translator) doubtMethod(v *ssa.MakeClosure) {
	if len(v.Bindings) != 1 || !analysis.IsWrapper(v.Fn.(*ssa.Function)) || !leadsToNew(v.Bindings[0]) {
		return
	}
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if fn := use.Call.StaticCallee(); fn == nil || fn.Blocks == nil {
				return
			}
		default:
			return
		}
	}
	t.doubt(v.Pos(), "%s is new, and a method value has it: whether who gets that tells others of it is not seen", t.locationBase(v.Bindings[0]))
}

// onlyCalled reports whether the function literal is only called or run by a goroutine, whose start publishes itself.
func (t *translator) onlyCalled(v *ssa.MakeClosure) bool {
	for _, use := range *v.Referrers() {
		if analysis.StartedBy(use) == v {
			return true // a literal that is run has no other use
		}
	}
	w := &analysis.UseWalk{Prog: t.prog.Facts, U: &analysis.Usage{}, Seen: map[ssa.Value]bool{}}
	return w.OnlyCalled(v)
}

// reaches returns the references that whoever has the value, or the variable whose address it is, can follow.
func (t *translator) reaches(v value, typ types.Type) []*ir.Expr {
	if v.at != nil && v.at.IsLocal() {
		if v.at.Cell != nil && len(v.at.Path) == 0 {
			if known, ok := t.knownValue(v.at.Cell); ok {
				return t.reaches(known, v.at.Type)
			}
		}
		e, err := t.mem.Read(*v.at)
		if err != nil {
			return nil
		}
		return t.mem.Publishable(e, v.at.Type)
	}
	if e := t.exprOf(v); e != nil {
		return t.mem.Publishable(e, typ)
	}
	return nil
}

// panics translates an explicit panic: an execution must not come here.
func (t *translator) panics(x ssa.Value) {
	t.check(ir.False, ir.Check{Kind: ir.ExplicitPanic, Subject: panicText(x)})
}

// panicText returns what a panic says, if it is a constant.
func panicText(x ssa.Value) string {
	if i, ok := x.(*ssa.MakeInterface); ok {
		x = i.X
	}
	if c, ok := x.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return "panic(" + strconv.Quote(constant.StringVal(c.Value)) + ")"
	}
	return "panic"
}

// ret translates a return: of the function under translation, or of an inlined call.
func (t *translator) ret(r *ssa.Return) {
	f := t.frame
	var values []value
	for _, x := range r.Results {
		values = append(values, t.value(x))
	}
	switch {
	case f.caller == nil:
		var exprs []*ir.Expr
		for _, v := range values {
			exprs = append(exprs, t.exprOf(v))
		}
		pos, end, text := t.returnText(f, r)
		t.returns(pos, end, text, exprs)
	case f.exit == nil:
		for i, v := range values {
			values[i] = t.settle(v)
		}
		f.back, f.returns = t.cur, values
	default:
		for i, v := range f.results {
			if v == nil {
				continue
			}
			e := t.exprOf(values[i])
			if e == nil {
				e = ir.V(t.anything(v.Sort))
			}
			t.emit(&ir.Assign{Dst: v, Src: e})
		}
		link(t.cur, f.exit)
	}
}
