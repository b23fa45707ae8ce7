package desugar

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Goroutines that have different fields of one struct:
//
//	p := &page{}
//	wg.Go(func() { p.users = fetchUsers() })
//	wg.Go(func() { p.posts = fetchPosts() })
//	wg.Wait()
//	return p
//
// Each takes over the fields that it uses, and the rest stays its starter's. Fields are lent as elements of slices are:
// the object is an array of which they are elements, with numbers below zero. Which ones a goroutine uses the text of
// its function tells. That is a guess, as with parts of slices: each field must be the starter's to give, and each
// access is checked against what was taken over.

// A lentField is a field that a goroutine takes over, of a struct that it captures, or of the one that a captured variable leads to.
type lentField struct {
	field *types.Var
	index int
}

// number is the one under which a field is lent.
func (f *lentField) number() *ir.Expr { return ir.N(int64(-1-f.index), heap.IntSort) }

// lentFields returns the fields that a function literal takes over where another goroutine has others of the same struct.
func (t *translator) lentFields(fn *ssa.Function) (out []claim) {
	gives := func(c claim) bool { return !t.prog.Publishes(c.value) }
	for _, fv := range fn.FreeVars {
		st, base := t.structOf(fv, fn)
		if base == nil {
			continue
		}
		own := t.fieldsUsed(fv)
		others, shared := t.usedByOthers(fn, capturedAlloc(fv))
		if own == nil || !shared || !t.prog.ByGroup[fn] && !slices.ContainsFunc(t.claims(fn), gives) {
			continue
		}
		if !slices.Contains(slices.Collect(maps.Values(own)), true) {
			continue
		}
		var all []claim
		for _, i := range slices.Sorted(maps.Keys(own)) {
			if !own[i] && others[i] {
				continue // both read it
			}
			f := t.prog.Field(st.Field(i))
			g := t.prog.Guard(f)
			if g != nil && !g.Immutable || !t.isLeaf(f) {
				all = nil
				break
			}
			if g == nil {
				all = append(all, claim{value: base, field: &lentField{f, i}})
			}
		}
		out = append(out, all...)
	}
	return out
}

// isLeaf reports whether one heap variable holds a field of all structs of a type.
func (t *translator) isLeaf(f *types.Var) bool {
	typ := f.Type()
	return !analysis.IsSyncValue(typ) && !analysis.IsComposite(typ) && !heap.IsAddressed(typ) && !t.prog.Escapes.Vars[f] && !t.prog.OwnsStore(f)
}

// takesFieldOf reports whether fn takes over a field of the struct that the variable v is, or leads to. The struct is
// another goroutine's then.
func (t *translator) takesFieldOf(fn *ssa.Function, v ssa.Value) bool {
	return slices.ContainsFunc(t.memoryClaims(fn), func(c claim) bool { return c.field != nil && c.root(fn) == v })
}

// structOf returns the struct type that a captured variable holds, or to which it leads all the time, and the operand
// that tells the object; nil if there is none, or its fields cannot be lent.
func (t *translator) structOf(fv *ssa.FreeVar, fn *ssa.Function) (*types.Struct, ssa.Value) {
	alloc := capturedAlloc(fv)
	if alloc == nil {
		return nil, nil
	}
	typ := analysis.Deref(fv.Type())
	ptr, behind := typ.Underlying().(*types.Pointer)
	if behind {
		typ = ptr.Elem()
	}
	st, ok := typ.Underlying().(*types.Struct)
	if !ok || analysis.IsSyncValue(typ) || analysis.IsGeneric(typ) || t.guarded(alloc.Parent())[alloc] != nil {
		return nil, nil
	}
	if !behind {
		if t.Usage(alloc).Local() {
			return nil, nil
		}
		return st, fv
	}
	if !t.isUnchanging(fv) {
		return nil, nil
	}
	for _, use := range *fv.Referrers() {
		if load, ok := use.(*ssa.UnOp); ok && t.isFinal(load, fn) {
			return st, load
		}
	}
	return nil, nil
}

