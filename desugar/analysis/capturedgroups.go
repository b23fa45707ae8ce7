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
					w.variable(a)
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

// behindWalk follows what is read from the elements of a variable to writes of what that leads to.
type behindWalk struct {
	seen   map[ssa.Value]bool
	writes bool
}

// again reports whether a value was followed already, or needs not be.
func (w *behindWalk) again(v ssa.Value) bool {
	if w.writes || w.seen[v] || v.Referrers() == nil {
		return true
	}
	w.seen[v] = true
	return false
}

// variable follows the address of a variable that holds the slice or map itself.
func (w *behindWalk) variable(at ssa.Value) {
	if w.again(at) {
		return
	}
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			w.whole(use)
		case *ssa.MakeClosure:
			captured(use, at, w.variable)
		}
	}
}

// captured visits what a literal calls what it captures.
func captured(made *ssa.MakeClosure, v ssa.Value, visit func(ssa.Value)) {
	for i, b := range made.Bindings {
		if b == v {
			visit(made.Fn.(*ssa.Function).FreeVars[i])
		}
	}
}

// whole follows the slice or map itself.
func (w *behindWalk) whole(v ssa.Value) {
	if w.again(v) {
		return
	}
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.Slice:
			w.whole(use)
		case *ssa.Lookup, *ssa.Range:
			w.inner(use.(ssa.Value))
		case *ssa.IndexAddr:
			w.element(use)
		case *ssa.Store:
			if cell, ok := use.Addr.(*ssa.Alloc); ok && use.Val == v {
				w.variable(cell)
			}
		}
	}
}

// element follows the address of a part of an element, which the variable owns: to write it is no write of what it leads to.
func (w *behindWalk) element(at ssa.Value) {
	if w.again(at) {
		return
	}
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			w.inner(use)
		case *ssa.FieldAddr, *ssa.IndexAddr:
			w.element(use.(ssa.Value))
		}
	}
}

// inner follows what was read from an element, or by way of that.
func (w *behindWalk) inner(v ssa.Value) {
	if !refers(v.Type()) && !isIteration(v) || w.again(v) {
		return
	}
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.Lookup, *ssa.Range, *ssa.Next, *ssa.Extract, *ssa.Field, *ssa.Index, *ssa.Phi, *ssa.Slice, *ssa.ChangeType, *ssa.TypeAssert:
			w.inner(use.(ssa.Value))
		case *ssa.FieldAddr, *ssa.IndexAddr:
			w.place(use.(ssa.Value))
		case *ssa.UnOp:
			if use.Op == token.MUL {
				w.inner(use)
			}
		case *ssa.MapUpdate:
			w.writes = w.writes || use.Map == v
		case *ssa.Store:
			if use.Addr == v {
				w.writes = true
			} else if cell, ok := use.Addr.(*ssa.Alloc); ok {
				w.cell(cell)
			}
		case ssa.CallInstruction:
			w.passed(v, use)
		}
	}
}

func isIteration(v ssa.Value) bool {
	_, ok := v.(*ssa.Range)
	return ok
}

// place follows the address of a part of what an element leads to.
func (w *behindWalk) place(at ssa.Value) {
	if w.again(at) {
		return
	}
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			w.writes = w.writes || use.Addr == at
		case *ssa.UnOp:
			w.inner(use)
		case *ssa.FieldAddr, *ssa.IndexAddr:
			w.place(use.(ssa.Value))
		case ssa.CallInstruction:
			w.passed(at, use)
		}
	}
}

// cell follows a variable of the function that holds such a value, or a part of it.
func (w *behindWalk) cell(at ssa.Value) {
	if w.again(at) {
		return
	}
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			w.inner(use)
		case *ssa.FieldAddr, *ssa.IndexAddr:
			w.cell(use.(ssa.Value))
		case *ssa.MakeClosure:
			captured(use, at, w.cell)
		}
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
			w.inner(fn.Params[i])
		case row != nil && row.Writes(i), i == 0 && usesUnsynchronised(call):
			w.writes = true
		}
	}
}
