package rt

// A vclock is a vector clock: for every goroutine of the execution (by its slot) the number of its steps that are known
// to have happened before. Missing entries are zero.
type vclock []uint32

// join makes v the least upper bound of v and w.
func (v *vclock) join(w vclock) {
	for len(*v) < len(w) {
		*v = append(*v, 0)
	}
	for i, n := range w {
		if n > (*v)[i] {
			(*v)[i] = n
		}
	}
}

// set makes v equal to w.
func (v *vclock) set(w vclock) { *v = append((*v)[:0], w...) }

// at returns the entry for slot.
func (v vclock) at(slot int32) uint32 {
	if int(slot) < len(v) {
		return v[slot]
	}
	return 0
}

// acquire orders what was released into w before what g does next.
func (g *G) acquire(w vclock) { g.clock.join(w) }

// tick begins a new step of g: what g does from now on is not covered by clocks released before.
func (g *G) tick() { g.clock[g.slot]++ }

// release orders what g did before whoever acquires v, and only that.
func (g *G) release(v *vclock) {
	v.set(g.clock)
	g.tick()
}

// releaseJoin adds what g did to v.
func (g *G) releaseJoin(v *vclock) {
	v.join(g.clock)
	g.tick()
}
