// Package dynamic is wrong about what interfaces hold.
package dynamic

import "errors"

// Errors of this package.
var (
	ErrA = errors.New("a")
	ErrB = errors.New("b")

	// ErrC may be set.
	ErrC error

	errD = ErrA
)

// An E is an error.
type E struct{ code int }

func (e *E) Error() string { return "e" }

// A V is an error, too.
type V struct{ code int }

func (v V) Error() string { return "v" }

type slices struct{ a []int }

func Assert(x any) int {
	return x.(int) // failed
}

func Other() {
	var x any = 1
	_ = x.(string) // failed
}

func Interface(x any) error {
	return x.(error) // failed
}

func Missing() {
	var x any = V{}
	if _, ok := x.(interface{ Code() int }); ok {
		return
	}
	_ = x.(interface{ Code() int }) // failed
}

func NilHolds() {
	var x any
	_ = x.(error) // failed
}

// Typed takes a nil pointer in an interface for nil.
//
//calvin:atomic
//calvin:ensures result == nil
func Typed() error {
	var e *E
	return e // failed
}

//calvin:atomic
//calvin:ensures result == 1
func Pointer(x any) int {
	if e, ok := x.(*E); ok {
		return e.code // failed
	}
	return 1
}

//calvin:atomic
//calvin:ensures result
func Different() bool {
	return ErrA == ErrB // failed
}

//calvin:atomic
//calvin:ensures !result
func Alias() bool {
	if errD == nil {
		return false
	}
	return ErrA == errD // failed
}

//calvin:atomic
//calvin:ensures result
func Set(err error) bool {
	return err != ErrC // failed
}

func Same(x, y any) bool {
	return x == y // failed
}

func Slices(x any) bool {
	return x == any(slices{}) // failed
}

func Func(x any) bool {
	return x == any(func() {}) // failed
}

//calvin:atomic
//calvin:ensures result
func Floats(f float64) bool {
	return any(f) == any(f) // failed
}

type blank struct {
	x int
	_ int
}

//calvin:atomic
//calvin:ensures result
func Blank(a, b blank) bool {
	a.x, b.x = 1, 1
	return any(a) == any(b) // failed
}

//calvin:atomic
//calvin:ensures !result
func Types(n int) bool {
	type T int
	return any(n) == any(int(T(n))) // failed
}

// Local types of one name differ.
//
//calvin:atomic
//calvin:ensures result == 2
func Local(n int) int {
	x := first()
	type T struct{ n int }
	if _, ok := x.(T); ok {
		return 2
	}
	return 1 // failed
}

func first() any {
	type T struct{ n int }
	return T{}
}

// Switch comes to the wrong case.
//
//calvin:atomic
//calvin:ensures result == 3
func Switch(x any) int {
	switch x.(type) {
	case int, nil:
		return 1 // failed
	case error:
		return 2
	}
	return 3
}

// Given goes on writing what an interface holds that is kept.
func Given(kept func(any)) {
	e := &E{}
	if kept != nil {
		kept(e)
		e.code = 1 // failed
	}
}

// Stored goes on writing what an interface holds that others can reach.
func Stored(in *struct{ x any }) any {
	e := &E{}
	var x any = e
	go hold(x)
	e.code = 1 // failed
	return x
}

func hold(any) {}
