// Package paidroutes has no annotations. A WaitGroup gets by many ways to where Done is called that nobody owes: whoever waits for its own
// goroutine by that group may wait in vain.
package paidroutes

import (
	"sync"
	"unsafe"
)

type holder struct{ wg *sync.WaitGroup }

type embedded struct{ sync.WaitGroup }

type inside struct{ wg sync.WaitGroup }

type alike struct{ wg sync.WaitGroup }

type payer interface{ Done() }

func pay(wg *sync.WaitGroup) { wg.Done() }

func same(wg *sync.WaitGroup) *sync.WaitGroup { return wg }

func call(f func()) { f() }

// Parameter goes by a parameter.
func Parameter() int {
	x := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	pay(&wg) // failed
	wg.Wait()
	return x
}

// Result goes by a result.
func Result() int {
	x := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	pay(same(&wg)) // failed
	wg.Wait()
	return x
}

// Field goes by a field.
func Field() int {
	x := 0
	wg := new(sync.WaitGroup)
	h := &holder{wg}
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	pay(h.wg) // failed
	wg.Wait()
	return x
}

// Inside is a group in a struct, and Alike the same as another type.
func Inside() int {
	x := 0
	s := &inside{}
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		x = 1
	}()
	pay(&(*alike)(s).wg) // failed
	s.wg.Wait()
	return x
}

// Embedded goes by a promoted method, which an interface calls.
func Embedded(use func(payer)) int {
	x := 0
	e := &embedded{}
	e.Add(1)
	go func() {
		defer e.Done()
		x = 1
	}()
	use(e)
	e.Wait()
	return x // failed
}

// Boxed goes by an interface.
func Boxed() int {
	x := 0
	var wg sync.WaitGroup
	var p payer = &wg
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	p.Done()
	wg.Wait()
	return x // failed
}

// Bound goes by a method value.
func Bound() int {
	x := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	call(wg.Done)
	wg.Wait()
	return x // failed
}

// Expression goes by a method expression.
func Expression(use func(func(*sync.WaitGroup), *sync.WaitGroup)) int {
	x := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	use((*sync.WaitGroup).Done, &wg)
	wg.Wait()
	return x // failed
}

// Literal goes by a literal that others may call.
func Literal(run func(func())) int {
	x := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	run(func() { wg.Done() })
	wg.Wait()
	return x // failed
}

// Element goes by an element of a slice.
func Element() int {
	x := 0
	wg := new(sync.WaitGroup)
	all := []*sync.WaitGroup{wg}
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	pay(all[0])
	wg.Wait()
	return x // failed
}

// Unsafe goes by an unsafe pointer.
func Unsafe() int {
	x := 0
	var wg sync.WaitGroup
	p := unsafe.Pointer(&wg) // failed
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	pay((*sync.WaitGroup)(p))
	wg.Wait()
	return x
}

// Alone may count on its goroutine: nobody else knows the group.
func Alone() int {
	x := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		x = 1
	}()
	wg.Wait()
	return x
}
