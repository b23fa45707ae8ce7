package main

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// meaning writes a condition about locks in one form, "" if it is about more than that: the lock is free, as the papers' way of
// writing has it, is left out beside that it is held.
func meaning(x annot.Expr) string {
	switch x := x.(type) {
	case *annot.Held:
		if x.Read {
			return "shared " + path(x.X)
		}
		return "held " + path(x.X)
	case *annot.Builtin:
		if x.Name == "done" {
			return "shared " + path(x.Args[0])
		}
	case *annot.Const:
		if x.Value.Kind() == constant.Bool && constant.BoolVal(x.Value) {
			return "true"
		}
	case *annot.Unary:
		if b, ok := x.X.(*annot.Builtin); ok && x.Op == token.NOT && b.Name == "done" {
			return "true" // beside that the function of the Once is being run
		}
	case *annot.Binary:
		return binary(x)
	}
	return ""
}

func binary(x *annot.Binary) string {
	switch x.Op {
	case token.LOR, token.LAND:
		parts := []string{}
		for _, side := range []annot.Expr{x.X, x.Y} {
			if isFree(side) && x.Op == token.LOR {
				continue
			}
			m := meaning(side)
			if m == "true" && x.Op == token.LAND {
				continue
			}
			if m == "" {
				return ""
			}
			parts = append(parts, m)
		}
		slices.Sort(parts)
		op := " or "
		if x.Op == token.LAND {
			op = " and "
		}
		return strings.Join(slices.Compact(parts), op)
	case token.EQL:
		for _, pair := range [2][2]annot.Expr{{x.X, x.Y}, {x.Y, x.X}} {
			h, isHolder := pair[0].(*annot.Holder)
			if _, isTid := pair[1].(*annot.Tid); isHolder && isTid {
				return "held " + path(h.X)
			}
		}
	}
	return ""
}

// isFree reports whether x is L == free.
func isFree(x annot.Expr) bool {
	b, ok := x.(*annot.Binary)
	if !ok || b.Op != token.EQL {
		return false
	}
	_, left := b.X.(*annot.Free)
	_, right := b.Y.(*annot.Free)
	return left || right
}

// path writes a lock.
func path(x annot.Expr) string {
	switch x := x.(type) {
	case *annot.This:
		return "this"
	case *annot.Var:
		return x.Obj.Name()
	case *annot.Select:
		return path(x.X) + "." + x.Field.Name()
	case *annot.Star:
		return path(x.X)
	case *annot.Index:
		return path(x.X) + "[" + path(x.I) + "]"
	case *annot.BoundVar:
		return "j"
	case *annot.Const:
		return x.Value.ExactString()
	case *annot.Convert:
		return path(x.X)
	}
	return "?"
}
