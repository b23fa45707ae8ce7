package desugar

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"math/big"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// A rowCall is a call of a function that package library has a row for: the terms that the names in its conditions stand for.
type rowCall struct {
	t       *translator
	inv     *emit.Invocation
	row     *library.Row
	params  []string   // of the row, without the receiver where that is behind an interface
	args    []*ir.Expr // as they were at the call; nil where an argument has no term
	holds   []*ir.Expr // what was asserted of them
	results []*ir.Expr
}

// errUntold is the reason that a condition has no term: it speaks of what cannot be told from the source.
type errUntold struct{ what string }

func (e errUntold) Error() string { return e.what }

// rowCall returns the call of a function with a row.
func (t *translator) rowCall(inv *emit.Invocation, row *library.Row) *rowCall {
	c := &rowCall{t: t, inv: inv, row: row, params: row.Params, args: make([]*ir.Expr, len(inv.Args))}
	if inv.Common.IsInvoke() {
		c.params = row.Params[1:]
	}
	for i, a := range inv.Args {
		if e := t.ExprOf(a); e != nil {
			c.args[i] = e
			if len(row.Ensures) > 0 {
				c.args[i] = t.Stable(e)
			}
		}
	}
	return c
}

// require asserts what the function needs in order not to panic, and lists what cannot be asserted of that.
func (c *rowCall) require() {
	for _, text := range c.row.Believed {
		c.t.PanicAssumption(c.inv.Pos, "%s: %s; else it may panic", c.row.Name, text)
	}
	for _, cond := range c.row.Requires {
		if c.obvious(cond.Expr) {
			continue
		}
		holds, err := c.condition(cond.Expr)
		if err != nil {
			c.untold(cond, err)
			continue
		}
		if holds.Op == ir.OpTrue {
			continue
		}
		c.holds = append(c.holds, holds)
		c.t.Check(holds, ir.Check{Kind: ir.LibraryPanic, Subject: c.row.Name, Needed: c.words(cond.Expr), Shows: c.shows(cond.Expr)})
	}
}

// untold notes that a condition has no term. Where it is about what an argument holds that could be anything, it is believed,
// and listed; where it is about a term that is missing the call is unknown.
func (c *rowCall) untold(cond library.Condition, err error) {
	if _, ok := err.(errUntold); ok {
		c.t.PanicAssumption(c.inv.Pos, "%s may panic: it needs %s, which is not known here", c.row.Name, c.words(cond.Expr))
		return
	}
	c.t.Unsupported(c.inv.Pos, "call of %s, which may panic, as it needs %s: %v", c.row.Name, c.words(cond.Expr), err)
}

// ensure assumes what is known of the results v. Conditions that have no term, or multiply what is not known, are left out.
func (c *rowCall) ensure(v emit.Value) {
	parts := v.Parts
	if _, isTuple := c.inv.Result.(*types.Tuple); !isTuple {
		parts = []emit.Value{v}
	}
	for _, p := range parts {
		c.results = append(c.results, p.Expr)
	}
	for _, cond := range c.row.Ensures {
		if e, err := c.condition(cond.Expr); err == nil && !multiplies(e) {
			c.t.Assume(ir.Implies(ir.And(c.holds...), e))
		}
	}
}

// multiplies reports whether a term has a product of which neither factor is a number.
func multiplies(e *ir.Expr) bool {
	found := false
	ir.Walk(e, func(x *ir.Expr) bool {
		found = found || x.Op == ir.OpMul && x.Args[0].Op != ir.OpInt && x.Args[1].Op != ir.OpInt
		return !found
	})
	return found
}

// index returns which argument or result a name stands for.
func (c *rowCall) index(name string) (i int, isResult, ok bool) {
	if i := slices.Index(c.params, name); i >= 0 && i < len(c.args) {
		return i, false, true
	}
	i = slices.Index(c.row.Results, name)
	return i, true, i >= 0 && i < len(c.results)
}

