package fusion

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A region is the code between a branch and the place where its ways meet, on the way that the trace did not take. What it
// may write is found out statically (the write variables of section 5.1), with what the frame knows of pointers. Where it
// may do something other than read and write, take a lock for a moment and call functions of that kind, the branch bails
// out; so it does where the region may fail, block, or not end.
type region struct {
	m      *machine
	t      *thread
	branch *branch
	frame  *frame // whose values are known; of a call in the region, one with what is known of the arguments
	join   *ssa.BasicBlock
	calls  []*ssa.Function // that lead here
	blocks []*ssa.BasicBlock
	locals []*cell
	known  bool                // what it computes is known, too
	held   *cell               // the mutex that it has locked, nil if none
	own    map[*ssa.Alloc]bool // variables that the region makes itself
}

// explore looks at all blocks from b on.
func (r *region) explore(b *ssa.BasicBlock) {
	if r.own == nil {
		r.own = map[*ssa.Alloc]bool{}
	}
	r.visit(b, nil)
	for _, b := range r.blocks {
		for _, i := range b.Instrs {
			if a, ok := i.(*ssa.Alloc); ok {
				r.own[a] = true
			}
		}
	}
	for _, b := range r.blocks {
		r.block(b)
	}
}

// visit collects blocks. A block that is on the way to itself may be a loop without end.
func (r *region) visit(b *ssa.BasicBlock, way []*ssa.BasicBlock) {
	if b == r.join || r.branch.bail {
		return
	}
	if slices.Contains(way, b) || len(r.calls) == 0 && b == r.frame.block {
		r.bail("a loop", false)
		return
	}
	if slices.Contains(r.blocks, b) {
		return
	}
	r.blocks = append(r.blocks, b)
	for _, s := range b.Succs {
		r.visit(s, append(slices.Clip(way), b))
	}
}

func (r *region) bail(why string, fails bool) {
	r.branch.bail = true
	if r.branch.why == "" || fails && !r.branch.fails {
		r.branch.why, r.branch.fails = why, fails
	}
}

// block looks at the instructions of a block. A lock that is taken in it must be released in it, with nothing in between
// that blocks.
func (r *region) block(b *ssa.BasicBlock) {
	for _, i := range b.Instrs {
		if c, ok := i.(*ssa.Call); ok {
			name := intrinsicName(&c.Call)
			if name == lockName || name == unlockName {
				r.lock(name, c)
				continue
			}
			if r.held != nil && !atomicFunction(name) && !harmless[name] {
				r.bail("a call within a critical section", false)
			}
		}
		r.instruction(i)
	}
	if r.held != nil {
		r.bail("a lock that is held for longer", false)
	}
}

const (
	lockName   = "(*sync.Mutex).Lock"
	unlockName = "(*sync.Mutex).Unlock"
)

// lock follows what a block locks. To leave out that others may hold the lock allows more than can happen, but for blocking:
// who holds nothing else does not block for ever.
func (r *region) lock(name string, c *ssa.Call) {
	mu := r.address(c.Call.Args[0])
	switch {
	case mu == nil:
		r.bail("an unknown lock", false)
	case name == lockName && r.held == nil && len(r.t.held) == 0 && r.t.reading == 0:
		r.held = mu
	case name == unlockName && r.held == mu:
		r.held = nil
	default:
		r.bail("locks that may wait for each other", false)
	}
}

func (r *region) instruction(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.Store:
		r.write(i.Addr, true)
	case *ssa.UnOp:
		switch i.Op {
		case token.MUL:
			r.read(i.X)
		case token.ARROW:
			r.bail("a receive", false)
		}
	case *ssa.BinOp:
		r.operation(i)
	case *ssa.Call:
		r.call(i)
	case *ssa.IndexAddr:
		if r.address(i) == nil {
			r.bail("an index that is not known", false)
		}
	case *ssa.FieldAddr:
		if r.address(i) == nil && !r.isOwn(i) {
			r.bail("a pointer that is not known", false)
		}
	case *ssa.TypeAssert:
		if !i.CommaOk {
			r.bail("a type assertion", false)
		}
	case *ssa.MakeInterface:
		if !isBasic(i.X.Type()) {
			r.bail("a value that may have methods", false)
		}
	case *ssa.Panic:
		r.bail("a panic", true)
	case *ssa.Alloc, *ssa.Phi, *ssa.ChangeType, *ssa.Convert, *ssa.ChangeInterface, *ssa.Field,
		*ssa.Extract, *ssa.Jump, *ssa.If, *ssa.Return, *ssa.RunDefers, *ssa.DebugRef:
	default:
		r.bail("an instruction with unknown effect", false)
	}
}

// operation looks at what may panic.
func (r *region) operation(i *ssa.BinOp) {
	switch i.Op {
	case token.QUO, token.REM:
		if c, ok := i.Y.(*ssa.Const); !ok || c.Value == nil || constant.Sign(c.Value) == 0 {
			r.bail("a division", false)
		}
	case token.SHL, token.SHR:
		if _, ok := i.Y.(*ssa.Const); !ok {
			r.bail("a shift", false)
		}
	case token.EQL, token.NEQ:
		if types.IsInterface(i.X.Type()) {
			r.bail("a comparison that may panic", false)
		}
	}
}

// write notes a write to what an address is of.
func (r *region) write(addr ssa.Value, plain bool) {
	c := r.address(addr)
	switch {
	case c == nil && r.isOwn(addr):
	case c == nil:
		r.bail("a write to an unknown place", false)
	default:
		r.note(c, plain, true)
	}
}

