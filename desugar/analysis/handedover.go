package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// IsHandedOver reports whether a guarded variable hands over what it leads to: some function takes that out of the
// variable, leaves something else there, and goes on with what it took. Then what the variable leads to is a part of
// memory by itself, which its guard guards while the variable has it, and which is the taker's afterwards. (Permission
// transfer.)
//
// That a variable is one is a guess of what its program means. Nothing rests on it: either way each access is checked.
func (p *Facts) IsHandedOver(v *types.Var) bool {
	if v == nil || !p.handedOver[p.Field(v)] || p.GroupOf(v) == nil {
		return false
	}
	ptr, ok := v.Type().Underlying().(*types.Pointer)
	return !ok || p.IsRegional(ptr.Elem())
}

// findHandedOver fills handedOver and handedOverEach. It is needed before it is known which objects may be in a region.
func (p *Facts) findHandedOver() {
	p.handedOver, p.handedOverEach = map[*types.Var]bool{}, map[*types.Var]bool{}
	p.exchanged = map[*types.Var]bool{}
	taken, elements, moved := map[*types.Var]bool{}, map[*types.Var]bool{}, map[*types.Var]bool{}
	exchanges := map[[2]*types.Var]bool{}
	for _, fn := range p.functions {
		in := p.accessedIn(fn)
		in.wholesTaken(taken)
		in.elementsTaken(elements, moved)
		p.exchangesIn(in, exchanges)
	}
	if len(taken)+len(elements)+len(exchanges) == 0 {
		return
	}
	said := map[*types.Var]bool{}
	unsay := func(v *types.Var) {
		said[v] = true
		delete(taken, v)
		delete(elements, v)
	}
	for _, path := range p.Paths {
		p.Packages[path].eachCondition(func(x annot.Expr) { // what an annotation speaks of is more than its guard's
			for _, v := range p.fieldsIn(x.Type()) {
				unsay(v)
			}
			annot.Walk(x, func(x annot.Expr) bool {
				switch x := x.(type) {
				case *annot.Select:
					unsay(p.Field(x.Field))
				case *annot.Var:
					unsay(x.Obj)
				}
				return true
			})
		})
	}
	guarded, owner := p.guardedWhole()
	for v := range elements {
		if slices.Contains(guarded, v) && !moved[v] && p.mayHandOverEach(v) && !p.shares(v, guarded, owner) {
			p.handedOverEach[v] = true
			delete(taken, v)
		}
	}
	for v := range taken {
		if slices.Contains(guarded, v) && p.mayHandOver(v) && !p.shares(v, guarded, owner) {
			p.handedOver[v] = true
		}
	}
	p.findExchanged(exchanges, said, guarded, owner)
}

// fieldsIn returns the fields of a struct type, and of what they hold by value.
func (p *Facts) fieldsIn(t types.Type) (fields []*types.Var) {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return p.fieldsIn(u.Elem())
	case *types.Struct:
		if IsSyncValue(t) {
			return nil
		}
		for f := range u.Fields() {
			fields = append(append(fields, p.Field(f)), p.fieldsIn(f.Type())...)
		}
	}
	return fields
}

// guardedWhole returns the variables of all guard groups, and the types that declare those of them that are fields.
func (p *Facts) guardedWhole() (all []*types.Var, owner map[*types.Var]*types.TypeName) {
	owner = map[*types.Var]*types.TypeName{}
	note := func(v *types.Var) {
		if g := p.Guard(v); g != nil && groups(g) && v == p.Field(v) && !p.Ghosts[v] && !IsGeneric(v.Type()) {
			all = append(all, v)
		}
	}
	for _, path := range p.Paths {
		for _, obj := range p.Packages[path].definitions() {
			switch obj := obj.(type) {
			case *types.TypeName:
				if st, ok := obj.Type().Underlying().(*types.Struct); ok && !obj.IsAlias() && !IsGeneric(obj.Type()) && StructName(obj.Type()) == obj {
					for f := range st.Fields() {
						owner[f] = obj
						note(f)
					}
				}
			case *types.Var:
				if IsPackageVar(obj) {
					note(obj)
				}
			}
		}
	}
	return all, owner
}

// mayHandOver reports whether what a variable of this type leads to can be a part of memory by itself: it is one pointer, slice or map, and
// nobody has the variable's address.
func (p *Facts) mayHandOver(v *types.Var) bool {
	if p.Escapes.Vars[v] || p.Escapes.set[v] || IsGeneric(v.Type()) {
		return false
	}
	r := &regions{prog: p}
	isPlain := func(t types.Type) bool { return r.isPlain(t, map[types.Type]bool{}) }
	switch u := v.Type().Underlying().(type) {
	case *types.Pointer:
		name := StructName(u.Elem())
		return name != nil && (p.isOurs(name) || isUnsynchronised(name)) && isPlain(u.Elem())
	case *types.Slice:
		return isPlain(u.Elem()) && !p.Escapes.Elems[TypeKey(u.Elem())]
	case *types.Map:
		return isPlain(u.Elem()) && isPlain(u.Key())
	}
	return false
}

