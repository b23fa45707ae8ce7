package analysis

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/library"
)

// A slice or map of a function that goroutines share under a lock owns what its elements lead to, as a field does, if some of the functions
// that have the variable write that: the slices in a map of slices, the objects in a map of pointers. Else the elements may as well be of
// somebody else, and nobody writes what they lead to.
//
// Which variables these are is a choice, and nothing else rests on it: either way each access is checked.

// findOwnsBehind fills ownsBehind: these variables.
func (p *Facts) findOwnsBehind() {
	p.ownsBehind = map[*types.Var]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				a, ok := instr.(*ssa.Alloc)
				if !ok {
					continue
				}
				if v := p.ownLocals[a.Pos()]; v != nil && v.Name() == a.Comment && !p.Ghosts[v] && groups(p.Guard(v)) {
					w := &behindWalk{seen: map[ssa.Value]bool{}}
					w.follow(a, holderAt)
					p.ownsBehind[v] = w.writes
				}
			}
		}
	}
}

// capturedGroup is the key of the guard group of such a variable: variables of one function with the same guard belong together.
func capturedGroup(v *types.Var, g *annot.Guard) string {
	var locks []string
	for _, c := range slices.Concat(g.Read, g.Write) {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			if x, ok := x.(*annot.Var); ok {
				locks = append(locks, fmt.Sprint(x.Obj.Pos()))
			}
			return true
		})
	}
	return strings.Join(locks, " ") + "{" + guardText(g) + "}"
}

// A behindRole is what a value is to the variable whose elements a walk follows.
type behindRole int

const (
	holderAt  behindRole = iota // the address of a variable that holds the slice or map
	holder                      // the slice or map
	elementAt                   // the address of a part of an element, which the variable owns: to write it is no write of what it leads to
	behind                      // what was read from an element, or by way of that
	behindAt                    // the address of a part of what an element leads to
	localAt                     // the address of a variable of the function that holds such a value, or of a part of it
)

// loadedAs and partAs are the roles of what is read at an address or through a pointer, and of the address of a part.
var (
	loadedAs = map[behindRole]behindRole{holderAt: holder, elementAt: behind, behind: behind, behindAt: behind, localAt: behind}
	partAs   = map[behindRole]behindRole{holder: elementAt, elementAt: elementAt, behind: behindAt, behindAt: behindAt, localAt: localAt}
)

// behindWalk follows what is read from the elements of a variable to writes of what that leads to.
type behindWalk struct {
	seen   map[ssa.Value]bool
	writes bool
}

// follow follows a value of a role.
func (w *behindWalk) follow(v ssa.Value, is behindRole) {
	if w.writes || w.seen[v] || v.Referrers() == nil || is == behind && !refers(v.Type()) && !isIteration(v) {
		return
	}
	w.seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			if to, ok := loadedAs[is]; ok && use.Op == token.MUL {
				w.follow(use, to)
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			if to, ok := partAs[is]; ok {
				w.follow(use.(ssa.Value), to)
			}
		case *ssa.MakeClosure:
			if is == holderAt || is == localAt {
				w.captured(use, v, is)
			}
		case *ssa.Slice:
			if is == holder || is == behind {
				w.follow(use, is)
			}
		case *ssa.Lookup, *ssa.Range:
			if is == holder || is == behind {
				w.follow(use.(ssa.Value), behind)
			}
		case *ssa.Next, *ssa.Extract, *ssa.Field, *ssa.Index, *ssa.Phi, *ssa.ChangeType, *ssa.TypeAssert:
			if is == behind {
				w.follow(use.(ssa.Value), behind)
			}
		case *ssa.MapUpdate:
			w.writes = w.writes || is == behind && use.Map == v
		case *ssa.Store:
			w.store(use, v, is)
		case ssa.CallInstruction:
			if is == behind || is == behindAt {
				w.passed(v, use)
			}
		}
	}
}

func isIteration(v ssa.Value) bool {
	_, ok := v.(*ssa.Range)
	return ok
}

// captured follows what a literal calls a variable that it captures.
func (w *behindWalk) captured(made *ssa.MakeClosure, v ssa.Value, is behindRole) {
	for i, b := range made.Bindings {
		if b == v {
			w.follow(made.Fn.(*ssa.Function).FreeVars[i], is)
		}
	}
}

// store is follow for a store to a value, or of it.
func (w *behindWalk) store(s *ssa.Store, v ssa.Value, is behindRole) {
	to, isCell := s.Addr.(*ssa.Alloc)
	switch {
	case s.Addr == v:
		w.writes = w.writes || is == behind || is == behindAt
	case isCell && is == holder:
		w.follow(to, holderAt)
	case isCell && is == behind:
		w.follow(to, localAt)
	}
}

// passed follows a value into a call.
func (w *behindWalk) passed(v ssa.Value, site ssa.CallInstruction) {
	call := site.Common()
	if b, ok := call.Value.(*ssa.Builtin); ok {
		w.writes = w.writes || call.Args[0] == v && slices.Contains([]string{"append", "clear", "copy", "delete"}, b.Name())
		return
	}
	fn := call.StaticCallee()
	if fn == nil {
		return
	}
	var row *library.Row
	if obj := Object(fn); fn.Blocks == nil && obj != nil {
		row = library.Of(obj.FullName())
	}
	for i, arg := range call.Args {
		switch {
		case arg != v:
		case fn.Blocks != nil && i < len(fn.Params):
			w.follow(fn.Params[i], behind)
		case row != nil && row.Writes(i), i == 0 && usesUnsynchronised(call):
			w.writes = true
		}
	}
}
