package emit

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A copy of a struct of which slices and maps are replaced at once, before anybody else can know the copy:
//
//	c := *old
//	c.limits = maps.Clone(c.limits)
//
// What the copy is given first in these fields is nobody's business: it leads nowhere after the second assignment. So
// it is not stored at all, and what is read there in between is what was copied. Else the copy would count as leading
// to what others know, and what it is made of later would be theirs.

// replaced returns e, the struct that s stores in a new variable, without what is replaced at once. The loads of that have what e had.
func (t *Builder) replaced(s *ssa.Store, e *ir.Expr) *ir.Expr {
	a, ok := s.Addr.(*ssa.Alloc)
	if !ok || !a.Heap || a.Block() != s.Block() || readInRecovery(a) {
		return e
	}
	st, ok := analysis.Deref(a.Type()).Underlying().(*types.Struct)
	if !ok || e.Sort.Kind != ir.KindTuple || len(e.Sort.Fields) != st.NumFields() {
		return e
	}
	for i, loads := range replacedFields(a, s) {
		f := st.Field(i)
		was, err := t.Mem.Read(t.Mem.Field(heap.ValuePlace(e, analysis.Deref(a.Type())), f))
		if err != nil || !analysis.LeadsToMemory(f.Type()) || !ir.Same(was.Sort, e.Sort.Fields[i].Sort) {
			continue
		}
		was = t.Stable(was)
		for _, load := range loads {
			t.Frame.Copied[load] = was
		}
		e = ir.UpdateField(e, i, heap.ZeroOf(was.Sort))
	}
	return e
}

// readInRecovery reports whether a variable is a result that is returned as it is after a panic, which may come before
// the second assignment.
func readInRecovery(a *ssa.Alloc) bool {
	r := a.Parent().Recover
	return r != nil && slices.ContainsFunc(*a.Referrers(), func(use ssa.Instruction) bool { return use.Block() == r })
}

// replacedFields returns the fields of a variable that are assigned after the store s, which is the first thing that is
// done with the variable, in the same block and before anything else is done with it than to read and assign single
// fields. With each come the loads before that assignment.
func replacedFields(a *ssa.Alloc, s *ssa.Store) map[int][]*ssa.UnOp {
	instrs := a.Block().Instrs
	isUse := func(instr ssa.Instruction) bool { return slices.Contains(*a.Referrers(), instr) }
	first := slices.IndexFunc(instrs, func(instr ssa.Instruction) bool { _, debug := instr.(*ssa.DebugRef); return !debug && isUse(instr) })
	if first < 0 || instrs[first] != ssa.Instruction(s) || s.Val == ssa.Value(a) {
		return nil
	}
	done, read := map[int][]*ssa.UnOp{}, map[int][]*ssa.UnOp{}
	for _, instr := range instrs[first+1:] {
		switch instr := instr.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.FieldAddr:
			if instr.X == ssa.Value(a) && !onlyReadAndAssigned(instr) {
				return done
			}
			continue
		case *ssa.UnOp:
			if f, ok := instr.X.(*ssa.FieldAddr); ok && f.X == ssa.Value(a) {
				read[f.Field] = append(read[f.Field], instr)
				continue
			}
		case *ssa.Store:
			f, ok := instr.Addr.(*ssa.FieldAddr)
			if ok && f.X == ssa.Value(a) {
				if _, again := done[f.Field]; !again {
					done[f.Field] = read[f.Field]
				}
				continue
			}
		}
		if isUse(instr) {
			return done
		}
	}
	return done
}

// onlyReadAndAssigned reports whether all that is done with the address of a field is to read the field and to assign it.
func onlyReadAndAssigned(at *ssa.FieldAddr) bool {
	return !slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.UnOp:
			return use.Op != token.MUL
		case *ssa.Store:
			return use.Addr != ssa.Value(at)
		}
		return true
	})
}
