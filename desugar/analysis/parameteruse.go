package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// A Use says what a function does to memory that is not its own.
type Use uint8

const (
	Untouched Use = iota // it does not look at it
	Reads                // it may read it, and writes nothing of it
	Writes               // it may write it, or leave it to others
)

// UseOf returns what a function, with what it calls, may do to the memory that a parameter leads to. In doubt it writes that.
func (p *Facts) UseOf(param *ssa.Parameter) Use {
	w := p.newUseWalk()
	w.value(param)
	return w.use
}

// useWalk follows values to what is done to the memory behind them.
type useWalk struct {
	prog  *Facts
	seen  map[ssa.Value]bool // that lead to the memory
	holds map[ssa.Value]bool // addresses of variables of the function that hold such values
	use   Use
	// keeper, if not nil, is a variable in which the values may be stored again, and so may what append makes of them: that is no write.
	keeper *types.Var
}

func (p *Facts) newUseWalk() *useWalk {
	return &useWalk{prog: p, seen: map[ssa.Value]bool{}, holds: map[ssa.Value]bool{}}
}

func (w *useWalk) note(u Use) { w.use = max(w.use, u) }

// value follows a value that leads to the memory.
func (w *useWalk) value(v ssa.Value) {
	if w.use == Writes || w.seen[v] || !refers(v.Type()) || IsSyncValue(Deref(v.Type())) {
		return
	}
	w.seen[v] = true
	if v.Referrers() == nil {
		w.note(Writes)
		return
	}
	for _, instr := range *v.Referrers() {
		w.usedIn(v, instr)
	}
}

func (w *useWalk) usedIn(v ssa.Value, instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.Return, *ssa.If, *ssa.Panic:
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Extract, *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface,
		*ssa.SliceToArrayPointer, *ssa.MakeInterface, *ssa.TypeAssert:
		w.value(i.(ssa.Value))
	case *ssa.Slice:
		if w.keeper != nil && shortens(i) { // what is appended to it overwrites the rest
			of := w.prog.newUseWalk()
			of.value(i)
			w.note(of.use)
			return
		}
		w.value(i)
	case *ssa.UnOp:
		if i.Op == token.MUL {
			w.note(Reads)
			w.value(i)
		}
	case *ssa.Convert:
		w.note(Reads)
		if w.prog.LeavesBytes(i) {
			w.note(Writes)
		}
		w.value(i)
	case *ssa.Lookup, *ssa.Range, *ssa.Next:
		w.note(Reads)
		w.value(i.(ssa.Value))
	case *ssa.Store:
		if i.Addr == v {
			w.note(Writes)
			return
		}
		w.storedIn(i.Addr)
	case *ssa.MakeClosure:
		for k, b := range i.Bindings {
			if b == v {
				w.value(i.Fn.(*ssa.Function).FreeVars[k])
			}
		}
	case *ssa.Call:
		w.passed(v, i)
	case *ssa.Defer:
		w.passed(v, i)
	default:
		w.note(Writes)
	}
}

// storedIn follows a value into a variable of the function. What is stored elsewhere others may write.
func (w *useWalk) storedIn(at ssa.Value) {
	if v := w.prog.variableAt(at); v != nil && v == w.keeper {
		return
	}
	for {
		switch a := at.(type) {
		case *ssa.FieldAddr:
			at = a.X
			continue
		case *ssa.IndexAddr:
			if ArrayType(Deref(a.X.Type())) != nil {
				at = a.X
				continue
			}
		case *ssa.Alloc:
			w.holder(a)
			return
		case *ssa.FreeVar:
			if w.holds[a] {
				return
			}
		}
		w.note(Writes)
		return
	}
}

