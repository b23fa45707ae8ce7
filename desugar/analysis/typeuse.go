package analysis

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// A TypeUse is what is known of how several goroutines may use the objects of a type: all but whether its methods are verified.
type TypeUse struct {
	ir.Span // of the name
	Name    *types.TypeName
	Spec    *annot.TypeSpec // may be nil
	// Plain: nothing in it synchronises, and it can be changed: by checked code, or by others as it has exported fields.
	Plain bool
	// Guards names the locks and the like that guard objects of the type in other objects.
	Guards []string
	// Methods are those that others may call, as far as they are at hand.
	Methods []*ssa.Function
	// Leanings are what counts on callers to synchronise: of Methods and of fields.
	Leanings []Leaning
	// Relies names what the type leads to that has to be safe by itself, Unguarded what certainly is not.
	Relies, Unguarded []string
}

// A Leaning is a method or a field that counts on callers to synchronise.
type Leaning struct {
	ir.Span
	Method *ssa.Function // nil: a field, or a method of an embedded field
	Name   string        // without the type
	Text   string        // what it counts on
}

// TypeUses returns what is known of the named struct types of each package, and of slice and map types with methods, in source order.
func (p *Facts) TypeUses() map[string][]*TypeUse {
	by, guards := p.outsideUses(), p.guardsByType()
	all := map[string][]*TypeUse{}
	for _, path := range p.Paths {
		scope := p.Packages[path].syntax.Types.Scope()
		for _, name := range scope.Names() {
			obj, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || obj.IsAlias() || !p.hasLine(obj) {
				continue
			}
			u := &typeUser{Facts: p, outside: by, guards: guards[obj], TypeUse: &TypeUse{Name: obj, Spec: p.TypeSpec(obj)}}
			u.Start, u.End = p.Fset.Position(obj.Pos()), p.Fset.Position(obj.Pos()+token.Pos(len(name)))
			u.find()
			all[path] = append(all[path], u.TypeUse)
		}
		slices.SortFunc(all[path], func(a, b *TypeUse) int { return InOrder(p.Fset, a.Name.Pos(), b.Name.Pos()) })
	}
	return all
}

// hasLine reports whether there is anything to say of a type: it has fields, or methods and memory.
func (p *Facts) hasLine(name *types.TypeName) bool {
	methods := types.NewMethodSet(types.NewPointer(name.Type())).Len()
	switch u := name.Type().Underlying().(type) {
	case *types.Struct:
		return u.NumFields()+methods > 0
	case *types.Slice, *types.Map:
		return methods > 0
	}
	return false
}

// uses are the methods and fields of types that functions other than the type's own use.
type uses struct {
	methods map[*types.Func]bool
	fields  map[*types.Var]bool
}

// outsideUses finds them. A type's own functions are its methods and those that return its objects, with the literals in them.
func (p *Facts) outsideUses() *uses {
	found := &uses{map[*types.Func]bool{}, map[*types.Var]bool{}}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.FieldAddr:
					if n := StructName(Deref(i.X.Type())); n != nil && !isOwnFunction(fn, n) {
						found.fields[p.Field(FieldOf(i))] = true
					}
				case ssa.CallInstruction:
					for _, callee := range p.Callees(i.Common()) {
						if Object(callee) == nil || callee.Signature.Recv() == nil {
							continue
						}
						if n := declared(Deref(callee.Signature.Recv().Type())); n != nil && !isOwnFunction(fn, n) {
							found.methods[Object(callee)] = true
						}
					}
				}
			}
		}
	}
	return found
}

func isOwnFunction(fn *ssa.Function, name *types.TypeName) bool {
	sig := Root(fn).Signature
	if recv := sig.Recv(); recv != nil && declared(Deref(recv.Type())) == name {
		return true
	}
	for r := range sig.Results().Variables() {
		if declared(Deref(r.Type())) == name {
			return true
		}
	}
	return false
}

