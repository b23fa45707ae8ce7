// Package optionlists has options that write to a list of the object that they are passed, and an invariant that relates objects of another type.
package optionlists

import "sync"

// An Option sets something of a server.
type Option func(*Server)

// A Server has a lock of its own.
type Server struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	limit int
	all   []int
}

// WithLimit sets the limit, and extends the list.
func WithLimit(n int) Option {
	return func(s *Server) {
		s.limit = n
		s.all = append(s.all, 1)
	}
}

// New makes a server.
func New(opts ...Option) *Server {
	s := &Server{all: []int{1, 2}}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	s.limit = 1
	return s
}

var last struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	server *Server
}

// NewKnown lets others know the server before the options have run.
func NewKnown(opts ...Option) *Server {
	s := &Server{}
	last.mu.Lock()
	last.server = s
	last.mu.Unlock()
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	s.limit = 1 // failed
	return s
}

// A Pair has a part of its own.
//
//calvin:invariant forall p *Pair, q *Pair :: p != q ==> p.part != q.part || p.part == nil
type Pair struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	part *Part
}

// A Part belongs to one pair at most.
type Part struct {
	//calvin:immutable
	n int
}

// A Queue guards a list and a map, which options write to.
type Queue struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	jobs []int
	//calvin:guarded_by mu
	names map[string]int
}

// A QueueOption sets up a queue.
type QueueOption func(*Queue)

// WithJob is right.
func WithJob(n int) QueueOption {
	return func(q *Queue) {
		q.jobs = append(q.jobs, n)
		q.jobs[0]++
	}
}

// WithName is right.
func WithName(name string) QueueOption {
	return func(q *Queue) {
		if q.names != nil {
			q.names[name] = 1
		}
	}
}

var lists = make(chan []int, 10)

// WithKept lets others know the list.
func WithKept() QueueOption {
	return func(q *Queue) {
		lists <- q.jobs // failed
	}
}

// WithGiven puts in a list that others may have.
func WithGiven(jobs []int) QueueOption {
	return func(q *Queue) {
		q.jobs = jobs // failed
	}
}

// NewQueue has all of it when the options have run.
func NewQueue(opts ...QueueOption) *Queue {
	q := &Queue{jobs: []int{1, 2}, names: map[string]int{}}
	for _, o := range opts {
		if o != nil {
			o(q)
		}
	}
	if len(q.jobs) > 0 {
		q.jobs[0] = 3
	}
	if q.names != nil {
		q.names["new"] = 1
	}
	return q
}

// NewLengths says something false of what options may have written.
func NewLengths(o QueueOption) *Queue {
	q := &Queue{jobs: []int{1, 2}}
	if o != nil {
		o(q)
	}
	//calvin:assert len(q.jobs) >= 2 && q.jobs[0] == 1 // failed
	return q
}

// NewSent has the list after others have come to know it.
func NewSent(o QueueOption) *Queue {
	q := &Queue{jobs: []int{1, 2}}
	lists <- q.jobs
	if o != nil {
		o(q) // failed
	}
	return q
}

// Setup gets a queue that its caller has made, but not with which list.
//
//calvin:requires local(q)
func Setup(q *Queue, o QueueOption) {
	if o != nil {
		o(q) // failed
	}
}

// Locked has the lock, but others know the queue.
func (q *Queue) Locked(o QueueOption) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if o != nil {
		o(q) // failed
	}
}
