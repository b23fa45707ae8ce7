package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// HandsOverEach reports whether a guarded slice or map hands over the objects that it has pointers to, each by itself: some function takes
// one out, removes it, and goes on with it. Then each is a part of memory of its own, and the variable's as long as it is an element.
// As with IsHandedOver, nothing rests on the guess.
func (p *Facts) HandsOverEach(v *types.Var) bool {
	if v == nil || !p.handedOverEach[p.Field(v)] || p.GroupOf(v) == nil {
		return false
	}
	ptr := elementPointer(v.Type())
	return ptr != nil && p.IsRegional(ptr.Elem())
}

// elementPointer returns the type of the elements of a slice or map if they are pointers, else nil.
func elementPointer(t types.Type) *types.Pointer {
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Map:
		elem = u.Elem()
	default:
		return nil
	}
	ptr, _ := elem.Underlying().(*types.Pointer)
	return ptr
}

// mayHandOverEach reports whether the elements of a variable can be parts of memory by themselves: they are pointers to objects that do not
// lead to others of their type, and nobody has the address of one.
func (p *Facts) mayHandOverEach(v *types.Var) bool {
	ptr := elementPointer(v.Type())
	if ptr == nil || !p.mayHandOver(v) {
		return false
	}
	name := StructName(ptr.Elem())
	if name == nil || !p.isOurs(name) {
		return false
	}
	if m, ok := v.Type().Underlying().(*types.Map); ok { // a key tells an entry
		b, ok := m.Key().Underlying().(*types.Basic)
		if !ok || b.Info()&(types.IsFloat|types.IsComplex) != 0 {
			return false
		}
	}
	inside := map[*types.TypeName]bool{}
	p.structsBehind(ptr.Elem(), inside, map[types.Type]bool{})
	return !inside[name] && (&regions{prog: p}).isPlain(ptr.Elem(), map[types.Type]bool{})
}

// elementsTaken notes the variables of which a function takes out an element, removes it and goes on with it, and those of which it moves
// elements about, so that it is not told by its place which one is removed.
func (in accessed) elementsTaken(taken, moved map[*types.Var]bool) {
	for v, all := range in.loads {
		if elementPointer(v.Type()) == nil {
			continue
		}
		w := &elementWalk{from: map[ssa.Value]bool{}, resliced: map[ssa.Value]bool{}}
		for _, load := range all {
			w.container(load)
		}
		moved[v] = moved[v] || w.moves
		removals := w.deletes
		for _, s := range in.stores[v] {
			if w.resliced[s.Val] {
				removals = append(removals, s)
			}
		}
		for _, e := range w.elements {
			uses := &takenWalk{from: map[ssa.Value]bool{}}
			uses.follow(e)
			for _, removal := range removals {
				after := func(use ssa.Instruction) bool { return runsAfter(use, removal, e.(ssa.Instruction)) }
				if runsAfter(removal, e.(ssa.Instruction), nil) && slices.ContainsFunc(uses.uses, after) {
					taken[v] = true
				}
			}
		}
	}
}

// elementWalk follows a slice or map to its elements, and to where some are removed.
type elementWalk struct {
	from     map[ssa.Value]bool // the container, and variables that hold it
	resliced map[ssa.Value]bool // slices of it
	elements []ssa.Value
	deletes  []ssa.Instruction
	moves    bool // elements are moved about, or somebody else gets at them
}

func (w *elementWalk) container(v ssa.Value) {
	if w.from[v] || v.Referrers() == nil {
		return
	}
	w.from[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if a, ok := use.Addr.(*ssa.Alloc); ok && use.Val == v {
				w.resliced[a] = w.resliced[a] || w.resliced[v]
				w.container(a)
			}
		case *ssa.UnOp, *ssa.Phi, *ssa.ChangeType:
			x := use.(ssa.Value)
			w.resliced[x] = w.resliced[x] || w.resliced[v]
			w.container(x)
		case *ssa.Slice:
			w.resliced[use] = true
			w.container(use)
		case *ssa.IndexAddr:
			w.element(use)
		case *ssa.Lookup:
			if use.X == v {
				w.lookedUp(use, use.CommaOk, 0)
			}
		case *ssa.Range:
			for _, next := range *use.Referrers() {
				if next, ok := next.(*ssa.Next); ok {
					w.lookedUp(next, true, 2)
				}
			}
		case ssa.CallInstruction:
			w.call(v, use)
		}
	}
}

// element notes what is read from an element's place, and what is written there.
func (w *elementWalk) element(at *ssa.IndexAddr) {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			w.elements = append(w.elements, use)
		case *ssa.Store:
			if c, ok := use.Val.(*ssa.Const); use.Addr == ssa.Value(at) && (!ok || !c.IsNil()) {
				w.moves = true
			}
		case *ssa.DebugRef:
		default:
			w.moves = true
		}
	}
}

// lookedUp notes what was found, which is a part of a tuple if tuple is set.
func (w *elementWalk) lookedUp(v ssa.Value, tuple bool, part int) {
	if !tuple {
		w.elements = append(w.elements, v)
		return
	}
	for _, use := range *v.Referrers() {
		if x, ok := use.(*ssa.Extract); ok && x.Index == part {
			w.elements = append(w.elements, x)
		}
	}
}

func (w *elementWalk) call(v ssa.Value, call ssa.CallInstruction) {
	b, ok := call.Common().Value.(*ssa.Builtin)
	if !ok {
		w.moves = true
		return
	}
	args := call.Common().Args
	switch b.Name() {
	case "delete":
		w.deletes = append(w.deletes, call)
	case "append":
		w.moves = w.moves || w.resliced[args[0]] && args[0] == v // append(s[:i], s[i+1:]...)
	case "copy":
		w.moves = w.moves || args[0] == v
	}
}
