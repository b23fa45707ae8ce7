package reduce

import (
	"context"
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Predicates returns the checks of the annotations themselves, before any function: f's Heap holds the guarded heap
// variables of a package, its Transitions those of the package.
//
// Exclusive access must be stable: if a goroutine has it and others take a step, it still has it. Movers and the
// single havoc of E_A rest on this. Transitions must be reflexive and transitive, since one stands for any number of
// steps.
func Predicates(ctx context.Context, f *ir.Func) ([]*ir.Program, error) {
	return stoppable(ctx, func(s *stopper) ([]*ir.Program, error) { return predicates(s, f) })
}

func predicates(s *stopper, f *ir.Func) ([]*ir.Program, error) {
	w, err := newWorld(s, f)
	if err != nil {
		return nil, err
	}
	var ps []*ir.Program
	for _, m := range f.Heap {
		if c := m.Heap.Class; c != ir.Plain && c != ir.Atomic && c != ir.Latch {
			continue
		}
		for _, k := range []kind{read, write} {
			if w.trivial(m, k) {
				continue
			}
			p, err := w.about(here(m)).stability(m, k)
			if err != nil {
				return nil, err
			}
			ps = append(ps, p)
		}
	}
	for _, inv := range f.Transitions {
		if inv.Always { // of one state: it relates whatever steps there are
			continue
		}
		about := w.about(inv.Cond)
		for _, program := range []func(*ir.Invariant) (*ir.Program, error){about.reflexivity, about.transitivity} {
			p, err := program(inv)
			if err != nil {
				return nil, err
			}
			ps = append(ps, p)
		}
	}
	return ps, nil
}

// about is the part of the world that bears on the variables of e: those that their rules read, and those that a
// transition relates them with. What others do to the rest is of no consequence, and would make the checks of a package
// take time quadratic in its size.
func (w *world) about(e *ir.Expr) *world {
	related := map[*ir.Var]bool{}
	ir.HeapVars(e, related)
	var transitions []*ir.Invariant
	for before := -1; before < len(related); {
		before = len(related)
		for _, m := range w.fn.Heap {
			if related[m] {
				w.related(m, related)
			}
		}
		transitions = slices.DeleteFunc(slices.Clone(w.fn.Transitions), func(inv *ir.Invariant) bool {
			return !intersect(heapVars(inv.Cond), related)
		})
		for _, inv := range transitions {
			ir.HeapVars(inv.Cond, related)
		}
	}
	f := *w.fn
	f.Heap = slices.DeleteFunc(slices.Clone(f.Heap), func(m *ir.Var) bool { return !related[m] })
	f.Transitions = transitions
	f.Blocks = nil
	part := *w
	part.fn, part.leftMovers = &f, map[*ir.Step]*ir.Expr{}
	return &part
}

// related adds what the rules of m read.
func (w *world) related(m *ir.Var, to map[*ir.Var]bool) {
	r := w.rules[m]
	for _, e := range []*ir.Expr{r.mine, r.shared, r.kept, r.allowed[read], r.allowed[write], r.exclusive[read], r.exclusive[write]} {
		ir.HeapVars(e, to)
	}
	if m.Heap.Writer != nil {
		to[m.Heap.Writer] = true
	}
	if m.Heap.Always != nil {
		ir.HeapVars(m.Heap.Always, to)
	}
	if rs := w.readers[m]; rs != nil {
		to[rs] = true
	}
}

func heapVars(e *ir.Expr) map[*ir.Var]bool {
	vs := map[*ir.Var]bool{}
	ir.HeapVars(e, vs)
	return vs
}

func intersect(a, b map[*ir.Var]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}

// trivial reports whether exclusive access depends on nothing that other goroutines change, or is that for reading
// again.
func (w *world) trivial(m *ir.Var, k kind) bool {
	sole := w.rules[m].sole
	return sole[k].Op == ir.OpTrue || sole[k].Op == ir.OpFalse || k == write && ir.Equal(sole[read], sole[write])
}

// bare is a translation of no blocks: the program is built by hand.
func (w *world) bare(name string) *translation {
	f := *w.fn
	f.Blocks = nil
	return &translation{world: w, builder: newBuilder(w.stopper, &f, name), given: localSet{number: numbering{}}}
}

func (w *world) stability(m *ir.Var, k kind) (*ir.Program, error) {
	t := w.bare(fmt.Sprintf("%s/stable %s", m.Name, [...]string{"reading", "writing"}[k]))
	var index []*ir.Expr
	for _, key := range m.Heap.Keys {
		index = append(index, ir.V(t.arbitrary(key.Name, key.Sort)))
	}
	exclusive := atIndex(m, w.rules[m].exclusive[k], index)
	words := t.wording(&ir.Access{Map: m, Index: index, Text: label(m)})
	t.assumeWorld()
	t.assumeTypes(m, index)
	t.assume(exclusive)
	check := ir.Check{Kind: ir.Unstable, Subject: label(m), Detail: [...]string{"reading", "writing"}[k]}
	if len(m.Heap.Guards) > 0 {
		check.Clause = m.Heap.Guards[0]
	}
	check.Needed = words.needed(w.rules[m].sole[k], m.Heap.Guards)
	t.mark(&ir.Mark{Span: m.Heap.Span, Kind: ir.MarkEntry, Text: label(m)})
	free := t.exposed()
	before := t.saved("before", free)
	for _, v := range free {
		if v.Heap == nil || !mentions(w.rules[m].sole[k], func(x *ir.Var) bool { return x == v }) {
			continue
		}
		for _, read := range readsOf(w.rules[m].sole[k], v) {
			value := atIndex(m, read, index)
			check.Shows = append(check.Shows,
				ir.Show{Label: "before: " + read.String(), Value: before.of(value)},
				ir.Show{Label: "after: " + read.String(), Value: value})
		}
	}
	t.saveRead("before", free, values(check.Shows))
	t.environment(m.Heap.Span)
	t.assert(m.Heap.Span, exclusive, check)
	return t.finish()
}

func values(shows []ir.Show) []*ir.Expr {
	var es []*ir.Expr
	for _, s := range shows {
		es = append(es, s.Value)
	}
	return es
}

// assumeTypes assumes of the locations that exclusive access to m depends on that they are in objects of their types.
func (t *translation) assumeTypes(m *ir.Var, index []*ir.Expr) {
	assume := func(v *ir.Var, keys []*ir.Expr) {
		if v.Heap != nil && v.Heap.Is != nil && len(keys) == len(v.Heap.Keys) {
			t.assume(atIndex(m, atIndex(v, v.Heap.Is, keys), index))
		}
	}
	assume(m, exprs(m.Heap.Keys))
	stranger := func(v *ir.Var) bool { return v.Kind == ir.BoundVar && !slices.Contains(m.Heap.Keys, v) }
	for _, sole := range t.rules[m].sole {
		ir.Walk(sole, func(x *ir.Expr) bool {
			if x.Op == ir.OpSelect && x.Args[0].Op == ir.OpVar && !mentions(x, stranger) {
				assume(x.Args[0].Var, x.Args[1:])
			}
			return true
		})
	}
}

// readsOf lists the terms of e that read v.
func readsOf(e *ir.Expr, v *ir.Var) []*ir.Expr {
	var reads []*ir.Expr
	ir.Walk(e, func(x *ir.Expr) bool {
		switch {
		case x.Op == ir.OpForall || x.Op == ir.OpExists:
			return false
		case x.Op == ir.OpSelect && x.Args[0].Op == ir.OpVar && x.Args[0].Var == v,
			x.Op == ir.OpVar && x.Var == v && len(v.Heap.Keys) == 0:
			if !containsExpr(reads, x) {
				reads = append(reads, x)
			}
			return false
		}
		return true
	})
	return reads
}

// reflexivity: a step that changes nothing respects the transition.
func (w *world) reflexivity(inv *ir.Invariant) (*ir.Program, error) {
	t := w.bare("transition " + inv.Type + "/reflexive")
	t.assumeAlways()
	cond := t.ofOne(inv, ir.ResolveOld(inv.Cond, now, now))
	t.mark(&ir.Mark{Span: inv.Span, Kind: ir.MarkEntry, Text: inv.Text})
	t.assert(inv.Span, cond, invariantCheck(ir.NotReflexive, inv))
	return t.finish()
}

// transitivity: two steps that respect the transitions of the type respect this one together. All of them are relied on at once, so
// that one may be transitive only because of another: of what may go down once a flag is set, which stays set.
func (w *world) transitivity(inv *ir.Invariant) (*ir.Program, error) {
	t := w.bare("transition " + inv.Type + "/transitive")
	vs := t.state()
	first, second := t.saved("first", vs), t.saved("second", vs)
	link := func(inv *ir.Invariant, now, old view) *ir.Expr {
		return t.ofOne(inv, ir.ResolveOld(inv.Cond, now, old))
	}
	respects := func(now, old view) {
		for _, other := range w.fn.Transitions {
			if sameObjects(inv, other) {
				t.assume(link(other, now, old))
			}
		}
	}
	t.mark(&ir.Mark{Span: inv.Span, Kind: ir.MarkEntry, Text: inv.Text})
	t.save("first", vs)
	t.havoc(vs)
	t.save("second", vs)
	respects(now, first)
	t.mark(&ir.Mark{Span: inv.Span, Kind: ir.MarkEnv})
	t.havoc(vs)
	respects(now, second)
	t.mark(&ir.Mark{Span: inv.Span, Kind: ir.MarkEnv})
	t.assert(inv.Span, link(inv, now, first), invariantCheck(ir.NotTransitive, inv))
	return t.finish()
}

// sameObjects reports whether two transitions are about the objects of one type, or both about package variables.
func sameObjects(a, b *ir.Invariant) bool {
	return a == b || a.Type == b.Type && (a.This == nil) == (b.This == nil) &&
		(a.This == nil || ir.Equal(a.Is, ir.Subst(b.Is, map[*ir.Var]*ir.Expr{b.This: ir.V(a.This)})))
}

// ofOne says that cond holds of one arbitrary object of the type.
func (t *translation) ofOne(inv *ir.Invariant, cond *ir.Expr) *ir.Expr {
	if inv.This == nil {
		return cond
	}
	name := inv.This.Name
	v := t.made["one."+name]
	if v == nil {
		v = t.arbitrary(name, inv.This.Sort)
		t.made["one."+name] = v
		if inv.Is != nil {
			t.assume(ir.Subst(inv.Is, map[*ir.Var]*ir.Expr{inv.This: ir.V(v)}))
		}
	}
	return ir.Subst(cond, map[*ir.Var]*ir.Expr{inv.This: ir.V(v)})
}
