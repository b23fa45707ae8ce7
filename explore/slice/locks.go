package slice

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A critical section can be taken as one step if there is nothing in it but computation and accesses to memory: it neither
// waits, nor does it lead into code that is not instrumented, and each way out of it unlocks the mutex.

// A lock is a call of Lock on a sync.Mutex that begins such sections.
type lock struct {
	at      ssa.Instruction
	mutex   ssa.Value
	unlocks []ssa.Instruction // with which they end, calls or deferred
}

// leaves finds the locks.
func (z *slicer) leaves() (out []*lock) {
	for _, f := range z.functions {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				c, ok := i.(*ssa.Call)
				if !ok || len(z.callees[c]) > 0 || roleOf(&c.Call) != locks {
					continue
				}
				w := &walk{slicer: z, lock: &lock{at: c, mutex: c.Call.Args[0]}, seen: map[*ssa.BasicBlock]bool{},
					all: map[ssa.Instruction]bool{}}
				if w.from(b, slices.Index(b.Instrs, i)+1) {
					out = append(out, w.lock)
					for k := range w.all {
						z.guards[k] = append(z.guards[k], w.lock)
					}
				}
			}
		}
	}
	return out
}

// A walk goes through the sections of a lock.
type walk struct {
	*slicer
	*lock
	deferred bool // the unlock is, as from now on
	seen     map[*ssa.BasicBlock]bool
	all      map[ssa.Instruction]bool // what it does, in functions that it calls, too
}

// from goes on at an instruction of a block. It reports false if a section is not what it should be.
func (w *walk) from(b *ssa.BasicBlock, at int) bool {
	for _, i := range b.Instrs[at:] {
		w.all[i] = true
		switch i := i.(type) {
		case *ssa.Call:
			if len(w.callees[i]) == 0 && roleOf(&i.Call) == unlocks {
				return w.ends(i, &i.Call)
			}
			if !w.calm(i, map[*ssa.Function]bool{}) {
				return false
			}
		case *ssa.Defer:
			if roleOf(&i.Call) != unlocks || w.deferred || len(w.seen) > 0 || !w.ends(i, &i.Call) {
				return false
			}
			w.deferred = true
		case *ssa.Return, *ssa.Panic:
			return w.deferred
		case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MakeChan:
			return false
		case *ssa.UnOp:
			if i.Op == token.ARROW {
				return false
			}
		}
	}
	for _, s := range b.Succs {
		if s == w.lock.at.Block() {
			return false // it locks again
		}
		if !w.seen[s] {
			w.seen[s] = true
			if !w.from(s, 0) {
				return false
			}
		}
	}
	return len(b.Succs) > 0
}

// ends takes an unlock as the end of the section. It must be of the same mutex, and of no other section.
func (w *walk) ends(i ssa.Instruction, c *ssa.CallCommon) bool {
	w.unlocks = append(w.unlocks, i)
	return w.same(w.mutex, c.Args[0]) && w.lock.at.Block().Dominates(i.Block())
}

// calm reports whether a call neither waits nor leads out.
func (w *walk) calm(c ssa.CallInstruction, seen map[*ssa.Function]bool) bool {
	known := w.callees[c]
	if len(known) == 0 {
		switch roleOf(c.Common()) {
		case plain, access, says:
			return true
		case ends:
			return !final[c.Common().StaticCallee().Name()]
		}
		return false
	}
	if c.Common().StaticCallee() == nil {
		return false
	}
	for _, f := range known {
		if seen[f] {
			continue
		}
		seen[f] = true
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				w.all[i] = true
				switch i := i.(type) {
				case *ssa.Call:
					if !w.calm(i, seen) {
						return false
					}
				case *ssa.Defer, *ssa.Go, *ssa.Send, *ssa.Select, *ssa.Panic:
					return false
				case *ssa.UnOp:
					if i.Op == token.ARROW {
						return false
					}
				}
			}
		}
	}
	return true
}

// final has the methods of a test that do not return.
var final = map[string]bool{"Fatal": true, "Fatalf": true, "FailNow": true, "Skip": true, "Skipf": true, "SkipNow": true}

// same reports whether two addresses are of one variable, whenever they are computed.
func (z *slicer) same(a, b ssa.Value) bool {
	a, b = z.facts.source(a), z.facts.source(b)
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.FieldAddr:
		b, ok := b.(*ssa.FieldAddr)
		return ok && a.Field == b.Field && z.same(a.X, b.X)
	case *ssa.IndexAddr:
		b, ok := b.(*ssa.IndexAddr)
		return ok && z.sameValue(a.Index, b.Index) && z.same(a.X, b.X)
	}
	return false
}

// sameValue is same for an index.
func (z *slicer) sameValue(a, b ssa.Value) bool {
	x, constant := a.(*ssa.Const)
	if !constant {
		return z.facts.source(a) == z.facts.source(b)
	}
	y, ok := b.(*ssa.Const)
	return ok && x.Value == y.Value
}
