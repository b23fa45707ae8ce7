package infer

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
)

// forWhatIsBehind is choose for a variable that is not written once others can reach it. If it points to an object
// without synchronisation of its own that is written, or is an interface behind which the code puts such, then its
// guard is that object's, too.
func (p *program) forWhatIsBehind(v *types.Var, all []*access) *guard {
	if p.fromOthers[v] || !p.leadsToUnguarded(v.Type()) {
		return nil
	}
	if g := p.behindGoroutine(v, all); g != nil && onlyByGoroutine(g) {
		return g
	}
	for _, way := range []func(*types.Var, []*access) *guard{p.byOne, p.byMost, p.behindGoroutine} {
		if g := way(v, all); g != nil {
			return g
		}
	}
	return nil
}

// leadsToUnguarded reports whether values of the type are pointers to objects that change unguarded, or interfaces that may hold such.
func (p *program) leadsToUnguarded(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return p.changesUnguarded(ptr.Elem(), map[*types.TypeName]bool{})
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || !types.IsInterface(n) || p.pkgs[n.Obj().Pkg()] == nil {
		return false
	}
	return slices.ContainsFunc(p.behind()[n.Origin().Obj()], func(held types.Type) bool {
		return p.changesUnguarded(held, map[*types.TypeName]bool{}) || p.changesItself(held)
	})
}

// changesItself reports whether a type is no struct and has a method that writes its receiver, or what the receiver
// leads to: a map with methods.
func (p *program) changesItself(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if _, isStruct := t.Underlying().(*types.Struct); !ok || isStruct {
		return false
	}
	return slices.ContainsFunc(p.functions, func(fn *ssa.Function) bool {
		if fn.Signature.Recv() == nil || len(fn.Params) == 0 || p.summaries[fn] == nil {
			return false
		}
		of, ok := memory.Named(fn.Signature.Recv().Type())
		return ok && of.Origin().Obj() == n.Origin().Obj() && p.summaries[fn].touches[fn.Params[0]]
	})
}

// behind returns, by interface of the packages, the types of which the code puts pointers there, and those of maps and
// slices that it puts there.
func (p *program) behind() map[*types.TypeName][]types.Type {
	if p.held != nil {
		return p.held
	}
	p.held = map[*types.TypeName][]types.Type{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				v, ok := instr.(*ssa.MakeInterface)
				if !ok {
					continue
				}
				to, named := types.Unalias(v.Type()).(*types.Named)
				if !named {
					continue
				}
				name := to.Origin().Obj()
				switch u := v.X.Type().Underlying().(type) {
				case *types.Pointer:
					p.held[name] = append(p.held[name], u.Elem())
				case *types.Map, *types.Slice:
					p.held[name] = append(p.held[name], v.X.Type())
				}
			}
		}
	}
	return p.held
}

// changesUnguarded reports whether objects of a struct type, or what they point to, are written once others can reach
// them, and nothing about the type says by whom: it has no lock, no atomic variable and no annotation.
func (p *program) changesUnguarded(t types.Type, seen map[*types.TypeName]bool) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || seen[n.Obj()] {
		return false
	}
	name := n.Origin().Obj()
	seen[name] = true
	if name.Pkg() == nil || p.pkgs[name.Pkg()] == nil {
		return unsynchronised(name) || p.changesForeign(n)
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

// changesForeign reports whether fields of a struct of another package are written in objects that others can reach.
func (p *program) changesForeign(n *types.Named) bool {
	st, ok := n.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return p.foreignFields[f.Origin()] })
}

// synchronises reports whether a struct has a lock, an atomic variable or a variable with a guard inside it.
func (p *program) synchronises(st *types.Struct) bool {
	found, known := p.synchronised[st]
	if !known {
		found = slices.ContainsFunc(slices.Collect(st.Fields()), p.isSynchronising)
		p.synchronised[st] = found
	}
	return found
}

// isSynchronising is synchronises for one field.
func (p *program) isSynchronising(f *types.Var) bool {
	if memory.IsSync(f.Type()) || memory.IsAtomic(f.Type()) || p.written(f) != nil && !p.written(f).Immutable || annot.LockOf(f.Type()) != annot.NoLock {
		return true
	}
	inner, ok := f.Type().Underlying().(*types.Struct)
	return ok && p.synchronises(inner)
}

// isSetOnly reports whether a field stands beside something that synchronises, and has no guard: it is written only in
// objects that nobody else can reach.
func (p *program) isSetOnly(f *types.Var, guards map[*types.Var]*guard) bool {
	st := p.structs[f]
	return st != nil && guards[f] == nil && slices.ContainsFunc(st.fields, p.isSynchronising)
}
