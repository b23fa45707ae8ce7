package prover

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/calvin-go/calvin/cache"
)

// examples has formulas that can be true, each of which some version of a solver has called contradictory. They are of the kind that Calvin
// asks: integers and functions without a meaning.
//
//go:embed satisfiable/*.smt2
var examples embed.FS

// An examiner says how much a solver may use for its examination.
type examiner struct {
	Limits               // for a question
	whole  time.Duration // for all questions together
}

// usual is the examiner of New and Examine. The count of work ends each question, within a fraction of a second but for
// a solver that starts slowly or a machine that is busy; the times are for solvers that hang.
var usual = examiner{Limits: Limits{RLimit: 50_000, Timeout: 10 * time.Second, Memory: 1024}, whole: 30 * time.Second}

// An Examination is what came of asking a solver formulas that can be true. That a formula is in neither list means
// that the solver has answered each of its questions, in each way of asking, with sat, or with unknown: because its
// procedure is incomplete, or because the count of work ended it, as it will the next time.
type Examination struct {
	Asked int      // how many formulas
	Wrong []string // called contradictory: the solver would prove what does not hold
	// Unanswered has those of which some question was left without an answer: the solver died, printed something else,
	// ran out of memory, or was stopped by the clock. That says nothing for the solver and nothing against it, as the
	// next time may be another.
	Unanswered []string
}

// Examine asks each of the solvers that o names whether formulas can be true that can, in every way in which Calvin asks. The result
// has what any of them said.
func Examine(ctx context.Context, o Options) (Examination, error) {
	backends, err := find(o.withDefaults(), func(backend) error { return nil })
	if err != nil {
		return Examination{}, err
	}
	var all Examination
	for _, b := range backends {
		e, err := usual.examine(ctx, b)
		b.close()
		if err != nil {
			return Examination{}, err
		}
		all.Asked = e.Asked
		all.Wrong, all.Unanswered = append(all.Wrong, e.Wrong...), append(all.Unanswered, e.Unanswered...)
	}
	for _, names := range []*[]string{&all.Wrong, &all.Unanswered} {
		slices.Sort(*names)
		*names = slices.Compact(*names)
	}
	return all, nil
}

// examine asks one solver. It fails if ctx ends.
func (x examiner) examine(ctx context.Context, b backend) (e Examination, err error) {
	files, err := examples.ReadDir("satisfiable")
	if err != nil {
		return e, fmt.Errorf("formulas to examine solvers with: %w", err)
	}
	whole, cancel := context.WithTimeout(ctx, x.whole)
	defer cancel()
	for _, f := range files {
		text, err := examples.ReadFile(path.Join("satisfiable", f.Name()))
		if err != nil {
			return e, fmt.Errorf("formulas to examine solvers with: %w", err)
		}
		t, questions, err := readScript(string(text))
		if err != nil {
			return e, fmt.Errorf("%s: %w", f.Name(), err)
		}
		refuted, answered := x.refutes(whole, b, t, questions)
		if ctx.Err() != nil {
			return e, context.Cause(ctx)
		}
		name := strings.TrimSuffix(f.Name(), ".smt2")
		e.Asked++
		switch {
		case refuted:
			e.Wrong = append(e.Wrong, name)
		case !answered:
			e.Unanswered = append(e.Unanswered, name)
		}
	}
	return e, nil
}

// readScript takes an SMT-LIB script apart: what is declared and asserted before the first check is the theory, what is
// asserted before each of the checks is its question.
func readScript(text string) (theory, []question, error) {
	nodes, err := ParseNodes(text)
	if err != nil {
		return theory{}, nil, err
	}
	var t theory
	var questions []question
	var since []string // asserted since the first check
	for _, n := range nodes {
		switch n.Head() {
		case "declare-fun":
			t.decls = append(t.decls, n.String())
		case "assert":
			if len(questions) == 0 {
				t.formulas = append(t.formulas, n.List[1].String())
			} else {
				since = append(since, n.List[1].String())
			}
		case "check-sat":
			questions = append(questions, question{formulas: slices.Clone(since)})
		default:
			return theory{}, nil, fmt.Errorf("unknown command %s", n)
		}
	}
	return t, questions, nil
}

