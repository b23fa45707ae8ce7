package desugar

import (
	"cmp"
	"errors"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// What a call that is a step of its own is lent, and what its callee gives back: see outlined.go.

// A lent value is one that a callee counts on its caller to have, with the place where the caller has found it, if
// there is one: that tells the region also if the value is nil.
type lent struct {
	typed
	at     *heap.Place
	inside *heap.Place // the guarded struct of which it is the address
	looked bool        // the callee only looks at it: see LooksAt
	text   string      // what messages call it; "" for what has no name
}

// source is the place that tells the region.
func (v lent) source() *heap.Place { return cmp.Or(v.at, v.inside) }

// lendRegions is handOver for a call that is a step of its own. What the callee counts on its caller to have the
// goroutine may use until the call has returned: the locks that it holds it holds throughout. A callee that writes it
// may make all of it one: so it is in one region already, or the goroutine's own, and then no more is known of its
// region afterwards. What it only looks at is no part of that. It returns what is lent.
func (t *translator) lendRegions(inv *emit.Invocation, fn *ssa.Function, spec *annot.FuncSpec, args []*ir.Expr) []lent {
	if t.refines != nil || len(args) != len(fn.Params) {
		t.handOver(spec, args, parameters(fn))
		return nil
	}
	var published []*ir.Expr
	var all []lent
	for i, p := range fn.Params {
		if !t.prog.CountsOn(p) {
			published = append(published, t.Mem.Publishable(args[i], p.Type())...)
			continue
		}
		v := lent{typed: typed{args[i], p.Type()}, looked: t.prog.LooksAt(p) && t.countsOnGuard(fn) == nil, text: t.PathOf(inv.Argv[i])}
		if load, ok := inv.Argv[i].(*ssa.UnOp); ok {
			if at, ok := t.Place(load.X); ok && !at.IsLocal() && at.Family != nil && !t.prog.IsHandedOver(at.Variable) {
				v.at = &at
			}
		}
		v.inside = t.guardedStruct(inv.Argv[i])
		all = append(all, v)
	}
	t.joinGuarded(fn, args, all)
	t.Publish(published)
	if len(all) == 0 || !t.Mem.KeepsRegions() {
		return nil
	}
	writes := t.prog.WritesPlain(fn)
	var used []lent
	for _, v := range all {
		if !v.looked {
			used = append(used, v)
		}
		t.probe(v, writes && !v.looked)
		for _, cond := range t.Mem.NotByElement(v.expr, v.typ) {
			t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LentApart, Subject: v.text}))
		}
		t.lendsNothingElse(v)
	}
	if !writes || len(used) == 0 {
		return all
	}
	for i, v := range used {
		for _, cond := range t.Mem.InOneRegion(v.expr, v.typ, v.source(), used[0].expr, used[0].typ, used[0].source(), i > 0) {
			t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LentApart, Subject: v.text}))
		}
	}
	if t.linksNothing(fn, used) {
		return all
	}
	if do := t.Mem.LeaveTo(t.lentRefs(used)); len(do) > 0 {
		t.Step(&ir.Step{Mover: ir.BothMover, Do: do})
	}
	return all
}

// linksNothing reports whether a callee that is lent values cannot make what they lead to part of anything: it has no
// references that could lead there, and the callee returns none that may. So each of these objects is in the region
// that it was in.
func (t *translator) linksNothing(fn *ssa.Function, all []lent) bool {
	if !t.prog.IsCheckedAlone(fn) {
		return false
	}
	for r := range fn.Signature.Results().Variables() {
		if t.prog.LeadsToRegional(r.Type()) {
			return false
		}
	}
	return !slices.ContainsFunc(all, func(v lent) bool { return !t.Mem.HoldsNoReferences(v.typ) })
}

