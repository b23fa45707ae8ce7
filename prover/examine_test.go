package prover

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/cache"
)

// TestExamine: no solver that is here calls a formula contradictory that can be true, and each says of most of them that they can.
func TestExamine(t *testing.T) {
	eachSolver(t, func(t *testing.T, solver string) {
		e, err := Examine(t.Context(), Options{Solver: solver, Workers: 1})
		if err != nil || e.Asked < 5 || len(e.Wrong) > 0 {
			t.Errorf("Examine() = %+v, %v", e, err)
		}
		// Cvc5 does not know rem, and is not examined before it is asked.
		if len(e.Unanswered) > 0 && solver != CVC5 {
			t.Errorf("no answer to %v", e.Unanswered)
		}
	})
}

// TestFormulas: the library answers each of the formulas in the usual way, so an examination is not one of solvers that fail to read them.
func TestFormulas(t *testing.T) {
	b, err := openLibZ3("", 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	files, err := filepath.Glob("satisfiable/*.smt2")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d formulas, %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		th, questions, err := readScript(string(text))
		if err != nil || len(questions) == 0 {
			t.Fatalf("%s: %d questions, %v", f, len(questions), err)
		}
		start := func(ctx context.Context) (session, error) { return b.start(ctx, usual.Limits) }
		d := &dialogue{solver: LibZ3, theory: &th, start: start}
		for i, q := range questions {
			r, err := d.check(t.Context(), q)
			if err != nil || r.verdict == unsat || r.cause == SolverFault {
				t.Errorf("%s: question %d: %v, %v %s", f, i+1, err, r.verdict, r.reason)
			}
			t.Logf("%s: question %d: %v %s", f, i+1, r.verdict, r.reason)
		}
		d.close()
	}
}

// TestRefused: what is known to be wrong is not used, nor is what calls everything contradictory; what answers otherwise is examined once.
func TestRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-ins are shell scripts")
	}
	script := func(version, answer string) Options {
		path := filepath.Join(t.TempDir(), "z3")
		text := "#!/bin/sh\n[ \"$1\" = --version ] && { echo \"Z3 version " + version + " - 64 bit\"; exit; }\necho started >>" + path + ".log\n" +
			"while read -r line; do case $line in *check-sat*) echo " + answer + ";; *echo*) line=${line#*\\\"}; echo \"${line%%\\\"*}\";; esac; done\n"
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return Options{Solver: Z3, Path: map[string]string{Z3: path}, Workers: 1}
	}
	for _, test := range []struct{ version, answer, want string }{
		{"4.8.10", "sat", "version 4.8.10 proves what does not hold (github.com/Z3Prover/z3/issues/5388)"},
		{"99.1.0", "unsat", "it proves what does not hold: it calls checks-in-a-row, "},
		{"99.1.0", "sat", ""},
		{"4.8.12", "unsat", ""}, // it was tried
	} {
		p, err := New(script(test.version, test.answer))
		if err == nil {
			p.Close()
		}
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s that answers %s: %v, want %q", test.version, test.answer, err, test.want)
		}
	}
	store, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o := script("99.1.0", "sat")
	o.Cache = store
	var sizes []int64
	for range 2 {
		p, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		info, err := os.Stat(o.Path[Z3] + ".log")
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, info.Size())
	}
	if sizes[0] == 0 || sizes[0] != sizes[1] {
		t.Errorf("the solver was started for %d and then %d bytes of a log, want as many", sizes[0], sizes[1])
	}
}

// TestUnanswered: a solver that leaves formulas without an answer is used, and examined again the next time, as that
// says nothing for it. One that answers none is refused, and so is one that answers some wrongly, whatever it does with
// the others.
func TestUnanswered(t *testing.T) {
	const all = 7
	for _, test := range []struct {
		mode       string
		unanswered int
		want       string // of the error
		remembered bool
	}{
		{"sat", 0, "", true},
		{"unknown", 0, "", true},
		{"die where pow", 1, "", false},
		{"hang where pow", 1, "", false},
		{"half where pow", 1, "", false},
		{"satisfiable where pow", 1, "", false},
		{"die", all, "it answers none of the formulas", false},
		{"hang", all, "it answers none of the formulas", false},
		{"unsat where pow", 0, "it calls powers contradictory", false},
	} {
		t.Run(test.mode, func(t *testing.T) {
			t.Setenv(fakeVersionEnv, "99.1.0")
			b, err := findProcess(Z3, asFake(t, test.mode, Z3).Path[Z3])
			if err != nil {
				t.Fatal(err)
			}
			defer b.close()
			store, err := cache.Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			x := usual
			if strings.HasPrefix(test.mode, "hang") {
				x.Timeout, x.whole = 500*time.Millisecond, time.Duration(all-test.unanswered)*2*time.Second+time.Second
			}
			e, err := x.examine(t.Context(), b)
			if err != nil || e.Asked != all || len(e.Unanswered) != test.unanswered {
				t.Errorf("examine() = %+v, %v; want %d unanswered", e, err, test.unanswered)
			}
			err = x.trusted(t.Context(), b, store)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("trusted() = %v, want %q", err, test.want)
			}
			asked := &counted{backend: b}
			if err := x.trusted(t.Context(), asked, store); (err == nil) != (test.want == "") {
				t.Errorf("the next time: trusted() = %v, want %q", err, test.want)
			}
			if remembered := asked.starts == 0; remembered != test.remembered {
				t.Errorf("the next time it is started %d times, want remembered: %t", asked.starts, test.remembered)
			}
		})
	}
}

// counted counts the sessions of a backend.
type counted struct {
	backend
	starts int
}

func (c *counted) start(ctx context.Context, l Limits) (session, error) {
	c.starts++
	return c.backend.start(ctx, l)
}
