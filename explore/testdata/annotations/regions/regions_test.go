package regions

import (
	"sync"
	"testing"
)

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func TestHit(t *testing.T) {
	x := New()
	both(func() { x.Hit("a"); x.Hit("b"); x.Limit("a") }, func() { x.Hit("a"); x.Limit("a"); x.Copy("a") })
	if x.head.hits == 0 { // a test may look
		t.Error("no")
	}
	x.head.hits = 0
}

func TestNamed(t *testing.T) {
	x := New()
	both(func() { x.Name("a"); x.Named("a"); x.Remove("a") }, func() { x.Named("a"); x.Name("a") })
}

func TestAlone(t *testing.T) {
	x := New()
	x.Late()
	x.LateRead()
}

// after calls f for a table that others have used.
func after(f func(*Table)) {
	x := New()
	both(func() { x.Hit("a") }, func() { x.Hit("a"); x.Name("a") })
	f(x)
}

func TestRegionLate(t *testing.T)      { after((*Table).Late) }
func TestLateInc(t *testing.T)         { after((*Table).LateInc) }
func TestLateRead(t *testing.T)        { after(func(x *Table) { x.LateRead() }) }
func TestLateNext(t *testing.T)        { after((*Table).LateNext) }
func TestLateTag(t *testing.T)         { after((*Table).LateTag) }
func TestLateBy(t *testing.T)          { after((*Table).LateBy) }
func TestLatePart(t *testing.T)        { after((*Table).LatePart) }
func TestLatePointer(t *testing.T)     { after((*Table).LatePointer) }
func TestLateRange(t *testing.T)       { after((*Table).LateRange) }
func TestLateBoth(t *testing.T)        { after((*Table).LateBoth) }
func TestReadLock(t *testing.T)        { after((*Table).ReadLock) }
func TestRegionOtherLock(t *testing.T) { after((*Table).OtherLock) }
func TestOtherTable(t *testing.T)      { after(func(x *Table) { x.OtherTable(New()) }) }
func TestStarted(t *testing.T)         { after((*Table).Started) }
func TestLateLimit(t *testing.T)       { after(func(x *Table) { x.Raise(); x.LateLimit() }) }

func TestTakeOut(t *testing.T) {
	var q Tasks
	both(func() { q.Add(1); q.Add(2); q.Take(1) }, func() { q.Add(3); q.Take(2); q.Take(3) })
}

// busy calls f for a queue that others have used.
func busy(f func(*Tasks)) {
	var q Tasks
	both(func() { q.Add(1) }, func() { q.Add(2) })
	f(&q)
}

func TestShared(t *testing.T)    { busy((*Tasks).Shared) }
func TestKeptTask(t *testing.T)  { busy((*Tasks).Kept) }
func TestKeptBatch(t *testing.T) { busy((*Tasks).KeptBatch) }
func TestSubmit(t *testing.T)    { busy(func(q *Tasks) { q.Submit(&task{}) }) }

func TestSubmitLast(t *testing.T)    { busy(func(q *Tasks) { q.SubmitLast(&task{}) }) }
func TestSubmitWaiting(t *testing.T) { busy(func(q *Tasks) { q.SubmitWaiting(&task{}) }) }

func TestCells(t *testing.T) {
	c := NewCells()
	both(func() { c.Hit(0); c.Hit(1) }, func() { c.Hit(1); c.Hit(0) })
}

func TestPeekEntry(t *testing.T) {
	e := &entry{}
	l := &loop{c: make(chan string), seen: map[string]*entry{"a": e}}
	var wg sync.WaitGroup
	wg.Go(l.run)
	l.c <- "a"
	l.Peek(e)
	close(l.c)
	wg.Wait()
}
