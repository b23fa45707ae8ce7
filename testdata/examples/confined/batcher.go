package confined

// A row is one line of a batch.
type row struct{ id, tries int }

// A Batcher collects rows and passes on ten at a time.
type Batcher struct {
	//calvin:closable_if false
	in chan int
	//calvin:closable_if false
	out chan []row
	//calvin:closable_if false
	flushes chan struct{}

	//calvin:confined_to collect
	batch []row
	//calvin:confined_to collect
	total int
}

// StartBatcher returns a batcher. The function that its goroutine runs is no method.
func StartBatcher(size int) *Batcher {
	b := &Batcher{in: make(chan int), out: make(chan []row), flushes: make(chan struct{})}
	go collect(size, b)
	return b
}

func collect(size int, b *Batcher) {
	for {
		select {
		case id := <-b.in:
			b.batch = append(b.batch, row{id: id})
			b.total++
			if len(b.batch) >= size {
				b.flush()
			}
		case <-b.flushes:
			b.flush()
		}
	}
}

// flush hands the batch over: it is no longer the batcher's.
func (b *Batcher) flush() {
	rows := b.batch
	b.batch = nil
	for i := range rows {
		rows[i].tries++
	}
	b.out <- rows
}

// Add adds a row.
func (b *Batcher) Add(id int) { b.in <- id }
