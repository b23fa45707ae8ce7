// Package doubts writes new objects that count as known to others, although nobody need know them.
package doubts

// A Source tells what it has.
type Source interface{ Next() int }

// A Pump is a source.
type Pump struct {
	rate int
	//calvin:immutable
	name string
}

// Next gives what comes next.
func (p *Pump) Next() int { return 0 }

// A job is something to do later.
type job struct{ do func() int }

func known(from Source) bool { return from != nil }

func newJob(do func() int) *job { return &job{do} }

// New puts the pump into an interface, which nobody else gets.
func New() *Pump {
	p := &Pump{name: "new"}
	known(p)
	p.rate = 1 // unknown
	return p
}

// NewJob has a method value, which newJob only puts into something new.
func NewJob() (*Pump, *job) {
	p := &Pump{name: "fast"}
	j := newJob(p.Next)
	p.rate = 2
	return p, j
}
