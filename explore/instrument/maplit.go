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
	t := r.info.TypeOf(e)
	if _, ok := is[*types.Map](t); !ok || recovers(r.info, e) || !r.hasText(t, e) {
		return nil, false
	}
	needed := false
	for _, x := range e.Elts {
		kv := x.(*ast.KeyValueExpr)
		needed = needed || r.mustHoist(false, nil, []ast.Expr{kv.Key, kv.Value})
	}
	if !needed {
		return nil, false
	}
	kind, _ := r.typeText(t, e)
	m := r.temp()
	list := []fragment{join(m, " := "+kind+"{}")}
	for _, x := range e.Elts {
		kv := x.(*ast.KeyValueExpr)
		list = append(list, r.hoist(nil, []ast.Expr{kv.Key, kv.Value})...)
		list = append(list, join(m, "[", r.typed(kv.Key), "] = ", r.typed(kv.Value)))
	}
	return join("func() "+kind+" { ", separated(append(list, join("return ", m)), "; "), " }()"), true
}

// typed is the value of a key or element, with its type where a literal leaves that to the one around it.
func (r *rewriter) typed(e ast.Expr) fragment {
	lit, ok := e.(*ast.CompositeLit)
	if _, done := r.instead[e]; !ok || lit.Type != nil || done {
		return r.value(e)
	}
	if f, ok := r.mapLiteral(lit); ok {
		return f
	}
	t, prefix := r.info.TypeOf(lit), ""
	if p, ok := is[*types.Pointer](t); ok {
		t, prefix = p.Elem(), "&"
	}
	kind, _ := r.typeText(t, lit)
	return join(prefix+kind, r.value(lit))
}
