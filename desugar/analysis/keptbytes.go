package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// Package io has it that Read and Write keep nothing of the bytes that they are passed: their callers read into the
// same buffer again, or format the next line there. Who calls them is mostly not at hand. So a method that has the
// bytes in a channel, a goroutine or a field when it returns is wrong by its text alone.

// KeepsBytes reports whether an instruction of Read or Write lets others know the bytes, who may go on to use them
// after the method has returned.
func (p *Facts) KeepsBytes(instr ssa.Instruction) bool { return p.keptBytes[instr] }

// findKeptBytes finds these instructions.
func (p *Facts) findKeptBytes() map[ssa.Instruction]bool {
	kept := map[ssa.Instruction]bool{}
	for _, fn := range p.functions {
		if len(fn.Params) != 2 || !isBytesOfIO(fn.Params[1]) {
			continue
		}
		for _, instr := range p.keptIn(fn, fn.Params[1], map[ssa.Value]bool{}) {
			kept[instr] = true
		}
	}
	return kept
}

// keptIn returns the instructions by which a function keeps what v leads to.
func (p *Facts) keptIn(fn *ssa.Function, v ssa.Value, seen map[ssa.Value]bool) []ssa.Instruction {
	w := &keptWalk{prog: p, seen: seen}
	w.value(v)
	waits := waitsIn(fn)
	return slices.DeleteFunc(w.at, func(i ssa.Instruction) bool {
		if _, ok := i.(*ssa.Select); ok { // another case may be taken
			return slices.ContainsFunc(waits, func(wait ssa.Instruction) bool { return wait != i && precedes(i, wait) })
		}
		return len(waits) > 0 && alwaysMeets(i, waits, true)
	})
}

// waitsIn returns the instructions of a function at which it waits for others, who may be done with the bytes by then.
func waitsIn(fn *ssa.Function) (all []ssa.Instruction) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					all = append(all, i)
				}
			case *ssa.Select:
				if i.Blocking && slices.ContainsFunc(i.States, func(s *ssa.SelectState) bool { return s.Dir == types.RecvOnly }) {
					all = append(all, i)
				}
			case *ssa.Call:
				if fn := i.Call.StaticCallee(); fn != nil && fn.Name() == "Wait" {
					all = append(all, i)
				}
			}
		}
	}
	return all
}

// A keptWalk finds where what a value leads to gets into places that others know.
type keptWalk struct {
	prog *Facts
	seen map[ssa.Value]bool
	at   []ssa.Instruction
}

func (w *keptWalk) value(v ssa.Value) {
	if w.seen[v] || v.Referrers() == nil {
		return
	}
	w.seen[v] = true
	for _, use := range *v.Referrers() {
		w.use(v, use)
	}
}

func (w *keptWalk) keeps(use ssa.Instruction) { w.at = append(w.at, use) }

func (w *keptWalk) use(v ssa.Value, use ssa.Instruction) {
	switch use := use.(type) {
	case *ssa.Store:
		if use.Val == v {
			w.store(use)
		}
	case *ssa.MapUpdate:
		if _, isNew := use.Map.(*ssa.MakeMap); isNew {
			w.value(use.Map)
		} else if use.Value == v {
			w.keeps(use)
		}
	case *ssa.Send, *ssa.Select:
		if slices.Contains(sentBy(use), v) {
			w.keeps(use)
		}
	case *ssa.Go:
		w.keeps(use)
	case *ssa.MakeClosure:
		w.literal(v, use)
	case *ssa.Call:
		w.call(v, use)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		if x := use.(ssa.Value); LeadsToMemory(Deref(x.Type())) {
			w.value(x)
		}
	case *ssa.UnOp, *ssa.Field, *ssa.Index, *ssa.Lookup, *ssa.Extract, *ssa.Slice, *ssa.ChangeType, *ssa.Phi, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Next, *ssa.Range:
		if x := use.(ssa.Value); LeadsToMemory(x.Type()) {
			w.value(x)
		}
	}
}

// store follows a variable or new object in which the bytes are. Any other place keeps them, unless the method sets it to something else.
func (w *keptWalk) store(use *ssa.Store) {
	at := use.Addr
	for {
		switch x := at.(type) {
		case *ssa.Alloc:
			w.value(x)
			return
		case *ssa.FieldAddr:
			at = x.X
			continue
		case *ssa.IndexAddr:
			at = x.X
			continue
		}
		break
	}
	if a, ok := use.Addr.(*ssa.FieldAddr); !ok || !isReset(use.Parent(), FieldOf(a)) {
		w.keeps(use)
	}
}

// isReset reports whether a function, or a literal in it, sets a field to nil.
func isReset(fn *ssa.Function, field *types.Var) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			s, ok := instr.(*ssa.Store)
			if !ok {
				return false
			}
			a, ok := s.Addr.(*ssa.FieldAddr)
			return ok && FieldOf(a) == field && isNilConst(s.Val)
		})
	}) || slices.ContainsFunc(fn.AnonFuncs, func(lit *ssa.Function) bool { return isReset(lit, field) })
}

// literal looks at a function literal that captures the bytes: another goroutine runs it, or it is part of the method.
func (w *keptWalk) literal(v ssa.Value, use *ssa.MakeClosure) {
	lit := use.Fn.(*ssa.Function)
	asynchronous := func(i ssa.Instruction) bool {
		call, ok := i.(*ssa.Call)
		return ok && w.prog.CallsAsynchronously(call.Common(), use)
	}
	if w.prog.Spawned[lit] || slices.ContainsFunc(*use.Referrers(), asynchronous) {
		w.keeps(use)
		return
	}
	for i, b := range use.Bindings {
		if b == v && len(w.prog.keptIn(lit, lit.FreeVars[i], w.seen)) > 0 {
			w.keeps(use)
		}
	}
}

func (w *keptWalk) call(v ssa.Value, call *ssa.Call) {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" && (call.Call.Args[0] == v || LeadsToMemory(call.Type().Underlying().(*types.Slice).Elem())) {
			w.value(call)
		}
		return
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return
	}
	for i, arg := range call.Call.Args {
		if arg != v {
			continue
		}
		if fn.Blocks == nil {
			w.library(call, fn, i)
		} else if i < len(fn.Params) && len(w.prog.keptIn(fn, fn.Params[i], w.seen)) > 0 {
			w.keeps(call)
		}
	}
}

// containers are the methods that put a value where other goroutines find it.
var containers = []string{
	"(*sync.Map).Store", "(*sync.Map).LoadOrStore", "(*sync.Map).Swap", "(*sync.Map).CompareAndSwap", "(*sync.Pool).Put",
	"(*sync/atomic.Value).Store", "(*sync/atomic.Value).Swap", "(*sync/atomic.Value).CompareAndSwap",
}

// library looks at what a function of the library does with the bytes. A row that is derived from the source says what
// may happen, and is no reason for a finding.
func (w *keptWalk) library(call *ssa.Call, fn *ssa.Function, i int) {
	m := Object(fn)
	if m == nil {
		return
	}
	row := library.Of(m.FullName())
	switch {
	case slices.Contains(containers, m.FullName()):
		w.keeps(call)
	case row == nil:
	case row.Unknown == "" && (row.Keeps(i) || row.Later(i)):
		w.keeps(call)
	case row.Unknown == "" && (row.Aliases(i) || row.Copies(i)) && LeadsToMemory(call.Type()):
		w.value(call)
	}
}
