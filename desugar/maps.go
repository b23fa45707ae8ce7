package desugar

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// mapValue is a map that an instruction works on.
type mapValue struct {
	*heap.MapStore
	ref  *ir.Expr
	from ssa.Value // where it comes from, for messages
}

// mapOf returns the map that v stands for, nil if it has no translation.
func (t *translator) mapOf(v ssa.Value) *mapValue {
	ref := t.Expr(v)
	if ref == nil {
		t.Lost()
		return nil
	}
	s, err := t.Mem.MapStore(v.Type())
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return nil
	}
	return &mapValue{s, t.Stable(ref), v}
}

// valuePlace is the place of the value for what stands for a key.
func (m *mapValue) valuePlace(key *ir.Expr) heap.Place {
	p := m.EntryPlace(m.ref, m.Type.Elem())
	p.Slot = key
	return p
}

// touches is the access to a map's entry for a key, and, where written, to the number of its entries.
func (t *translator) touches(m *mapValue, key *ir.Expr, write bool, text string) []ir.Access {
	span, _ := t.Statement(t.Frame)
	acc := []ir.Access{{Span: span, Map: m.Entries, Index: []*ir.Expr{m.ref, key}, Write: write, Text: text}}
	if write {
		acc = append(acc, ir.Access{Span: span, Map: m.Count, Index: []*ir.Expr{m.ref}, Write: true, Text: text})
	}
	return acc
}

// entryText is what messages call the entry of a map for a key.
func (t *translator) entryText(m, key ssa.Value) string {
	return t.Operand(m) + "[" + t.Text(key) + "]"
}

func (t *translator) makeMap(v *ssa.MakeMap) {
	ref, step, err := t.Mem.MakeMap(v.Type())
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		t.Forget(v)
		return
	}
	t.Step(step)
	t.Frame.NonNil[ref.Var] = true
	t.Define(v, emit.Value{Expr: ref})
}

// lookup translates m[k], with or without a second result.
func (t *translator) lookup(v *ssa.Lookup) {
	m := t.mapOf(v.X)
	key, _ := t.keyOf(m, v.Index)
	if m == nil || key == nil {
		t.Forget(v)
		return
	}
	present, x := m.Lookup(m.ref, key)
	has, got := t.Local("", ir.Bool), t.Local("", x.Sort)
	t.Step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assign{Dst: has, Src: present}, &ir.Assign{Dst: got, Src: x}},
		Access: t.touches(m, key, false, t.entryText(v.X, v.Index)),
	})
	t.Assume(t.found(m, ir.V(got), m.Type.Elem(), key)...)
	t.Assume(t.notNil(t.prog.HasNoNil(m.Type), ir.V(has), ir.V(got))...)
	if v.CommaOk {
		t.Define(v, emit.Value{Parts: []emit.Value{{Expr: ir.V(got)}, {Expr: ir.V(has)}}})
		return
	}
	t.Define(v, emit.Value{Expr: ir.V(got)})
}

// found returns what is known of a value that was found in a map for what stands for a key, or of a key that was; then at is nil.
func (t *translator) found(m *mapValue, v *ir.Expr, typ types.Type, at *ir.Expr) []*ir.Expr {
	p := m.EntryPlace(m.ref, typ)
	p.Slot = at
	return append(t.Mem.Known(v, typ, t.Mem.Mine(m.ref)), t.Mem.InRegionOf(v, typ, p)...)
}

// notNil says that what was found is not nil, if no map of the type has a nil there.
func (t *translator) notNil(never bool, found, v *ir.Expr) []*ir.Expr {
	if !never || t.Mem.Alone {
		return nil
	}
	return []*ir.Expr{ir.Implies(found, ir.Ne(v, heap.ZeroOf(v.Sort)))}
}

