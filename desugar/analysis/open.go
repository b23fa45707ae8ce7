package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// findOpen returns the variables that hold only channels which are never closed.
func (p *Facts) findOpen() map[*types.Var]bool {
	w := &openWalk{prog: p, stores: map[*types.Var][]ssa.Value{}, reads: map[*types.Var][]ssa.Value{}, open: map[*types.Var]bool{}}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				w.collect(instr)
			}
		}
	}
	for v := range w.open {
		if w.lost[v] || !p.confined(v) {
			delete(w.open, v)
		}
	}
	for changed := true; changed; { // what one holds another may hold, too
		changed = false
		for v := range w.open {
			if !w.staysOpen(v) {
				delete(w.open, v)
				changed = true
			}
		}
	}
	return w.open
}

// confined reports whether the checked packages alone can get at a variable, and nothing is said of its channels.
func (p *Facts) confined(v *types.Var) bool {
	return !v.Exported() && !v.Embedded() && v.Pkg() != nil && p.Packages[v.Pkg().Path()] != nil &&
		!p.Escapes.Vars[v] && !p.OwnsChannel(v)
}

// openWalk follows channels through the program.
type openWalk struct {
	prog   *Facts
	stores map[*types.Var][]ssa.Value
	reads  map[*types.Var][]ssa.Value
	open   map[*types.Var]bool // not ruled out
	lost   map[*types.Var]bool // fields of structs that become others
	seen   map[ssa.Value]bool  // values and variables that are followed already
}

// collect notes what an instruction assigns to fields and package variables of channel types, and what it reads of them.
func (w *openWalk) collect(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		if v := w.variable(i.Addr); v != nil {
			w.open[v] = true
			w.stores[v] = append(w.stores[v], i.Val)
		}
	case *ssa.UnOp:
		if v := w.variable(i.X); v != nil && i.Op == token.MUL {
			w.reads[v] = append(w.reads[v], i)
		}
	case *ssa.Field:
		v := w.prog.Field(i.X.Type().Underlying().(*types.Struct).Field(i.Field))
		if IsChan(v.Type()) {
			w.reads[v] = append(w.reads[v], i)
		}
	case *ssa.ChangeType:
		w.converted(Deref(i.X.Type()), map[types.Type]bool{})
		w.converted(Deref(i.Type()), map[types.Type]bool{})
	case *ssa.Convert:
		w.converted(Deref(i.X.Type()), map[types.Type]bool{})
		w.converted(Deref(i.Type()), map[types.Type]bool{})
	}
}

// variable returns the field or package variable of a channel type that is at an address.
func (w *openWalk) variable(addr ssa.Value) *types.Var {
	if !IsChan(Deref(addr.Type())) {
		return nil
	}
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return w.prog.Field(FieldOf(a))
	case *ssa.Global:
		v, _ := a.Object().(*types.Var)
		return v
	}
	return nil
}

// converted gives up on the fields of structs that become values of another type, which has fields of its own.
func (w *openWalk) converted(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if w.lost == nil {
				w.lost = map[*types.Var]bool{}
			}
			w.lost[w.prog.Field(f)] = true
			w.converted(f.Type(), seen)
		}
	case *types.Array:
		w.converted(u.Elem(), seen)
	case *types.Slice:
		w.converted(u.Elem(), seen)
	}
}

// staysOpen reports whether nothing that v is given, or that is read from it, is ever closed, as far as variables that are not
// ruled out yet are as well.
func (w *openWalk) staysOpen(v *types.Var) bool {
	w.seen = map[ssa.Value]bool{}
	for _, x := range w.stores[v] {
		if !w.made(x) {
			return false
		}
	}
	for _, x := range w.reads[v] {
		if !w.harmless(x) {
			return false
		}
	}
	return true
}

// made reports whether a value that is stored is nil, or a channel of which it is known where it was made and all that is done
// with it.
func (w *openWalk) made(x ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.Const:
		return x.IsNil()
	case *ssa.MakeChan:
		return w.harmless(x)
	case *ssa.ChangeType:
		return w.made(x.X)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return false
		}
		if v := w.variable(x.X); v != nil {
			return w.open[v]
		}
		a, ok := x.X.(*ssa.Alloc)
		return ok && w.madeIn(a)
	}
	return false
}

// madeIn is made for all that a local variable is assigned, which function literals only read.
func (w *openWalk) madeIn(a *ssa.Alloc) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if use.Addr != a || !w.made(use.Val) {
				return false
			}
		case *ssa.MakeClosure:
			if !OnlyReads(use, a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// harmless reports whether a channel is not closed by what is done with the value x.
func (w *openWalk) harmless(x ssa.Value) bool {
	if t, ok := x.Type().Underlying().(*types.Chan); !ok || t.Dir() == types.RecvOnly {
		return ok
	}
	if w.seen[x] {
		return true
	}
	w.seen[x] = true
	for _, use := range *x.Referrers() {
		if !w.harmlessUse(use, x) {
			return false
		}
	}
	return true
}

func (w *openWalk) harmlessUse(use ssa.Instruction, x ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.UnOp:
		return use.Op == token.ARROW
	case *ssa.Send:
		return use.X != x
	case *ssa.Select:
		for _, s := range use.States {
			if s.Send == x {
				return false
			}
		}
		return true
	case *ssa.ChangeType:
		return w.harmless(use)
	case *ssa.Phi:
		return w.harmless(use)
	case *ssa.Store:
		if v := w.variable(use.Addr); v != nil {
			return w.open[v]
		}
		a, ok := use.Addr.(*ssa.Alloc)
		return ok && w.harmlessIn(a)
	case ssa.CallInstruction:
		return w.harmlessCall(use.Common(), x)
	}
	return false
}

// harmlessIn is harmless for what a local variable, here or captured, holds.
func (w *openWalk) harmlessIn(a ssa.Value) bool {
	if w.seen[a] {
		return true
	}
	w.seen[a] = true
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if !w.harmless(use) {
				return false
			}
		case *ssa.Store:
			if use.Val == a {
				return false
			}
		case *ssa.MakeClosure:
			fn := use.Fn.(*ssa.Function)
			for i, b := range use.Bindings {
				if b == a && (IsWrapper(fn) || !w.harmlessIn(fn.FreeVars[i])) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// harmlessCall is harmless for an argument of a call: of a function at hand it follows the parameter.
func (w *openWalk) harmlessCall(call *ssa.CallCommon, x ssa.Value) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "len" || b.Name() == "cap"
	}
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks == nil || call.Value == x {
		return false
	}
	for i, arg := range call.Args {
		if arg == x && (i >= len(fn.Params) || !w.harmless(fn.Params[i])) {
			return false
		}
	}
	return true
}
