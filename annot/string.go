package annot

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// String prints an expression in the annotation language, with every implicit step written out and names without their
// packages.
func String(e Expr) string {
	return Format(e, func(*types.Package) string { return "" })
}

// Format is String with the names of packages as qf gives them. What it prints parses again to the same expression if
// qf leaves out the package at hand alone.
func Format(e Expr, qf types.Qualifier) string {
	p := &printer{qf: qf}
	p.expr(e, lowest)
	return p.String()
}

// Of prints the condition for an object, which is written as text. If all that it says is that the goroutine has a lock, to write what that
// guards, then it prints the lock, and tells its kind.
func (c *Clause) Of(object string) (text string, lock LockKind) {
	p := &printer{qf: func(*types.Package) string { return "" }, this: object}
	e := c.Expr
	switch x := e.(type) {
	case *Held:
		if !x.Read {
			e, lock = x.X, LockOf(x.X.Type())
			if lock == NoLock { // behind a sync.Locker
				lock = Mutex
			}
		}
	case *Binary:
		h, ok := x.X.(*Holder)
		if _, isTid := x.Y.(*Tid); ok && isTid && x.Op == token.EQL {
			e, lock = h.X, Mutex
		}
	}
	p.expr(e, lowest)
	return p.String(), lock
}

type printer struct {
	strings.Builder
	qf   types.Qualifier
	this string // how the object is written; "this" if it is empty
}

// unaryPower is above all binary operators, primaryPower above unary ones.
const (
	unaryPower   = 10
	primaryPower = 11
)

func (p *printer) write(s ...string) {
	for _, s := range s {
		p.WriteString(s)
	}
}

// expr prints e, in parentheses if it binds looser than min.
func (p *printer) expr(e Expr, min int) {
	if n := bindingPower(e); n < min {
		p.write("(")
		defer p.write(")")
	}
	switch e := e.(type) {
	case *Const:
		p.constant(e)
	case *NilLit:
		p.nilLit(e)
	case *Var:
		p.qualified(e.Obj)
	case *This:
		p.write(cmp.Or(p.this, "this"))
	case *Result:
		p.write("result")
		if !e.Only {
			p.write(".", strconv.Itoa(e.Index))
		}
	case *BoundVar:
		p.write(e.Var.Name)
	case *Tid:
		p.write("tid")
	case *Free:
		p.write("free")
	case *Holder:
		p.expr(e.X, min)
	case *AtomicValue:
		p.expr(e.X, min)
	case *Held:
		p.call(map[bool]string{false: "held", true: "rheld"}[e.Read], e.X)
	case *Local:
		p.call("local", e.X)
	case *Old:
		p.call("old", e.X)
	case *Unary:
		p.unary(e)
	case *Binary:
		p.binary(e)
	case *Implies:
		p.implies(e)
	case *Quant:
		p.quant(e)
	case *Select:
		p.expr(e.X, primaryPower)
		p.write(".", e.Field.Name())
	case *Star:
		p.write("*")
		p.expr(e.X, unaryPower)
	case *Index:
		p.expr(e.X, primaryPower)
		p.write("[")
		if e.I == nil {
			p.write("*")
		} else {
			p.expr(e.I, lowest)
		}
		p.write("]")
	case *Objects:
		p.write(p.typ(e.T), "[*]")
	case *Region:
		p.call("region", e.Lock)
	case *Slice:
		p.slice(e)
	case *Convert:
		p.convert(e.T, func() { p.expr(e.X, lowest) })
	case *Builtin:
		p.call(e.Name, e.Args[0], e.Args[1:]...)
	case *Call:
		p.function(e)
	case *Literal:
		p.write(p.typ(e.T), "{")
		p.list(e.Elems)
		p.write("}")
	}
}

func bindingPower(e Expr) int {
	switch e := e.(type) {
	case *Holder:
		return bindingPower(e.X)
	case *AtomicValue:
		return bindingPower(e.X)
	case *Quant:
		return lowest
	case *Implies:
		if e.Iff {
			return iffPower
		}
		return impliesPower
	case *Binary:
		return orPower + e.Op.Precedence() - 1
	case *Unary, *Star:
		return unaryPower
	case *Const:
		if isNumeric(e.T) && plain(e.T) && constant.Sign(e.Value) < 0 {
			return unaryPower
		}
	}
	return primaryPower
}

// plain reports whether a literal has the type t without a conversion.
func plain(t types.Type) bool { return isUntyped(t) || identical(types.Default(literalType(t)), t) }

// literalType is the type of the literals that constants of type t are written with.
func literalType(t types.Type) types.Type {
	for _, k := range []struct {
		is   func(types.Type) bool
		kind types.BasicKind
	}{{isInteger, types.UntypedInt}, {isString, types.UntypedString}, {isBoolean, types.UntypedBool}} {
		if k.is(t) {
			return types.Typ[k.kind]
		}
	}
	return types.Typ[types.UntypedFloat]
}

func (p *printer) typ(t types.Type) string { return typeString(t, p.qf) }