// name returns the term that a name stands for.
func (c *rowCall) name(name string) (*ir.Expr, error) {
	if n, ok := library.Constant(name); ok {
		return ir.N(n, ir.Int), nil
	}
	switch name {
	case "true", "false":
		return ir.B(name == "true"), nil
	}
	i, isResult, ok := c.index(name)
	if !ok {
		return nil, fmt.Errorf("%s has no term", name)
	}
	e := c.results
	if !isResult {
		e = c.args
	}
	if e[i] == nil {
		return nil, fmt.Errorf("%s has no term", name)
	}
	if e[i].Sort.Kind == ir.KindBV {
		return c.t.Mem.AsInt(e[i]), nil
	}
	return e[i], nil
}

// condition translates a condition, or a part of one.
func (c *rowCall) condition(x ast.Expr) (*ir.Expr, error) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return c.condition(x.X)
	case *ast.Ident:
		return c.name(x.Name)
	case *ast.BasicLit:
		return ir.BigInt(literal(x), ir.Int), nil
	case *ast.UnaryExpr:
		e, err := c.condition(x.X)
		switch {
		case err != nil:
			return nil, err
		case x.Op == token.NOT:
			return ir.Not(e), nil
		}
		return ir.Bin(ir.OpSub, ir.N(0, ir.Int), e), nil
	case *ast.BinaryExpr:
		return c.binary(x)
	case *ast.CallExpr:
		return c.apply(x.Fun.(*ast.Ident).Name, x.Args)
	}
	return nil, fmt.Errorf("a condition with a %T", x)
}

// literal returns the value of an integer or character.
func literal(x *ast.BasicLit) *big.Int {
	n, ok := constant.Val(constant.ToInt(constant.MakeFromLiteral(x.Value, x.Kind, 0))).(*big.Int)
	if ok {
		return n
	}
	i, _ := constant.Int64Val(constant.ToInt(constant.MakeFromLiteral(x.Value, x.Kind, 0)))
	return big.NewInt(i)
}

// arithmetic is over integers without bound.
var arithmetic = map[token.Token]ir.Op{
	token.ADD: ir.OpAdd, token.SUB: ir.OpSub, token.MUL: ir.OpMul, token.QUO: ir.OpQuo, token.REM: ir.OpRem,
}

func (c *rowCall) binary(x *ast.BinaryExpr) (*ir.Expr, error) {
	if isNilName(x.Y) {
		e, err := c.isNil(x.X)
		if err == nil && x.Op == token.NEQ {
			e = ir.Not(e)
		}
		return e, err
	}
	a, err := c.condition(x.X)
	if err != nil {
		return nil, err
	}
	b, err := c.condition(x.Y)
	if err != nil {
		return nil, err
	}
	if op, ok := arithmetic[x.Op]; ok {
		return heap.Unlimited(op, a, b), nil
	}
	switch x.Op {
	case token.LAND:
		return ir.And(a, b), nil
	case token.LOR:
		return ir.Or(a, b), nil
	case token.EQL:
		return ir.Eq(a, b), nil
	case token.NEQ:
		return ir.Ne(a, b), nil
	}
	return heap.Comparison(x.Op, a, b), nil
}

func isNilName(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "nil"
}

// isNil is the condition that an argument or result is nil.
func (c *rowCall) isNil(x ast.Expr) (*ir.Expr, error) {
	if i, isResult, ok := c.index(x.(*ast.Ident).Name); ok && !isResult {
		if _, isInterface := c.inv.Argv[i].(*ssa.MakeInterface); isInterface || c.inv.Args[i].Fn != nil || c.inv.Args[i].At != nil {
			return ir.False, nil
		}
	}
	e, err := c.condition(x)
	if err != nil {
		return nil, err
	}
	if e.Sort.Kind == heap.SliceSort.Kind && e.Sort.Name == heap.SliceSort.Name {
		return ir.Eq(c.t.Mem.SliceArr(e), ir.Nil), nil
	}
	return ir.Eq(e, heap.ZeroOf(e.Sort)), nil
}

