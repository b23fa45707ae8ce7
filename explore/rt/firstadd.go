package rt

import "slices"

// An addition is what an Add or a Done does to the counter of a WaitGroup, and what happened before it.
type addition struct {
	slot  int32  // of the goroutine
	at    uint32 // its step
	n     int    // what is added
	site  Site
	clock vclock // where the goroutine was
}

// after reports whether b happened before a.
func (a *addition) after(b *addition) bool { return a.clock.at(b.slot) >= b.at }

// additions are those to one counter since a Wait that comes before them all. Memory is used again: that of an addition is kept
// when the list gets shorter.
type additions struct{ adds, dones []addition }

func (a *additions) reset() { a.adds, a.dones = a.adds[:0], a.dones[:0] }

// note adds what g does to the counter at its present step.
func (a *additions) note(g *G, n int, site Site) {
	list := &a.adds
	if n < 0 {
		list = &a.dones
	}
	*list = slices.Grow(*list, 1)[:len(*list)+1]
	x := &(*list)[len(*list)-1]
	x.slot, x.at, x.n, x.site = g.slot, g.clock[g.slot], n, site
	x.clock.set(g.clock)
}

// fromZero reports whether the Add of index k may find the counter at zero: in the schedule at hand, or in one like it but for the order
// of what nothing orders.
//
// Such schedules begin with some of the additions: with each, all that happened before it; with all that happened before the Add,
// and with neither it nor anything after it. What such a beginning leaves of the counter is least where it has all Dones that it may,
// but for those for which more would have to be added first than they take away. Which these are is a maximum closure
// (Picard 1976): what a flow from the Dones to the Adds that happened before them cannot carry off. Adds before this one are there anyway.
func (as *additions) fromZero(k int) bool {
	a := &as.adds[k]
	counter := 0
	f := flow{adds: as.adds, left: make([]int, len(as.adds)), from: make([][]*addition, len(as.adds)), seen: make([]bool, len(as.adds))}
	for i := range as.adds {
		switch b := &as.adds[i]; {
		case i < k && a.after(b):
			counter += b.n
		case i != k:
			f.left[i] = b.n
		}
	}
	for i := range as.dones {
		d := &as.dones[i]
		if d.after(a) {
			continue
		}
		for range -d.n {
			clear(f.seen)
			if !f.carry(d) {
				counter--
			}
		}
	}
	return counter <= 0
}

// A flow carries units of Dones to Adds that happened before them.
type flow struct {
	adds []addition
	left []int         // what each Add can still take
	from [][]*addition // whose units each has taken
	seen []bool        // by the search for a way
}

// carry finds a way for one more unit of d: to an Add that can take it, or takes it in the place of a unit for which there is
// another.
func (f *flow) carry(d *addition) bool {
	for i := range f.adds {
		if f.seen[i] || !d.after(&f.adds[i]) {
			continue
		}
		f.seen[i] = true
		if f.left[i] > 0 {
			f.left[i]--
			f.from[i] = append(f.from[i], d)
			return true
		}
		for j, e := range f.from[i] {
			if f.carry(e) {
				f.from[i][j] = d
				return true
			}
		}
	}
	return false
}
