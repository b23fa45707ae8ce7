package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// ConcernsOthers reports whether a condition may be about objects that the goroutine has not come to: it ranges over all there
// are, or speaks of what a ghost mentions.
func (p *Facts) ConcernsOthers(c *annot.Clause) bool {
	found := false
	annot.Walk(c.Expr, func(x annot.Expr) bool {
		switch x := x.(type) {
		case *annot.Quant:
			found = found || slices.ContainsFunc(x.Vars, func(b *annot.Bound) bool { return mentionsObjects(b.Type) })
		case *annot.Var:
			found = found || p.Ghosts[x.Obj] && mentionsObjects(x.Obj.Type())
		case *annot.Select:
			found = found || p.Ghosts[x.Field] && mentionsObjects(x.Field.Type())
		}
		return !found
	})
	return found
}

// mentionsObjects reports whether there are references in values of the type of a ghost or of a bound variable.
func mentionsObjects(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic, annot.TidType:
		return false
	case *annot.SeqType:
		return mentionsObjects(u.Elem)
	case *annot.SetType:
		return mentionsObjects(u.Elem)
	case *annot.MapType:
		return mentionsObjects(u.Key) || mentionsObjects(u.Elem)
	}
	return true
}

// Makes reports whether fn, or what it calls, may make objects or come by ones that nobody else knows.
func (p *Facts) Makes(fn *ssa.Function) bool {
	return p.reaches(fn, map[*ssa.Function]bool{}, func(instr ssa.Instruction) bool {
		switch i := instr.(type) {
		case *ssa.Alloc:
			return i.Heap
		case *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Select:
			return true
		case *ssa.Convert:
			_, isSlice := i.Type().Underlying().(*types.Slice)
			return isSlice
		case *ssa.UnOp:
			return i.Op == token.ARROW
		case *ssa.Call:
			b, ok := i.Call.Value.(*ssa.Builtin)
			return ok && b.Name() == "append"
		}
		return false
	})
}