// shares reports whether another variable of its guard group may lead to objects that v leads to: they belong together then.
func (p *Facts) shares(v *types.Var, guarded []*types.Var, owner map[*types.Var]*types.TypeName) bool {
	behind := map[*types.TypeName]bool{}
	p.structsBehind(v.Type(), behind, map[types.Type]bool{})
	return slices.ContainsFunc(guarded, func(w *types.Var) bool {
		if w == v || w.Pkg() != v.Pkg() || owner[w] != owner[v] || guardText(p.Guard(w)) != guardText(p.Guard(v)) {
			return false
		}
		others := map[*types.TypeName]bool{}
		p.structsBehind(w.Type(), others, map[types.Type]bool{})
		for name := range others {
			if behind[name] {
				return true
			}
		}
		return false
	})
}

// structsBehind notes the struct types of the checked packages that pointers lead to from a value of type t, up to those with
// synchronisation of their own.
func (p *Facts) structsBehind(t types.Type, found map[*types.TypeName]bool, seen map[types.Type]bool) {
	if seen[t] || IsSyncValue(t) {
		return
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		name := StructName(u.Elem())
		if name == nil || !p.isOurs(name) && !isUnsynchronised(name) {
			return
		}
		if r := (&regions{prog: p}); r.isPlain(u.Elem(), map[types.Type]bool{}) {
			found[name] = true
			p.structsBehind(u.Elem(), found, seen)
		}
	case *types.Slice:
		p.structsBehind(u.Elem(), found, seen)
	case *types.Array:
		p.structsBehind(u.Elem(), found, seen)
	case *types.Map:
		p.structsBehind(u.Key(), found, seen)
		p.structsBehind(u.Elem(), found, seen)
	case *types.Struct:
		for f := range u.Fields() {
			p.structsBehind(f.Type(), found, seen)
		}
	}
}

// accessed is where a function reads and writes fields and package variables.
type accessed struct {
	loads  map[*types.Var][]*ssa.UnOp
	stores map[*types.Var][]*ssa.Store
}

func (p *Facts) accessedIn(fn *ssa.Function) accessed {
	in := accessed{map[*types.Var][]*ssa.UnOp{}, map[*types.Var][]*ssa.Store{}}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.UnOp:
				if v := p.storedTo(i.X); v != nil {
					in.loads[v] = append(in.loads[v], i)
				}
			case *ssa.Store:
				if v := p.storedTo(i.Addr); v != nil {
					in.stores[v] = append(in.stores[v], i)
				}
			}
		}
	}
	return in
}

// wholesTaken notes the variables of which a function uses what it has read from them, after it has stored something else there.
func (in accessed) wholesTaken(taken map[*types.Var]bool) {
	for v, all := range in.stores {
		for _, load := range in.loads[v] {
			w := &takenWalk{from: map[ssa.Value]bool{}}
			w.follow(load)
			for _, s := range all {
				isTaken := func(use ssa.Instruction) bool { return runsAfter(use, s, load) }
				if !w.from[s.Val] && runsAfter(s, load, nil) && slices.ContainsFunc(w.uses, isTaken) {
					taken[v] = true
				}
			}
		}
	}
}

// takenWalk follows what is read from a variable to where it is used.
type takenWalk struct {
	from map[ssa.Value]bool // what comes from there
	uses []ssa.Instruction  // that touch what it leads to, or pass it on
}

func (w *takenWalk) follow(v ssa.Value) {
	if w.from[v] || v.Referrers() == nil {
		return
	}
	w.from[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Store:
			if a, ok := use.Addr.(*ssa.Alloc); ok && use.Val == v {
				w.follow(a)
			}
		case *ssa.UnOp, *ssa.Slice, *ssa.Phi, *ssa.ChangeType:
			w.follow(use.(ssa.Value))
		case ssa.CallInstruction:
			w.call(v, use)
		default:
			w.uses = append(w.uses, use)
		}
	}
}

func (w *takenWalk) call(v ssa.Value, use ssa.CallInstruction) {
	if b, ok := use.Common().Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap":
			return
		case "append":
			if result := use.Value(); use.Common().Args[0] == v && result != nil {
				w.follow(result)
				return
			}
		}
	}
	w.uses = append(w.uses, use)
}

// runsAfter reports whether an instruction may run after the first one has, and before the other one runs, if there is one.
func runsAfter(use, first, before ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var from func(b *ssa.BasicBlock, i int) bool
	from = func(b *ssa.BasicBlock, i int) bool {
		for _, instr := range b.Instrs[i:] {
			switch instr {
			case before:
				return false
			case use:
				return true
			}
		}
		return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool {
			if seen[next] {
				return false
			}
			seen[next] = true
			return from(next, 0)
		})
	}
	return from(first.Block(), slices.Index(first.Block().Instrs, first)+1)
}
