package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// builtin rewrites a call of a predeclared function that touches memory or channels.
func (r *rewriter) builtin(name string, e *ast.CallExpr) fragment {
	arg := func(i int) types.Type { return coreType(r.info.TypeOf(e.Args[i])) }
	rest := func(from int) fragment { return separated(r.operands(e)[from:], ", ") }
	switch name {
	case "len", "cap":
		switch t := arg(0).(type) {
		case *types.Chan:
			ours := map[string]string{"len": "Len", "cap": "Cap"}[name]
			if t.Dir() == types.SendOnly {
				ours = "Send" + ours
			}
			return r.call(ours, e, r.value(e.Args[0]))
		case *types.Map:
			return join(r.call("M", e, r.value(e.Args[0])), ".Len()")
		case *types.Array: // not constant: the operand has calls
			return glue(e, childrenOf(e), r.node)
		}
	case "close":
		return r.call("Close", e, r.value(e.Args[0]))
	case "delete":
		return join(r.call("M", e, r.value(e.Args[0])), ".Delete(", r.value(e.Args[1]), ")")
	case "clear":
		if _, ok := arg(0).(*types.Map); ok {
			return join(r.call("M", e, r.value(e.Args[0])), ".Clear()")
		}
		return join(r.call("S", e, r.value(e.Args[0])), ".Clear()")
	case "append":
		return r.append(e, rest)
	case "copy":
		if b, ok := arg(1).(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return r.call("CopyString", e, r.operands(e)...)
		}
		if r.isBytesOrString(e.Args[1]) {
			return r.call("Copy", e, r.value(e.Args[0]), r.bytes(e.Args[1]))
		}
		return r.call("Copy", e, r.operands(e)...)
	case "make":
		if _, ok := coreType(r.info.TypeOf(e)).(*types.Chan); ok {
			return join(r.rt+".Make(", glue(e, childrenOf(e), r.node), ")")
		}
		if s, ok := is[*types.Slice](r.info.TypeOf(e)); ok && r.nameAll && !r.empty(s.Elem()) {
			return join(r.rt+".NewSlice(", glue(e, childrenOf(e), r.node), ")")
		}
	case "new":
		if p, ok := r.info.TypeOf(e).Underlying().(*types.Pointer); ok && r.named(p.Elem()) {
			return join(r.rt+".New(", glue(e, childrenOf(e), r.node), ")")
		}
	}
	return glue(e, childrenOf(e), r.node)
}

func (r *rewriter) append(e *ast.CallExpr, rest func(int) fragment) fragment {
	if r.info.Types[e.Args[0]].IsNil() || len(e.Args) == 1 {
		return glue(e, childrenOf(e), r.node)
	}
	s := r.call("S", e, r.value(e.Args[0]))
	if e.Ellipsis == token.NoPos {
		return join(s, ".Append(", rest(1), ")")
	}
	if b, ok := coreType(r.info.TypeOf(e.Args[1])).(*types.Basic); ok && b.Info()&types.IsString != 0 {
		return r.call("AppendString", e, r.operands(e)...)
	}
	if r.isBytesOrString(e.Args[1]) {
		return join(s, ".AppendSlice(", r.bytes(e.Args[1]), ")")
	}
	if r.info.Types[e.Args[1]].IsNil() {
		return glue(e, childrenOf(e), r.node)
	}
	return join(s, ".AppendSlice(", rest(1), ")")
}

// isBytesOrString reports whether e may be a slice of bytes or a string, as its type argument has it.
func (r *rewriter) isBytesOrString(e ast.Expr) bool {
	t := r.info.TypeOf(e)
	_, generic := types.Unalias(t).(*types.TypeParam)
	return generic && coreType(t) == nil
}

// bytes writes e, which is a slice of bytes or a string, as a slice.
func (r *rewriter) bytes(e ast.Expr) fragment {
	return join("[]"+r.unit.predeclared("byte")+"(", r.value(e), ")")
}