func (r *region) read(addr ssa.Value) {
	c := r.address(addr)
	switch {
	case c == nil && r.isOwn(addr):
	case c == nil:
		r.bail("a read of an unknown place", false)
	default:
		r.note(c, true, false)
	}
}

func (r *region) note(c *cell, plain, write bool) {
	c.leaves(func(c *cell) {
		switch {
		case c.local:
			if write && !slices.Contains(r.locals, c) {
				r.locals = append(r.locals, c)
			}
			return
		case write:
			if _, ok := c.val.(number); !ok {
				r.bail("a write of a value that is not a number", false)
			}
			if !slices.Contains(r.branch.writes, c) {
				r.m.touch(c)
				r.branch.writes = append(r.branch.writes, c)
			}
		}
		if a := (access{c, write, r.held}); plain && !slices.Contains(r.branch.plain, a) {
			r.branch.plain = append(r.branch.plain, a)
		}
	})
}

// isOwn reports whether an address is in a variable that the region makes itself.
func (r *region) isOwn(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return r.own[v]
	case *ssa.FieldAddr:
		return r.isOwn(v.X)
	}
	return false
}

// address is the cell that a pointer points to, if that is known whatever happens in the region; nil otherwise.
func (r *region) address(v ssa.Value) *cell {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return field(r.address(v.X), v.Field)
	case *ssa.IndexAddr:
		k, ok := v.Index.(*ssa.Const)
		c := r.address(v.X)
		if _, array := v.X.Type().Underlying().(*types.Pointer); !ok || c == nil || !array {
			return nil
		}
		if n := k.Int64(); n >= 0 && n < int64(len(c.parts)) {
			return c.parts[n]
		}
		return nil
	case *ssa.Global:
		return r.m.global(v)
	}
	if i, ok := v.(ssa.Instruction); ok && slices.Contains(r.blocks, i.Block()) {
		return r.reload(v)
	}
	if p, ok := r.frame.env[v].(pointer); ok {
		return p.to
	}
	return nil
}

// reload is for a pointer that the region reads from a variable. It is what that holds, if nothing ever writes there but
// where it is made: then it is the same everywhere.
func (r *region) reload(v ssa.Value) *cell {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	free, ok := load.X.(*ssa.FreeVar)
	if !ok || !r.m.prog.writtenOnce(free) {
		return nil
	}
	at := r.address(load.X)
	if at == nil {
		return nil
	}
	if p, ok := at.val.(pointer); ok {
		return p.to
	}
	return nil
}

// call looks at a call: of a function that the machine knows, or of one with a body.
func (r *region) call(i *ssa.Call) {
	name := intrinsicName(&i.Call)
	switch {
	case atomicFunction(name):
		r.atomic(name, i.Call.Args[0])
		return
	case harmless[name]:
		return
	case failures[name]:
		r.bail("a failure", true)
		return
	}
	fn := i.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil || len(fn.FreeVars) > 0 || slices.Contains(r.calls, fn) || len(r.calls) > 8 {
		r.bail("a call of an unknown function", false)
		return
	}
	inner := &region{m: r.m, t: r.t, branch: r.branch, frame: &frame{fn: fn, env: map[ssa.Value]value{}}, calls: append(slices.Clip(r.calls), fn)}
	for k, p := range fn.Params {
		if c := r.address(i.Call.Args[k]); c != nil {
			inner.frame.env[p] = pointer{c}
		}
	}
	inner.explore(fn.Blocks[0])
	r.locals = append(r.locals, inner.locals...)
}

// atomic notes what a function of sync/atomic does.
func (r *region) atomic(name string, addr ssa.Value) {
	c := r.address(addr)
	if c == nil {
		r.bail("an unknown place", false)
		return
	}
	if !atomicLoads(name) {
		r.note(c, false, true)
	}
}

// outcomes computes what is known at the join if the way by block other is taken.
func (r *region) outcomes(e *entry, other *ssa.BasicBlock) {
	if r.join == nil {
		e.result = r.returned()
		return
	}
	for _, i := range r.join.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			return
		}
		var all []ssa.Value
		for k, pred := range r.join.Preds {
			if slices.Contains(r.blocks, pred) || pred == r.frame.block && other == r.join {
				all = append(all, phi.Edges[k])
			}
		}
		e.phis[phi] = r.common(all)
	}
}

// returned is what the function returns by the region, nil if that is not known.
func (r *region) returned() value {
	var all []ssa.Value
	for _, b := range r.blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if len(ret.Results) != 1 {
			return nil
		}
		all = append(all, ret.Results[0])
	}
	return r.common(all)
}

// common is the value of SSA values that are all the same, nil if they are not, or if the region computes it.
func (r *region) common(all []ssa.Value) value {
	if len(all) == 0 {
		return nil
	}
	for _, v := range all[1:] {
		a, ok := v.(*ssa.Const)
		b, ok2 := all[0].(*ssa.Const)
		if v != all[0] && !(ok && ok2 && a.Value != nil && b.Value != nil && constant.Compare(a.Value, token.EQL, b.Value)) {
			return nil
		}
	}
	if i, ok := all[0].(ssa.Instruction); ok && !r.known && slices.Contains(r.blocks, i.Block()) {
		return nil
	}
	if c, ok := all[0].(*ssa.Const); ok {
		return constantOf(c)
	}
	return r.frame.env[all[0]]
}
