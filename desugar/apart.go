package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// A callee without a contract is inlined. Where a function would become too large by that, or calls itself, the large ones
// among its callees stand apart: such a call is a step of its own, as one of code that is not at hand is, at which other
// goroutines may run any number of times. Afterwards all memory that is shared and that anybody could write in some state
// has any value: what kept others from writing it may have been given up meanwhile, and taken back. Locks that the goroutine
// holds are held throughout, as the callee cannot give them back. Nothing is believed: the callee is checked by itself, as one
// of which every caller knows nothing else than
//
//   - that it is given shared objects, and pointers that are not nil where it does not expect nil;
//   - what it requires, and that it holds no other lock of those that it may take;
//   - that it returns shared objects, and keeps no lock.
//
// A function with a specification is not cut up so: it would have to take effect within a step.

// Sizes are in instructions of go/ssa, once calls are inlined.
const (
	maxWhole = 400     // of a function of which all calls are inlined
	maxPart  = 60      // of a callee that is inlined in a larger one
	endless  = 1 << 20 // of a function that calls itself
)

// sizes tells how large functions are with all that they call inlined.
type sizes struct {
	prog   *Facts
	of     map[*ssa.Function]int
	active map[*ssa.Function]bool
}

func (p *Facts) findSizes() map[*ssa.Function]int {
	s := &sizes{prog: p, of: map[*ssa.Function]int{}, active: map[*ssa.Function]bool{}}
	for _, path := range p.paths {
		for _, fn := range p.packages[path].sourceFunctions() {
			s.size(fn)
		}
	}
	return s.of
}

func (s *sizes) size(fn *ssa.Function) int {
	if n, ok := s.of[fn]; ok {
		return n
	}
	if s.active[fn] {
		return endless
	}
	s.active[fn] = true
	defer delete(s.active, fn)
	n := 0
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.DebugRef); !ok {
				n++
			}
			if call, ok := instr.(ssa.CallInstruction); ok {
				callee := call.Common().StaticCallee()
				if callee != nil && callee.Blocks != nil && !replaced(callee, s.prog.contractOf(callee)) {
					n += s.size(callee)
				}
			}
		}
	}
	s.of[fn] = min(n, endless)
	return s.of[fn]
}

// cutUp reports whether large callees of fn stand apart, where it is checked by itself.
func (p *Facts) cutUp(fn *ssa.Function) bool {
	spec := p.contractOf(fn)
	return p.sizes[fn] > maxWhole && (spec == nil || spec.Performs == nil) && !isInit(fn)
}

// findApart returns the functions that some call from a function that is cut up is a step of its own for.
func (p *Facts) findApart() map[*ssa.Function]bool {
	apart, seen := map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	var visit func(*ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		for _, lit := range fn.AnonFuncs {
			visit(lit)
		}
		for _, call := range allCalls(fn) {
			switch callee := call.StaticCallee(); {
			case callee == nil || replaced(callee, p.contractOf(callee)):
			case p.canStandApart(callee):
				apart[callee] = true
			default:
				visit(callee)
			}
		}
	}
	for _, path := range p.paths {
		for _, fn := range p.packages[path].sourceFunctions() {
			if p.cutUp(fn) {
				visit(fn)
			}
		}
	}
	return apart
}

// canStandApart reports whether calls of fn from functions that are cut up may be steps of their own.
func (p *Facts) canStandApart(fn *ssa.Function) bool {
	if p.sizes[fn] <= maxPart || object(fn) == nil || fn.Parent() != nil || isInstance(fn) || isInit(fn) || p.infoOf(fn) == nil {
		return false
	}
	if obj := object(fn); believedMethod(obj) {
		return false
	}
	if spec := p.contractOf(fn); spec != nil && !saysOnlyWhatHolds(spec) {
		return false
	}
	return p.separable(fn)
}

// saysOnlyWhatHolds reports whether a contract asks for something that holds at calls and says nothing else: no steps, no
// locks kept, and nothing handed over, as local objects would be, which the callee may write and publish.
func saysOnlyWhatHolds(spec *annot.FuncSpec) bool {
	if spec.Performs != nil || spec.Pure || spec.Trusted || len(spec.Returns)+len(spec.Takes)+len(spec.PanicsIf) > 0 {
		return false
	}
	local := false
	for _, c := range spec.Requires {
		annot.Walk(c.Expr, func(x annot.Expr) bool {
			_, is := x.(*annot.Local)
			local = local || is
			return !local
		})
	}
	return !local
}

