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

// examination bounds what a solver may use for a formula. All but one of the formulas take less by far.
var examination = Limits{RLimit: 50_000, Timeout: 500 * time.Millisecond, Memory: 1024}

// Examine asks each of the solvers that o names whether formulas can be true that can, in every way in which Calvin asks. It returns the names of
// those that one calls contradictory: it would prove what does not hold.
func Examine(ctx context.Context, o Options) ([]string, error) {
	backends, err := find(o.withDefaults(), func(backend) error { return nil })
	if err != nil {
		return nil, err
	}
	var wrong []string
	for _, b := range backends {
		w, err := examine(ctx, b)
		wrong = append(wrong, w...)
		b.close()
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(wrong)
	return slices.Compact(wrong), nil
}

// examine asks one solver.
func examine(ctx context.Context, b backend) (wrong []string, err error) {
	files, err := examples.ReadDir("satisfiable")
	if err != nil {
		return nil, fmt.Errorf("formulas to examine solvers with: %w", err)
	}
	for _, f := range files {
		text, err := examples.ReadFile(path.Join("satisfiable", f.Name()))
		if err != nil {
			return nil, fmt.Errorf("formulas to examine solvers with: %w", err)
		}
		t, questions, err := readScript(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		refuted, err := refutes(ctx, b, t, questions)
		if err != nil {
			return nil, err
		}
		if refuted {
			wrong = append(wrong, strings.TrimSuffix(f.Name(), ".smt2"))
		}
	}
	return wrong, nil
}

// readScript takes an SMT-LIB script apart: what is declared and asserted before the first check is the theory, what is asserted before each of
// the checks is its question.
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

// refutes reports whether a solver calls one of the questions contradictory, in one of the ways of asking. It fails if ctx ends.
func refutes(ctx context.Context, b backend, t theory, questions []question) (bool, error) {
	start := func(ctx context.Context) (session, error) { return b.start(ctx, examination) }
	for i, a := range dialects[b.name()].attempts {
		t.attempt = a
		groups := [][]question{questions}
		if i > 0 { // these are asked one question only
			groups = slices.Collect(slices.Chunk(questions, 1))
		}
		for _, g := range groups {
			t := t
			t.ahead = g
			refuted, err := anyUnsat(ctx, &dialogue{solver: b.name(), theory: &t, start: start}, g)
			if refuted || err != nil {
				return refuted, err
			}
		}
	}
	return false, nil
}

// anyUnsat asks the questions of one dialogue, each within a time of its own.
func anyUnsat(ctx context.Context, d *dialogue, questions []question) (bool, error) {
	defer d.close()
	for _, q := range questions {
		limited, cancel := context.WithTimeout(ctx, examination.Timeout)
		r, err := d.check(limited, q)
		cancel()
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		if err == nil && r.verdict == unsat {
			return true, nil
		}
	}
	return false, nil
}

// trusted refuses solvers that are known to prove what does not hold, and examines versions that nobody has looked at. The store remembers
// which of them have passed.
func trusted(ctx context.Context, b backend, store *cache.Store) error {
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
	h := cache.NewHash("a solver's examination")
	h.Text(is, examined())
	key := h.Key()
	var passed bool
	if store.Get(key, &passed) {
		return nil
	}
	wrong, err := examine(ctx, b)
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		return fmt.Errorf("it proves what does not hold: it calls %s contradictory", strings.Join(wrong, ", "))
	}
	// That it is examined again is all that comes of an error.
	_ = store.Put(key, true)
	return nil
}

// examined is the text of all formulas.
func examined() string {
	var b strings.Builder
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
