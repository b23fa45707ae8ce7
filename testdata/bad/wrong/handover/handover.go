// Package handover takes out what a variable leads to, and is wrong about whose it is.
package handover

import "sync"

type job struct{ n int }

type Queue struct {
	mu sync.RWMutex
	//calvin:guarded_by mu
	jobs []*job
	//calvin:guarded_by mu
	counts map[string]int
	//calvin:guarded_by mu
	total int
}

// Take and Reset are right: they make of jobs and counts variables that hand over what they lead to.
func (q *Queue) Take() []*job {
	q.mu.Lock()
	defer q.mu.Unlock()
	jobs := q.jobs
	q.jobs = nil
	return jobs
}

func (q *Queue) Reset() map[string]int {
	q.mu.Lock()
	counts := q.counts
	q.counts = map[string]int{}
	q.mu.Unlock()
	if counts != nil {
		counts["all"] = len(counts)
	}
	return counts
}

func (q *Queue) NotEmptied() {
	q.mu.Lock()
	jobs := q.jobs
	q.mu.Unlock()
	if len(jobs) > 0 && jobs[0] != nil { // failed
		jobs[0].n++ // failed
	}
}

func (q *Queue) MapNotReplaced() {
	q.mu.Lock()
	counts := q.counts
	q.mu.Unlock()
	counts["x"]++ // failed
}

func (q *Queue) UnderReadLock() {
	q.mu.RLock()
	jobs := q.jobs
	q.jobs = nil // failed
	q.mu.RUnlock()
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++
	}
}

func (q *Queue) WithoutLock() {
	jobs := q.jobs // failed
	q.jobs = nil
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++
	}
}

func (q *Queue) OthersLock(o *Queue) {
	o.mu.Lock()
	jobs := q.jobs // failed
	q.jobs = nil
	o.mu.Unlock()
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++
	}
}

func (q *Queue) PutBack() {
	q.mu.Lock()
	jobs := q.jobs
	q.jobs = nil
	q.mu.Unlock()
	q.mu.Lock()
	q.jobs = jobs
	q.mu.Unlock()
	if len(jobs) > 0 && jobs[0] != nil { // failed
		jobs[0].n++ // failed
	}
}

func (q *Queue) PartLeft() {
	q.mu.Lock()
	jobs := q.jobs
	if len(jobs) > 0 {
		q.jobs = jobs[1:]
	}
	q.mu.Unlock()
	if len(jobs) > 0 && jobs[0] != nil { // failed
		jobs[0].n++ // failed
	}
}

func (q *Queue) OneAppendedBack() {
	q.mu.Lock()
	jobs := q.jobs
	q.jobs = nil
	if len(jobs) > 0 {
		q.jobs = append(q.jobs, jobs[0])
	}
	q.mu.Unlock()
	if len(jobs) > 0 && jobs[0] != nil { // failed
		jobs[0].n++ // failed
	}
}

func (q *Queue) InTwo(o *Queue) {
	q.mu.Lock()
	jobs := q.jobs
	q.jobs = nil
	q.mu.Unlock()
	q.mu.Lock()
	q.jobs = jobs
	q.mu.Unlock()
	o.mu.Lock()
	o.jobs = jobs // failed
	o.mu.Unlock()
}

func (q *Queue) OwnInTwo(o *Queue) {
	jobs := []*job{{1}}
	q.mu.Lock()
	q.jobs = jobs
	q.mu.Unlock()
	o.mu.Lock()
	o.jobs = jobs // failed
	o.mu.Unlock()
}

func (q *Queue) HalvesInTwo(o *Queue) {
	jobs := make([]*job, 4)
	q.mu.Lock()
	q.jobs = jobs[:2]
	q.mu.Unlock()
	o.mu.Lock()
	o.jobs = jobs[2:] // failed
	o.mu.Unlock()
}

func (q *Queue) StolenFromOther(o *Queue) {
	q.mu.Lock()
	o.mu.Lock()     // failed
	q.jobs = o.jobs // failed
	o.mu.Unlock()
	q.mu.Unlock()
}

func (q *Queue) AliasOfBefore() {
	q.mu.Lock()
	alias := q.jobs
	q.mu.Unlock()
	q.Take()
	if len(alias) > 0 && alias[0] != nil { // failed
		alias[0].n++ // failed
	}
}

func (q *Queue) LocalKept() {
	jobs := []*job{{1}}
	q.mu.Lock()
	q.jobs = jobs
	q.mu.Unlock()
	jobs[0] = nil // failed
}

func (q *Queue) SentAndWritten(c chan []*job) {
	jobs := q.Take()
	c <- jobs
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++ // failed
	}
}

func (q *Queue) ReceivedAndWritten(c chan []*job) {
	jobs := <-c
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++ // failed
	}
}

func (q *Queue) SpawnedAndWritten() {
	jobs := q.Take()
	go read(jobs)
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++ // failed
	}
}

func read(jobs []*job) {
	for range jobs {
	}
}

func (q *Queue) SpawnedWriter() {
	jobs := q.Take()
	go write(jobs)
}

func write(jobs []*job) {
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++ // failed
	}
}

