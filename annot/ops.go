package annot

import (
	"go/constant"
	"go/token"
	"go/types"
)

// binary checks the binary operators, ours included.
func (c *exprChecker) binary(x *binaryX) Expr {
	switch op := x.op.kind; op {
	case tokImplies, tokIff:
		return &Implies{node(x, types.Typ[types.Bool]), op == tokIff, c.predicate(x.x), c.predicate(x.y)}
	case token.LAND, token.LOR:
		return c.logical(x)
	case token.EQL, token.NEQ:
		return c.equality(x)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return c.ordering(x)
	case token.SHL, token.SHR:
		return c.shift(x)
	}
	return c.arithmetic(x)
}

func (c *exprChecker) logical(x *binaryX) Expr {
	a, b := c.predicate(x.x), c.predicate(x.y)
	ka, ok1 := a.(*Const)
	kb, ok2 := b.(*Const)
	if ok1 && ok2 {
		return &Const{node(x, types.Typ[types.Bool]), constant.BinaryOp(ka.Value, x.op.kind, kb.Value)}
	}
	return &Binary{node(x, types.Typ[types.Bool]), x.op.kind, a, b}
}

// equality checks == and !=, where a lock stands for its holder if the other side is a goroutine or a lock as well.
func (c *exprChecker) equality(x *binaryX) Expr {
	a, b := c.expr(x.x), c.expr(x.y)
	t := types.Typ[types.Bool]
	if isHolder(a) || isHolder(b) || lockPointer(a) && isZero(b) || isZero(a) && lockPointer(b) {
		return &Binary{node(x, t), x.op.kind, c.holder(a, b), c.holder(b, a)}
	}
	a, b = c.match(x, c.load(a), c.load(b))
	ka, ok1 := a.(*Const)
	kb, ok2 := b.(*Const)
	if ok1 && ok2 {
		return &Const{node(x, t), constant.MakeBool(constant.Compare(ka.Value, x.op.kind, kb.Value))}
	}
	_, nil1 := a.(*NilLit)
	_, nil2 := b.(*NilLit)
	if !nil1 && !nil2 && !isMath(a.Type()) && !types.Comparable(a.Type()) {
		hint := ""
		if nillable(a.Type()) {
			hint = "they compare with nil only"
		}
		c.fail(x, CodeType, hint, "values of type %s cannot be compared", c.typeString(a.Type()))
	}
	return &Binary{node(x, t), x.op.kind, a, b}
}

// isHolder reports whether e is a goroutine's identity, or a lock that stands for one.
func isHolder(e Expr) bool {
	if _, ok := e.Type().(TidType); ok {
		return true
	}
	return !isMath(e.Type()) && LockOf(e.Type()) != NoLock
}

// lockPointer reports whether e points to a lock.
func lockPointer(e Expr) bool {
	if isMath(e.Type()) {
		return false
	}
	t, ok := deref(e.Type())
	return ok && LockOf(t) != NoLock
}

func isZero(e Expr) bool {
	k, ok := e.(*Const)
	return ok && k.Value.Kind() == constant.Int && constant.Sign(k.Value) == 0
}

// holder turns e into a goroutine's identity: 0 is free, a lock is its holder. The other side is for messages.
func (c *exprChecker) holder(e, other Expr) Expr {
	n := Node{e.Pos(), e.End(), TidType{}}
	switch {
	case isZero(e) && isUntyped(e.Type()):
		return &Free{n}
	case identical(e.Type(), TidType{}):
		return e
	case isHolder(e) || lockPointer(e):
		if o, ok := e.(*Old); ok {
			return &Old{n, &Holder{n, c.lockLocation(o.X)}}
		}
		return &Holder{n, c.lockLocation(e)}
	}
	hint := "a goroutine is compared with tid, free, 0 or a lock"
	if v, ok := e.(*Select); ok && (v.Field.Name() == "free" || v.Field.Name() == "tid") {
		hint = "the name " + v.Field.Name() + " is a field here; write 0 for free, held(...) for == tid"
	}
	c.fail(e, CodeType, hint, "cannot compare %s with %s", c.describe(e), c.holderName(other))
	return nil
}

func (c *exprChecker) holderName(e Expr) string {
	switch e.(type) {
	case *Tid, *Free:
		return String(e)
	}
	return "the holder of " + String(e)
}

