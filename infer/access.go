package infer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// An access is one place in the source that reads or writes a variable.
type access struct {
	variable *types.Var
	// base is the object that the variable is a field of, nil for others; at is what is accessed, in the variable.
	base, at *memory.Place
	element  bool // of an array, slice or map in the variable, not what the variable holds itself
	behind   bool // the pointer in the variable, in a variable that is no struct
	index    any  // of the element
	write    bool
	atomic   bool // through sync/atomic
	fresh    bool // nobody else can reach it
	held     holds
	pos      token.Pos
	fn       *ssa.Function
	seen     *accessRecord // nil: nothing was seen of it
}

// Two accesses of one expression, as in x++, are one.
type accessKey struct {
	variable *types.Var
	pos      token.Pos
}

// access notes an access by an instruction.
func (f *flow) access(instr ssa.Instruction, at *memory.Place, write, atomic bool, s *state) {
	if !f.record || f.initial || f.beginning.Variables[instr] {
		return
	}
	if !atomic {
		f.touch(at, write)
	}
	if write && !atomic {
		f.writeForeign(at, s)
	}
	v, base, in := f.variable(at)
	if safe, ok := f.beforeClose.Safe[instr]; ok && v != nil && safe.Field == v.Origin() && leadsNowhere(v.Type()) && f.written(v) == nil {
		f.publishers[v] = safe.Channel
		return
	}
	if v == nil || memory.IsSync(v.Type()) || memory.IsAtomic(v.Type()) && !atomic {
		return
	}
	behind := slices.ContainsFunc(in, func(s memory.Step) bool { return s.Kind == memory.ToTarget })
	if behind && atomic {
		return // what is said of the variable is not said of that
	}
	a := &access{
		behind: behind, variable: v, base: base, at: at, write: write, atomic: atomic, held: maps.Clone(s.held), pos: f.positionOf(instr), fn: f.fn,
		fresh: base != nil && f.isFresh(base, s),
	}
	for _, step := range in {
		if step.Kind == memory.ToElement && !a.element {
			a.element, a.index = true, step.Index
		}
	}
	key, all := accessKey{v, a.pos}, f.notes[f.fn].accesses
	all[key] = a.after(all[key])
}

// leadsNowhere reports whether what values of the type lead to needs no guard, or has that of its own type.
func leadsNowhere(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Interface:
		return true
	}
	return false
}

// writeForeign notes a write to a field of a struct of another package, of an object that others can reach.
func (f *flow) writeForeign(at *memory.Place, s *state) {
	for at.Up != nil && at.Step.Kind == memory.ToElement {
		at = at.Up
	}
	if at.Up == nil || at.Step.Kind != memory.ToField || f.structs[at.Step.Field] != nil || f.isFresh(at.Up, s) {
		return
	}
	f.notes[f.fn].foreign[at.Step.Field] = true
}

// after makes one access of a and one of the same expression before it, nil if there is none.
func (a *access) after(old *access) *access {
	if old != nil {
		a.behind = (a.behind || old.behind) && (a.behind || !a.write) && (old.behind || !old.write)
		finds := a.atomic && a.element && !old.element && !old.write // reads the slice of which an element is accessed
		a.write, a.atomic, a.fresh = a.write || old.write, a.atomic && (old.atomic || finds), a.fresh && old.fresh
		a.held.meet(old.held)
		if !a.element && old.element {
			a.element, a.index, a.at = true, old.index, old.at
		}
	}
	return a
}

// variable returns the variable that the place is in, the object around it, and the steps from the variable to the place. In
// a struct inside another the variable is the outer one, unless the inner struct has locks of its own, or the variable in it is atomic.
func (p *program) variable(at *memory.Place) (v *types.Var, base *memory.Place, in []memory.Step) {
	for q := at; ; q = q.Up {
		if q.Up == nil {
			if g, ok := p.rootVariable(q.Root.Value); ok && v == nil {
				v, base = g, nil
				in, _ = at.Under(q)
				if p.shared(q.Root.Value) != nil {
					base = q
				}
			}
			break
		}
		if q.Step.Kind == memory.ToTarget {
			if p.pointsToVariable(q.Up) {
				continue
			}
			break
		}
		if st := p.structs[q.Step.Field]; q.Step.Kind == memory.ToField && st != nil {
			v, base = q.Step.Field, q.Up
			in, _ = at.Under(q)
			if st.locks || p.isAtomic(q.Step.Field) {
				break
			}
		}
	}
	return v, base, in
}

