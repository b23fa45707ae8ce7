package vcgen

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// script is the whole text of one goal, for a solver that starts from nothing.
func script(vc *VC, g *Goal, quantified bool) string {
	var b strings.Builder
	b.WriteString("(set-option :produce-models true)\n(set-logic ALL)\n")
	writeLines := func(lines []string) {
		for _, l := range lines {
			b.WriteString(l + "\n")
		}
	}
	writeAsserts := func(lines []string) {
		for _, l := range lines {
			b.WriteString("(assert " + l + ")\n")
		}
	}
	writeLines(vc.Decls)
	writeAsserts(vc.Hyps)
	writeLines(g.Decls)
	writeAsserts(g.Hyps)
	writeAsserts([]string{g.Neg})
	if quantified {
		further, err := vc.Further(g)
		if err != nil {
			panic(err)
		}
		writeLines(newDecls(vc, g, further))
		writeAsserts(further.Hyps)
	}
	b.WriteString("(check-sat)\n")
	if len(g.Terms) > 0 {
		b.WriteString("(get-value (" + strings.Join(g.Terms, " ") + "))\n")
	}
	return b.String()
}

// newDecls are the declarations that neither the VC nor the goal has.
func newDecls(vc *VC, g *Goal, f *Further) []string {
	has := slices.Concat(vc.Decls, g.Decls)
	return slices.DeleteFunc(slices.Clone(f.Decls), func(d string) bool { return slices.Contains(has, d) })
}

// solvers are the programs to try, with how they read from standard input.
var solvers = map[string][]string{
	"z3":   {"-in"},
	"cvc5": {"--lang=smt2", "-"},
}

// solve runs a solver on a goal and returns its verdict, and the values of the goal's terms if there is a model.
func solve(t testing.TB, solver, text string) (verdict string, values map[string]string) {
	t.Helper()
	path, err := exec.LookPath(solver)
	if err != nil {
		t.Skipf("%s is not installed", solver)
	}
	cmd := exec.Command(path, solvers[solver]...)
	cmd.Stdin = strings.NewReader(text)
	out, _ := cmd.Output()
	verdict, rest, _ := strings.Cut(string(out), "\n")
	switch verdict {
	case "unsat":
		return verdict, nil
	case "sat":
	case "unknown":
		return verdict, nil
	default:
		t.Fatalf("%s says %s\non\n%s", solver, out, text)
	}
	values = map[string]string{}
	if strings.TrimSpace(rest) == "" {
		return verdict, values
	}
	e, ok := parseSexpr(rest)
	if !ok {
		t.Fatalf("%s gives values that are no S-expression: %s\non\n%s", solver, rest, text)
	}
	for _, pair := range e.list {
		values[pair.list[0].String()] = pair.list[1].String()
	}
	return verdict, values
}

func mustGenerate(t testing.TB, p *ir.Program) *VC {
	t.Helper()
	vc, err := Generate(p)
	if err != nil {
		t.Fatal(err)
	}
	return vc
}

// chain makes a program of blocks with the given statements, one after the other.
func chain(blocks ...[]ir.Stmt) *ir.Program {
	p := &ir.Program{Name: "F"}
	for i, stmts := range blocks {
		b := &ir.Block{Name: fmt.Sprintf("b%d", i), Stmts: stmts}
		if i > 0 {
			p.Blocks[i-1].Succs = []*ir.Block{b}
		}
		p.Blocks = append(p.Blocks, b)
	}
	return p
}

func local(name string, s *ir.Sort) *ir.Var {
	return &ir.Var{Name: name, Label: name, Sort: s, Kind: ir.LocalVar}
}

func heap(name string, s *ir.Sort) *ir.Var {
	return &ir.Var{Name: name, Label: name, Sort: s, Kind: ir.HeapVar, Heap: &ir.Heap{}}
}

func bound(name string, s *ir.Sort) *ir.Var { return &ir.Var{Name: name, Sort: s, Kind: ir.BoundVar} }

func assume(e *ir.Expr) ir.Stmt             { return &ir.Assume{Cond: e} }
func assert(e *ir.Expr) ir.Stmt             { return &ir.Assert{Cond: e} }
func assign(v *ir.Var, e *ir.Expr) ir.Stmt  { return &ir.Assign{Dst: v, Src: e} }
func havoc(vs ...*ir.Var) ir.Stmt           { return &ir.Havoc{Vars: vs} }
func one(b ...ir.Stmt) *ir.Program          { return chain(b) }
func n(i int64) *ir.Expr                    { return ir.N(i, ir.Int) }
func list[T any](xs ...T) []T               { return xs }
func vars(vs ...*ir.Var) []*ir.Var          { return vs }
func at(a *ir.Var, ks ...*ir.Expr) *ir.Expr { return ir.Select(ir.V(a), ks...) }

// failer is what testing.TB and rapid.T have in common.
type failer interface{ Fatalf(string, ...any) }

// A session is a solver process that answers one script after the other: starting one takes longer than most goals.
type session struct {
	in  io.Writer
	out *bufio.Scanner
}

func newSession(t *testing.T) *session { return limitedSession(t, 4_000_000) }

// limitedSession gives up a goal once it has taken so many of the solver's steps.
func limitedSession(t *testing.T, steps int) *session {
	t.Helper()
	path, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("z3 is not installed")
	}
	cmd := exec.Command(path, "-in", fmt.Sprintf("rlimit=%d", steps))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return &session{in, bufio.NewScanner(out)}
}

// ask resets the solver, runs a script and returns the lines of its answer.
func (s *session) ask(text string) []string {
	go io.WriteString(s.in, "(reset)\n"+text+"(echo \"end\")\n")
	var lines []string
	for s.out.Scan() && s.out.Text() != "end" {
		lines = append(lines, s.out.Text())
	}
	return lines
}

// decide generates and decides all goals of a program.
func (s *session) decide(f failer, p *ir.Program, quantified bool) []string {
	vc, err := Generate(p)
	if err != nil {
		f.Fatalf("%v\n%s", err, p)
	}
	return s.goals(f, vc, quantified)
}

// goals decides the goals of conditions.
func (s *session) goals(f failer, vc *VC, quantified bool) []string {
	var b strings.Builder
	section := func(decls, asserts []string) {
		b.WriteString(strings.Join(decls, "\n") + "\n")
		for _, a := range asserts {
			b.WriteString("(assert " + a + ")\n")
		}
	}
	section(vc.Decls, vc.Hyps)
	for _, g := range vc.Goals {
		b.WriteString("(push 1)\n")
		section(g.Decls, append(list(g.Neg), g.Hyps...))
		if quantified {
			further, err := vc.Further(g)
			if err != nil {
				f.Fatalf("%v", err)
			}
			section(newDecls(vc, g, further), further.Hyps)
		}
		b.WriteString("(check-sat)\n(pop 1)\n")
	}
	answers := s.ask(b.String())
	for _, a := range answers {
		if strings.Contains(a, "canceled") || strings.Contains(a, "resource limit") {
			// Z3 refuses further commands then, so that what follows is not to be relied on.
			return slices.Repeat(list("unknown"), len(vc.Goals))
		}
		if strings.HasPrefix(a, "(") || len(answers) != len(vc.Goals) {
			f.Fatalf("z3 says %.2000s\nof\n%.5000s", strings.Join(answers, "\n"), b.String())
		}
	}
	return answers
}

// verdicts decides all goals of a program.
func (s *session) verdicts(t *testing.T, p *ir.Program) string {
	t.Helper()
	return strings.Join(s.decide(t, p, false), " ")
}
