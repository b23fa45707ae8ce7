package heap

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Code that is not at hand may make objects and leave them to the goroutine. Each is as if the goroutine had made it, of any content.

// Made returns a new object of any content for what a slice, map or pointer of type t leads to, and the step that creates it.
func (m *Memory) Made(t types.Type) (*ir.Expr, *ir.Step) {
	r := m.NewRef("")
	return ir.V(r), m.Create(r, m.madeFor(ir.V(r), t))
}

// madeFor is what holds of a new object that a slice, map or pointer of type t leads to, whatever is in it.
func (m *Memory) madeFor(ref *ir.Expr, t types.Type) []*ir.Expr {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		m.NoteAllocated(u.Elem())
		facts := m.Interiors(ref, m.Deref(ref, u.Elem()))
		if is := m.IsPlaceOf(u.Elem()); is != nil {
			facts = append(facts, ir.Apply(is, ref))
		}
		return facts
	case *types.Slice:
		m.NoteAllocated(u.Elem())
		return m.Interiors(ref, m.ArrayAt(ref, u.Elem()))
	}
	return m.Interiors(ref, Place{Type: types.Typ[types.Bool]})
}

// ManyMade are objects that a step has made, any number of them. They lead to nothing but each other.
type ManyMade struct {
	mem *Memory
	set *ir.Var
}

// MakeMany returns the step that makes any number of objects, of any content: what slices, maps and pointers of the given types lead to,
// with all that is behind them. It fails if a type there has no translation.
func (m *Memory) MakeMany(behind []types.Type) (*ManyMade, *ir.Step, error) {
	m.WantsOwnership = true
	if m.Status == nil {
		return nil, nil, fmt.Errorf("no account of ownership")
	}
	w := &behindWalk{mem: m, seen: map[string]bool{}, noted: map[*ir.Var]bool{}}
	made := &ManyMade{m, m.NewLocal("made", m.Stored.Sort)}
	for _, t := range behind {
		if err := w.visit(t, made); err != nil {
			return nil, nil, err
		}
	}
	status, stored := m.NewLocal("", m.Status.Sort), m.NewLocal("", m.Stored.Sort)
	o := &ir.Var{Name: "o", Label: "o", Sort: ir.Ref, Kind: ir.BoundVar}
	at := func(v *ir.Var) *ir.Expr { return ir.Select(ir.V(v), ir.V(o)) }
	is := []*ir.Expr{
		ir.Ne(ir.V(o), ir.Nil),
		ir.Eq(ir.Apply(m.Base, ir.V(o)), ir.V(o)),
		ir.Eq(ir.Apply(m.Kind, ir.V(o)), RootKind),
		ir.Eq(at(status), ir.N(ir.Unallocated, ir.Int)),
	}
	if m.needs(storeOwner) {
		is = append(is, ir.Eq(at(m.binding().Owner), NoOwner))
	}
	law := ir.And(
		ir.Implies(at(made.set), ir.And(is...)),
		ir.Eq(at(m.Status), ir.Ite(at(made.set), ir.N(ir.Mine, ir.Int), at(status))),
		ir.Eq(at(m.Stored), ir.Or(at(made.set), at(stored))))
	s := &ir.Step{Mover: ir.BothMover, Do: []ir.Stmt{
		&ir.Assign{Dst: status, Src: ir.V(m.Status)},
		&ir.Assign{Dst: stored, Src: ir.V(m.Stored)},
		&ir.Havoc{Vars: []*ir.Var{made.set, m.Status, m.Stored}},
		&ir.Assume{Cond: ir.Forall([]*ir.Var{o}, law, m.Status)},
	}}
	for _, fact := range w.facts {
		s.Do = append(s.Do, &ir.Assume{Cond: fact})
	}
	return made, s, nil
}

// has says that ref leads to one of the objects as a whole.
func (s *ManyMade) has(ref *ir.Expr) *ir.Expr {
	m := s.mem
	whole := ir.And(ir.Eq(ir.Apply(m.Base, ref), ref), ir.Eq(ir.Apply(m.Kind, ref), RootKind))
	return ir.And(ir.Select(ir.V(s.set), ir.Apply(m.Base, ref)), whole)
}

