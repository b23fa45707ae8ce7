package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A cache that keeps its entries in a list of container/list puts pointers to them into interfaces: list.Element.Value
// is one. If a cached value is an interface too, nothing in its type says that it is not such an entry. What becomes of
// the pointers says it: they get into lists, and out of them by type assertions that name their type.

// listPath is the package of the lists.
const listPath = "container/list"

// InListsAlone returns the struct types of which pointers are put into interfaces, and these are values of lists of
// container/list alone, in a fixed order: an interface that is found anywhere else holds no such pointer.
func (p *Facts) InListsAlone() []*types.TypeName {
	return slices.DeleteFunc(slices.Clone(p.carriedInOrder), func(name *types.TypeName) bool { return !p.inListsAlone[name] })
}

// findInListsAlone finds these types. They are of checked packages, and no code of others gets at one or at a list.
func (p *Facts) findInListsAlone() {
	p.inListsAlone = map[*types.TypeName]bool{}
	if len(p.carried) == 0 {
		return
	}
	theirs := p.othersGetAt()
	if theirs.lists {
		return
	}
	for name := range p.carried {
		if n, ok := types.Unalias(name.Type()).(*types.Named); ok && StructName(n) == name && n.TypeParams().Len() == 0 && !theirs.named[name] {
			p.inListsAlone[name] = true
		}
	}
	if len(p.inListsAlone) == 0 {
		return
	}
	l := &listUse{prog: p, mentions: map[types.Type]bool{}}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !l.keeps(instr) || l.namesTheirs(instr) {
					clear(p.inListsAlone)
					return
				}
			}
		}
	}
}

// isListValue reports whether a field is the one in which an element of a list has its value.
func isListValue(v *types.Var) bool {
	return v.IsField() && v.Name() == "Value" && v.Pkg() != nil && v.Pkg().Path() == listPath
}

// othersGetAt finds the structs to which code of others may get a pointer, and whether it may get at lists: by what has
// an exported name or, in generic code, as a type argument.
func (p *Facts) othersGetAt() *within {
	w := newWithin()
	for _, path := range p.Paths {
		info := p.Packages[path]
		for _, obj := range info.defs {
			if v, isVar := obj.(*types.Var); obj.Exported() && (!isVar || v.IsField() || IsPackageVar(v)) {
				w.visit(obj.Type())
			}
		}
		for _, inst := range info.syntax.TypesInfo.Instances {
			for arg := range inst.TypeArgs.Types() {
				w.visit(arg)
			}
		}
	}
	return w
}

// within is what code gets at by what is exported, if it has values of the types that were visited.
type within struct {
	named map[*types.TypeName]bool
	lists bool // and with these whatever is in one: nothing is visited any more
	seen  map[types.Type]bool
}

func newWithin() *within {
	return &within{named: map[*types.TypeName]bool{}, seen: map[types.Type]bool{}}
}

func (w *within) visit(t types.Type) {
	if w.lists || w.seen[t] {
		return
	}
	w.seen[t] = true
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		obj := u.Obj()
		w.named[obj] = true
		w.lists = obj.Pkg() != nil && obj.Pkg().Path() == listPath
		w.visit(u.Underlying())
		for arg := range u.TypeArgs().Types() {
			w.visit(arg)
		}
	case *types.Struct:
		for f := range u.Fields() {
			if w.lists = w.lists || isListValue(f); f.Exported() {
				w.visit(f.Type())
			}
		}
	case *types.Signature:
		w.visit(u.Params())
		w.visit(u.Results())
	case *types.Tuple:
		for v := range u.Variables() {
			w.visit(v.Type())
		}
	case *types.Interface:
		for m := range u.Methods() {
			w.visit(m.Type())
		}
	case *types.Map:
		w.visit(u.Key())
		w.visit(u.Elem())
	case interface{ Elem() types.Type }:
		w.visit(u.Elem())
	}
}

// A listUse looks at what code does with lists and their values.
type listUse struct {
	prog     *Facts
	mentions map[types.Type]bool // lists, by type
}

// gives reports whether who has a value of a type gets at a list.
func (l *listUse) gives(t types.Type) bool {
	does, known := l.mentions[t]
	if !known {
		w := newWithin()
		w.visit(t)
		does = w.lists
		l.mentions[t] = does
	}
	return does
}

