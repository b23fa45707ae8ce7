package analysis

import (
	"cmp"
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/library"
)

// Plain structs of others: configurations, clients, addresses, of which checked code writes the fields that are
// exported. Whoever has such an object synchronises, as for plain structs of the checked packages: it is the
// goroutine's own, or in somebody's region. Locks that such a struct may have are not exported: they guard what checked
// code cannot name.

// plainOfOthers returns the struct types of other packages that code writes fields of, in order of their names.
func (r *regions) plainOfOthers() []*types.TypeName {
	var all []*types.TypeName
	for name := range r.mutable {
		if r.isPlainOfOthers(name) {
			all = append(all, name)
		}
	}
	slices.SortFunc(all, func(a, b *types.TypeName) int {
		return cmp.Or(cmp.Compare(a.Pkg().Path(), b.Pkg().Path()), cmp.Compare(a.Name(), b.Name()))
	})
	return all
}

// isPlainOfOthers reports whether a type is a struct of another package without synchronisation in the fields that
// checked code can name. Messages of HTTP have rules of their own, and so have types of which each method call is an
// access. A type of which code calls methods that may go on to use the object when they have returned, as exec.Cmd has
// Start, is left out unless it is safe for concurrent use: the callers go on to use it, too.
func (r *regions) isPlainOfOthers(name *types.TypeName) bool {
	t := name.Type()
	if name.Pkg() == nil || r.prog.isOurs(name) || IsGeneric(t) || IsSyncValue(t) || IsReflectValue(t) || isUnsynchronised(name) || isMessageStruct(t) {
		return false
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || !library.IsSynchronised(name.Pkg().Path()+"."+name.Name()) && r.keeping[name] {
		return false
	}
	for f := range st.Fields() {
		if f.Exported() && !r.isPlain(f.Type(), map[types.Type]bool{}) {
			return false
		}
	}
	return true
}

// findKeeping returns the types of which checked code calls a method that is not known to keep its receiver nowhere,
// for other goroutines or for later.
func (p *Facts) findKeeping() map[*types.TypeName]bool {
	keeping := map[*types.TypeName]bool{}
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			callee := call.StaticCallee()
			if callee == nil || callee.Signature.Recv() == nil || callee.Blocks != nil {
				continue
			}
			if name := StructName(Deref(callee.Signature.Recv().Type())); name != nil && !keeping[name] && !p.leavesReceiver(Object(callee)) {
				keeping[name] = true
			}
		}
	}
	return keeping
}

// leavesReceiver reports whether it is known of a method that it keeps its receiver nowhere.
func (p *Facts) leavesReceiver(m *types.Func) bool {
	if m == nil {
		return false
	}
	if row := library.Of(m.FullName()); row != nil {
		return !row.Keeps(0) && !row.Later(0)
	}
	row := p.RowOf(m)
	return row != nil && !row.Runs() && !row.Keeps(0)
}