// One returns one of the objects, for what a slice, map or pointer of type t leads to, with the objects behind it, and
// the step that chooses it. Nothing else leads to any of them yet, so they float.
func (s *ManyMade) One(t types.Type) (*ir.Expr, *ir.Step) {
	m := s.mem
	r := m.NewRef("")
	ref := ir.V(r)
	facts := append([]*ir.Expr{s.has(ref)}, m.newInRegion(ref)...)
	step := &ir.Step{Mover: ir.BothMover, Do: []ir.Stmt{
		&ir.Havoc{Vars: []*ir.Var{r}},
		&ir.Assume{Cond: ir.And(append(facts, m.madeFor(ref, t)...)...)},
	}}
	if m.Need.Regions && m.inRegions().joined != nil {
		step.Do = append(step.Do, setAt(m.regions.joined, ref, ir.True, ir.True))
	}
	return ref, step
}

// ApartHints returns what may be known of the region of an object of the goroutine's own: that all of it floats, or that it is in none.
func (m *Memory) ApartHints(ref *ir.Expr) []*ir.Expr {
	if !m.Need.Regions || m.inRegions() == nil {
		return nil
	}
	its := m.regionOf(ref)
	return []*ir.Expr{m.isFloating(ref, its), isUnowned(its), ir.Eq(its.object, ir.Apply(m.Base, ref))}
}

// behindWalk finds the heap variables that hold references in what some types lead to, and says of each that made
// objects have no references in it but to such.
type behindWalk struct {
	mem   *Memory
	seen  map[string]bool // types, by their keys
	noted map[*ir.Var]bool
	facts []*ir.Expr
}

// visit goes through what a slice, map or pointer leads to.
func (w *behindWalk) visit(t types.Type, made *ManyMade) error {
	if key := analysis.TypeKey(t); w.seen[key] {
		return nil
	} else {
		w.seen[key] = true
	}
	m := w.mem
	o := ir.V(&ir.Var{Name: "o", Sort: ir.Ref, Kind: ir.BoundVar})
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return w.places(m.Element(o, ZeroInt, u.Elem()), made)
	case *types.Pointer:
		return w.places(m.Deref(o, u.Elem()), made)
	case *types.Map:
		s, err := m.MapStore(t)
		if err != nil {
			return err
		}
		if s.Keys.kept {
			return fmt.Errorf("what keys of %s lead to", m.AType(t))
		}
		value := func(e *ir.Expr) []*ir.Expr { return m.Publishable(ir.GetField(e, EntryValue), u.Elem()) }
		w.note(s.Entries, value, made)
		return w.inside(u.Elem(), made)
	}
	return fmt.Errorf("what is behind %s", m.AType(t))
}

// places goes through the variables at a place. Those that no decoder can name are nil.
func (w *behindWalk) places(p Place, made *ManyMade) error {
	m := w.mem
	if !analysis.LeadsToMemory(p.Type) || types.IsInterface(p.Type) {
		return nil
	}
	if st, ok := p.Type.Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			f := st.Field(i)
			if !f.Exported() && !f.Embedded() || !analysis.LeadsToMemory(f.Type()) {
				continue
			}
			q := m.Field(p, f)
			q.Type = f.Type()
			if err := w.places(q, made); err != nil {
				return err
			}
		}
		return nil
	}
	if p.Family == nil || len(p.Keys) != len(p.Family.Heap.Keys) || analysis.ArrayType(p.Type) != nil {
		return fmt.Errorf("references in %s", m.AType(p.Type))
	}
	w.note(p.Family, func(e *ir.Expr) []*ir.Expr { return m.Publishable(e, p.Type) }, made)
	return w.visit(p.Type, made)
}

// inside goes through what a value leads to that an entry of a map holds.
func (w *behindWalk) inside(t types.Type, made *ManyMade) error {
	if !analysis.LeadsToMemory(t) || types.IsInterface(t) {
		return nil
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return w.visit(t, made)
	}
	for f := range st.Fields() {
		if err := w.inside(f.Type(), made); err != nil {
			return err
		}
	}
	return nil
}

// note says of a heap variable that made objects have no references in it but to such.
func (w *behindWalk) note(f *ir.Var, refs func(*ir.Expr) []*ir.Expr, made *ManyMade) {
	if w.noted[f] {
		return
	}
	w.noted[f] = true
	var keys []*ir.Var
	var at []*ir.Expr
	for _, k := range f.Heap.Keys {
		v := &ir.Var{Name: k.Name, Label: k.Label, Sort: k.Sort, Kind: ir.BoundVar}
		keys, at = append(keys, v), append(at, ir.V(v))
	}
	var all []*ir.Expr
	for _, ref := range refs(ir.Select(ir.V(f), at...)) {
		all = append(all, ir.Or(ir.Eq(ref, ir.Nil), made.has(ref)))
	}
	in := ir.Select(ir.V(made.set), ir.Apply(w.mem.Base, at[0]))
	w.facts = append(w.facts, ir.Forall(keys, ir.Implies(in, ir.And(all...)), f))
}