// guardedStruct returns the place of a struct that lies in another one by value, if a lock of that guards it, and v is
// its address. What it leads to is in the guard's region.
func (t *translator) guardedStruct(v ssa.Value) *heap.Place {
	at, ok := v.(*ssa.FieldAddr)
	if !ok || t.prog.GroupOf(analysis.FieldOf(at)) == nil {
		return nil
	}
	p, ok := t.Place(at)
	if !ok || p.IsLocal() || p.Variable == nil || p.Owner == nil || t.prog.IsHandedOver(p.Variable) {
		return nil
	}
	return &p
}

// lendsNothingElse checks that nothing of the goroutine's own is stored in what a callee is lent but what is in the same region: the callee
// takes all else for shared, and may let others know.
func (t *translator) lendsNothingElse(v lent) {
	outside, back := t.prog.LeadsOutside(v.typ)
	if !outside {
		return
	}
	refs := t.Mem.RegionalRefs(v.expr, v.typ)
	conds := t.Mem.NothingElseStored(refs)
	if back && t.Mem.Status != nil {
		for _, ref := range refs {
			conds = append(conds, ir.Or(ir.Eq(ref, ir.Nil), ir.Not(t.Mem.Mine(ref))))
		}
	}
	for _, cond := range conds {
		t.Emit(t.Assertion(cond, ir.Check{Kind: ir.LentApart, Subject: v.text}))
	}
}

func (t *translator) lentRefs(all []lent) (refs []*ir.Expr) {
	for _, v := range all {
		refs = append(refs, t.Mem.RegionalRefs(v.expr, v.typ)...)
	}
	return refs
}

// probe emits an access to what a value leads to, as a callee makes any number of: to where it was found, which the
// same condition allows, and to a part of it. Of a struct it is to what each of its fields leads to.
func (t *translator) probe(v lent, write bool) {
	if st, ok := v.typ.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			field := lent{typed: typed{ir.GetField(v.expr, i), st.Field(i).Type()}, text: v.text}
			if len(t.Mem.RegionalRefs(field.expr, field.typ)) > 0 {
				t.probe(field, write)
			}
		}
		return
	}
	span, text := t.Statement(t.Frame)
	text = "what " + cmp.Or(v.text, text) + " leads to"
	if v.at != nil {
		t.Step(&ir.Step{Mover: ir.NonMover, Access: []ir.Access{{Map: v.at.Family, Index: v.at.Keys, Write: write, Span: span, Text: text}}})
	}
	parts, err := t.partsBehind(v.typed, write)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "call of a function that is not looked at here, with %s", t.Mem.AType(v.typ))
		return
	}
	isNil := ir.Eq(t.Mem.RegionalRefs(v.expr, v.typ)[0], ir.Nil)
	t.SaveAll()
	ways := []func(){func() { t.Assume(isNil) }}
	for _, p := range parts {
		ways = append(ways, func() {
			t.Assume(ir.Not(isNil), p.where)
			if p.access.Map != nil {
				p.access.Write, p.access.Span, p.access.Text = write, span, text
				t.Step(&ir.Step{Mover: ir.NonMover, Access: []ir.Access{p.access}})
			}
		})
	}
	t.Choose("lent", ways...)
}

// A partBehind is a location of what a value leads to, if a condition holds; none where nothing can be touched.
type partBehind struct {
	where  *ir.Expr
	access ir.Access
}