// obvious reports whether a condition says that an argument is not nil of which that is known.
func (c *rowCall) obvious(x ast.Expr) bool {
	b, ok := x.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || !isNilName(b.Y) {
		return false
	}
	e, err := c.condition(b.X)
	if err != nil {
		return false
	}
	return e.Op == ir.OpVar && (c.t.Frame.NonNil[e.Var] || c.t.IsGiven(ir.Ne(e, heap.ZeroOf(e.Sort)))) || c.t.Mem.IsInterior(e)
}

// apply translates the application of len, cap or a predicate.
func (c *rowCall) apply(fn string, args []ast.Expr) (*ir.Expr, error) {
	id, ok := args[0].(*ast.Ident)
	if !ok {
		return nil, fmt.Errorf("%s of an expression", fn)
	}
	i, isResult, ok := c.index(id.Name)
	if !ok {
		return nil, fmt.Errorf("%s has no term", id.Name)
	}
	if !isResult {
		switch fn {
		case "len", "cap":
			if n := variadicLen(c.inv.Argv[i]); n >= 0 {
				return ir.N(n, heap.IntSort), nil
			}
		case "size":
			return ir.N(sizeOfElement(c.inv.Argv[i].Type()), ir.Int), nil
		default:
			return c.t.told(fn, c.inv, i)
		}
	}
	e, err := c.name(id.Name)
	if err != nil {
		return nil, err
	}
	switch {
	case fn == "len" && (e.Sort.Name == heap.StringSort.Name || e.Sort.Name == heap.SliceSort.Name):
		return c.t.Mem.Length(e), nil
	case fn == "cap" && e.Sort.Name == heap.SliceSort.Name:
		return c.t.Mem.SliceCap(e), nil
	}
	return nil, fmt.Errorf("%s of %s", fn, id.Name)
}

// variadicLen returns how many variadic arguments a call passes, -1 if the value is not made of such.
func variadicLen(v ssa.Value) int64 {
	if s, ok := v.(*ssa.Slice); ok {
		if a, ok := s.X.(*ssa.Alloc); ok && a.Comment == "varargs" {
			return analysis.ArrayType(analysis.Deref(a.Type())).Len()
		}
	}
	return -1
}

// sizeOfElement returns how many bytes an element of a slice takes, at least one.
func sizeOfElement(t types.Type) int64 {
	s, ok := t.Underlying().(*types.Slice)
	if !ok || analysis.IsGeneric(s.Elem()) {
		return 1
	}
	return max(1, types.SizesFor("gc", "amd64").Sizeof(s.Elem()))
}

// words returns a condition with the arguments in place of the parameters, but for constants.
func (c *rowCall) words(x ast.Expr) string {
	named := map[string]string{"maxLen": "1<<47", "maxInt": "math.MaxInt"}
	for i, p := range c.params {
		if i >= len(c.inv.Argv) || variadicLen(c.inv.Argv[i]) >= 0 {
			continue
		}
		switch v := c.inv.Argv[i].(type) {
		case nil, *ssa.Const:
		case *ssa.MakeInterface:
			if _, isConst := v.X.(*ssa.Const); !isConst {
				named[p] = c.t.Text(v.X)
			}
		default:
			named[p] = c.t.Text(v)
		}
	}
	if call, ok := x.(*ast.CallExpr); ok {
		if words := library.Words(call.Fun.(*ast.Ident).Name); words != "" {
			return fmt.Sprintf(words, renamed(call.Args[0], named).(*ast.Ident).Name)
		}
	}
	var b bytes.Buffer
	if err := format.Node(&b, token.NewFileSet(), renamed(x, named)); err != nil {
		return ""
	}
	return b.String()
}

// renamed returns a copy of x with other names.
func renamed(x ast.Expr, by map[string]string) ast.Expr {
	switch x := x.(type) {
	case *ast.Ident:
		if to, ok := by[x.Name]; ok {
			return ast.NewIdent(to)
		}
		return ast.NewIdent(x.Name)
	case *ast.ParenExpr:
		return &ast.ParenExpr{X: renamed(x.X, by)}
	case *ast.UnaryExpr:
		return &ast.UnaryExpr{Op: x.Op, X: renamed(x.X, by)}
	case *ast.BinaryExpr:
		return &ast.BinaryExpr{Op: x.Op, X: renamed(x.X, by), Y: renamed(x.Y, by)}
	case *ast.CallExpr:
		return &ast.CallExpr{Fun: renamed(x.Fun, nil), Args: []ast.Expr{renamed(x.Args[0], by)}}
	}
	return x
}

