package border

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/other"
)

func together(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// Both orders of two calls are run.
func TestCallOrder(t *testing.T) {
	c, d := other.New(), make(chan bool)
	go func() {
		c.Set("a", 1)
		close(d)
	}()
	if _, ok := c.Get("a"); ok {
		t.Error("set") // want failure
	}
	<-d
}

func TestCallOrderOfFunctions(t *testing.T) {
	other.Forget()
	together(func() { other.Set("a", 1) }, func() {
		if _, ok := other.Get("a"); ok {
			t.Error("set") // want failure
		}
	})
}

// A function with constants for arguments, in an expression.
func TestCallOrderOfConstants(t *testing.T) {
	other.Forget()
	together(func() { _ = 1 + other.Count(2) }, func() {
		if _, ok := other.Get("count"); ok {
			t.Error("set") // want failure
		}
	})
}

func TestCallOrderDeferred(t *testing.T) {
	c := other.New()
	together(func() { defer c.Set("a", 1) }, func() {
		if _, ok := c.Get("a"); ok {
			t.Error("set") // want failure
		}
	})
}

func TestCallOrderByInterface(t *testing.T) {
	type setter interface{ Set(key string, v any) }
	c := other.New()
	var s setter = c
	together(func() { s.Set("a", 1) }, func() {
		if _, ok := c.Get("a"); ok {
			t.Error("set") // want failure
		}
	})
}

func TestCallOrderOfGo(t *testing.T) {
	c := other.New()
	go c.Set("a", 1)
	if _, ok := c.Get("a"); ok {
		t.Error("set") // want failure
	}
}

func TestCallOrderOfFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	together(func() { os.WriteFile(name, nil, 0o600) }, func() {
		if _, err := os.Stat(name); err == nil {
			t.Error("there") // want failure
		}
	})
}

// Environment variables are state of package os.
func TestCallOrderOfEnvironment(t *testing.T) {
	os.Unsetenv("CALVIN_BORDER")
	together(func() { os.Setenv("CALVIN_BORDER", "x") }, func() {
		if os.Getenv("CALVIN_BORDER") != "" {
			t.Error("set") // want failure
		}
	})
}

// What is put into a cache is ordered before who gets it.
func TestCallPublishes(t *testing.T) {
	c := other.New()
	together(func() {
		x := new(int)
		*x = 1
		c.Set("a", x)
	}, func() {
		if x, ok := c.Get("a"); ok && *x.(*int) != 1 {
			t.Error("not yet")
		}
	})
}

func TestCallPublishesByThePackage(t *testing.T) {
	other.Forget()
	together(func() {
		x := new(int)
		*x = 1
		other.Set("a", x)
	}, func() {
		if x, ok := other.Get("a"); ok && *x.(*int) != 1 {
			t.Error("not yet")
		}
	})
}

func TestCallPublishesDeferred(t *testing.T) {
	c := other.New()
	together(func() {
		x := new(int)
		defer c.Set("a", x)
		*x = 1
	}, func() {
		if x, ok := c.Get("a"); ok && *x.(*int) != 1 {
			t.Error("not yet")
		}
	})
}

// A lock of code that is not instrumented.
func TestCallLocks(t *testing.T) {
	var f other.Flag
	n := 0
	add := func() {
		if f.TryTake() {
			defer f.Give()
			n++
		}
	}
	together(add, add)
}

// It orders nothing if it is given back too early: the race is there in some order of the calls.
func TestCallLocksTooShort(t *testing.T) {
	var f other.Flag
	n := 0
	add := func() {
		if f.TryTake() {
			f.Give()
			n++ // want race
		}
	}
	together(add, add)
}

// A race on two sides of calls is not hidden by them.
func TestCallHidesNothing(t *testing.T) {
	c := other.New()
	n := 0
	together(func() {
		n = 1 // want race
		c.Set("a", 1)
	}, func() {
		c.Get("a")
		n = 2 // want race
	})
	_ = n
}

// Nor by the state of the package.
func TestCallHidesNothingByThePackage(t *testing.T) {
	n := 0
	together(func() {
		n = 1 // want race
		other.New()
	}, func() {
		other.New()
		n = 2 // want race
	})
	_ = n
}

// The race is in one order of the calls only.
func TestCallRaceInOneOrder(t *testing.T) {
	c := other.New()
	n := 0
	together(func() {
		n = 1 // want race
		c.Set("a", 1)
	}, func() {
		if _, ok := c.Get("a"); !ok {
			n = 2 // want race
		}
	})
	_ = n
}

// A function that another one gets by way of a cache is not ordered after what comes later.
func TestCallOfRegistered(t *testing.T) {
	c := other.New()
	n := 0
	together(func() {
		c.Set("f", func() { n++ }) // want race
		n = 1                      // want race
	}, func() { c.Each(func(f any) { f.(func())() }) })
}

// Calls that are passed one object are dependent, whatever package they are of.
func TestCallArgument(t *testing.T) {
	x := new(int)
	n := 0
	together(func() {
		n = 1 // want race
		other.Touch(x)
	}, func() {
		other.Touch(x)
		n = 2 // want race
	})
	_ = n
}

func TestCallGeneric(t *testing.T) {
	var n atomic.Int32
	together(func() { other.Twice(&n); n.Add(1) }, func() { other.Twice[*atomic.Int32](&n); n.Add(1) })
	if n.Load() != 2 {
		t.Error("wrong")
	}
}

// An own type is called as it is.
func TestCallOfOwn(t *testing.T) {
	o := &own{}
	var a other.Toucher = o
	together(func() { a.Touch() }, func() { a.Touch() })
}

type own struct{ n int }

func (o *own) Touch() { o.n++ } // want race
