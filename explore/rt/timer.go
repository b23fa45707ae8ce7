package rt

import (
	"time"
	"unsafe"
)

// A tickTarget is the channel of a timer.
type tickTarget interface {
	model() *channel
	tick(s *Scheduler, t *timer)
	drain(s *Scheduler) bool
}

// A timeChan is the channel of a time.Timer or time.Ticker. As of Go 1.23 it acts as if it were unbuffered, with no
// element left behind by Stop or Reset; it has room for one nevertheless.
type timeChan struct {
	ch chan time.Time
	c  *channel
}

func (t *timeChan) model() *channel { return t.c }

func (t *timeChan) tick(s *Scheduler, tm *timer) {
	t.c.slot(t.c.sent).set(tm.rel)
	t.c.sent++
	s.wrote(&t.c.header)
	t.ch <- s.time.reading(tm.owner, tm.rel)
}

// drain removes an element that nobody has received, and reports whether there was one.
func (t *timeChan) drain(s *Scheduler) bool {
	if t.c.len() == 0 {
		return false
	}
	t.c.rcvd++
	s.wrote(&t.c.header)
	<-t.ch
	return true
}

// reading returns the virtual time as the clock shows it after the steps in v: a nanosecond later for each, so that no two
// readings of which one happens before the other are equal. It depends on the order of events alone, not on how others
// that are not ordered were scheduled. In a bubble of synctest time stands still until it advances.
func (c *clock) reading(g *G, v vclock) time.Time {
	at := c.now
	if g.bubble != nil {
		return time.Unix(bubbleEpoch, at)
	}
	for _, n := range v {
		at += int64(n)
	}
	return time.Unix(clockEpoch, at+clockFraction)
}

// maxReadings is how often a goroutine may read the clock before it is taken to wait for it to advance, and maxWorking how often if memory
// has been written between most of these readings: a thousand entries of a cache may each have their time.
const (
	maxReadings = 1000
	maxWorking  = 64 * maxReadings
)

// Now is time.Now().
func Now(site Site) time.Time {
	s, g := enter()
	if g == nil {
		return time.Now()
	}
	if !g.dying {
		if s.time.any {
			s.do(g, OpNow, site, &s.time.object)
		}
		s.countReading(g, site)
		g.spin.clock = true
		s.disturb()
		g.tick()
	}
	return s.time.reading(g, g.clock)
}

// countReading parks g, which has read the clock again and again while that stood still, until nothing else can run: what
// it does is a busy wait, and time passes for it as it does for a loop that does nothing else.
func (s *Scheduler) countReading(g *G, site Site) {
	if g.readAt != s.time.now {
		g.readAt, g.readings, g.working = s.time.now, 0, 0
	}
	g.readings++
	if s.memory.writes != g.written {
		g.written = s.memory.writes
		g.working++
	}
	if g.readings <= maxReadings || g.readings <= maxWorking && 2*g.working > g.readings {
		return
	}
	g.spin.clock = true
	g.op.kind, g.op.site, g.op.obj = OpAwait, site, nil
	s.spinners = append(s.spinners, g)
	s.wait(g)
	g.readAt, g.readings, g.working = s.time.now, maxReadings, 0 // it goes on waiting, a step of the clock at a time
}

// Since is time.Since(t).
func Since(site Site, t time.Time) time.Duration { return Now(site).Sub(t) }

// Until is time.Until(t).
func Until(site Site, t time.Time) time.Duration { return t.Sub(Now(site)) }

// Sleep is time.Sleep(d).
func Sleep(site Site, d time.Duration) {
	s, g := enter()
	switch {
	case g == nil:
		early.sleeps(site, d)
		time.Sleep(d)
	case g.dying:
	case d <= 0:
		s.do(g, OpYield, site, nil)
	default:
		t := s.newTimer(g, unsafe.Pointer(g), site)
		g.op.after = int64(d)
		s.do(g, OpSleep, site, t)
		t.g = g
		s.time.start(g, t, int64(d))
		s.wait(g)
	}
}

// newTimer makes the model of the timer at p; that of a sleep is at its goroutine, for want of another address.
func (s *Scheduler) newTimer(g *G, p unsafe.Pointer, site Site) *timer {
	s.timed = true
	t := s.models.timers.get()
	*t = timer{header: s.newHeader(g, p, t.header), ch: NoObj, owner: g, site: site}
	t.order = s.orderOf(g)
	return t
}

