package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A syncOp translates a call of one operation of package sync or sync/atomic.
type syncOp func(t *translator, inv *emit.Invocation) emit.Value

// A lock is the lock that an operation is about, with what messages call it.
type lock struct {
	heap.LockVars
	text string
	tid  *ir.Expr
}

// lock returns the lock that the receiver of an operation points to.
func (t *translator) lock(inv *emit.Invocation) (lock, bool) {
	l := lock{text: t.receiverText(inv), tid: ir.V(t.Out.Tid)}
	p, ok := t.receiverPlace(inv)
	if !ok {
		return l, false
	}
	vars, err := t.Mem.Lock(p)
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return l, false
	}
	l.LockVars = vars
	return l, true
}

// receiverPlace returns the variable that the receiver of an operation points to, after asserting that it is not nil; false if
// the receiver has no translation.
func (t *translator) receiverPlace(inv *emit.Invocation) (heap.Place, bool) {
	switch x := inv.Args[0]; {
	case x.At != nil:
		return *x.At, true
	case x.Expr != nil:
		t.NonNilExpr(x.Expr, t.receiverText(inv))
		return t.Mem.Deref(t.Stable(x.Expr), analysis.Deref(inv.Argv[0].Type())), true
	}
	return heap.Place{}, false
}

// receiverText is what messages call the receiver of an operation.
func (t *translator) receiverText(inv *emit.Invocation) string { return t.LocationBase(inv.Argv[0]) }

// isFree is the condition that nobody holds the lock, for writing if it is an RWMutex.
func (l lock) isFree() *ir.Expr { return l.Holds(ir.Free) }

// unread is the condition that nobody holds the lock for reading.
func (l lock) unread() *ir.Expr {
	if l.Readers == nil {
		return ir.True
	}
	j := &ir.Var{Name: "j", Label: "j", Sort: ir.Tid, Kind: ir.BoundVar}
	return ir.Forall([]*ir.Var{j}, ir.Not(l.Reads(ir.V(j))), l.Readers)
}

// mine is the condition that the goroutine holds the lock in any way.
func (l lock) mine() *ir.Expr {
	if l.Readers == nil {
		return l.Holds(l.tid)
	}
	return ir.Or(l.Holds(l.tid), l.Reads(l.tid))
}

func (l lock) setHolder(who *ir.Expr) ir.Stmt {
	src := who
	if len(l.Keys) > 0 {
		src = ir.Store(ir.V(l.Holder), l.Keys, who)
	}
	return &ir.Assign{Dst: l.Holder, Src: src}
}

func (l lock) setReader(reads *ir.Expr) ir.Stmt {
	keys := append(append([]*ir.Expr{}, l.Keys...), l.tid)
	return &ir.Assign{Dst: l.Readers, Src: ir.Store(ir.V(l.Readers), keys, reads)}
}

// touch is the access to the part of the lock that v stands for: a trace shows it, and the lock's own predicate, if it
// has one, has to allow it.
func (l lock) touch(v *ir.Var) []ir.Access {
	if v == l.Readers {
		keys := append(append([]*ir.Expr{}, l.Keys...), l.tid)
		return []ir.Access{{Map: v, Index: keys, Write: true, Text: l.text + " for reading"}}
	}
	return []ir.Access{{Map: v, Index: l.Keys, Write: true, Text: l.text}}
}

// notHeld checks that the goroutine does not wait for itself.
func (t *translator) notHeld(l lock) *ir.Assert {
	return t.Assertion(ir.Not(l.mine()), ir.Check{Kind: ir.SelfDeadlock, Subject: l.text, Needed: l.text + " not held"})
}

func acquire(t *translator, inv *emit.Invocation) emit.Value {
	if l, ok := t.lock(inv); ok {
		t.acquireLock(l)
	}
	return emit.Value{}
}

func (t *translator) acquireLock(l lock) {
	t.Step(&ir.Step{
		Pre:    []*ir.Assert{t.notHeld(l)},
		When:   ir.And(l.isFree(), l.unread()),
		Do:     []ir.Stmt{l.setHolder(l.tid)},
		Access: l.touch(l.Holder),
		Mover:  ir.RightMover,
	})
	t.believeAliases()
}

