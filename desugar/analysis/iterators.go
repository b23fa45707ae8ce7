package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A function may return an iterator over what a parameter leads to: `func (l *List[V]) All() iter.Seq[V]`. Whoever
// calls the iterator has that to himself, as if he had called a method. Where checked code calls such a function it
// does nothing with the iterator but to call it, to range over it, or to return it from a function of the same kind: so
// the body of the literal takes the place of each call, and is checked with what the caller has then. Where some code
// does more, no function returns such an iterator that this code may have got from it: the literal makes known what it
// captures.

// findIterators returns the functions that return iterators of that kind.
func (p *Facts) findIterators() map[*ssa.Function]bool {
	found := map[*ssa.Function]bool{}
	for changed := true; changed; { // functions that return what others return
		changed = false
		for _, fn := range p.functions {
			if !found[fn] && p.mayReturnIterator(fn, found) {
				found[fn], changed = true, true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range p.functions {
			if found[fn] && !p.mayReturnIterator(fn, found) {
				delete(found, fn)
				changed = true
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					call, ok := instr.(*ssa.Call)
					if !ok || call.Call.StaticCallee() == nil {
						continue
					}
					to := p.CheckedFor(call.Call.StaticCallee())
					if found[to] && !p.usesIterator(call, found) {
						delete(found, to)
						changed = true
					}
				}
			}
		}
	}
	return found
}

// ReturnsIterator reports whether a function, or the one that is checked in its place, returns such an iterator.
func (p *Facts) ReturnsIterator(fn *ssa.Function) bool { return p.iterators[p.CheckedFor(fn)] }

// IsIterator reports whether a function literal is such an iterator.
func (p *Facts) IsIterator(lit *ssa.Function) bool {
	if lit.Parent() == nil || !p.ReturnsIterator(lit.Parent()) {
		return false
	}
	made, ok := Returned(lit.Parent()).(*ssa.MakeClosure)
	return ok && made.Fn == ssa.Value(lit)
}

// Iterated returns the parameter that a variable holds which an iterator captures, if the function counts on its
// callers to have what it leads to; nil if not.
func (p *Facts) Iterated(a *ssa.Alloc) *ssa.Parameter {
	param, ok := Spilled(a)
	if !ok {
		return nil
	}
	fn := param.Parent()
	for i, own := range fn.Params {
		if checked := p.CheckedFor(fn); own == param && i < len(checked.Params) && p.CountsOn(checked.Params[i]) && !p.TakesOver(checked.Params[i]) {
			return param
		}
	}
	return nil
}

// mayReturnIterator reports whether a function that is checked by itself returns a literal that is an iterator, or what
// another function that was found returns.
func (p *Facts) mayReturnIterator(fn *ssa.Function, found map[*ssa.Function]bool) bool {
	if p.CheckedFor(fn) != fn || !p.CallersSynchronise(fn) || p.Outlined[fn] || fn.Recover != nil || !isIterator(fn.Signature) {
		return false
	}
	switch v := Returned(fn).(type) {
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function).Synthetic == ""
	case *ssa.Call:
		callee := v.Call.StaticCallee()
		return callee != nil && found[p.CheckedFor(callee)]
	}
	return false
}

// isIterator reports whether a function returns a function which calls one that says whether to go on.
func isIterator(sig *types.Signature) bool {
	if sig.Results().Len() != 1 {
		return false
	}
	iter, ok := sig.Results().At(0).Type().Underlying().(*types.Signature)
	if !ok || iter.Params().Len() != 1 || iter.Results().Len() > 0 {
		return false
	}
	yield, ok := iter.Params().At(0).Type().Underlying().(*types.Signature)
	return ok && yield.Results().Len() == 1 && types.Identical(yield.Results().At(0).Type().Underlying(), types.Typ[types.Bool])
}

// Returned is the literal, or the result of a call, that a function returns, and that is used for nothing else; nil if there is none.
func Returned(fn *ssa.Function) ssa.Value {
	var only *ssa.Return
	for _, b := range fn.Blocks {
		if b == fn.Recover || len(b.Instrs) == 0 {
			continue
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if only != nil {
				return nil
			}
			only = r
		}
	}
	if only == nil || len(only.Results) != 1 {
		return nil
	}
	v := only.Results[0]
	for {
		if onlyUse(v) == nil {
			return nil
		}
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			if v = onlyValue(x.X); v == nil {
				return nil
			}
		default:
			return v
		}
	}
}

// onlyValue returns what a variable of the function holds that is assigned once and read once; nil if it may hold anything else.
func onlyValue(at ssa.Value) (held ssa.Value) {
	a, ok := at.(*ssa.Alloc)
	if !ok {
		return nil
	}
	reads := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != at || held != nil {
				return nil
			}
			held = use.Val
		case *ssa.UnOp:
			reads++
		default:
			return nil
		}
	}
	if reads != 1 {
		return nil
	}
	return held
}

// onlyUse returns the one instruction that uses a value, nil if there are others.
func onlyUse(v ssa.Value) ssa.Instruction {
	var only ssa.Instruction
	if v.Referrers() == nil {
		return nil
	}
	for _, use := range *v.Referrers() {
		if _, debug := use.(*ssa.DebugRef); debug {
			continue
		}
		if only != nil {
			return nil
		}
		only = use
	}
	return only
}

// usesIterator reports whether what a call returns is only called, or returned by a function that was found.
func (p *Facts) usesIterator(call *ssa.Call, found map[*ssa.Function]bool) bool {
	if Returned(call.Parent()) == ssa.Value(call) {
		return found[p.CheckedFor(call.Parent())]
	}
	w := &UseWalk{Prog: p, U: &Usage{}, Seen: map[ssa.Value]bool{}}
	return w.OnlyCalled(call)
}
