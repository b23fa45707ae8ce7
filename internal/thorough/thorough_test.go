package thorough

import (
	"fmt"
	"testing"
)

// modes are the ways to set the flags.
var modes = []struct{ all, long bool }{{}, {all: true}, {long: true}}

// with calls f with the flags set each way, and puts them back.
func with(t *testing.T, f func(all, long bool)) {
	t.Helper()
	wasAll, wasLong := *all, *long
	defer func() { *all, *long = wasAll, wasLong }()
	for _, m := range modes {
		*all, *long = m.all, m.long
		f(m.all, m.long)
	}
}

// TestOneIn checks that about as many tests run as it is asked for, and the others with -long.
func TestOneIn(t *testing.T) {
	ran := map[string]int{}
	with(t, func(all, long bool) {
		mode := fmt.Sprint(all, long)
		t.Run(mode, func(t *testing.T) {
			for i := range 400 {
				t.Run(fmt.Sprint(i), func(t *testing.T) {
					OneIn(t, 4)
					ran[mode]++
				})
			}
		})
	})
	if n := ran["true false"]; n != 400 {
		t.Errorf("%d of 400 tests run with -all", n)
	}
	if n := ran["false false"]; n < 60 || n > 140 {
		t.Errorf("%d of 400 tests run without flags", n)
	}
	if n := ran["false true"]; n < 260 || n > 340 {
		t.Errorf("%d of 400 tests run with -long", n)
	}
}

// TestOnly checks that a test which takes long runs where all do, and with -long, and one that does not only where all
// do and without flags.
func TestOnly(t *testing.T) {
	with(t, func(all, long bool) {
		runs := func(f func(testing.TB)) (ran bool) {
			t.Run("", func(t *testing.T) { f(t); ran = true })
			return ran
		}
		if got := runs(Only); got != (all || long) {
			t.Errorf("-all=%v -long=%v: one that takes long runs: %v", all, long, got)
		}
		if got := runs(Not); got != (all || !long) {
			t.Errorf("-all=%v -long=%v: one that does not runs: %v", all, long, got)
		}
		if once := runs(Only) != runs(Not); once != !all {
			t.Errorf("-all=%v -long=%v: one of two runs: %v", all, long, once)
		}
	})
}