// declared returns the name of a type, or of the generic type that it is an instance of.
func declared(t types.Type) *types.TypeName {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// typeUser finds out about one type.
type typeUser struct {
	*Facts
	*TypeUse
	outside *uses
	guards  map[string]bool // of the groups that lead to its objects
}

func (u *typeUser) find() {
	st, isStruct := u.Name.Type().Underlying().(*types.Struct)
	if !isStruct {
		u.Plain = true
	} else {
		immutable := u.Spec != nil && u.Spec.Immutable != nil
		open := u.Name.Exported() && slices.ContainsFunc(fieldsIn(st), (*types.Var).Exported)
		u.Plain = u.plain[u.Name] && !immutable && (u.regional[u.Name] || open)
		u.Guards = slices.Sorted(maps.Keys(u.guards))
		u.ofFields(st)
		if !u.Plain {
			(&reliance{typeUser: u, seen: map[types.Type]bool{}}).fields(st)
		}
	}
	methods := types.NewMethodSet(types.NewPointer(u.Name.Type()))
	for i := range methods.Len() {
		sel := methods.At(i)
		if m, ok := sel.Obj().(*types.Func); ok && u.isOpen(m) {
			u.ofMethod(m.Origin(), sel)
		}
	}
	slices.SortFunc(u.Methods, func(a, b *ssa.Function) int { return InOrder(u.Fset, a.Pos(), b.Pos()) })
	slices.SortStableFunc(u.Leanings, func(a, b Leaning) int {
		return cmp.Or(cmp.Compare(a.Start.Filename, b.Start.Filename), cmp.Compare(a.Start.Offset, b.Start.Offset))
	})
}

func fieldsIn(st *types.Struct) []*types.Var { return slices.Collect(st.Fields()) }

// isOpen reports whether others may call a method: its name is exported, or nobody needs the type's name to be, and some do.
func (u *typeUser) isOpen(m *types.Func) bool {
	return m.Exported() || !u.Name.Exported() && u.outside.methods[m.Origin()]
}

// ofFields notes the guarded fields that others may use.
func (u *typeUser) ofFields(st *types.Struct) {
	for f := range st.Fields() {
		g := u.Guard(f)
		if g == nil || g.Immutable || g.AtomicOnly && len(g.Write) == 0 || len(g.Read)+len(g.Write) == 0 {
			continue
		}
		if f.Exported() || !u.Name.Exported() && u.outside.fields[u.Field(f)] {
			at := ir.Span{Start: u.Fset.Position(f.Pos()), End: u.Fset.Position(f.Pos() + token.Pos(len(f.Name())))}
			u.Leanings = append(u.Leanings, Leaning{Span: at, Name: f.Name(), Text: "its users " + guarding(g, "", Writes)})
		}
	}
}

// ofMethod notes what a method counts on. One that is promoted from an embedded field counts on what its own type does.
func (u *typeUser) ofMethod(m *types.Func, sel *types.Selection) {
	var through *types.Var // the embedded field
	if len(sel.Index()) > 1 {
		st := u.Name.Type().Underlying().(*types.Struct)
		through = st.Field(sel.Index()[0])
		if IsSyncValue(through.Type()) || u.Guard(through) != nil { // a lock; or its callers see to the guard, which the field says
			return
		}
	}
	fn := u.abstractTypes.checked(u.Ssa.FuncValue(m))
	if fn == nil || m.Pkg() == nil || u.Packages[m.Pkg().Path()] == nil { // the field is relied on
		return
	}
	u.Methods = append(u.Methods, fn)
	lean := func(text string) {
		l := Leaning{Method: fn, Name: m.Name(), Text: text}
		if through != nil {
			l.Method = nil
			l.Start, l.End = u.Fset.Position(through.Pos()), u.Fset.Position(through.Pos()+token.Pos(len(through.Name())))
		} else {
			l.Span = u.functionSpan(u.Packages[m.Pkg().Path()], fn)
		}
		u.Leanings = append(u.Leanings, l)
	}
	for _, e := range u.Expectations(fn) {
		if len(fn.Params) > 0 && e.Param == fn.Params[0] {
			lean(u.Says(e))
		}
	}
	_, byPointer := m.Signature().Recv().Type().Underlying().(*types.Pointer)
	if !byPointer && u.changes(u.Name.Type()) {
		lean("it copies its receiver")
	}
	spec := u.Contract(m)
	if spec == nil {
		return
	}
	for _, c := range spec.Requires {
		if u.synchronises(c.Expr, m.Signature().Recv()) {
			lean("requires " + c.Text)
		}
	}
	for _, c := range spec.Takes {
		lean("takes " + c.Text)
	}
}

// changes reports whether a value of the type has parts that may change while others know it: locks, atomic and guarded variables.
func (u *typeUser) changes(t types.Type) bool {
	if IsSyncValue(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Array:
		return u.changes(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if g := u.Guard(f); g != nil && !g.Immutable || u.changes(f.Type()) {
				return true
			}
		}
	}
	return false
}

// synchronises reports whether it takes synchronisation to establish a condition at a call: it speaks of who runs or holds what, or of
// what the receiver leads to and may change.
func (u *typeUser) synchronises(e annot.Expr, recv *types.Var) bool {
	found := false
	annot.Walk(e, func(x annot.Expr) bool {
		switch x := x.(type) {
		case *annot.Tid, *annot.Held, *annot.Holder, *annot.Free, *annot.AtomicValue:
			found = true
		case *annot.Local:
			found = found || speaksOf(x, recv)
		case *annot.Select:
			g := u.Guard(x.Field)
			owner := u.OwnerType(x.Field)
			found = found || g != nil && !g.Immutable || owner != nil && u.IsRegional(owner)
		case *annot.Builtin:
			found = found || x.Name == "closer" || x.Name == "closed" || x.Name == "done"
		}
		return !found
	})
	return found
}

func speaksOf(e annot.Expr, v *types.Var) bool {
	found := false
	annot.Walk(e, func(x annot.Expr) bool {
		y, ok := x.(*annot.Var)
		found = found || ok && y.Obj == v
		return !found
	})
	return found
}

// StructsIn returns the struct types with a name of which the function, or a literal in it, has a value or a pointer to one.
func StructsIn(fn *ssa.Function) map[*types.TypeName]bool {
	found := map[*types.TypeName]bool{}
	note := func(t types.Type) {
		if n := StructName(Deref(t)); n != nil {
			found[n] = true
		}
	}
	var operands []*ssa.Value
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		for _, p := range fn.Params {
			note(p.Type())
		}
		for _, v := range fn.FreeVars {
			note(Deref(v.Type()))
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				operands = instr.Operands(operands[:0])
				for _, op := range operands {
					if *op != nil {
						note((*op).Type())
					}
				}
			}
		}
		for _, lit := range fn.AnonFuncs {
			visit(lit)
		}
	}
	visit(fn)
	return found
}
