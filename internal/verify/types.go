package verify

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// typeLines are the types of the chosen packages, with what is known of how several goroutines may use them.
type typeLines struct {
	uses map[string][]*desugar.TypeUse // by package
	// leaning are the findings about methods of types that are declared to be concurrent.
	leaning map[*ssa.Function][]*report.Diagnostic
}

// typeLines finds the types, and returns the findings about those that are declared to be concurrent and of which something else than a
// method counts on callers.
func (r *run) typeLines(chosen []*packages.Package) (*typeLines, []*report.Diagnostic) {
	lines := &typeLines{map[string][]*desugar.TypeUse{}, map[*ssa.Function][]*report.Diagnostic{}}
	found := map[*desugar.Program]map[string][]*desugar.TypeUse{}
	var others []*report.Diagnostic
	for _, p := range chosen {
		if r.outside(p) {
			continue
		}
		prog := r.progs[p.PkgPath]
		if found[prog] == nil {
			found[prog] = prog.TypeUses()
		}
		lines.uses[p.PkgPath] = found[prog][p.PkgPath]
		for _, u := range lines.uses[p.PkgPath] {
			if u.Spec == nil || u.Spec.Concurrent == nil {
				continue
			}
			said := ir.Note{Text: u.Spec.Concurrent.Text, Span: ir.Span{
				Start: p.Fset.Position(u.Spec.Concurrent.Start), End: p.Fset.Position(u.Spec.Concurrent.End)}}
			for _, l := range u.Leanings {
				d := report.FromLeaning(p.PkgPath, u.Name.Name(), report.Member{Span: l.Span, Name: l.Name, Text: l.Text}, said)
				if l.Method == nil {
					others = append(others, d)
					continue
				}
				d.Function = desugar.FunctionName(l.Method)
				lines.leaning[l.Method] = append(lines.leaning[l.Method], d)
			}
		}
	}
	return lines, others
}

// results gives each type its line, once it is known what became of its methods.
func (l *typeLines) results(chosen []*packages.Package, outcomes []*outcome) []report.TypeResult {
	verdicts, alone := map[*ssa.Function]report.FunctionResult{}, map[*ssa.Function]bool{}
	for _, o := range outcomes {
		if o.fn.Fn != nil && o.fn.Refines == nil {
			verdicts[o.fn.Fn], alone[o.fn.Fn] = o.result(), o.alone
		}
	}
	touched := unverified(outcomes)
	var all []report.TypeResult
	for _, p := range chosen {
		for _, u := range l.uses[p.PkgPath] {
			t := report.TypeResult{Package: p.PkgPath, Type: u.Name.Name(), Span: u.Span, Plain: u.Plain, Guards: u.Guards, Relies: u.Relies}
			for _, m := range u.Leanings {
				t.Members = append(t.Members, report.Member{Span: m.Span, Name: m.Name, Text: m.Text})
			}
			decide(&t, u, verdicts)
			if why := touched[u.Name]; why != "" && t.Safety == report.Concurrent {
				t.Safety, t.Reason = report.NotDecided, why
			}
			if t.Safety == report.Concurrent && slices.ContainsFunc(u.Methods, func(m *ssa.Function) bool { return alone[m] }) {
				t.Safety = report.CallersSynchronise // the methods are verified because they do
			}
			all = append(all, t)
		}
	}
	return all
}

// unverified says of the types of which a function of their package that is not verified has values: it may do to them
// what no method would.
func unverified(outcomes []*outcome) map[*types.TypeName]string {
	touched := map[*types.TypeName]string{}
	for _, o := range outcomes {
		verdict := o.result().Verdict
		if verdict == report.Verified || o.fn.Fn == nil {
			continue
		}
		for name := range desugar.StructsIn(o.fn.Fn) {
			if touched[name] == "" && name.Pkg() != nil && name.Pkg().Path() == o.fn.Package {
				touched[name] = o.fn.Name + " " + became[verdict]
			}
		}
	}
	return touched
}

var became = map[report.FunctionVerdict]string{
	report.Failed: "failed", report.Unknown: "is unknown", report.Trusted: "is trusted",
}

// decide gives a type its line. In doubt it is not decided.
func decide(t *report.TypeResult, u *desugar.TypeUse, verdicts map[*ssa.Function]report.FunctionResult) {
	var open []string
	for _, m := range u.Methods {
		switch v, ok := verdicts[m]; {
		case !ok:
			open = append(open, desugar.FunctionName(m)+" is not checked here")
		case v.Verdict != report.Verified:
			open = append(open, desugar.FunctionName(m)+" "+became[v.Verdict])
		}
	}
	switch {
	case len(open) > 0:
		t.Safety, t.Reason = report.NotDecided, open[0]
		if len(open) > 1 {
			t.Reason += fmt.Sprintf(", and %d more", len(open)-1)
		}
	case u.Plain || len(u.Leanings) > 0:
		t.Safety = report.CallersSynchronise
	case len(u.Unguarded) > 0:
		t.Safety, t.Reason = report.NotDecided, "nothing guards what "+strings.Join(u.Unguarded, ", ")+" leads to"
	default:
		t.Safety = report.Concurrent
	}
	slices.SortStableFunc(t.Members, func(a, b report.Member) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
}

// countsOn says in words what a function counts on its callers for.
func (r *run) countsOn(fn *desugar.Function) (all []string) {
	if fn.Fn == nil {
		return nil
	}
	prog := r.progs[fn.Package]
	for _, e := range prog.Expectations(fn.Fn) {
		all = append(all, prog.Says(e))
	}
	return all
}
