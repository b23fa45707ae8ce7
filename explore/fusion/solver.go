package fusion

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/prover"
)

// A Solver answers questions about one program. It may be used by many goroutines at once.
type Solver struct {
	program *Program
	prover  *prover.Prover
}

// questionTime bounds the time for a formula: one that takes longer is no reason to leave anything out.
const questionTime = 5 * time.Second

// NewSolver makes a Solver of a program.
func NewSolver(p *Program) (*Solver, error) {
	pr, err := prover.New(prover.Options{Timeout: questionTime, RLimit: 20_000_000})
	if err != nil {
		return nil, err
	}
	return &Solver{p, pr}, nil
}

// Close ends the solver.
func (s *Solver) Close() error { return s.prover.Close() }

// Test answers questions about one test: a function of a package, by its path and name.
func (s *Solver) Test(ctx context.Context, path, name string) *Oracle {
	return &Oracle{ctx: ctx, solver: s, path: path, name: name, series: s.prover.Series()}
}

// An Oracle answers questions about one test. It is used by one goroutine at a time.
type Oracle struct {
	ctx        context.Context
	solver     *Solver
	path, name string
	series     *prover.Series

	// Formulas and Time are how many formulas have been solved, and how long that took.
	Formulas int
	Time     time.Duration
}

// Close ends the oracle.
func (o *Oracle) Close() { o.series.Close() }

// Ask finds out what is worth running next.
func (o *Oracle) Ask(q strategy.Question) strategy.Answer {
	test, err := o.solver.program.test(o.path, o.name)
	if err != nil {
		return strategy.Answer{Unable: err.Error()}
	}
	c, err := o.solver.program.follow(test, &q.Trace)
	if err != nil {
		println("DEBUG", o.name, err.Error())
		return strategy.Answer{Unable: "the solver cannot follow the test: " + err.Error()}
	}
	return o.prune(c, &q)
}

// prune finds the last decision at which something that is open may fail (CTP-PRUNE-BACKTRACKSETS, figure 3). If no
// execution fails that begins with a prefix of the trace, none fails that begins with a longer one, so that the shortest
// such prefix is found by bisection. What the solver does not decide may fail.
func (o *Oracle) prune(c *ctp, q *strategy.Question) strategy.Answer {
	// The formulas of longer prefixes are smaller, so these come first.
	low, high := 0, len(q.Open) // all is proved of the prefix of length high
	for step := 1; high > 0; step *= 2 {
		k := max(high-step, 0)
		if !o.solve(c, q, k, nil).proved {
			low = k + 1
			break
		}
		high = k
	}
	for low < high {
		if mid := (low + high) / 2; o.solve(c, q, mid, nil).proved {
			high = mid
		} else {
			low = mid + 1
		}
	}
	for k := high - 1; k >= 0; k-- {
		if len(q.Open[k]) == 0 {
			continue
		}
		v := o.solve(c, q, k, q.Open[k])
		if v.proved {
			continue
		}
		println("DEBUG ans", o.name, "n", len(q.Open), "high", high, "k", k, "plan", len(v.plan), "real", v.real, v.why)
		return strategy.Answer{At: k, Plan: v.plan, Real: v.real}
	}
	return strategy.Answer{At: -1}
}

// A verdict is what the solver says of a formula.
type verdict struct {
	proved bool // no execution fails
	plan   []strategy.Hint
	real   bool
	why    string
}

