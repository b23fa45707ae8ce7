// Package genericforms has generic functions that are options for some type arguments, with faults.
package genericforms

type object struct{ n int }

//calvin:atomic_only
var counted int32

var kept = make(chan *object, 1)

// with makes an option for ints, of a literal whose type does not tell.
func with[T any]() func(*object, T) {
	return func(o *object, _ T) {
		select {
		case kept <- o:
		default:
		}
	}
}

func plain() func(*object, int) {
	return func(o *object, n int) {
		if o != nil {
			o.n = n // failed
		}
	}
}

// New believes that it has the object to itself.
func New(all ...func(*object, int)) *object {
	o := &object{}
	for _, f := range all {
		if f != nil {
			f(o, 1) // failed
		}
	}
	o.n++ // failed
	return o
}

// Use is right, but for what it passes.
func Use() *object { return New(plain(), with[int]()) } // unfounded

type setter interface{ set(*object, string) }

type exact struct{}

func (exact) set(o *object, s string) {
	if o != nil {
		o.n = len(s) // failed
	}
}

type loose[T any] struct{}

// set is one of a setter where T is string.
func (loose[T]) set(o *object, _ T) {
	select {
	case kept <- o:
	default:
	}
}

// NewSet believes that it has the object to itself.
func NewSet(all ...setter) *object {
	o := &object{}
	for _, s := range all {
		if s != nil {
			s.set(o, "a") // failed
		}
	}
	o.n++ // failed
	return o
}

// UseSet is right, but for what it passes.
func UseSet() *object { return NewSet(exact{}, loose[string]{}) } // unfounded
