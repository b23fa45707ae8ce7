// Package genericoptions has options of generic objects, with faults.
package genericoptions

type server[K comparable, V any] struct {
	size  int
	names []string
	first V
	byKey map[K]V
}

type option[K comparable, V any] func(*server[K, V])

func withSize[K comparable, V any](n int) option[K, V] {
	return func(s *server[K, V]) { s.size = n }
}

func withName[K comparable, V any](name string) option[K, V] {
	return func(s *server[K, V]) { s.names = append(s.names, name) }
}

func withFirst[K comparable, V any](v V) option[K, V] {
	return func(s *server[K, V]) { s.first = v }
}

// withKept keeps the object.
func withKept[K comparable, V any](kept chan<- *server[K, V]) option[K, V] {
	return func(s *server[K, V]) {
		select { // failed
		case kept <- s:
		default:
		}
	}
}

// withLater writes it later.
func withLater[K comparable, V any]() option[K, V] {
	return func(s *server[K, V]) { // failed
		if s != nil {
			go s.grow()
		}
	}
}

func (s *server[K, V]) grow() { s.size++ } // failed

var ints = make(chan *server[string, int], 1)

// keepInts keeps the object of one instance.
func keepInts(s *server[string, int]) {
	select { // failed
	case ints <- s:
	default:
	}
}

// new1 is right.
func new1[K comparable, V any](all ...option[K, V]) *server[K, V] {
	s := &server[K, V]{byKey: map[K]V{}}
	for _, o := range all {
		if o != nil {
			o(s)
		}
	}
	s.size++
	return s
}

// Ints is right, but for what it passes.
func Ints() *server[string, int] {
	return new1(withSize[string, int](3), withName[string, int]("a"), withFirst[string](1), keepInts, withLater[string, int]())
}

// early lets others know the object, and calls the options then.
func early[K comparable, V any](to chan<- *server[K, V], all ...option[K, V]) {
	s := &server[K, V]{}
	select {
	case to <- s:
	default:
	}
	for _, o := range all {
		if o != nil {
			o(s) // failed
		}
	}
}

// given passes on what others know.
func given[K comparable, V any](from <-chan *server[K, V], o option[K, V]) {
	if s := <-from; s != nil && o != nil {
		o(s) // failed
	}
}

// An applier is an option by its method.
type applier[K comparable, V any] interface{ apply(*server[K, V]) }

// An adapter calls the function that it is.
type adapter[K comparable, V any] func(*server[K, V])

func (f adapter[K, V]) apply(s *server[K, V]) {
	if f != nil {
		f(s)
	}
}

type keeper[K comparable, V any] struct{ kept chan<- *server[K, V] }

func (k keeper[K, V]) apply(s *server[K, V]) {
	select { // failed
	case k.kept <- s:
	default:
	}
}

// new2 is right.
func new2[K comparable, V any](all ...applier[K, V]) *server[K, V] {
	s := &server[K, V]{byKey: map[K]V{}}
	for _, a := range all {
		if a != nil {
			a.apply(s)
		}
	}
	s.size++
	return s
}

// Appliers is right.
func Appliers() *server[string, int] {
	return new2[string, int](adapter[string, int](withSize[string, int](1)))
}

// False says something false of what options may have written.
func False[K comparable, V any](o option[K, V]) {
	s := &server[K, V]{}
	s.size = 1
	if o != nil {
		o(s)
	}
	//calvin:assert s.size == 1 // failed
}
