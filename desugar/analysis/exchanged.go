package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Two slices or maps with one guard may exchange what they lead to: the two buffers of a double buffer. Then neither
// owns its array or store for good. Both are in the region of their guard group, as the objects are that pointers in
// such variables lead to. As with IsHandedOver, nothing rests on the guess. A variable that takes a slice or map out of
// an object without synchronisation, such as a builder's, is another: what comes with the builder's region is the
// group's, and nothing tells of each part of it that no variable owns it.

// exchangesIn notes the pairs of variables of which a function stores what the one has in the other.
func (p *Facts) exchangesIn(in accessed, found map[[2]*types.Var]bool) {
	for v, all := range in.stores {
		if !isStore(v.Type()) {
			continue
		}
		for _, s := range all {
			if w := p.cameFrom(s.Val, map[ssa.Value]bool{}); w != nil && w != v {
				found[[2]*types.Var{v, w}] = true
			}
		}
	}
}

func isStore(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// cameFrom returns the field or package variable that a slice or map was read from, nil if there is none or it may be another.
func (p *Facts) cameFrom(v ssa.Value, seen map[ssa.Value]bool) *types.Var {
	if seen[v] {
		return nil
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Slice:
		return p.cameFrom(v.X, seen)
	case *ssa.ChangeType:
		return p.cameFrom(v.X, seen)
	case *ssa.UnOp:
		if from := p.storedTo(v.X); from != nil {
			return from
		}
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return nil
		}
		for _, use := range *a.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
				if from := p.cameFrom(s.Val, seen); from != nil {
					return from
				}
			}
		}
	}
	return nil
}

// findExchanged fills exchanged: with variables of one type, of one struct type or package, and with one guard, of
// which no annotation speaks.
func (p *Facts) findExchanged(pairs map[[2]*types.Var]bool, said map[*types.Var]bool, guarded []*types.Var, owner map[*types.Var]*types.TypeName) {
	may := func(v *types.Var) bool {
		return slices.Contains(guarded, v) && !said[v] && !p.handedOver[v] && !p.handedOverEach[v] && p.mayHandOver(v)
	}
	for pair := range pairs {
		v, w := pair[0], pair[1]
		if may(v) && p.Guard(w) == nil && owner[w] != nil && (&regions{prog: p}).isPlain(owner[w].Type(), map[types.Type]bool{}) {
			p.exchanged[v] = true
			continue
		}
		if may(v) && may(w) && v.Pkg() == w.Pkg() && owner[v] == owner[w] && types.Identical(v.Type(), w.Type()) &&
			guardText(p.Guard(v)) == guardText(p.Guard(w)) {
			p.exchanged[v], p.exchanged[w] = true, true
		}
	}
}
