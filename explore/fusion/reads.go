package fusion

import "fmt"

// This file encodes what is read: the pi-functions of section 4.1, and where phantom edges write (section 5.3).

// A definition is a write that a read may see.
type definition struct {
	item *item   // nil for a phantom, and for what there was at the cut
	ph   *branch // the phantom
	val  *term
}

// A reading is what there is to choose from for a read.
type reading struct {
	item *item
	defs []definition
	init *term  // what there was at the cut, nil if that is overwritten
	text string // what is read, if there is no choice; else ""

	resolved bool
	named    bool // the symbol has been mentioned
}

// resolve finds out what a read may see, which depends on what others read: on that depends what happens at all.
func (f *formula) resolve(r *reading) {
	r.resolved = true
	r.defs, r.init = f.definitions(r.item)
	if r.named || !f.isChain(r) { // it may be named by what was looked at to find that out
		return
	}
	text := ""
	if r.init != nil {
		text = f.text(r.init)
	}
	for _, d := range r.defs {
		if text == "" {
			text = f.text(d.val)
			continue
		}
		text = ite(f.guard(d.item.guards), f.text(d.val), text)
	}
	if r.named {
		return
	}
	if len(text) > maxText {
		text = f.name(r.item.sym, text)
	}
	r.text = text
}

// isChain reports whether all that a read may see is written before it, and one after the other: then the last write that
// happens is what it sees.
func (f *formula) isChain(r *reading) bool {
	for i, d := range r.defs {
		if d.item == nil || !f.ordered(d.item, r.item) || i > 0 && !before(r.defs[i-1].item, d.item) {
			return false
		}
	}
	return r.init != nil || len(r.defs) > 0 && f.unguarded(r.defs[0].item)
}

// symbolText writes the symbol of a read, or what is read if that is the same in every execution.
func (f *formula) symbolText(s *term) string {
	r := f.reads[s]
	if !r.resolved {
		f.resolve(r)
	}
	if r.text != "" {
		return r.text
	}
	r.named = true
	return symbolName(s)
}

// read says what the symbol of an item is.
func (f *formula) read(r *item) {
	f.symbolText(r.sym)
	if f.reads[r.sym].text != "" {
		return
	}
	defs, init := f.reads[r.sym].defs, f.reads[r.sym].init
	f.symbol(r.sym)
	var ways []string
	for i, d := range defs {
		ways = append(ways, f.sees(r, d, defs, i))
	}
	if init != nil {
		all := []string{f.equal(r.sym, init)}
		for _, d := range defs {
			if d.item != nil {
				all = append(all, anyOf([]string{negate(f.guard(d.item.guards)), f.earlier(r, d.item)}))
			}
		}
		ways = append(ways, allOf(all))
	}
	f.assert(implies(f.done(r), anyOf(ways)))
}

// symbol declares a symbol with the values that its type has.
func (f *formula) symbol(s *term) {
	name := symbolName(s)
	if s.kind == truth {
		f.declare(name, "Bool")
		return
	}
	f.declare(name, "Int")
	least, greatest := s.kind.bounds()
	f.assert(fmt.Sprintf("(<= %s %s %s)", least, name, greatest))
}

func symbolName(s *term) string { return fmt.Sprintf("r%d", s.sym) }

// definitions are what r may see after the cut, and what it may see from before, nil if that is overwritten.
func (f *formula) definitions(r *item) (defs []definition, init *term) {
	init = f.c.initial[r.cell]
	var writes []*item
	for _, w := range f.c.items {
		if w.cell != r.cell || w.val == nil || w == r || w.do != actWrite && w.do != actUpdate {
			continue
		}
		if !f.suffix(w) {
			if !w.imagined() {
				init = fixedTerm(w.val.kind, w.val.val)
			}
			continue
		}
		if f.guard(w.guards) == "false" {
			continue
		}
		if !before(r, w) {
			writes = append(writes, w)
		}
	}
	overwritten := func(by func(*item) bool) bool {
		for _, w := range writes {
			if f.unguarded(w) && before(w, r) && by(w) {
				return true
			}
		}
		return false
	}
	if overwritten(func(*item) bool { return true }) {
		init = nil
	}
	for _, w := range writes {
		if !overwritten(func(other *item) bool { return before(w, other) }) {
			defs = append(defs, definition{item: w, val: w.val})
		}
	}
	for _, b := range f.c.branches {
		if b.at < f.cut || b.bail || !writesTo(b, r.cell) || f.text(b.cond) == "true" {
			continue
		}
		if b.after > 0 && before(r, b.g.items[b.after-1]) || b.after > 0 && r == b.g.items[b.after-1] {
			continue
		}
		if b.until < len(b.g.items) && overwritten(func(other *item) bool {
			last := b.g.items[b.until]
			return last == other || before(last, other)
		}) {
			continue
		}
		defs = append(defs, definition{ph: b})
	}
	return defs, init
}

func writesTo(b *branch, c *cell) bool {
	for _, w := range b.writes {
		if w == c {
			return true
		}
	}
	return false
}

// sees says that r sees definition number i (rule 3 of section 4.2).
func (f *formula) sees(r *item, d definition, defs []definition, i int) string {
	var at string
	var all []string
	if d.ph != nil {
		at = fmt.Sprintf("p%d", f.times)
		f.times++
		f.declare(at, "Int")
		all = append(all, f.leaves(d.ph), less(f.time(f.previous(d.ph)), at))
		if d.ph.until < len(d.ph.g.items) {
			all = append(all, less(at, f.time(d.ph.g.items[d.ph.until])))
		}
	} else {
		at = f.time(d.item)
		all = append(all, f.equal(r.sym, d.val), f.guard(d.item.guards))
	}
	switch {
	case d.item == nil:
		all = append(all, less(at, f.time(r)))
	case !before(d.item, r):
		all = append(all, f.earlier(d.item, r))
	}
	for j, other := range defs {
		if j == i || other.item == nil {
			continue
		}
		w := other.item
		if d.item != nil && before(w, d.item) {
			continue
		}
		over := less(f.time(w), at)
		if d.item != nil {
			over = f.earlier(w, d.item)
		}
		all = append(all, anyOf([]string{negate(f.guard(w.guards)), over, f.earlier(r, w)}))
	}
	return allOf(all)
}

// previous is the last item before a branch, nil if there is none.
func (f *formula) previous(b *branch) *item {
	if b.after > 0 {
		return b.g.items[b.after-1]
	}
	return b.g.starter()
}

// leaves is the condition that the execution goes another way at a branch.
func (f *formula) leaves(b *branch) string {
	return allOf([]string{f.guard(b.guards), negate(f.text(b.cond))})
}

// equal says that two terms are equal.
func (f *formula) equal(a, b *term) string {
	x, y := f.text(a), f.text(b)
	if x == y {
		return "true"
	}
	return "(= " + x + " " + y + ")"
}
