package instrument

import (
	"go/ast"
	"go/types"
)

// mapLiteral rewrites a map literal of which an entry has a key that is to be read after the value is computed, as the compiler
// does: it makes the map and then stores one entry after the other.
//
//	func() map[K]V { m := map[K]V{}; v := f(); m[key] = v; return m }()
func (r *rewriter) mapLiteral(e *ast.CompositeLit) (fragment, bool) {
	if _, ok := is[*types.Map](r.info.TypeOf(e)); !ok || e.Type == nil || recovers(r.info, e) {
		return nil, false
	}
	needed := false
	for _, x := range e.Elts {
		kv := x.(*ast.KeyValueExpr)
		for _, part := range []ast.Expr{kv.Key, kv.Value} {
			if lit, ok := part.(*ast.CompositeLit); ok && lit.Type == nil { // its type is said by the map's
				return nil, false
			}
		}
		needed = needed || r.isLate(false, nil, []ast.Expr{kv.Key, kv.Value})
	}
	if !needed {
		return nil, false
	}
	kind, ok := r.typeText(r.info.TypeOf(e), e)
	if !ok {
		return nil, false
	}
	r.verbatim(e.Type) // what it names stays imported
	m := r.temp()
	list := []fragment{join(m, " := "+kind+"{}")}
	for _, x := range e.Elts {
		kv := x.(*ast.KeyValueExpr)
		list = append(list, r.late(nil, []ast.Expr{kv.Key, kv.Value})...)
		list = append(list, join(m, "[", r.value(kv.Key), "] = ", r.value(kv.Value)))
	}
	return join("func() "+kind+" { ", separated(append(list, join("return ", m)), "; "), " }()"), true
}
