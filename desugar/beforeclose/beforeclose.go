// Package beforeclose takes the functions of a program and gives the fields that nobody writes any more once a channel
// beside them is closed, such as the error that a connection ended with:
//
//	func (c *Conn) fail(err error) {
//		c.mu.Lock()
//		defer c.mu.Unlock()
//		if c.err == nil {
//			c.err = err
//			close(c.done)
//		}
//	}
//
//	func (c *Conn) Wait() error { <-c.done; return c.err }
//
// That is told by the text alone, of all functions that can name the fields. A lock, a field of the same struct, is
// held at each write of the field and each access to a flag: a field that is false or nil at first. There are two
// reasons why a write comes before the close:
//
//   - Since the lock was acquired the flag was seen to be false or nil. Nobody makes it so again, and each close comes
//     after it was seen, or made, to be something else. So between the flag and the close there is a critical section
//     after that of the write.
//   - The same, but the flag need not be set then, or it is the channel that was seen to be open: the goroutine itself
//     closes the channel before it releases the lock, whichever way it goes. A channel that was closed before makes
//     that panic. So this reason is one only where panics are not asked.
//
// The lock is used by its name alone, and each function that releases it has acquired it. No value of the struct is
// copied, and the channel is set where the struct is made.
package beforeclose

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Closing is a channel before whose close a field is written for the last time.
type Closing struct {
	Channel *types.Var // a field of the same struct
	Lock    *types.Var // another one, which is held at each write
	// NoPanics: that no function closes the channel twice is a reason.
	NoPanics bool
}

// A Result is what is found.
type Result struct {
	Closings map[*types.Var][]Closing // by field
	// Safe are reads and writes of a field beside which no other goroutine writes it, though no lock may be held: reads
	// once a channel is known to be closed before which all writes come, and what the goroutine does that was the first
	// to set an atomic flag.
	Safe map[ssa.Instruction]Access
}

// An Access is to a field that a channel publishes.
type Access struct {
	Field, Channel *types.Var
}

// Find finds what holds of the fields of structs. The functions are all those in which the names of the fields can be written.
func Find(functions []*ssa.Function) Result {
	p := &program{all: functions, structs: map[*types.Var]*structure{}, unfit: map[*types.Var]bool{}, seen: map[types.Type]bool{},
		by: map[*ssa.Function]map[*structure]bool{}, sentinels: map[*ssa.Global]bool{}}
	for _, fn := range functions {
		p.collect(fn)
	}
	found := Result{map[*types.Var][]Closing{}, map[ssa.Instruction]Access{}}
	for _, s := range p.order {
		if !s.closed() {
			continue
		}
		if p.callees == nil {
			p.findCallees()
		}
		p.closings(s, found)
	}
	return found
}

// A program is what is known of all functions.
type program struct {
	all       []*ssa.Function
	structs   map[*types.Var]*structure // by field
	order     []*structure
	unfit     map[*types.Var]bool // fields that are used in a way that is not followed
	seen      map[types.Type]bool // by copied
	by        map[*ssa.Function]map[*structure]bool
	callees   map[*ssa.Function]bool            // that are only called by their names: see calls.go
	callers   map[*ssa.Function][]*ssa.Function // by name
	sentinels map[*ssa.Global]bool
}

// A structure is a struct type with a lock.
type structure struct {
	channels, locks, others []*types.Var
	atomics                 []*types.Var        // among others
	functions               []*ssa.Function     // that name one of its fields
	written                 map[*types.Var]bool // but in a new object
	closes                  map[*types.Var]bool
	copied                  bool // there is a value of the type, or a pointer to it by another name
}

// closed reports whether code closes a channel of the struct, and there are no copies.
func (s *structure) closed() bool { return !s.copied && len(s.closes) > 0 }

