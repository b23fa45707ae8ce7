package beforeclose

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"
)

// A walk asks whether, by one lock and one flag, a field is written before a channel is closed.
type walk struct {
	*program
	*structure
	channel, lock *types.Var
	flag          *types.Var // nil: none
	atomic        bool       // the flag is set by one atomic operation, which tells who was first; there is no lock
	closing       bool       // each write is followed by a close, in the same critical section

	entries map[*ssa.Function]*state                     // of functions that are only called by their names
	in      map[*ssa.Function]map[*ssa.BasicBlock]*state // where blocks begin
}

// object is what is known of an object at some point of a function.
type object struct {
	held  bool // the lock is held
	own   bool // and this function has acquired it
	fresh bool // since then the flag was seen to be false or nil
	set   bool // the flag is true, or not nil
	won   bool // this goroutine has set the atomic flag, as the only one
	ended bool // the channel is closed
}

// A state is what is known at some point of a function.
type state struct {
	objects map[ssa.Value]object // by what stands for the pointer
	nonNil  map[ssa.Value]bool   // values, and variables by their address, that are not nil
	closed  bool                 // the goroutine may have closed the channel of some object in this function
}

func newState() *state { return &state{objects: map[ssa.Value]object{}, nonNil: map[ssa.Value]bool{}} }

func (s *state) clone() *state {
	return &state{maps.Clone(s.objects), maps.Clone(s.nonNil), s.closed}
}

// meet leaves what holds in both states, and reports whether that is less than before.
func (s *state) meet(other *state) bool {
	changed := other.closed && !s.closed
	s.closed = s.closed || other.closed
	for v, is := range s.objects {
		o := other.objects[v]
		both := object{is.held && o.held, is.own && o.own, is.fresh && o.fresh, is.set && o.set, is.won && o.won, is.ended && o.ended}
		changed = changed || both != is
		s.objects[v] = both
	}
	for v, is := range s.nonNil {
		if is && !other.nonNil[v] {
			s.nonNil[v], changed = false, true
		}
	}
	return changed
}

// run finds the states of all functions, and reports whether the lock and the flag are used as they have to be, and the
// channel is closed after the flag was set.
func (w *walk) run() bool {
	w.entries = map[*ssa.Function]*state{}
	w.calledElsewhere()
	for again := true; again; {
		again = false
		for _, fn := range w.functions {
			if w.callees[fn] && w.entries[fn] == nil { // nobody is known yet who calls it
				continue
			}
			again = w.calls(fn, w.flow(fn)) || again
		}
	}
	w.in = map[*ssa.Function]map[*ssa.BasicBlock]*state{}
	for _, fn := range w.functions {
		w.in[fn] = w.flow(fn)
	}
	fits := true
	w.each(func(b *ssa.BasicBlock, i int, s *state) { fits = fits && w.fitting(b.Instrs[i], s) })
	return fits
}

// each visits the instructions that can be reached, with the state before each.
func (w *walk) each(visit func(b *ssa.BasicBlock, i int, s *state)) {
	for _, fn := range w.functions {
		for _, b := range fn.Blocks {
			if w.in[fn][b] == nil {
				continue
			}
			s := w.in[fn][b].clone()
			for i, instr := range b.Instrs {
				visit(b, i, s)
				w.step(instr, s)
			}
		}
	}
}

// entry is the state at the beginning of a function.
func (w *walk) entry(fn *ssa.Function) *state {
	if s := w.entries[fn]; s != nil && w.callees[fn] {
		return s.clone()
	}
	return newState()
}

