package reduce

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/vcgen"
)

// prove returns what fails of a program: nothing if it is verified.
func prove(t testing.TB, p *ir.Program) []*vcgen.Goal {
	t.Helper()
	if err := ir.CheckProgram(p); err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	vc, err := vcgen.Generate(p)
	if err != nil {
		t.Fatal(err)
	}
	s := startSolver(t)
	defer s.stop()
	s.send(vc.Decls...)
	s.assert(vc.Hyps...)
	believed := map[*vcgen.Candidate]bool{}
	for _, c := range vc.Candidates {
		believed[c] = true
	}
	assume := func() {
		for _, c := range vc.Candidates {
			if believed[c] {
				s.assert(c.Lit)
			}
		}
	}
	for again := true; again; { // Houdini
		again = false
		s.send("(push)")
		assume()
		for _, c := range vc.Candidates {
			for _, o := range c.Obligations {
				if believed[c] && s.check(o) != "unsat" {
					believed[c], again = false, true
				}
			}
		}
		s.send("(pop)")
	}
	assume()
	var failed []*vcgen.Goal
	for _, g := range vc.Goals {
		want := "unsat"
		if g.Cover != nil {
			want = "sat"
		}
		if got := s.check(g); got != want {
			if got == "unknown" {
				t.Errorf("%s: unknown", describe(g))
			}
			failed = append(failed, g)
		}
	}
	return failed
}

func describe(g *vcgen.Goal) string {
	if g.Cover != nil {
		return g.Cover.Check.Kind.String()
	}
	c := g.Assert.Check
	text := c.Kind.String()
	if c.Clause != nil {
		text += ": " + c.Clause.Text
	}
	return text
}

type solver struct {
	t   testing.TB
	cmd *exec.Cmd
	in  interface{ Write([]byte) (int, error) }
	out interface{ Read([]byte) (int, error) }
	buf strings.Builder
}

func startSolver(t testing.TB) *solver {
	path, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("no solver")
	}
	cmd := exec.Command(path, "-in", "-smt2", "-t:10000")
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
	return &solver{t: t, cmd: cmd, in: in, out: out}
}

func (s *solver) stop() {
	s.send("(exit)")
	s.flush()
	if err := s.cmd.Wait(); err != nil {
		s.t.Error(err)
	}
}

func (s *solver) send(commands ...string) {
	for _, c := range commands {
		s.buf.WriteString(c + "\n")
	}
}

func (s *solver) assert(es ...string) {
	for _, e := range es {
		s.send("(assert " + e + ")")
	}
}

func (s *solver) flush() {
	if _, err := s.in.Write([]byte(s.buf.String())); err != nil {
		s.t.Fatal(err)
	}
	s.buf.Reset()
}

func (s *solver) check(g *vcgen.Goal) string {
	s.send("(push)")
	s.send(g.Decls...)
	s.assert(g.Hyps...)
	s.assert(g.Neg)
	s.send("(check-sat)", "(pop)")
	s.flush()
	var answer string
	if _, err := fmt.Fscan(s.out, &answer); err != nil {
		s.t.Fatal(err)
	}
	if strings.HasPrefix(answer, "(error") {
		rest := make([]byte, 400)
		n, _ := s.out.Read(rest)
		s.t.Fatalf("%s%s", answer, rest[:n])
	}
	return answer
}
