package instrument

import (
	"go/ast"
	"go/types"
)

// returnStmt rewrites return v, w. Where results have names and a function literal or a pointer can reach them, it
// assigns them: after all values have been evaluated, and before deferred functions run.
func (r *rewriter) returnStmt(s *ast.ReturnStmt) []fragment {
	written := r.writtenBy(s)
	if len(written) == 0 {
		return []fragment{glue(s, childrenOf(s), r.node)}
	}
	var out, values []fragment
	if tuple, ok := r.info.TypeOf(s.Results[0]).(*types.Tuple); ok {
		for range tuple.Len() {
			values = append(values, join(r.temp()))
		}
		out = append(out, join(separated(values, ", "), " := ", r.value(s.Results[0])))
	} else {
		for _, e := range s.Results {
			out = append(out, r.keep(e)...)
		}
		for _, e := range s.Results {
			values = append(values, r.value(e))
		}
	}
	for _, name := range written {
		out = append(out, r.call("W", s, join("&"+name.Name)))
	}
	return append(out, join(span(s.Return, s.Return+6), " ", separated(values, ", ")))
}

// writtenBy returns the named results that a return statement assigns visibly. A result that is returned as itself stays
// as it is; one whose name means something else at the statement has no other name there, and is passed over.
func (r *rewriter) writtenBy(s *ast.ReturnStmt) []*ast.Ident {
	if len(s.Results) == 0 {
		return nil
	}
	var out []*ast.Ident
	for i, name := range r.results {
		v, ok := r.info.Defs[name].(*types.Var)
		if !ok || !r.shared.has(v) || r.empty(v.Type()) {
			continue
		}
		if len(s.Results) == len(r.results) {
			if id, ok := unparen(s.Results[i]).(*ast.Ident); ok && r.info.Uses[id] == types.Object(v) {
				continue
			}
		}
		if scope := r.pkg.Types.Scope().Innermost(s.Pos()); scope != nil {
			if _, obj := scope.LookupParent(name.Name, s.Pos()); obj == types.Object(v) {
				out = append(out, name)
			}
		}
	}
	return out
}

// resultNames are the names of a function's results.
func resultNames(t *ast.FuncType) []*ast.Ident {
	var out []*ast.Ident
	if t.Results != nil {
		for _, f := range t.Results.List {
			out = append(out, f.Names...)
		}
	}
	return out
}
