package desugar

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Indices that goroutines take from a channel. Workers receive indices of a slice, and each writes the elements whose
// indices it got. If each index is sent once, no two of them have the same element.
//
// The text shows it: the channel is in a variable of a function, nobody else knows it but to receive from it, and there
// is one send. What that sends is a variable that only goes up.

// noField stands for a value that is an index itself, and not a struct of which a field is one.
const noField = -1

// sentOnce reports whether no value is sent twice on the channel that a variable holds, or none with the same number in the field.
func (t *translator) sentOnce(a *ssa.Alloc, field int) bool {
	ch, ok := analysis.Deref(a.Type()).Underlying().(*types.Chan)
	if !ok || !isWide(indexType(ch.Elem(), field)) {
		return false
	}
	w := &channelWalk{}
	if !w.variable(a) || w.made != 1 || len(w.sends) > 1 {
		return false
	}
	return len(w.sends) == 0 || t.goesUp(w.sends[0], field, a)
}

// indexType is the type of the index in a value of a type.
func indexType(t types.Type, field int) types.Type {
	if field == noField {
		return t
	}
	return t.Underlying().(*types.Struct).Field(field).Type()
}

// isWide reports whether numbers of the type that go up one by one are never too large for it.
func isWide(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && slices.Contains([]types.BasicKind{types.Int, types.Int64, types.Uint, types.Uint64}, b.Kind())
}

// A channelWalk looks at all that is done with the channel in a variable.
type channelWalk struct {
	made  int
	sends []*ssa.Send
}

// variable follows the variable, or what a literal captures of it. It reports whether the variable is assigned what is
// made for it alone, and read otherwise.
func (w *channelWalk) variable(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			made, ok := use.Val.(*ssa.MakeChan)
			if !ok || use.Addr != v || len(uses(made)) != 1 {
				return false
			}
			w.made++
		case *ssa.UnOp:
			if use.Op != token.MUL || !w.channel(use) {
				return false
			}
		case *ssa.MakeClosure:
			for i, b := range use.Bindings {
				if b == v && !w.variable(use.Fn.(*ssa.Function).FreeVars[i]) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// channel reports whether the channel is only received from, measured and closed, but for sends that are noted. Who
// gets it as one to receive from alone does nothing else with it.
func (w *channelWalk) channel(ch ssa.Value) bool {
	for _, use := range *ch.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Send:
			if use.Chan != ch {
				return false
			}
			w.sends = append(w.sends, use)
		case *ssa.UnOp: // a receive
		case *ssa.ChangeType:
			if to, ok := use.Type().Underlying().(*types.Chan); !ok || to.Dir() != types.RecvOnly {
				return false
			}
		case *ssa.Select:
			for _, s := range use.States {
				if s.Dir != types.RecvOnly && s.Chan == ch || s.Send == ch {
					return false
				}
			}
		case ssa.CallInstruction:
			b, ok := use.Common().Value.(*ssa.Builtin)
			if !ok || !slices.Contains([]string{"close", "len", "cap"}, b.Name()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// goesUp reports whether a send that is the only one on the channel of a variable sends a larger index each time: it
// begins with one value, and is advanced between two sends.
func (t *translator) goesUp(send *ssa.Send, field int, channel *ssa.Alloc) bool {
	fn := send.Parent()
	chain := []ssa.Instruction{send}
	v := send.X
	if field != noField {
		if chain, v = t.fieldSent(send, field, chain); v == nil {
			return false
		}
	}
	for {
		load, ok := v.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return false
		}
		a, ok := load.X.(*ssa.Alloc)
		if !ok || a.Parent() != fn {
			return false
		}
		chain = append(chain, load)
		if next, start := t.counter(a); next != nil {
			return advances(next, a) && t.countsFrom(a, start, channel) && repeatInOrder(append(chain, next), fn)
		}
		s := t.Usage(a).Once()
		if s == nil || s.Parent() != fn || !comesBeforeLoads(s, a) || len(chain) > maxBound {
			return false
		}
		chain = append(chain, s)
		v = s.Val
	}
}

// fieldSent adds to a chain the instructions by which a struct that is sent gets its field, perhaps by way of variables
// of the function, and returns what is assigned to the field; nil if that is not how it is made.
func (t *translator) fieldSent(send *ssa.Send, field int, chain []ssa.Instruction) ([]ssa.Instruction, ssa.Value) {
	for v := send.X; len(chain) <= maxBound; {
		load, ok := v.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return nil, nil
		}
		a, ok := load.X.(*ssa.Alloc)
		if !ok || a.Parent() != send.Parent() {
			return nil, nil
		}
		if s := t.Usage(a).Once(); s != nil {
			if s.Parent() != send.Parent() || !comesBeforeLoads(s, a) {
				return nil, nil
			}
			chain, v = append(chain, load, s), s.Val
			continue
		}
		set := fieldSet(a, load, field)
		if set == nil {
			return nil, nil
		}
		return append(chain, load, set), set.Val
	}
	return nil, nil
}

// fieldSet returns the one assignment of a field in a struct of which the fields are set before it is read as a whole;
// nil if that is not how it is made.
func fieldSet(a *ssa.Alloc, load *ssa.UnOp, field int) (set *ssa.Store) {
	for _, use := range uses(a) {
		if use == ssa.Instruction(load) {
			continue
		}
		at, ok := use.(*ssa.FieldAddr)
		if !ok {
			return nil
		}
		for _, use := range uses(at) {
			s, ok := use.(*ssa.Store)
			switch {
			case !ok || s.Addr != ssa.Value(at) || at.Field == field && set != nil:
				return nil
			case at.Field == field:
				set = s
			}
		}
	}
	if set == nil || !analysis.ComesBefore(set, load) {
		return nil
	}
	return set
}

// advances reports whether a counter is read, advanced and assigned in one block.
func advances(next *ssa.BinOp, a *ssa.Alloc) bool {
	read, ok := next.X.(*ssa.UnOp)
	return ok && read.Block() == next.Block() && slices.ContainsFunc(uses(a), func(use ssa.Instruction) bool {
		s, ok := use.(*ssa.Store)
		return ok && s.Val == ssa.Value(next) && s.Block() == next.Block()
	})
}

// countsFrom reports whether a counter begins once, before all else that is done with it, for each channel that its variable holds.
func (t *translator) countsFrom(a *ssa.Alloc, start *ssa.Store, channel *ssa.Alloc) bool {
	fn := a.Parent()
	begins := ssa.Instruction(a)
	if start != nil {
		if start.Parent() != fn || !comesBeforeLoads(start, a) {
			return false
		}
		begins = start
	}
	for _, s := range t.Usage(a).Stores {
		if s.Parent() != fn {
			return false
		}
	}
	return onceFor(a, channel) && onceFor(begins, channel)
}

// comesBeforeLoads reports whether a variable is assigned before it is read, and read by its function alone.
func comesBeforeLoads(s *ssa.Store, a *ssa.Alloc) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp:
			if !analysis.ComesBefore(s, use) {
				return false
			}
		case *ssa.Store, *ssa.DebugRef, *ssa.MakeClosure:
		default:
			return false
		}
	}
	return true
}