// partsBehind returns a location of what a value leads to. What an interface leads to its dynamic type tells. Types are
// one case of which the same is said as to who may access a value, and the last case is that of all types that are in
// no other.
func (t *translator) partsBehind(v typed, write bool) ([]partBehind, error) {
	if _, ok := v.typ.Underlying().(*types.Interface); !ok {
		part, err := t.partOf(v)
		return []partBehind{{ir.True, part}}, err
	}
	held := t.Stable(t.Mem.RegionalRefs(v.expr, v.typ)[0])
	dynamic := t.Mem.Dynamic.DynamicType(v.expr)
	var parts []partBehind
	var first []types.Type // of each case
	empty := ir.False      // where there is nothing inside
	for _, ptr := range t.prog.CarriedBy(v.typ) {
		if analysis.IsGeneric(ptr) {
			return nil, errors.New("types that may be one")
		}
		is := ir.Eq(dynamic, t.Mem.Dynamic.Of(ptr).Term)
		same := func(other types.Type) bool {
			return t.Mem.SameAccess(analysis.Deref(ptr), analysis.Deref(other), held, write)
		}
		if i := slices.IndexFunc(first, same); i >= 0 {
			parts[i].where = ir.Or(parts[i].where, is)
			continue
		}
		switch part, err := t.partOf(typed{held, ptr}); err {
		case nil:
			first, parts = append(first, ptr), append(parts, partBehind{is, part})
		case errNothingInside:
			empty = ir.Or(empty, is)
		default:
			return nil, err
		}
	}
	if len(parts) == 0 {
		return nil, errors.New("nothing behind")
	}
	others := ir.Not(empty)
	for _, p := range parts[:len(parts)-1] {
		others = ir.And(others, ir.Not(p.where))
	}
	parts[len(parts)-1].where = others
	if empty.Op != ir.OpFalse {
		parts = append(parts, partBehind{where: empty})
	}
	return parts, nil
}

var errNothingInside = errors.New("nothing inside")

// partOf returns a location of what a value leads to.
func (t *translator) partOf(v typed) (ir.Access, error) {
	var whole heap.Place
	switch u := v.typ.Underlying().(type) {
	case *types.Pointer:
		whole = t.Mem.Deref(v.expr, u.Elem())
	case *types.Slice:
		whole = t.Mem.Elem(v.expr, u.Elem(), ir.V(t.Anything(heap.IntSort)))
	case *types.Map:
		s, err := t.Mem.MapStore(v.typ)
		if err != nil {
			return ir.Access{}, err
		}
		return ir.Access{Map: s.Count, Index: []*ir.Expr{v.expr}}, nil
	default:
		return ir.Access{}, errors.New("several references")
	}
	leaves, err := t.Mem.Leaves(whole, false)
	if err == nil && len(leaves) == 0 {
		err = errNothingInside
	}
	if err != nil {
		return ir.Access{}, err
	}
	return ir.Access{Map: leaves[0].Family, Index: leaves[0].Keys}, nil
}

// getBackFrom is getBack for a callee that may return what it was lent, or what it has added to that.
func (t *translator) getBackFrom(fn *ssa.Function, all []lent, results []*ir.Var) {
	nothing := ir.True // where nothing was lent, what is returned is new, and in a region that nobody here knows
	for _, v := range all {
		if v.source() != nil {
			nothing = ir.False
			break
		}
		for _, ref := range t.Mem.RegionalRefs(v.expr, v.typ) {
			nothing = ir.And(nothing, ir.Eq(ref, ir.Nil))
		}
	}
	for i, r := range results {
		typ := fn.Signature.Results().At(i).Type()
		t.Assume(t.Mem.KnownParam(ir.V(r), typ, true)...)
		if t.prog.OpaqueResult(fn, i) {
			t.Assume(t.Mem.Unowned(ir.V(r), typ)...)
			continue
		}
		inRegion := t.returnsIn(fn, typ)
		var in []*ir.Expr
		for k, fact := range t.Mem.Unowned(ir.V(r), typ) {
			if inRegion {
				fact = ir.And(nothing, t.amongCallers(fn, ir.V(r), typ, k))
			}
			for _, v := range all {
				fact = ir.Or(fact, t.Mem.InRegionWith(ir.V(r), typ, k, v.expr, v.typ, v.source()))
			}
			in = append(in, fact)
		}
		t.Assume(in...)
	}
}

// amongCallers says of what a callee returns that was lent nothing, and so of what is new, that it is in the region of
// what the function under translation counts on its callers for: the callee adds it to that of nobody else, so that it
// may as well be part of this one. True if the function counts on nobody.
func (t *translator) amongCallers(fn *ssa.Function, result *ir.Expr, typ types.Type, k int) *ir.Expr {
	if !t.prog.IsCheckedAlone(fn) || !t.addsToCallers(t.outermost().Fn) {
		return ir.True
	}
	return t.Mem.AmongCallers(t.Mem.RegionalRefs(result, typ)[k])
}
