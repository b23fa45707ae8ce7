package rt_test

import (
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
)

func TestAccessed(t *testing.T) {
	for text, want := range map[string]string{
		"n":                              "n",
		"c.n++":                          "c.n",
		"*p = 1":                         "*p",
		"a, b = f()":                     "this memory",
		"_, err = f(x, y)":               "err",
		"s.n, _ = f()":                   "s.n",
		"_ = n":                          "this memory",
		"atomic.AddInt64(&c.n, 1)":       "c.n",
		"atomic.LoadInt64(&n)":           "n",
		"atomic.AddInt64(p, 1)":          "this memory",
		"iter.Pull(upTo(3))":             "the iterator of iter.Pull",
		"f(a) + g":                       "this memory",
		"m[i] = i":                       "m[i]",
		"x, y := <-c":                    "this memory",
		"atomic.StoreInt32(&a[i], f(b))": "a[i]",
	} {
		if got := rt.Accessed(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
