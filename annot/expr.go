package annot

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// An exprChecker resolves and types the expressions of one directive. It stops at the first fault by panicking with an
// *Error, as the parser does.
type exprChecker struct {
	*checker
	scope
	inOld       bool
	every       *elemsX // the x[*] that may stand where it does
	unsupported []Unsupported
}

func node(x syntax, t types.Type) Node { return Node{x.Pos(), x.End(), t} }

func (c *exprChecker) fail(at syntax, code, hint, format string, args ...any) {
	panic(&Error{Pos: at.Pos(), End: at.End(), Code: code, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// later records a construct that is well-formed and has no meaning for the verifier yet.
func (c *exprChecker) later(at syntax, reason string) {
	c.unsupported = append(c.unsupported, Unsupported{at.Pos(), reason})
}

// describe names a value in messages.
func (c *exprChecker) describe(e Expr) string {
	switch e := e.(type) {
	case *Const:
		return fmt.Sprintf("%s (%s constant)", e.Value, c.typeString(e.T))
	case *NilLit:
		return "nil"
	case *Tid, *Free:
		return String(e)
	}
	return fmt.Sprintf("%s (type %s)", String(e), c.typeString(e.Type()))
}

// predicate checks a boolean expression.
func (c *exprChecker) predicate(x syntax) Expr {
	e := c.value(x)
	if !isBoolean(e.Type()) {
		hint := ""
		if b, ok := e.(*Binary); ok && b.Op == token.OR {
			hint = "the logical or is ||"
		}
		c.fail(x, CodeType, hint, "%s is not a condition", c.describe(e))
	}
	return c.typed(e)
}

// value checks an expression that stands for a value: of an atomic variable, the value it holds.
func (c *exprChecker) value(x syntax) Expr { return c.load(c.expr(x)) }

// load turns an atomic variable into the value it holds.
func (c *exprChecker) load(e Expr) Expr {
	if isMath(e.Type()) {
		return e
	}
	if t := atomicValue(e.Type()); t != nil {
		return &AtomicValue{Node{e.Pos(), e.End(), t}, e}
	}
	if LockOf(e.Type()) != NoLock {
		c.fail(e, CodeType, "compare it with tid or free, or write held(...)",
			"%s is a lock, which has no value", String(e))
	}
	return e
}

// expr checks an expression; variables of the lock and atomic types stay the locations they are.
func (c *exprChecker) expr(x syntax) Expr {
	switch x := x.(type) {
	case *parenX:
		return c.expr(x.x)
	case *nameX:
		return c.name(x)
	case *litX:
		return c.literal(x)
	case *unaryX:
		return c.unary(x)
	case *binaryX:
		return c.binary(x)
	case *quantX:
		return c.quantifier(x)
	case *selectX:
		return c.selector(x)
	case *indexX:
		return c.index(x)
	case *sliceX:
		return c.slice(x)
	case *callX:
		return c.call(x)
	case *literalX:
		return c.mathLiteral(x)
	case *elemsX:
		if x == c.every {
			return c.elements(x)
		}
		c.fail(x, CodeType, "only modifies can name every element; elsewhere quantify over the index",
			"[*] has no value")
	}
	c.fail(x, CodeType, "", "a type is not an expression")
	return nil
}

// name resolves a bare name.
func (c *exprChecker) name(x *nameX) Expr {
	e := c.resolve(x)
	c.recordExpr(x, e)
	return e
}

func (c *exprChecker) resolve(x *nameX) Expr {
	for _, b := range slices.Backward(c.bound) {
		if b.Name == x.name {
			return &BoundVar{node(x, b.Type), b}
		}
	}
	if c.scope.index != nil && c.scope.index.name == x.name {
		return &BoundVar{node(x, c.scope.index.bound.Type), c.scope.index.bound}
	}
	if x.name == "result" {
		c.ambiguousResult(x)
	}
	if v, path := c.field(c.src.Types, x.name); v != nil {
		return c.follow(&This{node(x, c.this)}, path, x)
	}
	if g := c.ghost(c.this, x.name); g != nil && c.this != nil {
		return &Select{node(x, g.Var.Type()), &This{node(x, c.this)}, true, g.Var}
	}
	if v := c.param(x.name); v != nil {
		return &Var{node(x, v.Type()), v}
	}
	if i, ok := c.result(x.name); ok {
		return c.resultExpr(x, i)
	}
	switch obj := c.object(x.name).(type) {
	case *types.Var:
		return &Var{node(x, obj.Type()), obj}
	case *types.Const:
		return &Const{node(x, obj.Type()), obj.Val()}
	case *types.Nil:
		return &NilLit{node(x, types.Typ[types.UntypedNil])}
	}
	if g := c.ghost(nil, x.name); g != nil {
		return &Var{node(x, g.Var.Type()), g.Var}
	}
	return c.word(x)
}

// word resolves the specification's own names, outermost of all.
func (c *exprChecker) word(x *nameX) Expr {
	switch {
	case x.name == "tid":
		return &Tid{node(x, TidType{})}
	case x.name == "free":
		return &Free{node(x, TidType{})}
	case x.name == "this" && c.this != nil:
		return &This{node(x, c.this)}
	case x.name == "this":
		hint := ""
		if c.sig != nil && c.sig.Recv() != nil {
			hint = "name the receiver, " + c.sig.Recv().Name()
		}
		c.fail(x, CodeUnknownName, hint, "this can be used only in a directive of a field or type")
	case x.name == "result" && c.sig != nil:
		switch n := c.sig.Results().Len(); n {
		case 0:
			c.fail(x, CodeUnknownName, "", "the function has no result")
		case 1:
		default:
			c.fail(x, CodeType, "write result.0 and so on", "the function has %d results", n)
		}
		return c.resultExpr(x, 0)
	case x.name == "result":
		c.fail(x, CodeUnknownName, "", "result can be used only in a directive of a function")
	}
	switch c.object(x.name).(type) {
	case *types.TypeName:
		c.fail(x, CodeType, "", "%s is a type, not a value", x.name)
	case *types.PkgName:
		c.fail(x, CodeType, "", "%s is a package, not a value", x.name)
	case *types.Func:
		c.fail(x, CodeType, "", "%s is a function, not a value", x.name)
	case *types.Builtin:
		c.fail(x, CodeType, "", "%s is a built-in function, not a value", x.name)
	}
	hint := c.outOfReach(c.src.Types, x.name)
	if hint == "" {
		hint = didYouMean(x.name, c.names())
	}
	c.fail(x, CodeUnknownName, hint, "unknown name %s", x.name)
	return nil
}

// ambiguousResult rejects result where it would name a variable of the program though the function returns something:
// a clause about the one that was meant about the other would hold for the wrong reason.
func (c *exprChecker) ambiguousResult(x *nameX) {
	if c.sig == nil || c.sig.Results().Len() == 0 {
		return
	}
	hint := "result.0 is what the function returns; the variable needs another name"
	if c.param(x.name) != nil {
		c.fail(x, CodeConflict, hint, "result is a parameter and what the function returns")
	}
	if _, ok := c.result(x.name); ok {
		return
	}
	switch c.object(x.name).(type) {
	case *types.Var, *types.Const:
		c.fail(x, CodeConflict, hint, "result is a variable of the package and what the function returns")
	}
}

func (c *exprChecker) resultExpr(x syntax, i int) Expr {
	if !c.results {
		c.fail(x, CodeType, "say in an ensures clause what the function returns",
			"the function has not returned yet: a result has no value here")
	}
	n := c.sig.Results().Len()
	if i >= n {
		c.fail(x, CodeUnknownName, "", "the function has %d results, numbered from 0", n)
	}
	return &Result{Node: node(x, c.sig.Results().At(i).Type()), Index: i, Only: n == 1}
}

// quantifier checks forall and exists.
func (c *exprChecker) quantifier(x *quantX) Expr {
	depth := len(c.bound)
	word := "forall"
	if x.exists {
		word = "exists"
	}
	c.recordOwn(x, word, types.Typ[types.Bool])
	var vars []*Bound
	for _, v := range x.vars {
		t := c.typ(v.typ)
		if isMath(t) {
			c.later(v.typ, "quantifiers over "+c.typeString(t))
		}
		if slices.ContainsFunc(vars, func(b *Bound) bool { return b.Name == v.name.name }) {
			c.fail(v.name, CodeConflict, "", "%s is bound twice", v.name.name)
		}
		vars = append(vars, &Bound{v.name.name, t, v.name.start})
		c.recordBound(v.name, vars[len(vars)-1])
	}
	c.bound = append(c.bound, vars...)
	body := c.predicate(x.body)
	c.bound = c.bound[:depth]
	return &Quant{node(x, types.Typ[types.Bool]), x.exists, vars, body}
}

// unaryOperands gives the types that each unary operator applies to.
var unaryOperands = map[token.Token]types.BasicInfo{
	token.NOT: types.IsBoolean, token.SUB: types.IsNumeric, token.ADD: types.IsNumeric, token.XOR: types.IsInteger,
}

func (c *exprChecker) unary(x *unaryX) Expr {
	if x.op == token.MUL {
		e := c.value(x.x)
		t, ok := deref(e.Type())
		if !ok {
			c.fail(x, CodeType, "", "%s is not a pointer", c.describe(e))
		}
		return star(node(x, t), e)
	}
	if x.op == token.AND {
		return c.address(x)
	}
	e := c.value(x.x)
	if !has(e.Type(), unaryOperands[x.op]) {
		c.fail(x, CodeType, "", "operator %s does not apply to %s", x.op, c.describe(e))
	}
	if x.op == token.ADD {
		return e
	}
	k, isConst := e.(*Const)
	if !isConst || isTypeParam(e.Type()) {
		return &Unary{node(x, e.Type()), x.op, e}
	}
	bits := uint(0)
	if b, ok := e.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned != 0 {
		bits = uint(integerBits[b.Kind()].bits)
	}
	return c.constant(x, constant.UnaryOp(x.op, k.Value, bits), e.Type())
}

// index checks x[i].
func (c *exprChecker) index(x *indexX) Expr {
	if t := c.typeOrNil(x); t != nil {
		c.fail(x, CodeType, "", "%s is a type, not a value", c.typeString(t))
	}
	e := c.typed(c.value(x.x))
	if len(x.args) != 1 {
		c.fail(x, CodeType, "", "expected one index, found %d", len(x.args))
	}
	if m, ok := e.Type().(*MapType); ok {
		return &Index{node(x, m.Elem), e, c.convert(c.value(x.args[0]), m.Key)}
	}
	if m, ok := e.Type().Underlying().(*types.Map); ok {
		return &Index{node(x, m.Elem()), e, c.convert(c.value(x.args[0]), m.Key())}
	}
	elem, length := indexed(e.Type())
	if elem == nil {
		c.fail(x, CodeType, "", "%s cannot be indexed", c.describe(e))
	}
	if k, ok := e.(*Const); ok {
		length = int64(len(constant.StringVal(k.Value)))
	}
	return &Index{node(x, elem), e, c.position(x.args[0], length, false)}
}

// indexed returns the element type of what integers index, and the length of an array, else -1.
func indexed(t types.Type) (elem types.Type, length int64) {
	if s, ok := t.(*SeqType); ok {
		return s.Elem, -1
	}
	if isMath(t) || isTypeParam(t) {
		return nil, -1
	}
	if p, ok := deref(t); ok {
		if a, ok := p.Underlying().(*types.Array); ok {
			return a.Elem(), a.Len()
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem(), -1
	case *types.Array:
		return u.Elem(), u.Len()
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Uint8], -1
		}
	}
	return nil, -1
}

// position checks an index, or a bound of a slice expression, into something of the given length (-1: unknown).
func (c *exprChecker) position(x syntax, length int64, bound bool) Expr {
	e := c.value(x)
	if isUntyped(e.Type()) {
		e = c.convert(e, types.Typ[types.Int])
	}
	if !isInteger(e.Type()) {
		c.fail(x, CodeType, "", "the index %s is not an integer", c.describe(e))
	}
	if k, ok := e.(*Const); ok {
		i, exact := constant.Int64Val(k.Value)
		if constant.Sign(k.Value) < 0 {
			c.fail(x, CodeType, "", "the index %s is negative", k.Value)
		}
		if length >= 0 && (!exact || i > length || i == length && !bound) {
			c.fail(x, CodeType, "", "the index %s is out of range: the length is %d", k.Value, length)
		}
	}
	return e
}

// slice checks x[lo:hi].
func (c *exprChecker) slice(x *sliceX) Expr {
	e := c.typed(c.value(x.x))
	elem, length := indexed(e.Type())
	if elem == nil {
		c.fail(x, CodeType, "", "%s cannot be sliced", c.describe(e))
	}
	t := e.Type()
	if length >= 0 {
		if _, pointer := deref(t); !pointer && !isLocation(e) {
			c.fail(x, CodeType, "", "%s is an array value, which cannot be sliced", String(e))
		}
		t = types.NewSlice(elem)
	}
	s := &Slice{Node: node(x, t), X: e}
	if x.lo != nil {
		s.Lo = c.position(x.lo, length, true)
	}
	if x.hi != nil {
		s.Hi = c.position(x.hi, length, true)
	}
	lo, ok1 := s.Lo.(*Const)
	hi, ok2 := s.Hi.(*Const)
	if ok1 && ok2 && constant.Compare(lo.Value, token.GTR, hi.Value) {
		c.fail(x, CodeType, "", "the bounds %s and %s are in the wrong order", lo.Value, hi.Value)
	}
	return s
}

// mathLiteral checks seq[T]{...} and set[T]{...}.
func (c *exprChecker) mathLiteral(x *literalX) Expr {
	t := c.typ(x.typ)
	var elem types.Type
	switch t := t.(type) {
	case *SeqType:
		elem = t.Elem
	case *SetType:
		elem = t.Elem
	default:
		if len(x.elems) > 0 {
			c.fail(x, CodeType, "", "literals of %s are empty", c.typeString(t))
		}
	}
	lit := &Literal{Node: node(x, t)}
	for _, e := range x.elems {
		lit.Elems = append(lit.Elems, c.convert(c.value(e), elem))
	}
	return lit
}
