package confined

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// A Meter counts events by the second.
type Meter struct {
	//calvin:closable_if false
	events chan int
	//calvin:confined_to NewMeter
	now int
	//calvin:confined_to NewMeter
	last [60]int
	//calvin:confined_to NewMeter
	at int
}

// NewMeter starts a function literal, to which the counts are confined.
func NewMeter(ctx context.Context) *Meter {
	m := &Meter{events: make(chan int)}
	go func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case n := <-m.events:
				m.now += n
			case <-ticker.C:
				m.turn()
			}
		}
	}()
	return m
}

func (m *Meter) turn() {
	if m.at < 0 || m.at >= len(m.last) {
		m.at = 0
	}
	m.last[m.at] = m.now
	m.at++
	m.now = 0
}

// Event counts one.
func (m *Meter) Event() { m.events <- 1 }

// A Pump is started by its user, who has made it and not shown it to anybody yet.
type Pump struct {
	//calvin:closable_if false
	in chan int
	//calvin:confined_to Run
	sum int
}

// NewPump returns a pump that does not run.
func NewPump(sum int) *Pump {
	return &Pump{in: make(chan int), sum: sum}
}

// Run adds up what comes in.
func (p *Pump) Run() {
	for {
		p.sum += <-p.in
	}
}

// Start has the pump run.
//
//calvin:requires local(p)
func (p *Pump) Start() { go p.Run() }

// PumpFor lends the goroutine of the pump to somebody who waits for it.
func PumpFor(wg *sync.WaitGroup) *Pump {
	p := NewPump(0)
	wg.Go(func() {
		p.sum++
		p.Run()
	})
	return p
}

// TwoPumps starts two.
func TwoPumps() (a, b *Pump) {
	a, b = NewPump(1), NewPump(2)
	a.Start()
	b.Start()
	return a, b
}

// Recent knows the last keys, in a list of the standard library.
type Recent struct {
	//calvin:closable_if false
	in chan string
	//calvin:confined_to run
	keys *list.List
}

// NewRecent returns one that runs.
func NewRecent() *Recent {
	r := &Recent{in: make(chan string), keys: list.New()}
	go r.run()
	return r
}

func (r *Recent) run() {
	for {
		r.push(<-r.in)
	}
}

func (r *Recent) push(key string) {
	if r.keys != nil {
		r.keys.PushFront(key)
	}
}
