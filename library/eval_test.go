package library

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"math/big"
	"reflect"
	"regexp"
)

// An environment has the values that the names in a condition stand for.
type environment map[string]reflect.Value

// holds evaluates a condition.
func (env environment) holds(c Condition) bool { return env.eval(c.Expr).(bool) }

// eval returns a bool, a *big.Int, or a reflect.Value.
func (env environment) eval(x ast.Expr) any {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return env.eval(x.X)
	case *ast.BasicLit:
		n, _ := constant.Uint64Val(constant.ToInt(constant.MakeFromLiteral(x.Value, x.Kind, 0)))
		return new(big.Int).SetUint64(n)
	case *ast.Ident:
		return env.name(x.Name)
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return !env.eval(x.X).(bool)
		}
		return new(big.Int).Neg(env.eval(x.X).(*big.Int))
	case *ast.CallExpr:
		return env.apply(x.Fun.(*ast.Ident).Name, env[x.Args[0].(*ast.Ident).Name])
	case *ast.BinaryExpr:
		return env.binary(x)
	}
	panic(fmt.Sprintf("%T", x))
}

func (env environment) name(name string) any {
	if n, ok := constants[name]; ok {
		return big.NewInt(n)
	}
	switch name {
	case "true", "false":
		return name == "true"
	}
	v := env[name]
	switch {
	case v.CanInt():
		return big.NewInt(v.Int())
	case v.CanUint():
		return new(big.Int).SetUint64(v.Uint())
	case v.Kind() == reflect.Bool:
		return v.Bool()
	}
	return v
}

func (env environment) binary(x *ast.BinaryExpr) any {
	if id, ok := x.Y.(*ast.Ident); ok && id.Name == "nil" {
		return isNil(env[x.X.(*ast.Ident).Name]) == (x.Op == token.EQL)
	}
	a := env.eval(x.X)
	switch x.Op {
	case token.LAND:
		return a.(bool) && env.eval(x.Y).(bool)
	case token.LOR:
		return a.(bool) || env.eval(x.Y).(bool)
	}
	b := env.eval(x.Y)
	if a, ok := a.(bool); ok {
		return (a == b.(bool)) == (x.Op == token.EQL)
	}
	m, n := a.(*big.Int), b.(*big.Int)
	switch x.Op {
	case token.ADD:
		return new(big.Int).Add(m, n)
	case token.SUB:
		return new(big.Int).Sub(m, n)
	case token.MUL:
		return new(big.Int).Mul(m, n)
	case token.QUO:
		return new(big.Int).Quo(m, n)
	case token.REM:
		return new(big.Int).Rem(m, n)
	}
	return constant.Compare(constant.Make(m), x.Op, constant.Make(n))
}

func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return v.IsNil()
	}
	return false
}

// apply evaluates len, cap or a predicate.
func (env environment) apply(fn string, v reflect.Value) any {
	switch fn {
	case "len":
		return big.NewInt(int64(v.Len()))
	case "cap":
		return big.NewInt(int64(v.Cap()))
	case "size":
		return big.NewInt(max(1, int64(v.Type().Elem().Size())))
	case "validRegexp":
		_, err := regexp.Compile(v.String())
		return err == nil
	case "comparableElements":
		if v.Kind() == reflect.Map {
			for it := v.MapRange(); it.Next(); {
				if !it.Value().Comparable() {
					return false
				}
			}
			return true
		}
		for i := range v.Len() {
			if !v.Index(i).Comparable() {
				return false
			}
		}
		return true
	}
	held := v.Elem()
	switch fn {
	case "comparable":
		return !held.IsValid() || held.Type().Comparable() // the type, as context.WithValue asks
	case "comparableError":
		return !held.IsValid() || !held.Type().Comparable() || held.Comparable()
	case "isSlice":
		return held.Kind() == reflect.Slice
	case "errorTarget":
		return held.Kind() == reflect.Pointer && !held.IsNil() &&
			(held.Type().Elem().Kind() == reflect.Interface || held.Type().Elem().Implements(reflect.TypeFor[error]()))
	}
	panic(fn)
}
