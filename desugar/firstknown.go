package desugar

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
)

// A constructor often makes function literals and method values that lead to the object, and goes on to set the object's fields:
//
//	s := &Server{mux: http.NewServeMux()}
//	s.mux.HandleFunc("/", s.handle)
//	s.name = name
//	return s
//
// Nobody can call one of them as long as only this function knows the objects in which they are. The same holds where a
// function makes the object in which they are, as in s.pool = newPool(s.work), if all that it does with the literal is
// to store it there. So what it captures is published where it gives away something that leads there, and not yet where
// the literal is made. A deferred call gives it away when the call is made, as the function returns. An object in which
// they are is new, and so is an http.ServeMux: to register a handler calls nothing.

// A knowing finds the instructions by which others may come to know a function literal.
type knowing struct {
	leads   map[ssa.Value]bool // may lead to the literal
	work    []ssa.Value
	at      []ssa.Instruction
	calling map[*ssa.Function]bool // the functions that are looked at, as they are passed what leads to it
}

// firstKnown returns the instructions before which others cannot know the literal, in each execution that comes there
// after it is made; false if that is not known.
func firstKnown(f *emit.Frame, lit *ssa.MakeClosure) ([]ssa.Instruction, bool) {
	if inCycle(lit.Block()) {
		return nil, false
	}
	k := &knowing{leads: map[ssa.Value]bool{}, calling: map[*ssa.Function]bool{lit.Parent(): true}}
	k.from(lit)
	if slices.ContainsFunc(k.at, func(use ssa.Instruction) bool { return use.Block() == nil || !emit.Dominates(f, lit, use) }) {
		return nil, false
	}
	return k.at, true
}

// from follows a value to the instructions by which others may come to know what it leads to.
func (k *knowing) from(v ssa.Value) {
	k.add(v)
	for len(k.work) > 0 {
		v := k.work[len(k.work)-1]
		k.work = k.work[:len(k.work)-1]
		for _, use := range *v.Referrers() {
			if !k.follow(v, use) {
				k.at = append(k.at, use)
			}
		}
	}
}

// onlyReturns reports whether all that a function does with what it is passed is to return it, or something new in which it is.
func (k *knowing) onlyReturns(call *ssa.CallCommon, v ssa.Value) bool {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks == nil || k.calling[fn] || len(fn.Params) != len(call.Args) {
		return false
	}
	k.calling[fn] = true
	defer delete(k.calling, fn)
	for i, arg := range call.Args {
		if arg != v {
			continue
		}
		inner := &knowing{leads: map[ssa.Value]bool{}, calling: k.calling}
		inner.from(fn.Params[i])
		if slices.ContainsFunc(inner.at, func(use ssa.Instruction) bool { _, ok := use.(*ssa.Return); return !ok }) {
			return false
		}
	}
	return call.Value != v
}

// inCycle reports whether control may come from a block to itself.
func inCycle(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	next := b.Succs
	for len(next) > 0 {
		n := next[len(next)-1]
		next = next[:len(next)-1]
		if n == b {
			return true
		}
		if !seen[n] {
			seen[n] = true
			next = append(next[:len(next):len(next)], n.Succs...)
		}
	}
	return false
}

// add notes that a value may lead to the literal.
func (k *knowing) add(v ssa.Value) {
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Kind() != types.UnsafePointer || k.leads[v] {
		return
	}
	k.leads[v] = true
	k.work = append(k.work, v)
}

// follow finds what leads to the literal by way of a use of v, which does; it reports whether nobody else may know it by that.
func (k *knowing) follow(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.Store:
		return use.Val != v || k.hold(use.Addr)
	case *ssa.MapUpdate:
		return use.Key != v && (use.Value != v || k.hold(use.Map))
	case *ssa.UnOp:
		if use.Op != token.MUL {
			return false
		}
		k.add(use)
		return true
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Lookup, *ssa.Extract, *ssa.Range, *ssa.Next, *ssa.Slice, *ssa.Phi,
		*ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.MakeClosure:
		k.add(use.(ssa.Value))
		return true
	case *ssa.Call:
		if k.onlyReturns(use.Common(), v) {
			k.add(use)
			return true
		}
		return k.registers(v, use.Common())
	}
	return false
}

