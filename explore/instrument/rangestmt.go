package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
)

// rangeStmt rewrites a loop over a channel, a map or memory; loops over numbers, strings and functions have no visible
// operations of their own. The last of the statements is the loop. Before it stand the variables that exist once for all
// iterations, as they do up to Go 1.21.
func (r *rewriter) rangeStmt(s *ast.RangeStmt) []fragment {
	l := &rangeLoop{rewriter: r, RangeStmt: s}
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if e != nil {
			l.vars = append(l.vars, e)
		}
	}
	hasValue := s.Value != nil && !isBlank(s.Value)
	switch u := coreType(r.info.TypeOf(s.X)).(type) {
	case *types.Chan:
		return l.channel()
	case *types.Map:
		return l.mapElements()
	case *types.Slice:
		if hasValue {
			return l.elements(r.value(s.X))
		}
	case *types.Array:
		if !hasValue { // only the length counts
			return l.plain(r.operand(s.X).code)
		}
		if l.once() {
			t := r.temp()
			return append([]fragment{join(t, " := ", r.value(s.X))}, l.elements(join(t+"[:]"))...)
		}
	case *types.Pointer:
		if _, array := u.Elem().Underlying().(*types.Array); array && hasValue {
			return l.elements(join("(", r.value(s.X), ")[:]"))
		}
	}
	return l.plain(r.value(s.X))
}

type rangeLoop struct {
	*rewriter
	*ast.RangeStmt
	vars []ast.Expr // key and value as far as the statement has them
}

// once is true if the loop declares variables that all iterations share.
func (l *rangeLoop) once() bool {
	return l.Tok == token.DEFINE && !l.perIteration() && slices.ContainsFunc(l.vars, func(e ast.Expr) bool { return !isBlank(e) })
}

// with puts the declaration of such variables before a loop; zero gives their first values.
func (l *rangeLoop) with(pre []fragment, zero fragment, loop fragment) []fragment {
	if l.once() {
		var names []fragment
		for _, e := range l.vars {
			names = append(names, text(e))
		}
		pre = append(pre, join(separated(names, ", "), " := ", zero))
	}
	return append(pre, loop)
}

// assign writes the statements at the beginning of an iteration that give the variables their values.
func (l *rangeLoop) assign(values ...fragment) fragment {
	var out fragment
	for i, e := range l.vars {
		switch {
		case isBlank(e):
			out = join(out, "_ = ", values[i], "; ")
		case l.Tok == token.DEFINE && l.perIteration():
			out = join(out, text(e), " := ", values[i], "; ")
		default:
			out = join(out, l.target(e, l.head(), nil).assign(values[i]), "; ")
		}
	}
	return out
}

// visible reports whether an assignment to the variables is a visible operation.
func (l *rangeLoop) visible() bool {
	return slices.ContainsFunc(l.vars, func(e ast.Expr) bool {
		if isBlank(e) || l.Tok == token.DEFINE && l.perIteration() {
			return false
		}
		_, isMap := l.mapIndex(e)
		return isMap || l.operandShared(e)
	})
}

// plain leaves the loop to the language, if need be but for the assignment of its variables.
func (l *rangeLoop) plain(x fragment) []fragment {
	if !l.visible() {
		var vars fragment
		if l.Key != nil {
			vars = span(l.Key.Pos(), l.TokPos)
			if l.Tok == token.ASSIGN {
				vars = nil
				for i, e := range l.vars {
					if i > 0 {
						vars = join(vars, ", ")
					}
					vars = join(vars, l.target(e, l.RangeStmt, nil).direct)
				}
				vars = join(vars, " ")
			}
			vars = join(vars, span(l.TokPos, l.X.Pos()))
		} else {
			vars = span(l.Range, l.X.Pos())
		}
		return []fragment{join("for ", vars, x, " ", l.block(l.Body))}
	}
	var names []fragment
	for range l.vars {
		names = append(names, join(l.temp()))
	}
	zero := "0"
	if len(l.vars) == 2 {
		zero = "0, " + l.unit.predeclared("rune") + "(0)"
	}
	return l.with(nil, join(zero), join("for ", separated(names, ", "), " := range ", x, " { ", l.assign(names...), l.block(l.Body), " }"))
}

// source evaluates the operand before the loop if its type is needed for the variables.
func (l *rangeLoop) source(x fragment) (pre []fragment, operand fragment) {
	if !l.once() {
		return nil, x
	}
	t := l.temp()
	return []fragment{join(t, " := ", x)}, join(t)
}

// channel writes
//
//	for c := ch; ; { v, ok := rt.Recv2(c); if !ok { break }; { body } }
func (l *rangeLoop) channel() []fragment {
	pre, ch := l.source(l.value(l.X))
	c, v, ok := l.temp(), "_", l.temp()
	if len(l.vars) > 0 {
		v = l.temp()
	}
	return l.with(pre, join(l.rt+".ZeroChan(", ch, ")"), join("for "+c+" := ", ch, "; ; { "+v+", "+ok+" := ",
		l.call("Recv2", l.head(), join(c)), "; if !"+ok+" { break }; ", l.assign(join(v)), l.block(l.Body), " }"))
}

// mapElements writes
//
//	for it := rt.IterMap(m); it.Next(); { k, v := it.Key(), it.Value(); { body } }
//
// or one of the functions for loops of which the order cannot be seen.
func (l *rangeLoop) mapElements() []fragment {
	pre, m := l.source(l.value(l.X))
	it, iter := l.temp(), "IterMap"
	switch l.orderOf(l.RangeStmt) {
	case unseen:
		iter = "IterMapUnseen"
	case unseenNonNil:
		iter = "IterMapUnseenNonNil"
	case unseenWhole:
		iter = "IterMapUnseenWhole"
	}
	return l.with(pre, join(l.rt+".ZeroMap"+l.count()+"(", m, ")"), join("for "+it+" := ", l.callOnMap(l.info.TypeOf(l.X), iter, l.head(), m), "; "+it+".Next(); { ",
		l.assign(join(it, ".Key()"), join(it, ".Value()")), l.block(l.Body), " }"))
}

// elements writes
//
//	for x, i := s, 0; i < len(x); i++ { k, v := i, rt.Get(&x[i]); { body } }
func (l *rangeLoop) elements(x fragment) []fragment {
	pre, x := l.source(x)
	xs, i := l.temp(), l.temp()
	element := join(xs + "[" + i + "]")
	if !l.empty(l.info.TypeOf(l.Value)) {
		element = l.callOn(operand{typ: l.elementType()}, "Get", l.head(), join("&", element))
	}
	return l.with(pre, join(l.rt+".ZeroSlice(", x, ")"), join("for "+xs+", "+i+" := ", x, ", 0; "+i+" < "+l.unit.predeclared("len")+"("+xs+"); "+i+"++ { ",
		l.assign(join(i), element), l.block(l.Body), " }"))
}

// elementType is the type of what the loop goes through, nil if that is no slice or array.
func (l *rangeLoop) elementType() types.Type {
	t := coreType(l.info.TypeOf(l.X))
	if p, ok := t.(*types.Pointer); ok {
		t = coreType(p.Elem())
	}
	switch t := t.(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	}
	return nil
}

// count is 1 or 2, for the number of variables.
func (l *rangeLoop) count() string { return strconv.Itoa(len(l.vars)) }

// head is what a trace shows for the loop's own operations.
func (l *rangeLoop) head() ast.Node { return extent{l.Pos(), l.X.End()} }