// flow returns the states at the beginnings of the blocks that can be reached.
func (w *walk) flow(fn *ssa.Function) map[*ssa.BasicBlock]*state {
	in := map[*ssa.BasicBlock]*state{}
	if len(fn.Blocks) == 0 {
		return in
	}
	in[fn.Blocks[0]] = w.entry(fn)
	if fn.Recover != nil { // anything may have happened
		in[fn.Recover] = newState()
	}
	work := []*ssa.BasicBlock{fn.Blocks[0]}
	if fn.Recover != nil {
		work = append(work, fn.Recover)
	}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		s := in[b].clone()
		for _, instr := range b.Instrs {
			w.step(instr, s)
		}
		for i, succ := range b.Succs {
			out := s.clone()
			w.branch(b, i, out)
			w.enter(b, succ, out)
			if in[succ] == nil {
				in[succ] = out
			} else if !in[succ].meet(out) {
				continue
			}
			work = append(work, succ)
		}
	}
	return in
}

// step changes the state as an instruction does.
func (w *walk) step(instr ssa.Instruction, s *state) {
	if _, isPhi := instr.(*ssa.Phi); isPhi { // see enter
		return
	}
	if v, ok := instr.(ssa.Value); ok { // in a loop it is another one now
		delete(s.objects, v)
		delete(s.nonNil, v)
	}
	switch i := instr.(type) {
	case *ssa.Store:
		w.store(i, s)
	case *ssa.MakeInterface:
		s.nonNil[i] = true
	case *ssa.Alloc:
		s.nonNil[i] = !isCell(i)
	case *ssa.UnOp:
		s.nonNil[i] = i.Op == token.MUL && s.nonNil[i.X] && isCell(i.X)
		if i.Op == token.ARROW {
			w.received(i.X, s)
		}
	case *ssa.Call:
		w.call(&i.Call, s)
	}
}

func (w *walk) store(i *ssa.Store, s *state) {
	delete(s.objects, i.Addr) // of a variable that holds a pointer
	if isCell(i.Addr) {
		s.nonNil[i.Addr] = s.nonNil[i.Val] || w.isSentinel(i.Val)
		return
	}
	if at, f := w.fieldAt(i.Addr); f != nil && f == w.flag && !isNew(at.X) {
		of := objectOf(at.X)
		o := s.objects[of]
		o.set = w.setsFlag(i.Val, s)
		s.objects[of] = o
	}
}

// setsFlag reports whether a value is true, or not nil.
func (w *walk) setsFlag(v ssa.Value, s *state) bool {
	if k, ok := v.(*ssa.Const); ok {
		return k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value)
	}
	return s.nonNil[v] || w.isSentinel(v)
}

// call changes the state as a call does that ends.
func (w *walk) call(call *ssa.CallCommon, s *state) {
	if at, f := w.receiver(call); f != nil && f == w.lock {
		of := objectOf(at.X)
		o := s.objects[of]
		switch lockOperation(call) {
		case "Lock":
			o.held, o.own, o.fresh = true, true, false
		case "Unlock":
			o.held, o.own, o.fresh = false, false, false
		}
		s.objects[of] = o
		return
	}
	if isClose(call) {
		if f := w.channelOf(call.Args[0]); f == nil || f == w.channel {
			s.closed = true
		}
		return
	}
	if fn := call.StaticCallee(); fn != nil && w.mayClose(fn, map[*ssa.Function]bool{}) {
		s.closed = true
	}
}

// branch adds what the way that a block ends tells.
func (w *walk) branch(b *ssa.BasicBlock, way int, s *state) {
	last, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || len(b.Succs) != 2 {
		return
	}
	w.chosen(last.Cond, way == 0, s)
	x, isSet, ok := asked(last.Cond, way == 0)
	if !ok {
		return
	}
	if isSet {
		s.nonNil[x] = true
	}
	if call, ok := x.(*ssa.Call); ok && w.atomic {
		w.first(&call.Call, isSet, s)
	}
	load, ok := x.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return
	}
	if isSet && isCell(load.X) && !changes(load, b, func(i ssa.Instruction) bool { s, ok := i.(*ssa.Store); return ok && s.Addr == load.X }) {
		s.nonNil[load.X] = true
	}
	at, f := w.fieldAt(load.X)
	if f == nil || f != w.flag || load.Block() != b || changes(load, b, w.disturbs) {
		return
	}
	of := objectOf(at.X)
	if o := s.objects[of]; o.held {
		o.set, o.fresh = isSet, o.fresh || !isSet
		s.objects[of] = o
	}
}

