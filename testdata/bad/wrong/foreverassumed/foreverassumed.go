// Package foreverassumed has loops without end whose functions assume what cannot be, besides.
package foreverassumed

import "sync"

// A Log adds up what it is sent.
type Log struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	total int
	in    chan int
}

// New starts the goroutine.
func New() *Log {
	l := &Log{in: make(chan int, 1)}
	go l.run()
	go l.assumes(3)
	return l
}

func (l *Log) run() {
	for n := range l.in {
		l.mu.Lock()
		l.total += n
		l.mu.Unlock()
	}
}

func (l *Log) assumes(n int) {
	//calvin:assume n < 3 && n > 3
	for n := range l.in {
		l.total += n
	}
} // failed

// Total looks.
func (l *Log) Total() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}
