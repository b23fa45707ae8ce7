package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// Slices that functions are passed which are called without their names: `c.onEvict(entry, reason)`, under a lock that
// guards the entry, where c.onEvict is a field. Which function that is the call does not tell, but its type tells which
// it may be: those of the program that are values of this type, and code that is not at hand, which uses what it is
// passed only while the call lasts. If all of the program's only read a slice of numbers or text, and keep nothing of
// it, the caller has it back afterwards. So the caller may pass what a guard owns, if it may access that, and the
// functions count on their callers to have it. One function that keeps the slice, one goroutine that runs such a
// function, or code that is not at hand and gets one refuses all of the type. Writing it is more than a caller can be
// asked for: of memory that nobody guards it is not asked who else has it.

// A lentSlices is what is known of the functions of one type.
type lentSlices struct {
	lent    []bool // by parameter
	called  bool
	refused bool
}

// findLentSlices fills lentSlices.
func (p *Facts) findLentSlices() {
	f := &sliceLending{prog: p, open: map[[2]int]bool{}}
	for _, fn := range p.functions {
		f.calls(fn)
		eachValued(fn, func(used *ssa.Function, _ ssa.Instruction) { f.value(used) })
	}
	f.kinds.Iterate(func(sig types.Type, k any) {
		if f.open[arity(sig.(*types.Signature))] {
			k.(*lentSlices).refused = true
		}
	})
	p.lentSlices = f.kinds
	for changed := true; changed; { // a function that passes its slice on to one without a name depends on those
		changed = false
		for _, fn := range f.valued {
			if f.keeps(fn) {
				changed = true
			}
		}
	}
}

// LendsSlice reports whether a call that does not tell its callee passes a slice as argument i which its caller has back afterwards.
func (p *Facts) LendsSlice(call *ssa.CallCommon, i int) bool {
	if call.IsInvoke() || call.StaticCallee() != nil {
		return false
	}
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return false
	}
	return p.lentSlicesOf(call.Signature()).lends(i)
}

// LooksAt reports whether all that a function does with a slice of numbers or text which it is passed is to read it,
// while it runs: it does not write it, return it, let others know of it, or look where it is.
func (p *Facts) LooksAt(param *ssa.Parameter) bool {
	return isFlatSlice(param.Type()) && p.SynchronisedFor(param) && p.onlyLooks(param)
}

// KeepsNothing reports whether a call that does not tell its callee passes nothing that leads to memory but such slices.
func (p *Facts) KeepsNothing(call *ssa.CallCommon) bool {
	lends := false
	for i, arg := range call.Args {
		switch {
		case p.LendsSlice(call, i):
			lends = true
		case refers(arg.Type()) && !isStringType(arg.Type()):
			return false
		}
	}
	return lends
}

// isLentSlice reports whether a parameter is for a slice that callers which do not name the function have to themselves.
func (p *Facts) isLentSlice(param *ssa.Parameter) bool {
	fn := param.Parent()
	if !p.isValuedHere(fn) || p.Spawned[fn] || p.ContractOf(fn) != nil {
		return false
	}
	return p.lentSlicesOf(fn.Signature).lends(slices.Index(fn.Params, param) - receivers(fn))
}

// isValuedHere reports whether a function of the checked packages is used as a value, and is one that is checked itself.
func (p *Facts) isValuedHere(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return fn.Synthetic == "" && p.Loose[fn] && !p.isInstance(fn)
	}
	obj := Object(fn)
	return obj != nil && p.Valued[obj.Origin()] && p.abstractTypes.isDeclared(fn)
}

func (p *Facts) lentSlicesOf(sig *types.Signature) *lentSlices {
	k, _ := p.lentSlices.At(withoutReceiver(sig)).(*lentSlices)
	return k
}

func (k *lentSlices) lends(i int) bool {
	return k != nil && k.called && !k.refused && 0 <= i && i < len(k.lent) && k.lent[i]
}