// refutes reports whether a solver calls one of the questions contradictory, in one of the ways of asking, and whether
// it has answered all of them. It asks no more once one is refuted.
func (x examiner) refutes(ctx context.Context, b backend, t theory, questions []question) (refuted, answered bool) {
	start := func(ctx context.Context) (session, error) { return b.start(ctx, x.Limits) }
	answered = true
	for i, a := range dialects[b.name()].attempts {
		t.attempt = a
		groups := [][]question{slices.Concat(questions, []question{hopeless}, questions)}
		if i > 0 { // these are asked one question only
			groups = slices.Collect(slices.Chunk(questions, 1))
		}
		for _, g := range groups {
			t := t
			t.ahead = g
			one, all := x.anyUnsat(ctx, &dialogue{solver: b.name(), theory: &t, start: start}, g)
			answered = answered && all
			if one {
				return true, answered
			}
		}
	}
	return false, answered
}

// hopeless is a question that can be true, of integers with seventeen digits, at which solvers give up. What is asked
// next may be asked of the same session.
var hopeless = question{
	decls:    []string{"(declare-const cube@1 Int)", "(declare-const cube@2 Int)", "(declare-const cube@3 Int)"},
	formulas: []string{"(= (+ (* cube@1 cube@1 cube@1) (* cube@2 cube@2 cube@2) (* cube@3 cube@3 cube@3)) 42)"},
	tenths:   1,
}

// anyUnsat asks the questions of one dialogue, each within a time of its own.
func (x examiner) anyUnsat(ctx context.Context, d *dialogue, questions []question) (refuted, answered bool) {
	defer d.close()
	answered = true
	for _, q := range questions {
		limited, cancel := context.WithTimeout(ctx, x.Timeout)
		r, err := d.check(limited, q)
		cancel()
		if err == nil && r.verdict == unsat {
			return true, answered
		}
		answered = answered && err == nil && r.answers()
	}
	return false, answered
}

// answers reports whether a response is what the solver says to the question, and will say again.
func (r response) answers() bool {
	return r.verdict != unknown || r.cause == Incomplete || r.cause == ResourceLimit
}

// trusted refuses solvers that are known to prove what does not hold, and examines versions that nobody has looked at. The store remembers
// which of them have passed, that is, have answered everything, and nothing wrong.
//
// A solver that leaves some formulas without an answer is used, as nothing is known against it: an answer that does not
// come proves nothing. But it has not passed, and is examined again the next time. One that answers none of them has
// not been examined at all, and is refused.
func (x examiner) trusted(ctx context.Context, b backend, store *cache.Store) error {
	if b.name() == CVC5 {
		return nil
	}
	is, err := b.version(ctx)
	if err != nil {
		return err
	}
	number := versionNumber.FindString(is)
	if r, known := refused[number]; known {
		return fmt.Errorf("version %s proves what does not hold (%s)", number, r)
	}
	if slices.Contains(tried, number) {
		return nil
	}
	h := cache.NewHash("a solver's examination, every formula answered")
	h.Text(is, examined())
	key := h.Key()
	var passed bool
	if store.Get(key, &passed) {
		return nil
	}
	e, err := x.examine(ctx, b)
	switch {
	case err != nil:
		return err
	case len(e.Wrong) > 0:
		return fmt.Errorf("it proves what does not hold: it calls %s contradictory", strings.Join(e.Wrong, ", "))
	case len(e.Unanswered) == e.Asked:
		return errors.New("nobody has tried its version, and it answers none of the formulas with which such versions are examined")
	case len(e.Unanswered) > 0:
		return nil
	}
	// That it is examined again is all that comes of an error.
	_ = store.Put(key, true)
	return nil
}

// examined is the text of all formulas.
func examined() string {
	var b strings.Builder
	fmt.Fprint(&b, hopeless)
	files, err := examples.ReadDir("satisfiable")
	for _, f := range files {
		text, failure := examples.ReadFile(path.Join("satisfiable", f.Name()))
		err = errors.Join(err, failure)
		b.Write(text)
	}
	if err != nil {
		return err.Error()
	}
	return b.String()
}