// chosen adds that a select has received from the channel, if a condition says that it has.
func (w *walk) chosen(cond ssa.Value, holds bool, s *state) {
	eq, ok := cond.(*ssa.BinOp)
	if !ok || eq.Op != token.EQL {
		return
	}
	way, ok := eq.X.(*ssa.Extract)
	number, isConst := eq.Y.(*ssa.Const)
	if !ok || !isConst || way.Index != 0 {
		return
	}
	sel, ok := way.Tuple.(*ssa.Select)
	i := number.Int64()
	if !ok || i < 0 || i >= int64(len(sel.States)) || sel.States[i].Dir != types.RecvOnly {
		return
	}
	if holds {
		w.received(sel.States[i].Chan, s)
	} else if len(sel.States) == 1 && !sel.Blocking && w.flag == nil {
		w.notReceived(sel.States[i].Chan, s)
	}
}

// notReceived notes that the channel, which stands for a flag, was open.
func (w *walk) notReceived(ch ssa.Value, s *state) {
	if w.channelOf(ch) == w.channel {
		of := w.objectOfChannel(ch)
		o := s.objects[of]
		o.fresh = o.held
		s.objects[of] = o
	}
}

// received notes that the channel, on which nobody sends, is closed.
func (w *walk) received(ch ssa.Value, s *state) {
	if w.channelOf(ch) == w.channel {
		of := w.objectOfChannel(ch)
		o := s.objects[of]
		o.ended = true
		s.objects[of] = o
	}
}

// first adds that the goroutine is the one that has set the atomic flag, if what a call returns says so.
func (w *walk) first(call *ssa.CallCommon, returned bool, s *state) {
	if at, f := w.setting(call); f != nil && f == w.flag && returned == (atomicOperation(call) == compareAndSwap) {
		of := objectOf(at.X)
		o := s.objects[of]
		o.won = true
		s.objects[of] = o
	}
}

// asked returns the value that a condition compares with false or nil, and whether it is something else if the condition is as given.
func asked(cond ssa.Value, holds bool) (x ssa.Value, isSet, ok bool) {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return asked(c.X, !holds)
		}
	case *ssa.BinOp:
		if c.Op != token.EQL && c.Op != token.NEQ {
			return nil, false, false
		}
		x := c.X
		if k, isConst := c.Y.(*ssa.Const); !isConst || !k.IsNil() {
			if k, isConst := c.X.(*ssa.Const); !isConst || !k.IsNil() {
				return nil, false, false
			}
			x = c.Y
		}
		return x, holds == (c.Op == token.NEQ), true
	}
	return cond, holds, isFlag(cond.Type())
}

// changes reports whether an instruction of the block after load is such a one.
func changes(load ssa.Instruction, b *ssa.BasicBlock, is func(ssa.Instruction) bool) bool {
	after := false
	for _, i := range b.Instrs {
		if after && is(i) {
			return true
		}
		after = after || i == load
	}
	return !after
}

// disturbs reports whether after an instruction the flag may be another, or the lock not be held.
func (w *walk) disturbs(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Store:
		return !isCell(i.Addr)
	case ssa.CallInstruction:
		_, isBuiltin := i.Common().Value.(*ssa.Builtin)
		return !isBuiltin
	}
	return false
}

// enter notes which of the values that a block chooses by where it comes from are not nil.
func (w *walk) enter(from, b *ssa.BasicBlock, s *state) {
	for i, pred := range b.Preds {
		if pred != from {
			continue
		}
		for _, instr := range b.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				return
			}
			delete(s.objects, phi)
			s.nonNil[phi] = s.nonNil[phi.Edges[i]] || w.isSentinel(phi.Edges[i])
		}
	}
}