// lockLocation returns the lock that e is, points to, or embeds.
func (c *exprChecker) lockLocation(e Expr) Expr {
	if !isMath(e.Type()) && IsLocker(e.Type()) {
		return e
	}
	loc := c.embeddedLock(e)
	if loc == nil {
		c.fail(e, CodeType, "a lock is a sync.Mutex, sync.RWMutex or sync.Locker", "%s is not a lock", c.describe(e))
	}
	if !isLocation(loc) {
		c.fail(e, CodeType, "", "%s is a copy of a lock, not the lock itself", String(e))
	}
	return loc
}

func (c *exprChecker) embeddedLock(e Expr) Expr {
	if isMath(e.Type()) {
		return nil
	}
	if LockOf(e.Type()) != NoLock {
		return e
	}
	if t, ok := deref(e.Type()); ok && LockOf(t) != NoLock {
		return star(Node{e.Pos(), e.End(), t}, e)
	}
	for _, name := range []string{"Mutex", "RWMutex"} {
		obj, path, _ := types.LookupFieldOrMethod(e.Type(), true, c.src.Types, name)
		if f, ok := obj.(*types.Var); ok && f.Embedded() {
			if t, _ := deref(f.Type()); LockOf(t) != NoLock {
				return c.embeddedLock(c.follow(e, path, e))
			}
		}
	}
	return nil
}

// match gives the operands of a comparison or arithmetic operator a common type.
func (c *exprChecker) match(x *binaryX, a, b Expr) (Expr, Expr) {
	ta, tb := a.Type(), b.Type()
	switch {
	case isUntyped(ta) && isUntyped(tb):
		ka, ok1 := ta.(*types.Basic)
		kb, ok2 := tb.(*types.Basic)
		_, const1 := a.(*Const)
		_, const2 := b.(*Const)
		if !const1 || !const2 {
			c.fail(x, CodeType, "", "operator %s does not apply to %s and %s", x.op, c.describe(a), c.describe(b))
		}
		if ok1 && ok2 && ka.Kind() != kb.Kind() {
			if !isNumeric(ta) || !isNumeric(tb) {
				c.mismatch(x, a, b)
			}
			return widen(a, b), widen(b, a)
		}
		return a, b
	case isUntyped(ta):
		c.sameKind(x, a, b)
		return c.convert(a, tb), b
	case isUntyped(tb):
		c.sameKind(x, a, b)
		return a, c.convert(b, ta)
	case identical(ta, tb) || isBoolean(ta) && isBoolean(tb): // comparisons have type bool here, in Go none
		return a, b
	case isComparison(x.op.kind) && assignable(ta, tb):
		return c.convert(a, tb), b
	case isComparison(x.op.kind) && assignable(tb, ta):
		return a, c.convert(b, ta)
	}
	c.mismatch(x, a, b)
	return nil, nil
}

func isComparison(op token.Token) bool { return op.Precedence() == token.EQL.Precedence() }

func (c *exprChecker) mismatch(x *binaryX, a, b Expr) {
	c.fail(x, CodeType, "", "mismatched types: %s %s %s", c.describe(a), x.op, c.describe(b))
}

// sameKind rejects an untyped constant beside a value of another kind, where Go would speak of a conversion.
func (c *exprChecker) sameKind(x *binaryX, a, b Expr) {
	ta, tb := a.Type(), b.Type()
	_, nil1 := a.(*NilLit)
	_, nil2 := b.(*NilLit)
	switch {
	case nil1 || nil2 || isMath(ta) || isMath(tb) || types.IsInterface(ta) || types.IsInterface(tb):
	case isNumeric(ta) && isNumeric(tb) || isString(ta) && isString(tb) || isBoolean(ta) && isBoolean(tb):
	default:
		c.mismatch(x, a, b)
	}
}

// widen gives the untyped constant e the kind of other if that is the greater: int, rune, float, complex.
func widen(e, other Expr) Expr {
	k := e.(*Const)
	if k.T.(*types.Basic).Kind() >= other.Type().(*types.Basic).Kind() {
		return e
	}
	v := k.Value
	if b := other.Type().(*types.Basic); b.Kind() == types.UntypedFloat {
		v = constant.ToFloat(v)
	}
	return &Const{Node{k.Start, k.Stop, other.Type()}, v}
}

