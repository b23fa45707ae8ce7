package lockorder

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// A relation says what is known of the objects of two locks that may be of one class.
type relation struct {
	kind kind
	link *types.Var // down, up: the field that leads to the other object
}

type kind uint8

const (
	unknown kind = iota
	same         // one lock
	down         // from an object to one that it leads to
	up           // the other way round
	peers        // any two: whoever calls may swap them
	within       // two locks in one object
	ordered      // the code compares the two first
)

// relate relates the objects of two places in a function.
func (p *program) relate(x, y *memory.Place) relation {
	return p.related(x, y, map[[2]*memory.Place]bool{})
}

func (p *program) related(x, y *memory.Place, seen map[[2]*memory.Place]bool) relation {
	switch {
	case x == nil || y == nil:
		return relation{}
	case x == y:
		return relation{kind: same}
	case seen[[2]*memory.Place{x, y}]:
		return relation{kind: same} // as what else there is tells
	}
	seen[[2]*memory.Place{x, y}] = true
	if link, ok := linkFrom(x, y); ok {
		return relation{down, link}
	}
	if link, ok := linkFrom(y, x); ok {
		return relation{up, link}
	}
	if x.Object() == y.Object() && differentFields(x, y) {
		return relation{kind: within}
	}
	if r, ok := p.mergedRelation(x, y, seen); ok {
		return r
	}
	if arePeers(x, y) {
		return relation{kind: peers}
	}
	return relation{}
}

// differentFields reports whether two places in one object part at a field.
func differentFields(x, y *memory.Place) bool {
	a, _ := x.Under(x.Object())
	b, _ := y.Under(y.Object())
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i].Kind == memory.ToField
		}
	}
	return false
}

// linkFrom returns the first field beyond the object of x that leads to y.
func linkFrom(x, y *memory.Place) (*types.Var, bool) {
	steps, ok := y.Under(x.Object())
	if !ok {
		return nil, false
	}
	var link *types.Var
	for _, s := range steps {
		switch s.Kind {
		case memory.ToField:
			link = s.Field
		case memory.ToStore, memory.ToTarget:
			return link, true
		}
	}
	return nil, false
}

// mergedRelation relates places of which the code says by the way that it has come where they begin.
func (p *program) mergedRelation(x, y *memory.Place, seen map[[2]*memory.Place]bool) (relation, bool) {
	a, aIsPhi := x.Root.Value.(*ssa.Phi)
	b, bIsPhi := y.Root.Value.(*ssa.Phi)
	var all []relation
	switch {
	case aIsPhi && bIsPhi && a != b && a.Block() == b.Block():
		if swapped(a, b) {
			return relation{kind: ordered}, true
		}
		for i := range a.Edges {
			if !memory.IsNil(a.Edges[i]) && !memory.IsNil(b.Edges[i]) {
				all = append(all, p.related(p.from(x, a.Edges[i]), p.from(y, b.Edges[i]), seen))
			}
		}
	case bIsPhi && a != b:
		all = p.each(y, b, func(q *memory.Place) relation { return p.related(x, q, seen) })
	case aIsPhi && a != b:
		all = p.each(x, a, func(q *memory.Place) relation { return p.related(q, y, seen) })
	default:
		return relation{}, false
	}
	return merge(all), true
}

// each relates a place for each value that the phi at its beginning may have. Where the value is one that the phi itself led to, it is
// further the same way.
func (p *program) each(at *memory.Place, phi *ssa.Phi, to func(*memory.Place) relation) []relation {
	var all []relation
	for _, e := range phi.Edges {
		if memory.IsNil(e) {
			continue
		}
		if q := p.from(at, e); q.Root.Value != ssa.Value(phi) {
			all = append(all, to(q))
		}
	}
	return all
}

// from returns the place that a place is if it begins at v.
func (p *program) from(at *memory.Place, v ssa.Value) *memory.Place {
	steps, _ := at.Under(at.Base())
	return p.Target(v).Then(steps)
}

// merge is what is so whichever relation there is.
func merge(all []relation) relation {
	r := relation{kind: same}
	for _, s := range all {
		switch {
		case s.kind == same || s == r:
		case r.kind == same:
			r = s
		case r.kind == s.kind && r.kind != down && r.kind != up:
		default:
			return relation{}
		}
	}
	if r.kind == same {
		return relation{}
	}
	return r
}

