package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A cell is a variable that belongs to the function alone: no step is needed to access it.
type cell struct {
	v     *ir.Var
	owner *frame
	// once is the only assignment to the variable, if there is just one. What it assigned is known afterwards.
	once  *ssa.Store
	known bool
	value value
	// choices are the functions that it may hold, if it is assigned several and only called.
	choices *choices
}

// usage returns how the address of the variable is used.
func (t *translator) usage(a *ssa.Alloc) *analysis.Usage {
	if u := t.locality[a]; u != nil {
		return u
	}
	u := &analysis.Usage{}
	t.locality[a] = u
	if isVarargs(a) {
		return u
	}
	w := &analysis.UseWalk{Prog: t.prog.Facts, U: u, Seen: map[ssa.Value]bool{}}
	w.Address(a, false)
	if s := u.Once(); s != nil && s.Parent() != a.Parent() {
		u.Parts = true // assigned by a function literal: who knows when
	}
	u.Settled = !u.Escapes && !u.Parts && !analysis.AssignedAfterCapture(a, u.Stores)
	if u.Elsewhere && !u.Settled {
		u.Escapes = true
	}
	return u
}

// isVarargs reports whether a is the array of the variadic arguments of an append, or of a function without a body: its
// elements are values only.
func isVarargs(a *ssa.Alloc) bool {
	return a.Comment == "varargs" && onlyRead(a, func(s *ssa.Slice) bool { return appended(s) || isForeignVarargs(s) })
}

// appended reports whether a slice is an argument of an append and has no other use.
func appended(s *ssa.Slice) bool {
	call := soleCall(s)
	return call != nil && analysis.IsBuiltin(call, "append") && call.Call.Args[0] != s
}

// soleCall returns the call that a slice of a whole array is an argument of, if that is its only use.
func soleCall(s *ssa.Slice) *ssa.Call {
	if s.Low != nil || s.High != nil || s.Max != nil {
		return nil
	}
	var only *ssa.Call
	for _, use := range *s.Referrers() {
		if _, ok := use.(*ssa.DebugRef); ok {
			continue
		}
		call, ok := use.(*ssa.Call)
		if !ok || only != nil {
			return nil
		}
		only = call
	}
	return only
}

// onlyRead reports whether an array is filled through constant indices and otherwise only sliced in the given way.
func onlyRead(a *ssa.Alloc, sliced func(*ssa.Slice) bool) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Slice:
			if !sliced(use) {
				return false
			}
		case *ssa.IndexAddr:
			for _, u := range *use.Referrers() {
				if s, ok := u.(*ssa.Store); !ok || s.Addr != use {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// isMakeSlice returns the slice that a make with a constant capacity builds from the array a, nil if a is no such
// array.
func isMakeSlice(a *ssa.Alloc) *ssa.Slice {
	if a.Comment != "makeslice" {
		return nil
	}
	var only *ssa.Slice
	for _, use := range *a.Referrers() {
		s, ok := use.(*ssa.Slice)
		if !ok || only != nil {
			return nil
		}
		only = s
	}
	return only
}

// knownValue returns what a cell holds at the instruction under translation, if only one assignment can have set it.
func (t *translator) knownValue(v *ir.Var) (value, bool) {
	c := t.cellOf[v]
	if c == nil || !c.known {
		return value{}, false
	}
	for f := t.frame; f != nil; f = f.caller {
		if f == c.owner {
			return c.value, dominates(f, c.once, f.at)
		}
	}
	if t.setBeforeCapture(c) {
		return c.value, true
	}
	return value{}, false
}

// setBeforeCapture reports whether a variable of a call that has returned was assigned before each function literal that captured
// it was made, and never after. What reads it then is such a literal, which the call returned: the one that it made last.
func (t *translator) setBeforeCapture(c *cell) bool {
	a, ok := c.once.Addr.(*ssa.Alloc)
	if !ok || !t.usage(a).Settled {
		return false
	}
	for _, use := range *a.Referrers() {
		if mc, ok := use.(*ssa.MakeClosure); ok && !dominates(c.owner, c.once, mc) {
			return false
		}
	}
	return true
}

// dominates reports whether a is executed before b in every execution that reaches b.
func dominates(f *frame, a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return f.index[a] < f.index[b]
	}
	return a.Block().Dominates(b.Block())
}
