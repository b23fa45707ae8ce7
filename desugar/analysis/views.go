package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What a function of another package returns may lead to memory of one of its arguments: the bytes in a buffer, a
// reader over a slice, a decoder over that. Such a view is as good as the memory: whoever uses it accesses what it was
// made of.

// A View is an argument of a call to the memory of which what the call returns leads.
type View struct {
	Call *ssa.Call
	Arg  int // counted from the receiver
}

// Views says of the values of one function which views they are.
type Views struct {
	prog *Facts
	// of has the views that a value is, or that a variable of the function may hold, given its address.
	of map[ssa.Value]map[View]bool
	// order has the views as they were found.
	order []View
}

// ViewsIn finds the views in a function; nil if there are none.
func (p *Facts) ViewsIn(fn *ssa.Function) *Views {
	v := &Views{prog: p, of: map[ssa.Value]map[View]bool{}}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				v.madeBy(call)
			}
		}
	}
	if len(v.order) == 0 {
		return nil
	}
	return v
}

// Of returns the views that a value is, in order.
func (v *Views) Of(x ssa.Value) (all []View) {
	for _, view := range v.order {
		if v.of[x][view] {
			all = append(all, view)
		}
	}
	return all
}

// Made returns the views that a call makes, in order.
func (v *Views) Made(call *ssa.Call) (all []View) {
	for _, view := range v.order {
		if view.Call == call {
			all = append(all, view)
		}
	}
	return all
}

// madeBy notes what a call makes views of.
func (v *Views) madeBy(call *ssa.Call) {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Blocks != nil || Object(fn) == nil || !viewable(call.Type()) {
		return
	}
	row := v.prog.RowOf(Object(fn))
	if row == nil {
		return
	}
	for k, arg := range call.Call.Args {
		if !row.Aliases(k) && !row.Copies(k) || !refers(arg.Type()) || isSliceOrMap(arg.Type()) && isSliceOrMap(call.Type()) {
			continue
		}
		view := View{call, k}
		v.order = append(v.order, view)
		v.flow(call, view)
	}
}

// viewable reports whether a result may be a view: what has no method and no element is used by nobody. An error is not taken for one.
func viewable(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		return tuple.Len() > 0 && viewable(tuple.At(0).Type())
	}
	return refers(t) && !IsError(t)
}

// isSliceOrMap reports whether a type is one of slices or maps. A slice that is a part of another is known to be.
func isSliceOrMap(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// flow follows a view to the values that are it, too.
func (v *Views) flow(x ssa.Value, view View) {
	if v.of[x][view] || x.Referrers() == nil {
		return
	}
	if v.of[x] == nil {
		v.of[x] = map[View]bool{}
	}
	v.of[x][view] = true
	for _, use := range *x.Referrers() {
		switch use := use.(type) {
		case *ssa.Slice, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Phi:
			v.flow(use.(ssa.Value), view)
		case *ssa.Extract:
			if use.Index == 0 {
				v.flow(use, view)
			}
		case *ssa.Store:
			if a := heldIn(use.Addr); a != nil && use.Val == x {
				v.flow(a, view)
			}
		case *ssa.UnOp:
			if _, isVariable := x.(*ssa.Alloc); isVariable && use.Op == token.MUL {
				v.flow(use, view)
			}
		case *ssa.MakeClosure: // whoever calls the literal uses what it captures
			v.flow(use, view)
		case *ssa.Call:
			v.through(use, x, view)
		}
	}
}

// heldIn returns the variable of the function at an address, or the variadic arguments of a call of which it is one;
// nil if it is elsewhere.
func heldIn(addr ssa.Value) *ssa.Alloc {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		return addr
	case *ssa.IndexAddr:
		if a, ok := addr.X.(*ssa.Alloc); ok && a.Comment == "varargs" {
			return a
		}
	}
	return nil
}

// through follows a view that a function of another package is passed, unless its row says that what it returns does not lead there.
func (v *Views) through(call *ssa.Call, x ssa.Value, view View) {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Blocks != nil || Object(fn) == nil || !viewable(call.Type()) {
		return
	}
	row := v.prog.RowOf(Object(fn))
	for k, arg := range call.Call.Args {
		if arg == x && (row == nil || row.Unknown != "" || row.Aliases(k) || row.Copies(k)) {
			v.flow(call, view)
		}
	}
}

// Used returns the views that an instruction uses: of which it reads or writes what they lead to, or which it gives to somebody.
func (v *Views) Used(instr ssa.Instruction) (all []View) {
	used := map[View]bool{}
	switch i := instr.(type) {
	case *ssa.RunDefers:
		for _, b := range i.Parent().Blocks {
			for _, deferred := range b.Instrs {
				if d, ok := deferred.(*ssa.Defer); ok {
					v.operands(d, used)
				}
			}
		}
	case *ssa.DebugRef, *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Extract, *ssa.BinOp, *ssa.MakeClosure:
		return nil // they move it, or compare it
	case *ssa.Slice:
		if _, isArray := i.X.(*ssa.Alloc); !isArray {
			return nil
		}
	case *ssa.Call:
		if IsBuiltin(i, "len") || IsBuiltin(i, "cap") {
			return nil
		}
	}
	v.operands(instr, used)
	for _, view := range v.order {
		if used[view] {
			all = append(all, view)
		}
	}
	return all
}

// operands notes the views that the operands of an instruction are.
func (v *Views) operands(instr ssa.Instruction, used map[View]bool) {
	for _, op := range instr.Operands(nil) {
		if *op == nil {
			continue
		}
		if _, isVariable := (*op).(*ssa.Alloc); isVariable { // the variable that holds it
			continue
		}
		for view := range v.of[*op] {
			used[view] = true
		}
	}
}

// Shared returns the views that an instruction makes known to other goroutines.
func (v *Views) Shared(instr ssa.Instruction) (all []View) {
	switch i := instr.(type) {
	case *ssa.Send:
		return v.Of(i.X)
	case *ssa.Select:
		for _, state := range i.States {
			if state.Dir == types.SendOnly {
				all = append(all, v.Of(state.Send)...)
			}
		}
	case *ssa.Go:
		for _, arg := range i.Call.Args {
			all = append(all, v.Of(arg)...)
		}
	case *ssa.MakeClosure:
		if v.prog.Spawned[i.Fn.(*ssa.Function)] {
			for _, b := range i.Bindings {
				all = append(all, v.Of(b)...)
			}
		}
	}
	return all
}
