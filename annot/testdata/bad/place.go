// Package p.
//
//calvin:guarded_by mu
package p //calvin:requires true

//calvin:immutable
import "sync"

//calvin:invariant a > 0

//calvin:guarded_by mu
const c = 1

//calvin:guarded_by mu
var (
	mu sync.Mutex
	x  int
)

//calvin:invariant x > 0
var y int

//calvin:guarded_by mu
type T struct { //calvin:immutable
	mu sync.Mutex
	//calvin:requires true
	a int
	//calvin:invariant a > 0
	b int
	//calvin:immutable
}

//calvin:invariant true
type Alias = T

//calvin:invariant true
type Iface interface {
	//calvin:invariant true
	sync.Locker
	//calvin:immutable
	M()
}

//calvin:guarded_by mu
//calvin:assert true
//calvin:witness A
//calvin:invariant true
//calvin:transition true
//calvin:ghost g int
func f( /*calvin:pure*/ a int,
	//calvin:immutable
	b int,
) {
	//calvin:requires true
	//calvin:performs skip
	x := 1
	//calvin:invariant x > 0
	x++
	//calvin:invariant x > 0
	if x > 0 {
		//calvin:guarded_by mu
		x = 2
	}
	//calvin:guarded_by mu
	for i := 0; i < 3; i++ {
	}
	g(
		//calvin:assert true
		x,
	)
	switch x {
	//calvin:assert true
	case 1:
	}
	//calvin:invariant true
}

//calvin:requires true

func g(int) {}

//calvin:requires true
var h = func() {
	//calvin:assert true
}

func i() //calvin:requires true

//calvin:immutable

//calvin:immutable
type names []string

//calvin:concurrent
var shared int
