// Package pool has pools that hand over what is put into them, and users that use it afterwards.
package pool

import "sync"

// An Item belongs to one goroutine at a time.
type Item struct {
	//calvin:immutable
	v    int
	part struct{ w int }
}

// A Store has items.
type Store struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	given int
	//calvin:transfers
	spare sync.Pool
	//calvin:guarded_by mu
	kept *Item
}

//calvin:transfers
var shelf = sync.Pool{New: func() any { return &Item{} }}

// A Box holds items of whatever type.
type Box[T any] struct {
	//calvin:transfers
	spare sync.Pool
}

// Use gets an item, or makes one, and gives it back.
func (s *Store) Use() {
	x, _ := s.spare.Get().(*Item)
	if x == nil {
		x = &Item{}
	}
	x.v++
	x.part.w = x.v
	s.spare.Put(x)
}

// UseLater gives it back when all is done.
func (s *Store) UseLater() {
	x, _ := s.spare.Get().(*Item)
	if x == nil {
		x = &Item{}
	}
	defer s.spare.Put(x)
	x.v++
}

// UseByValue gives it back by a function value.
func (s *Store) UseByValue() {
	get, put := s.spare.Get, s.spare.Put
	x, _ := get().(*Item)
	if x == nil {
		x = &Item{}
	}
	x.v++
	put(x)
}

// Shelf uses the pool of the package.
func Shelf() {
	x := shelf.Get().(*Item)
	x.v++
	shelf.Put(x)
}

// Local uses one that is a variable of its own.
func Local() {
	//calvin:transfers
	var spare sync.Pool
	spare.Put(&Item{})
	done := make(chan bool)
	for range 2 {
		go func() {
			if x, _ := spare.Get().(*Item); x != nil {
				x.v++
				spare.Put(x)
			}
			done <- true
		}()
	}
	<-done
	<-done
}

// Use gives an item of a generic store back.
func (b *Box[T]) Use(set func(*T)) {
	x, _ := b.spare.Get().(*T)
	if x == nil {
		x = new(T)
	}
	set(x)
	b.spare.Put(x)
}

// Again puts it back, gets it again, and uses it.
func (s *Store) Again() {
	x := &Item{}
	x.v = 1
	s.spare.Put(x)
	if y, _ := s.spare.Get().(*Item); y != nil {
		y.v = 2
	}
}

// WriteAfter writes what it has put back.
func (s *Store) WriteAfter() {
	x := &Item{}
	x.v = 1
	s.spare.Put(x)
	x.v = 2 // want TestWriteAfter: transfers
}

// WriteUntouched writes what it has made and put back, and not touched before.
func (s *Store) WriteUntouched() {
	x := &Item{}
	s.spare.Put(x)
	x.v = 2 // want TestWriteUntouched: transfers
}

// ReadAfter reads what it has put back.
func (s *Store) ReadAfter() int {
	x := &Item{}
	x.v = 1
	s.spare.Put(x)
	return x.v // want TestReadAfter: transfers
}

// ReadPart reads a part of it.
func (s *Store) ReadPart() int {
	x := &Item{}
	s.spare.Put(x)
	return x.part.w // want TestReadPart: transfers
}

// Twice puts it back twice.
func (s *Store) Twice() {
	x := &Item{}
	s.spare.Put(x)
	s.spare.Put(x) // want TestPutTwice: transfers
}

// Late puts it back before it is done, as a deferred call does its work afterwards.
func (s *Store) Late() {
	x := &Item{}
	defer func() {
		x.v = 3 // want TestLate: transfers
	}()
	s.spare.Put(x)
}

// Keep keeps a pointer to what it has put back.
func (s *Store) Keep() {
	x := &Item{}
	s.mu.Lock()
	s.kept = x
	s.mu.Unlock()
	s.spare.Put(x)
}

// Kept writes by that pointer.
func (s *Store) Kept() {
	s.mu.Lock()
	if s.kept != nil {
		s.kept.v = 4 // want TestKept: transfers
	}
	s.mu.Unlock()
}

// Got has what somebody else has put back, and keeps.
func (s *Store) Got(ready, done chan bool) {
	<-ready
	x := s.spare.Get().(*Item)
	x.v = 5
	close(done)
}

// Hold gives something back, and writes it when another has it.
func (s *Store) Hold(ready, done chan bool) {
	x := &Item{}
	x.v = 1
	s.spare.Put(x)
	close(ready)
	<-done
	x.v = 6 // want TestHold: immutable
}

// Other writes what it has put on the shelf.
func Other() {
	x := &Item{}
	shelf.Put(x)
	x.v = 7 // want TestOther: transfers
}

// Odd writes what it has put into a generic store.
func (b *Box[T]) Odd(set func(*T)) {
	x := new(T)
	b.spare.Put(x)
	set(x)
}

// Set is for Odd.
func Set(x *Item) {
	x.v = 8 // want TestOdd: transfers
}

// OddValue writes what it has put back by a function value.
func (s *Store) OddValue() {
	put := s.spare.Put
	x := &Item{}
	put(x)
	x.v = 9 // want TestOddValue: transfers
}

// A Locked pool has a lock as well.
type Locked struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	//calvin:transfers
	spare sync.Pool
}

// After writes what it has put back, under the lock.
func (l *Locked) After() {
	l.mu.Lock()
	x, _ := l.spare.Get().(*Item)
	if x == nil {
		x = &Item{}
	}
	l.spare.Put(x)
	x.v = 10 // want TestLockedAfter: transfers
	l.mu.Unlock()
}
