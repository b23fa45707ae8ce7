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
// end there. A conduct tells these apart, as far as the text does.
type conduct struct {
	changes bool // something that others can see
	waits   bool // perhaps for ever
	lingers bool // waits when something may have changed
}

// then is the conduct of a function of conduct c so far that goes on with d.
func (c conduct) then(d conduct) conduct {
	return conduct{c.changes || d.changes, c.waits || d.waits, c.lingers || d.lingers || c.changes && d.waits}
}

// or is the conduct of a function of which either is the conduct so far.
func (c conduct) or(d conduct) conduct {
	return conduct{c.changes || d.changes, c.waits || d.waits, c.lingers || d.lingers}
}

var anyConduct = conduct{true, true, true}

// MayLinger reports whether a call of fn by its contract may wait for ever after an action.
func (p *Facts) MayLinger(fn *ssa.Function, spec *annot.FuncSpec) bool {
	return spec.Trusted || !p.Ends(fn) && p.Lingers(fn)
}

// Lingers reports whether a call of fn may wait for ever after it has changed something.
func (p *Facts) Lingers(fn *ssa.Function) bool {
	w := conducts{prog: p, active: map[*ssa.Function]bool{}, contracts: map[*ssa.Function]conduct{}}
	return w.withContract(fn).lingers
}

// conducts finds the conduct of a function, and of those that it calls.
type conducts struct {
	prog      *Facts
	active    map[*ssa.Function]bool
	contracts map[*ssa.Function]conduct // what is known of functions with contracts

	// Of the function with a contract whose code is looked at, callees without contracts included:
	bodies map[*ssa.Function]conduct
	held   map[*types.Var]bool // the locks that it may have from its caller; what else it unlocks, it has locked itself

	// Of the function that is looked at:
	sets     map[ssa.Instruction]bool // what may set a ghost
	deferred conduct                  // of what is deferred
}

func (w conducts) withContract(fn *ssa.Function) conduct {
	if c, ok := w.contracts[fn]; ok {
		return c
	}
	w.bodies, w.held = map[*ssa.Function]conduct{}, w.prog.HeldFor(fn)
	w.contracts[fn] = w.function(fn)
	return w.contracts[fn]
}

func (w conducts) function(fn *ssa.Function) conduct {
	if c, ok := w.bodies[fn]; ok {
		return c
	}
	if w.active[fn] || fn.Blocks == nil {
		return anyConduct
	}
	w.active[fn] = true
	w.sets, w.deferred = w.prog.setters(fn), conduct{}
	c := w.body(fn)
	delete(w.active, fn)
	w.bodies[fn] = c
	return c
}

func (w conducts) body(fn *ssa.Function) conduct {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				w.deferred = w.deferred.then(w.call(d))
			}
		}
	}
	in := make([]conduct, len(fn.Blocks))
	var whole conduct
	for again := true; again; {
		again = false
		for _, b := range fn.Blocks {
			c := in[b.Index]
			if slices.ContainsFunc(b.Preds, func(from *ssa.BasicBlock) bool { return endlessEdge(from, b) }) {
				c = c.then(conduct{waits: true})
			}
			for _, instr := range b.Instrs {
				c = c.then(w.instruction(instr)).then(conduct{changes: w.sets[instr]})
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

func (w conducts) instruction(instr ssa.Instruction) conduct {
	switch i := instr.(type) {
	case *ssa.Store:
		return conduct{changes: !madeHere(i.Addr)}
	case *ssa.MapUpdate:
		return conduct{changes: !madeHere(i.Map)}
	case *ssa.UnOp:
		return conduct{waits: waits(i)}
	case *ssa.Send, *ssa.Select:
		return conduct{waits: true}
	case *ssa.Go:
		return conduct{changes: true}
	case *ssa.Call:
		return w.call(i)
	case *ssa.RunDefers:
		return w.deferred
	}
	return conduct{}
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

func (w conducts) call(call ssa.CallInstruction) conduct {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append", "clear", "close", "copy", "delete":
			return conduct{changes: !madeHere(c.Args[0])}
		}
		return conduct{}
	}
	callee := c.StaticCallee()
	if callee == nil {
		return anyConduct
	}
	if obj := Object(callee); obj != nil && obj.Pkg() != nil {
		switch {
		case LockMethod(obj):
			waits := slices.Contains(Acquiring, obj.Name())
			return conduct{changes: !w.prog.leavesRights(c, obj, w.held), waits: waits}
		case obj.Pkg().Path() == "sync/atomic", BelievedMethod(obj):
			return conduct{changes: !strings.HasPrefix(obj.Name(), "Load")}
		}
	}
	spec := w.prog.ContractOf(callee)
	if !Replaced(callee, spec) {
		return w.function(callee)
	}
	changes := slices.ContainsFunc(spec.Performs.Actions, func(a *annot.Action) bool { return len(a.Modifies) > 0 })
	if spec.Trusted || callee.Blocks == nil {
		return conduct{changes, true, changes}
	}
	return conduct{changes, !w.prog.Ends(callee), w.withContract(callee).lingers}
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
