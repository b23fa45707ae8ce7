package verify

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar"
)

// sharers tell which functions touch what goroutines may share, by a look at their instructions. Nothing but an order rests on that.
type sharers struct{ known map[types.Type]bool }

func newSharers() *sharers { return &sharers{map[types.Type]bool{}} }

// rank is that of a function which the limit ended so many times.
func (s *sharers) rank(fn *desugar.Function, cuts int) rank {
	r := rank{cuts: cuts, alone: true}
	if fn.Fn != nil {
		shares := false
		s.look(fn.Fn, &r.size, &shares)
		r.alone = !shares
	}
	return r
}

// look counts the instructions of a function with its literals, and looks for one that touches what may be shared.
func (s *sharers) look(fn *ssa.Function, size *int, shares *bool) {
	*shares = *shares || len(fn.FreeVars) > 0
	for _, b := range fn.Blocks {
		*size += len(b.Instrs)
		for _, instr := range b.Instrs {
			*shares = *shares || s.touches(instr)
		}
	}
	for _, lit := range fn.AnonFuncs {
		s.look(lit, size, shares)
	}
}

// touches reports whether an instruction does something with a goroutine, a channel, a lock, an atomic value, a package variable, or
// an object that has one of these.
func (s *sharers) touches(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MakeChan:
		return true
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return true
		}
	case *ssa.FieldAddr:
		if s.isShared(i.X.Type()) {
			return true
		}
	case ssa.CallInstruction:
		for _, arg := range i.Common().Args {
			if s.isShared(arg.Type()) {
				return true
			}
		}
	}
	for _, op := range instr.Operands(nil) {
		if _, ok := (*op).(*ssa.Global); ok {
			return true
		}
	}
	return false
}

// isShared reports whether values of a type, or what they point to, are made for several goroutines.
func (s *sharers) isShared(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if known, ok := s.known[t]; ok {
		return known
	}
	s.known[t] = false // while it is looked at
	shared := annot.LockOf(t) != annot.NoLock || isOfSync(t)
	switch u := t.Underlying().(type) {
	case *types.Chan:
		shared = true
	case *types.Array:
		shared = shared || s.isShared(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if _, pointer := f.Type().Underlying().(*types.Pointer); !pointer || annot.LockOf(deref(f.Type())) != annot.NoLock {
				shared = shared || s.isShared(f.Type())
			}
		}
	}
	s.known[t] = shared
	return shared
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// isOfSync reports whether a type is of package sync or sync/atomic.
func isOfSync(t types.Type) bool {
	n, ok := t.(*types.Named)
	return ok && n.Obj().Pkg() != nil && (n.Obj().Pkg().Path() == "sync" || strings.HasPrefix(n.Obj().Pkg().Path(), "sync/"))
}
