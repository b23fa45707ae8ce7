package rt

// Data races are found as in FastTrack (Flanagan and Freund, PLDI 2009): for each location the epoch of the last write,
// and of the last read or, where reads are concurrent, of the last read of each goroutine. Two accesses race if one
// writes and the first does not happen before the second.

// An epoch is a step of a goroutine: its slot and clock. Zero is before everything, as clocks begin at 1.
type epoch uint64

func (g *G) epoch() epoch { return epoch(g.slot)<<32 | epoch(g.clock[g.slot]) }

// before reports whether e happens before what g does now.
func (e epoch) before(g *G) bool { return uint32(e) <= g.clock.at(int32(e>>32)) }

// A read is the last read of a location by one goroutine.
type read struct {
	epoch epoch
	site  Site
}

// A location is the state of some bytes that have always been accessed together.
type location struct {
	write     epoch
	writeSite Site
	reads     int32 // if not zero, the reads are shadow.shared[reads-1], and the last read below is not used
	read
}

// A cell is the state of eight bytes: of the bytes of mask, or of each byte apart once they were accessed otherwise.
type cell struct {
	key        uintptr
	generation uint32
	mask       uint8
	split      int32 // if not zero, the locations are shadow.bytes[split-1]
	location
}

// shadow holds the state of all memory. It is emptied for each execution at no cost, by a new generation.
//
// Addresses mean the same variable throughout an execution as there is no garbage collection meanwhile, see
// (*Scheduler).collect.
type shadow struct {
	cells      []cell
	used       int
	generation uint32
	bytes      [][8]location
	shared     [][]read
	nShared    int
	writes     uint32 // how many writes there were
}

func (m *shadow) reset() {
	m.generation++
	m.used, m.nShared, m.writes = 0, 0, 0
	m.bytes = m.bytes[:0]
}

// cellAt returns the cell for the eight bytes number key. It is new if its mask is zero.
func (m *shadow) cellAt(key uintptr) *cell {
	if 2*m.used >= len(m.cells) {
		m.grow()
	}
	c := m.find(key)
	if c.generation != m.generation {
		*c = cell{key: key, generation: m.generation}
		m.used++
	}
	return c
}

func (m *shadow) find(key uintptr) *cell {
	mask := uintptr(len(m.cells) - 1)
	for i := key * 0x9E3779B97F4A7C15 >> 20 & mask; ; i = (i + 1) & mask {
		if c := &m.cells[i]; c.generation != m.generation || c.key == key {
			return c
		}
	}
}

func (m *shadow) grow() {
	old := m.cells
	m.cells = make([]cell, max(256, 2*len(old)))
	for i := range old {
		if c := &old[i]; c.generation == m.generation && c.mask != 0 {
			*m.find(c.key) = *c
		}
	}
}

// access checks an access by g against those before it, and records it.
func (s *Scheduler) access(g *G, site Site, addr, size uintptr, write bool) {
	m := &s.memory
	if s.confirming && site == s.replayed.watch {
		s.replayed.accesses[g.id] = access{stack(), len(s.x.Events), len(s.replayed.started)}
	}
	for end := addr + size; addr < end; {
		from := addr & 7
		to := min(8, from+end-addr)
		mask := uint8(1<<to-1) &^ uint8(1<<from-1)
		c := m.cellAt(addr >> 3)
		if c.mask == 0 {
			c.mask = mask
		}
		switch {
		case c.split == 0 && c.mask == mask:
			s.touch(g, &c.location, site, write)
		default:
			if c.split == 0 {
				m.splitCell(c)
			}
			b := &m.bytes[c.split-1]
			for i := from; i < to; i++ {
				s.touch(g, &b[i], site, write)
			}
		}
		addr += to - from
	}
}

// splitCell gives each byte of c a location of its own.
func (m *shadow) splitCell(c *cell) {
	var b [8]location
	for i := range b {
		if c.mask>>i&1 != 0 {
			b[i] = c.location
			if c.reads != 0 {
				b[i].reads = m.share(m.shared[c.reads-1]...)
			}
		}
	}
	m.bytes = append(m.bytes, b)
	c.split = int32(len(m.bytes))
}

// share makes a list of concurrent reads.
func (m *shadow) share(reads ...read) int32 {
	if m.nShared == len(m.shared) {
		m.shared = append(m.shared, nil)
	}
	m.shared[m.nShared] = append(m.shared[m.nShared][:0], reads...)
	m.nShared++
	return int32(m.nShared)
}

// touch is FastTrack's figure 5, a rule a case.
func (s *Scheduler) touch(g *G, l *location, site Site, write bool) {
	now := g.epoch()
	if write {
		s.touchWrite(g, l, now, site)
		return
	}
	switch {
	case l.reads == 0 && l.epoch == now: // read same epoch
		return
	case !l.write.before(g):
		s.race(g, l.writeSite, l.write, OpWrite, site, OpRead)
	}
	switch {
	case l.reads != 0: // read shared
		list := &s.memory.shared[l.reads-1]
		for i := range *list {
			if (*list)[i].epoch>>32 == now>>32 {
				(*list)[i] = read{now, site}
				return
			}
		}
		*list = append(*list, read{now, site})
	case l.epoch.before(g): // read exclusive
		l.read = read{now, site}
	default: // read share
		l.reads = s.memory.share(l.read, read{now, site})
	}
}

func (s *Scheduler) touchWrite(g *G, l *location, now epoch, site Site) {
	if l.write == now { // write same epoch
		return
	}
	if !l.write.before(g) {
		s.race(g, l.writeSite, l.write, OpWrite, site, OpWrite)
	}
	if l.reads != 0 { // write shared
		for _, r := range s.memory.shared[l.reads-1] {
			if !r.epoch.before(g) {
				s.race(g, r.site, r.epoch, OpRead, site, OpWrite)
			}
		}
		l.reads = 0
	} else if !l.epoch.before(g) { // write exclusive
		s.race(g, l.site, l.epoch, OpRead, site, OpWrite)
	}
	l.write, l.writeSite, l.read = now, site, read{}
}
