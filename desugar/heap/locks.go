package heap

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// LockVars is the state of a Mutex or RWMutex: who holds it (or writes), and for an RWMutex who reads.
type LockVars struct {
	Holder  *ir.Var
	Readers *ir.Var
	Done    *ir.Var // of a Once, which its holder runs
	Keys    []*ir.Expr
}

// Holds is the condition that the goroutine who holds the lock, for writing if it is an RWMutex.
func (l LockVars) Holds(who *ir.Expr) *ir.Expr { return ir.Eq(l.HolderValue(), who) }

// HolderValue is the goroutine that holds the lock, for writing if it is an RWMutex.
func (l LockVars) HolderValue() *ir.Expr {
	if len(l.Keys) == 0 {
		return ir.V(l.Holder)
	}
	return ir.Select(ir.V(l.Holder), l.Keys...)
}

// Reads is the condition that the goroutine who holds the lock for reading.
func (l LockVars) Reads(who *ir.Expr) *ir.Expr {
	return ir.Select(ir.V(l.Readers), append(slices.Clone(l.Keys), who)...)
}

// Lock returns the state of the lock at p.
func (m *Memory) Lock(p Place) (LockVars, error) {
	kind := annot.LockOf(p.Type)
	if p.IsLocal() || p.Family == nil || kind == annot.NoLock {
		return LockVars{}, fmt.Errorf("lock of type %s", p.Type)
	}
	l := LockVars{Holder: p.Family, Keys: p.Keys}
	if kind == annot.RWMutex {
		l.Readers = m.readers[p.Family]
	}
	l.Done = m.dones[p.Family]
	return l, nil
}

// CondLock is the heap variable that says which lock a Cond has, by the lock's address.
func (m *Memory) CondLock() *ir.Var { return m.bookkeeping("cond.lock", ir.Ref) }

// condOf is the condition that the Cond c, if it is not nil, has the lock that the variable of p, which says that it is a
// condition of one, names.
func (m *Memory) condOf(p Place, c *ir.Expr) (*ir.Expr, error) {
	if g := m.Facts.Guard(p.Variable); annot.IsLocker(g.Condition.Type()) {
		return m.condOfLocker(p, c, g.Condition)
	}
	lock, err := m.annotations.Locate(m, m.contextOf(p.Variable, p.Owner, nil), m.Facts.Guard(p.Variable).Condition)
	if err != nil {
		return nil, err
	}
	return ir.Or(ir.Eq(c, ir.Nil), ir.Eq(ir.Select(ir.V(m.CondLock()), c), lock.Addr())), nil
}

// condOfLocker is condOf for a lock behind a Locker, which the object has from the beginning.
func (m *Memory) condOfLocker(p Place, c *ir.Expr, locker annot.Expr) (*ir.Expr, error) {
	if !m.Facts.HasLockerFromBeginning(locker) {
		return nil, fmt.Errorf("the lock in %s may be another later", annot.String(locker))
	}
	x, err := m.annotations.Eval(m, m.contextOf(p.Variable, p.Owner, nil), locker)
	if err != nil {
		return nil, err
	}
	behind, err := m.Behind(x)
	if err != nil {
		return nil, err
	}
	is := []*ir.Expr{ir.Eq(c, ir.Nil)}
	for _, b := range behind {
		if annot.LockOf(b.Type) == annot.Mutex {
			is = append(is, ir.And(b.Is, ir.Eq(ir.Select(ir.V(m.CondLock()), c), b.Ref)))
		}
	}
	return ir.Or(is...), nil
}

// once makes the two heap variables of places of type sync.Once, and returns the lock's.
func (m *Memory) once(id, label string, keys []*ir.Sort) *ir.Var {
	runner := m.family(id, label+".runner", keys, ir.Tid, ir.Holder)
	done := m.family(id+" done", label+".done", keys, ir.Bool, ir.Latch)
	h := done.Heap
	h.Writer = runner
	h.Read = ir.True
	h.Write = ir.Eq(At(runner, varExprs(h.Keys)), ir.V(h.Who))
	m.dones[runner] = done
	return runner
}

// IsDone is the condition that the function of a Once has returned.
func (l LockVars) IsDone() *ir.Expr { return At(l.Done, l.Keys) }

// HeldIn returns the locks that a condition says the running goroutine holds.
func HeldIn(x annot.Expr) []annot.Expr {
	switch x := x.(type) {
	case *annot.Held:
		return []annot.Expr{x.X}
	case *annot.Binary:
		if x.Op == token.LAND {
			return append(HeldIn(x.X), HeldIn(x.Y)...)
		}
		if x.Op != token.EQL {
			return nil
		}
		for _, pair := range [2][2]annot.Expr{{x.X, x.Y}, {x.Y, x.X}} {
			h, isHolder := pair[0].(*annot.Holder)
			if _, isTid := pair[1].(*annot.Tid); isHolder && isTid {
				return []annot.Expr{h.X}
			}
		}
	}
	return nil
}
