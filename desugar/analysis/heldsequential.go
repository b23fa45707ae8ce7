package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/sequential"
)

// A hash or a writer that is found in a field, a package variable, a slice or a map belongs to who may write there: no
// checked code may know the object itself.

// HeldSequential returns the reads of fields, package variables, elements and entries that a value may be, by way of a
// local variable, too, if what it leads to is an object which one goroutine at a time may use: by its type, or by what
// the text puts there. Each comes before the value.
func (p *Facts) HeldSequential(v ssa.Value) []ssa.Value { return p.held(v, 0, p.isSequential) }

// HeldReceiver returns the same of the receiver of a call of a method of the standard library, if its type is one of
// which goroutines may share a value by the methods that only read, and whether the call writes it. Of a call that only reads
// it returns those variables of which some function writes what they hold.
func (p *Facts) HeldReceiver(call *ssa.CallCommon) (recv ssa.Value, all []ssa.Value, writes bool) {
	recv, writes = sequential.Receiver(call)
	switch {
	case recv == nil:
		return nil, nil, false
	case writes:
		return recv, p.held(recv, 0, func(ssa.Value, *types.Var) bool { return true }), true
	}
	return recv, p.held(recv, 0, p.isWrittenBehind), false
}

// isWrittenBehind reports whether some function writes what such a variable holds.
func (p *Facts) isWrittenBehind(_ ssa.Value, at *types.Var) bool { return p.heldWritten[p.Field(at)] }

// findHeldWritten returns the fields and package variables that hold an object of such a type, which a function
// writes that has not just made what the field is of.
func (p *Facts) findHeldWritten() map[*types.Var]bool {
	found := map[*types.Var]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				recv, writes := sequential.Receiver(call.Common())
				if !writes {
					continue
				}
				for _, v := range p.held(recv, 0, func(ssa.Value, *types.Var) bool { return true }) {
					if at, ok := sequential.HeldIn(v); ok && !isOfNew(v) {
						found[p.Field(at)] = true
					}
				}
			}
		}
	}
	return found
}

// isOfNew reports whether a value was read from a field of an object that the function has made.
func isOfNew(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	of := at.X
	for range maxHeld {
		if l, ok := of.(*ssa.UnOp); ok && l.Op == token.MUL {
			a, isLocal := l.X.(*ssa.Alloc)
			stores := []*ssa.Store(nil)
			if isLocal && isVariable(a) {
				stores = storesBefore(a, l)
			}
			if len(stores) != 1 {
				return false
			}
			of = stores[0].Val
			continue
		}
		_, isNew := of.(*ssa.Alloc)
		return isNew
	}
	return false
}

// isSequential reports whether what one goroutine at a time may use is behind a value that was read from a variable.
func (p *Facts) isSequential(v ssa.Value, at *types.Var) bool {
	return sequential.Certainly(v.Type()) || sequential.Is(v.Type()) && p.sequential[p.Field(at)]
}

// maxHeld bounds how many local variables are followed.
const maxHeld = 8

func (p *Facts) held(v ssa.Value, depth int, counts func(ssa.Value, *types.Var) bool) (all []ssa.Value) {
	v = sequential.Unconverted(v)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a, ok := load.X.(*ssa.Alloc); ok {
			if depth == maxHeld || !isVariable(a) {
				return nil
			}
			for _, s := range storesBefore(a, load) {
				all = append(all, p.held(s.Val, depth+1, counts)...)
			}
			return all
		}
	}
	if at, ok := sequential.HeldIn(v); ok && counts(v, at) {
		return []ssa.Value{v}
	}
	return nil
}

// storesBefore returns the assignments that a local variable may have its value from at a load, of those that come
// before it on each way: the last one, if that is in the same block.
func storesBefore(a *ssa.Alloc, load *ssa.UnOp) (all []*ssa.Store) {
	var last *ssa.Store
	for _, use := range *a.Referrers() {
		s, ok := use.(*ssa.Store)
		if !ok || s.Addr != ssa.Value(a) || s.Parent() != load.Parent() || !ComesBefore(s, load) {
			continue
		}
		if all = append(all, s); s.Block() == load.Block() && (last == nil || ComesBefore(last, s)) {
			last = s
		}
	}
	if last != nil {
		return []*ssa.Store{last}
	}
	return all
}

// Returned returns, of the results of a return statement, those reads that HeldSequential tells of, and those of
// variables of which some function writes what they hold.
func (p *Facts) Returned(r *ssa.Return) (all []ssa.Value) {
	for _, x := range r.Results {
		switch x := sequential.Unconverted(x); {
		case sequential.Is(x.Type()):
			all = append(all, p.HeldSequential(x)...)
		case len(p.heldWritten) > 0:
			all = append(all, p.held(x, 0, p.isWrittenBehind)...)
		}
	}
	return all
}

// ReturnedInside returns, of the results of a return statement, the addresses of fields that are put into an interface,
// if the field has an object of the standard library which one goroutine at a time may use.
func ReturnedInside(r *ssa.Return) (all []ssa.Value) {
	for _, x := range r.Results {
		if load, ok := x.(*ssa.UnOp); ok {
			if a, ok := load.X.(*ssa.Alloc); ok {
				for _, s := range storesBefore(a, load) {
					all = append(all, insideOf(s.Val)...)
				}
			}
		}
		all = append(all, insideOf(x)...)
	}
	return all
}

func insideOf(v ssa.Value) []ssa.Value {
	made, ok := v.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	at, ok := made.X.(*ssa.FieldAddr)
	if !ok || !IsUnsynchronised(Deref(at.Type())) {
		return nil
	}
	return []ssa.Value{at}
}
