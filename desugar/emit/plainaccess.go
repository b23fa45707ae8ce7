package emit

import "github.com/calvin-go/calvin/ir"

// PlainOnly makes the checks that no location of a plain access is one for sync/atomic only, or the state of a lock, unless
// nobody else can reach it yet. That a plain read of a variable for mixed access is free of data races is checked of all accesses
// that are not marked as atomic.
func (t *Builder) PlainOnly(acc []ir.Access) []*ir.Assert {
	var pre []*ir.Assert
	for _, a := range acc {
		pre = append(pre, t.unusedPlace(a)...)
		if a.Map.Heap.Class != ir.Atomic || a.Map.Heap.Mixed && !a.Write {
			continue
		}
		pre = append(pre, t.onlyAtomic(a))
	}
	return pre
}

// onlyAtomic makes the check that nobody else can reach what a plain access is to, which others access by sync/atomic.
func (t *Builder) onlyAtomic(a ir.Access) *ir.Assert {
	alone := ir.False
	if len(a.Index) > 0 && a.Index[0].Sort.Kind == ir.KindRef {
		alone = t.Mem.Mine(a.Index[0])
	}
	kind := ir.ReadDenied
	if a.Write {
		kind = ir.WriteDenied
	}
	check := ir.Check{Kind: kind, Subject: a.Text, Detail: ir.OnlyAtomic}
	only := t.Assertion(alone, check)
	if a.Span.Start.IsValid() && t.answerable(check) == t.Frame { // the expression, rather than the statement around it
		only.Span = a.Span
	}
	return only
}