// separable reports whether fn, with all that it calls or passes on, leaves alone what its callers may have a right to beside memory, to
// close channels and to call Done, and whether it gives back no lock that it holds from the beginning: it unlocks none of
// the fields and variables that its requires clauses name, and waits for no Cond if they name any.
func (p *Facts) separable(fn *ssa.Function) bool {
	held := p.heldFor(fn)
	seen := map[*ssa.Function]bool{}
	var visit func(*ssa.Function) bool
	visit = func(fn *ssa.Function) bool {
		if seen[fn] {
			return true
		}
		seen[fn] = true
		leaves := true
		eachValued(fn, func(used *ssa.Function, _ ssa.Instruction) {
			leaves = leaves && visit(used)
		})
		if !leaves || fn.Blocks == nil && len(held) > 0 && isLockFunction(fn) {
			return false
		}
		for _, call := range allCalls(fn) {
			if b, ok := call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
				return false
			}
			for _, callee := range p.callees(call) {
				if !p.leavesRights(call, object(callee), held) || callee.Blocks != nil && !visit(callee) {
					return false
				}
			}
		}
		return true
	}
	return visit(fn)
}

// leavesRights reports whether a call, if it is of an operation of sync, leaves alone what separable says. The locks held are
// given.
func (p *Facts) leavesRights(call *ssa.CallCommon, op *types.Func, held map[*types.Var]bool) bool {
	if op == nil || op.Signature().Recv() == nil {
		return true
	}
	if lockMethod(op) {
		path := pathOf(call.Args[0])
		lock := path.global
		if n := len(path.steps); n > 0 {
			lock = path.steps[n-1]
		}
		return len(held) == 0 || slices.Contains(acquiring, op.Name()) || lock != nil && !held[nil] && !held[p.field(lock)]
	}
	recv, ok := types.Unalias(deref(op.Signature().Recv().Type())).(*types.Named)
	if !ok || op.Pkg().Path() != "sync" {
		return true
	}
	switch recv.Obj().Name() {
	case "WaitGroup", "Once":
		return false
	case "Cond":
		return len(held) == 0
	}
	return true
}

// locksNamed adds the fields and variables of the locks that a condition speaks of.
func (p *Facts) locksNamed(x annot.Expr, locks map[*types.Var]bool) {
	annot.Walk(x, func(x annot.Expr) bool {
		switch x := x.(type) {
		case *annot.Held:
			locks[p.lockVariable(x.X)] = true
		case *annot.Holder:
			locks[p.lockVariable(x.X)] = true
		}
		return true
	})
}

// lockVariable returns the field or package variable that the lock at x is, or is an element of; nil if it may be any.
func (p *Facts) lockVariable(x annot.Expr) *types.Var {
	switch x := x.(type) {
	case *annot.Select:
		return p.field(x.Field)
	case *annot.Index:
		return p.lockVariable(x.X)
	case *annot.Var:
		if isPackageVar(x.Obj) {
			return x.Obj
		}
	}
	return nil
}

// allCalls returns the calls that fn makes, those of the goroutines that it starts included.
func allCalls(fn *ssa.Function) []*ssa.CallCommon {
	var out []*ssa.CallCommon
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				out = append(out, call.Common())
			}
		}
	}
	return out
}

// callsApart reports whether a call is a step of its own, in the function under translation.
func (t *translator) callsApart(inv *invocation, fn *ssa.Function) bool {
	if !t.apart || !t.prog.apart[fn] {
		return false
	}
	// A function that is passed is read where it is called: it may unlock what is locked here.
	return !slices.ContainsFunc(inv.args, func(a value) bool { return a.fn != nil })
}