func (c *exprChecker) ordering(x *binaryX) Expr {
	a, b := c.value(x.x), c.value(x.y)
	if isHolder(a) || isHolder(b) {
		c.fail(x, CodeType, "goroutines compare with == and != only",
			"operator %s does not apply to %s", x.op, c.describe(a))
	}
	a, b = c.match(x, a, b)
	if !has(a.Type(), types.IsOrdered) {
		c.fail(x, CodeType, "", "operator %s does not apply to %s", x.op, c.describe(a))
	}
	ka, ok1 := a.(*Const)
	kb, ok2 := b.(*Const)
	if ok1 && ok2 {
		return &Const{node(x, types.Typ[types.Bool]), constant.MakeBool(constant.Compare(ka.Value, x.op.kind, kb.Value))}
	}
	return &Binary{node(x, types.Typ[types.Bool]), x.op.kind, a, b}
}

// operands gives the types that each arithmetic operator applies to.
var operands = map[token.Token]types.BasicInfo{
	token.ADD: types.IsNumeric | types.IsString, token.SUB: types.IsNumeric, token.MUL: types.IsNumeric,
	token.QUO: types.IsNumeric, token.REM: types.IsInteger,
	token.AND: types.IsInteger, token.OR: types.IsInteger, token.XOR: types.IsInteger, token.AND_NOT: types.IsInteger,
}

func (c *exprChecker) arithmetic(x *binaryX) Expr {
	a, b := c.value(x.x), c.value(x.y)
	if m, ok := a.Type().(*MapType); ok && x.op.kind == token.SUB && identical(b.Type(), &SetType{m.Key}) {
		return &Binary{node(x, m), x.op.kind, a, b}
	}
	a, b = c.match(x, a, b)
	t := a.Type()
	if mathOperator(t, x.op.kind) {
		return &Binary{node(x, t), x.op.kind, a, b}
	}
	if !has(t, operands[x.op.kind]) {
		hint := ""
		if has(t, types.IsBoolean) && (x.op.kind == token.AND || x.op.kind == token.OR) {
			hint = "the logical operators are && and ||"
		}
		c.fail(x, CodeType, hint, "operator %s does not apply to %s", x.op, c.describe(a))
	}
	ka, ok1 := a.(*Const)
	kb, ok2 := b.(*Const)
	if ok2 && (x.op.kind == token.QUO || x.op.kind == token.REM) && constant.Sign(kb.Value) == 0 && (ok1 || isInteger(t)) {
		c.fail(x.y, CodeType, "", "division by zero")
	}
	if ok1 && ok2 && !isTypeParam(t) {
		return c.fold(x, x.op.kind, ka.Value, kb.Value, t)
	}
	return &Binary{node(x, t), x.op.kind, a, b}
}

// mathOperator reports whether op combines two sequences, or two sets.
func mathOperator(t types.Type, op token.Token) bool {
	switch t.(type) {
	case *SeqType:
		return op == token.ADD
	case *SetType:
		return op == token.ADD || op == token.SUB
	}
	return false
}

// maxShift bounds the counts of constant shifts.
const maxShift = 1023

func (c *exprChecker) shift(x *binaryX) Expr {
	a, b := c.value(x.x), c.value(x.y)
	kb, constCount := b.(*Const)
	if isUntyped(b.Type()) {
		b = c.convert(b, types.Typ[types.Uint])
		kb = b.(*Const)
	}
	if !isInteger(b.Type()) {
		c.fail(x.y, CodeType, "", "the shift count %s is not an integer", c.describe(b))
	}
	if constCount && (constant.Sign(kb.Value) < 0 || constant.Compare(kb.Value, token.GTR, constant.MakeInt64(maxShift))) {
		c.fail(x.y, CodeType, "", "invalid shift count %s", kb.Value)
	}
	ka, isConst := a.(*Const)
	if isConst && isUntyped(a.Type()) {
		if !constCount {
			c.fail(x.x, CodeType, "write the type: int(1) << n", "the shifted constant needs a type")
		}
		a = c.convert(a, types.Typ[types.UntypedInt])
		ka = a.(*Const)
	}
	if !isInteger(a.Type()) {
		c.fail(x.x, CodeType, "", "operator %s does not apply to %s", x.op, c.describe(a))
	}
	if isConst && constCount && !isTypeParam(a.Type()) {
		n, _ := constant.Uint64Val(kb.Value)
		return c.constant(x, constant.Shift(ka.Value, x.op.kind, uint(n)), a.Type())
	}
	return &Binary{node(x, a.Type()), x.op.kind, a, b}
}
