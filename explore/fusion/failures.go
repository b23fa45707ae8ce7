package fusion

import "fmt"

// This file encodes what is looked for: an execution that leaves what is known of the program, which includes every
// failure that the program checks itself, one with a race, and one that waits for ever.

// failures adds all ways to fail.
func (f *formula) failures() {
	for _, b := range f.c.branches {
		if b.bail && b.at >= f.cut {
			f.departure(b)
		}
	}
	if f.races {
		f.allRaces()
	}
	f.closings()
	f.firsts()
	f.deadlock()
}

// fail adds a way to fail: by goroutine g, at a branch, as far as it is one goroutine, or a branch. It returns a
// truth value that says so, "" if it cannot be.
func (f *formula) fail(cond string, g *goroutine, b *branch, why string) string {
	if cond == "false" {
		return ""
	}
	name := fmt.Sprintf("f%d", len(f.fails))
	f.declare(name, "Bool")
	f.assert(implies(name, cond))
	f.fails = append(f.fails, failure{name, g, b, why})
	return name
}

// departure is an execution that ends by going another way at a branch that bails out.
func (f *formula) departure(b *branch) {
	cond := f.leaves(b)
	if cond == "false" {
		return
	}
	if prev := f.previous(b); prev != nil && f.suffix(prev) {
		cond = allOf([]string{cond, "(= end " + f.time(prev) + ")"})
	}
	f.fail(cond, b.g, b, b.why)
}

// A site of a race is an item, or a phantom that accesses memory.
type raceSite struct {
	it            *item
	ph            *branch
	cell          *cell
	writes, plain bool
	g             *goroutine
	held          []*cell
}

// allRaces adds the pairs of accesses that may race: two goroutines are about to make them at the same time.
func (f *formula) allRaces() {
	byCell := map[*cell][]raceSite{}
	stands := f.about
	if f.c.manyReceive() {
		stands = f.reached
	}
	add := func(s raceSite) {
		for _, o := range byCell[s.cell] {
			if o.g != s.g && (o.writes || s.writes) && (o.plain || s.plain) && !common(o.held, s.held) && !f.apart(o, s) {
				f.fail(allOf([]string{stands(o), stands(s)}), nil, nil, "a race on "+s.cell.name)
			}
		}
		byCell[s.cell] = append(byCell[s.cell], s)
	}
	for _, it := range f.rest {
		if it.cell != nil && it.do <= actUpdate {
			add(raceSite{it: it, cell: it.cell, writes: it.do != actRead, plain: it.plain, g: it.g, held: it.held})
		}
	}
	for _, b := range f.c.branches {
		if b.bail || b.at < f.cut || f.text(b.cond) == "true" {
			continue
		}
		for _, a := range b.plain {
			held := b.held
			if a.held != nil {
				held = append(held[:len(held):len(held)], a.held)
			}
			add(raceSite{ph: b, cell: a.cell, writes: a.write, plain: true, g: b.g, held: held})
		}
	}
}

func common(a, b []*cell) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

// apart reports whether one access comes before the other in every execution.
func (f *formula) apart(a, b raceSite) bool {
	af, al := f.extent(a)
	bf, bl := f.extent(b)
	return al != nil && bf != nil && (al == bf || before(al, bf)) || bl != nil && af != nil && (bl == af || before(bl, af))
}

// extent is the last item not after an access, and the first not before it.
func (f *formula) extent(s raceSite) (first, last *item) {
	if s.it != nil {
		return s.it, s.it
	}
	if s.ph.until < len(s.g.items) {
		last = s.g.items[s.ph.until]
	}
	return f.previous(s.ph), last
}

// about is the condition that a goroutine is about to make an access at the end of the execution.
func (f *formula) about(s raceSite) string {
	if s.ph != nil {
		all := []string{f.leaves(s.ph), atMost(f.time(f.previous(s.ph)))}
		if s.ph.until < len(s.g.items) {
			all = append(all, "(< end "+f.time(s.g.items[s.ph.until])+")")
		}
		return allOf(all)
	}
	return f.at(s.it)
}

// reached is the condition that a goroutine is about to make an access, or has made it.
func (f *formula) reached(s raceSite) string {
	if s.ph != nil {
		return allOf([]string{f.leaves(s.ph), atMost(f.time(f.previous(s.ph)))})
	}
	return allOf([]string{f.guard(s.it.guards), atMost(f.time(s.g.before(s.it)))})
}

// at is the condition that the next thing that a goroutine does after the end of the execution is an item.
func (f *formula) at(it *item) string {
	return allOf([]string{f.guard(it.guards), atMost(f.time(it.g.before(it))), "(< end " + f.time(it) + ")"})
}

func atMost(time string) string {
	if time == "0" {
		return "true"
	}
	return "(<= " + time + " end)"
}

// deadlock adds the executions after which some goroutines wait, and no other can do anything. There are none if there
// are neither channels nor RWMutexes nor Onces, and every goroutine holds at most one mutex, holds it while it does not
// wait for others, and lets go of it: what a WaitGroup waits for happens in every execution.
func (f *formula) deadlock() {
	nested := false
	for _, it := range f.c.items {
		nested = nested || (it.do == actLock || it.do == actWait) && len(it.held) > 0 || actSend <= it.do && it.do <= actOnceSeen
	}
	if !nested {
		return
	}
	var all, someone []string
	for _, g := range f.c.goroutines {
		stands := []string{f.over(g)}
		for _, it := range g.items {
			if w := f.waits(it); w != "false" {
				stands = append(stands, w)
				someone = append(someone, w)
			}
		}
		all = append(all, anyOf(stands))
	}
	f.fail(allOf(append(all, anyOf(someone))), nil, nil, "a deadlock")
}

// over is the condition that a goroutine has ended, or has not begun.
func (f *formula) over(g *goroutine) string {
	if len(g.items) == 0 || !f.suffix(g.items[len(g.items)-1]) {
		return "true"
	}
	ended := atMost(f.time(g.items[len(g.items)-1]))
	if s := g.starter(); s != nil && f.suffix(s) {
		return anyOf([]string{ended, "(< end " + f.time(s) + ")"})
	}
	return ended
}

// waits is the condition that a goroutine stands before an item and cannot execute it.
func (f *formula) waits(it *item) string {
	if !f.suffix(it) {
		return "false"
	}
	var why []string
	switch it.do {
	case actLock:
		for _, l := range f.c.items {
			if l.do == actLock && l.cell == it.cell && l != it && f.suffix(l.pair) {
				why = append(why, allOf([]string{f.done(l), "(< end " + f.time(l.pair) + ")"}))
			}
		}
	case actWait:
		for _, d := range f.c.items {
			if d.do == actDone && d.cell == it.cell && f.suffix(d) {
				why = append(why, "(< end "+f.time(d)+")")
			}
		}
	case actSend, actRecv:
		if it.met == nil {
			why = []string{f.blocked(it)}
		}
	case actMet:
		why = []string{f.blocked(it)}
	case actBar, actRLock, actAcquire:
		why = []string{f.barred(it)}
	case actOnceSeen:
		why = []string{f.runs(it)}
	default:
		return "false"
	}
	return allOf([]string{f.at(it), anyOf(why)})
}
