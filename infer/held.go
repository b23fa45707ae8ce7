package infer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
)

// A Holding says which locks a function holds from a place on, as far as the code tells. Nothing of it is proved.
type Holding struct {
	// Position is that of the call after which the locks are held; at the entry of a function, that of its body.
	Position token.Position
	Entry    bool
	// Before and Locks are those held before and after, as the function names them, sorted: "c.mu", "c.rw for reading".
	Before, Locks []string
}

// Holdings finds where the locks that are held change in the functions of packages: at the entry of functions that are called with
// some held, and at calls that acquire or release some. They come by position.
func Holdings(pkgs []*packages.Package, annots map[string]*annot.Package) ([]Holding, error) {
	p, err := build(pkgs, annots)
	if err != nil || p == nil {
		return nil, err
	}
	p.changes = map[*ssa.Function][]change{}
	p.run()
	var all []Holding
	for _, fn := range p.functions {
		body := bodyOf(fn)
		entry := p.entries[fn]
		if body == nil || entry == nil {
			continue
		}
		if locks := p.heldNames(fn, entry.held); len(locks) > 0 {
			all = append(all, Holding{Position: p.fset.Position(body.Lbrace), Entry: true, Locks: locks})
		}
		for _, c := range p.changes[fn] {
			h := Holding{Position: p.fset.Position(c.pos), Before: p.heldNames(fn, c.before), Locks: p.heldNames(fn, c.after)}
			if h.Position.IsValid() && !slices.Equal(h.Before, h.Locks) {
				all = append(all, h)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Holding) int {
		if n := strings.Compare(a.Position.Filename, b.Position.Filename); n != 0 {
			return n
		}
		return a.Position.Offset - b.Position.Offset
	})
	return all, nil
}

// A change is a call before and after which different locks are held.
type change struct {
	pos           token.Pos
	before, after holds
}

// watch does what an instruction does, and notes whether that changes which locks are held.
func (f *flow) watch(instr ssa.Instruction, s *state) {
	call, ok := instr.(*ssa.Call)
	if !ok || f.changes == nil || !f.record {
		f.instr(instr, s)
		return
	}
	before := maps.Clone(s.held)
	if f.instr(instr, s); !maps.Equal(before, s.held) {
		f.changes[f.fn] = append(f.changes[f.fn], change{call.Pos(), before, maps.Clone(s.held)})
	}
}

// bodyOf is the body of a function in the source; nil if it has none there.
func bodyOf(fn *ssa.Function) *ast.BlockStmt {
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return n.Body
	case *ast.FuncLit:
		return n.Body
	}
	return nil
}

// heldNames writes locks, sorted. A sync.Once that has run is left out, and a channel that counts as a lock: nobody holds them.
func (p *program) heldNames(fn *ssa.Function, held holds) []string {
	var names []string
	for l, m := range held {
		if m&reading != 0 && !isReadLock(l) || isChannel(l) {
			continue
		}
		name := p.localText(fn, l)
		if name == "" {
			name = "another lock"
		}
		if m&reading != 0 {
			name += " for reading"
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isReadLock reports whether a lock can be held for reading, as far as its variable tells: a Once cannot.
func isReadLock(l *memory.Place) bool {
	t := l.Root.Value.Type()
	if l.Up != nil {
		if l.Step.Kind != memory.ToField {
			return true
		}
		t = l.Step.Field.Type()
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	return annot.LockOf(t) != annot.Once
}

// localText is text, of places that begin with a local variable, too.
func (p *program) localText(fn *ssa.Function, at *memory.Place) string {
	if name := p.text(fn, at); name != "" {
		return name
	}
	name := variableOf(at.Root.Value)
	if name == "" || at.Root.Result != 0 {
		return ""
	}
	steps, _ := at.Under(at.Base())
	for _, s := range steps {
		switch s.Kind {
		case memory.ToField:
			name += "." + s.Field.Name()
		case memory.ToElement:
			name += fmt.Sprintf("[%s]", indexText(s.Index))
		}
	}
	return name
}

func indexText(index any) string {
	switch i := index.(type) {
	case string:
		return i
	case ssa.Value:
		return variableOf(i)
	}
	return "…"
}

// unnamed are the comments of variables that go/ssa has made itself.
var unnamed = []string{"new", "complit", "slicelit", "makeslice", "varargs"}

// variableOf is the name of the variable that a value is the value, or the address, of; "" if there is none.
func variableOf(v ssa.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case *ssa.Parameter:
		return v.Name()
	case *ssa.Global:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Phi:
		if token.IsIdentifier(v.Comment) {
			return v.Comment
		}
	case *ssa.Alloc:
		for _, r := range *v.Referrers() { // of a literal: the slice of it
			if s, ok := r.(*ssa.Slice); ok && variableOf(s) != "" {
				return variableOf(s)
			}
		}
		if token.IsIdentifier(v.Comment) && !slices.Contains(unnamed, v.Comment) {
			return v.Comment
		}
	}
	if refs := v.Referrers(); refs != nil {
		for _, r := range *refs {
			if d, ok := r.(*ssa.DebugRef); ok {
				if id, ok := d.Expr.(*ast.Ident); ok {
					return id.Name
				}
			}
		}
	}
	return ""
}