// withoutReceiver is the type that a method has as a value.
func withoutReceiver(sig *types.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// sliceLending is what finds the types of such functions.
type sliceLending struct {
	prog   *Facts
	kinds  typeutil.Map
	valued []*ssa.Function
	open   map[[2]int]bool // how many parameters and results functions have that generic code calls: in an instance they may be of any types
}

// kind returns what is known of the functions of a type.
func (f *sliceLending) kind(sig *types.Signature) *lentSlices {
	sig = withoutReceiver(sig)
	if k, ok := f.kinds.At(sig).(*lentSlices); ok {
		return k
	}
	k := &lentSlices{}
	f.kinds.Set(sig, k)
	some := false
	for v := range sig.Params().Variables() {
		lent := isFlatSlice(v.Type())
		k.lent = append(k.lent, lent)
		some = some || lent
	}
	k.refused = !some || sig.Variadic() || IsGeneric(sig)
	for v := range sig.Results().Variables() {
		if refers(v.Type()) && !isStringType(v.Type()) && !IsError(v.Type()) {
			k.refused = true
		}
	}
	return k
}

// isFlatSlice reports whether a type is one of slices of numbers, truth values or text.
func isFlatSlice(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isFlatElement(s.Elem())
}

// value notes a function that is used as a value.
func (f *sliceLending) value(used *ssa.Function) {
	if used.Synthetic != "" || used.Blocks == nil {
		f.wrapper(used)
		return
	}
	f.add(used, f.kind(used.Signature))
}

// wrapper notes a method that is used as a value, for which go/ssa makes a function: with a receiver that is bound, or that comes first.
func (f *sliceLending) wrapper(used *ssa.Function) {
	k := f.kind(used.Signature)
	obj, ok := used.Object().(*types.Func)
	if !ok {
		k.refused = true
		return
	}
	fn := f.prog.abstractTypes.checked(f.prog.Ssa.FuncValue(obj.Origin()))
	bound := fn != nil && fn.Signature.Recv() != nil && types.Identical(withoutReceiver(fn.Signature), withoutReceiver(used.Signature))
	if !bound || fn.Blocks == nil {
		k.refused = true
		return
	}
	f.add(fn, k)
}

func (f *sliceLending) add(fn *ssa.Function, k *lentSlices) {
	if k.refused {
		return
	}
	checked := fn.Parent() != nil && fn.Synthetic == "" || fn.Parent() == nil && f.prog.abstractTypes.isDeclared(fn)
	if !checked || f.prog.isInstance(fn) || f.prog.Spawned[fn] || f.prog.ContractOf(fn) != nil || IsInit(fn) || IsGeneric(fn.Signature) {
		k.refused = true
		return
	}
	f.valued = append(f.valued, fn)
}

// calls notes how a function calls others without their names, and to whom it gives function values.
func (f *sliceLending) calls(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case ssa.CallInstruction:
				f.call(i)
			case *ssa.MakeInterface:
				f.leaves(i.X.Type(), map[types.Type]bool{})
			}
		}
	}
}

func (f *sliceLending) call(instr ssa.CallInstruction) {
	call := instr.Common()
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return
	}
	callee := call.StaticCallee()
	if call.IsInvoke() || callee != nil && (callee.Blocks == nil || f.prog.InfoOf(callee) == nil) {
		for _, arg := range call.Args {
			f.leaves(arg.Type(), map[types.Type]bool{})
		}
		return
	}
	if callee != nil {
		return
	}
	if IsGeneric(call.Signature()) {
		f.open[arity(call.Signature())] = true
	}
	k := f.kind(call.Signature())
	k.called = true
	if _, ok := instr.(*ssa.Call); !ok {
		k.refused = true
	}
}

// leaves refuses the types of functions to which values of a type lead, as code that is not at hand gets one.
func (f *sliceLending) leaves(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	if sig, ok := t.Underlying().(*types.Signature); ok {
		f.kind(sig).refused = true
		return
	}
	if n, ok := t.(*types.Named); ok && !f.prog.isOurs(n.Obj()) { // whose functions are of its own package
		for arg := range n.TypeArgs().Types() {
			f.leaves(arg, seen)
		}
		return
	}
	eachComponent(t, func(c types.Type) { f.leaves(c, seen) })
}

// keeps refuses the parameters by which a function keeps something of a slice, and reports whether there is one that
// was not refused before.
func (f *sliceLending) keeps(fn *ssa.Function) bool {
	k, keeps := f.kind(fn.Signature), false
	for i := range k.lent {
		if !k.lends(i) {
			continue
		}
		w := &borrowWalk{prog: f.prog, seen: map[ssa.Value]bool{}}
		if param := fn.Params[i+receivers(fn)]; !w.value(param) || f.prog.WritesThrough(param) || returnedOrAppendedTo(param, map[ssa.Value]bool{}) {
			k.lent[i], keeps = false, true
		}
	}
	return keeps
}

// returnedOrAppendedTo reports whether a slice, or what is made of it, may be what a function returns, or what append returns.
func returnedOrAppendedTo(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Return:
			return true
		case *ssa.Store:
			a, ok := use.Addr.(*ssa.Alloc)
			return use.Val == v && ok && returnedOrAppendedTo(a, seen)
		case *ssa.Slice, *ssa.ChangeType, *ssa.Phi, *ssa.UnOp:
			return returnedOrAppendedTo(use.(ssa.Value), seen)
		case *ssa.Call:
			if b, ok := use.Call.Value.(*ssa.Builtin); ok {
				return b.Name() != "len" && b.Name() != "cap" && b.Name() != "copy" && b.Name() != "clear" && !(b.Name() == "append" && use.Call.Args[0] != v)
			}
			fn := use.Call.StaticCallee()
			for i, arg := range use.Call.Args {
				if arg == v && fn != nil && fn.Blocks != nil && i < len(fn.Params) && returnedOrAppendedTo(fn.Params[i], seen) {
					return true
				}
			}
		}
		return false
	})
}