// acquireRead translates RLock. A goroutine that already reads may wait for itself if a writer has come in between.
func acquireRead(t *translator, inv *emit.Invocation) emit.Value {
	if l, ok := t.lock(inv); ok {
		t.Step(&ir.Step{
			Pre:    []*ir.Assert{t.notHeld(l)},
			When:   l.isFree(),
			Do:     []ir.Stmt{l.setReader(ir.True)},
			Access: l.touch(l.Readers),
			Mover:  ir.RightMover,
		})
		t.believeAliases()
	}
	return emit.Value{}
}

func release(t *translator, inv *emit.Invocation) emit.Value {
	if l, ok := t.lock(inv); ok {
		t.unlock(l)
	}
	return emit.Value{}
}

func (t *translator) unlock(l lock) {
	held := t.Assertion(l.Holds(l.tid), ir.Check{Kind: ir.NotHeld, Subject: l.text, Needed: l.text + " held"})
	t.Step(&ir.Step{
		Pre:    []*ir.Assert{held},
		Do:     []ir.Stmt{l.setHolder(ir.Free)},
		Access: l.touch(l.Holder),
		Mover:  ir.LeftMover,
	})
}

func releaseRead(t *translator, inv *emit.Invocation) emit.Value {
	if l, ok := t.lock(inv); ok {
		held := t.Assertion(l.Reads(l.tid), ir.Check{
			Kind: ir.NotHeld, Subject: l.text, Detail: "for reading", Needed: l.text + " held for reading",
		})
		t.Step(&ir.Step{
			Pre:    []*ir.Assert{held},
			Do:     []ir.Stmt{l.setReader(ir.False)},
			Access: l.touch(l.Readers),
			Mover:  ir.LeftMover,
		})
	}
	return emit.Value{}
}

func tryAcquire(t *translator, inv *emit.Invocation) emit.Value {
	l, ok := t.lock(inv)
	if !ok {
		return t.Unknown(types.Typ[types.Bool])
	}
	return t.attempt(ir.And(l.isFree(), l.unread()), nil, l.setHolder(l.tid), l.touch(l.Holder))
}

// tryAcquireRead translates TryRLock. Of one goroutine it is not counted how often it reads, so it must not read already.
func tryAcquireRead(t *translator, inv *emit.Invocation) emit.Value {
	l, ok := t.lock(inv)
	if !ok {
		return t.Unknown(types.Typ[types.Bool])
	}
	once := t.Assertion(ir.Not(l.Reads(l.tid)), ir.Check{
		Kind: ir.ReadTwice, Subject: l.text, Needed: l.text + " not held for reading",
	})
	return t.attempt(l.isFree(), []*ir.Assert{once}, l.setReader(ir.True), l.touch(l.Readers))
}

// attempt translates a TryLock: it takes the lock if it is free, or fails, which it may do at any time.
func (t *translator) attempt(when *ir.Expr, pre []*ir.Assert, take ir.Stmt, touched []ir.Access) emit.Value {
	ok := t.Local("", ir.Bool)
	t.Choose("trylock",
		func() {
			t.Step(&ir.Step{
				Pre:    pre,
				When:   when,
				Do:     []ir.Stmt{take, &ir.Assign{Dst: ok, Src: ir.True}},
				Access: touched,
				Mover:  ir.RightMover,
			})
		},
		func() { t.Emit(&ir.Assign{Dst: ok, Src: ir.False}) })
	return emit.Value{Expr: ir.V(ok)}
}

// lockOps are the operations on locks, by the name that go/types gives them.
var lockOps = map[string]syncOp{
	"(*sync.Mutex).Lock":       acquire,
	"(*sync.Mutex).Unlock":     release,
	"(*sync.Mutex).TryLock":    tryAcquire,
	"(*sync.RWMutex).Lock":     acquire,
	"(*sync.RWMutex).Unlock":   release,
	"(*sync.RWMutex).TryLock":  tryAcquire,
	"(*sync.RWMutex).RLock":    acquireRead,
	"(*sync.RWMutex).RUnlock":  releaseRead,
	"(*sync.RWMutex).TryRLock": tryAcquireRead,
}
