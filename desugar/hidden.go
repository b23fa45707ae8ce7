package desugar

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/ir"
)

// A struct of a package that is not at hand may refer to memory that only that package's code sees: the bytes of a Buffer, the
// elements of a list. A copy shares it with the original. To us the value is its fields, which a guard protects and which the
// models of its methods take for the whole content; so while it refers to anything, it is neither read as a value nor stored as
// one, but for one that code which is not at hand has just returned or passed, and nobody else has yet.
//
// Values whose type has no exported method with a pointer receiver, other than those that decode into it, are what they
// are: nobody outside their package changes one in place, so that to copy one is to copy a number, or a reference to what its
// package looks after. Such are time.Time, netip.Addr, reflect.Value, slog.Value and unique.Handle. Where all fields are
// exported, nothing is hidden, and what they refer to is memory like other.

// hiddenRefs returns the conditions that nothing is hidden in the value v of type t, and the first type that may hide something.
func (m *memory) hiddenRefs(v *ir.Expr, t types.Type) (none []*ir.Expr, by types.Type) {
	if isSyncValue(t) || v.Sort.Kind != ir.KindTuple && v.Sort.Kind != ir.KindArray {
		return nil, nil
	}
	note := func(part *ir.Expr, t types.Type) {
		more, inner := m.hiddenRefs(part, t)
		none = append(none, more...)
		if by == nil {
			by = inner
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if m.prog.hides(t) {
			return m.noRefs(v, t), t
		}
		for i := range u.NumFields() {
			if f := u.Field(i); m.prog.isOurs(f) || f.Exported() {
				note(ir.GetField(v, i), f.Type())
			}
		}
	case *types.Array:
		for i := range min(u.Len(), maxUnrolled) {
			note(ir.Select(v, ir.N(i, intSort)), u.Elem())
		}
	}
	return none, by
}

// noRefs returns the conditions that the value v of type t refers to nothing.
func (m *memory) noRefs(v *ir.Expr, t types.Type) []*ir.Expr {
	var none []*ir.Expr
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if f := u.Field(i); leadsToMemory(f.Type()) {
				none = append(none, m.noRefs(ir.GetField(v, i), f.Type())...)
			}
		}
	case *types.Array:
		for i := range min(u.Len(), maxUnrolled) {
			none = append(none, m.noRefs(ir.Select(v, ir.N(i, intSort)), u.Elem())...)
		}
	case *types.Slice:
		none = append(none, ir.Eq(m.sliceArr(v), ir.Nil))
	default:
		none = append(none, ir.Eq(v, zeroOf(v.Sort)))
	}
	return none
}

// mayHide reports whether values of type t may have something hidden in them.
func (p *Facts) mayHide(t types.Type) bool {
	if isSyncValue(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if p.hides(t) {
			return true
		}
		for f := range u.Fields() {
			if (p.isOurs(f) || f.Exported()) && p.mayHide(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return u.Len() > 0 && p.mayHide(u.Elem())
	}
	return false
}

// isOurs reports whether the field is declared in a package that is at hand.
func (p *Facts) isOurs(f *types.Var) bool {
	return f.Pkg() != nil && p.packages[f.Pkg().Path()] != nil
}

// hides reports whether a struct type has fields out of sight and may lead to memory, and can be changed in place.
func (p *Facts) hides(t types.Type) bool {
	st := t.Underlying().(*types.Struct)
	var secret *types.Var
	for f := range st.Fields() {
		if !f.Exported() && f.Name() != "_" && !p.isOurs(f) {
			secret = f
		}
	}
	return secret != nil && leadsToMemory(t) && !isHandle(t, secret)
}

// isHandle reports whether nobody outside the package of the field, which is one of the struct type t, changes a value of
// the type in place. Of a type that is defined elsewhere by one of that package, that one tells.
func isHandle(t types.Type, f *types.Var) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == f.Pkg() {
		return !changesInPlace(n)
	}
	found := false
	for _, name := range f.Pkg().Scope().Names() {
		obj, ok := f.Pkg().Scope().Lookup(name).(*types.TypeName)
		if !ok || !types.Identical(obj.Type().Underlying(), t.Underlying()) {
			continue
		}
		if changesInPlace(obj.Type()) {
			return false
		}
		found = true
	}
	return found
}

// changesInPlace reports whether the type has exported methods with a pointer receiver, but for those that decode into it.
func changesInPlace(t types.Type) bool {
	byValue := types.NewMethodSet(t)
	for sel := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		obj := sel.Obj()
		if obj.Exported() && byValue.Lookup(obj.Pkg(), obj.Name()) == nil && !decodes(obj.Name()) {
			return true
		}
	}
	return false
}