// fieldsUsed returns, by their indices, the fields of a struct that a goroutine uses, and which of them it assigns; nil
// if it does anything else with the struct. A struct variable is captured, or one with a pointer to it.
func (t *translator) fieldsUsed(fv *ssa.FreeVar) map[int]bool {
	u := &fieldUses{t: t, fields: map[int]bool{}, seen: map[ssa.Value]bool{}}
	if !u.captured(fv) {
		return nil
	}
	return u.fields
}

// usedByOthers returns the fields that other goroutines may use which capture a variable, and reports whether there are such goroutines.
func (t *translator) usedByOthers(fn *ssa.Function, alloc *ssa.Alloc) (fields map[int]bool, some bool) {
	fields = map[int]bool{}
	var inside func(in *ssa.Function)
	inside = func(in *ssa.Function) {
		for _, lit := range in.AnonFuncs {
			inside(lit)
			if lit == fn || !t.prog.Spawned[lit] {
				continue
			}
			for _, fv := range lit.FreeVars {
				if capturedAlloc(fv) != alloc {
					continue
				}
				some = true
				for i := range t.fieldsUsed(fv) {
					fields[i] = true
				}
			}
		}
	}
	inside(alloc.Parent())
	return fields, some
}

// fieldUses looks at what a goroutine does with a struct.
type fieldUses struct {
	t      *translator
	fields map[int]bool // by index, whether it is assigned
	seen   map[ssa.Value]bool
}

// all reports whether all uses of a value satisfy a condition.
func (u *fieldUses) all(v ssa.Value, is func(ssa.Instruction) bool) bool {
	if u.seen[v] || v.Referrers() == nil {
		return true
	}
	u.seen[v] = true
	for _, use := range *v.Referrers() {
		if _, ok := use.(*ssa.DebugRef); !ok && !is(use) {
			return false
		}
	}
	return true
}

// captured follows what a literal captures: the struct, or a variable that holds a pointer to it.
func (u *fieldUses) captured(fv *ssa.FreeVar) bool {
	if _, ok := analysis.Deref(fv.Type()).Underlying().(*types.Struct); ok {
		return u.object(fv)
	}
	return u.variable(fv)
}

func (u *fieldUses) variable(v ssa.Value) bool {
	return u.all(v, func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.UnOp:
			return u.object(use)
		case *ssa.Store:
			return use.Addr == v && isParameter(use.Val) // where a function that is called begins
		case *ssa.MakeClosure:
			return u.literal(use, v)
		}
		return false
	})
}

func isParameter(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

// object follows a pointer to the struct.
func (u *fieldUses) object(v ssa.Value) bool {
	return u.all(v, func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.FieldAddr:
			return u.field(use)
		case *ssa.BinOp:
			return true
		case *ssa.Store: // a parameter, to the variable that holds it
			a, ok := use.Addr.(*ssa.Alloc)
			return ok && use.Val == v && isParameter(v) && u.variable(a)
		case *ssa.MakeClosure:
			return u.literal(use, v)
		case *ssa.Call:
			return u.passed(&use.Call, v)
		case *ssa.Defer:
			return u.passed(&use.Call, v)
		}
		return false
	})
}

func (u *fieldUses) field(at *ssa.FieldAddr) bool {
	if _, known := u.fields[at.Field]; !known {
		u.fields[at.Field] = false
	}
	return u.all(at, func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.UnOp:
			return true
		case *ssa.Store:
			u.fields[at.Field] = true
			return use.Addr == at
		}
		return false
	})
}

// literal follows what a literal captures which is only called where it stands.
func (u *fieldUses) literal(made *ssa.MakeClosure, v ssa.Value) bool {
	lit := made.Fn.(*ssa.Function)
	if !slices.Contains(u.t.ownLiterals(made.Parent()), lit) {
		return false
	}
	for i, b := range made.Bindings {
		if b == v && !u.captured(lit.FreeVars[i]) {
			return false
		}
	}
	return true
}

