// Package closedroutes has no annotations. A channel gets by many ways to where it is closed without a right to it: whoever waits for its own
// goroutine by that channel may wait in vain.
package closedroutes

import "sync"

type signal chan struct{}

type holder struct{ ch chan struct{} }

type other struct{ ch chan struct{} }

type sender struct{ ch chan<- struct{} }

// Holder has the channel in a field that others may assign.
type Holder struct{ Done chan struct{} }

type closer interface{ shut() }

func (h *holder) shut() { close(h.ch) }

func (o *other) shut() { close(o.ch) }

func (s *sender) shut() { close(s.ch) }

func shut(ch chan struct{}) { close(ch) }

func same(ch chan struct{}) chan struct{} { return ch }

func both(ch chan struct{}) (int, chan struct{}) { return 1, ch }

var (
	mu    sync.Mutex
	kept  chan struct{}
	queue = make(chan chan struct{}, 1)
)

// Field goes by a field.
func Field() int {
	x := 0
	done := make(chan struct{})
	h := &holder{done}
	go func() {
		x = 1
		close(done)
	}()
	h.shut()
	<-done
	return x // failed
}

// Converted goes by the field of another type.
func Converted() int {
	x := 0
	done := make(chan struct{})
	h := &holder{done}
	go func() {
		x = 1
		close(done)
	}()
	(*other)(h).shut() // failed
	<-done
	return x
}

// OneWay goes by a channel that can only be sent on.
func OneWay() int {
	x := 0
	done := make(chan struct{})
	s := &sender{done}
	go func() {
		x = 1
		close(done)
	}()
	s.shut()
	<-done
	return x // failed
}

// Exported goes by a field that everybody may read.
func Exported(h *Holder) int {
	x := 0
	done := make(chan struct{})
	h.Done = done
	go func() {
		x = 1
		close(done)
	}()
	<-done
	return x // failed
}

// Parameter goes by a parameter.
func Parameter() int {
	x := 0
	done := make(chan struct{})
	go func() {
		x = 1
		close(done)
	}()
	shut(done)
	<-done
	return x // failed
}

// Result goes by a result.
func Result() int {
	x := 0
	done := make(chan struct{})
	again := same(done)
	go func() {
		x = 1
		close(done)
	}()
	shut(again)
	<-done
	return x // failed
}

// Results goes by one of two results.
func Results() int {
	x := 0
	done := make(chan struct{})
	_, again := both(done)
	go func() {
		x = 1
		close(done)
	}()
	shut(again)
	<-done
	return x // failed
}

// Variable goes by a package variable.
func Variable() int {
	x := 0
	done := make(chan struct{})
	mu.Lock()
	kept = done
	mu.Unlock()
	go func() {
		x = 1
		close(done)
	}()
	<-done
	return x // failed
}

// CloseKept closes it.
func CloseKept() {
	mu.Lock()
	shut(kept)
	mu.Unlock()
}

// Map goes by a map.
func Map() int {
	x := 0
	done := make(chan struct{})
	m := map[string]chan struct{}{"a": done}
	go func() {
		x = 1
		close(done)
	}()
	shut(m["a"])
	<-done
	return x // failed
}

// Key goes by the key of a map.
func Key() int {
	x := 0
	done := make(chan struct{})
	m := map[chan struct{}]bool{done: true}
	go func() {
		x = 1
		close(done)
	}()
	for ch := range m {
		shut(ch)
	}
	<-done
	return x // failed
}

// Slice goes by a slice.
func Slice() int {
	x := 0
	done := make(chan struct{})
	all := []chan struct{}{done}
	go func() {
		x = 1
		close(done)
	}()
	for _, ch := range all {
		shut(ch)
	}
	<-done
	return x // failed
}

// Channel goes by another channel.
func Channel() int {
	x := 0
	done := make(chan struct{})
	queue <- done
	go func() {
		x = 1
		close(done)
	}()
	shut(<-queue)
	<-done
	return x // failed
}

// Boxed goes by an interface.
func Boxed() int {
	x := 0
	done := make(chan struct{})
	var v any = done
	go func() {
		x = 1
		close(done)
	}()
	shut(v.(chan struct{}))
	<-done
	return x // failed
}

// Method goes by a method that an interface calls.
func Method() int {
	x := 0
	done := make(chan struct{})
	var c closer = &holder{done}
	go func() {
		x = 1
		close(done)
	}()
	c.shut()
	<-done
	return x // failed
}

// Pointer goes by a pointer to a variable.
func Pointer() int {
	x := 0
	done := make(chan struct{})
	p := &done
	go func() {
		x = 1
		close(done)
	}()
	shut(*p)
	<-done
	return x // failed
}

// FieldPointer goes by a pointer to a field.
func FieldPointer() int {
	x := 0
	h := &Holder{}
	p := &h.Done
	done := make(chan struct{})
	h.Done = done
	go func() {
		x = 1
		close(done)
	}()
	shut(*p)
	<-done
	return x // failed
}

// Value goes by a function value.
func Value() int {
	x := 0
	done := make(chan struct{})
	f := shut
	go func() {
		x = 1
		close(done)
	}()
	f(done)
	<-done
	return x // failed
}

// Bound goes by a method value.
func Bound() int {
	x := 0
	done := make(chan struct{})
	f := (&holder{done}).shut
	go func() {
		x = 1
		close(done)
	}()
	f()
	<-done
	return x // failed
}

// Literal goes by a literal that others may call.
func Literal(run func(func())) int {
	x := 0
	done := make(chan struct{})
	go func() {
		x = 1
		close(done)
	}()
	run(func() { close(done) })
	<-done
	return x // failed
}

// Named goes by a type with another name.
func Named() int {
	x := 0
	done := make(chan struct{})
	s := signal(done)
	go func() {
		x = 1
		close(done)
	}()
	shut(s)
	<-done
	return x // failed
}

// Several goes by a variable number of arguments.
func Several() int {
	x := 0
	done := make(chan struct{})
	go func() {
		x = 1
		close(done)
	}()
	shutAll(done)
	<-done
	return x // failed
}

func shutAll(all ...chan struct{}) {
	for _, ch := range all {
		close(ch)
	}
}

// Generic goes by a generic function.
func Generic() int {
	x := 0
	done := make(chan struct{})
	go func() {
		x = 1
		close(done)
	}()
	shutAny(first(done))
	<-done
	return x // failed
}

func first[T any](x T) T { return x }

func shutAny[T any](ch chan T) { close(ch) }

// Unknown gives it to code that is not at hand, and gets it back.
func Unknown(f func(chan struct{}), g func() chan struct{}) int {
	x := 0
	done := make(chan struct{})
	f(done)
	go func() {
		x = 1
		close(done)
	}()
	shut(g())
	<-done
	return x // failed
}

// Two goroutines close one channel: the second of them panics, after others have read.
func Two() int {
	x := 0
	done := make(chan struct{})
	go func() {
		close(done)
	}()
	go func() { // failed
		x = 1
		close(done)
	}()
	<-done
	return x
}

// Alone may count on its goroutine: nobody else knows the channel.
func Alone() int {
	x := 0
	done := make(chan struct{})
	go func() {
		x = 1
		close(done)
	}()
	<-done
	return x
}
