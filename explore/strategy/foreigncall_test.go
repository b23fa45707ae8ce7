package strategy_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
)

func init() {
	rt.RegisterCallees(0, []rt.Callee{
		{Name: "p.F", Package: "p", Operates: true}, {Name: "q.F", Package: "q", Operates: true}, {Name: "stateless", Operates: true},
	})
}

// call calls a function of one of two packages, or of none, which is passed some of the objects.
func call(site rt.Site, callee int, objects ...*int) {
	for i, o := range objects {
		if i == len(objects)-1 {
			rt.Calls(site, callee, i, rt.Reaches|rt.AsWord, o)
		} else {
			rt.Pass(rt.Reaches|rt.AsWord, o)
		}
	}
	if len(objects) == 0 {
		rt.Called(site, callee, 0)
	}
}

// callProgram has goroutines that call functions. Each observes who has called before on what it reaches.
func callProgram(t *rt.T, seed uint64, seen map[string]bool) {
	random := rand.New(rand.NewPCG(seed, 3))
	objects := []*int{rt.New(new(int)), rt.New(new(int))}
	states := map[any]string{}
	got := make([]string, 2+random.IntN(2))
	for i := range got {
		var list []func()
		for range 6/len(got) - random.IntN(2) {
			callee := random.IntN(3)
			reached := []any{callee}
			if callee == 2 {
				reached = nil
			}
			var passed []*int
			for _, o := range objects {
				if random.IntN(2) == 0 {
					passed, reached = append(passed, o), append(reached, o)
				}
			}
			list = append(list, func() {
				call(1, callee, passed...)
				for _, o := range reached {
					got[i] += states[o] + ";"
					states[o] += fmt.Sprint(i)
				}
			})
		}
		rt.Go(9, func() {
			for _, f := range list {
				f()
			}
		})
	}
	t.AtEnd(func() { seen[fmt.Sprint(got)] = true })
}

// Calls of functions that are not instrumented depend on each other by what they are passed and by their packages.
func TestCalls(t *testing.T) { compareWithDFS(t, callProgram) }

// racyProgram has goroutines that access memory between calls.
func racyProgram(seed uint64) {
	random := rand.New(rand.NewPCG(seed, 4))
	objects := []*int{rt.New(new(int)), rt.New(new(int))}
	memory := rt.New(new(int))
	for g := range 2 + random.IntN(2) {
		var list []func()
		for range 1 + random.IntN(3) {
			callee, o := random.IntN(3), objects[random.IntN(2)]
			list = append(list, func() { call(1, callee, o) })
		}
		at := random.IntN(len(list) + 1)
		rt.Go(9, func() {
			for i, f := range list {
				if i == at {
					*rt.W(rt.Site(10+g), memory) = g
				}
				f()
			}
			if at == len(list) && g == 0 {
				*rt.W(rt.Site(10+g), memory) = g
			}
		})
	}
}

// However calls order memory, they hide no race: accesses that nothing else orders are one.
func TestCallsHideNoRace(t *testing.T) {
	none := 0
	for seed := range uint64(200) {
		var accesses [2]bool
		found := [2]bool{}
		for i, s := range []rt.Strategy{strategy.NewDPOR(), strategy.NewBPOR(20)} {
			r := rt.Explore(rt.Config{Strategy: s}, func(*rt.T) { racyProgram(seed) })
			found[i] = len(r.Bugs) > 0
			accesses[i] = racyAccesses(seed) > 1
		}
		if found != accesses {
			t.Errorf("seed %d: races are found: %v, there are some: %v", seed, found, accesses)
		}
		if !accesses[0] {
			none++
		}
	}
	if none < 5 || none > 150 {
		t.Errorf("%d programs have no race", none)
	}
}

// racyAccesses is how many goroutines of a program access the memory.
func racyAccesses(seed uint64) int {
	random := rand.New(rand.NewPCG(seed, 4))
	n := 0
	for g := range 2 + random.IntN(2) {
		length := 1 + random.IntN(3)
		for range length {
			random.IntN(3)
			random.IntN(2)
		}
		if at := random.IntN(length + 1); at < length || g == 0 {
			n++
		}
	}
	return n
}
