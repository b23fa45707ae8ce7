package confined

// An item is a value with what is known of it. It has no lock, as the store's goroutine alone has it.
type item struct {
	key   string
	value int
	uses  int
	next  *item
}

// A query asks for what is stored under a key.
type query struct {
	key string
	//calvin:closable_if false
	reply chan int
}

// A Store is an actor: it answers queries one after the other.
type Store struct {
	//calvin:closable_if false
	queries chan *query
	//calvin:closable_if false
	puts chan string

	//calvin:confined_to loop
	items map[string]*item
	//calvin:confined_to loop
	newest *item
}

// NewStore returns a store.
func NewStore() *Store {
	s := &Store{queries: make(chan *query), puts: make(chan string)}
	go s.loop()
	return s
}

func (s *Store) loop() {
	s.items = make(map[string]*item)
	for {
		select {
		case q := <-s.queries:
			if q != nil {
				q.reply <- s.lookup(q.key)
			}
		case key := <-s.puts:
			s.put(key)
		}
	}
}

func (s *Store) lookup(key string) int {
	it := s.items[key]
	if it == nil {
		return 0
	}
	it.uses++
	return it.value
}

// put chains the items, newest first.
func (s *Store) put(key string) {
	it := &item{key: key, next: s.newest}
	if s.items == nil {
		s.items = make(map[string]*item)
	}
	s.items[key] = it
	s.newest = it
}

// Get asks the store.
func (s *Store) Get(key string) int {
	q := &query{key: key, reply: make(chan int, 1)}
	s.queries <- q
	return <-q.reply
}

// Put tells the store.
func (s *Store) Put(key string) { s.puts <- key }
