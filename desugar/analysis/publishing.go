package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// findPublishing finds the fields with WaitGroups that guard something: what is beside them is written before the one
// Done, and read after a Wait.
func (p *Facts) findPublishing() map[*types.Var]bool {
	found := map[*types.Var]bool{}
	for _, path := range p.Paths {
		for _, g := range p.Packages[path].Annot.Guards {
			for _, c := range g.Write {
				annot.Walk(c.Expr, func(x annot.Expr) bool {
					b, ok := x.(*annot.Builtin)
					if ok && b.Name == "closer" && IsWaitGroup(b.Args[0].Type()) {
						if s, ok := b.Args[0].(*annot.Select); ok {
							found[p.Field(s.Field)] = true
						}
					}
					return true
				})
			}
		}
	}
	return found
}

// Publishes reports whether v is the address of such a WaitGroup.
func (p *Facts) Publishes(v ssa.Value) bool {
	a, ok := v.(*ssa.FieldAddr)
	return ok && p.publishing[p.Field(FieldOf(a))]
}

// OnlyPublishes reports whether all that is done with the address of such a WaitGroup is to call Add, Done and Wait.
func (p *Facts) OnlyPublishes(a *ssa.FieldAddr) bool {
	for _, use := range *a.Referrers() {
		if _, ok := use.(*ssa.DebugRef); ok {
			continue
		}
		if GroupMethod(use, a) == "" {
			return false
		}
	}
	return true
}

// GroupMethod names the method of a WaitGroup that an instruction calls, or defers, and whose receiver v is: Add, Done
// or Wait; "" for all else.
func GroupMethod(use ssa.Instruction, v ssa.Value) string {
	call, ok := use.(ssa.CallInstruction)
	if _, isGo := use.(*ssa.Go); !ok || isGo {
		return ""
	}
	c := call.Common()
	obj := Object(c.StaticCallee())
	if obj == nil || len(c.Args) == 0 || c.Args[0] != v {
		return ""
	}
	switch obj.FullName() {
	case "(*sync.WaitGroup).Add", "(*sync.WaitGroup).Done", "(*sync.WaitGroup).Wait":
		return obj.Name()
	}
	return ""
}

// CountsOnDone reports whether a function that pays the Done of such a WaitGroup which it is given counts on its
// callers to owe it: all of these are checked with its body in place.
func (p *Facts) CountsOnDone(fn *ssa.Function) bool {
	obj := Object(fn)
	return obj != nil && !p.Valued[obj] && p.CallersSynchronise(fn) && !p.CalledByOthers(fn) && !p.Outlined[fn]
}

// isReplaced reports whether a function is one that nobody calls any more: where it was called, its body stands
// (package inlining), or there was no call.
func (p *Facts) isReplaced(fn *ssa.Function) bool { return p.CountsOnDone(fn) && !p.called[fn] }
