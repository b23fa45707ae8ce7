package rt

// Loops that wait by reading the same locations again and again are parked until one of them is written: the loop is an
// await. The instrumentation marks the loops whose bodies change no variable that outlives the iteration (Spin); that an
// iteration only read is checked here.

// spinState is what a goroutine did since it last began an iteration of a marked loop.
type spinState struct {
	site  Site       // of the loop, 0 if none has begun
	wrote bool       // it did more than reading
	plain bool       // it read instrumented memory
	clock bool       // it read the clock
	reads []spinRead // the objects read
	since uint32     // the number of plain writes when the iteration began

	iterations []iteration // the last iterations since it entered the loop, see repeat.go
}

type spinRead struct {
	h       *header
	version uint32
}

func (p spinState) cleared() spinState {
	return spinState{reads: p.reads[:0], iterations: p.iterations[:0]}
}

// begins starts an iteration of the loop at site.
func (p *spinState) begins(s *Scheduler, site Site) {
	s.loops = true
	iterations := p.iterations
	switch {
	case p.site != site:
		iterations = iterations[:0]
	case len(iterations) == maxIterations:
		iterations = append(iterations[:0], iterations[1:]...)
	}
	iterations = append(iterations, iteration{int32(len(s.x.Events)), s.disturbed})
	*p = spinState{site: site, reads: p.reads[:0], since: s.memory.writes, iterations: iterations}
}

// Loop enters a loop that may be waiting. What it did there before does not count.
func Loop(site Site) {
	if _, g := enter(); g != nil && g.spin.site == site {
		g.spin = g.spin.cleared()
	}
}

// readOnly are the classes of operations that change nothing.
var readOnly = [numClasses]bool{
	ClassNone: true, ClassRead: true, ClassTryFail: true, ClassRWTryFail: true, ClassPoll: true, ClassOnceSeen: true, ClassClockRead: true,
}

// note records an event of g. If it writes, goroutines that wait for that are woken.
func (p *spinState) note(s *Scheduler, g *G, e *Event) {
	if !readOnly[e.Class] || e.Kind == OpSelectWait {
		p.wrote = true
		s.wrote(g.op.obj.head())
		return
	}
	if p.site == 0 || p.wrote {
		return
	}
	if e.Kind == OpNow {
		p.clock = true
	}
	if g.op.obj != nil && e.Obj != NoObj {
		h := g.op.obj.head()
		p.reads = append(p.reads, spinRead{h, h.version})
	}
	for _, c := range g.op.sel {
		if m := c.channel(); m != nil {
			p.reads = append(p.reads, spinRead{&m.header, m.version})
		}
	}
}

// wrote notes that h has been written, and wakes goroutines that wait for that.
func (s *Scheduler) wrote(h *header) {
	h.version++
	if len(s.spinners) > 0 {
		s.wakeSpinners(h)
	}
}

// changed reports whether something that the iteration read has been written since.
func (p *spinState) changed(s *Scheduler) bool {
	return p.plain && p.since != s.memory.writes || p.reread()
}

// reread reports whether an object that the iteration read, other than plain memory, has been written since.
func (p *spinState) reread() bool {
	for _, r := range p.reads {
		if r.h.version != r.version {
			return true
		}
	}
	return false
}

// Spin begins an iteration of a loop that may be waiting. It returns at once unless the last iteration was one of the
// same loop, only read, and would read the same again. One that led back to where it began makes way for others.
func Spin(site Site) {
	s, g := enter()
	if g == nil || g.dying {
		return
	}
	p := &g.spin
	switch {
	case p.site != site:
	case !p.wrote && !p.changed(s):
		s.x.Waited = true
		g.op.kind, g.op.site, g.op.obj = OpAwait, site, nil
		s.spinners = append(s.spinners, g)
		s.wait(g)
	default:
		s.x.Waited = s.x.Waited || !p.wrote && !p.reread()
		s.turn(g, site)
	}
	p.begins(s, site)
}

// wakeSpinners wakes the goroutines that wait for a write to h.
func (s *Scheduler) wakeSpinners(h *header) {
	kept := s.spinners[:0]
	for _, g := range s.spinners {
		if g.spin.reading(h) {
			s.wake(g)
		} else {
			kept = append(kept, g)
		}
	}
	s.spinners = kept
}

func (p *spinState) reading(h *header) bool {
	for _, r := range p.reads {
		if r.h == h {
			return true
		}
	}
	return false
}

// wakePlainSpinners wakes the goroutines that wait for a write to memory that is no object.
func (s *Scheduler) wakePlainSpinners() {
	kept := s.spinners[:0]
	for _, g := range s.spinners {
		if g.spin.plain {
			s.wake(g)
		} else {
			kept = append(kept, g)
		}
	}
	s.spinners = kept
}

// wakeClockSpinners wakes the goroutines that wait for the clock.
func (s *Scheduler) wakeClockSpinners() bool {
	woken := false
	kept := s.spinners[:0]
	for _, g := range s.spinners {
		if g.spin.clock {
			s.wake(g)
			woken = true
		} else {
			kept = append(kept, g)
		}
	}
	s.spinners = kept
	return woken
}

// tickForSpinners advances the clock for goroutines that wait for it in loops, when nothing else can happen and no timer
// is pending: by longer and longer steps, as their deadlines are not known. The first
// ones are short: who has only looked at the clock often may see that it took long.
func (s *Scheduler) tickForSpinners() bool {
	c := &s.time
	if s.mainOver && c.ticks >= maxTicks || !s.wakeClockSpinners() {
		return false
	}
	s.timed = true
	c.advance(s, c.now+int64(1e3)<<min(c.jumps, maxJump))
	c.jumps++
	if s.steps++; s.steps > s.cfg.MaxSteps {
		s.finish(Truncated)
	}
	return true
}

// maxJump bounds the steps: with the microseconds, at 18 minutes.
const maxJump = 30
