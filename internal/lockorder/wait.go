package lockorder

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// Waiting for a goroutine is like waiting for a lock that it holds: of a WaitGroup from its start to its Done, of a
// channel until it closes it, or sends what somebody waits to receive. Who sends on a channel without a buffer waits
// for a receiver. So all of them have a class, and make edges as locks do.

// A Waiting is what a class is that no lock is.
type Waiting uint8

const (
	NoWaiting Waiting = iota
	WaitGroup         // awaited until the goroutine has called Done
	Channel           // until it has closed the channel, or sent
	Receiver          // of a channel: until it receives
)

// A debt is something that a goroutine does for which others may wait.
type debt struct {
	lock
	at     ssa.Instruction
	looped bool // it is done again and again: the next time is always awaited
}

// waitsOn returns what stands for a WaitGroup or a channel.
func (p *program) waitsOn(at *memory.Place, w Waiting) lock {
	l := p.at(at)
	if l.class != nil {
		l.class.waiting = w
	}
	return l
}

// findDebts finds what goroutines do for others: in functions that are only ever run by go statements. A wait for a channel ends only by
// such a function if no other closes the channel or sends on it, and one for a receiver if no other receives.
func (p *program) findDebts() {
	enders := map[*class]map[*ssa.Function]bool{}
	all := map[*ssa.Function][]debt{}
	alone := p.runByGoAlone()
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if fn, d, ok := p.startedBy(instr); ok {
					all[fn] = append(all[fn], d)
				}
				for _, d := range p.debtsAt(instr) {
					if d.class.waiting != WaitGroup {
						if enders[d.class] == nil {
							enders[d.class] = map[*ssa.Function]bool{}
						}
						enders[d.class][fn] = true
					}
					d.looped = inLoop(b)
					all[fn] = append(all[fn], d)
				}
			}
		}
	}
	for fn, debts := range all {
		if !alone[fn] {
			continue
		}
		for _, d := range debts {
			if d.class.waiting == WaitGroup || len(enders[d.class]) == 1 {
				p.debts[fn] = append(p.debts[fn], d)
			}
		}
	}
}

// debtsAt returns what an instruction does for who waits.
func (p *program) debtsAt(instr ssa.Instruction) (all []debt) {
	if d, ok := p.debtAt(instr); ok {
		all = append(all, d)
	}
	for _, ch := range receivedFrom(instr) {
		if l := p.receiverOf(ch); l.class != nil {
			all = append(all, debt{lock: l, at: instr})
		}
	}
	return all
}

// receivedFrom returns the channels from which an instruction may receive.
func receivedFrom(instr ssa.Instruction) (all []ssa.Value) {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			all = append(all, instr.X)
		}
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Dir == types.RecvOnly {
				all = append(all, s.Chan)
			}
		}
	}
	return all
}

// receiverOf returns what stands for who receives from a channel that is known to have no buffer.
func (p *program) receiverOf(ch ssa.Value) lock {
	l := p.waitsOn(p.Target(ch), Channel)
	if l.class == nil || !p.unbuffered[l.class] {
		return lock{}
	}
	return lock{p.receivers(l.class), l.at}
}

// findUnbuffered finds the channels in variables that only ever hold channels without a buffer, as far as the code makes them.
func (p *program) findUnbuffered() {
	p.unbuffered = map[*class]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if made, ok := instr.(*ssa.MakeChan); ok {
					p.noteMade(made)
				}
			}
		}
	}
}

// noteMade notes where a new channel is stored, and whether it has no buffer.
func (p *program) noteMade(made *ssa.MakeChan) {
	places := []lock{p.waitsOn(p.Target(made), Channel)}
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		for _, use := range *v.Referrers() {
			switch use := use.(type) {
			case *ssa.ChangeType:
				follow(use)
			case *ssa.Store:
				if use.Val == v {
					places = append(places, p.waitsOn(p.Target(use.Addr).To(memory.Step{Kind: memory.ToTarget}), Channel))
				}
			}
		}
	}
	follow(made)
	for _, l := range places {
		if l.class == nil {
			continue
		}
		before, seen := p.unbuffered[l.class]
		p.unbuffered[l.class] = isUnbuffered(made) && (before || !seen)
	}
}

// isUnbuffered reports whether a new channel has no buffer.
func isUnbuffered(made *ssa.MakeChan) bool {
	size, ok := made.Size.(*ssa.Const)
	return ok && size.Value != nil && size.Int64() == 0
}

// debtAt is debtsAt but for what is received.
func (p *program) debtAt(instr ssa.Instruction) (debt, bool) {
	var l lock
	switch instr := instr.(type) {
	case *ssa.Send:
		l = p.waitsOn(p.Target(instr.Chan), Channel)
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Dir == types.SendOnly {
				l = p.waitsOn(p.Target(s.Chan), Channel)
			}
		}
	case ssa.CallInstruction:
		c := instr.Common()
		if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			l = p.waitsOn(p.Target(c.Args[0]), Channel)
		} else if isWaitGroup(c, "Done") {
			l = p.waitsOn(p.Target(c.Args[0]), WaitGroup)
		}
	}
	return debt{lock: l, at: instr}, l.class != nil
}