// passed follows the pointer into a function of which the body stands in place of the call.
func (u *fieldUses) passed(call *ssa.CallCommon, v ssa.Value) bool {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks == nil || fn.Parent() != nil || len(fn.Params) != len(call.Args) || u.t.prog.InfoOf(fn) == nil || u.t.prog.ContractOf(fn) != nil || u.t.prog.Outlined[fn] {
		return false
	}
	for i, arg := range call.Args {
		if arg == v && !u.object(fn.Params[i]) {
			return false
		}
	}
	return true
}

// lentField resolves the claim of a field.
func (g given) lentField(c claim) (footprint, bool) {
	x, ok := g.operand(c.value)
	if !ok {
		return footprint{}, false
	}
	object := x.Expr
	if object == nil && x.At != nil && !x.At.IsLocal() {
		object = x.At.Addr()
	}
	if object == nil {
		return footprint{}, false
	}
	return footprint{text: operandKey(c.value) + "." + c.field.field.Name(), object: g.t.Stable(object), lent: c.field, elem: analysis.Deref(c.value.Type())}, true
}

// leavesOf has the access rule of the heap variable with a field tell who has it, and returns the place.
func (t *translator) leavesOf(p footprint) []heap.Place {
	at := t.Mem.Field(t.Mem.Deref(p.object, p.elem), p.lent.field)
	places, err := t.Mem.Leaves(at, false)
	if err == nil && len(places) == 1 && places[0].Family != nil && len(places[0].Keys) == 1 && ir.Equal(places[0].Keys[0], p.object) {
		t.lentIn[places[0].Family] = p.lent
		return places
	}
	t.Unsupported(t.Frame.Pos(), "a field of type %s that a goroutine takes over", p.lent.field.Type())
	return nil
}

// lendField lends a field. What it leads to is shared.
func (t *translator) lendField(fn *ssa.Function, p footprint, group *ir.Expr) {
	m, away := t.Mem, t.Mem.Lending.Elements
	at := []*ir.Expr{p.object, p.lent.number()}
	ours := ir.And(m.Whole(p.object), ir.Eq(ir.Select(ir.V(away), at...), ir.Nil))
	pre := []*ir.Assert{t.Assertion(ours, notToGive(fn, p.text))}
	for _, leaf := range t.leavesOf(p) {
		for _, ref := range m.Publishable(ir.Select(ir.V(leaf.Family), leaf.Keys...), leaf.Type) {
			pre = append(pre, t.Assertion(m.IsShared(ref), notToGive(fn, p.text)))
		}
	}
	t.Step(&ir.Step{Mover: ir.BothMover, Pre: pre, Do: []ir.Stmt{heap.PutAt(away, at, group)}})
}

// borrowedField says of the object that a field is of what is known where the goroutine has taken that over.
func (t *translator) borrowedField(p footprint) []*ir.Expr {
	m := t.Mem
	m.Borrowed = append(m.Borrowed, p.object)
	t.leavesOf(p)
	return []*ir.Expr{
		ir.Ne(p.object, ir.Nil), ir.Eq(ir.Apply(m.Base, p.object), p.object), ir.Eq(ir.Select(ir.V(m.Status), p.object), ir.N(ir.Theirs, ir.Int)),
	}
}

// tellFields completes the heap variables that hold fields which goroutines lend each other.
func (t *translator) tellFields() {
	or := func(cond, also *ir.Expr) *ir.Expr {
		if cond == nil {
			return also
		}
		return ir.Or(cond, also)
	}
	for f, lent := range t.lentIn {
		at := []*ir.Expr{ir.V(f.Heap.Keys[0]), lent.number()}
		if l := t.Mem.Lending; l != nil {
			f.Heap.Away = or(f.Heap.Away, ir.Ne(ir.Select(ir.V(l.Elements), at...), ir.Nil))
		}
		if t.has != nil {
			f.Heap.Borrowed = or(f.Heap.Borrowed, ir.Select(ir.V(t.has), at...))
		}
	}
}
