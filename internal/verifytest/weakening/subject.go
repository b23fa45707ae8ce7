package weakening

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/prover"
	"github.com/calvin-go/calvin/reduce"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/vcgen"
)

// A subject is a declaration with marks, of a function with its literals, or the annotations of a unit.
type subject struct {
	*unit
	decl   string          // its place
	begins map[string]bool // the functions that it declares; nil: the annotations
	marked map[int]bool    // its lines with marks
	passed map[int]bool    // the sites that its translation passes
	sums   []string        // of its forms, without a mutant
	size   int
	rank   int          // how many subjects of the unit are smaller
	found  map[int]bool // the lines with marks where something is found without a mutant; nil: not known yet
}

func (s *subject) name() string {
	return s.unit.name + " " + filepath.Base(s.decl)
}

// beginning tells a function of a program from others, and finds it in another program of the same package.
func beginning(fn *desugar.Function) string { return fn.Start.String() + " " + fn.Name }

// A form is what is to be proved of one function: its translation, and the programs that it is reduced to.
type form struct {
	fn       *ir.Func
	refused  []error
	programs []*ir.Program
}

type forms []form

func (fs forms) size() int {
	n := 0
	for _, f := range fs {
		for _, p := range f.programs {
			n += len(p.Blocks)
		}
	}
	return n
}

// translate gives the forms of all functions of the subject. An error is a fault: the verifier has broken down.
func (s *subject) translate(ctx context.Context, prog *desugar.Program) (all forms, err error) {
	defer recovered(&err)
	if s.begins == nil {
		f := prog.Declarations(s.pkg.PkgPath)
		if f == nil {
			return nil, nil
		}
		programs, refused := reduce.Predicates(ctx, f)
		return forms{{fn: f, programs: programs, refused: listOf(refused)}}, nil
	}
	for _, fn := range prog.Functions(s.pkg.PkgPath) {
		if !s.begins[beginning(fn)] {
			continue
		}
		translated, err := prog.Translate(ctx, fn)
		if err != nil {
			return nil, err
		}
		f := form{fn: translated}
		if err := ir.CheckFunc(f.fn); err != nil {
			return nil, err
		}
		if len(f.fn.Unsupported) == 0 {
			for _, ends := range []reduce.Ends{{}, nil} { // as few blocks as may be, and as many
				f.add(reduce.AbstractionWith(ctx, f.fn, ends))
			}
			f.add(reduce.Access(ctx, f.fn))
		}
		all = append(all, f)
	}
	return all, nil
}

func (f *form) add(p *ir.Program, refused error) {
	f.refused = append(f.refused, listOf(refused)...)
	if refused == nil {
		f.programs = append(f.programs, p)
	}
}

func listOf(err error) []error {
	if err == nil {
		return nil
	}
	return []error{err}
}

// sums tell forms apart.
func sums(fs forms) []string {
	var all []string
	for _, f := range fs {
		all = append(all, sum(f.fn.Unsupported), fmt.Sprint(f.refused))
		for _, p := range f.programs {
			all = append(all, sum(p))
		}
	}
	return all
}

// sum is the digest of a value; one that is too large has one that no other has.
func sum(v any) string {
	digest, ok := ir.Digest(ir.Exact, v)
	if !ok {
		return rand.Text()
	}
	return string(digest[:])
}

// A judge proves what is asserted at lines with marks.
type judge struct {
	prover  *prover.Prover
	reaches []vcgen.Tier // the instances that are tried: a proof with any of them counts
}

// patience bounds the translation of a mutant, and the proof of one function.
const patience = 20 * time.Second

