package infer

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A guardLock is a lock as the annotation of a variable names it.
type guardLock struct {
	text    string
	indexed bool // it names the index of the element: locks[j]
	far     int  // how far from the variable it is: among equals the nearest is meant
}

// How far locks are that are not in the variable's own object.
const (
	elsewhere = 10  // behind a pointer to another object
	inPackage = 100 // a package variable, or in one
)

// index is the name of the element's index in annotations.
const index = "j"

// named returns the ways to name lock l in an annotation of the variable that is accessed.
func (p *program) named(a *access, l *memory.Place) []guardLock {
	var all []guardLock
	if a.base != nil {
		if steps, ok := l.Under(a.base); ok {
			if text, indexed, ok := a.path(steps); ok {
				all = append(all, guardLock{text, indexed, len(steps)})
			}
		}
		all = append(all, p.through(a, l)...)
	}
	if o, ok := l.Root.Value.(*ssa.Alloc); ok && l.Up == nil && a.base != nil && p.locals[o] != nil && (!isChannel(l) || isStore(a.variable.Type())) {
		if a.base.Up == nil && p.shared(a.base.Root.Value) != nil && a.base.Root.Value.Parent() == o.Parent() {
			all = append(all, guardLock{o.Comment, false, 1})
		}
	}
	if g, ok := l.Root.Value.(*ssa.Global); ok && g.Object() != nil && g.Object().Pkg() == a.variable.Pkg() {
		steps, _ := l.Under(l.Base())
		if text, indexed, ok := a.path(steps); ok {
			name := g.Name()
			if text != "" {
				name += "." + text
				if strings.HasPrefix(text, "[") {
					name = g.Name() + text
				}
			}
			if !p.hidden(a.variable, g.Name()) {
				all = append(all, guardLock{name, indexed, inPackage + len(steps)})
			}
		}
	}
	return all
}

// hidden reports whether a field beside the variable has the name of a package variable.
func (p *program) hidden(v *types.Var, name string) bool {
	st := p.structs[v]
	return st != nil && slices.ContainsFunc(st.fields, func(f *types.Var) bool { return f.Name() == name })
}

// path writes steps as a selector. Of elements only those at the index of the access itself can be named, or at a constant.
func (a *access) path(steps []memory.Step) (text string, indexed, ok bool) {
	var b strings.Builder
	for _, s := range steps {
		switch s.Kind {
		case memory.ToField:
			if s.Field.Name() == "_" || s.Field == a.variable {
				return "", false, false
			}
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.Field.Name())
		case memory.ToElement:
			switch i := s.Index.(type) {
			case string:
				b.WriteString("[" + i + "]")
			default:
				if i == nil || !a.element || i != a.index {
					return "", false, false
				}
				b.WriteString("[" + index + "]")
				indexed = true
			}
		}
	}
	return b.String(), indexed, true
}

// through names a lock by way of a field beside the variable that points to an object of the lock's type, and by which
// some code goes: which object that is, an annotation cannot know from here.
func (p *program) through(a *access, l *memory.Place) []guardLock {
	st := p.structs[a.variable]
	o := l.Object()
	steps, _ := l.Under(o)
	if st == nil || len(steps) == 0 || steps[0].Kind != memory.ToField || p.structs[steps[0].Field] == nil {
		return nil
	}
	owner := p.structs[steps[0].Field].owner
	if owner == nil {
		return nil
	}
	text, indexed, ok := a.path(steps)
	if !ok || indexed {
		return nil
	}
	var all []guardLock
	for _, f := range st.fields {
		ptr, ok := f.Type().Underlying().(*types.Pointer)
		if !ok || f == a.variable || f.Name() == "_" {
			continue
		}
		if n, ok := types.Unalias(ptr.Elem()).(*types.Named); ok && n.Origin().Obj() == owner && !p.assigned(f) && p.leading[f] {
			all = append(all, guardLock{f.Name() + "." + text, false, elsewhere + len(steps)})
		}
	}
	return all
}

// assigned reports whether the field is written once others can reach its object.
func (p *program) assigned(f *types.Var) bool { return p.assignedLate[f] }

// findLeading finds the fields with pointers by which some code goes to another object. Where all code only stores them
// and compares them, nobody finds a lock by them.
func (p *program) findLeading() {
	clear(p.leading)
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if a, ok := instr.(*ssa.FieldAddr); ok && slices.ContainsFunc(*a.Referrers(), goesOn) {
					p.leading[fieldOf(a)] = true
				}
			}
		}
	}
}

// goesOn reports whether an instruction with a field's address loads the field, and not just to compare it.
func goesOn(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Store, *ssa.DebugRef:
		return false
	case *ssa.UnOp:
		return slices.ContainsFunc(*i.Referrers(), func(r ssa.Instruction) bool {
			switch r.(type) {
			case *ssa.BinOp, *ssa.DebugRef:
				return false
			}
			return true
		})
	}
	return true
}
