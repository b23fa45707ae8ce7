package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// A Confined is an object of which the goroutine that runs a function has what is confined to it: a parameter or captured
// variable of the function points to it.
type Confined struct {
	*annot.Confinement
	From ssa.Value // a Parameter or FreeVar
	Cell bool      // From is the captured variable that holds the pointer
}

// ConfinedTo returns what is confined to a goroutine that runs fn. The text of fn settles that, so that who starts it
// and the check of fn by itself agree. It is the object on which the goroutine runs a function that confined_to names:
// fn itself, or one that fn calls. Where fn is a literal in such a function, it is the objects of which fn uses what is
// confined. Code elsewhere may start a function with an exported name.
func (p *Facts) ConfinedTo(fn *ssa.Function) []Confined {
	if !p.Spawned[fn] && (fn.Parent() != nil || !token.IsExported(fn.Name())) {
		return nil
	}
	var all []Confined
	add := func(c *annot.Confinement, v ssa.Value, cell bool) {
		if !slices.ContainsFunc(all, func(o Confined) bool { return o.Confinement == c && o.From == v }) {
			all = append(all, Confined{c, v, cell})
		}
	}
	for _, path := range p.Paths {
		for _, c := range p.Packages[path].Annot.Confined {
			if Object(fn) == c.Func && (p.Spawned[fn] || !p.startsLiteral(fn, c)) {
				if i := numberOfParameter(fn, c.Owner); i >= 0 {
					add(c, fn.Params[i], false)
				}
			}
			if !p.Spawned[fn] {
				continue
			}
			for _, call := range Calls(fn) {
				callee := call.StaticCallee()
				if callee == nil || Object(callee) != c.Func {
					continue
				}
				if i := numberOfParameter(callee, c.Owner); i >= 0 && i < len(call.Args) {
					if v, cell := givenPointer(call.Args[i]); v != nil {
						add(c, v, cell)
					}
				}
			}
			if root := Root(fn); root != fn && Object(root) == c.Func && !p.Spawned[root] {
				for _, v := range p.confinedInputs(fn, c) {
					cell, _ := leadsTo(v, c.Owner)
					add(c, v, cell)
				}
			}
		}
	}
	return all
}

// RunBy names the function whose goroutine v, a field that only annotations know, remembers, with a point before it if it is a
// method; "" if v remembers none.
func (p *Facts) RunBy(v *types.Var) string {
	for _, path := range p.Paths {
		for _, c := range p.Packages[path].Annot.Confined {
			if c.Goroutine == v && c.Func.Signature().Recv() != nil {
				return "." + c.Func.Name()
			} else if c.Goroutine == v {
				return c.Func.Name()
			}
		}
	}
	return ""
}

// numberOfParameter returns the number of the first parameter of type *T, the receiver being the first of all; -1 if there is none.
func numberOfParameter(fn *ssa.Function, owner *types.TypeName) int {
	return slices.IndexFunc(fn.Params, func(v *ssa.Parameter) bool { return pointsTo(v.Type(), owner) })
}

func pointsTo(t types.Type, owner *types.TypeName) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && StructName(ptr.Elem()) == owner
}

// startsLiteral reports whether the function has goroutines run literals that use what is confined: it is for these then.
func (p *Facts) startsLiteral(fn *ssa.Function, c *annot.Confinement) bool {
	return slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool {
		return p.Spawned[lit] && len(p.confinedInputs(lit, c)) > 0 || p.startsLiteral(lit, c)
	})
}

// confinedInputs are the parameters and captured variables of a function by which it uses what is confined.
func (p *Facts) confinedInputs(fn *ssa.Function, c *annot.Confinement) (all []ssa.Value) {
	note := func(v ssa.Value) {
		if _, ok := leadsTo(v, c.Owner); ok && p.usesConfined(v, c) {
			all = append(all, v)
		}
	}
	for _, v := range fn.Params {
		note(v)
	}
	for _, v := range fn.FreeVars {
		note(v)
	}
	return all
}

// leadsTo reports whether v is a pointer to an object of the type, or the captured variable, cell, that holds one.
func leadsTo(v ssa.Value, owner *types.TypeName) (cell, ok bool) {
	if pointsTo(v.Type(), owner) {
		return false, true
	}
	ptr, isPointer := v.Type().Underlying().(*types.Pointer)
	_, isCaptured := v.(*ssa.FreeVar)
	return true, isPointer && isCaptured && pointsTo(ptr.Elem(), owner)
}

// givenPointer returns the parameter or captured variable that a pointer is the value of, nil if it is none; cell: the captured
// variable holds it.
func givenPointer(v ssa.Value) (from ssa.Value, cell bool) {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v, false
	case *ssa.FreeVar:
		return v, false
	case *ssa.UnOp:
		if fv, ok := v.X.(*ssa.FreeVar); ok {
			return fv, true
		}
		if a, ok := v.X.(*ssa.Alloc); ok {
			if p, ok := Spilled(a); ok {
				return p, false
			}
		}
	}
	return nil, false
}

// usesConfined reports whether a function, or one that it calls, uses a field so confined of what v leads to.
func (p *Facts) usesConfined(v ssa.Value, c *annot.Confinement) bool {
	uses := false
	w := &fieldWalk{prog: p, seen: map[ssa.Value]bool{}, field: func(use *ssa.FieldAddr) {
		if g := p.Guard(FieldOf(use)); g != nil && g.Confined == c {
			uses = true
		}
	}}
	w.value(v)
	return uses
}

// CalledByNameAlone reports whether all calls of a function in the checked packages name it.
func (p *Facts) CalledByNameAlone(fn *ssa.Function) bool {
	if fn.Parent() != nil {
		return !p.Loose[fn]
	}
	obj := Object(fn)
	return obj != nil && !p.dynamic[obj] && !p.isDispatched(obj) && !p.Valued[obj] && !p.arranged[obj]
}
