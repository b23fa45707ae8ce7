package desugar

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

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
	ref := t.expr(v)
	if ref == nil {
		t.lost()
		return nil
	}
	s, err := t.mem.MapStore(v.Type())
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		return nil
	}
	return &mapValue{s, t.stable(ref), v}
}

// touches is the access to a map's entry for a key, and, where written, to the number of its entries.
func (t *translator) touches(m *mapValue, key *ir.Expr, write bool, text string) []ir.Access {
	span, _ := t.statement(t.frame)
	acc := []ir.Access{{Span: span, Map: m.Entries, Index: []*ir.Expr{m.ref, key}, Write: write, Text: text}}
	if write {
		acc = append(acc, ir.Access{Span: span, Map: m.Count, Index: []*ir.Expr{m.ref}, Write: true, Text: text})
	}
	return acc
}

// entryText is what messages call the entry of a map for a key.
func (t *translator) entryText(m, key ssa.Value) string {
	return t.operand(m) + "[" + t.text(key) + "]"
}

func (t *translator) makeMap(v *ssa.MakeMap) {
	ref, step, err := t.mem.MakeMap(v.Type())
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
		t.forget(v)
		return
	}
	t.step(step)
	t.frame.nonNil[ref.Var] = true
	t.define(v, value{expr: ref})
}

// lookup translates m[k], with or without a second result.
func (t *translator) lookup(v *ssa.Lookup) {
	m := t.mapOf(v.X)
	key, _ := t.keyOf(m, v.Index)
	if m == nil || key == nil {
		t.forget(v)
		return
	}
	present, x := m.Lookup(m.ref, key)
	has, got := t.local("", ir.Bool), t.local("", x.Sort)
	t.step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assign{Dst: has, Src: present}, &ir.Assign{Dst: got, Src: x}},
		Access: t.touches(m, key, false, t.entryText(v.X, v.Index)),
	})
	t.assume(t.found(m, ir.V(got), m.Type.Elem())...)
	if v.CommaOk {
		t.define(v, value{parts: []value{{expr: ir.V(got)}, {expr: ir.V(has)}}})
		return
	}
	t.define(v, value{expr: ir.V(got)})
}

// found returns what is known of a key or value that was found in a map.
func (t *translator) found(m *mapValue, v *ir.Expr, typ types.Type) []*ir.Expr {
	return t.mem.Known(v, typ, t.mem.Mine(m.ref))
}

// mapUpdate translates m[k] = v.
func (t *translator) mapUpdate(u *ssa.MapUpdate) {
	m, x := t.mapOf(u.Map), t.expr(u.Value)
	stands, key := t.keyOf(m, u.Key)
	if m == nil || key == nil || x == nil {
		t.lost()
		return
	}
	if m.ref.Op != ir.OpVar || !t.frame.nonNil[m.ref.Var] {
		t.check(ir.Ne(m.ref, ir.Nil), ir.Check{
			Kind: ir.NilMapWrite, Subject: t.text(u.Map), Needed: t.text(u.Map) + " != nil",
		})
	}
	var own []ir.Stmt
	var publish []*ir.Expr
	for _, stored := range []struct {
		v   *ir.Expr
		typ types.Type
	}{{key, m.Type.Key()}, {x, m.Type.Elem()}} {
		do, _, out := t.mem.HandOver(m.EntryPlace(m.ref, stored.typ), stored.v)
		own, publish = append(own, do...), append(publish, out...)
	}
	t.step(&ir.Step{
		Do:      append(own, m.Put(m.ref, stands, x)...),
		Access:  t.touches(m, stands, true, t.entryText(u.Map, u.Key)),
		Publish: notNil(publish),
	})
}

