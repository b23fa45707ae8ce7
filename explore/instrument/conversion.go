package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
)

// conversion rewrites a conversion. To a string, and from a slice to an array, it reads elements.
func (r *rewriter) conversion(e *ast.CallExpr) fragment {
	from := r.info.TypeOf(e.Args[0])
	if from == nil || r.info.Types[e.Args[0]].IsNil() {
		return glue(e, childrenOf(e), r.node)
	}
	s, ok := coreType(from).(*types.Slice)
	if !ok || r.empty(s.Elem()) {
		return glue(e, childrenOf(e), r.node)
	}
	n := int64(-1)
	switch to := coreType(r.info.TypeOf(e)).(type) {
	case *types.Basic:
		if to.Info()&types.IsString == 0 {
			return glue(e, childrenOf(e), r.node)
		}
	case *types.Array:
		n = to.Len()
	default:
		return glue(e, childrenOf(e), r.node)
	}
	read := r.call("Converted", e.Args[0], join(strconv.FormatInt(n, 10)), r.value(e.Args[0]))
	return join(r.node(e.Fun), span(e.Fun.End(), e.Lparen+1), read, span(e.Args[0].End(), e.Rparen+1))
}
