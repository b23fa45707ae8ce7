package desugar

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// repeatedly translates what a function of the standard library does any number of times, which comes to an end.
func (t *translator) repeatedly(do func()) {
	t.rounds(&ir.Loop{Bounded: true}, func() *ir.Expr {
		do()
		return nil
	})
}

// rounds translates what a function of the standard library does any number of times, as long as the condition holds that do
// returns, if it returns one.
func (t *translator) rounds(loop *ir.Loop, do func() *ir.Expr) {
	t.SaveAll()
	head, body, done := t.NewBlock("repeat"), t.NewBlock("repeat.body"), t.NewBlock("repeat.done")
	head.Loop = loop
	t.before[loop] = len(t.Out.Locals)
	head.Loop.Span, head.Loop.Text = t.Statement(t.Frame)
	emit.Link(t.Cur, head)
	emit.Link(head, body)
	emit.Link(head, done)
	t.Cur = body
	clear(t.Frame.NonNil)
	if more := do(); more != nil {
		more = t.Stable(more)
		last := t.Fork("repeat.more", 2)
		t.Cur = last[0]
		t.Assume(ir.Not(more))
		emit.Link(t.Cur, done)
		t.Cur = last[1]
		t.Assume(more)
	}
	emit.Link(t.Cur, head)
	t.Cur = done
	clear(t.Frame.NonNil)
}

// canCall reports whether a function value is known, so that its calls can be translated.
func (t *translator) canCall(f emit.Value) bool { return f.Fn != nil && f.Fn.Fn.Blocks != nil }

// callKnown translates a call, by a function of the standard library, of a function that it was passed.
func (t *translator) callKnown(by *emit.Invocation, f emit.Value, args []emit.Value) emit.Value {
	return t.callOn(by, f, args, make([]ssa.Value, len(args)))
}

// callOn is callKnown, with what the arguments come from, where the code tells; nil for others.
func (t *translator) callOn(by *emit.Invocation, f emit.Value, args []emit.Value, argv []ssa.Value) emit.Value {
	fn := f.Fn.Fn
	inv := &emit.Invocation{Pos: by.Pos, Common: by.Common, Callee: f, Args: args, Argv: argv, Result: fn.Signature.Results()}
	defer func(f *emit.Frame, outer *emit.Invocation) { f.Calling = outer }(t.Frame, t.Frame.Calling)
	t.Frame.Calling = inv
	if r := fn.Signature.Results(); r.Len() == 1 {
		inv.Result = r.At(0).Type()
	}
	t.Within++
	defer func() { t.Within-- }()
	return t.keptForUse(t.callFunction(inv, fn))
}

// callingModels are the functions of the standard library that call one which they are passed, any number of times, with what the program
// knows nothing of, and write nothing.
var callingModels = map[string]model{
	"bytes.FieldsFunc": callsBack, "bytes.Map": callsBack, "strings.FieldsFunc": callsBack, "strings.Map": callsBack,
	"go/ast.Inspect":                  callsBack,
	"(*regexp.Regexp).ReplaceAllFunc": callsBack, "(*regexp.Regexp).ReplaceAllStringFunc": callsBack,
}

// callsBack translates a call of such a function. What it reads it may read after the last call, too: so it is as if it did all else then.
func callsBack(t *translator, inv *emit.Invocation) emit.Value {
	at := analysis.Callbacks[inv.Name]
	f := inv.Args[at]
	if !t.canCall(f) {
		return t.foreign(inv, inv.Name)
	}
	t.repeatedly(func() {
		var args []emit.Value
		for p := range f.Fn.Fn.Signature.Params().Variables() {
			args = append(args, t.Unknown(p.Type()))
		}
		t.callKnown(inv, f, args)
	})
	rest := *inv
	rest.Args = slices.Clone(inv.Args)
	rest.Args[at] = t.Unknown(inv.Argv[at].Type()) // the function has been called
	return t.foreign(&rest, inv.Name)
}

// readPlace emits a step that reads a place which no expression of the source denotes.
func (t *translator) readPlace(p heap.Place) (*ir.Expr, bool) {
	src, acc, err := t.Mem.Load(p)
	if err == nil && !t.IsHeld(p) {
		err = fmt.Errorf("read of %s", t.Mem.AType(p.Type))
	}
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return nil, false
	}
	tmp := t.Local("", src.Sort)
	acc = t.described(acc, "element")
	t.Step(&ir.Step{Do: []ir.Stmt{&ir.Assign{Dst: tmp, Src: src}}, Access: acc, Pre: t.PlainOnly(acc)})
	t.Copies(ir.V(tmp), p.Type, "element")
	t.Assume(t.Mem.Loaded(ir.V(tmp), p, p.Type)...)
	return ir.V(tmp), true
}

