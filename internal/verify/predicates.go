package verify

import (
	"context"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/reduce"
	"github.com/calvin-go/calvin/report"
)

// predicates checks the annotations of a package by themselves. Those that are not proved taint the functions that
// rest on them.
func (r *run) predicates(ctx context.Context, pkg *packages.Package) []*report.Diagnostic {
	var findings []*report.Diagnostic
	ctx, cancel := r.budget(ctx, pkg.PkgPath)
	defer cancel()
	fault := r.guard("check the annotations of "+pkg.PkgPath, func() (err error) {
		findings, err = r.declarations(ctx, pkg)
		return err
	})
	if fault != nil {
		r.taints.files(pkg)
		findings = append(findings, fault.finding(pkg))
	}
	for _, d := range findings {
		d.Function = "" // it is about the package
		if !d.Start.IsValid() {
			d.Span = packageSpan(pkg)
		}
	}
	return findings
}

// declarations proves the checks of what the package declares. An error is a bug of calvin.
func (r *run) declarations(ctx context.Context, pkg *packages.Package) ([]*report.Diagnostic, error) {
	known := r.packages[pkg.PkgPath]
	if known.declarations() {
		return nil, nil
	}
	f := r.progs[pkg.PkgPath].Declarations(pkg.PkgPath)
	if f == nil {
		known.noteDeclarations()
		return nil, nil
	}
	r.dumpFunc(f)
	key := r.proofKey("annotations", f)
	if _, ok := r.proofs.recall(key); ok {
		known.noteDeclarations()
		return nil, nil
	}
	programs, refused := reduce.Predicates(ctx, f)
	if ctx.Err() != nil {
		r.taints.files(pkg)
		return []*report.Diagnostic{r.interrupted(ctx, pkg.PkgPath, f.Name, packageSpan(pkg))}, nil
	}
	unsupported := f.Unsupported
	if refused != nil {
		unsupported = append(unsupported, ir.Note{Span: packageSpan(pkg), Text: refused.Error()})
	}
	var findings []*report.Diagnostic
	for _, n := range unsupported {
		r.taints.files(pkg) // what was not translated was not checked
		findings = append(findings, report.FromUnsupported(f, n))
	}
	series := r.prover.Series()
	defer series.Close()
	proved := true
	for _, p := range programs {
		pr, err := r.prove(ctx, series, f, p, "predicates")
		if err != nil {
			return findings, err
		}
		for _, d := range pr.findings {
			if d.Goal.Property == "" || !declares(f, d.Span) {
				r.taints.files(pkg) // there is no telling whom it concerns
			}
			r.taints.add(d)
		}
		findings = append(findings, pr.findings...)
		proved = proved && pr.proved
	}
	if proved && len(findings) == 0 {
		r.proofs.remember(key, proven{})
		known.noteDeclarations()
	}
	return findings, nil
}

// annotated lists where the heap variables that f mentions, and the transitions that it relies on, are declared.
func annotated(f *ir.Func) []ir.Span {
	var spans []ir.Span
	for _, v := range f.Heap {
		spans = append(spans, v.Heap.Span)
	}
	for _, inv := range f.Transitions {
		spans = append(spans, inv.Span)
	}
	return spans
}

// declares reports whether s is where something that f mentions is declared.
func declares(f *ir.Func, s ir.Span) bool {
	return slices.ContainsFunc(annotated(f), func(a ir.Span) bool { return a.Start == s.Start })
}

// taints are the annotations that are not proved to be sound by themselves. What rests on one is not verified.
type taints struct {
	mu     sync.Mutex                // guards what follows
	places map[token.Position]string // where the annotated variable or the transition is declared; why
	all    map[string]bool           // files of which every annotation is in doubt
}

func newTaints() *taints {
	return &taints{places: map[token.Position]string{}, all: map[string]bool{}}
}

// add taints what finding d of an annotation's own check is about.
func (t *taints) add(d *report.Diagnostic) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.places[d.Start] = fmt.Sprintf("it depends on an annotation that is not sound (%s at %s:%d)", d.Code,
		filepath.Base(d.Start.Filename), d.Start.Line)
}

// files taints every annotation of the package.
func (t *taints) files(pkg *packages.Package) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range pkg.Syntax {
		t.all[pkg.Fset.Position(f.Package).Filename] = true
	}
}

// none reports whether no annotation is in doubt.
func (t *taints) none() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.places)+len(t.all) == 0
}

// of says why f is in doubt, empty if it is not: a heap variable that it mentions, or a transition that it relies on,
// is tainted.
func (t *taints) of(f *ir.Func) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range annotated(f) {
		if why := t.places[s.Start]; why != "" {
			return why
		}
		if t.all[s.Start.Filename] {
			return "it depends on annotations that calvin could not check"
		}
	}
	return ""
}