// holder follows the values that a variable holds, given its address or that of a part.
func (w *useWalk) holder(at ssa.Value) {
	if w.holds[at] {
		return
	}
	w.holds[at] = true
	for _, instr := range *at.Referrers() {
		switch i := instr.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if i.Addr != at {
				w.note(Writes)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			w.holder(i.(ssa.Value))
		case *ssa.UnOp, *ssa.Slice:
			w.value(i.(ssa.Value))
		case *ssa.MakeClosure:
			for k, b := range i.Bindings {
				if b == at {
					w.holder(i.Fn.(*ssa.Function).FreeVars[k])
				}
			}
		default:
			w.note(Writes)
		}
	}
}

// passed follows a value into a call.
func (w *useWalk) passed(v ssa.Value, site ssa.CallInstruction) {
	call := site.Common()
	if b, ok := call.Value.(*ssa.Builtin); ok {
		w.toBuiltin(v, b.Name(), site)
		return
	}
	fn := call.StaticCallee()
	if fn == nil {
		w.note(Writes)
		return
	}
	var row *library.Row
	if obj := Object(fn); fn.Blocks == nil && obj != nil {
		if row = library.Of(obj.FullName()); row == nil {
			if row = w.prog.RowOf(obj); row != nil && row.Runs() {
				row = nil
			}
		}
	}
	for i, arg := range call.Args {
		switch {
		case arg != v:
		case fn.Blocks != nil && i < len(fn.Params):
			w.value(fn.Params[i])
		case row == nil || row.Writes(i) || row.Keeps(i) || row.Calls(i) && !row.Prints(i) || row.Copies(i) && library.Of(row.Name) == nil:
			w.note(Writes)
		default:
			w.note(Reads)
		}
	}
	if result := site.Value(); result != nil {
		w.value(result)
	}
}

func (w *useWalk) toBuiltin(v ssa.Value, name string, site ssa.CallInstruction) {
	args := site.Common().Args
	switch {
	case name == "append" && w.keeper != nil && args[0] == v && !w.keeps(site.Value()): // others append to the same array, over what was added
		w.note(Writes)
		return
	case name == "append" && w.keeper != nil:
	case slices.Contains([]string{"append", "clear", "copy", "delete"}, name) && args[0] == v:
		w.note(Writes)
		return
	case name != "ssa:wrapnilchk":
		w.note(Reads)
	}
	if result := site.Value(); result != nil {
		w.value(result)
	}
}

// keeps reports whether what append has made is stored in the keeper at once, with nothing in between that could branch off.
func (w *useWalk) keeps(made *ssa.Call) bool {
	if made == nil {
		return false
	}
	kept := false
	for _, use := range *made.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call: // append(append(s, x), y)
			if !IsBuiltin(use, "append") || use.Call.Args[0] != made || !w.keeps(use) {
				return false
			}
			kept = true
		case *ssa.Store:
			if v := w.prog.variableAt(use.Addr); v == nil || v != w.keeper {
				if a, ok := use.Addr.(*ssa.Alloc); !ok || !w.movedOn(a, use) {
					return false
				}
			}
			kept = true
		default:
			return false
		}
	}
	return kept
}

// movedOn reports whether a variable of the function, once it is set, is stored in the keeper before the block ends.
func (w *useWalk) movedOn(a *ssa.Alloc, set *ssa.Store) bool {
	block := set.Block().Instrs
	for _, instr := range block[slices.Index(block, ssa.Instruction(set)):] {
		store, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		load, ok := store.Val.(*ssa.UnOp)
		if v := w.prog.variableAt(store.Addr); ok && load.X == a && v != nil && v == w.keeper {
			return true
		}
	}
	return false
}

// shortens reports whether a slice expression may leave out elements at the end, so that append overwrites them.
func shortens(s *ssa.Slice) bool {
	isLen := func(v ssa.Value) bool {
		call, ok := v.(*ssa.Call)
		return ok && IsBuiltin(call, "len")
	}
	return s.High != nil && !(isLen(s.High) && s.Max != nil && isLen(s.Max))
}

// refers reports whether values of a type lead to memory.
func refers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return refers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if refers(f.Type()) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for v := range u.Variables() {
			if refers(v.Type()) {
				return true
			}
		}
		return false
	case *types.Chan:
		return false
	}
	return true
}