// pointsToVariable reports whether the place is a field or package variable that points to a variable which is no
// struct, such as a map. Nothing else tells whose that is, so it counts as part of the one with the pointer.
func (p *program) pointsToVariable(at *memory.Place) bool {
	var t types.Type
	switch {
	case at.Up != nil && at.Step.Kind == memory.ToField && p.structs[at.Step.Field] != nil:
		t = at.Step.Field.Type()
	case at.Up == nil:
		g, ok := at.Root.Value.(*ssa.Global)
		if !ok {
			return false
		}
		t = g.Type().(*types.Pointer).Elem()
	default:
		return false
	}
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok || memory.IsSync(ptr.Elem()) || memory.IsAtomic(ptr.Elem()) {
		return false
	}
	_, isStruct := ptr.Elem().Underlying().(*types.Struct)
	_, isParam := types.Unalias(ptr.Elem()).(*types.TypeParam)
	return !isStruct && !isParam
}

// rootVariable returns the package variable, or the variable shared by function literals, whose address v is.
func (p *program) rootVariable(v ssa.Value) (*types.Var, bool) {
	if g, ok := v.(*ssa.Global); ok {
		global, ok := g.Object().(*types.Var)
		return global, ok && p.pkgs[global.Pkg()] != nil
	}
	l := p.shared(v)
	return l, l != nil
}

// positionOf returns where the expression begins that an instruction accesses memory for.
func (p *program) positionOf(instr ssa.Instruction) token.Pos {
	switch instr := instr.(type) {
	case *ssa.Store:
		return p.operandAt(instr.Addr, instr.Pos())
	case *ssa.MapUpdate:
		return p.operandAt(instr.Map, instr.Pos())
	case *ssa.Range:
		return p.operandAt(instr.X, instr.Pos())
	case *ssa.UnOp:
		if pos := written(instr); pos.IsValid() {
			return pos
		}
		return p.operandAt(instr.X, cmp.Or(instr.Pos(), returned(instr)))
	case *ssa.Lookup:
		return p.operandAt(instr.X, instr.Pos())
	case ssa.CallInstruction:
		if args := instr.Common().Args; len(args) > 0 {
			return p.operandAt(args[0], instr.Pos())
		}
	case ssa.Value:
		if pos := written(instr); pos.IsValid() {
			return pos
		}
	}
	return instr.Pos()
}

// written returns where the expression begins that v is the value of, if that is known.
func written(v ssa.Value) token.Pos {
	if v.Referrers() == nil {
		return token.NoPos
	}
	for _, use := range *v.Referrers() {
		if d, ok := use.(*ssa.DebugRef); ok && d.Expr != nil {
			return d.Expr.Pos()
		}
	}
	return token.NoPos
}

// returned returns where a value is returned that nobody has written down: a result with a name.
func returned(v *ssa.UnOp) token.Pos {
	for _, use := range *v.Referrers() {
		if ret, ok := use.(*ssa.Return); ok {
			return ret.Pos()
		}
	}
	return token.NoPos
}

// operandAt returns where the operand of an instruction begins.
func (p *program) operandAt(v ssa.Value, otherwise token.Pos) token.Pos {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return p.begin(v.(ssa.Instruction).Parent(), v.Pos())
	case *ssa.UnOp:
		if pos := written(v); pos.IsValid() {
			return pos
		}
	}
	return otherwise
}

// begin returns where the selector or index expression begins whose name or bracket is at pos.
func (p *program) begin(fn *ssa.Function, pos token.Pos) token.Pos {
	syntax := fn.Syntax()
	if syntax == nil || !pos.IsValid() {
		return pos
	}
	found := pos
	ast.Inspect(syntax, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if n.Sel.Pos() == pos {
				found = n.Pos()
			}
		case *ast.IndexExpr:
			if n.Lbrack == pos {
				found = n.Pos()
			}
		}
		return true
	})
	return found
}
