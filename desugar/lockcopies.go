package desugar

import (
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A Mutex is a value like others: it can be overwritten, and copied. That is right only as long as nobody uses it: who stores
// one, or reads one as a value, has to be the only one who can reach it, and it has to be free, before and after. So a store
// of a lock changes nothing, and the value of a lock that was read somewhere is that of a free one. Of a lock that others can
// reach the state may change at any time, whoever holds what else: Lock asks for nothing.

// unusedLock makes the checks that the lock which is read or written as a value is free, and that nobody else can reach it:
// in package initialisation nobody else is there.
func (t *translator) unusedLock(a ir.Access) []*ir.Assert {
	alone := ir.B(t.mem.Alone)
	if len(a.Index) > 0 && a.Index[0].Sort.Kind == ir.KindRef {
		alone = ir.Or(alone, t.mem.Mine(a.Index[0]))
	}
	return []*ir.Assert{
		t.assertion(alone, ir.Check{
			Kind: ir.LockCopied, Subject: a.Text, Detail: "others may be using it", Needed: "an object that no other goroutine can reach",
		}),
		t.assertion(ir.Eq(heap.At(a.Map, a.Index), ir.Free), ir.Check{
			Kind: ir.LockCopied, Subject: a.Text, Detail: "it may be held", Needed: a.Text + " not held",
		}),
	}
}