// mapUpdate translates m[k] = v.
func (t *translator) mapUpdate(u *ssa.MapUpdate) {
	m, x := t.mapOf(u.Map), t.Expr(u.Value)
	stands, key := t.keyOf(m, u.Key)
	if m == nil || key == nil || x == nil {
		t.Lost()
		return
	}
	if m.ref.Op != ir.OpVar || !t.Frame.NonNil[m.ref.Var] {
		t.Check(ir.Ne(m.ref, ir.Nil), ir.Check{
			Kind: ir.NilMapWrite, Subject: t.Text(u.Map), Needed: t.Text(u.Map) + " != nil",
		})
	}
	t.putEntry(m, entry{stands, key, x}, t.entryText(u.Map, u.Key))
}

// putEntry emits the step that puts an entry into a map that is not nil.
func (t *translator) putEntry(m *mapValue, e entry, text string) {
	s := &ir.Step{}
	for _, stored := range []struct {
		v   *ir.Expr
		typ types.Type
		at  *ir.Expr
	}{{e.key, m.Type.Key(), nil}, {e.value, m.Type.Elem(), e.stands}} {
		p := m.EntryPlace(m.ref, stored.typ)
		p.Slot = stored.at
		do, asserts, publish := t.Mem.HandOver(p, stored.v)
		s.Do, s.Publish = append(s.Do, do...), append(s.Publish, publish...)
		for _, a := range asserts {
			s.Pre = append(s.Pre, t.Assertion(a.Cond, a.Check))
		}
	}
	s.Do, s.Publish = append(s.Do, m.Put(m.ref, e.stands, e.key, e.value)...), emit.NotNil(s.Publish)
	s.Access = t.touches(m, e.stands, true, text)
	t.Step(s)
}

// deleteEntry translates delete(m, k), which does nothing to a nil map.
func (t *translator) deleteEntry(inv *emit.Invocation) emit.Value {
	m, key := t.mapOf(inv.Argv[0]), t.ExprOf(inv.Args[1])
	if m == nil || key == nil {
		t.Lost()
		return emit.Value{}
	}
	key = t.key(m, key, t.Text(inv.Argv[1]))
	t.ifNotNil(m, func() {
		t.Step(&ir.Step{
			Do:     append(t.Mem.Removed(m.valuePlace(key), m.MapStore), m.Delete(m.ref, key)...),
			Access: t.touches(m, key, true, t.entryText(inv.Argv[0], inv.Argv[1])),
		})
	})
	return emit.Value{}
}

// clearAll translates clear of a slice or map.
func (t *translator) clearAll(inv *emit.Invocation) emit.Value {
	if _, ok := inv.Argv[0].Type().Underlying().(*types.Map); !ok {
		return t.clearSlice(inv)
	}
	m := t.mapOf(inv.Argv[0])
	if m == nil {
		return emit.Value{}
	}
	t.ifNotNil(m, func() {
		some := ir.V(t.Anything(m.Keys.Sort))
		t.Step(&ir.Step{Do: m.Clear(m.ref), Access: t.touches(m, some, true, t.Operand(inv.Argv[0]))})
	})
	return emit.Value{}
}

// ifNotNil does something to a map unless it is nil.
func (t *translator) ifNotNil(m *mapValue, do func()) {
	if m.ref.Op == ir.OpVar && t.Frame.NonNil[m.ref.Var] {
		do()
		return
	}
	t.SaveAll()
	t.Choose("map",
		func() { t.Assume(ir.Eq(m.ref, ir.Nil)) },
		func() {
			t.Assume(ir.Ne(m.ref, ir.Nil))
			do()
		})
}

// mapLength translates len of a map.
func (t *translator) mapLength(inv *emit.Invocation) emit.Value {
	m := t.mapOf(inv.Argv[0])
	if m == nil {
		return t.Unknown(inv.Result)
	}
	n := t.Local("", heap.IntSort)
	span, _ := t.Statement(t.Frame)
	t.Step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assign{Dst: n, Src: m.Length(m.ref)}},
		Access: []ir.Access{{Span: span, Map: m.Count, Index: []*ir.Expr{m.ref}, Text: t.Operand(inv.Argv[0])}},
	})
	t.Assume(ir.Le(heap.ZeroInt, ir.V(n)), ir.Le(ir.V(n), ir.N(heap.MaxElements, heap.IntSort)))
	return emit.Value{Expr: t.Mem.IntValue(ir.V(n))}
}

