package library

import (
	"fmt"
	"go/ast"
	"go/token"
	"math"
	"slices"
)

// MaxLen bounds the memory, in bytes, that one slice or string can have: beyond it the Go runtime panics instead of asking
// for memory. It is a little less than what the runtime allows on a platform of 64 bits.
const MaxLen = 1 << 47

// constants are the names that stand for numbers in conditions.
var constants = map[string]int64{"maxInt": math.MaxInt64, "minInt": math.MinInt64, "maxLen": MaxLen}

// Constant returns the number that a name stands for in conditions.
func Constant(name string) (int64, bool) {
	n, ok := constants[name]
	return n, ok
}

// A Condition is one that calls have to satisfy, or that results do.
type Condition struct {
	Text string
	Expr ast.Expr
	// Exact: where it does not hold the function does panic.
	Exact bool
}

// operators are those that conditions may use.
var operators = []token.Token{
	token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.LAND, token.LOR,
	token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ,
}

// sane reports what is wrong with a condition over the given names.
func (c Condition) sane(names []string) error {
	var err error
	ast.Inspect(c.Expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			if !ok || !isFunction(id.Name) {
				err = fmt.Errorf("%q: unknown function", c.Text)
			}
			for _, a := range n.Args {
				if e := (Condition{Text: c.Text, Expr: a}).sane(names); e != nil {
					err = e
				}
			}
			return false
		case *ast.Ident:
			if _, known := constants[n.Name]; !known && !slices.Contains([]string{"nil", "true", "false"}, n.Name) && !slices.Contains(names, n.Name) {
				err = fmt.Errorf("%q: unknown name %s", c.Text, n.Name)
			}
		case *ast.BinaryExpr:
			if !slices.Contains(operators, n.Op) {
				err = fmt.Errorf("%q: operator %s", c.Text, n.Op)
			}
		case *ast.UnaryExpr:
			if n.Op != token.SUB && n.Op != token.NOT {
				err = fmt.Errorf("%q: operator %s", c.Text, n.Op)
			}
		case *ast.BasicLit:
			if n.Kind != token.INT && n.Kind != token.CHAR {
				err = fmt.Errorf("%q: literal %s", c.Text, n.Value)
			}
		case *ast.ParenExpr, nil:
		default:
			err = fmt.Errorf("%q: %T", c.Text, n)
		}
		return true
	})
	return err
}
