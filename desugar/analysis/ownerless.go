package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// Where some guarded variable of the program owns slices or maps of a type, any slice of that type may be one of these,
// as far as the type tells: whoever reads one needs the guard. Tables are not: var levels = []string{"debug", "info"}
// gets an array of its own, which no variable can come to own later. Only an array that is its goroutine's own may be
// stored where a variable owns it, and that of a table is known to others from the beginning. So what is looked for
// here is that nothing stores the array somewhere else before: neither the code that makes it, nor code that runs
// before there are others to know it.

// findOwnerless returns the variables of which the slice or map belongs to no variable that owns it: package variables
// that are assigned once, something new, and fields that are always set to something new, and never lead to anything
// but what is read from it.
func (p *Facts) findOwnerless() map[*types.Var]bool {
	w := &ownerless{prog: p, candidates: map[*types.Var]bool{}, seen: map[string]bool{}}
	for v, store := range p.initialised() {
		if w.mayBe(v) && makesAlone(store.Val, store) {
			w.candidates[v] = true
		}
	}
	w.fields()
	early := p.runEarly()
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.UnOp:
					w.look(i, early[fn])
				case *ssa.Field: // of a struct that is no variable
					w.lookAt(structUnder(i.X.Type()).Field(i.Field), i)
				}
			}
		}
	}
	return w.candidates
}

type ownerless struct {
	prog       *Facts
	candidates map[*types.Var]bool
	seen       map[string]bool // the types of structs that were looked at, for conversions
}

// mayBe reports whether a variable is a slice or map that no guard speaks of.
func (w *ownerless) mayBe(v *types.Var) bool {
	switch v.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		g := w.prog.Guard(v)
		return (g == nil || g.Immutable) && !w.prog.owns(v) && w.prog.GroupOf(v) == nil
	}
	return false
}

// fields finds the candidates among the fields: their names are not exported, and each store that the program has of
// one puts something new there. Structs that are converted to another type have none.
func (w *ownerless) fields() {
	dropped := map[*types.Var]bool{}
	for _, fn := range w.prog.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.Store:
					at, ok := i.Addr.(*ssa.FieldAddr)
					if !ok {
						continue
					}
					if f := w.prog.Field(FieldOf(at)); !f.Exported() && w.mayBe(f) {
						w.candidates[f] = true
						dropped[f] = dropped[f] || !makesAlone(i.Val, i)
					}
				case *ssa.FieldAddr: // its address may go anywhere
					if f := w.prog.Field(FieldOf(i)); w.mayBe(f) && !onlyAccesses(i) {
						dropped[f] = true
					}
				case *ssa.ChangeType:
					w.converted(i.X.Type(), dropped)
					w.converted(i.Type(), dropped)
				case *ssa.Convert:
					w.converted(i.X.Type(), dropped)
					w.converted(i.Type(), dropped)
				}
			}
		}
	}
	for f := range dropped {
		if dropped[f] {
			delete(w.candidates, f)
		}
	}
}

// converted drops the fields of a struct, of which a value or pointer is converted, and those of structs that it leads to by pointers.
func (w *ownerless) converted(t types.Type, dropped map[*types.Var]bool) {
	t = Deref(t)
	st, ok := t.Underlying().(*types.Struct)
	if !ok || w.seen[types.TypeString(t, nil)] {
		return
	}
	w.seen[types.TypeString(t, nil)] = true
	for f := range st.Fields() {
		dropped[w.prog.Field(f)] = true
		w.converted(f.Type(), dropped)
	}
}

// look drops the variable that an instruction reads if what it has read may get to where another variable owns it. What
// a package variable has nobody can store there once functions run that others know of, nor what a field of a shared
// object has.
func (w *ownerless) look(load *ssa.UnOp, early bool) {
	switch at := load.X.(type) {
	case *ssa.Global:
		if v, ok := at.Object().(*types.Var); ok && early && w.candidates[v] && !w.onlyRead(load) {
			delete(w.candidates, v)
		}
	case *ssa.FieldAddr:
		w.lookAt(FieldOf(at), load)
	}
}