// rangeMap translates the beginning of a range over a map: the iterator is the map.
func (t *translator) rangeMap(v *ssa.Range) {
	if x := t.Value(v.X); x.Expr != nil {
		t.Frame.Values[v] = t.Settle(x)
	}
}

// nextEntry translates one round of a range over a map: it ends, or comes to an entry that is there now. That is more
// than Go allows, where each entry comes once and all come that are not deleted; so it covers whatever order Go takes,
// and entries that come or go meanwhile.
func (t *translator) nextEntry(v *ssa.Next, over *ssa.Range) {
	m := t.mapOf(over.X)
	it := t.Frame.Values[over]
	if m == nil || it.Expr == nil {
		t.forgetNext(v)
		return
	}
	m.ref = it.Expr
	t.Frame.Instead = over.Pos() // an instruction of its own, which bears no position
	defer func() { t.Frame.Instead = token.NoPos }()
	more, key := ir.V(t.Anything(ir.Bool)), ir.V(t.Anything(m.Keys.Of))
	stands := t.standIn(m, key)
	present, x := m.Lookup(m.ref, stands)
	got := t.Local("", x.Sort)
	t.Step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assume{Cond: ir.Implies(more, ir.And(present, m.HasKey(m.ref, stands, key)))}, &ir.Assign{Dst: got, Src: x}},
		Access: t.touches(m, stands, false, t.Operand(over.X)),
	})
	t.Assume(t.found(m, key, m.Type.Key(), nil)...)
	t.Assume(t.found(m, ir.V(got), m.Type.Elem(), stands)...)
	t.Assume(t.notNil(t.prog.HasNoNil(m.Type), more, ir.V(got))...)
	t.Assume(t.notNil(t.prog.HasNoNilKey(m.Type), more, key)...)
	t.Frame.Values[v] = emit.Value{Parts: []emit.Value{{Expr: more}, {Expr: key}, {Expr: ir.V(got)}}}
}

// key returns what stands for a key in the entries of m. It is called once for each operation.
func (t *translator) key(m *mapValue, key *ir.Expr, text string) *ir.Expr {
	if heap.HoldsInterface(m.Type.Key()) {
		t.hashableKey(key, m.Type.Key(), text)
	}
	return t.standIn(m, key)
}

// standIn is key where the key is in the map already.
func (t *translator) standIn(m *mapValue, key *ir.Expr) *ir.Expr {
	switch m.Keys.Class {
	case heap.SameTerm:
		return t.Stable(key)
	case heap.TermDecides:
		return t.Stable(ir.Apply(m.Keys.Term, key))
	}
	return ir.V(t.Anything(m.Keys.Sort))
}

// hashableKey checks that what a key holds in interfaces can be compared: else the operation panics. If the key is of a
// type parameter, whose argument may be an interface type, its caller sees to that.
func (t *translator) hashableKey(key *ir.Expr, typ types.Type, text string) {
	if analysis.IsTypeParam(typ) {
		t.canBeCompared(typ)
		return
	}
	switch u := typ.Underlying().(type) {
	case *types.Interface:
		t.hashable(key, text)
	case *types.Struct:
		for i := range u.NumFields() {
			if heap.HoldsInterface(u.Field(i).Type()) {
				t.hashableKey(ir.GetField(key, i), u.Field(i).Type(), text)
			}
		}
	}
}

// canBeCompared assumes that values of a type that depends on type parameters can be compared without a panic.
func (t *translator) canBeCompared(typ types.Type) {
	t.Assumption(t.Frame.Pos(), "values of type %s can be compared: if an interface type is passed for a type parameter, what they hold, too",
		t.Mem.ShortType(typ))
}

// keyOf is key for the operand of an instruction; nil if that has no translation.
func (t *translator) keyOf(m *mapValue, v ssa.Value) (stands, key *ir.Expr) {
	if key = t.Expr(v); m == nil || key == nil {
		return nil, nil
	}
	key = t.Stable(key)
	return t.key(m, key, t.Text(v)), key
}
