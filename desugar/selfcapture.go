package desugar

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// A function literal may be stored in a new object before the variable is set that it captures, and by which it gets at the object:
//
//	var t *ticker
//	t = &ticker{stop: func() { clock.stop(t) }}
//
// Nobody can call it until somebody else knows the object. So what it captures is published where the variable is set, and not yet where the literal is made.

// knownAt returns the instruction at which others may first know the literal v: the store of the object in which it is into a variable that it captures. It is nil
// if they may know it where it is made.
func knownAt(v *ssa.MakeClosure) *ssa.Store {
	object := soleHolder(v)
	if object == nil || object.Block() != v.Block() {
		return nil
	}
	made, at := slices.Index(v.Block().Instrs, ssa.Instruction(v)), -1
	var set *ssa.Store
	for _, use := range *object.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !onlySet(use) {
				return nil
			}
		case *ssa.Store:
			i := slices.Index(v.Block().Instrs, ssa.Instruction(use))
			if set != nil || use.Val != object || i < made || !slices.Contains(v.Bindings, use.Addr) {
				return nil
			}
			set, at = use, i
		default:
			return nil
		}
	}
	if at < 0 {
		return nil
	}
	return set
}

// soleHolder returns the new object of which a field holds a literal, if nothing else does.
func soleHolder(v *ssa.MakeClosure) *ssa.Alloc {
	var in *ssa.Alloc
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			addr, ok := use.Addr.(*ssa.FieldAddr)
			if !ok || in != nil || use.Val != v {
				return nil
			}
			if in, ok = addr.X.(*ssa.Alloc); !ok || !analysis.IsComposite(analysis.Deref(in.Type())) {
				return nil
			}
		default:
			return nil
		}
	}
	return in
}

// onlySet reports whether the address of a field, or of a part of it, is only written to.
func onlySet(addr *ssa.FieldAddr) bool {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !onlySet(use) {
				return false
			}
		case *ssa.Store:
			if use.Addr != addr {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// publishCaptured publishes what the literals capture that others may know from the store on.
func (t *translator) publishCaptured(at *ssa.Store) {
	for _, lit := range t.Frame.Waiting[at] {
		for i, b := range lit.Bindings {
			t.Publish(t.reaches(t.Frame.Values[lit].Fn.Bindings[i], b.Type()))
		}
	}
}