// lookAt is look for what is read from a field.
func (w *ownerless) lookAt(field *types.Var, v ssa.Value) {
	if f := w.prog.Field(field); w.candidates[f] && !w.onlyRead(v) {
		delete(w.candidates, f)
	}
}

// onlyRead reports whether a slice or map is used for nothing but its elements or entries, by code at hand or by
// functions of the library that neither keep nor return it.
func (w *ownerless) onlyRead(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Range, *ssa.BinOp:
		case *ssa.IndexAddr:
			if use.X != v || !onlyAccesses(use) {
				return false
			}
		case *ssa.Lookup:
			if use.X != v {
				return false
			}
		case *ssa.MapUpdate:
			if use.Map != v || use.Key == v || use.Value == v {
				return false
			}
		case *ssa.Convert:
			if !isStringType(use.Type()) || w.prog.LeavesBytes(use) {
				return false
			}
		case *ssa.Call:
			if !w.onlyReads(&use.Call, v) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyReads reports whether a call of a builtin, or of a function of the library, leaves nobody with a slice or map that it is passed.
func (w *ownerless) onlyReads(call *ssa.CallCommon, v ssa.Value) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap", "delete", "clear", "copy":
			return true
		case "append":
			return call.Args[0] != v
		}
		return false
	}
	if call.IsInvoke() {
		return false
	}
	fn := call.StaticCallee()
	if fn == nil || Object(fn) == nil {
		return false
	}
	row := library.Of(Object(fn).FullName())
	if row == nil || row.Runs() {
		return false
	}
	for i, arg := range call.Args {
		if arg == v && (row.Keeps(i) || row.Aliases(i)) {
			return false
		}
	}
	return true
}

// makesAlone reports whether a value is nil, or a slice or map that is made where it stands, and stored here alone.
func makesAlone(v ssa.Value, store *ssa.Store) bool {
	switch v := v.(type) {
	case *ssa.Convert: // of a string
		return isStringType(v.X.Type()) && !SharesBytes(v) && onlyFilled(v, store)
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || Object(fn) == nil || v.Call.IsInvoke() {
			return false
		}
		name := Object(fn).FullName()
		row := library.Of(name)
		return (SplitsStrings[name] || row != nil && row.Fresh(0)) && onlyFilled(v, store)
	}
	return isNew(v, store)
}

// SplitsStrings are the functions of package strings that make a slice.
var SplitsStrings = map[string]bool{
	"strings.Fields": true, "strings.Split": true, "strings.SplitN": true, "strings.SplitAfter": true, "strings.SplitAfterN": true,
}

// runEarly returns the functions that may run while package variables get their values, or in functions named init:
// others do not know what these have yet.
func (p *Facts) runEarly() map[*ssa.Function]bool {
	early := map[*ssa.Function]bool{}
	named := map[string][]*ssa.Function{}
	for _, fn := range p.functions {
		if fn.Signature.Recv() != nil {
			named[fn.Name()] = append(named[fn.Name()], fn)
		}
	}
	var queue []*ssa.Function
	reach := func(fn *ssa.Function) {
		if fn != nil && !early[fn] {
			early[fn] = true
			queue = append(queue, fn)
		}
	}
	for _, path := range p.Paths {
		reach(p.Packages[path].Ssa.Func("init"))
	}
	for len(queue) > 0 {
		fn := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if used, ok := (*op).(*ssa.Function); ok {
						reach(used)
						reach(genericOf(used))
					}
				}
				switch i := instr.(type) {
				case *ssa.MakeInterface: // whoever has it may call its methods
					set := p.Ssa.MethodSets.MethodSet(i.X.Type())
					for k := range set.Len() {
						for _, m := range named[set.At(k).Obj().Name()] {
							reach(m)
						}
					}
				case ssa.CallInstruction:
					if i.Common().IsInvoke() {
						for _, m := range named[i.Common().Method.Name()] {
							reach(m)
						}
					}
				}
			}
		}
	}
	return early
}
