package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// Methods of slices and maps of numbers and text that only read these: `func (h header) String() string`, `func (s set)
// Has(k string) bool`. Code that is not at hand may call them of what it is passed in an interface. It uses that while
// the call lasts, and the call counts as an access to all of it (desugar/reached.go). So such methods count on their
// callers, as if they were called by their names alone. That is not so of an interface that checked code has any use
// for but to pass it to such code.

// findFlatReaders fills flatReaders.
func (p *Facts) findFlatReaders() {
	p.flatReaders = map[*types.Func]bool{}
	for _, fn := range p.functions {
		obj := Object(fn)
		if obj == nil || fn.Parent() != nil || fn.Synthetic != "" || fn.Signature.Recv() == nil || len(fn.Params) == 0 || !isFlat(fn.Signature.Recv().Type()) {
			continue
		}
		p.flatReaders[obj.Origin()] = p.onlyLooks(fn.Params[0])
	}
}

// isFlat reports whether a type is one of slices or maps of numbers, truth values or text.
func isFlat(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	return ok && isFlatElement(m.Key()) && isFlatElement(m.Elem()) || isFlatSlice(t)
}

func isFlatElement(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() != types.UnsafePointer && !IsTypeParam(t)
}

// onlyLooks reports whether all that a function does with a flat parameter is to read it, while it runs.
func (p *Facts) onlyLooks(param *ssa.Parameter) bool {
	w := &borrowWalk{prog: p, seen: map[ssa.Value]bool{}, reads: true}
	return w.value(param) && !p.WritesThrough(param) && !returnedOrAppendedTo(param, map[ssa.Value]bool{})
}

// HasFlatReaders reports whether a type of the checked packages is one of slices or maps with methods that count on it
// that who passes one to code which is not at hand may read all of it.
func (p *Facts) HasFlatReaders(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && isFlat(t) && p.isOurs(n.Obj()) && n.NumMethods() > 0
}

// passedToOthers reports whether an interface is only passed to code that is not at hand, by calls that are waited for,
// and of which what is known says that nothing of it is left when they return. Of what is passed to other code others
// know, so that it may not be what a lock guards.
func (p *Facts) passedToOthers(v *ssa.MakeInterface) bool {
	return onlyPassedTo(v, func(call ssa.CallInstruction) bool {
		c, ok := call.(*ssa.Call)
		switch {
		case !ok:
			return false
		case c.Call.IsInvoke():
			return c.Call.Value != ssa.Value(v) && len(p.candidates(&c.Call)) == 0 && p.ByInterface(&c.Call) == nil && leavesNothing(library.Of(c.Call.Method.FullName()), len(c.Call.Args)+1)
		}
		fn := c.Call.StaticCallee()
		return fn != nil && fn.Blocks == nil && Object(fn) != nil && leavesNothing(p.RowOf(Object(fn)), len(c.Call.Args))
	})
}

// leavesNothing reports whether a row, if there is one, says of none of n arguments that it is kept, or that the results lead to it.
func leavesNothing(row *library.Row, n int) bool {
	for i := range n {
		if row != nil && (row.Keeps(i) || row.Later(i) || row.Aliases(i) || row.Copies(i)) {
			return false
		}
	}
	return true
}
