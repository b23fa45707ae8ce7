package desugar

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// instr translates one instruction into the block under construction.
func (t *translator) instr(instr ssa.Instruction) {
	f := t.Frame
	t.publishCaptured(instr)
	if t.makesPool(instr) {
		return
	}
	if typ := byStructure(instr); typ != nil {
		t.Unsupported(f.Pos(), "an operation on type parameter %s that depends on the structure of its types", t.Mem.ShortType(typ))
		if v, ok := instr.(ssa.Value); ok {
			t.Forget(v)
		}
		return
	}
	t.useViews(instr)
	t.keepsBytes(instr)
	t.usesTogether(instr)
	t.usesUnlocked(instr)
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.Phi:
	case *ssa.Jump:
		t.Leave()
		t.Jump(f, i.Block(), i.Block().Succs[0])
	case *ssa.If:
		t.Leave()
		t.Branch(f, i)
	case *ssa.Return:
		t.leavesBehind(i)
		t.Leave()
		t.endShared(i.Results)
		t.endAwaited(i)
		t.ret(i)
	case *ssa.Panic:
		t.panics(i.X)
		t.Assume(ir.False)
	case *ssa.RunDefers:
		t.runDefers()
	case *ssa.Defer:
		t.deferCall(i)
	case *ssa.Go:
		t.spawn(i)
	case *ssa.Store:
		t.copiesAtomic(i)
		t.exposesStored(i, i.Val)
		t.Store(i)
	case *ssa.MapUpdate:
		t.exposesStored(i, i.Value)
		t.mapUpdate(i)
	case *ssa.Send:
		t.send(i.Chan, i.X)
	case ssa.Value:
		before := t.Here()
		if call, ok := i.(*ssa.Call); ok {
			if v, _ := analysis.PutInto(call); v != nil {
				t.exposesStored(call, v)
			}
		}
		t.register(i)
		t.readOnce(i)
		t.readAgain(instr, before)
	default:
		t.Unsupported(f.Pos(), "instruction %s", instr)
	}
}

// register translates an instruction that computes a value.
func (t *translator) register(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Alloc:
		t.alloc(v)
	case *ssa.Call:
		t.Define(v, t.call(t.Invocation(&v.Call, v)))
	case *ssa.UnOp:
		t.unOp(v)
	case *ssa.BinOp:
		t.binOp(v)
	case *ssa.FieldAddr:
		t.onlyPublishes(v)
		t.FieldAddr(v)
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
	case *ssa.MultiConvert:
		if x := t.Value(v.X); !isBasicOrParam(v.X.Type()) || !isBasicOrParam(v.Type()) || x.Expr == nil {
			t.Unsupported(t.Frame.Pos(), "%s", emit.Construct(v))
			t.Forget(v)
			return
		}
		t.inexact(v)
	case *ssa.ChangeType:
		if x := t.Value(v.X); x.Fn != nil || x.At != nil && analysis.RetypesForAtomic(v) {
			t.Define(v, x)
			return
		}
		t.convert(v, v.X)
	case *ssa.MakeInterface:
		t.makeInterface(v)
	case *ssa.ChangeInterface:
		x := t.Value(v.X)
		if analysis.IsTypeParam(v.Type()) {
			t.inexact(v)
			return
		}
		if x.Expr != nil && analysis.IsTypeParam(v.X.Type()) {
			t.boxParam(v, x.Expr, v.X.Type())
			return
		}
		if x.Expr != nil {
			x.Expr = t.Stable(x.Expr)
			t.becomesLocker(v.X, x.Expr, v.X.Type(), v.Type())
			t.Assume(t.holdsNone(x.Expr, v.X.Type(), v.Type())...)
		}
		t.Define(v, x) // to one with fewer methods: the value stays what it is
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
		t.Unsupported(t.Frame.Pos(), "%s", emit.Construct(v))
		t.Forget(v)
	}
}

