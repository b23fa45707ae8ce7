package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// findFullMaps returns the map types, by key, of which no value is ever nil, and those of which no key is: the checked
// packages alone write such maps, and all that they put there is not nil.
func (p *Facts) findFullMaps() map[string]bool {
	w := &entries{prog: p, full: map[string]bool{}, values: map[string][]ssa.Value{}}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if u, ok := instr.(*ssa.MapUpdate); ok {
					w.note(p.entryKey(u.Map.Type()), u.Value)
					w.note(p.keyKey(u.Map.Type()), u.Key)
				}
			}
		}
	}
	if len(w.full) == 0 {
		return w.full
	}
	w.others()
	for k := range w.full {
		for _, v := range w.values[k] {
			if !p.NeverNil(v) {
				delete(w.full, k)
				break
			}
		}
	}
	return w.full
}

// HasNoNil reports whether no value in a map of type t is nil.
func (p *Facts) HasNoNil(t types.Type) bool { return p.fullMaps[p.entryKey(t)] }

// HasNoNilKey reports whether no key in a map of type t is nil.
func (p *Facts) HasNoNilKey(t types.Type) bool { return p.fullMaps[p.keyKey(t)] }

// entryKey returns the key of a map type whose values are pointers to structs, maps, channels or functions; "" for others.
func (p *Facts) entryKey(t types.Type) string {
	if m, ok := t.Underlying().(*types.Map); ok && !IsGeneric(m) && mayBeFull(m.Elem()) {
		return TypeKey(m)
	}
	return ""
}

// ofKeys begins the names of map types of which the keys are asked about.
const ofKeys = "keys of "

// keyKey is entryKey for the keys of a map.
func (p *Facts) keyKey(t types.Type) string {
	if m, ok := t.Underlying().(*types.Map); ok && !IsGeneric(m) && mayBeFull(m.Key()) {
		return ofKeys + TypeKey(m)
	}
	return ""
}

// mayBeFull reports whether it is asked of values of the type if they are nil.
func mayBeFull(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return StructName(u.Elem()) != nil
	case *types.Chan, *types.Signature, *types.Map:
		return true
	}
	return false
}

// entries finds who may write the maps of a type.
type entries struct {
	prog     *Facts
	full     map[string]bool // not ruled out
	values   map[string][]ssa.Value
	seen     typeSet      // by lose
	operands []*ssa.Value // of the instruction that is looked at
}

// note notes that v is put into maps of a type.
func (w *entries) note(key string, v ssa.Value) {
	if key != "" {
		w.full[key] = true
		w.values[key] = append(w.values[key], v)
	}
}

// copying are functions that put nothing into a map but what another one of its type has.
var copying = map[string]bool{"maps.Clone": true, "maps.Copy": true, "maps.Keys": true, "maps.Values": true, "maps.All": true,
	"maps.DeleteFunc": true, "maps.Equal": true, "maps.EqualFunc": true}

// others gives up on the maps that code which is not at hand may get or make.
func (w *entries) others() {
	for _, fn := range w.prog.functions {
		if args := fn.TypeArgs(); fn.Blocks == nil && len(args) > 0 && !copying[originName(fn)] {
			for _, arg := range args {
				w.lose(arg)
			}
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				w.passed(instr)
			}
		}
	}
	for _, path := range w.prog.Paths {
		for _, obj := range w.prog.Packages[path].definitions() {
			if obj.Exported() {
				w.lose(obj.Type())
			}
		}
	}
}

// originName returns the full name of a declared function, of the generic one for an instance.
func originName(fn *ssa.Function) string {
	if obj := Object(fn); obj != nil {
		return obj.Origin().FullName()
	}
	return ""
}

// passed gives up on the maps that an instruction hands to code that is not at hand.
func (w *entries) passed(instr ssa.Instruction) {
	w.operands = instr.Operands(w.operands[:0])
	for _, op := range w.operands {
		if g, ok := (*op).(*ssa.Global); ok && w.isElsewhere(g.Object()) { // others have put there what they like
			w.lose(g.Type())
		}
	}
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		if w.isElsewhere(FieldOf(i)) {
			w.lose(i.Type())
		}
	case *ssa.Field:
		if w.isElsewhere(i.X.Type().Underlying().(*types.Struct).Field(i.Field)) {
			w.lose(i.Type())
		}
	case *ssa.MakeInterface:
		w.lose(i.X.Type())
	case *ssa.TypeAssert:
		w.lose(i.AssertedType)
	case *ssa.Convert:
		w.lose(i.X.Type())
		w.lose(i.Type())
	case ssa.CallInstruction:
		call := i.Common()
		fn := call.StaticCallee()
		if _, ok := call.Value.(*ssa.Builtin); ok || fn != nil && (fn.Blocks != nil || copying[originName(fn)]) {
			return
		}
		for _, arg := range call.Args {
			w.lose(arg.Type())
		}
		if v := i.Value(); v != nil {
			w.lose(v.Type())
		}
	}
}

// isElsewhere reports whether a field or variable is declared by code that is not at hand.
func (w *entries) isElsewhere(obj types.Object) bool {
	return obj == nil || obj.Pkg() == nil || w.prog.Packages[obj.Pkg().Path()] == nil
}

// lose gives up on the map types that code which has a value of the type gets at.
func (w *entries) lose(t types.Type) {
	if t == nil || !w.seen.add(t) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		w.lose(u.Elem())
	case *types.Slice:
		w.lose(u.Elem())
	case *types.Array:
		w.lose(u.Elem())
	case *types.Chan:
		w.lose(u.Elem())
	case *types.Map:
		delete(w.full, TypeKey(u))
		delete(w.full, ofKeys+TypeKey(u))
		w.lose(u.Key())
		w.lose(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() || f.Embedded() {
				w.lose(f.Type())
			}
		}
	case *types.Tuple:
		for v := range u.Variables() {
			w.lose(v.Type())
		}
	case *types.Signature:
		w.lose(u.Params())
		w.lose(u.Results())
	case *types.Interface:
		for m := range u.Methods() {
			w.lose(m.Type())
		}
	}
}
