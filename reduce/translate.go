package reduce

import (
	"fmt"

	"github.com/calvin-go/calvin/ir"
)

// A check is what distinguishes the two checks of a function.
type check interface {
	// entry begins the program: what is known when the function is called.
	entry()
	// enter is called at the start of the translation of a block of the function.
	enter(b *ir.Block)
	// leave is called at its end, if others follow.
	leave(b *ir.Block)
	step(s *ir.Step)
	assertion(a *ir.Assert)
	witness(w *ir.Witness)
	goes(s *ir.Spawn)
	returns(r *ir.Return)

	// arrive is called where control reaches the head of a loop, from outside or by a back edge, before anything is
	// asked of the state there.
	arrive(head *ir.Block, back bool)
	// changes lists the variables that a loop's iterations may have changed.
	changes(head *ir.Block) []*ir.Var
	// stated asserts, or assumes at the head, the loop invariants of the source.
	stated(l *cut, at point)
	// proposals are the check's own candidates for a loop invariant.
	proposals(l *cut) []candidate

	// invariants reports whether object invariants are asserted.
	invariants() bool
	// everyRequires reports whether what callees require is asserted, or only what it says of locks and locals.
	everyRequires() bool
	// old is where OpOld reads from outside steps.
	old() view
}

// A translation turns one function into one program.
type translation struct {
	lastEnd *ir.Assume // where some execution must end the program, as none returns; else nil
	*world
	*builder
	*flow
	check check
	place map[*ir.Block]*ir.Block // of the function to the program
	cuts  map[*ir.Block]*cut      // by loop head
	given localSet                // the locals that surely have a value here
	// certain is what is certain here.
	certain certain
	end     *ir.Block // where all returns meet
	locals  vars      // all of the function's
	// setToNil has the variables to which some statement assigns nil itself.
	setToNil vars
	text     inText
}

// maxLaws bounds the steps of a function times the heap variables that it knows: before each step others may change each
// variable, as a law for it says. No example needs a tenth of it; memory does not suffice for many times as much.
const maxLaws = 200_000

// A LimitError is why there is no sequential program of a function that has so many steps and heap variables.
type LimitError struct{ Steps, Vars int }

func (e *LimitError) Error() string {
	return fmt.Sprintf("has %d steps, with %d heap variables", e.Steps, e.Vars)
}

// Most is how large a function may be.
func (e *LimitError) Most() string { return fmt.Sprintf("%d steps times heap variables", maxLaws) }

// bounded is the error of a function that is too large to be translated; nil if it is not.
func bounded(f *ir.Func) error {
	steps := 0
	for _, b := range f.Blocks {
		for _, s := range b.Stmts {
			if _, ok := s.(*ir.Step); ok {
				steps++
			}
		}
	}
	if steps*len(f.Heap) > maxLaws {
		return &LimitError{steps, len(f.Heap)}
	}
	return nil
}

func newTranslation(s *stopper, f *ir.Func, name string) (*translation, error) {
	if err := bounded(f); err != nil {
		return nil, err
	}
	w, err := newWorld(s, f)
	if err != nil {
		return nil, err
	}
	if err := w.validate(); err != nil {
		return nil, err
	}
	fl, err := newFlow(f, s)
	if err != nil {
		return nil, err
	}
	w.noteCertain(fl)
	w.findStored()
	t := &translation{
		world: w, flow: fl, builder: newBuilder(s, f, name),
		place: map[*ir.Block]*ir.Block{}, cuts: map[*ir.Block]*cut{}, given: localSet{number: fl.number}, locals: vars{}, setToNil: vars{}, text: inText{keys: map[*ir.Var][]*ir.Expr{}},
	}
	for _, v := range f.Locals {
		t.locals[v] = true
	}
	t.findSetToNil()
	for _, b := range fl.order {
		t.place[b] = t.block(b.Name)
		if b.Loop != nil {
			t.cuts[b] = &cut{head: b, before: t.block(b.Name + ".entry"), again: t.block(b.Name + ".again")}
		}
	}
	if t.stored == nil {
		t.never = f.Stored
	}
	t.end = t.block("end")
	return t, nil
}

// run translates the function, block by block.
func (t *translation) run() (*ir.Program, error) {
	t.certain = t.certainAtEntry()
	t.check.entry()
	t.jump(t.target(nil, t.order[0]))
	for _, b := range t.order {
		if b.Loop != nil {
			t.cutLoop(t.cuts[b])
		}
		t.start(t.place[b])
		t.given, t.certain = t.assigned[b].clone(), t.certainIn[b]
		t.check.enter(b)
		if b.Loop != nil {
			t.head(t.cuts[b])
		}
		for _, s := range b.Stmts {
			if err := t.stmt(s); err != nil {
				return nil, fmt.Errorf("%s, block %s: %w", t.fn.Name, b.Name, err)
			}
			t.given.assign(s)
			t.certain = t.certain.after(t.world, s)
		}
		if b.Return != nil {
			t.check.returns(b.Return)
			if b.Return.Panics {
				t.assume(ir.False) // only returns get to the end
			}
			t.jump(t.end)
			continue
		}
		t.check.leave(b)
		for _, s := range b.Succs {
			t.jump(t.target(b, s))
		}
	}
	return t.finish()
}

