package regions

import "sync"

// A task is written by whoever does it.
type task struct {
	id, tries int
	result    []byte
}

// Tasks are done without the lock.
type Tasks struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	queue []*task
}

// Add keeps the task: its callers leave it.
func (q *Tasks) Add(t *task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = append(q.queue, t)
}

// next takes out the first.
func (q *Tasks) next() *task {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		return nil
	}
	t := q.queue[0]
	q.queue[0] = nil
	q.queue = q.queue[1:]
	return t
}

// Do works on one, and puts it back if there is more to do.
func (q *Tasks) Do() bool {
	t := q.next()
	if t == nil {
		return false
	}
	t.tries++
	t.result = append(t.result, byte(t.id))
	if t.tries < 3 {
		q.Add(t)
	}
	return true
}

// Run does all there are.
func (q *Tasks) Run() {
	for {
		t := q.next()
		if t == nil {
			return
		}
		t.tries++
	}
}

// Tries looks at all of them under the lock.
func (q *Tasks) Tries() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, t := range q.queue {
		if t != nil {
			n += t.tries
		}
	}
	return n
}

// A conn is in a pool, or somebody's.
type conn struct{ used int }

// Pool lends connections.
type Pool struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	free []*conn
}

// Get takes the last, or makes one.
func (p *Pool) Get() *conn {
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return c
	}
	p.mu.Unlock()
	return &conn{}
}

// Put gives it back.
func (p *Pool) Put(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, c)
}

// With has one for a while.
func (p *Pool) With(f func(int)) {
	c := p.Get()
	if c == nil {
		return
	}
	c.used++
	f(c.used)
	p.Put(c)
}

// A request waits for its answer.
type request struct {
	sent   bool
	answer string
}

// Pending has requests by number.
type Pending struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	byID map[int]*request
}

// NewPending makes one.
func NewPending() *Pending { return &Pending{byID: make(map[int]*request)} }

// Sent keeps a request.
func (p *Pending) Sent(id int, r *request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byID == nil {
		p.byID = make(map[int]*request)
	}
	r.sent = true
	p.byID[id] = r
}

// Answered removes it, and goes on with it.
func (p *Pending) Answered(id int, answer string) *request {
	p.mu.Lock()
	r, ok := p.byID[id]
	delete(p.byID, id)
	p.mu.Unlock()
	if !ok || r == nil {
		return nil
	}
	r.answer = answer
	return r
}

// Renumber moves one to another number.
func (p *Pending) Renumber(from, to int) {
	if r := p.Answered(from, ""); r != nil {
		p.Sent(to, r)
	}
}
