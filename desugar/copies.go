package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/emit"
)

// A struct of a package that is not at hand may refer to memory that only that package's code sees: the bytes of a Buffer, the
// elements of a list. A copy shares it with the original. To us the value is its fields, which a guard protects and which the
// models of its methods take for the whole content; so while it refers to anything, it is neither read as a value nor stored as
// one, but for one that code which is not at hand has just returned or passed, and nobody else has yet.
//
// Values whose type has no exported method with a pointer receiver, other than those that decode into it, are what they
// are: nobody outside their package changes one in place, so that to copy one is to copy a number, or a reference to what its
// package looks after. Such are time.Time, netip.Addr, reflect.Value, slog.Value and unique.Handle. Where all fields are
// exported, nothing is hidden, and what they refer to is memory like other.

// stays notes that elements of the type are not copied as many at once, if they may have something hidden in them, and reports
// whether it is so.
func (t *translator) stays(elem types.Type) bool {
	if !t.prog.MayHide(elem) {
		return false
	}
	t.Unsupported(t.Frame.Pos(), "copy of elements of type %s, which share memory with their copies", t.Mem.ShortType(elem))
	return true
}

// mayCopy returns a type of which a generic function that is not at hand may copy elements that it is passed, or returns, though
// they have a lock or the like in them, or something hidden; nil if there is none. A function that is not generic knows the types
// of its own elements.
func (t *translator) mayCopy(inv *emit.Invocation) types.Type {
	fn := inv.Common.StaticCallee()
	if fn == nil || len(fn.TypeArgs()) == 0 {
		return nil
	}
	all := []types.Type{inv.Result}
	for i := range inv.Argv {
		all = append(all, inv.TypeOf(i))
	}
	for _, typ := range all {
		if elem := t.prog.Staying(typ); elem != nil {
			return elem
		}
	}
	return nil
}
