package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A lock, a Once or a WaitGroup is a value too: a literal stores a zero one, and whoever reads a struct reads those in it. Only an unused
// one may be read so or overwritten, where no other goroutine can reach it, and only an unused one may be stored. So nothing changes. As a
// value a Mutex is who holds it. Of the others the value is whether they are in use.
//
// Whether a WaitGroup is unused no lock variable tells. That is noted by its address, from when its object is made to
// the first Add, Done or Go. What is noted holds of objects of the goroutine's own. A callee may add to the WaitGroup
// of such an object, and only the callee can know of Dones that are owed then, as long as it runs. So nobody who uses
// the WaitGroup afterwards pays a Done that was added before it was overwritten.

// isCopied reports whether t is a type of sync, other than Mutex, of which unused values may be copied.
func isCopied(t types.Type) bool {
	kind := annot.LockOf(t)
	return kind == annot.RWMutex || kind == annot.Once || IsStateless(t)
}

// isPart reports whether a struct that is copied or overwritten may have a field of type t, one of those of sync and sync/atomic: what an
// atomic variable of the goroutine's own holds is a value like others.
func isPart(t types.Type) bool {
	return annot.LockOf(t) == annot.Mutex || isCopied(t) || AtomicElem(t) != nil && !analysis.IsSyncType(t, "sync/atomic", "Value")
}

// IsStateless reports whether t is a type of sync of which no state is kept: what matters of it is known otherwise.
func IsStateless(t types.Type) bool { return analysis.IsSyncType(t, "sync", "WaitGroup") }

// holdsStateless reports whether t is such a type, or an array of its elements.
func holdsStateless(t types.Type) bool {
	if a := analysis.ArrayType(t); a != nil {
		t = analysis.UltimateElem(a)
	}
	return IsStateless(t)
}

const usedID = "sync.used"

// used is the condition that the WaitGroup at p is not known to be unused.
func (m *Memory) used(p Place) *ir.Expr {
	return ir.Select(ir.V(m.family(usedID, "WaitGroup", []*ir.Sort{ir.Ref}, ir.Bool, ir.Immutable)), p.Addr())
}

// UseGroup notes that the WaitGroup at ref is in use, if anybody asks.
func (m *Memory) UseGroup(ref *ir.Expr) []ir.Stmt {
	if !m.needs(usedID) {
		return nil
	}
	return []ir.Stmt{PutAt(m.family(usedID, "WaitGroup", []*ir.Sort{ir.Ref}, ir.Bool, ir.Immutable), []*ir.Expr{ref}, ir.True)}
}

// loadUse is the condition that what is at p, of a type that is copied, is in use, as far as that is known of an object of the goroutine's
// own, and what has to be looked at to tell.
func (m *Memory) loadUse(p Place) (*ir.Expr, []ir.Access, error) {
	if IsStateless(p.Type) {
		used := m.used(p)
		return used, []ir.Access{{Map: used.Args[0].Var, Index: used.Args[1:]}}, nil
	}
	l, err := m.Lock(p)
	if err != nil {
		return nil, nil, err
	}
	in := []*ir.Expr{ir.Not(l.Holds(ir.Free))}
	acc := []ir.Access{{Map: l.Holder, Index: l.Keys}}
	if l.Readers != nil {
		reads := l.Reads(m.Tid)
		in = append(in, reads)
		acc = append(acc, ir.Access{Map: l.Readers, Index: reads.Args[1:]})
	}
	if l.Done != nil {
		in = append(in, l.IsDone())
		acc = append(acc, ir.Access{Map: l.Done, Index: l.Keys})
	}
	return ir.Or(in...), acc, nil
}

// IsUsedGroups reports whether a heap variable says which WaitGroups are in use.
func (m *Memory) IsUsedGroups(v *ir.Var) bool { return m.Families[usedID] == v }

// freeCopy makes the check that the value which is stored as a lock is that of a free one.
func freeCopy(v *ir.Expr) []*ir.Assert {
	return []*ir.Assert{{Cond: ir.Eq(v, ir.Free), Check: ir.Check{
		Kind: ir.LockCopied, Subject: "a lock", Detail: "it may be held", Needed: "a lock that is not held",
	}}}
}

// unusedCopy is freeCopy for a value that says whether it is in use.
func unusedCopy(v *ir.Expr) []*ir.Assert {
	return []*ir.Assert{{Cond: ir.Not(v), Check: ir.Check{
		Kind: ir.LockCopied, Subject: "a lock, Once or WaitGroup", Detail: "it may be in use", Needed: "one that is not in use",
	}}}
}
