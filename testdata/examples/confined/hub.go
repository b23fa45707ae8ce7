// Package confined has event loops: what only the goroutine of the loop touches needs no lock. Each field says whose it is.
package confined

// A client is somebody in the chat.
type client struct {
	name string
	//calvin:closable_if false
	out chan string
}

// A Hub passes on what is said to everybody who is there.
type Hub struct {
	//calvin:closable_if false
	register chan *client
	//calvin:closable_if false
	unregister chan *client
	//calvin:closable_if false
	broadcast chan string

	//calvin:confined_to run
	clients map[*client]bool
	//calvin:confined_to run
	sent int
}

// NewHub returns a hub that runs.
func NewHub() *Hub {
	h := &Hub{
		register:   make(chan *client),
		unregister: make(chan *client),
		broadcast:  make(chan string),
	}
	h.sent = 0 // nobody else has it yet
	go h.run()
	return h
}

func (h *Hub) run() {
	h.clients = make(map[*client]bool)
	for {
		select {
		case c := <-h.register:
			h.add(c)
		case c := <-h.unregister:
			delete(h.clients, c)
		case text := <-h.broadcast:
			h.tell(text)
		}
	}
}

func (h *Hub) add(c *client) {
	if h.clients == nil {
		h.clients = make(map[*client]bool)
	}
	h.clients[c] = true
}

// tell drops clients that do not keep up.
func (h *Hub) tell(text string) {
	for c := range h.clients {
		if c == nil {
			continue
		}
		select {
		case c.out <- text:
			h.sent++
		default:
			delete(h.clients, c)
		}
	}
}

// Join adds somebody.
func (h *Hub) Join(name string) *client {
	c := &client{name: name, out: make(chan string, 16)}
	h.register <- c
	return c
}

// Leave takes somebody out.
func (h *Hub) Leave(c *client) { h.unregister <- c }

// Say tells everybody.
func (h *Hub) Say(text string) { h.broadcast <- text }