// startedBy returns what a function owes that is run by a call of WaitGroup.Go.
func (p *program) startedBy(instr ssa.Instruction) (*ssa.Function, debt, bool) {
	call, ok := instr.(*ssa.Call)
	if !ok || memory.StartedInGroup(&call.Call) == nil {
		return nil, debt{}, false
	}
	fn, l := p.functionOf(call.Call.Args[1]), p.waitsOn(p.Target(call.Call.Args[0]), WaitGroup)
	return fn, debt{lock: l, at: call}, fn != nil && l.class != nil
}

func isWaitGroup(c *ssa.CallCommon, method string) bool {
	fn := memory.Declared(memory.Callee(c))
	return fn != nil && fn.FullName() == "(*sync.WaitGroup)."+method && len(c.Args) > 0
}

// runByGoAlone returns the functions that go statements run, and nothing else calls or keeps.
func (p *program) runByGoAlone() map[*ssa.Function]bool {
	run, other := map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	for _, fn := range p.functions {
		if obj := memory.Declared(fn); obj != nil && isExported(obj) {
			other[fn] = true
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if _, ok := instr.(*ssa.DebugRef); ok {
					continue
				}
				started := startedIn(instr)
				for _, op := range instr.Operands(nil) {
					if *op == nil {
						continue
					}
					used := p.functionOf(*op)
					if used == nil {
						continue
					}
					if *op == started {
						run[used] = true
					} else if _, made := instr.(*ssa.MakeClosure); !made {
						other[used] = true
					}
				}
			}
		}
	}
	for fn := range other {
		delete(run, fn)
	}
	return run
}

// startedIn returns the function that an instruction has a goroutine run, nil if it does not.
func startedIn(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Go:
		return instr.Call.Value
	case *ssa.Call:
		return memory.StartedInGroup(&instr.Call)
	}
	return nil
}

// inLoop reports whether a block can be reached from itself.
func inLoop(b *ssa.BasicBlock) bool { return reaches(b, b) }

// reaches reports whether control may come from the end of one block to another.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(*ssa.BasicBlock) bool
	visit = func(c *ssa.BasicBlock) bool {
		for _, s := range c.Succs {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if visit(s) {
					return true
				}
			}
		}
		return false
	}
	return visit(from)
}

// owe adds to the state at the entry of a function what it owes others.
func (f *flow) owe(s *state) {
	for _, d := range f.debts[f.fn] {
		s.held[d.lock] = holding{writing, true, &way{pos: d.at.Pos(), fn: f.fn}}
	}
}

// pay notes that an instruction does what others may wait for.
func (f *flow) pay(instr ssa.Instruction, s *state) {
	for _, d := range f.debts[f.fn] {
		if d.at == instr && !d.looped {
			delete(s.held, d.lock)
		}
	}
}

// leaves notes, at the beginning of a block, that a loop in which the function receives is over.
func (f *flow) leaves(b *ssa.BasicBlock, s *state) {
	for _, d := range f.debts[f.fn] {
		if d.class.waiting == Receiver && d.at.Block() != b && !reaches(b, d.at.Block()) {
			delete(s.held, d.lock)
		}
	}
}

// await notes a wait for a WaitGroup, or to receive from a channel, or to send on one.
func (f *flow) await(instr ssa.Instruction, s *state) {
	var l lock
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			l = f.waitsOn(f.Target(instr.X), Channel)
		}
	case *ssa.Send:
		l = f.receiverOf(instr.Chan)
	case ssa.CallInstruction:
		if group := memory.AwaitedBy(instr.Common()); group != nil {
			l = f.waitsOn(f.Target(group), WaitGroup)
		}
	}
	if l.class != nil || l.at != nil {
		f.meet(&acquisition{lock: l, mode: writing, way: &way{pos: instr.Pos(), fn: f.fn}, sure: true}, s)
	}
}

// start names the edges of a function that a go statement runs, as this function can: the goroutine holds nothing of what this one does.
func (f *flow) start(g *ssa.Go) {
	if !f.record {
		return
	}
	found := f.targets.of(&g.Call)
	for _, t := range found.all {
		sum := f.summaries[t.fn]
		if sum == nil {
			continue
		}
		f.use(t.fn)
		r := &renaming{f, g, &ssa.CallCommon{Value: t.fn, Args: t.args}, t.fn}
		for _, e := range sum.inOrder {
			apart := *e
			apart.apart = true
			f.lift(r, &apart, found.sure, newState())
		}
	}
}

// otherObject reports whether a wait is not for who needs the lock that is held: the function in which both have names names two locks.
func otherObject(c []*edge) bool {
	for i, e := range c {
		f := c[(i+1)%len(c)]
		if e.held.class.waiting == NoWaiting || f.acquired.class.waiting == NoWaiting {
			continue
		}
		a, b := e.takenAt, f.heldAt
		if a != nil && b != nil && a != b && a.Root.Value.Parent() != nil && a.Root.Value.Parent() == b.Root.Value.Parent() {
			return true
		}
	}
	return false
}
