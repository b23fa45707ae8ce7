// Package members breaks what is promised of structs in arrays, and changes more of them than it says.
package members

import "sync"

//calvin:ghost owner int guarded_by mu
type cell struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
	//calvin:guarded_by mu
	m int
}

//calvin:invariant n > 0
type positive struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	n int
}

type Table struct {
	cells [4]cell
	names [4][4]byte
}

type Positives struct{ all [4]positive }

func NewPositives() *Positives {
	return new(Positives) // failed
}

//calvin:requires 0 <= i && i < 4
func (p *Positives) Clear(i int) {
	p.all[i].mu.Lock()
	defer p.all[i].mu.Unlock()
	p.all[i].n = 0
} // failed

//calvin:requires 0 <= i && i < 4
func (p *Positives) One(i int) {
	p.all[i].mu.Lock()
	defer p.all[i].mu.Unlock()
	p.all[i].n = 1
}

//calvin:requires 0 <= i && i < 4
//calvin:atomic
//calvin:modifies t.cells[*].n
func (t *Table) OtherField(i int) {
	t.cells[i].mu.Lock()
	defer t.cells[i].mu.Unlock()
	t.cells[i].n = 1
	t.cells[i].m = 1
} // failed

//calvin:requires 0 <= i && i < 4
//calvin:atomic
//calvin:modifies t.cells[*].n
func (t *Table) OtherGhost(i int) {
	t.cells[i].mu.Lock()
	defer t.cells[i].mu.Unlock()
	t.cells[i].n = 1
	//calvin:set t.cells[i].owner = 1
} // failed

//calvin:requires 0 <= i && i < 4 && t != u
//calvin:atomic
//calvin:modifies t.cells[*].n
func (t *Table) OtherTable(u *Table, i int) {
	u.cells[i].mu.Lock()
	defer u.cells[i].mu.Unlock()
	u.cells[i].n = 1
} // failed

// AnyElement believes that a callee which modifies a field of every element leaves that of one.
//
//calvin:requires 0 <= i && i < 4
//calvin:requires held(t.cells[i].mu)
func (t *Table) AnyElement(i int) {
	t.cells[i].n = 1
	t.setN(i)
	//calvin:assert t.cells[i].n == 1 // failed
}

//calvin:requires 0 <= i && i < 4
//calvin:requires held(t.cells[i].mu)
//calvin:atomic
//calvin:modifies t.cells[*].n
func (t *Table) setN(i int) { t.cells[i].n = 2 }

// OwnerIsKept believes that a callee which modifies a struct leaves its ghosts.
//
//calvin:requires 0 <= i && i < 4
//calvin:requires held(t.cells[i].mu)
func (t *Table) OwnerIsKept(i int) {
	t.cells[i].n = 1
	//calvin:set t.cells[i].owner = 1
	t.setAll(i)
	//calvin:assert t.cells[i].owner == 1 // failed
}

//calvin:requires 0 <= i && i < 4
//calvin:requires held(t.cells[i].mu)
//calvin:atomic
//calvin:modifies t.cells[i]
func (t *Table) setAll(i int) {
	t.cells[i].n = 2
	//calvin:set t.cells[i].owner = 2
}

//calvin:requires 0 <= i && i < 4
//calvin:atomic
//calvin:modifies t.cells[*].n
func (t *Table) clear(i int) {
	t.cells[i].mu.Lock()
	t.cells[i].n = 0
	t.cells[i].mu.Unlock()
}

// TwoSteps takes two calls that modify elements for one step.
//
//calvin:atomic
//calvin:modifies t.cells[*].n
func (t *Table) TwoSteps() {
	t.clear(0)
	t.clear(1) // failed
}

// Guarded has elements that its own lock guards.
type Guarded struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	pairs [4]pair
}

type pair struct{ a, b int }

//calvin:requires held(g.mu)
//calvin:requires 0 <= i && i < 4
//calvin:atomic
//calvin:modifies g.pairs[*].a
func (g *Guarded) clear(i int) { g.pairs[i].a = 0 }

//calvin:atomic
//calvin:modifies g.pairs[*].a
func (g *Guarded) OneStep() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.clear(0)
	g.clear(1)
}

//calvin:requires g != h
//calvin:atomic
//calvin:modifies g.pairs[*].a, h.pairs[*].a
func (g *Guarded) TwoLocks(h *Guarded) {
	g.mu.Lock()
	g.clear(0)
	g.mu.Unlock()
	h.mu.Lock()
	h.clear(0) // failed
	h.mu.Unlock()
}

//calvin:requires 0 <= to && to <= 4
//calvin:atomic
//calvin:ensures len(result) == to+1
func longer(b [4]byte, to int) string {
	return string(b[:to]) // failed
}

//calvin:requires 0 <= n && n < len(word)
//calvin:atomic
//calvin:ensures len(result) == n
func tail(word string, n int) string {
	return word[n:] // failed
}

// Anywhere sets a ghost whose place the step changes.
type Anywhere struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	at    int
	cells [4]cell
}

//calvin:requires 0 <= i && i < 4
//calvin:requires held(a.mu)
//calvin:requires 0 <= a.at && a.at < 4
//calvin:requires held(a.cells[a.at].mu)
func (a *Anywhere) move(i int) {
	a.at = i
	//calvin:set a.cells[a.at].owner = 1 // failed
}
