package desugar

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A keyClass says how the keys of a type are told apart here.
type keyClass uint8

const (
	// sameTerm: keys are equal in Go just if they are equal as terms. The term is the key.
	sameTerm keyClass = iota
	// termDecides: keys that are one term are equal in Go, but so may be others: the terms of arrays differ beyond their ends.
	// The key is a function of the term of which nothing else is known.
	termDecides
	// anyKey: a key may differ from itself, as a float that is not a number does, alone or in an interface. Each operation
	// has whatever key it may be.
	anyKey
	// noKey: maps with such keys have no translation.
	noKey
)

// keyClassOf classifies the keys of a type.
func keyClassOf(t types.Type) keyClass {
	if keyable(t) {
		return sameTerm
	}
	if analysis.IsSyncValue(t) || analysis.IsTypeParam(t) {
		return noKey
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsFloat|types.IsComplex) != 0 {
			return anyKey
		}
	case *types.Interface:
		return anyKey
	case *types.Struct:
		class := termDecides
		for f := range u.Fields() {
			class = max(class, keyClassOf(f.Type()))
		}
		return class
	case *types.Array:
		if class := keyClassOf(u.Elem()); class <= termDecides {
			return termDecides
		}
	}
	return noKey
}

// A keying turns the keys of a map into terms that stand for them in its entries.
type keying struct {
	class    keyClass
	of, sort *ir.Sort // of a key, and of what stands for one
	term     *ir.Fn   // of the class termDecides
}

// keying returns how the keys of a type are found in maps.
func (m *memory) keying(t types.Type) (*keying, error) {
	id := types.TypeString(t, nil)
	if k := m.keyings[id]; k != nil {
		return k, nil
	}
	s, err := m.sort(t)
	if err != nil {
		return nil, err
	}
	k := &keying{class: keyClassOf(t), of: s, sort: s}
	switch k.class {
	case sameTerm:
		return k, nil
	case noKey:
		return nil, fmt.Errorf("map with keys of type %s", m.shortType(t))
	}
	if len(m.publishable(ir.V(&ir.Var{Sort: s}), t)) > 0 { // the entries would not tell what the keys lead to
		return nil, fmt.Errorf("map with keys of type %s", m.shortType(t))
	}
	name := m.uniqueSort("key of " + m.shortType(t))
	k.sort = ir.Opaque(name)
	if k.class == termDecides {
		k.term = &ir.Fn{Name: name, Params: []*ir.Sort{s}, Result: k.sort}
	}
	m.keyings[id] = k
	return k, nil
}

// key returns what stands for a key in the entries of m. It is called once for each operation.
func (t *translator) key(m *mapValue, key *ir.Expr, text string) *ir.Expr {
	if holdsInterface(m.typ.Key()) {
		t.hashableKey(key, m.typ.Key(), text)
	}
	return t.standIn(m, key)
}

// standIn is key where the key is in the map already.
func (t *translator) standIn(m *mapValue, key *ir.Expr) *ir.Expr {
	switch m.keys.class {
	case sameTerm:
		return t.stable(key)
	case termDecides:
		return t.stable(ir.Apply(m.keys.term, key))
	}
	return ir.V(t.anything(m.keys.sort))
}

// hashableKey checks that what a key holds in interfaces can be compared: else the operation panics.
func (t *translator) hashableKey(key *ir.Expr, typ types.Type, text string) {
	switch u := typ.Underlying().(type) {
	case *types.Interface:
		t.hashable(key, text)
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsInterface(u.Field(i).Type()) {
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
