package small

import (
	"math/rand"
	"reflect"
	"testing"
)

// TestReflectTrySend: whether a receiver waits depends on the schedule.
func TestReflectTrySend(t *testing.T) {
	c := make(chan int)
	done := make(chan bool)
	go func() {
		<-c
		close(done)
	}()
	if reflect.ValueOf(c).TrySend(reflect.ValueOf(1)) {
		t.Error("sent") // want failure
	} else {
		c <- 1
	}
	<-done
}

func TestReflectTryRecv(t *testing.T) {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		c <- 1
		<-done
	}()
	if v, ok := reflect.ValueOf(c).TryRecv(); ok {
		t.Error("received", v) // want failure
	}
	close(done)
}

// TestReflectMeets has each side of a communication by reflection and not, plain and in a select.
func TestReflectMeets(t *testing.T) {
	send := []func(c, never chan string){
		func(c, _ chan string) { c <- "x" },
		func(c, _ chan string) { reflect.ValueOf(c).Send(reflect.ValueOf("x")) },
		func(c, never chan string) {
			select {
			case c <- "x":
			case <-never:
			}
		},
		func(c, never chan string) {
			reflect.Select([]reflect.SelectCase{
				{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(never)},
				{Dir: reflect.SelectSend, Chan: reflect.ValueOf(c), Send: reflect.ValueOf("x")},
			})
		},
	}
	receive := []func(c, never chan string) string{
		func(c, _ chan string) string { return <-c },
		func(c, _ chan string) string {
			v, _ := reflect.ValueOf(c).Recv()
			return v.String()
		},
		func(c, never chan string) string {
			select {
			case v := <-c:
				return v
			case <-never:
				return "never"
			}
		},
		func(c, never chan string) string {
			at, v, ok := reflect.Select([]reflect.SelectCase{
				{Dir: reflect.SelectRecv},
				{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(never)},
				{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)},
			})
			if at != 2 || !ok {
				return "another case"
			}
			return v.String()
		},
	}
	c, never := make(chan string, rand.Intn(2)), make(chan string)
	s, r := send[rand.Intn(4)], receive[rand.Intn(4)]
	data := 0
	go func() {
		data = 1
		s(c, never)
	}()
	if got := r(c, never); got != "x" || data != 1 {
		t.Error(got, data)
	}
}

func TestReflectSeq(t *testing.T) {
	c := make(chan int)
	go func() {
		c <- 1
		c <- 2
		close(c)
	}()
	sum := 0
	for v := range reflect.ValueOf(c).Seq() {
		sum += int(v.Int())
	}
	if sum != 3 {
		t.Error(sum)
	}
}

// TestReflectRace: a send by reflection orders what comes before it, and nothing that comes after it.
func TestReflectRace(t *testing.T) {
	c := make(chan int, 1)
	data := 0
	go func() {
		reflect.ValueOf(c).Send(reflect.ValueOf(1))
		data = 1 // want race
	}()
	reflect.ValueOf(c).Recv()
	_ = data // want race
}

func TestReflectLeak(t *testing.T) {
	c := make(chan int)
	go func() {
		reflect.ValueOf(c).Send(reflect.ValueOf(1)) // want leak
	}()
	select {
	case <-c:
	default:
	}
}

func TestReflectDeadlock(t *testing.T) {
	var c chan int
	reflect.ValueOf(c).Recv() // want deadlock
}

func TestReflectClosed(t *testing.T) {
	c := make(chan int)
	go func() {
		reflect.ValueOf(c).Close()
	}()
	if v, ok := reflect.ValueOf(c).Recv(); ok || v.Int() != 0 {
		t.Error(v, ok)
	}
	if v, ok := reflect.ValueOf(c).TryRecv(); ok || !v.IsValid() {
		t.Error(v, ok)
	}
}

func TestReflectSendClosed(t *testing.T) {
	c := make(chan int)
	done := make(chan bool)
	go func() {
		defer close(done)
		<-c
	}()
	go func() {
		close(c)
	}()
	reflect.ValueOf(c).Send(reflect.ValueOf(1)) // want panic
	<-done
}

// TestReflectWaitsClosed: the sender waits already when the channel is closed.
func TestReflectWaitsClosed(t *testing.T) {
	c := make(chan int)
	result := make(chan any)
	go func() {
		defer func() { result <- recover() }()
		reflect.ValueOf(c).Send(reflect.ValueOf(1))
	}()
	reflect.ValueOf(c).Close()
	if (<-result) == nil {
		t.Error("no panic")
	}
}

func TestReflectLen(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	if v := reflect.ValueOf(c); v.Len() == 1 {
		t.Error("it was sent already") // want failure
	}
	<-c
}

// TestReflectSelectChoice: if several cases are ready, each is tried.
func TestReflectSelectChoice(t *testing.T) {
	a, b := make(chan int, 1), reflect.MakeChan(reflect.TypeFor[chan int](), 1)
	a <- 1
	b.Send(reflect.ValueOf(2))
	_, v, _ := reflect.Select([]reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(a)}, {Dir: reflect.SelectRecv, Chan: b}, {Dir: reflect.SelectDefault},
	})
	if v.Int() == 2 {
		t.Error("the second one") // want failure
	}
}

// TestReflectConverts: an element is converted to the type of the channel.
func TestReflectConverts(t *testing.T) {
	c := make(chan error, 1)
	reflect.ValueOf(c).Send(reflect.ValueOf(failure("x")))
	if err := <-c; err.Error() != "x" {
		t.Error(err)
	}
}

type failure string

func (f failure) Error() string { return string(f) }

// TestReflectMisuse: what package reflect refuses panics as it does natively.
func TestReflectMisuse(t *testing.T) {
	c := make(chan int)
	var in <-chan int = c
	for i, f := range []func(){
		func() { reflect.ValueOf(1).Recv() },
		func() { reflect.ValueOf(in).Send(reflect.ValueOf(1)) },
		func() { reflect.ValueOf(in).Close() },
		func() { reflect.ValueOf(c).Send(reflect.ValueOf("x")) },
		func() { reflect.ValueOf(struct{ c chan int }{c}).Field(0).TryRecv() },
		func() {
			reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectDefault}, {Dir: reflect.SelectDefault}})
		},
		func() { reflect.Select([]reflect.SelectCase{{}}) },
		func() { reflect.ValueOf((chan int)(nil)).Close() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic", i)
				}
			}()
			f()
		}()
	}
}