// described fills in where accesses stand, and what messages call them.
func (t *translator) described(acc []ir.Access, text string) []ir.Access {
	span, _ := t.Statement(t.Frame)
	for i := range acc {
		acc[i].Span, acc[i].Text = span, text
	}
	return acc
}

// onElements emits a step that touches all elements of a slice: to read them, or to give each the content that a term over
// its index says.
func (t *translator) onElements(s *ir.Expr, elem types.Type, content func(p heap.Place, i *ir.Expr) *ir.Expr) {
	m := t.Mem
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	places, err := m.Leaves(m.Element(m.SliceArr(s), ir.V(i), elem), false)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return
	}
	lo, hi := m.SliceOff(s), ir.Add(m.SliceOff(s), m.SliceLen(s))
	t.Choose("elements",
		func() { t.Assume(ir.Le(m.SliceLen(s), heap.ZeroInt)) },
		func() {
			some := ir.V(t.Anything(heap.IntSort))
			t.Assume(ir.Le(lo, some), ir.Lt(some, hi))
			step := &ir.Step{}
			for _, p := range places {
				acc := ir.Access{Map: p.Family, Write: content != nil}
				for _, k := range p.Keys {
					acc.Index = append(acc.Index, ir.Subst(k, map[*ir.Var]*ir.Expr{i: some}))
				}
				step.Access = append(step.Access, acc)
				if content != nil {
					inside := ir.And(ir.Le(lo, ir.V(i)), ir.Lt(ir.V(i), hi))
					now := ir.Ite(inside, content(p, ir.V(i)), ir.Select(ir.V(p.Family), p.Keys...))
					step.Do = append(step.Do, t.replace(p, i, now)...)
				}
			}
			step.Access = t.described(step.Access, "elements")
			step.Pre = t.PlainOnly(step.Access)
			if free := m.NotInUse(elem, m.SliceArr(s), nil, nil); content != nil && free.Op != ir.OpTrue {
				step.Pre = append(step.Pre, t.Assertion(free, ir.Check{Kind: ir.OtherRegion}))
			}
			t.Step(step)
		})
}

// readElements emits a step that reads the elements of a slice value: all up to its capacity, if methods of its type may do so.
func (t *translator) readElements(s *ir.Expr, typ types.Type) {
	s = t.Stable(s)
	if m := t.Mem; t.prog.HasFlatReaders(typ) {
		s = m.MakeSliceValue(m.SliceArr(s), m.SliceOff(s), m.SliceCap(s), m.SliceCap(s))
	}
	t.onElements(s, typ.Underlying().(*types.Slice).Elem(), nil)
}

// permute moves the elements of a slice about: each is one that was there before.
func (t *translator) permute(s *ir.Expr, elem types.Type) {
	if t.stays(elem) {
		return
	}
	m := t.Mem
	from := ir.V(t.Anything(ir.Array(heap.IntSort, heap.IntSort)))
	i := &ir.Var{Name: "i", Label: "i", Sort: heap.IntSort, Kind: ir.BoundVar}
	lo, hi := m.SliceOff(s), ir.Add(m.SliceOff(s), m.SliceLen(s))
	at := ir.Select(from, ir.V(i))
	inside := ir.Forall([]*ir.Var{i}, ir.And(ir.Le(lo, at), ir.Lt(at, hi)), from.Var)
	t.Assume(ir.Implies(ir.Lt(lo, hi), inside))
	t.onElements(s, elem, func(p heap.Place, i *ir.Expr) *ir.Expr {
		keys := make([]*ir.Expr, len(p.Keys))
		for k, key := range p.Keys {
			keys[k] = substitute(key, i, ir.Select(from, i))
		}
		return ir.Select(ir.V(p.Family), keys...)
	})
}

// substitute replaces the bound variable x in e.
func substitute(e, x, by *ir.Expr) *ir.Expr { return ir.Subst(e, map[*ir.Var]*ir.Expr{x.Var: by}) }

// fill gives the elements of a slice that the goroutine has just made arbitrary values that others know.
func (t *translator) fill(s *ir.Expr, elem types.Type) {
	t.onElements(s, elem, func(p heap.Place, i *ir.Expr) *ir.Expr {
		return ir.Select(ir.V(t.Anything(ir.Array(heap.IntSort, heap.ElementSort(p)))), i)
	})
}