// shows returns the integers among the arguments that a condition speaks of.
func (c *rowCall) shows(x ast.Expr) []ir.Show {
	var list []ir.Show
	seen := map[string]bool{}
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if i, isResult, ok := c.index(id.Name); ok && !isResult && !seen[id.Name] && c.args[i] != nil && c.args[i].Sort.Kind == ir.KindInt {
				seen[id.Name] = true
				if _, isConst := c.inv.Argv[i].(*ssa.Const); isConst {
					list = append(list, ir.Show{Label: id.Name, Value: c.args[i]})
				} else {
					list = append(list, c.t.shows(c.inv.Argv[i], c.args[i])...)
				}
			}
		}
		return true
	})
	return list
}

// told translates a predicate of package library on argument i of a call.
func (t *translator) told(predicate string, inv *emit.Invocation, i int) (*ir.Expr, error) {
	e := t.ExprOf(inv.Args[i])
	switch predicate {
	case "comparableElements":
		if elem := elementType(inv.Argv[i].Type()); elem != nil && !heap.HoldsInterface(elem) && !analysis.IsGeneric(elem) {
			return ir.True, nil
		}
		return nil, errUntold{"what the elements hold"}
	case "validRegexp":
		return validRegexp(e)
	}
	if e == nil {
		return nil, fmt.Errorf("an argument has no term")
	}
	held := t.unwrapped(inv.Argv[i], passed{expr: e, typ: inv.Argv[i].Type()})
	known := !types.IsInterface(held.typ)
	switch predicate {
	case "comparable":
		return ir.Apply(t.Mem.Dynamic.Comparable, t.Mem.Dynamic.DynamicType(e)), nil
	case "comparableError":
		return t.comparableError(e), nil
	case "errorTarget":
		ptr, isPointer := held.typ.Underlying().(*types.Pointer)
		switch {
		case !known:
			return nil, errUntold{"what the target is"}
		case !isPointer || !types.IsInterface(ptr.Elem()) && !types.Implements(ptr.Elem(), analysis.ErrorType()):
			return ir.False, nil
		}
		return ir.Ne(held.expr, ir.Nil), nil
	case "isSlice":
		if !known {
			return nil, errUntold{"what is sorted"}
		}
		_, isSlice := held.typ.Underlying().(*types.Slice)
		return ir.B(isSlice), nil
	}
	return nil, fmt.Errorf("unknown predicate %s", predicate)
}

func elementType(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	}
	return nil
}

// validRegexp tells whether a constant is a regular expression.
func validRegexp(e *ir.Expr) (*ir.Expr, error) {
	if e != nil {
		if s, ok := heap.ConstText(e); ok {
			_, err := regexp.Compile(s)
			return ir.B(err == nil), nil
		}
	}
	return nil, errUntold{"whether it is a regular expression"}
}

// comparableError is the condition that an error can be compared without a panic, if it is of one of those types of the
// checked packages that can be compared, but perhaps with a panic, as they hold interfaces. Of these nothing is known,
// so it cannot be proved.
func (t *translator) comparableError(e *ir.Expr) *ir.Expr {
	var compare []*ir.Expr
	for _, path := range t.prog.Paths {
		scope := t.prog.Packages[path].Ssa.Pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() || analysis.IsGeneric(tn.Type()) || types.IsInterface(tn.Type()) {
				continue
			}
			if typ := tn.Type(); types.Implements(typ, analysis.ErrorType()) && types.Comparable(typ) && heap.HoldsInterface(typ) {
				d := t.Mem.Dynamic
				compare = append(compare, ir.Implies(ir.Eq(d.DynamicType(e), d.Of(typ).Term), ir.Apply(d.Comparable, d.DynamicType(e))))
			}
		}
	}
	return ir.And(compare...)
}