func decodes(name string) bool {
	return strings.HasPrefix(name, "Unmarshal") || name == "GobDecode" || name == "Scan"
}

// leadsToMemory reports whether values of type t refer to anything.
func leadsToMemory(t types.Type) bool {
	if isSyncValue(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if leadsToMemory(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return u.Len() > 0 && leadsToMemory(u.Elem())
	}
	return true
}

// copies checks of a value of type typ, which messages call text, that it may be copied: nothing is hidden in it.
func (t *translator) copies(v *ir.Expr, typ types.Type, text string) {
	if none, by := t.mem.hiddenRefs(v, typ); len(none) > 0 {
		t.check(ir.And(none...), ir.Check{
			Kind: ir.SharedCopy, Subject: text, Detail: "what a " + t.mem.shortType(by) + " refers to", Needed: text + " without content",
		})
	}
}

// copiesOperand is copies for the operand v of an instruction, of which x is the value, unless it is moved.
func (t *translator) copiesOperand(v ssa.Value, x value) {
	if e := t.exprOf(x); e != nil && !t.isMoved(v) {
		t.copies(e, v.Type(), t.text(v))
	}
}

// stays notes that elements of the type are not copied as many at once, if they may have something hidden in them, and reports
// whether it is so.
func (t *translator) stays(elem types.Type) bool {
	if !t.prog.mayHide(elem) {
		return false
	}
	t.unsupported(t.frame.pos(), "copy of elements of type %s, which share memory with their copies", t.mem.shortType(elem))
	return true
}

// mayCopy returns a type of which a generic function that is not at hand may copy elements that it is passed, or returns, though
// they have a lock or the like in them, or something hidden; nil if there is none. A function that is not generic knows the types
// of its own elements.
func (t *translator) mayCopy(inv *invocation) types.Type {
	fn := inv.common.StaticCallee()
	if fn == nil || len(fn.TypeArgs()) == 0 {
		return nil
	}
	all := []types.Type{inv.result}
	for _, arg := range inv.argv {
		all = append(all, arg.Type())
	}
	for _, typ := range all {
		if elem := t.prog.staying(typ); elem != nil {
			return elem
		}
	}
	return nil
}

// staying returns the type of elements of a slice, map, channel or array of type t, or of such in it, that must not be copied.
func (p *Facts) staying(t types.Type) types.Type {
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Map:
		elem = u.Elem()
	case *types.Chan:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	case *types.Pointer:
		if a := arrayType(u.Elem()); a != nil {
			elem = a.Elem()
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if elem := p.staying(v.Type()); elem != nil {
				return elem
			}
		}
	}
	switch {
	case elem == nil:
		return nil
	case holdsState(elem) || p.mayHide(elem):
		return elem
	}
	return p.staying(elem)
}

// holdsState reports whether a value of the type has a lock or the like in it.
func holdsState(t types.Type) bool {
	if isSyncValue(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if holdsState(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return holdsState(u.Elem())
	}
	return false
}

// isMoved reports whether nobody but who uses the value v has it: code that is not at hand has just returned it, or passed it
// to the function under check.
func (t *translator) isMoved(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return t.frame.caller == nil && isUsedOnce(v)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && t.returnsFrom(call) && isUsedOnce(v)
	case *ssa.Call:
		return t.returnsFrom(v) && isUsedOnce(v)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && isUsedOnce(v) && t.passesOn(a, v)
	}
	return false
}

// passesOn reports whether the variable is assigned once, what was moved there, and read once, by load.
func (t *translator) passesOn(a *ssa.Alloc, load *ssa.UnOp) bool {
	if cycles(load.Block(), nil) {
		return false
	}
	stores := 0
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			stores++
			if use.Addr != a || !comesBefore(use, load) || !t.isMoved(use.Val) { // variables may be assigned from each other
				return false
			}
		default:
			if use != load {
				return false
			}
		}
	}
	return stores == 1
}

// isUsedOnce reports whether one instruction has the value.
func isUsedOnce(v ssa.Value) bool {
	uses := 0
	for _, use := range *v.Referrers() {
		if _, debug := use.(*ssa.DebugRef); !debug {
			uses++
		}
	}
	return uses == 1
}

// returnsFrom reports whether the call is one of code that is not at hand.
func (t *translator) returnsFrom(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && t.isForeign(fn)
}