// typeString is types.TypeString extended to the specification's own types.
func typeString(t types.Type, qf types.Qualifier) string {
	switch t := t.(type) {
	case *SeqType:
		return "seq[" + typeString(t.Elem, qf) + "]"
	case *SetType:
		return "set[" + typeString(t.Elem, qf) + "]"
	case *MapType:
		return "mmap[" + typeString(t.Key, qf) + ", " + typeString(t.Elem, qf) + "]"
	}
	return types.TypeString(t, qf)
}

func (p *printer) constant(e *Const) {
	if plain(e.T) {
		p.write(literal(e))
		return
	}
	p.convert(e.T, func() { p.write(literal(e)) })
}

func literal(e *Const) string {
	switch {
	case e.Value.Kind() == constant.String:
		return strconv.Quote(constant.StringVal(e.Value))
	case e.Value.Kind() == constant.Bool || isInteger(e.T):
		return e.Value.ExactString()
	}
	f, _ := constant.Float64Val(e.Value)
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func (p *printer) nilLit(e *NilLit) {
	if isUntyped(e.T) {
		p.write("nil")
		return
	}
	p.convert(e.T, func() { p.write("nil") })
}

// convert prints T(x), with T in parentheses where it is more than a name.
func (p *printer) convert(t types.Type, x func()) {
	name := p.typ(t)
	if strings.ContainsAny(name, "* (<") {
		name = "(" + name + ")"
	}
	p.write(name, "(")
	x()
	p.write(")")
}

// call prints a call of the specification's function name; unlike those of Go's functions its first argument takes no
// type from the context.
func (p *printer) call(name string, x Expr, more ...Expr) {
	p.write(name, "(")
	p.expr(x, lowest)
	for _, y := range more {
		p.write(", ")
		p.operand(y, lowest)
	}
	p.write(")")
}

func (p *printer) list(xs []Expr) {
	for i, x := range xs {
		if i > 0 {
			p.write(", ")
		}
		p.operand(x, lowest)
	}
}

// operand prints x where its type is known from the context, so that constants need no conversion.
func (p *printer) operand(x Expr, min int) {
	switch x := x.(type) {
	case *NilLit:
		p.write("nil")
	case *Const:
		if constant.Sign(numeric(x)) < 0 && min > unaryPower {
			p.write("(", literal(x), ")")
			return
		}
		p.write(literal(x))
	default:
		p.expr(x, min)
	}
}

func numeric(x *Const) constant.Value {
	if isNumeric(x.T) {
		return x.Value
	}
	return constant.MakeInt64(0)
}

func (p *printer) unary(e *Unary) {
	p.write(e.Op.String())
	min := unaryPower
	if u, ok := e.X.(*Unary); ok && u.Op == e.Op || bindingPower(e.X) == unaryPower && e.Op == token.SUB {
		min = primaryPower // two minus signs would make one token
	}
	p.expr(e.X, min)
}

func (p *printer) binary(e *Binary) {
	n := bindingPower(e)
	left, right := p.expr, p.expr
	shift := e.Op == token.SHL || e.Op == token.SHR
	switch {
	case shift:
		right = p.operand
		if k, ok := e.X.(*Const); ok { // a shifted constant needs its type
			left = func(Expr, int) { p.convert(k.T, func() { p.write(literal(k)) }) }
		}
	case isLiteral(e.Y) && !isLiteral(e.X):
		right = p.operand
	case isLiteral(e.X) && !isLiteral(e.Y):
		left = p.operand
	}
	left(e.X, n)
	p.write(" ", e.Op.String(), " ")
	right(e.Y, n+1)
}

func isLiteral(e Expr) bool {
	switch e.(type) {
	case *Const, *NilLit:
		return true
	}
	return false
}

func (p *printer) implies(e *Implies) {
	if e.Iff {
		p.expr(e.X, iffPower)
		p.write(" <==> ")
		p.expr(e.Y, iffPower+1)
		return
	}
	p.expr(e.X, impliesPower+1)
	p.write(" ==> ")
	p.expr(e.Y, impliesPower)
}

func (p *printer) quant(e *Quant) {
	p.write(map[bool]string{false: "forall ", true: "exists "}[e.Exists])
	for i, v := range e.Vars {
		if i > 0 {
			p.write(", ")
		}
		p.write(v.Name, " ", p.typ(v.Type))
	}
	p.write(" :: ")
	p.expr(e.Body, lowest)
}

func (p *printer) slice(e *Slice) {
	p.expr(e.X, primaryPower)
	p.write("[")
	if e.Lo != nil {
		p.expr(e.Lo, lowest)
	}
	p.write(":")
	if e.Hi != nil {
		p.expr(e.Hi, lowest)
	}
	p.write("]")
}

func (p *printer) function(e *Call) {
	args := e.Args
	if e.Func.Signature().Recv() != nil {
		p.expr(args[0], primaryPower)
		p.write(".", e.Func.Name())
		args = args[1:]
	} else {
		p.qualified(e.Func)
	}
	p.write("(")
	p.list(args)
	p.write(")")
}

// qualified prints the name of an object, with its package's if it is declared at package level.
func (p *printer) qualified(obj types.Object) {
	if pkg := obj.Pkg(); pkg != nil && obj.Parent() == pkg.Scope() {
		if q := p.qf(pkg); q != "" {
			p.write(q, ".")
		}
	}
	p.write(obj.Name())
}
