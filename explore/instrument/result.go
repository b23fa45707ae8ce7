package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A result is a named result of the function at hand that a function literal or a pointer can reach.
type result struct {
	index   int // among all results
	name    *ast.Ident
	v       *types.Var
	pointer string // to it, where its name means something else
}

// resultsOf lists the results that can be reached.
func (r *rewriter) resultsOf(t *ast.FuncType) []*result {
	var out []*result
	for i, name := range resultNames(t) {
		if v, ok := r.info.Defs[name].(*types.Var); ok && r.shared.has(v) && !r.empty(v.Type()) {
			out = append(out, &result{index: i, name: name, v: v})
		}
	}
	return out
}

// aliases writes the definitions of pointers to results that return statements assign where their names mean something
// else.
func (r *rewriter) aliases(body *ast.BlockStmt) []fragment {
	var out []fragment
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, res := range r.writtenBy(n) {
				if res.pointer == "" && !r.means(res, n.Pos()) {
					res.pointer = r.temp()
					out = append(out, join(res.pointer+" := &"+res.name.Name))
				}
			}
		}
		return true
	})
	return out
}

// means reports whether the name of a result means it at a place.
func (r *rewriter) means(res *result, at token.Pos) bool {
	scope := r.pkg.Types.Scope().Innermost(at)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(res.name.Name, at)
	return obj == types.Object(res.v)
}

// returnStmt rewrites return v, w. It assigns the results that can be reached: after all values have been evaluated, and
// before deferred functions run. Without values it reads them.
func (r *rewriter) returnStmt(s *ast.ReturnStmt) []fragment {
	if len(s.Results) == 0 {
		return r.bareReturn(s)
	}
	out := r.hoistFromValues(s.Results)
	written := r.writtenBy(s)
	if len(written) == 0 {
		return append(out, glue(s, childrenOf(s), r.node))
	}
	var values []fragment
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
	for _, res := range written {
		pointer := res.pointer
		if r.means(res, s.Pos()) {
			pointer = "&" + res.name.Name
		}
		out = append(out, r.call("W", s, join(pointer)))
	}
	return append(out, join(span(s.Return, s.Return+6), " ", separated(values, ", ")))
}

// bareReturn rewrites return. The compiler sees to it that the names of the results mean them.
func (r *rewriter) bareReturn(s *ast.ReturnStmt) []fragment {
	var out []fragment
	for _, res := range r.results {
		out = append(out, r.call("R", s, join("&"+res.name.Name)))
	}
	return append(out, text(s))
}

// writtenBy returns the results that a return statement assigns. One that is returned as itself stays as it is.
func (r *rewriter) writtenBy(s *ast.ReturnStmt) []*result {
	var out []*result
	for _, res := range r.results {
		if len(s.Results) > res.index {
			if id, ok := unparen(s.Results[res.index]).(*ast.Ident); ok && r.info.Uses[id] == types.Object(res.v) {
				continue
			}
		}
		if len(s.Results) > 0 {
			out = append(out, res)
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