// structOf returns what is known of the struct that a field belongs to, nil if it has no lock.
func (p *program) structOf(at *ssa.FieldAddr) *structure {
	st, ok := deref(at.X.Type()).Underlying().(*types.Struct)
	if !ok || st.NumFields() == 0 {
		return nil
	}
	first := st.Field(0).Origin()
	s, ok := p.structs[first]
	if ok {
		return s
	}
	s = &structure{closes: map[*types.Var]bool{}, written: map[*types.Var]bool{}}
	for f := range st.Fields() {
		f = f.Origin()
		switch _, isChan := f.Type().Underlying().(*types.Chan); {
		case isLock(f.Type()):
			s.locks = append(s.locks, f)
		case isChan:
			s.channels = append(s.channels, f)
		default:
			s.others = append(s.others, f)
			if isAtomicFlag(f.Type()) {
				s.atomics = append(s.atomics, f)
			}
		}
	}
	if len(s.locks)+len(s.atomics) == 0 || len(s.channels) == 0 {
		s = nil
	} else {
		p.order = append(p.order, s)
	}
	p.structs[first] = s
	return s
}

// collect notes what a function does with fields.
func (p *program) collect(fn *ssa.Function) {
	for _, v := range fn.Params {
		p.copied(v.Type())
	}
	for _, v := range fn.FreeVars {
		p.copied(v.Type())
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				p.copied(v.Type())
			}
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				p.address(fn, i)
			case *ssa.ChangeType:
				p.renamed(i.X.Type(), i.Type())
			case *ssa.Convert:
				p.renamed(i.X.Type(), i.Type())
			case *ssa.Store: // of a zero value, too, which is no instruction
				p.copied(i.Val.Type())
			case ssa.CallInstruction:
				p.copiedBy(i.Common())
			}
		}
	}
}

// address notes what becomes of the address of a field.
func (p *program) address(fn *ssa.Function, at *ssa.FieldAddr) {
	s := p.structOf(at)
	if s == nil {
		return
	}
	if p.by[fn] == nil {
		p.by[fn] = map[*structure]bool{}
	}
	if !p.by[fn][s] {
		p.by[fn][s] = true
		s.functions = append(s.functions, fn)
	}
	f := fieldOf(at)
	if f.Exported() && !isLock(f.Type()) || f.Embedded() { // who has an embedded lock's struct as a sync.Locker, such as a Cond, releases it by that
		p.unfit[f] = true
	}
	for _, use := range *at.Referrers() {
		if !p.fits(f, s, at, use) {
			p.unfit[f] = true
		}
	}
}

// fits reports whether a use of the address of a field is followed.
func (p *program) fits(f *types.Var, s *structure, at *ssa.FieldAddr, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.UnOp:
		return use.Op == token.MUL && (!slices.Contains(s.channels, f) || !slices.ContainsFunc(*use.Referrers(), func(of ssa.Instruction) bool { return !s.receives(f, use, of) }))
	case *ssa.Store:
		s.written[f] = s.written[f] || !isNew(at.X)
		return use.Addr == ssa.Value(at) && (!slices.Contains(s.channels, f) || isNew(at.X) && isMadeFor(use.Val))
	case ssa.CallInstruction:
		return slices.Contains(s.locks, f) && lockOperation(use.Common()) != "" || slices.Contains(s.atomics, f) && atomicOperation(use.Common()) != "" && use.Common().Args[0] == ssa.Value(at)
	}
	return false
}

// receives reports whether an instruction only receives from the channel of a field, or closes it, which is noted.
func (s *structure) receives(f *types.Var, ch *ssa.UnOp, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.UnOp:
		return use.Op == token.ARROW
	case *ssa.Select:
		return !slices.ContainsFunc(use.States, func(c *ssa.SelectState) bool {
			return c.Send == ssa.Value(ch) || c.Chan == ssa.Value(ch) && c.Dir != types.RecvOnly
		})
	case *ssa.ChangeType:
		c, ok := use.Type().Underlying().(*types.Chan)
		return ok && c.Dir() == types.RecvOnly
	case ssa.CallInstruction:
		if isClose(use.Common()) {
			s.closes[f] = true
			return true
		}
		b, ok := use.Common().Value.(*ssa.Builtin)
		return ok && (b.Name() == "len" || b.Name() == "cap")
	}
	return false
}

// isMadeFor reports whether a value is a new channel that is used once.
func isMadeFor(v ssa.Value) bool {
	made, ok := v.(*ssa.MakeChan)
	uses := 0
	if ok {
		for _, use := range *made.Referrers() {
			if _, isDebug := use.(*ssa.DebugRef); !isDebug {
				uses++
			}
		}
	}
	return uses == 1
}

