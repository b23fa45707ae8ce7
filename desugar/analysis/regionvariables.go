package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Variables that are no structs are in regions, too, where a variable of a guard group points to them, or a field of an
// object in a region: the map behind a field of type *map[K]V. The field by which it is reached does not hold it, so
// the guard has to be that of what the pointer leads to.
//
// Which types these are is a choice that all functions share, and nothing else rests on it: a variable of any other
// type is written only as long as its maker has it to himself.

// findRegionVariables fills regionVariables: the types of variables that a guard group points to, or an object in a
// region, and that some function writes, or what they hold.
func (p *Facts) findRegionVariables(w *writtenVariables) {
	p.regionVariables = map[string]bool{}
	for v := range p.groups {
		p.pointedToBy(v, w)
	}
	for name := range p.regional {
		if st, ok := name.Type().Underlying().(*types.Struct); ok {
			for f := range st.Fields() {
				p.pointedToBy(f, w)
			}
		}
	}
}

// pointedToBy notes the types of the variables that a variable points to, if some function writes them.
func (p *Facts) pointedToBy(v *types.Var, w *writtenVariables) {
	for _, t := range p.typesOf(v) {
		ptr, ok := t.Underlying().(*types.Pointer)
		if ok && p.standsInVariable(ptr.Elem()) && (w.fields[p.Field(v)] || w.behind[TypeKey(ptr.Elem())]) {
			for _, all := range p.typesOf(v) {
				p.regionVariables[TypeKey(Deref(all))] = true
			}
		}
	}
}

// standsInVariable reports whether variables of a type are no objects of their own, as structs are, and have no synchronisation.
func (p *Facts) standsInVariable(t types.Type) bool {
	if IsComposite(t) || IsSyncValue(t) || IsReflectValue(t) || IsTypeParam(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		_, nested := u.Elem().Underlying().(*types.Array)
		return !nested && !IsComposite(u.Elem()) && !IsTypeParam(u.Elem()) && p.ArraysInRegions(u.Elem())
	case *types.Map, *types.Slice, *types.Basic, *types.Pointer:
		return true
	}
	return false
}

// isRegionVariable is IsRegional for types that are no structs.
func (p *Facts) isRegionVariable(t types.Type) bool {
	return len(p.regionVariables) > 0 && p.regionVariables[TypeKey(t)] && p.standsInVariable(t)
}

// mayPointTo reports whether an instance of a generic type may have a pointer in it to a value of one of its type arguments.
func mayPointTo(name *types.TypeName) bool {
	return pointsToParam(name.Type().Underlying(), map[types.Type]bool{})
}

func pointsToParam(t types.Type, seen map[types.Type]bool) (found bool) {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := types.Unalias(t).(type) {
	case *types.TypeParam:
		return false
	case *types.Named:
		if slices.ContainsFunc(slices.Collect(u.TypeArgs().Types()), IsGeneric) {
			return true // which may do so in turn
		}
		return pointsToParam(u.Underlying(), seen)
	case *types.Pointer:
		if IsGeneric(u.Elem()) {
			return true
		}
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return pointsToParam(f.Type(), seen) })
	}
	eachComponent(t, func(c types.Type) { found = found || pointsToParam(c, seen) })
	return found
}

// writtenVariables are what functions write by pointers to variables that are no structs: the fields and package
// variables with the pointers, and, for maps, slices and arrays, the types.
type writtenVariables struct {
	prog   *Facts
	fields map[*types.Var]bool
	behind map[string]bool
}

func (p *Facts) findWrittenVariables() *writtenVariables {
	w := &writtenVariables{prog: p, fields: map[*types.Var]bool{}, behind: map[string]bool{}}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.Store:
					w.stored(i.Addr)
				case *ssa.MapUpdate:
					w.store(i.Map)
				case ssa.CallInstruction:
					if b, ok := i.Common().Value.(*ssa.Builtin); ok && slices.Contains([]string{"delete", "copy", "clear", "append"}, b.Name()) {
						w.store(i.Common().Args[0])
					}
					for _, v := range filled(i.Common()) {
						w.store(v)
					}
				}
			}
		}
	}
	return w
}

// stored notes a store through a pointer, or to an element of what a pointer leads to.
func (w *writtenVariables) stored(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.IndexAddr:
		if _, ok := a.X.Type().Underlying().(*types.Slice); ok {
			w.store(a.X)
			return
		}
		w.stored(a.X)
	case *ssa.FieldAddr, *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
	default:
		w.pointer(addr)
	}
}

// store notes a write of what a slice or map leads to.
func (w *writtenVariables) store(v ssa.Value) {
	for {
		slice, ok := v.(*ssa.Slice)
		if !ok {
			break
		}
		v = slice.X
	}
	switch v.Type().Underlying().(type) {
	case *types.Map:
		if _, made := v.(*ssa.MakeMap); !made {
			w.behind[TypeKey(v.Type())] = true
		}
	case *types.Pointer: // to an array that is sliced
		w.stored(v)
		return
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		w.stored(load.X)
	}
}

// pointer notes a write through a pointer that is a value.
func (w *writtenVariables) pointer(ptr ssa.Value) {
	elem := Deref(ptr.Type())
	if IsComposite(elem) {
		return
	}
	if _, basic := elem.Underlying().(*types.Basic); !basic {
		w.behind[TypeKey(elem)] = true
	}
	load, ok := ptr.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return
	}
	switch at := load.X.(type) {
	case *ssa.FieldAddr:
		w.fields[w.prog.Field(FieldOf(at))] = true
	case *ssa.Global:
		if v, ok := at.Object().(*types.Var); ok {
			w.fields[v] = true
		}
	}
}