// swapped reports whether two phis have the same two values, one way round or the other: first, second.
func swapped(a, b *ssa.Phi) bool {
	for i := range a.Edges {
		for j := range a.Edges {
			if a.Edges[i] == b.Edges[j] && a.Edges[j] == b.Edges[i] && a.Edges[i] != a.Edges[j] {
				return true
			}
		}
	}
	return false
}

// arePeers reports whether two places begin at values that come from outside in the same way: two parameters, two results of calls
// of one function, two elements of one slice or map.
func arePeers(x, y *memory.Place) bool {
	a, b := x.Object(), y.Object()
	if a == b {
		return twoElements(x, y)
	}
	if a.Up != nil && b.Up != nil {
		return twoElements(a, b)
	}
	if a.Up != nil || b.Up != nil || a.Root.Result != b.Root.Result {
		return false
	}
	switch v := a.Root.Value.(type) {
	case *ssa.Parameter:
		w, ok := b.Root.Value.(*ssa.Parameter)
		return ok && v.Parent() == w.Parent() && types.Identical(v.Type(), w.Type())
	case *ssa.Call:
		w, ok := b.Root.Value.(*ssa.Call)
		return ok && v.Call.StaticCallee() != nil && v.Call.StaticCallee() == w.Call.StaticCallee() && differ(v.Call.Args, w.Call.Args)
	}
	return false
}

// differ reports whether some argument is not the same constant in both calls, and not the same value.
func differ(a, b []ssa.Value) bool {
	for i := range a {
		if a[i] != b[i] && (!isConst(a[i]) || !isConst(b[i])) {
			return true
		}
	}
	return false
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// twoElements reports whether two places differ in an element that they go through: with indices that the function is passed.
func twoElements(x, y *memory.Place) bool {
	for x.Up != nil && y.Up != nil {
		if x.Up == y.Up {
			return x.Step.Kind == memory.ToElement && y.Step.Kind == memory.ToElement && fromOutside(x.Step.Index) && fromOutside(y.Step.Index)
		}
		if x.Step != y.Step {
			return false
		}
		x, y = x.Up, y.Up
	}
	return false
}

func fromOutside(index any) bool {
	_, ok := index.(*ssa.Parameter)
	return ok
}

// compares reports whether the code that leads to the block has compared two objects: which of them comes first is then
// known where they are locked.
func (p *program) compares(b *ssa.BasicBlock, x, y *memory.Place) bool {
	if x == nil || y == nil {
		return false
	}
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		speaksOf := map[ssa.Value]bool{}
		if p.mentioned(branch.Cond, speaksOf, 0) && p.mentions(speaksOf, x) && p.mentions(speaksOf, y) {
			return true
		}
	}
	return false
}

// mentioned collects the values that a condition is computed from; false if nothing in it is an order.
func (p *program) mentioned(v ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if v == nil || seen[v] || depth > 8 {
		return false
	}
	seen[v] = true
	isOrder := false
	switch v := v.(type) {
	case *ssa.BinOp:
		switch v.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ:
			isOrder = true
		}
	case *ssa.Call:
		b, ok := v.Type().Underlying().(*types.Basic)
		isOrder = ok && b.Info()&types.IsBoolean != 0 && len(v.Call.Args) > 1
	}
	if in, ok := v.(ssa.Instruction); ok {
		if _, isPhi := v.(*ssa.Phi); isPhi {
			return isOrder
		}
		for _, op := range in.Operands(nil) {
			if *op != nil && p.mentioned(*op, seen, depth+1) {
				isOrder = true
			}
		}
	}
	return isOrder
}

// mentions reports whether a value among these leads to the object of a place, or is an index on the way there.
func (p *program) mentions(values map[ssa.Value]bool, at *memory.Place) bool {
	for q := at.Object(); q != nil; q = q.Up {
		if i, ok := q.Step.Index.(ssa.Value); ok && values[i] {
			return true
		}
		if q.Up == nil && values[q.Root.Value] {
			return true
		}
	}
	for v := range values {
		if memory.Refers(v.Type()) && p.Target(v).Object() == at.Object() {
			return true
		}
		if call, ok := at.Root.Value.(*ssa.Call); ok {
			for _, arg := range call.Call.Args {
				if arg == v && !isConst(v) {
					return true
				}
			}
		}
	}
	return false
}