// solve asks whether an execution fails that begins with the given number of events, and goes on with one of the goroutines.
func (o *Oracle) solve(c *ctp, q *strategy.Question, cut int, allow []int32) verdict {
	f := &formula{c: c, cut: cut, races: q.Races, allow: allow}
	f.build()
	if slices.Contains(f.hyps, "false") {
		return verdict{proved: f.err == nil}
	}
	size := 0
	for _, h := range f.hyps {
		size += len(h)
	}
	if f.err != nil || size > maxSize {
		return verdict{}
	}
	o.Formulas++
	began := time.Now()
	g, err := o.series.Solve(o.ctx, prover.Conjunction{Decls: f.decls, Formulas: f.hyps, Terms: f.terms()})
	o.Time += time.Since(began)
	println("DEBUG solve", o.name, cut, len(allow), len(f.decls), len(f.hyps), size, time.Since(began).String())
	if time.Since(began) > 300*time.Millisecond {
		os.WriteFile(fmt.Sprintf("/tmp/slow-%s-%d-%d.smt2", o.name, o.Formulas, cut), []byte(strings.Join(f.decls, "\n")+"\n(assert "+strings.Join(f.hyps, ")\n(assert ")+")\n(check-sat)\n"), 0o644)
	}
	if err != nil {
		return verdict{}
	}
	switch g.Status {
	case prover.Proved:
		return verdict{proved: true}
	case prover.Refuted:
		return f.plan(g.Values, q)
	}
	println("DEBUG unknown", g.Reason, o.Time.String())
	os.WriteFile("/tmp/unk.smt2", []byte(strings.Join(f.decls, "\n")+"\n(assert "+strings.Join(f.hyps, ")\n(assert ")+")\n(check-sat)\n"), 0o644)
	return verdict{}
}

// terms are what makes a plan of a model.
func (f *formula) terms() []string {
	out := []string{"end"}
	for _, it := range f.c.items[f.fixed:] {
		if it.event >= 0 || it.imagined() {
			out = append(out, f.time(it))
		}
	}
	for _, x := range f.fails {
		out = append(out, x.name)
	}
	for _, b := range f.phantoms() {
		out = append(out, f.leaves(b))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// phantoms are the branches that an execution of the formula may take another way, and go on.
func (f *formula) phantoms() []*branch {
	var out []*branch
	for _, b := range f.c.branches {
		if !b.bail && b.at >= f.cut && f.leaves(b) != "false" {
			out = append(out, b)
		}
	}
	return out
}

// plan is the execution of a model up to the first point where the program is left that the trace knows.
func (f *formula) plan(values map[string]string, q *strategy.Question) verdict {
	v := verdict{}
	number := func(term string) int {
		n, err := strconv.Atoi(values[term])
		if err != nil {
			return 0
		}
		return n
	}
	for _, it := range f.c.items {
		f.visible = f.visible || it.event >= 0 && it.plain
	}
	end := number("end")
	var last *goroutine
	for _, x := range f.fails {
		if values[x.name] == "true" && x.branch != nil {
			last, v.real = x.branch.g, x.branch.fails
			v.why += x.why + " after " + values["end"] + " "
		}
	}
	for _, b := range f.phantoms() {
		prev := f.previous(b)
		if !f.left(b, values) || b.exact || prev == nil || !f.suffix(prev) && b.at < f.cut {
			continue
		}
		if at := number(f.time(prev)); at < end {
			end, last, v.real = at, b.g, false
			v.why += fmt.Sprint("phantom@", at, " of g", b.g.gid, " ")
		}
	}
	type timed struct {
		at int
		it *item
	}
	var steps []timed
	for _, it := range f.c.items[f.fixed:] {
		if at := number(f.time(it)); f.isStep(it) && at <= end && f.happens(it, values) {
			steps = append(steps, timed{at, it})
		}
	}
	slices.SortFunc(steps, func(a, b timed) int { return cmp.Or(a.at-b.at, b.it.id-a.it.id) })
	for _, s := range steps {
		h := strategy.Hint{G: s.it.g.gid}
		if s.it.event >= 0 {
			h.Site = q.Trace.Steps[s.it.event].Site
		}
		v.plan = append(v.plan, h)
	}
	if last != nil {
		v.plan = append(v.plan, strategy.Hint{G: last.gid, Site: rt.Site(0)})
	}
	return v
}

// happens reports whether control comes to an item in a model.
func (f *formula) happens(it *item, values map[string]string) bool {
	for _, g := range it.guards {
		if !g.bail && f.left(g.branch, values) != g.other || g.bail && g.other {
			return false
		}
	}
	return true
}

// left reports whether a branch goes another way in a model.
func (f *formula) left(b *branch, values map[string]string) bool {
	text := f.leaves(b)
	return text == "true" || values[text] == "true"
}

// isStep reports whether an item is a visible operation. Of those of a way that was not taken this is a guess, by which
// others of the kind were.
func (f *formula) isStep(it *item) bool {
	return it.event >= 0 || it.imagined() && (it.atomic || f.visible)
}