// keeps removes the types of which an instruction puts a pointer into an interface that does not become the value of an
// element at once. It reports whether only this code sees what is in lists, and it comes out by type assertions that
// name its type.
func (l *listUse) keeps(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.MakeInterface:
		if ptr, ok := types.Unalias(i.X.Type()).(*types.Pointer); ok {
			if name := StructName(ptr.Elem()); l.prog.inListsAlone[name] && !onlyInserted(i) {
				delete(l.prog.inListsAlone, name)
			}
		}
		return !l.gives(i.X.Type())
	case *ssa.TypeAssert:
		return !l.gives(i.AssertedType)
	case *ssa.Convert:
		return !l.gives(i.Type())
	case *ssa.FieldAddr:
		return l.field(FieldOf(i), i)
	case *ssa.Field:
		return l.field(structUnder(i.X.Type()).Field(i.Field).Origin(), i)
	case ssa.CallInstruction:
		return l.call(i)
	}
	return true
}

// namesTheirs reports whether an instruction names a package variable of others that gives a list.
func (l *listUse) namesTheirs(instr ssa.Instruction) bool {
	for _, op := range instr.Operands(nil) {
		if g, ok := (*op).(*ssa.Global); ok && g.Pkg != nil && l.prog.Packages[g.Pkg.Pkg.Path()] == nil && l.gives(g.Type()) {
			return true
		}
	}
	return false
}

// field is keeps for the address or the value v of a field: one of a struct of others gives no list.
func (l *listUse) field(field *types.Var, v ssa.Value) bool {
	switch {
	case isListValue(field):
		_, isAddr := v.(*ssa.FieldAddr)
		return comesOutByName(v, isAddr, map[ssa.Value]bool{})
	case field.Pkg() != nil && field.Pkg().Path() == listPath || l.prog.IsOurs(field):
		return true
	}
	return !l.gives(field.Type())
}

// call is keeps for a call: code of others, or of which the text does not say what it is, gets no list and gives none.
// What Remove returns was in one.
func (l *listUse) call(call ssa.CallInstruction) bool {
	fn := call.Common().StaticCallee()
	switch _, isBuiltin := call.Common().Value.(*ssa.Builtin); {
	case isBuiltin || fn != nil && fn.Blocks != nil:
		return true
	case fn == nil:
		return !l.gives(call.Common().Signature())
	case !isOfLists(fn):
		return !l.gives(fn.Signature)
	}
	v := call.Value()
	return v == nil || fn.Name() != "Remove" || comesOutByName(v, false, map[ssa.Value]bool{})
}

// isOfLists reports whether a function is one of the package of lists.
func isOfLists(fn *ssa.Function) bool {
	obj := Object(fn)
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == listPath
}

// insertions are the methods of lists that make an element, of the value that they are passed as argument 1.
var insertions = []string{"InsertAfter", "InsertBefore", "PushBack", "PushFront"}

// onlyInserted reports whether an interface becomes the value of elements of lists, and nothing else.
func onlyInserted(v *ssa.MakeInterface) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			addr, ok := use.Addr.(*ssa.FieldAddr)
			if !ok || !isListValue(FieldOf(addr)) {
				return false
			}
		case *ssa.Call:
			fn := use.Call.StaticCallee()
			if fn == nil || !isOfLists(fn) || !slices.Contains(insertions, fn.Name()) || use.Call.Args[1] != v {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// comesOutByName reports whether a value that was in a list is compared, or asserted to be of a type that is no
// interface, and nothing else is done with it. It may be in a variable that only this function has meanwhile. Where v
// is an address, the values are those that it leads to.
func comesOutByName(v ssa.Value, isAddr bool, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.UnOp:
			if !isAddr || !comesOutByName(use, false, seen) {
				return false
			}
		case *ssa.TypeAssert:
			if types.IsInterface(use.AssertedType) || IsGeneric(use.AssertedType) {
				return false
			}
		case *ssa.Store:
			if isAddr && use.Addr == v {
				continue
			}
			cell, ok := use.Addr.(*ssa.Alloc)
			if isAddr || !ok || cell.Heap || !comesOutByName(cell, true, seen) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
