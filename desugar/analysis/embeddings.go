package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// isSelfContained reports whether objects of a type may be in a region, and lead to nothing that is in none, such as
// the object whose lock guards them.
func (p *Facts) isSelfContained(t types.Type) bool {
	outside, _ := p.LeadsOutside(t)
	return p.IsRegional(t) && !outside
}

// findEmbeddingSites fills EmbeddingSites: the variables, for a type of which some are guarded or in something guarded,
// or whose own fields are. What may be in a region, and leads to nothing else, is left out: functions on such a type
// count on their callers to have it, wherever it is.
func (p *Facts) findEmbeddingSites() {
	p.EmbeddingSites = map[*types.TypeName][]*types.Var{}
	for _, path := range p.Paths {
		for _, obj := range p.Packages[path].definitions() {
			name, ok := obj.(*types.TypeName)
			if !ok || name.IsAlias() || name.Exported() || StructName(name.Type()) != name || IsGeneric(name.Type()) || p.isSelfContained(name.Type()) {
				continue
			}
			if p.hasGuards(name.Type()) || p.isGoverned(name.Type(), map[string]bool{}) {
				p.EmbeddingSites[name] = p.directly(name)
			}
		}
	}
	if len(p.EmbeddingSites) > 0 {
		p.dropStandalone()
	}
}

// hasGuards reports whether a field of the struct type has an annotation.
func (p *Facts) hasGuards(t types.Type) bool {
	for f := range t.Underlying().(*types.Struct).Fields() {
		if p.Guard(f) != nil {
			return true
		}
	}
	return false
}

// directly returns the variables that hold a value of the type, and no slice or array of such; nil if a slice or array does.
func (p *Facts) directly(name *types.TypeName) []*types.Var {
	var out []*types.Var
	for _, c := range p.Containers[TypeKey(name.Type())] {
		if c.How != Direct || IsGeneric(c.Variable.Type()) {
			return nil
		}
		if types.Identical(c.Variable.Type(), name.Type()) {
			out = append(out, c.Variable)
		}
	}
	return out
}

// isGoverned reports whether a value of the type may be in a variable with an annotation.
func (p *Facts) isGoverned(t types.Type, seen map[string]bool) bool {
	k := TypeKey(t)
	if seen[k] {
		return false
	}
	seen[k] = true
	for _, c := range p.Containers[k] {
		if p.Guard(c.Variable) != nil {
			return true
		}
		if owner := p.OwnerType(c.Variable); owner != nil && p.isGoverned(owner, seen) {
			return true
		}
	}
	return false
}

// dropStandalone removes the types of which a value may be elsewhere.
func (p *Facts) dropStandalone() {
	w := &standalone{prog: p}
	for _, fn := range p.functions {
		w.function(fn)
	}
	for _, path := range p.Paths {
		info := p.Packages[path]
		for _, obj := range info.definitions() {
			if name, ok := obj.(*types.TypeName); ok && name.IsAlias() && name.Exported() {
				w.drop(name.Type())
			}
			w.typ(obj.Type())
		}
	}
	for name, sites := range p.EmbeddingSites {
		if len(sites) == 0 {
			delete(p.EmbeddingSites, name)
		}
	}
}

// standalone finds the types of which a value may stand alone, or be where containers do not tell.
type standalone struct {
	prog *Facts
	seen typeutil.Map // by typ
	led  typeutil.Map // by pointed
}

// drop removes a type, if it is there.
func (w *standalone) drop(t types.Type) {
	if n := StructName(t); n != nil {
		delete(w.prog.EmbeddingSites, n)
	}
}

func (w *standalone) function(fn *ssa.Function) {
	for _, arg := range fn.TypeArgs() {
		if fn.Blocks == nil && !isAtomic(fn) {
			w.made(arg)
		}
	}
	for _, v := range fn.Params {
		w.typ(v.Type())
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if !ok {
				continue
			}
			w.typ(v.Type())
			switch i := instr.(type) {
			case *ssa.Alloc:
				if i.Heap {
					w.drop(Deref(i.Type()))
				}
			case *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert, *ssa.SliceToArrayPointer:
				w.drop(Deref(v.Type()))
			case *ssa.MakeInterface:
				w.pointed(Deref(i.X.Type()))
			}
		}
	}
}

// isAtomic reports whether fn is one of sync/atomic: an atomic.Pointer holds pointers to values that others have made.
func isAtomic(fn *ssa.Function) bool {
	obj := Object(fn)
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "sync/atomic"
}

// typ looks at what a type is made of.
func (w *standalone) typ(t types.Type) {
	if t == nil || w.seen.Set(t, true) != nil {
		return
	}
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		w.named(u)
		return
	case *types.Struct:
		for f := range u.Fields() {
			w.field(f)
		}
		return
	case *types.Slice:
		w.drop(u.Elem())
	case *types.Array:
		w.drop(u.Elem())
	}
	eachComponent(t, w.typ)
}

func (w *standalone) named(n *types.Named) {
	if args := n.TypeArgs(); args != nil && !IsSyncValue(n) && w.prog.Packages[n.Obj().Pkg().Path()] == nil {
		for arg := range args.Types() {
			w.made(arg)
		}
	}
	w.typ(n.Underlying())
}

// field looks at a field of some struct type.
func (w *standalone) field(f *types.Var) {
	known := false
	for _, c := range w.prog.Containers[TypeKey(f.Type())] {
		known = known || c.Variable == w.prog.Field(f)
	}
	if !known {
		w.drop(f.Type())
	}
	if f.Exported() {
		w.pointed(f.Type())
	}
	w.typ(f.Type())
}

// made takes out what code that is not at hand has a value of, where it makes one of the type itself.
func (w *standalone) made(t types.Type) {
	w.drop(t)
	w.typ(t)
	w.pointed(t)
}

// pointed takes out what a variable of the type leads to: code that has the variable may make one, to put it there.
func (w *standalone) pointed(t types.Type) {
	if w.led.Set(t, true) != nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		w.made(u.Elem())
	case *types.Slice:
		w.pointed(u.Elem())
	case *types.Array:
		w.pointed(u.Elem())
	case *types.Map:
		w.made(u.Key())
		w.made(u.Elem())
	}
}
