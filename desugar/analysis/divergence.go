package analysis

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// A callee with a contract may wait for ever: before it has done anything that others can see, which is as if it had not been
// called, or afterwards. Then what its caller has done in the same block stays visible without the rest, so that a block must
// end there. A value of type blocking distinguishes these, as far as the text does.
type blocking struct {
	changes  bool // something that others can see
	waits    bool // perhaps for ever
	diverges bool // waits when something may have changed
}

// then is what is known of a function that behaves as c and then as d.
func (c blocking) then(d blocking) blocking {
	return blocking{c.changes || d.changes, c.waits || d.waits, c.diverges || d.diverges || c.changes && d.waits}
}

// or is what is known of a function that behaves as c or as d.
func (c blocking) or(d blocking) blocking {
	return blocking{c.changes || d.changes, c.waits || d.waits, c.diverges || d.diverges}
}

var anyBlocking = blocking{true, true, true}

// MayDiverge reports whether a call of fn by its contract may wait for ever after an action.
func (p *Facts) MayDiverge(fn *ssa.Function, spec *annot.FuncSpec) bool {
	return spec.Trusted || !p.Ends(fn) && p.Diverges(fn)
}

// Diverges reports whether a call of fn may wait for ever after it has changed something.
func (p *Facts) Diverges(fn *ssa.Function) bool {
	w := blockingWalk{prog: p, active: map[*ssa.Function]bool{}, contracts: map[*ssa.Function]blocking{}}
	return w.withContract(fn).diverges
}

// blockingWalk finds how a function may block, and those that it calls.
type blockingWalk struct {
	prog      *Facts
	active    map[*ssa.Function]bool
	contracts map[*ssa.Function]blocking // what is known of functions with contracts

	// Of the function with a contract whose code is looked at, callees without contracts included:
	bodies map[*ssa.Function]blocking
	held   map[*types.Var]bool // the locks that it may have from its caller; what else it unlocks, it has locked itself

	// Of the function that is looked at:
	sets     map[ssa.Instruction]bool // what may set a ghost
	deferred blocking                 // of what is deferred
}

func (w blockingWalk) withContract(fn *ssa.Function) blocking {
	if c, ok := w.contracts[fn]; ok {
		return c
	}
	w.bodies, w.held = map[*ssa.Function]blocking{}, w.prog.HeldFor(fn)
	w.contracts[fn] = w.function(fn)
	return w.contracts[fn]
}

func (w blockingWalk) function(fn *ssa.Function) blocking {
	if c, ok := w.bodies[fn]; ok {
		return c
	}
	if w.active[fn] || fn.Blocks == nil {
		return anyBlocking
	}
	w.active[fn] = true
	w.sets, w.deferred = w.prog.setters(fn), blocking{}
	c := w.body(fn)
	delete(w.active, fn)
	w.bodies[fn] = c
	return c
}

func (w blockingWalk) body(fn *ssa.Function) blocking {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				w.deferred = w.deferred.then(w.call(d))
			}
		}
	}
	in := make([]blocking, len(fn.Blocks))
	var whole blocking
	for again := true; again; {
		again = false
		for _, b := range fn.Blocks {
			c := in[b.Index]
			if slices.ContainsFunc(b.Preds, func(from *ssa.BasicBlock) bool { return endlessEdge(from, b) }) {
				c = c.then(blocking{waits: true})
			}
			for _, instr := range b.Instrs {
				c = c.then(w.instruction(instr)).then(blocking{changes: w.sets[instr]})
			}
			whole = whole.or(c)
			for _, to := range b.Succs {
				if merged := in[to.Index].or(c); merged != in[to.Index] {
					in[to.Index], again = merged, true
				}
			}
		}
	}
	return whole
}

// endlessEdge reports whether an edge leads back to the head of a loop that need not end.
func endlessEdge(from, to *ssa.BasicBlock) bool {
	return to.Dominates(from) && to.Comment != "rangeint.loop" && to.Comment != "rangeindex.loop"
}

func (w blockingWalk) instruction(instr ssa.Instruction) blocking {
	switch i := instr.(type) {
	case *ssa.Store:
		return blocking{changes: !madeHere(i.Addr)}
	case *ssa.MapUpdate:
		return blocking{changes: !madeHere(i.Map)}
	case *ssa.UnOp:
		return blocking{waits: waits(i)}
	case *ssa.Send, *ssa.Select:
		return blocking{waits: true}
	case *ssa.Go:
		return blocking{changes: true}
	case *ssa.Call:
		return w.call(i)
	case *ssa.RunDefers:
		return w.deferred
	}
	return blocking{}
}

// madeHere reports whether what v points or leads to was made by the function. Who publishes it changes something else.
func madeHere(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		return true
	case *ssa.FieldAddr:
		return madeHere(v.X)
	case *ssa.IndexAddr:
		return madeHere(v.X)
	case *ssa.Slice:
		return madeHere(v.X)
	case *ssa.Const:
		return v.IsNil()
	}
	return false
}

func (w blockingWalk) call(call ssa.CallInstruction) blocking {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "clear", "close", "copy", "delete":
			return blocking{changes: !madeHere(c.Args[0])}
		}
		return blocking{}
	}
	callee := c.StaticCallee()
	if callee == nil {
		return anyBlocking
	}
	if obj := Object(callee); obj != nil && obj.Pkg() != nil {
		switch {
		case LockMethod(obj):
			waits := slices.Contains(Acquiring, obj.Name())
			return blocking{changes: !w.prog.leavesRights(c, obj, w.held), waits: waits}
		case obj.Pkg().Path() == "sync/atomic", IsTrustedMethod(obj):
			return blocking{changes: !strings.HasPrefix(obj.Name(), "Load")}
		}
	}
	spec := w.prog.ContractOf(callee)
	if !Replaced(callee, spec) {
		return w.function(callee)
	}
	changes := slices.ContainsFunc(spec.Performs.Actions, func(a *annot.Action) bool { return len(a.Modifies) > 0 })
	if spec.Trusted || callee.Blocks == nil {
		return blocking{changes, true, changes}
	}
	return blocking{changes, !w.prog.Ends(callee), w.withContract(callee).diverges}
}

// setters returns the instructions of fn that come before it sets a ghost: the last one in its text, and the last one that may be
// the operation which the assignment is a part of.
func (p *Facts) setters(fn *ssa.Function) map[ssa.Instruction]bool {
	info := p.InfoOf(fn)
	if info == nil {
		return nil
	}
	all := map[ssa.Instruction]bool{}
	for _, s := range info.Annot.Body[Decl(fn)] {
		if s.Kind == annot.SetStmt {
			var last, operation ssa.Instruction
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if _, ok := instr.(*ssa.DebugRef); ok || !instr.Pos().IsValid() || instr.Pos() > s.Pos {
						continue
					}
					last = later(last, instr)
					switch instr.(type) {
					case ssa.CallInstruction, *ssa.UnOp, *ssa.Store, *ssa.MapUpdate, *ssa.Lookup, *ssa.Send, *ssa.Select:
						operation = later(operation, instr)
					}
				}
			}
			all[last], all[operation] = true, true
		}
	}
	return all
}

// later returns which of two instructions comes later in the text; a may be nil.
func later(a, b ssa.Instruction) ssa.Instruction {
	if a == nil || a.Pos() <= b.Pos() {
		return b
	}
	return a
}
