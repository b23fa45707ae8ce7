package pipeline

import (
	"sync"
	"testing"
)

func TestPipeline(t *testing.T) {
	if got := Sum(5); got != 10 {
		t.Errorf("Sum(5) = %d, want 10", got)
	}
	in := make(chan int, 3)
	in <- 3
	close(in)
	if got := <-Squares(in); got != 9 {
		t.Errorf("the square of 3 is %d", got)
	}
	if got := Answer(); got != 42 {
		t.Errorf("Answer() = %d, want 42", got)
	}
	p := NewPool(1)
	if p.Use() != 1 || p.Use() != 2 {
		t.Error("the buffer is not reused")
	}
}

func TestQueue(t *testing.T) {
	q := New(1)
	var wg sync.WaitGroup
	wg.Go(func() {
		if got := q.Work(); got != 4 {
			t.Errorf("Work() = %d, want 4", got)
		}
	})
	for _, job := range []int{0, 2, -1} {
		if got, want := q.Add(job), job >= 0; got != want {
			t.Errorf("Add(%d) = %t", job, got)
		}
	}
	q.Close()
	q.Close()
	wg.Wait()
	if q.Add(1) {
		t.Error("a job is added to a closed queue")
	}
}