// onceFor reports whether an instruction runs at most once for each time that a variable is made.
func onceFor(instr ssa.Instruction, a *ssa.Alloc) bool {
	for fn := instr.Parent(); fn != a.Parent(); fn = fn.Parent() {
		if fn.Parent() == nil || analysis.Cycles(instr.Block(), nil) || len(uses(fn)) != 1 {
			return false
		}
		made, ok := uses(fn)[0].(*ssa.MakeClosure)
		if !ok || !runOnce(made) {
			return false
		}
		instr = made
	}
	return instr.Block() == a.Block() || !analysis.Cycles(instr.Block(), a.Block())
}

// runOnce reports whether a literal is run once where it is made, here or by a goroutine.
func runOnce(made *ssa.MakeClosure) bool {
	all := uses(made)
	if len(all) != 1 || all[0].Block() != made.Block() {
		return false
	}
	call, ok := all[0].(ssa.CallInstruction)
	return ok && (call.Common().Value == ssa.Value(made) || analysis.StartedBy(call) == ssa.Value(made))
}

// uses returns the instructions that use a value, but those for debuggers.
func uses(v ssa.Value) (all []ssa.Instruction) {
	if v.Referrers() == nil {
		return nil
	}
	for _, use := range *v.Referrers() {
		if _, ok := use.(*ssa.DebugRef); !ok {
			all = append(all, use)
		}
	}
	return all
}