// registers reports whether a call has an http.ServeMux that nobody else knows take a handler.
func (k *knowing) registers(v ssa.Value, call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	if fn == nil || len(call.Args) != 3 {
		return false
	}
	switch fn.RelString(nil) {
	case "(*net/http.ServeMux).HandleFunc", "(*net/http.ServeMux).Handle":
		return call.Args[2] != v || k.hold(call.Args[0])
	}
	return false
}

// hold notes that what an address is part of, or a pointer or map leads to, holds something that leads to the literal.
// It reports whether the function alone knows that, and by which values.
func (k *knowing) hold(at ssa.Value) bool {
	seen := map[ssa.Value]bool{} // variables may hold each other
	for {
		if seen[at] {
			return false
		}
		seen[at] = true
		switch x := at.(type) {
		case *ssa.FieldAddr:
			at = x.X
			continue
		case *ssa.IndexAddr:
			at = x.X
			continue
		case *ssa.Slice:
			at = x.X
			continue
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return false
			}
			if at = onlyHeld(x.X); at == nil {
				return false
			}
			continue
		case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		case *ssa.Call:
			if fn := x.Call.StaticCallee(); fn == nil || fn.RelString(nil) != "net/http.NewServeMux" {
				return false
			}
		default:
			return false
		}
		k.add(at)
		return true
	}
}

// onlyHeld returns what is stored in a variable of the function, or in a field of a new object, if one store is all
// that is done to it; nil if that is not so.
func onlyHeld(addr ssa.Value) ssa.Value {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		var only ssa.Value
		for _, use := range *addr.Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef, *ssa.UnOp, *ssa.MakeClosure:
			case *ssa.Store:
				if only != nil || use.Addr != addr {
					return nil
				}
				only = use.Val
			default:
				return nil
			}
		}
		return only
	case *ssa.FieldAddr:
		object := newObject(addr.X)
		if object == nil || !analysis.IsComposite(analysis.Deref(object.Type())) {
			return nil
		}
		return onlySetIn(object.Parent(), object, addr.Field)
	}
	return nil
}

// newObject returns the variable or new object that a pointer leads to, nil if it is not known.
func newObject(ptr ssa.Value) *ssa.Alloc {
	if load, ok := ptr.(*ssa.UnOp); ok && load.Op == token.MUL {
		ptr = onlyHeld(load.X)
	}
	a, _ := ptr.(*ssa.Alloc)
	return a
}

// onlySetIn returns what a field of a new object is set to by the one store of the function that may set it.
func onlySetIn(fn *ssa.Function, object *ssa.Alloc, field int) ssa.Value {
	var only ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				if types.Identical(i.Addr.Type(), object.Type()) {
					return nil // as a whole
				}
			case *ssa.FieldAddr:
				if i.Field != field || !types.Identical(i.X.Type(), object.Type()) {
					continue
				}
				set, ok := setBy(i)
				if !ok || set != nil && (only != nil || newObject(i.X) != object) {
					return nil
				}
				if set != nil {
					only = set
				}
			}
		}
	}
	return only
}

// setBy returns what is stored at the address of a field, nil if it is only read there; false if anything else becomes of the address.
func setBy(addr *ssa.FieldAddr) (ssa.Value, bool) {
	var only ssa.Value
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if only != nil || use.Addr != addr {
				return nil, false
			}
			only = use.Val
		default:
			return nil, false
		}
	}
	return only, true
}

// publishCaptured publishes what the literals capture that others may know from the instruction on. What a deferred
// call is passed nobody has before the call is made.
func (t *translator) publishCaptured(at ssa.Instruction) {
	if d, ok := at.(*ssa.Defer); !ok || inCycle(d.Block()) {
		t.publishWaiting(at)
	}
}

// publishWaiting publishes what the literals capture that wait for an instruction.
func (t *translator) publishWaiting(at ssa.Instruction) {
	for _, lit := range t.Frame.Waiting[at] {
		for i, b := range lit.Bindings {
			t.Publish(t.reaches(t.Frame.Values[lit].Fn.Bindings[i], b.Type()))
		}
	}
}
