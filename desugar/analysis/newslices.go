package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// A function often makes a slice of numbers or text, fills it, and returns it: a copy of what a lock guards, the bytes
// of a message. Where such a function is too large for its body to take the place of its calls, the text tells that the
// slice is new: the array is made there, and no instruction leaves it to anybody, or keeps it.

// findNewObjects fills newObjects: for functions of which calls are steps of their own, the results that are pointers to
// objects which the functions seem to make, or nil. That it is so is checked of each such function where it returns.
func (p *Facts) findNewObjects() {
	p.newObjects = map[*ssa.Function][]int{}
	for fn := range p.Outlined {
		for i := range fn.Signature.Results().Len() {
			ptr, ok := fn.Signature.Results().At(i).Type().Underlying().(*types.Pointer)
			if ok && p.IsCheckedAlone(fn) && p.LeadsToRegional(ptr) && p.CallersSynchronise(fn) && p.returnsNew(fn, i, true, map[*ssa.Function]bool{}) {
				p.newObjects[fn] = append(p.newObjects[fn], i)
			}
		}
	}
}

// SeemsToMake reports whether result i of a function, of which calls are steps of their own, seems to be an object that it has
// made.
func (p *Facts) SeemsToMake(fn *ssa.Function, i int) bool {
	return slices.Contains(p.newObjects[fn], i)
}

// findNewSlices fills newSlices: for functions of which calls are steps of their own, the results that are nil or
// slices of arrays that nobody else knows.
func (p *Facts) findNewSlices() {
	p.newSlices = map[*ssa.Function][]int{}
	for fn := range p.Outlined {
		for i := range fn.Signature.Results().Len() {
			if isFlatSlice(fn.Signature.Results().At(i).Type()) && p.returnsNew(fn, i, false, map[*ssa.Function]bool{}) {
				p.newSlices[fn] = append(p.newSlices[fn], i)
			}
		}
	}
}

// ReturnsNewSlice reports whether result i of a function, of which calls are steps of their own, is nil or a slice of
// an array that nobody else knows.
func (p *Facts) ReturnsNewSlice(fn *ssa.Function, i int) bool {
	return slices.Contains(p.newSlices[fn], i)
}

// returnsNew reports whether the text of a function shows this, or whether it suggests that a result is new, whatever
// becomes of it meanwhile. A function that calls itself does not.
func (p *Facts) returnsNew(fn *ssa.Function, i int, suggested bool, calling map[*ssa.Function]bool) bool {
	if calling[fn] || fn.Blocks == nil {
		return false
	}
	calling[fn] = true
	defer delete(calling, fn)
	w := &newResultWalk{prog: p, fn: fn, result: i, suggested: suggested, calling: calling, from: map[ssa.Value]bool{}, to: map[ssa.Value]bool{}}
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !w.isNew(r.Results[i]) {
			return false
		}
	}
	return true
}

// A newResultWalk follows what a function returns back to where it was made, and from there to all that is done with it.
type newResultWalk struct {
	prog      *Facts
	fn        *ssa.Function
	result    int
	suggested bool // what is done with it is not followed
	calling   map[*ssa.Function]bool
	from      map[ssa.Value]bool // by isNew, with variables by their addresses
	to        map[ssa.Value]bool // by stays, likewise
}

// isNew reports whether a value is nil or a slice of an array that was made in the function, and stays there but for its result.
func (w *newResultWalk) isNew(v ssa.Value) bool {
	if w.from[v] {
		return true
	}
	w.from[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Alloc:
		return w.suggested
	case *ssa.MakeSlice:
		return w.stays(v)
	case *ssa.Convert:
		return isStringType(v.X.Type()) && !SharesBytes(v) && w.stays(v)
	case *ssa.ChangeType:
		return w.isNew(v.X) && w.stays(v)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !w.isNew(e) }) && w.stays(v)
	case *ssa.Slice:
		if a, ok := v.X.(*ssa.Alloc); ok && ArrayType(Deref(a.Type())) != nil {
			return (w.suggested || w.onlyFilled(a, v)) && w.stays(v)
		}
		return (w.suggested || isFlatSlice(v.X.Type())) && w.isNew(v.X) && w.stays(v)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && v.Op == token.MUL && w.holdsNew(a)
	case *ssa.Call:
		return w.calledNew(v, 0) && w.stays(v)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && w.calledNew(call, v.Index) && w.stays(v)
	}
	return false
}