// fitting reports whether an instruction uses the lock, the flag and the channel as it has to.
func (w *walk) fitting(instr ssa.Instruction, s *state) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		at, f := w.fieldAt(instr.Addr)
		if f == nil || f != w.flag || isNew(at.X) {
			return true
		}
		o := s.objects[objectOf(at.X)]
		return o.held && (w.setsFlag(instr.Val, s) || o.fresh && !o.set && !s.closed)
	case ssa.CallInstruction:
		call := instr.Common()
		if at, f := w.receiver(call); f != nil && f == w.lock {
			return lockedWell(instr, lockOperation(call), s.objects[objectOf(at.X)])
		}
		if isClose(call) && w.channelOf(call.Args[0]) == w.channel {
			return w.mayCloseNow(s.objects[w.objectOfChannel(call.Args[0])])
		}
	}
	return true
}

// lockedWell reports whether an operation of the lock is one that the states account for: who releases it has acquired it.
func lockedWell(instr ssa.CallInstruction, operation string, o object) bool {
	_, now := instr.(*ssa.Call)
	_, elsewhere := instr.(*ssa.Go)
	switch operation {
	case "Unlock":
		return !elsewhere && o.held && o.own
	case "Lock":
		return now
	case "RLock", "RUnlock", "TryRLock":
		return true
	}
	return false
}

// beforeClose reports whether each write of a field comes before the channel is closed, and whether that takes that
// nobody closes it twice. It returns the accesses that need no lock.
func (w *walk) beforeClose(v *types.Var) (noPanics bool, safe []ssa.Instruction, ok bool) {
	ok = true
	w.each(func(b *ssa.BasicBlock, i int, s *state) {
		switch instr := b.Instrs[i].(type) {
		case *ssa.UnOp:
			if at, f := w.fieldAt(instr.X); f == v && instr.Op == token.MUL {
				if o := s.objects[objectOf(at.X)]; o.ended || o.won {
					safe = append(safe, instr)
				} else {
					ok = ok && !w.atomic // there is no lock to tell
				}
			}
		case *ssa.Store:
			at, f := w.fieldAt(instr.Addr)
			if f != v || isNew(at.X) {
				return
			}
			of := objectOf(at.X)
			switch o := s.objects[of]; {
			case s.closed || !o.won && !o.held:
				ok = false
			case w.atomic:
				ok = ok && o.won
				safe = append(safe, instr)
			case o.fresh && !w.closing:
			case o.fresh && w.closesNext(b, i+1, of, map[*ssa.BasicBlock]bool{}):
				noPanics = true
			default:
				ok = false
			}
		}
	})
	return noPanics, safe, ok
}

// mayCloseNow reports whether all writes have happened by now.
func (w *walk) mayCloseNow(o object) bool {
	return o.won || !w.atomic && o.set || w.closing && (w.flag == nil || o.held && o.fresh)
}

// closesNext reports whether the goroutine closes the channel of the object, from there on, before it releases the
// lock, whichever way it goes.
func (w *walk) closesNext(b *ssa.BasicBlock, from int, of ssa.Value, seen map[*ssa.BasicBlock]bool) bool {
	for _, instr := range b.Instrs[from:] {
		switch i := instr.(type) {
		case *ssa.Call:
			if isClose(&i.Call) && w.channelOf(i.Call.Args[0]) == w.channel && w.objectOfChannel(i.Call.Args[0]) == of {
				return true
			}
			if _, f := w.receiver(&i.Call); f == w.lock && lockOperation(&i.Call) == "Unlock" {
				return false
			}
		case *ssa.Return, *ssa.RunDefers:
			return false
		}
	}
	for _, succ := range b.Succs {
		if !seen[succ] {
			seen[succ] = true
			if !w.closesNext(succ, 0, of, seen) {
				return false
			}
		}
	}
	return true
}
