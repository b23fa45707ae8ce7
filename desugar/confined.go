package desugar

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Confinement. Who starts a goroutine hands it what is confined to the function that it runs, of an object that nobody else knows yet.
// So that happens once for an object: from then on others know it. A field that only annotations know remembers the goroutine. It can be
// set only so, and the guard of what is confined says that it is the running one.

// confine hands the goroutine to what is confined to fn.
func (t *translator) confine(g given, to *ir.Expr) {
	name := analysis.FunctionName(g.fn)
	for _, c := range t.prog.ConfinedTo(g.fn) {
		at, err := g.goroutineOf(c)
		if err == nil && t.takesElements(g.fn) { // the array would still be this goroutine's
			err = fmt.Errorf("%s takes elements over, and something is confined to it", name)
		}
		if err == nil && slices.ContainsFunc(at.Keys, ofMemory) {
			err = fmt.Errorf("what is confined to %s is of an object in a variable that may hold another one when the goroutine begins", name)
		}
		if err != nil {
			t.Unsupported(t.Frame.Pos(), "go statement with %s: %v", name, err)
			continue
		}
		span, text := t.Statement(t.Frame)
		check := ir.Check{Kind: ir.HandedOut, Subject: name, Detail: "the " + c.Owner.Name()}
		t.Step(&ir.Step{
			Mover:  ir.BothMover,
			Pre:    []*ir.Assert{t.Assertion(t.Mem.Mine(at.Keys[0]), check)},
			Access: []ir.Access{{Map: at.Family, Index: at.Keys, Write: true, Span: span, Text: text}},
			Do:     []ir.Stmt{heap.PutAt(at.Family, at.Keys, to)},
		})
	}
}

// ofMemory reports whether a key depends on what memory holds.
func ofMemory(key *ir.Expr) bool {
	vars := map[*ir.Var]bool{}
	ir.HeapVars(key, vars)
	for v := range vars {
		if v.Heap != nil && !v.Heap.Class.IsBookkeeping() {
			return true
		}
	}
	return false
}

// takesElements reports whether fn takes over elements of a slice. A variable that it takes over is lent before, and so
// is no longer what only this goroutine knows.
func (t *translator) takesElements(fn *ssa.Function) bool {
	return slices.ContainsFunc(t.memoryClaims(fn), func(c claim) bool {
		if c.clause != nil {
			_, isVar := c.clause.Expr.(*annot.Var)
			return !isVar
		}
		_, isVar := c.value.(*ssa.FreeVar)
		return !isVar
	})
}

// beginConfined gives the function under translation what is confined to it.
func (t *translator) beginConfined(g given) {
	all := t.prog.ConfinedTo(g.fn)
	if len(all) > 0 && !t.prog.CalledByNameAlone(g.fn) {
		t.Unsupported(g.fn.Pos(), "a function to which something is confined, but which is used as a value or behind an interface")
		return
	}
	for _, c := range all {
		at, err := g.goroutineOf(c)
		if err != nil {
			t.Unsupported(g.fn.Pos(), "%v", err)
			continue
		}
		t.Out.Requires = append(t.Out.Requires, t.runsHere(c, at))
		if t.prog.CalledByOthers(g.fn) {
			t.Assumption(g.fn.Pos(), "whoever runs %s does so by a go statement, once for each %s, which nobody else knows before",
				analysis.FunctionName(g.fn), c.Owner.Name())
		}
	}
}

// staysConfined checks, where a function is called that is not looked at here, that this is the goroutine to which that is confined which
// the function takes to be confined to its own.
func (t *translator) staysConfined(g given, inv *emit.Invocation) {
	for _, c := range t.prog.ConfinedTo(g.fn) {
		at, err := g.goroutineOf(c)
		if err != nil {
			t.Unsupported(inv.Pos, "%v", err)
			continue
		}
		t.demandConfined(g.fn, c, at, ir.False)
	}
}

// runsConfined does the same where the body takes the place of the call: there each access is checked besides, and an
// object that nobody else knows yet will do.
func (t *translator) runsConfined(inv *emit.Invocation, fn *ssa.Function) {
	g := given{t: t, fn: fn, value: func(v ssa.Value) (emit.Value, bool) {
		for i, p := range fn.Params {
			if p == v && i < len(inv.Args) {
				return inv.Args[i], true
			}
		}
		return emit.Value{}, false
	}}
	for _, c := range t.prog.ConfinedTo(fn) {
		if at, err := g.goroutineOf(c); err == nil {
			t.demandConfined(fn, c, at, t.Mem.Mine(at.Keys[0]))
		}
	}
}

func (t *translator) demandConfined(fn *ssa.Function, c analysis.Confined, at heap.Place, or *ir.Expr) {
	clause := t.runsHere(c, at)
	cond := ir.Or(clause.Cond, or)
	t.Emit(t.Assertion(cond, ir.Check{Kind: ir.RequiresAtCall, Subject: analysis.FunctionName(fn), Clause: clause, Needed: clause.Text}))
}

// runsHere says that this is the goroutine to which the fields are confined.
func (t *translator) runsHere(c analysis.Confined, at heap.Place) *ir.Clause {
	is := ir.Eq(ir.Select(ir.V(at.Family), at.Keys...), ir.V(t.Out.Tid))
	return &ir.Clause{Span: t.Span(c.Pos, c.Pos), Text: "confined_to " + c.Func.Name(), Cond: is}
}

// goroutineOf is the place that remembers the goroutine.
func (g given) goroutineOf(c analysis.Confined) (heap.Place, error) {
	t := g.t
	x, ok := g.value(c.From)
	typ := analysis.Deref(c.From.Type())
	if ok && c.Cell {
		x, ok = t.loadGiven(x, c.From)
		typ = analysis.Deref(typ)
	}
	var ref *ir.Expr
	switch {
	case !ok:
	case x.Expr != nil:
		ref = x.Expr
	case x.At != nil && !x.At.IsLocal():
		ref = x.At.Addr()
	}
	if ref == nil {
		return heap.Place{}, fmt.Errorf("the %s of which something is confined to %s, which Calvin does not know", c.Owner.Name(), analysis.FunctionName(g.fn))
	}
	if v := changing(ref); v != nil {
		return heap.Place{}, fmt.Errorf("what is confined to %s depends on %s, which may change before it begins", analysis.FunctionName(g.fn), v.Label)
	}
	at := t.Mem.Field(t.Mem.Deref(t.Stable(ref), typ), c.Goroutine)
	if at.Family == nil {
		return heap.Place{}, fmt.Errorf("%s in a generic type", types.TypeString(typ, nil))
	}
	return at, nil
}
