package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

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
		return t.stable(key)
	case heap.TermDecides:
		return t.stable(ir.Apply(m.Keys.Term, key))
	}
	return ir.V(t.anything(m.Keys.Sort))
}

// hashableKey checks that what a key holds in interfaces can be compared: else the operation panics.
func (t *translator) hashableKey(key *ir.Expr, typ types.Type, text string) {
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

// keyOf is key for the operand of an instruction; nil if that has no translation.
func (t *translator) keyOf(m *mapValue, v ssa.Value) (stands, key *ir.Expr) {
	if key = t.expr(v); m == nil || key == nil {
		return nil, nil
	}
	key = t.stable(key)
	return t.key(m, key, t.text(v)), key
}