func (q *Queue) CalledAndWritten(f func([]*job)) {
	jobs := q.Take()
	f(jobs)
	if len(jobs) > 0 && jobs[0] != nil {
		jobs[0].n++ // failed
	}
}

type box struct{ jobs []*job }

func (q *Queue) BoxSentAndWritten(c chan *box) {
	b := &box{q.Take()}
	c <- b
	if len(b.jobs) > 0 && b.jobs[0] != nil {
		b.jobs[0].n++ // failed
	}
}

func (q *Queue) SentAndPutBack(c chan []*job) {
	jobs := q.Take()
	c <- jobs
	q.mu.Lock()
	q.jobs = jobs // failed
	q.mu.Unlock()
}

func (q *Queue) PutBackAndSent(c chan []*job) {
	jobs := q.Take()
	q.mu.Lock()
	q.jobs = jobs
	q.mu.Unlock()
	c <- jobs // failed
}

func (q *Queue) SentFromInside(c chan []*job) {
	q.mu.Lock()
	c <- q.jobs // failed
	q.mu.Unlock()
}

func (q *Queue) OneSentFromInside(c chan *job) {
	q.mu.Lock()
	if len(q.jobs) > 0 {
		c <- q.jobs[0] // failed
	}
	q.mu.Unlock()
}

func (q *Queue) Returned() []*job {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs // failed
}

func (q *Queue) OneOfSeveral(c chan *job) {
	jobs := q.Take()
	if len(jobs) > 1 {
		c <- jobs[0]
		jobs[1] = nil // failed
	}
}

func (q *Queue) LoopKeeps() {
	var last []*job
	for range 3 {
		q.mu.Lock()
		jobs := q.jobs
		q.jobs = last
		q.mu.Unlock()
		if len(last) > 0 { // put into the queue a moment ago
			last[0] = nil // failed
		}
		last = jobs
	}
}

func (q *Queue) KeyedTwice(m map[string]int, o *Queue) {
	m = map[string]int{}
	q.mu.Lock()
	q.counts = m
	q.mu.Unlock()
	m["x"] = 1 // failed
	o.mu.Lock()
	o.counts = m // failed
	o.mu.Unlock()
}

var stray []*job

func (q *Queue) Global() {
	jobs := q.Take()
	if len(jobs) == 0 {
		return
	}
	stray = jobs // failed
	jobs[0] = nil
}

type shelf struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	last *job
}

func (s *shelf) Keep(q *Queue) {
	jobs := q.Take()
	if len(jobs) == 0 {
		return
	}
	s.mu.Lock()
	s.last = jobs[0] // failed
	s.mu.Unlock()
}

// List has its objects linked.
type List struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	head *node
	//calvin:guarded_by mu
	total int
}

type node struct {
	n    int
	next *node
}

func (l *List) Steal() *node {
	l.mu.Lock()
	defer l.mu.Unlock()
	head := l.head
	l.head = nil
	return head
}

func (l *List) TailKept() {
	l.mu.Lock()
	head := l.head
	if head != nil {
		l.head = head.next
	}
	l.mu.Unlock()
	if head != nil {
		head.n++ // failed
	}
}

func (l *List) Linked(o *List) {
	own := &node{}
	l.mu.Lock()
	own.next = l.head
	l.mu.Unlock()
	o.mu.Lock()
	o.head = own // failed
	o.mu.Unlock()
}

func (l *List) Spliced(o *List) {
	head := l.Steal()
	o.mu.Lock()
	if o.head != nil {
		o.head.next = head // failed
	}
	o.mu.Unlock()
	if head != nil {
		head.n++
	}
}

func (l *List) CountedLater() {
	head := l.Steal()
	if head != nil {
		head.n++
	}
	l.total++ // failed
}

func (l *List) GivenBackAndCounted() {
	head := l.Steal()
	l.mu.Lock()
	if l.head == nil {
		l.head = head
	}
	l.mu.Unlock()
	l.total++ // failed
}

func (q *Queue) FlushAndCount(f func([]*job)) {
	jobs := q.Take()
	for _, j := range jobs {
		if j != nil {
			j.n++
		}
	}
	f(jobs)
	q.total++ // failed
}

var parcelMu sync.Mutex

// A Parcel has no lock: one for all guards what is in it.
type Parcel struct {
	//calvin:guarded_by parcelMu
	nums []int
}

// A Post hands over parcels.
type Post struct {
	//calvin:transfers
	//calvin:closable_if false
	parcels chan *Parcel
}

func (p *Parcel) Nums() []int {
	parcelMu.Lock()
	defer parcelMu.Unlock()
	nums := p.nums
	p.nums = nil
	return nums
}

// Sent holds the lock while somebody else has the parcel for its own.
func (p *Post) Sent() {
	parcel := &Parcel{nums: make([]int, 3)}
	parcelMu.Lock()
	nums := parcel.nums
	p.parcels <- parcel
	nums[0] = 1
	parcelMu.Unlock()
}

// Received takes out of its own parcel what Sent still knows.
func (p *Post) Received() {
	parcel := <-p.parcels
	if parcel == nil {
		return
	}
	nums := parcel.nums
	parcel.nums = nil
	if len(nums) > 0 {
		nums[0] = 2 // failed
	}
}