// target is where an edge of the function leads to in the program.
func (t *translation) target(from, to *ir.Block) *ir.Block {
	switch {
	case to.Loop == nil:
		return t.place[to]
	case t.back(from, to):
		return t.cuts[to].again
	}
	return t.cuts[to].before
}

func (t *translation) stmt(s ir.Stmt) error {
	switch s := s.(type) {
	case *ir.Assume:
		if s == t.lastEnd {
			t.emit(&ir.Cover{Span: t.fn.Span, Check: ir.Check{Kind: ir.VacuousReturn, Subject: t.fn.Name}})
		}
		t.assume(t.readOld(s.Cond))
	case *ir.Assign:
		t.assign(s.Dst, s.Src)
	case *ir.Havoc:
		t.havoc(s.Vars)
	case *ir.Mark:
		t.mark(s)
	case *ir.Assert:
		t.check.assertion(s)
	case *ir.Witness:
		t.check.witness(s)
	case *ir.Step:
		t.check.step(s)
	case *ir.Spawn:
		t.check.goes(s)
	default:
		return fmt.Errorf("unexpected statement %T", s)
	}
	return nil
}

// readOld resolves OpOld in a condition that stands outside steps.
func (t *translation) readOld(e *ir.Expr) *ir.Expr { return ir.ResolveOld(e, now, t.check.old()) }

// execute translates Do of a step. It returns the indices of the step's accesses as they have to be written after it,
// and where to read the state before it.
func (t *translation) execute(s *ir.Step) (index [][]*ir.Expr, was view) {
	kept := t.overwritten(s)
	was = t.saved("was", kept)
	t.save("was", kept)
	known := t.certainAt[s].before
	for _, d := range s.Do {
		switch d := d.(type) {
		case *ir.Assign:
			src := ir.ResolveOld(d.Src, now, was)
			if d.Dst == t.stored {
				src = known.simplify(t.world, src)
			}
			if d.Dst != t.fn.Stored || t.stored != nil {
				t.assign(d.Dst, src)
			}
		case *ir.Havoc:
			t.havoc(d.Vars)
		case *ir.Assume:
			t.assume(ir.ResolveOld(d.Cond, now, was))
		}
		known = known.after(t.world, d)
	}
	for _, a := range s.Access {
		index = append(index, each(a.Index, was.of))
	}
	return index, was
}

// overwritten lists the variables that the step changes and whose value before it is still needed: those below OpOld,
// those that transitions compare, ownership where objects have to be told by it, and locals in the index of an access.
func (t *translation) overwritten(s *ir.Step) []*ir.Var {
	changed, needed := map[*ir.Var]bool{}, map[*ir.Var]bool{}
	forTargets(s.Do, func(v *ir.Var) { changed[v] = true })
	for _, d := range s.Do {
		switch d := d.(type) {
		case *ir.Assign:
			underOld(d.Src, needed)
		case *ir.Assume:
			underOld(d.Cond, needed)
		}
	}
	for _, a := range s.Access {
		for _, i := range a.Index {
			allVars(i, needed)
		}
	}
	for _, inv := range t.transitions(changed) {
		underOld(inv.Cond, needed)
	}
	if len(t.transitions(changed)) > 0 || s.Contract && len(t.fn.Invariants) > 0 {
		needed[t.fn.Status] = true
	}
	var vs []*ir.Var
	for _, v := range t.prog.Vars {
		if changed[v] && needed[v] {
			vs = append(vs, v)
		}
	}
	return vs
}

// underOld adds the heap variables that e reads below OpOld.
func underOld(e *ir.Expr, into map[*ir.Var]bool) {
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpOld {
			ir.HeapVars(x.Args[0], into)
			return false
		}
		return true
	})
}

func allVars(e *ir.Expr, into map[*ir.Var]bool) {
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpVar {
			into[x.Var] = true
		}
		return true
	})
}

// blocking reports whether the step may have to wait.
func blocking(s *ir.Step) bool { return s.MayStall || s.When != nil && s.When.Op != ir.OpTrue }

// await assumes that the step can run.
func (t *translation) await(s *ir.Step) {
	if s.When != nil {
		t.assume(s.When)
	}
}
