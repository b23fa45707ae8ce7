package emit

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Usage returns how the address of the variable is used.
func (t *Builder) Usage(a *ssa.Alloc) *analysis.Usage {
	if u := t.locality[a]; u != nil {
		return u
	}
	u := &analysis.Usage{}
	t.locality[a] = u
	if IsVarargs(a) {
		return u
	}
	w := &analysis.UseWalk{Prog: t.prog, U: u, Seen: map[ssa.Value]bool{}}
	w.Address(a, false)
	if s := u.Once(); s != nil && s.Parent() != a.Parent() {
		u.Parts = true // assigned by a function literal: who knows when
	}
	u.EffectivelyFinal = !u.Escapes && !u.Parts && !analysis.AssignedAfterCapture(a, u.Stores)
	if u.Elsewhere && !u.EffectivelyFinal {
		u.Escapes = true
	}
	return u
}

// IsVarargs reports whether a is the array of the variadic arguments of an append, or of a function without a body: its
// elements are values only.
func IsVarargs(a *ssa.Alloc) bool {
	return a.Comment == "varargs" && OnlyRead(a, func(s *ssa.Slice) bool { return appended(s) || IsForeignVarargs(s) })
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

// OnlyRead reports whether an array is filled through constant indices and otherwise only sliced in the given way.
func OnlyRead(a *ssa.Alloc, sliced func(*ssa.Slice) bool) bool {
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

// KnownValue returns what a cell holds at the instruction under translation, if only one assignment can have set it.
func (t *Builder) KnownValue(v *ir.Var) (Value, bool) {
	c := t.CellOf[v]
	if c == nil || !c.known {
		return Value{}, false
	}
	for f := t.Frame; f != nil; f = f.Caller {
		if f == c.Owner {
			return c.value, Dominates(f, c.Once, f.At)
		}
	}
	if t.setBeforeCapture(c) {
		return c.value, true
	}
	return Value{}, false
}

// setBeforeCapture reports whether a variable of a call that has returned was assigned before each function literal that captured
// it was made, and never after. What reads it then is such a literal, which the call returned: the one that it made last.
func (t *Builder) setBeforeCapture(c *Cell) bool {
	a, ok := c.Once.Addr.(*ssa.Alloc)
	if !ok || !t.Usage(a).EffectivelyFinal {
		return false
	}
	for _, use := range *a.Referrers() {
		if mc, ok := use.(*ssa.MakeClosure); ok && !Dominates(c.Owner, c.Once, mc) {
			return false
		}
	}
	return true
}

// Dominates reports whether a is executed before b in every execution that reaches b.
func Dominates(f *Frame, a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return f.Index[a] < f.Index[b]
	}
	return a.Block().Dominates(b.Block())
}

// holdsNonNil reports whether p is a captured variable that is assigned once and never nil.
func (t *Builder) holdsNonNil(p heap.Place) bool {
	if p.Variable == nil || p.Variable.IsField() {
		return false
	}
	for _, vars := range t.Shared {
		for a, v := range vars {
			if v == p.Variable {
				return t.NeverHoldsNil(a)
			}
		}
	}
	return false
}

// NeverHoldsNil reports whether the variable a is assigned once, to what is not nil: a parameter that callers may not pass nil for,
// or an object that was just made.
func (t *Builder) NeverHoldsNil(a *ssa.Alloc) bool {
	s := t.Usage(a).Once()
	return s != nil && heap.CanBeNil(analysis.Deref(a.Type())) && t.prog.NeverNil(s.Val) && comesFirst(s, a)
}

// isInitGuard reports whether g says that the package has been initialised, go/ssa's own variable.
func isInitGuard(g *ssa.Global) bool { return g.Object() == nil && g.Name() == "init$guard" }

// isLiteral reports whether v is a composite literal that has just been made.
func isLiteral(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	a, ok := load.X.(*ssa.Alloc)
	return ok && a.Comment == "complit"
}

// IsForeignVarargs reports whether a slice of variadic arguments is only passed to a function without a body.
func IsForeignVarargs(s *ssa.Slice) bool {
	call := soleCall(s)
	if call == nil {
		return false
	}
	fn := call.Call.StaticCallee()
	return call.Call.IsInvoke() || fn != nil && fn.Blocks == nil
}

// IsForeign reports whether the code of fn is not at hand.
func (t *Builder) IsForeign(fn *ssa.Function) bool {
	return fn.Blocks == nil && t.prog.ContractAt(fn) == nil && t.prog.InfoOf(fn) == nil
}