// onlyFilled reports whether all that is done with a new array is to set its elements, and to make the slice of it.
func (w *newResultWalk) onlyFilled(a *ssa.Alloc, s *ssa.Slice) bool {
	for _, use := range *a.Referrers() {
		at, ok := use.(*ssa.IndexAddr)
		if _, isDebug := use.(*ssa.DebugRef); !isDebug && use != ssa.Instruction(s) && !(ok && onlyAccesses(at)) {
			return false
		}
	}
	return true
}

// holdsNew reports whether a variable of the function holds nothing else than such slices, and only they are read from it.
func (w *newResultWalk) holdsNew(a *ssa.Alloc) bool {
	if w.from[a] {
		return true
	}
	w.from[a] = true
	for _, use := range *a.Referrers() {
		if s, ok := use.(*ssa.Store); ok && (s.Addr != ssa.Value(a) || !w.isNew(s.Val)) {
			return false
		}
	}
	return w.staysIn(a)
}

// calledNew reports whether a result of a call is new.
func (w *newResultWalk) calledNew(call *ssa.Call, i int) bool {
	if IsBuiltin(call, "append") {
		return w.isNew(call.Call.Args[0])
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if fn.Blocks != nil {
		return w.prog.returnsNew(fn, i, w.suggested, w.calling)
	}
	row := w.prog.RowOf(Object(fn))
	return row != nil && row.Unknown == "" && !row.Runs() && ReturnsNewAlone(row, call.Type(), i)
}

// ReturnsNewAlone reports whether result i of a function is new memory by its row, to which no other result leads. A
// row that is derived from the source does not tell whether two results lead to one object. An error beside it counts
// as one that does not: who translates the call lists that.
func ReturnsNewAlone(row *library.Row, result types.Type, i int) bool {
	if !row.Fresh(i) {
		return false
	}
	tuple, several := result.(*types.Tuple)
	if !several || library.Of(row.Name) != nil {
		return true
	}
	for j := range tuple.Len() {
		if t := tuple.At(j).Type(); j != i && LeadsToMemory(t) && !IsError(t) {
			return false
		}
	}
	return true
}

// stays reports whether nothing is done with a slice but to use its elements, and to return it as the result.
func (w *newResultWalk) stays(v ssa.Value) bool {
	if w.suggested || w.to[v] {
		return true
	}
	w.to[v] = true
	return v.Referrers() != nil && !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !w.keeps(v, use) })
}

// staysIn is stays for what a variable of the function holds.
func (w *newResultWalk) staysIn(a *ssa.Alloc) bool {
	if w.suggested || w.to[a] {
		return true
	}
	w.to[a] = true
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != ssa.Value(a) {
				return false
			}
		case *ssa.UnOp:
			if use.Op != token.MUL || !w.stays(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// keeps reports whether an instruction that uses a slice lets nobody else have it.
func (w *newResultWalk) keeps(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.Return:
		for i, r := range use.Results {
			if r == v && (i != w.result || use.Parent() != w.fn) {
				return false
			}
		}
		return true
	case *ssa.IndexAddr:
		return onlyAccesses(use)
	case *ssa.Slice, *ssa.ChangeType, *ssa.Phi:
		return w.stays(use.(ssa.Value))
	case *ssa.Convert:
		return isStringType(use.Type()) && !w.prog.LeavesBytes(use)
	case *ssa.Store:
		a, ok := use.Addr.(*ssa.Alloc)
		return ok && use.Val == v && w.staysIn(a)
	case *ssa.Call:
		return w.keptByCall(v, use)
	}
	return false
}

// keptByCall reports whether a call keeps nothing of a slice that it is passed, and returns no part of it but as what append has made.
func (w *newResultWalk) keptByCall(v ssa.Value, call *ssa.Call) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap", "copy", "clear":
			return true
		case "append":
			return call.Call.Args[0] != v || w.stays(call)
		}
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	for i, arg := range call.Call.Args {
		switch {
		case arg != v:
		case fn.Blocks != nil:
			if i >= len(fn.Params) || !w.stays(fn.Params[i]) {
				return false
			}
		default:
			row := w.prog.RowOf(Object(fn))
			if row == nil || row.Unknown != "" || row.Runs() || row.Keeps(i) || row.Later(i) || row.Aliases(i) || row.Copies(i) {
				return false
			}
		}
	}
	return true
}
