package prover

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

func store(t *testing.T) *cache.Store {
	t.Helper()
	s, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRemember(t *testing.T) {
	s := store(t)
	make := func() *vcgen.VC {
		vain := goal("(< x 0)")
		vain.Cover = &ir.Cover{}
		return arith(goal("(< x 5)"), goal("(= x 6)", "x"), vain)
	}
	first := prove(t, newTestProver(t, Options{Cache: s}), make())
	vc := make()
	second := prove(t, newTestProver(t, Options{Cache: s}), vc)
	if first.Cached || !second.Cached {
		t.Fatalf("cached: first %v, second %v", first.Cached, second.Cached)
	}
	same := cmp.Options{cmpopts.IgnoreFields(GoalResult{}, "Goal", "Time")}
	if diff := cmp.Diff(first.Goals, second.Goals, same); diff != "" {
		t.Errorf("first and second: %s", diff)
	}
	for i, g := range second.Goals {
		if g.Goal != vc.Goals[i] {
			t.Errorf("goal %d is not that of the question", i)
		}
	}
}

// TestForget changes one thing that an answer depends on, each time another: none may have the old answer.
func TestForget(t *testing.T) {
	s := store(t)
	base := func() *vcgen.VC {
		vc := loop([]*vcgen.Candidate{candidate("c", "(>= x 0)")}, "(< x 0)")
		vc.Quantified = []string{"(forall ((r Ref)) (= r r))"}
		g := vc.Goals[0]
		g.Decls, g.Hyps, g.Quantified, g.Terms = []string{"(declare-const own Int)"}, []string{"(= own 1)"}, []string{"(= own 1)"}, []string{"own"}
		return vc
	}
	key := func(o Options, vc *vcgen.VC) cache.Key {
		t.Helper()
		o.Cache = s
		p := newTestProver(t, o)
		k, err := p.key(vc)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	want := key(Options{}, base())
	if key(Options{}, base()) != want {
		t.Fatal("the same question has another key")
	}
	seen := map[cache.Key]string{want: "the question itself"}
	differs := func(what string, k cache.Key) {
		t.Helper()
		if k == (cache.Key{}) {
			t.Errorf("%s: no key", what)
		}
		if other, ok := seen[k]; ok {
			t.Errorf("%s has the key of %s", what, other)
		}
		seen[k] = what
	}
	for what, change := range map[string]func(*vcgen.VC){
		"declaration":                         func(vc *vcgen.VC) { vc.Decls = append(vc.Decls, "(declare-const more Int)") },
		"hypothesis":                          func(vc *vcgen.VC) { vc.Hyps = append(vc.Hyps, "true") },
		"hypothesis as declaration":           func(vc *vcgen.VC) { vc.Decls, vc.Hyps = append(vc.Decls, vc.Hyps...), nil },
		"quantified hypothesis":               func(vc *vcgen.VC) { vc.Quantified = nil },
		"no candidate":                        func(vc *vcgen.VC) { vc.Candidates = nil },
		"literal of a candidate":              func(vc *vcgen.VC) { vc.Candidates[0].Lit = "p" },
		"no obligation":                       func(vc *vcgen.VC) { vc.Candidates[0].Obligations = nil },
		"obligation":                          func(vc *vcgen.VC) { vc.Candidates[0].Obligations[0].Neg = "false" },
		"obligation's declaration":            func(vc *vcgen.VC) { vc.Candidates[0].Obligations[0].Decls = []string{"(declare-const more Int)"} },
		"no goal":                             func(vc *vcgen.VC) { vc.Goals = nil },
		"goal twice":                          func(vc *vcgen.VC) { vc.Goals = append(vc.Goals, vc.Goals[0]) },
		"goal's declaration":                  func(vc *vcgen.VC) { vc.Goals[0].Decls[0] = "(declare-const own Real)" },
		"goal's hypothesis":                   func(vc *vcgen.VC) { vc.Goals[0].Hyps = nil },
		"goal's negation":                     func(vc *vcgen.VC) { vc.Goals[0].Neg = "(< x 1)" },
		"goal's quantified hypothesis":        func(vc *vcgen.VC) { vc.Goals[0].Quantified = nil },
		"goal's terms":                        func(vc *vcgen.VC) { vc.Goals[0].Terms = nil },
		"cover instead of an assertion":       func(vc *vcgen.VC) { vc.Goals[0].Cover = &ir.Cover{} },
		"hypothesis with the goal's negation": func(vc *vcgen.VC) { vc.Goals[0].Hyps = append(vc.Goals[0].Hyps, vc.Goals[0].Neg) },
	} {
		vc := base()
		change(vc)
		differs(what, key(Options{}, vc))
	}
	for what, o := range map[string]Options{
		"resources": {RLimit: 1000}, "time": {Timeout: time.Second}, "memory": {Memory: 100}, "solver": {Solver: Z3},
	} {
		differs(what, key(o, base()))
	}
	p := newTestProver(t, Options{})
	p.version = func() (string, error) { return "libz3 of next year", nil }
	k, err := p.key(base())
	if err != nil {
		t.Fatal(err)
	}
	differs("version", k)
}

// TestUnrepeatable: what a limit of this machine or a fault ended is asked again; what the solver's own count of work ended
// is not.
func TestUnrepeatable(t *testing.T) {
	tests := map[string]struct {
		options Options
		cached  bool
	}{
		"time":      {Options{Timeout: time.Millisecond, RLimit: 1 << 40}, false},
		"resources": {Options{RLimit: 20_000}, true},
		"fault":     {asFake(t, "die", Z3), false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			test.options.Cache = store(t)
			var r *Result
			for range 2 {
				r = prove(t, newTestProver(t, test.options), arith(hard()))
				if g := r.Goals[0]; g.Status != Unknown {
					t.Fatalf("%+v, want unknown", g)
				}
			}
			if r.Cached != test.cached {
				t.Errorf("%s: cached is %v", r.Goals[0].Reason, r.Cached)
			}
		})
	}
}
