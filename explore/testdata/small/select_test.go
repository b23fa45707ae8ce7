package small

import "testing"

func TestSelectEither(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 2
	select {
	case <-a:
	case v := <-b:
		t.Error(v) // want failure
	}
}

func TestSelectDefault(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	default:
		t.Error("nothing there") // want failure
		<-c
	}
}

func TestSelectNobody(t *testing.T) {
	select {} // want deadlock
}

func TestSelectQuit(t *testing.T) {
	work, quit := make(chan int), make(chan bool)
	go func() {
		for {
			select {
			case <-work:
			case <-quit:
				return
			}
		}
	}()
	work <- 1
	close(quit)
}

func TestSelectQuitForgotten(t *testing.T) {
	work, quit := make(chan int), make(chan bool)
	go func() {
		for {
			select { // want leak
			case <-work:
			case <-quit:
				return
			}
		}
	}()
	work <- 1
}

func TestSelectFirstAnswer(t *testing.T) {
	answers, late := make(chan int), make(chan bool)
	for i := range 2 {
		go func() {
			select {
			case answers <- i:
			case <-late:
			}
		}()
	}
	<-answers
	close(late)
}

func TestSelectFirstAnswerLeaks(t *testing.T) {
	answers := make(chan int)
	for i := range 2 {
		go func() {
			answers <- i // want leak
		}()
	}
	<-answers
}

func TestSelectOfNil(t *testing.T) {
	var never chan int
	c := make(chan int, 1)
	c <- 1
	select {
	case <-never:
		t.Error("never")
	case never <- 1:
		t.Error("never")
	case <-c:
	}
}

func TestSelectSendOnClosed(t *testing.T) {
	c := make(chan int)
	go close(c)
	select { // want panic
	case c <- 1:
	case <-c:
	}
}
