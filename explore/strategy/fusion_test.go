package strategy_test

import (
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/internal/exploretest/random"
)

// An ignorant oracle proves nothing.
type ignorant struct{ plans bool }

// Ask goes back to the last decision that has something left. Some of its plans are possible and some are not.
func (o ignorant) Ask(q strategy.Question) strategy.Answer {
	for k := len(q.Open) - 1; k >= 0; k-- {
		if len(q.Open[k]) == 0 {
			continue
		}
		a := strategy.Answer{At: k}
		if o.plans {
			for i := range q.Trace.Steps { // what happened, the other way round
				s := q.Trace.Steps[len(q.Trace.Steps)-1-i]
				a.Plan = append(a.Plan, strategy.Hint{G: s.G, Site: s.Site})
			}
		}
		return a
	}
	return strategy.Answer{At: -1}
}

// Where nothing is proved the search covers every trace: it finds the same bugs and final states as dfs, with or without
// plans to follow.
func TestFusionCoversWhatIsNotProved(t *testing.T) {
	fewer := 0
	for seed := range uint64(60) {
		p := random.Generate(seed, "words", "plain", "mutexes", "rwmutexes", "channels", "choices")
		n := rt.NewNumbering()
		want := random.Explore(p, strategy.NewDFS(), n)
		if want.Problem != "" || want.Races || want.Negative {
			continue
		}
		for _, o := range []ignorant{{}, {plans: true}} {
			f := strategy.NewFusion(o, n, false)
			f.Followed = 1 // so that it does not leave programs with choices to others
			got := random.Explore(p, f, n)
			switch {
			case got.Problem != "" || got.Kinds != want.Kinds:
				t.Errorf("seed %d: %s, finds %s, want %s\n%v", seed, got.Problem, got.Kinds, want.Kinds, p)
			case len(got.States) != len(want.States):
				t.Errorf("seed %d: %d traces, want %d\n%v", seed, len(got.States), len(want.States), p)
			}
			if got.Result.Executions < want.Result.Executions {
				fewer++
			}
		}
	}
	if fewer == 0 {
		t.Error("it never runs fewer executions than dfs")
	}
}

// An oracle that proves everything leaves one execution.
type certain struct{}

func (certain) Ask(strategy.Question) strategy.Answer { return strategy.Answer{At: -1} }

// One that cannot follow the program leaves it to others.
type unable struct{}

func (unable) Ask(strategy.Question) strategy.Answer {
	return strategy.Answer{Unable: "it is written in another language"}
}

func TestFusionHeedsTheOracle(t *testing.T) {
	p := random.Generate(3, "words")
	for _, c := range []struct {
		oracle strategy.Oracle
		doubt  string
	}{{certain{}, ""}, {unable{}, "it is written in another language"}} {
		n := rt.NewNumbering()
		f := strategy.NewFusion(c.oracle, n, false)
		got := random.Explore(p, f, n)
		if got.Result.Executions != 1 || f.Incomplete() != c.doubt {
			t.Errorf("%T: %d executions, doubt %q, want 1 and %q", c.oracle, got.Result.Executions, f.Incomplete(), c.doubt)
		}
	}
}