// deleteEntry translates delete(m, k), which does nothing to a nil map.
func (t *translator) deleteEntry(inv *invocation) value {
	m, key := t.mapOf(inv.argv[0]), t.exprOf(inv.args[1])
	if m == nil || key == nil {
		t.lost()
		return value{}
	}
	key = t.key(m, key, t.text(inv.argv[1]))
	t.ifNotNil(m, func() {
		t.step(&ir.Step{
			Do:     m.Put(m.ref, key, nil),
			Access: t.touches(m, key, true, t.entryText(inv.argv[0], inv.argv[1])),
		})
	})
	return value{}
}

// clearAll translates clear of a slice or map.
func (t *translator) clearAll(inv *invocation) value {
	if _, ok := inv.argv[0].Type().Underlying().(*types.Map); !ok {
		return t.clearSlice(inv)
	}
	m := t.mapOf(inv.argv[0])
	if m == nil {
		return value{}
	}
	t.ifNotNil(m, func() {
		some := ir.V(t.anything(m.Keys.Sort))
		t.step(&ir.Step{Do: m.Clear(m.ref), Access: t.touches(m, some, true, t.operand(inv.argv[0]))})
	})
	return value{}
}

// ifNotNil does something to a map unless it is nil.
func (t *translator) ifNotNil(m *mapValue, do func()) {
	if m.ref.Op == ir.OpVar && t.frame.nonNil[m.ref.Var] {
		do()
		return
	}
	t.saveAll()
	t.choose("map",
		func() { t.assume(ir.Eq(m.ref, ir.Nil)) },
		func() {
			t.assume(ir.Ne(m.ref, ir.Nil))
			do()
		})
}

// mapLength translates len of a map.
func (t *translator) mapLength(inv *invocation) value {
	m := t.mapOf(inv.argv[0])
	if m == nil {
		return t.unknown(inv.result)
	}
	n := t.local("", heap.IntSort)
	span, _ := t.statement(t.frame)
	t.step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assign{Dst: n, Src: m.Length(m.ref)}},
		Access: []ir.Access{{Span: span, Map: m.Count, Index: []*ir.Expr{m.ref}, Text: t.operand(inv.argv[0])}},
	})
	t.assume(ir.Le(heap.ZeroInt, ir.V(n)), ir.Le(ir.V(n), ir.N(heap.MaxElements, heap.IntSort)))
	return value{expr: t.mem.IntValue(ir.V(n))}
}

// rangeMap translates the beginning of a range over a map: the iterator is the map.
func (t *translator) rangeMap(v *ssa.Range) {
	if x := t.value(v.X); x.expr != nil {
		t.frame.values[v] = t.settle(x)
	}
}

// nextEntry translates one round of a range over a map: it ends, or comes to an entry that is there now. That is more
// than Go allows, where each entry comes once and all come that are not deleted; so it covers whatever order Go takes,
// and entries that come or go meanwhile.
func (t *translator) nextEntry(v *ssa.Next, over *ssa.Range) {
	m := t.mapOf(over.X)
	it := t.frame.values[over]
	if m == nil || it.expr == nil {
		t.forgetNext(v)
		return
	}
	m.ref = it.expr
	t.frame.instead = over.Pos() // an instruction of its own, which bears no position
	defer func() { t.frame.instead = token.NoPos }()
	more, key := ir.V(t.anything(ir.Bool)), ir.V(t.anything(m.Keys.Of))
	stands := t.standIn(m, key)
	present, x := m.Lookup(m.ref, stands)
	got := t.local("", x.Sort)
	t.step(&ir.Step{
		Do:     []ir.Stmt{&ir.Assume{Cond: ir.Implies(more, present)}, &ir.Assign{Dst: got, Src: x}},
		Access: t.touches(m, stands, false, t.operand(over.X)),
	})
	t.assume(t.found(m, key, m.Type.Key())...)
	t.assume(t.found(m, ir.V(got), m.Type.Elem())...)
	t.frame.values[v] = value{parts: []value{{expr: more}, {expr: key}, {expr: ir.V(got)}}}
}