// missed returns a line with a mark where nothing is found any more of what is found without a mutant; 0 if there is none.
func (j *judge) missed(ctx context.Context, s *subject, found map[int]bool) (int, error) {
	if !slices.ContainsFunc(slices.Collect(maps.Keys(s.marked)), func(line int) bool { return !found[line] }) {
		return 0, nil
	}
	if s.found == nil {
		plain, err := s.translate(ctx, s.prog)
		if err != nil {
			return 0, fmt.Errorf("without a mutant: %w", err)
		}
		if s.found, err = j.findings(ctx, s, plain); err != nil {
			return 0, fmt.Errorf("without a mutant: %w", err)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(s.found)) {
		if !found[line] {
			return line, nil
		}
	}
	return 0, nil
}

// findings returns the lines with marks where something is found that is marked.
func (j *judge) findings(ctx context.Context, s *subject, fs forms) (found map[int]bool, err error) {
	defer recovered(&err)
	found = map[int]bool{}
	note := func(d *report.Diagnostic) {
		if s.marks[d.Start.Line] == s.what(d) {
			found[d.Start.Line] = true
		}
	}
	for _, f := range fs {
		for _, n := range f.fn.Unsupported {
			note(report.FromUnsupported(f.fn, n))
		}
		for _, refused := range f.refused {
			note(report.FromUnsupported(f.fn, ir.Note{Span: f.fn.Span, Text: refused.Error()}))
		}
		if len(f.fn.Unsupported)+len(f.refused) > 0 && s.begins != nil {
			continue
		}
		if err := j.prove(ctx, s, f, note); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// prove proves what is asserted at lines with marks in one function.
func (j *judge) prove(ctx context.Context, s *subject, f form, note func(*report.Diagnostic)) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	series := j.prover.Series()
	defer series.Close()
	if s.begins == nil {
		for _, p := range f.programs {
			if _, err := j.program(ctx, series, s, f.fn, p, note); err != nil {
				return err
			}
		}
		return nil
	}
	for ends := (reduce.Ends{}); ; {
		p, err := reduce.AbstractionWith(ctx, f.fn, ends)
		if err != nil {
			return err
		}
		more, err := j.program(ctx, series, s, f.fn, p, note)
		if err != nil {
			return err
		}
		if len(more) == 0 {
			break
		}
		for _, step := range more {
			ends[step] = true
		}
	}
	_, err := j.program(ctx, series, s, f.fn, f.programs[len(f.programs)-1], note)
	return err
}

// program notes what is not proved of a program, unless blocks turn out to end where it supposes that none does.
func (j *judge) program(ctx context.Context, series *prover.Series, s *subject, f *ir.Func, p *ir.Program,
	note func(*report.Diagnostic)) (ends []*ir.Step, err error) {
	var open []*report.Diagnostic
	wants := func(a *ir.Assert) bool { return a.Check.Ends != nil || s.marks[a.Span.Start.Line] != "" }
	for _, reach := range j.reaches {
		vc, err := vcgen.GenerateFor(ctx, p, reach, wants)
		if err != nil {
			note(report.FromUnsupported(f, ir.Note{Span: f.Span, Text: err.Error()}))
			return nil, nil
		}
		vc.Goals = slices.DeleteFunc(vc.Goals, func(g *vcgen.Goal) bool {
			return g.Cover != nil && s.marks[g.Cover.Span.Start.Line] == ""
		})
		if len(vc.Goals) == 0 {
			return nil, nil
		}
		if reach == vcgen.Near {
			vc.Tier = vcgen.Near // one attempt is enough
		}
		for _, g := range vc.Goals {
			g.Terms = nil // nobody looks at counterexamples
		}
		answers, err := series.Prove(ctx, vc)
		if err != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, err
		}
		if ends, open = unproved(f, vc, answers); len(open)+len(ends) == 0 {
			return nil, nil
		}
	}
	if len(ends) == 0 {
		for _, d := range open {
			note(d)
		}
	}
	return ends, nil
}

// unproved returns what is not proved: steps before which blocks may end, and findings.
func unproved(f *ir.Func, vc *vcgen.VC, answers *prover.Result) (ends []*ir.Step, open []*report.Diagnostic) {
	for i, g := range vc.Goals {
		undecided := answers == nil || answers.Goals[i].Status == prover.Unknown
		if !undecided && answers.Goals[i].Status == prover.Proved {
			continue
		}
		if g.Assert != nil && g.Assert.Check.Ends != nil {
			ends = append(ends, g.Assert.Check.Ends)
			continue
		}
		d := &report.Diagnostic{Verdict: report.Refuted}
		if g.Assert != nil {
			d.Span = g.Assert.Span
			undecided = undecided || len(f.Doubts) > 0 && g.Assert.Check.Kind <= ir.WriteRace
		} else {
			d.Span = g.Cover.Span
		}
		if undecided {
			d.Verdict = report.Undecided
		}
		open = append(open, d)
	}
	return ends, open
}
