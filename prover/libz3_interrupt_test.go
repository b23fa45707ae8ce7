//go:build unix

package prover

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The user's interrupt reaches the program while Z3 is at work in it, and after.
func TestInterruptWhileProving(t *testing.T) {
	p := newTestProver(t, Options{Workers: 2, Timeout: 3 * time.Second})
	prove(t, p, arith(goal("false")))
	arrived := make(chan os.Signal, 1)
	signal.Notify(arrived, syscall.SIGINT)
	defer signal.Stop(arrived)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if r, err := p.Prove(t.Context(), arith(hard())); err != nil || r.Goals[0].Status != Unknown {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	time.Sleep(500 * time.Millisecond)
	interruptSelf(t, arrived)
	wg.Wait()
	interruptSelf(t, arrived)
}

func interruptSelf(t *testing.T, arrived <-chan os.Signal) {
	t.Helper()
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-arrived:
	case <-time.After(5 * time.Second):
		t.Error("the interrupt did not arrive")
	}
}
