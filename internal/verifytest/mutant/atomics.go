package mutant

import (
	"fmt"
	"go/ast"
	"strings"
)

// storeForCAS replaces a compare-and-swap by a store that always succeeds.
func storeForCAS(s *site) []change {
	call, ok := s.Node().(*ast.CallExpr)
	if !ok {
		return nil
	}
	pkg, name := s.method(call)
	if pkg != "sync/atomic" || !strings.HasPrefix(name, "CompareAndSwap") {
		return nil
	}
	store := s.sibling(call, "Store")
	if len(call.Args) == 2 {
		store += "(" + s.file.source(call.Args[1]) + ")"
	} else {
		store += "(" + s.file.source(call.Args[0]) + ", " + s.file.source(call.Args[2]) + ")"
	}
	return s.replaced(call, "func() bool { "+store+"; return true }()")
}

// splitReadModifyWrite replaces an atomic addition or exchange by a load and a store.
func splitReadModifyWrite(s *site) []change {
	call, ok := s.Node().(*ast.CallExpr)
	if !ok {
		return nil
	}
	pkg, name := s.method(call)
	if pkg != "sync/atomic" || len(call.Args) == 0 {
		return nil
	}
	where, value := "", s.file.source(call.Args[len(call.Args)-1])
	if len(call.Args) == 2 {
		where = s.file.source(call.Args[0])
	}
	typ := s.info.TypeOf(call).String()
	load := fmt.Sprintf("%s(%s)", s.sibling(call, "Load"), where)
	store := s.sibling(call, "Store") + "("
	if where != "" {
		store += where + ", "
	}
	switch {
	case strings.HasPrefix(name, "Add"):
		return s.replaced(call, fmt.Sprintf("func() %s { v := %s + %s; %sv); return v }()", typ, load, value, store))
	case strings.HasPrefix(name, "Swap"):
		return s.replaced(call, fmt.Sprintf("func() %s { v := %s; %s%s); return v }()", typ, load, store, value))
	}
	return nil
}

// sibling returns the text that names another operation on the same atomic variable: Store for x.CompareAndSwap,
// atomic.StoreInt32 for atomic.CompareAndSwapInt32.
func (s *site) sibling(call *ast.CallExpr, verb string) string {
	sel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	suffix := sel.Sel.Name
	for _, prefix := range []string{"CompareAndSwap", "Add", "Swap"} {
		suffix = strings.TrimPrefix(suffix, prefix)
	}
	return s.file.source(sel.X) + "." + verb + suffix
}
