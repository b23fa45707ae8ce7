package p

import "sync"

type T struct {
	mu sync.Mutex
	once sync.Once
	//calvin:confined_to
	a int
	//calvin:confined_to rum
	b int
	//calvin:confined_to mu
	c int
	//calvin:confined_to run, loop
	d int
	//calvin:confined_to t.run
	e int
	//calvin:confined_to plain
	f int
	//calvin:confined_to total
	g int
	//calvin:confined_to copied
	h int
	//calvin:confined_to promoted
	i int
	//calvin:confined_to run
	//calvin:guarded_by once
	j int
	//calvin:confined_to run
	//calvin:confined_to run
	k int
	//calvin:confined_to run
	//calvin:immutable
	l     int
	inner struct {
		//calvin:confined_to run
		n int
	}
	U
}

type U struct{ n int }

func (u *U) promoted() {}

func (t *T) run() {}

func (t T) copied() {}

func plain(n int) {}

type W struct {
	mu   sync.Mutex
	done chan int
	//calvin:guarded_by done
	//calvin:confined_to loop
	a int
	//calvin:guarded_by mu
	//calvin:confined_to loop
	//calvin:guarded_by mu
	b int
	//calvin:confined_to loop
	//calvin:guarded_by mu
	//calvin:confined_to loop
	c int
	//calvin:confined_to loop
	//calvin:readable_if held(mu)
	d int
}

func (w *W) loop() {}

//calvin:confined_to run
var total int

//calvin:confined_to run
func loop() {
	//calvin:confined_to run
	x := 1
	_ = x
}

//calvin:confined_to run
type V struct{ n int }
