package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// copiedVars returns the variables of a three-clause loop that are copied from one iteration to the next (as of Go 1.22)
// while something else may write to the copy that is left behind: to copy it is to read it.
func (r *rewriter) copiedVars(s *ast.ForStmt) []*ast.Ident {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || !r.perIteration() {
		return nil
	}
	var out []*ast.Ident
	for _, e := range init.Lhs {
		id := e.(*ast.Ident)
		if v, ok := r.info.Defs[id].(*types.Var); ok && id.Name != "_" && r.shared.writtenElsewhere(v) && !r.empty(v.Type()) {
			out = append(out, id)
		}
	}
	return out
}

// copyingLoop writes
//
//	c := rt.LoopVar(site) // for each variable
//	for i := 0; i < n; func() { c.Copy(); i++ }() { c.Is(&i, size); body }
func (r *rewriter) copyingLoop(s *ast.ForStmt, vars []*ast.Ident) []fragment {
	var pre, is, copies []fragment
	for _, id := range vars {
		c := r.temp()
		pre = append(pre, join(c+" := ", r.call("LoopVar", id)))
		is = append(is, join(c+".Is("+r.unsafe()+".Pointer(&"+id.Name+"), "+r.unsafe()+".Sizeof("+id.Name+"))"))
		copies = append(copies, join(c+".Copy()"))
	}
	var cond fragment
	if s.Cond != nil {
		cond = r.value(s.Cond)
	}
	post := separated(copies, "; ")
	if s.Post != nil {
		post = join(post, "; ", r.simple(s.Post))
	}
	loop := join(span(s.For, s.Init.Pos()), r.simple(s.Init), "; ", cond, "; func() { ", post, " }() ",
		r.blockWith(s.Body, separated(is, "; ")))
	return append(pre, loop)
}
