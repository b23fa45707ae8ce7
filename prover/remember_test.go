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
		g := vc.Goals[0]
		g.Decls, g.Hyps, g.Terms = []string{"(declare-const own Int)"}, []string{"(= own 1)"}, []string{"own"}
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

// TestForgetQuantifiers: where an answer rests on quantified hypotheses, others have another answer; where it does not, they are not
// even written.
func TestForgetQuantifiers(t *testing.T) {
	nonnegative := "(forall ((o Ref)) (! (>= (select m o) 0) :pattern ((select m o))))"
	decl := "(declare-const m2 (Array Ref Int))"
	for name, test := range map[string]struct {
		neg    string
		before vcgen.Further
		after  *vcgen.Further // the same
		want   Status
		cached bool
	}{
		"the same":             {"(< (select m r) 0)", vcgen.Further{Hyps: []string{nonnegative}}, nil, Proved, true},
		"gone":                 {"(< (select m r) 0)", vcgen.Further{Hyps: []string{nonnegative}}, &vcgen.Further{}, Refuted, false},
		"new":                  {"(< (select m r) 0)", vcgen.Further{}, &vcgen.Further{Hyps: []string{nonnegative}}, Proved, false},
		"declared otherwise":   {"(< (select m r) 0)", vcgen.Further{Hyps: []string{nonnegative}}, &vcgen.Further{Decls: []string{decl}, Hyps: []string{nonnegative}}, Proved, false},
		"refuted all the same": {"(> (select m r) 0)", vcgen.Further{Hyps: []string{nonnegative}}, nil, Refuted, true},
		"not asked for":        {"(< x 5)", vcgen.Further{Hyps: []string{nonnegative}}, &vcgen.Further{}, Proved, true},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Cache: store(t)}
			written := 0
			ask := func(f *vcgen.Further) *Result {
				vc := arith(goal(test.neg))
				vc.Truncated = true
				vc.Further = func(*vcgen.Goal) (*vcgen.Further, error) {
					written++
					return f, nil
				}
				return prove(t, newTestProver(t, o), vc)
			}
			ask(&test.before)
			after := test.after
			if after == nil {
				after = &test.before
			}
			r := ask(after)
			if r.Cached != test.cached || r.Goals[0].Status != test.want {
				t.Errorf("%v, cached %t; want %v, cached %t", r.Goals[0].Status, r.Cached, test.want, test.cached)
			}
			if name == "not asked for" && written > 0 {
				t.Error("quantifiers are written that nobody asks for")
			}
		})
	}
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
