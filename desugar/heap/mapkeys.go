package heap

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A keyClass says how the keys of a type are told apart here.
type keyClass uint8

const (
	// sameTerm: keys are equal in Go just if they are equal as terms. The term is the key.
	SameTerm keyClass = iota
	// termDecides: keys that are one term are equal in Go, but so may be others: the terms of arrays differ beyond their ends.
	// The key is a function of the term of which nothing else is known.
	TermDecides
	// anyKey: a key may differ from itself, as a float that is not a number does, alone or in an interface. Each operation
	// has whatever key it may be.
	anyKey
	// noKey: maps with such keys have no translation.
	noKey
)

// keyClassOf classifies the keys of a type.
func keyClassOf(t types.Type) keyClass {
	if keyable(t) {
		return SameTerm
	}
	if analysis.IsTypeParam(t) { // it may be a float, or an interface
		return anyKey
	}
	if analysis.IsSyncValue(t) {
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
		class := TermDecides
		for f := range u.Fields() {
			class = max(class, keyClassOf(f.Type()))
		}
		return class
	case *types.Array:
		if class := keyClassOf(u.Elem()); class <= TermDecides {
			return TermDecides
		}
	}
	return noKey
}

// A keying turns the keys of a map into terms that stand for them in its entries.
type keying struct {
	Class    keyClass
	Of, Sort *ir.Sort // of a key, and of what stands for one
	Term     *ir.Fn   // of the class termDecides
	kept     bool     // entries have the keys themselves, as keys lead to memory, and what stands for them does not tell to which
}

// keying returns how the keys of a type are found in maps.
func (m *Memory) keying(t types.Type) (*keying, error) {
	id := analysis.TypeText(t)
	if k := m.keyings[id]; k != nil {
		return k, nil
	}
	s, err := m.Sort(t)
	if err != nil {
		return nil, err
	}
	k := &keying{Class: keyClassOf(t), Of: s, Sort: s}
	switch k.Class {
	case SameTerm:
		return k, nil
	case noKey:
		return nil, fmt.Errorf("map with keys of type %s", m.ShortType(t))
	}
	k.kept = len(m.Publishable(ir.V(&ir.Var{Sort: s}), t)) > 0
	name := m.uniqueSort("key of " + m.ShortType(t))
	k.Sort = ir.Opaque(name)
	if k.Class == TermDecides {
		k.Term = &ir.Fn{Name: name, Params: []*ir.Sort{s}, Result: k.Sort}
	}
	m.keyings[id] = k
	return k, nil
}