// startTimer publishes the start of a timer at p and starts it.
func (s *Scheduler) startTimer(g *G, site Site, p unsafe.Pointer, d, period time.Duration, ch chan time.Time, f func()) {
	t := s.newTimer(g, p, site)
	s.objects.insert(p, t)
	t.period = int64(period)
	t.f = f
	if ch != nil {
		c := s.channelOf(g, chanPointer(ch), ch, 1, 0)
		t.target, t.ch = &timeChan{ch, c}, c.id
	}
	g.op.after = int64(d)
	s.do(g, OpTimerStart, site, t)
	s.time.start(g, t, int64(d))
}

// NewTimer is time.NewTimer(d).
func NewTimer(site Site, d time.Duration) *time.Timer {
	s, g := enter()
	if g == nil {
		return time.NewTimer(d)
	}
	ch := Make(make(chan time.Time, 1))
	t := New(&time.Timer{C: ch})
	if !g.dying {
		s.startTimer(g, site, unsafe.Pointer(t), d, 0, ch, nil)
	}
	return t
}

// After is time.After(d).
func After(site Site, d time.Duration) <-chan time.Time { return NewTimer(site, d).C }

// AfterFunc is time.AfterFunc(d, f).
func AfterFunc(site Site, d time.Duration, f func()) *time.Timer {
	s, g := enter()
	if g == nil {
		return time.AfterFunc(d, f)
	}
	t := New(&time.Timer{})
	if !g.dying {
		s.startTimer(g, site, unsafe.Pointer(t), d, 0, nil, f)
	}
	return t
}

// timerOf returns the model of the timer at p, nil if it was not made under control.
func (s *Scheduler) timerOf(p unsafe.Pointer) *timer {
	t, _ := s.objects.lookup(p).(*timer)
	return t
}

// stop publishes Stop or Reset of t, stops it, and reports whether it was to fire, or had fired unseen.
func (s *Scheduler) stop(g *G, kind Kind, site Site, t *timer) bool {
	s.do(g, kind, site, t)
	was := s.withdrawFire(t)
	if t.target != nil && t.target.drain(s) {
		was = true
	}
	return was
}

// TimerStop is t.Stop().
func TimerStop(site Site, t *time.Timer) bool {
	s, g := enter()
	switch {
	case g == nil:
		return t.Stop()
	case g.dying:
		return false
	}
	m := s.timerOf(unsafe.Pointer(t))
	if m == nil {
		return t.Stop()
	}
	return s.stop(g, OpTimerStop, site, m)
}

// TimerReset is t.Reset(d).
func TimerReset(site Site, t *time.Timer, d time.Duration) bool {
	s, g := enter()
	switch {
	case g == nil:
		return t.Reset(d)
	case g.dying:
		return false
	}
	m := s.timerOf(unsafe.Pointer(t))
	if m == nil {
		return t.Reset(d)
	}
	g.op.after = int64(d)
	was := s.stop(g, OpTimerReset, site, m)
	s.time.start(g, m, int64(d))
	return was
}

// NewTicker is time.NewTicker(d).
func NewTicker(site Site, d time.Duration) *time.Ticker {
	s, g := enter()
	if g == nil || d <= 0 {
		return time.NewTicker(d) // panics if d is not positive
	}
	ch := Make(make(chan time.Time, 1))
	t := New(&time.Ticker{C: ch})
	if !g.dying {
		s.startTimer(g, site, unsafe.Pointer(t), d, d, ch, nil)
	}
	return t
}

// Tick is time.Tick(d).
func Tick(site Site, d time.Duration) <-chan time.Time {
	if d <= 0 {
		return nil
	}
	return NewTicker(site, d).C
}

// TickerStop is t.Stop().
func TickerStop(site Site, t *time.Ticker) {
	s, g := enter()
	switch {
	case g == nil:
		t.Stop()
	case !g.dying:
		if m := s.timerOf(unsafe.Pointer(t)); m != nil {
			s.stop(g, OpTimerStop, site, m)
		} else {
			t.Stop()
		}
	}
}

// TickerReset is t.Reset(d).
func TickerReset(site Site, t *time.Ticker, d time.Duration) {
	s, g := enter()
	switch {
	case g == nil || d <= 0:
		t.Reset(d) // panics if d is not positive
	case !g.dying:
		if m := s.timerOf(unsafe.Pointer(t)); m != nil {
			g.op.after = int64(d)
			s.stop(g, OpTimerReset, site, m)
			m.period = int64(d)
			s.time.start(g, m, int64(d))
		} else {
			t.Reset(d)
		}
	}
}
