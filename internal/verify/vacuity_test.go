package verify

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vacuous has functions of which no execution reaches the end, be it that something fails before, or that assumptions
// contradict each other, or both.
const vacuous = `package m

import "sync/atomic"

// Assertion can be passed by nobody.
func Assertion() {
	a := [4]int{}
	//calvin:assert a[1] == 7
	_ = a[0]
}

func Panic() int {
	var p *int
	return *p
}

func Branches(n int) int {
	if n > 0 {
		panic("positive")
	}
	n = 0
	//calvin:assert n == 1
	return n
}

type T struct {
	//calvin:atomic_only
	n int64
}

// Access goes wrong in the other check.
func Access(t *T) int64 { return t.n }

// Invariant is assumed at the head of its loop, where it does not hold.
func Invariant(n int) {
	i := 0
	//calvin:invariant i == 1
	for n > 0 {
		n -= i
	}
}

// AssertionBefore is a fault, and the state in which the loop begins follows from it.
func AssertionBefore(n int) {
	i := 0
	//calvin:assert i == 1
	//calvin:invariant i == 0
	for n > 0 {
		n -= i
	}
}

// Invariants that contradict each other are worth a word besides what does not hold of them.
func Invariants(n int) {
	i := 0
	//calvin:invariant i > 5
	//calvin:invariant i < 5
	for n > 0 {
		n -= i
	}
}

func Assumptions(n int) {
	//calvin:assume n > 3 && n < 2
	_ = n
}

// AssertionFirst is a fault, and the assumptions after it are another.
func AssertionFirst(n int) {
	//calvin:assert n == 2
	//calvin:assume n > 3 && n < 2
	_ = n
}

var total atomic.Int64

// Steps begins with a block that is no action; with what is left of the specification then, it cannot end.
//
//calvin:atomic
//calvin:modifies total
//calvin:ensures  total == old(total)+1
func Steps() {
	total.Add(2)
	total.Add(-1)
}

// Elsewhere fails in a branch from which no way leads to the end.
func Elsewhere(n int) int {
	if n == 5 {
		panic("five")
	}
	//calvin:assume n > 3 && n < 2
	return n
}
`

// TestVacuity: that a function never returns is a fault by itself, unless it follows from another one.
func TestVacuity(t *testing.T) {
	want := map[string][]string{
		"Assertion":       {"CV0501"},
		"Panic":           {"CV0601"},
		"Branches":        {"CV0501", "CV0606"},
		"Access":          {"CV0101"},
		"Invariant":       {"CV0502", "CV0706"},
		"AssertionBefore": {"CV0501"},
		"Invariants":      {"CV0502", "CV0706"},
		"Assumptions":     {"CV0705"},
		"AssertionFirst":  {"CV0501", "CV0705"},
		"Elsewhere":       {"CV0606", "CV0705"},
		"Steps":           {"CV0301"},
	}
	result, _ := check(t, vacuous)
	got := map[string][]string{}
	for _, d := range result.Findings {
		got[d.Function] = append(got[d.Function], d.Code)
	}
	for codes := range maps.Values(got) {
		slices.Sort(codes)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings differ (-want +got):\n%s", diff)
	}
	if s := result.Summary; s.Verified != 0 || s.Failed != len(want) {
		t.Errorf("%d functions are verified and %d fail, want %d to fail", s.Verified, s.Failed, len(want))
	}
}