// repeatInOrder reports whether none of the instructions runs twice without the next one in between.
func repeatInOrder(chain []ssa.Instruction, fn *ssa.Function) bool {
	for i, x := range chain[:len(chain)-1] {
		y := chain[i+1]
		if y.Parent() != fn || x.Block() != y.Block() && analysis.Cycles(x.Block(), y.Block()) {
			return false
		}
	}
	return true
}

// receivedFrom returns the channel that fn was given and receives an index from, perhaps in a field; nil if the index is from elsewhere.
func (t *translator) receivedFrom(v ssa.Value, fn *ssa.Function) (ch ssa.Value, field int) {
	field = noField
	for range maxBound {
		switch x := v.(type) {
		case *ssa.Extract:
			if x.Index != 0 {
				return nil, field
			}
			v = x.Tuple
			continue
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				if load, ok := x.X.(*ssa.UnOp); ok && t.isFinal(load, fn) {
					return load, field
				}
				return nil, field
			}
			if at, ok := x.X.(*ssa.FieldAddr); ok && field == noField {
				a, ok := at.X.(*ssa.Alloc)
				if !ok || t.Usage(a).Once() == nil {
					return nil, field
				}
				v, field = t.Usage(a).Once().Val, at.Field
				continue
			}
			if v = t.assignedOnce(x); v != nil {
				continue
			}
		}
		return nil, field
	}
	return nil, field
}

// sendsOnce reports whether no index is sent twice on the channel that a function gets as ch where it is started.
func (g given) sendsOnce(ch ssa.Value, field int) bool {
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		return false
	}
	v := load.X
	if a, ok := v.(*ssa.Alloc); ok {
		p, ok := analysis.Spilled(a)
		if !ok {
			return false
		}
		v = g.argument(p)
		if x, ok := v.(*ssa.ChangeType); ok {
			v = x.X
		}
		load, ok := v.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return false
		}
		v = load.X
	}
	a := variableAt(v)
	return a != nil && g.t.sentOnce(a, field)
}

// argument returns what is passed for a parameter where the function is started, nil if that is not known.
func (g given) argument(p *ssa.Parameter) ssa.Value {
	if i := slices.Index(g.fn.Params, p); i >= 0 && i < len(g.args) {
		return g.args[i]
	}
	return nil
}

// Each index that a worker receives makes the element of that index its own. To the starter all elements are away
// meanwhile, to whoever has the channel and owes a Done of the group. What stands for both, for where the slice begins,
// and for which field is the index, is a token.

var (
	poolFn  = &ir.Fn{Name: "taken by index", Params: []*ir.Sort{ir.Ref, ir.Ref, heap.IntSort, heap.IntSort}, Result: ir.Ref}
	groupFn = &ir.Fn{Name: "group of taken", Params: []*ir.Sort{ir.Ref}, Result: ir.Ref}
)

// lendsByIndex reports whether some goroutine of the program takes over elements by their index.
func (t *translator) lendsByIndex() bool {
	if t.byIndex == nil {
		some := false
		for fn := range t.prog.Spawned {
			some = some || slices.ContainsFunc(t.memoryClaims(fn), func(c claim) bool { return c.part != nil && c.part.pool != nil })
		}
		t.byIndex = &some
	}
	return *t.byIndex
}

// takesIndex adds, after a receive from a channel, the elements that the goroutine has by the index that it got, if it got one.
func (t *translator) takesIndex(ch, v, got *ir.Expr) {
	if t.borrowed == nil || t.has == nil {
		return
	}
	for _, p := range t.borrowed.footprints {
		if p.pool == nil || p.sent == nil || !ir.Same(v.Sort, p.sent) {
			continue
		}
		i := v
		if p.field != noField {
			i = ir.GetField(v, p.field)
		}
		t.takesElement(p, ch, t.Mem.AsInt(i), got)
	}
}

// takesElement adds the element with index i of a footprint, under a condition, if the index comes from where the
// goroutine gets those of the footprint.
func (t *translator) takesElement(p footprint, from, i, got *ir.Expr) {
	in := ir.And(got, ir.Eq(from, p.pool), ir.Not(ir.V(t.gaveBack)), ir.Le(heap.ZeroInt, i), ir.Lt(i, p.to))
	taken := ir.Store(ir.V(t.has), []*ir.Expr{p.arr(t.Mem), ir.Add(t.Mem.SliceOff(p.slice), i)}, ir.True)
	t.Emit(&ir.Assign{Dst: t.has, Src: ir.Ite(in, taken, ir.V(t.has))})
}