// alloc translates the declaration of a variable or the creation of an object.
func (t *translator) alloc(a *ssa.Alloc) {
	typ := analysis.Deref(a.Type())
	switch {
	case emit.IsDeferStack(typ):
		return
	case isMakeSlice(a) != nil:
		return // the slice makes it
	}
	if vars := t.guarded(t.Frame.Fn); vars[a] != nil {
		v := vars[a]
		if loopBlock(vars) != nil && isFirst(a, vars) {
			t.makeObject(t.Frame, t.Frame.Object.Var)
		}
		p := t.Mem.Captured(v, t.Frame.Object)
		t.Define(a, emit.Value{At: &p})
		return
	}
	if t.Usage(a).Local() {
		t.cell(a, typ)
		return
	}
	ref, step, err := t.Mem.Allocate(typ, emit.SourceName(a.Comment))
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(a)
		return
	}
	t.Step(step)
	t.Frame.NonNil[ref.Var] = true
	if analysis.IsMessage(a.Type()) {
		t.Assume(t.Mem.Gets(ref, a.Type())...)
	}
	p := t.Mem.Deref(ref, typ)
	t.Define(a, emit.Value{Expr: ref, At: &p})
}

// cell makes the variable of an Alloc that belongs to the function alone, zero at first.
func (t *translator) cell(a *ssa.Alloc, typ types.Type) {
	zero, err := t.Mem.Zero(typ)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "variable %s: %v", a.Comment, err)
		return
	}
	c := &emit.Cell{V: t.Local(emit.SourceName(a.Comment), zero.Sort), Owner: t.Frame, Type: typ, Once: t.Usage(a).Once()}
	t.CellOf[c.V] = c
	c.Choices = t.choicesFor(a)
	p := heap.LocalPlace(c.V, typ)
	t.Frame.Values[a] = emit.Value{At: &p}
	if !t.setNext(a) {
		t.Emit(&ir.Assign{Dst: c.V, Src: zero})
	}
}

// setNext reports whether the instruction after the declaration of a assigns it.
func (t *translator) setNext(a *ssa.Alloc) bool {
	instrs := a.Block().Instrs
	if i := t.Frame.Index[a] + 1; i < len(instrs) {
		s, ok := instrs[i].(*ssa.Store)
		return ok && s.Addr == a && t.Expr(s.Val) != nil
	}
	return false
}

func (t *translator) unOp(v *ssa.UnOp) {
	switch v.Op {
	case token.MUL:
		if emit.IsDeferStack(v.Type()) {
			return
		}
		t.Load(v)
		return
	case token.ARROW:
		t.receiveOp(v)
		return
	}
	x := t.Expr(v.X)
	if x == nil {
		t.Forget(v)
		return
	}
	if isFloat(v.X.Type()) || analysis.IsTypeParam(v.X.Type()) {
		t.inexact(v)
		return
	}
	e, err := t.Mem.Unary(v.Op, x, v.X.Type())
	t.Result(v, e, err)
}

