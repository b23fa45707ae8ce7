package infer

import (
	"go/types"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
	"github.com/calvin-go/calvin/library"
)

// forWhatIsBehind is choose for a variable that is not written once others can reach it. If it points to an object without synchronisation of its own
// that is written, then its guard is that object's, too.
func (p *program) forWhatIsBehind(v *types.Var, all []*access) *guard {
	ptr, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || !p.changesUnguarded(ptr.Elem(), map[*types.TypeName]bool{}) {
		return nil
	}
	for _, way := range []func(*types.Var, []*access) *guard{p.byOne, p.byMost} {
		if g := way(v, all); g != nil {
			return g
		}
	}
	return nil
}

// changesUnguarded reports whether objects of a struct type, or what they point to, are written once others can reach them, and nothing about the
// type says by whom: it has no lock, no atomic variable and no annotation.
func (p *program) changesUnguarded(t types.Type, seen map[*types.TypeName]bool) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || seen[n.Obj()] {
		return false
	}
	name := n.Origin().Obj()
	seen[name] = true
	if name.Pkg() == nil || p.pkgs[name.Pkg()] == nil {
		return name.Pkg() != nil && library.IsUnsynchronised(name.Pkg().Path()+"."+name.Name())
	}
	st, ok := n.Origin().Underlying().(*types.Struct)
	if !ok || p.synchronises(st) {
		return false
	}
	return slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool {
		if p.assigned(f) {
			return true
		}
		ptr, ok := f.Type().Underlying().(*types.Pointer)
		return ok && p.changesUnguarded(ptr.Elem(), seen)
	})
}

// synchronises reports whether a struct has a lock, an atomic variable or a variable with a guard inside it.
func (p *program) synchronises(st *types.Struct) bool {
	return slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool {
		if memory.IsSync(f.Type()) || memory.IsAtomic(f.Type()) || p.written(f) != nil && !p.written(f).Immutable || annot.LockOf(f.Type()) != annot.NoLock {
			return true
		}
		inner, ok := f.Type().Underlying().(*types.Struct)
		return ok && p.synchronises(inner)
	})
}
