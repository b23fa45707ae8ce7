package confined

import (
	"sync"
	"testing"
)

func use(t *testing.T, h *Hub) {
	var wg sync.WaitGroup
	wg.Go(func() { h.Join("b") })
	h.Join("a")
	wg.Wait()
	if n := h.Joined(); n < 2 {
		t.Error(n)
	}
}

func TestLoop(t *testing.T) {
	h := New()
	use(t, h)
	close(h.stop)
}

func TestCounted(t *testing.T) {
	var wg sync.WaitGroup
	h := NewCounted(&wg)
	use(t, h)
	close(h.stop)
	wg.Wait()
}

func TestAlone(t *testing.T) {
	h := NewAlone()
	use(t, h)
	close(h.stop)
}

func TestTwoHubs(t *testing.T) {
	g, h := New(), New()
	use(t, g)
	use(t, h)
	close(g.stop)
	close(h.stop)
}

func TestPeek(t *testing.T) {
	h := New()
	h.Peek()
	close(h.stop)
}

func TestPeekCounted(t *testing.T) {
	var wg sync.WaitGroup
	h := NewCounted(&wg)
	h.Peek()
	close(h.stop)
	wg.Wait()
}

func TestLookup(t *testing.T) {
	h := New()
	h.Join("a")
	h.Lookup("a")
	close(h.stop)
}

func TestForget(t *testing.T) {
	h := New()
	h.Join("a")
	h.Forget()
	close(h.stop)
}

func TestSecondLoop(t *testing.T) {
	h := Twice()
	h.Join("a")
	h.Joined()
	close(h.stop)
}

func TestLateChange(t *testing.T) {
	h := Late()
	close(h.stop)
}