func (t *translator) binOp(v *ssa.BinOp) {
	x, y := t.Expr(v.X), t.Expr(v.Y)
	if x == nil || y == nil {
		t.Forget(v)
		return
	}
	if analysis.IsTypeParam(v.X.Type()) || analysis.IsTypeParam(v.Y.Type()) {
		if v.Op != token.EQL && v.Op != token.NEQ {
			t.operateOnParam(v)
			return
		}
	}
	switch v.Op {
	case token.QUO, token.REM:
		if isInteger(v.Type()) {
			t.Check(ir.Ne(y, ir.N(0, y.Sort)), ir.Check{
				Kind: ir.DivideByZero, Subject: t.Text(v.Y), Needed: t.Text(v.Y) + " != 0",
			})
		}
	case token.SHL, token.SHR:
		if count := t.Mem.AsInt(y); count.Sort.Signed {
			t.Check(ir.Le(ir.N(0, heap.IntSort), count), ir.Check{
				Kind: ir.NegativeShift, Subject: t.Text(v.Y), Needed: t.Text(v.Y) + " >= 0", Shows: t.shows(v.Y, y),
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
		t.Define(v, emit.Value{Expr: e})
		return
	}
	if v.Op == token.EQL || v.Op == token.NEQ {
		e, err := t.same(x, y, v.X.Type())
		if err == nil && v.Op == token.NEQ {
			e = ir.Not(e)
		}
		t.Result(v, e, err)
		return
	}
	if v.Op == token.ADD && isWide(v.Type()) {
		t.restStays(x, y)
	}
	e, err := t.Mem.Binary(v.Op, x, y, v.X.Type(), v.Y.Type())
	if err == nil && v.Op == token.ADD && isString(v.Type()) { // there is no memory for more
		for _, s := range []*ir.Expr{x, y, e} {
			t.lengthOf(s)
		}
	}
	t.Result(v, e, err)
}

// operateOnParam translates an operation on values of a type parameter of which the constraint lists numbers and
// strings: what it gives is any value. One that may panic for some type argument has no translation.
func (t *translator) operateOnParam(v *ssa.BinOp) {
	c, isConst := v.Y.(*ssa.Const)
	switch v.Op {
	case token.QUO, token.REM:
		if !isConst || c.Value == nil || c.Value.Kind() == constant.String || constant.Sign(c.Value) == 0 {
			t.Unsupported(t.Frame.Pos(), "operator %s on %s", v.Op, t.Mem.ShortType(v.X.Type()))
			t.Forget(v)
			return
		}
	case token.SHL, token.SHR:
		if !isConst || c.Value == nil {
			t.Unsupported(t.Frame.Pos(), "operator %s on %s", v.Op, t.Mem.ShortType(v.X.Type()))
			t.Forget(v)
			return
		}
	}
	t.inexact(v)
}

// isBasicOrParam reports whether values of the type are numbers, strings or booleans, whatever the type argument is if
// it is a type parameter: a conversion of one reads no memory.
func isBasicOrParam(typ types.Type) bool {
	_, basic := typ.Underlying().(*types.Basic)
	return basic || analysis.IsBasicParam(typ)
}

func (t *translator) field(v *ssa.Field) {
	x := t.Expr(v.X)
	if x == nil || t.InsideTrusted(v.X.Type()) {
		t.Forget(v)
		return
	}
	f := v.X.Type().Underlying().(*types.Struct).Field(v.Field)
	e, err := t.Mem.Read(t.Mem.Field(heap.ValuePlace(x, v.X.Type()), f))
	t.Result(v, e, err)
}

func (t *translator) extract(v *ssa.Extract) {
	if parts := t.Value(v.Tuple).Parts; v.Index < len(parts) {
		t.Define(v, parts[v.Index])
		return
	}
	t.Forget(v)
}

func (t *translator) convert(v, from ssa.Value) {
	x := t.Value(from)
	e := t.ExprOf(x)
	if e != nil && analysis.IsInterface(v.Type()) && analysis.IsTypeParam(from.Type()) {
		t.boxParam(v, e, from.Type())
		return
	}
	if e == nil {
		t.Forget(v)
		return
	}
	if (analysis.IsTypeParam(from.Type()) || analysis.IsTypeParam(v.Type())) && isBasicOrParam(from.Type()) && isBasicOrParam(v.Type()) &&
		!types.Identical(from.Type(), v.Type()) {
		t.inexact(v)
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
		out := ir.V(t.Anything(heap.StringSort))
		n := t.Mem.StringLen(out)
		t.Assume(ir.Le(ir.N(1, heap.IntSort), n), ir.Le(n, ir.N(4, heap.IntSort)))
		t.Define(v, emit.Value{Expr: out})
		return
	}
	if (isFloat(from.Type()) || isFloat(v.Type())) && isReal(from.Type()) && isReal(v.Type()) {
		t.inexact(v)
		return
	}
	out, err := t.Mem.Convert(e, from.Type(), v.Type())
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	t.Define(v, emit.Value{Expr: out, Fn: x.Fn})
}

// makeClosure translates a function literal, or a method value. If it is more than called here, what it captures is
// within reach of whoever gets it.
func (t *translator) makeClosure(v *ssa.MakeClosure) {
	c := &emit.Closure{Fn: v.Fn.(*ssa.Function), Maker: t.Frame}
	var captured []*ir.Expr
	within, toCaller := t.iteratorMade(v)
	for _, b := range v.Bindings {
		x := t.Settle(t.Value(b))
		t.CopiesOperand(b, x)
		c.Bindings = append(c.Bindings, x)
		refs := t.reaches(x, b.Type())
		if toCaller && t.isIterated(b) {
			refs = t.iterated(refs, x, b)
		}
		captured = append(captured, refs...)
	}
	if !within && !t.onlyCalled(v) {
		if analysis.IsLockFunction(c.Fn) {
			t.Unsupported(t.Frame.Pos(), "a lock's method %s as a method value that is not called at once", c.Fn.Object().Name())
		}
		known, ok := firstKnown(t.Frame, v)
		if ok = ok && !toCaller; ok {
			for _, at := range known {
				t.Frame.Waiting[at] = append(t.Frame.Waiting[at], v)
			}
		} else {
			t.Publish(captured)
		}
		if !ok || slices.ContainsFunc(known, func(at ssa.Instruction) bool { _, isCall := at.(*ssa.Call); return isCall }) {
			t.doubtMethod(v)
		}
	}
	e := ir.V(t.Anything(heap.FuncSort))
	t.Assume(ir.Ne(e, ir.Const("nil", heap.FuncSort)))
	t.Define(v, emit.Value{Expr: e, Fn: c})
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
	t.Doubt(v.Pos(), "%s is new, and bound in a method value: whoever gets that may publish it", t.LocationBase(v.Bindings[0]))
}

// onlyCalled reports whether the function literal is only called or run by a goroutine, whose start publishes itself.
func (t *translator) onlyCalled(v *ssa.MakeClosure) bool {
	for _, use := range *v.Referrers() {
		if analysis.Starts(use, v) {
			return true // a literal that is run has no other use
		}
	}
	w := &analysis.UseWalk{Prog: t.prog.Facts, U: &analysis.Usage{}, Seen: map[ssa.Value]bool{}}
	return w.OnlyCalled(v)
}

// reaches returns the references that whoever has the value, or the variable whose address it is, can follow.
func (t *translator) reaches(v emit.Value, typ types.Type) []*ir.Expr {
	if v.At != nil && v.At.IsLocal() {
		if v.At.Cell != nil && len(v.At.Path) == 0 {
			if known, ok := t.KnownValue(v.At.Cell); ok {
				return t.reaches(known, v.At.Type)
			}
		}
		e, err := t.Mem.Read(*v.At)
		if err != nil {
			return nil
		}
		return t.Mem.Publishable(e, v.At.Type)
	}
	if e := t.ExprOf(v); e != nil {
		return t.Mem.Publishable(e, typ)
	}
	return nil
}

// regionalIn returns the references to what may be in a region that a value holds, or the variable whose address it is.
func (t *translator) regionalIn(v emit.Value, typ types.Type) []*ir.Expr {
	if v.At != nil && v.At.IsLocal() {
		if e, err := t.Mem.Read(*v.At); err == nil {
			return t.Mem.RegionalRefs(e, v.At.Type)
		}
		return nil
	}
	if e := t.ExprOf(v); e != nil {
		return t.Mem.RegionalRefs(e, typ)
	}
	return nil
}

// ret translates a return: of the function under translation, or of an inlined call.
func (t *translator) ret(r *ssa.Return) {
	f := t.Frame
	var values []emit.Value
	for _, x := range r.Results {
		values = append(values, t.Value(x))
	}
	switch {
	case f.Caller == nil:
		var exprs []*ir.Expr
		for _, v := range values {
			exprs = append(exprs, t.ExprOf(v))
		}
		pos, end, text := t.ReturnText(f, r)
		t.returns(pos, end, text, exprs)
	case f.Exit == nil:
		for i, v := range values {
			values[i] = t.Settle(v)
		}
		f.Back, f.Returns = t.Cur, values
	default:
		for i, v := range f.Results {
			if v == nil {
				continue
			}
			e := t.ExprOf(values[i])
			if e == nil {
				e = ir.V(t.Anything(v.Sort))
			}
			t.Emit(&ir.Assign{Dst: v, Src: e})
		}
		emit.Link(t.Cur, f.Exit)
	}
}
