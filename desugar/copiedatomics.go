package desugar

import (
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// copiesAtomic makes a finding of a method with a value receiver that others may call, if it uses sync/atomic on a
// field of the copy that others write so: who calls it by a pointer reads the field plainly. Calls in checked code are
// accesses themselves.
func (t *translator) copiesAtomic(s *ssa.Store) {
	p, ok := s.Val.(*ssa.Parameter)
	if !ok || t.Frame.Caller != nil || t.refines != nil || !t.prog.CalledByOthers(t.Frame.Fn) {
		return
	}
	if f := t.prog.CopiedAtomic(p); f != nil {
		check := ir.Check{Kind: ir.ReadDenied, Subject: p.Name() + "." + f.Name(), Detail: "the call copies " + p.Name() + ", and reads it without sync/atomic"}
		t.Emit(t.Assertion(ir.False, check))
	}
}