// copiedBy notes which types code without a body in sight copies, as append and copy do, and what is instantiated with a type.
func (p *program) copiedBy(call *ssa.CallCommon) {
	if _, isBuiltin := call.Value.(*ssa.Builtin); isBuiltin {
		for _, arg := range call.Args {
			if s, ok := arg.Type().Underlying().(*types.Slice); ok {
				p.copied(s.Elem())
			}
		}
	}
	if fn := call.StaticCallee(); fn != nil {
		for _, t := range fn.TypeArgs() {
			p.copied(t)
		}
	}
}

// copied notes that there is a value of the type, which may be a copy.
func (p *program) copied(t types.Type) {
	if p.seen[t] {
		return
	}
	p.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Struct:
		p.giveUp(u)
	case *types.Array:
		p.copied(u.Elem())
	case *types.Tuple:
		for v := range u.Variables() {
			p.copied(v.Type())
		}
	}
}

// giveUp gives up on a struct type, and those of which it has values inside.
func (p *program) giveUp(st *types.Struct) {
	if st.NumFields() == 0 {
		return
	}
	first := st.Field(0).Origin()
	if s, ok := p.structs[first]; !ok {
		p.structs[first] = nil
	} else if s != nil {
		s.copied = true
	}
	for f := range st.Fields() {
		p.copied(f.Type())
	}
}

// renamed notes that a pointer to a struct becomes one to another type, or comes of one.
func (p *program) renamed(ts ...types.Type) {
	for _, t := range ts {
		if st, ok := deref(t).Underlying().(*types.Struct); ok {
			p.giveUp(st)
		}
	}
}

// closings adds what holds of the fields of a struct.
func (p *program) closings(s *structure, found Result) {
	fit := func(fields []*types.Var) []*types.Var {
		return slices.DeleteFunc(slices.Clone(fields), func(f *types.Var) bool { return p.unfit[f] })
	}
	flags := append(slices.DeleteFunc(fit(s.others), func(f *types.Var) bool { return !isFlag(f.Type()) }), nil)
	for _, ch := range fit(s.channels) {
		if !s.closes[ch] {
			continue
		}
		done := map[*types.Var]bool{} // for which no more need be looked for
		for _, lock := range fit(s.locks) {
			for _, flag := range flags {
				for _, closing := range []bool{false, true} {
					if w := (&walk{program: p, structure: s, channel: ch, lock: lock, flag: flag, closing: closing}); flag != nil || closing {
						w.fields(fit(s.others), done, found)
					}
				}
			}
		}
		for _, flag := range fit(s.atomics) {
			w := &walk{program: p, structure: s, channel: ch, flag: flag, atomic: true}
			w.fields(fit(s.others), done, found)
		}
	}
}

// fields adds those of some fields of which the lock and the flag, or the atomic flag, tell that they are written
// before the channel is closed.
func (w *walk) fields(fields []*types.Var, done map[*types.Var]bool, found Result) {
	if !w.run() {
		return
	}
	for _, v := range fields {
		if done[v] || v == w.flag && w.atomic || !w.written[v] {
			continue
		}
		noPanics, safe, ok := w.beforeClose(v)
		if !ok {
			continue
		}
		done[v] = !noPanics
		for _, i := range safe {
			found.Safe[i] = Access{v, w.channel}
		}
		if c := (Closing{w.channel, w.lock, noPanics}); !w.atomic {
			found.Closings[v] = append(slices.DeleteFunc(found.Closings[v], func(before Closing) bool { return before.Channel == w.channel }), c)
		}
	}
}

// isFlag reports whether a field of the type is a flag: it is false or nil at first.
func isFlag(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Bool
	case *types.Interface:
		_, isParam := types.Unalias(t).(*types.TypeParam)
		return !isParam
	case *types.Pointer:
		return true
	}
	return false
}

// isAtomicFlag reports whether a field of the type may be a flag that is set by atomic operations.
func isAtomicFlag(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync/atomic" {
		switch n.Obj().Name() {
		case "Bool", "Int32", "Int64", "Uint32", "Uint64":
			return true
		}
	}
	return false
}

// isNew reports whether a pointer leads to an object that the function makes, and that it has just made: a literal.
func isNew(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	return ok && a.Comment == "complit"
}