// callApart translates a call of a function that stands apart.
func (t *translator) callApart(inv *invocation, fn *ssa.Function, spec *annot.FuncSpec) value {
	if spec == nil {
		spec = &annot.FuncSpec{}
	}
	args, results, out, ok := t.contractOperands(inv, fn)
	if !ok || !t.demand(inv, fn, spec, args) {
		return t.unknown(inv.result)
	}
	t.takeOver(givenBy(t, inv, fn, args), inv)
	if speaksOfClosing(spec) {
		t.outOfAccount(inv, functionName(fn))
	}
	t.lockFree(inv, fn, spec, args)
	t.handOver(spec, args, parameters(fn))
	t.doubtNew(inv, fn)
	if !t.prog.infoOf(fn).annot.Annotated {
		t.assumption(inv.pos, "%s, in a package without annotations, keeps to those of others, leaves the locks that are held "+
			"here alone, and returns without a panic", functionName(fn))
	}
	c := &foreignCall{everything: true, step: &ir.Step{Mover: ir.NonMover, MayStall: true, Foreign: true, Relies: true}}
	t.step(c.step)
	t.foreignCalls = append(t.foreignCalls, c)
	t.getBack(results, fn.Signature, spec)
	return tuple(out, inv.result)
}

// doubtNew notes which objects a call makes known to others only because the callee is not looked at here: new ones among the
// arguments, or a result that the callee may have made.
func (t *translator) doubtNew(inv *invocation, fn *ssa.Function) {
	for _, arg := range inv.argv {
		if leadsToNew(arg) {
			t.doubt(inv.pos, "%s is new, and %s, which gets it, is too large to be looked at here", t.locationBase(arg), functionName(fn))
		}
	}
	for r := range fn.Signature.Results().Variables() {
		if ptr, ok := r.Type().Underlying().(*types.Pointer); ok && makes(fn, ptr.Elem()) {
			t.doubt(inv.pos, "what %s returns may be new, but it is too large to be looked at here", functionName(fn))
		}
	}
}

// leadsToNew reports whether v points to or into an object that the function has made, by itself or by way of a variable.
func leadsToNew(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return v.Heap
	case *ssa.FieldAddr:
		return leadsToNew(v.X)
	case *ssa.MakeInterface:
		return leadsToNew(v.X)
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		var only ssa.Value
		for _, use := range *a.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == a {
				if only != nil {
					return false
				}
				only = s.Val
			}
		}
		return only != nil && leadsToNew(only)
	}
	return false
}

// makes reports whether fn makes an object of the type.
func makes(fn *ssa.Function, typ types.Type) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok && a.Heap && types.Identical(deref(a.Type()), typ) {
				return true
			}
		}
	}
	return false
}

// everWritten is the condition that a place is shared and may be written by some goroutine in some state: what access
// predicates say of locks and of memory that may change is left out of account.
func (m *memory) everWritten(f *ir.Var, at []*ir.Expr) *ir.Expr {
	h := f.Heap
	if h.Write == nil {
		return ir.False
	}
	with := map[*ir.Var]*ir.Expr{}
	for i, k := range h.Keys {
		with[k] = at[i]
	}
	shared := ir.True
	if h.Object != nil {
		shared = ir.Not(m.mine(at[0]))
	}
	return ir.And(shared, ir.Subst(possible(h.Write, h.Who), with))
}

// possible is a condition that holds wherever e, which is about goroutine who, holds in some state and for some goroutine.
func possible(e *ir.Expr, who *ir.Var) *ir.Expr {
	switch e.Op {
	case ir.OpAnd, ir.OpOr:
		var parts []*ir.Expr
		for _, a := range e.Args {
			parts = append(parts, possible(a, who))
		}
		if e.Op == ir.OpAnd {
			return ir.And(parts...)
		}
		return ir.Or(parts...)
	case ir.OpIte:
		if settled(e.Args[0], who) {
			return ir.Ite(e.Args[0], possible(e.Args[1], who), possible(e.Args[2], who))
		}
		return ir.Or(possible(e.Args[1], who), possible(e.Args[2], who))
	}
	if settled(e, who) {
		return e
	}
	return ir.True
}

// settled reports whether a condition is the same for every goroutine, and in every state once its objects exist.
func settled(e *ir.Expr, who *ir.Var) bool {
	same := true
	ir.Walk(e, func(x *ir.Expr) bool {
		if x.Op == ir.OpVar {
			h := x.Var.Heap
			same = same && x.Var != who && (x.Var.Kind != ir.HeapVar || h != nil && h.Class == ir.Immutable)
		}
		return same
	})
	return same
}
