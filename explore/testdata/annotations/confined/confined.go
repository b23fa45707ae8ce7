// Package confined has event loops, and functions that touch what is the loop's.
package confined

import "sync"

// A Hub counts names.
type Hub struct {
	//calvin:closable_if false
	join chan string
	//calvin:closable_if false
	asked chan chan int
	stop  chan struct{}
	//calvin:confined_to run
	names map[string]int
	//calvin:confined_to run
	joined int
	//calvin:confined_to run
	recent []string
}

func prepare() *Hub {
	h := &Hub{join: make(chan string), asked: make(chan chan int), stop: make(chan struct{})}
	h.names = map[string]int{"root": 1} // nobody else knows the hub yet
	h.joined++
	return h
}

// New starts the loop.
func New() *Hub {
	h := prepare()
	go h.run()
	return h
}

// NewCounted starts it from a literal.
func NewCounted(wg *sync.WaitGroup) *Hub {
	h := prepare()
	wg.Go(func() { h.run() })
	return h
}

// NewAlone runs the loop by itself, before others know the hub.
func NewAlone() *Hub {
	h := prepare()
	close(h.stop)
	h.run()
	h.stop = make(chan struct{})
	h.joined = 0
	go h.run()
	return h
}

func (h *Hub) run() {
	for {
		select {
		case name := <-h.join:
			h.add(name)
		case c := <-h.asked:
			c <- h.joined
		case <-h.stop:
			return
		}
	}
}

func (h *Hub) add(name string) {
	h.names[name]++
	h.joined++
	h.recent = append(h.recent, name)
	h.recent[0] = name
}

// Join tells the loop.
func (h *Hub) Join(name string) { h.join <- name }

// Joined asks the loop.
func (h *Hub) Joined() int {
	c := make(chan int, 1)
	h.asked <- c
	return <-c
}

// Peek looks by itself, when the loop does nothing.
func (h *Hub) Peek() int {
	h.Joined()
	return h.joined // want TestPeek TestPeekCounted: confined_to run
}

// Lookup looks into the map.
func (h *Hub) Lookup(name string) int {
	h.Joined()
	return h.names[name] // want TestLookup: confined_to run
}

// Forget changes what is behind the slice.
func (h *Hub) Forget() {
	h.Joined()
	h.recent[0] = "" // want TestForget: confined_to run
}

// Twice starts a second loop.
func Twice() *Hub {
	h := New()
	go h.other()
	return h
}

func (h *Hub) other() {
	<-h.stop
	h.joined++ // want TestSecondLoop: confined_to run
}

// Late changes the hub when the loop may have begun.
func Late() *Hub {
	h := New()
	h.Join("a")
	h.late()
	return h
}

func (h *Hub) late() {
	h.Joined()
	h.joined = 7 // want TestLateChange: confined_to run
}
