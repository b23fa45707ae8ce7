package analysis

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Code has the compiler check that a type implements an interface: var _ I = (*T)(nil), or var _ = []I{(*T)(nil)}.
// Nobody calls a method by such an interface, or has what it holds. So these conversions tell nothing of what may be
// behind an interface, and nothing of the type arguments that values really have.

// isUnread reports whether nobody has a value but to store it in a variable that nobody reads.
func isUnread(v ssa.Value) bool { return unread(v, map[ssa.Value]bool{}) }

func unread(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if a := variableAt(use.Addr); use.Val == v && (a == nil || !unread(a, seen)) {
				return false
			}
		case *ssa.IndexAddr:
			if use.X != v || !unread(use, seen) {
				return false
			}
		case *ssa.Slice:
			if use.X != v || !unread(use, seen) {
				return false
			}
		case *ssa.UnOp:
			if use.Op != token.MUL || !unread(use, seen) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// variableAt returns the new variable that an address is of, or of an element of which; nil if it is of another.
func variableAt(addr ssa.Value) *ssa.Alloc {
	if at, ok := addr.(*ssa.IndexAddr); ok {
		addr = at.X
	}
	a, _ := addr.(*ssa.Alloc)
	return a
}

// isUnreadPart reports whether a value is a step of making such a one.
func isUnreadPart(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.Slice:
		return isUnread(v)
	case *ssa.IndexAddr:
		a := variableAt(v)
		return a != nil && isUnread(a)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return v.Op == token.MUL && ok && isUnread(a)
	}
	return false
}
