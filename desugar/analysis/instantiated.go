package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// Package ssa makes the methods of whatever becomes an interface, and of all that it leads to. Where that is an
// interface which nobody reads (unread.go), of an instance of which no other code speaks, there are no values of these
// types. So their methods never run. They tell nothing, least of all that a type argument is any.

// instantiated is what code speaks of.
type instantiated struct {
	prog      *Facts
	instances typeutil.Map // of generic types
	seen      typeSet
	read      map[*ssa.Function]bool
}

// isOfInstance reports whether a function is a method of an instance, or an instance itself, and is there if others use it.
func isOfInstance(fn *ssa.Function) bool {
	return isMethodOfInstance(fn) || fn.Signature.Recv() == nil && Root(fn).Origin() != nil
}

func isMethodOfInstance(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	n, ok := types.Unalias(Deref(recv.Type())).(*types.Named)
	return ok && n.TypeArgs().Len() > 0
}

// appendMade appends those methods of instances among the rest of which code speaks, and the functions that they use.
func (p *Facts) appendMade(all, rest []*ssa.Function, seen map[*ssa.Function]bool) []*ssa.Function {
	if !slices.ContainsFunc(rest, isMethodOfInstance) {
		return all // a thirtieth of the time after an edit
	}
	s := &instantiated{prog: p, read: map[*ssa.Function]bool{}}
	for _, path := range s.prog.Paths {
		for _, v := range s.prog.Packages[path].Variables() {
			if v.Name() != "_" {
				s.speaksOf(v.Type())
			}
		}
	}
	for before := -1; before < len(all); {
		before = len(all)
		for _, fn := range all {
			s.function(fn)
		}
		for _, fn := range rest {
			if recv := fn.Signature.Recv(); recv != nil && s.instances.At(types.Unalias(Deref(recv.Type()))) != nil {
				all = appendUsed(all, fn, seen)
			}
		}
	}
	return all
}

// function notes the instances that the code of a function speaks of.
func (s *instantiated) function(fn *ssa.Function) {
	if s.read[fn] {
		return
	}
	s.read[fn] = true
	for _, arg := range fn.TypeArgs() {
		s.speaksOf(arg)
	}
	s.speaksOf(fn.Signature)
	var operands []*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				if isUnreadPart(v) {
					continue
				}
				s.speaksOf(v.Type())
			}
			if _, isDebug := instr.(*ssa.DebugRef); isDebug {
				continue
			}
			operands = instr.Operands(operands[:0])
			for _, op := range operands {
				s.operand(*op)
			}
		}
	}
}

func (s *instantiated) operand(v ssa.Value) {
	if v == nil || isUnreadPart(v) {
		return
	}
	s.speaksOf(v.Type())
	if fn, ok := v.(*ssa.Function); ok {
		for _, arg := range fn.TypeArgs() {
			s.speaksOf(arg)
		}
	}
}

// speaksOf notes the instances that a type is made of.
func (s *instantiated) speaksOf(t types.Type) {
	t = types.Unalias(t)
	if !s.seen.add(t) {
		return
	}
	if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() > 0 {
		s.instances.Set(n, true)
		for arg := range n.TypeArgs().Types() {
			s.speaksOf(arg)
		}
	}
	if sig, ok := t.(*types.Signature); ok && sig.Recv() != nil {
		s.speaksOf(sig.Recv().Type())
	}
	eachComponent(t, s.speaksOf)
}
