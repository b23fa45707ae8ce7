package prover

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		mode   string
		cause  Cause
		reason string
	}{
		{"die", SolverFault, "segmentation fault"},
		{"half", SolverFault, "ended before it had answered"},
		{"hang", TimeLimit, "time limit"},
		{"deaf", TimeLimit, "time limit"},
		{"endless", SolverFault, "longer than"},
		{"all is well", SolverFault, `answered`},
		{"satisfiable", SolverFault, `answered "satisfiable"`},
		{"((", SolverFault, "list without an end"},
		{"unsat\n(error \"but\")", SolverFault, `answered (error "but")`},
		{"(error \"x\")", SolverFault, `answered (error "x")`},
		{"unsupported", SolverFault, "answered unsupported"},
		{"unsat\nunsat\nunsat", SolverFault, "to a check"},
		{"unknown", Incomplete, "incomplete"},
		{"timeout", SolverFault, `answered "timeout"`},
		{"sat", SolverFault, "value"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			o := asFake(t, c.mode, Z3)
			if c.cause != TimeLimit {
				o.Timeout = 20 * time.Second
			}
			before := runtime.NumGoroutine()
			p := newTestProver(t, o)
			start := time.Now()
			r := prove(t, p, arith(goal("(< x 5)", "x"), goal("(< x 4)", "x")))
			for _, g := range r.Goals {
				if g.Status != Unknown || g.Cause != c.cause || !strings.Contains(g.Reason, c.reason) {
					t.Errorf("got %v %d %q, want %d %q", g.Status, g.Cause, g.Reason, c.cause, c.reason)
				}
			}
			if d := time.Since(start); d > 15*time.Second {
				t.Errorf("took %v", d)
			}
			p.Close()
			wantGoroutines(t, before)
		})
	}
}

// A goal that needs more memory than there is takes nothing else with it.
func TestMemory(t *testing.T) {
	for _, solver := range []string{LibZ3, Z3} {
		t.Run(solver, func(t *testing.T) {
			p := newTestProver(t, Options{Solver: needSolver(t, solver), Memory: 80, Workers: 1, Timeout: 20 * time.Second})
			large := goal("(= (bvmul u v) (bvadd u (bvmul v w)))")
			large.Decls = []string{"(declare-const u (_ BitVec 600))", "(declare-const v (_ BitVec 600))", "(declare-const w (_ BitVec 600))"}
			large.Hyps = []string{"(bvugt u v)", "(bvugt v w)"}
			r := prove(t, p, arith(large, goal("(< x 5)")))
			if g := r.Goals[0]; g.Status != Unknown || g.Cause != MemoryLimit && g.Cause != SolverFault {
				t.Errorf("%+v", g)
			}
			if g := r.Goals[1]; g.Status != Proved {
				t.Errorf("%+v", g)
			}
		})
	}
	prove(t, newTestProver(t, Options{}), arith(goal("(< x 5)")))
}

// Memory that Z3 does not give back after it has run out counts no more.
func TestMemoryLost(t *testing.T) {
	p := newTestProver(t, Options{Solver: needSolver(t, LibZ3), Memory: 150, Workers: 1, Timeout: 20 * time.Second})
	large := goal("(= (bvmul u v) (bvadd u (bvmul v w)))")
	large.Decls = []string{"(declare-const u (_ BitVec 1200))", "(declare-const v (_ BitVec 1200))", "(declare-const w (_ BitVec 1200))"}
	large.Hyps = []string{"(bvugt u v)", "(bvugt v w)"}
	for range 3 {
		if g := prove(t, p, arith(large)).Goals[0]; g.Status != Unknown {
			t.Errorf("%+v", g)
		}
		if g := prove(t, p, arith(goal("(< x 5)"))).Goals[0]; g.Status != Proved {
			t.Fatalf("%+v", g)
		}
	}
}

// A solver killed from outside while it works leaves one goal unknown.
func TestKilled(t *testing.T) {
	b, err := findProcess(needSolver(t, Z3), "")
	if err != nil {
		t.Fatal(err)
	}
	p := newProver(Options{Timeout: 20 * time.Second}.withDefaults(), []backend{&mortal{backend: b}})
	defer p.Close()
	r := prove(t, p, arith(hard(), goal("(< x 5)")))
	if g := r.Goals[0]; g.Status != Unknown || g.Cause != SolverFault {
		t.Errorf("got %+v", g)
	}
	if g := r.Goals[1]; g.Status != Proved {
		t.Errorf("got %+v", g)
	}
}

// mortal has the first of its sessions that is asked something killed soon afterwards.
type mortal struct {
	backend
	once sync.Once
}

func (m *mortal) start(ctx context.Context, l Limits) (session, error) {
	s, err := m.backend.start(ctx, l)
	return &mortalSession{s, m}, err
}

type mortalSession struct {
	session
	m *mortal
}

func (s *mortalSession) check(ctx context.Context, q question) (answer, error) {
	s.m.once.Do(func() {
		process := s.session.(*script).cmd.Process
		time.AfterFunc(300*time.Millisecond, func() { process.Kill() })
	})
	return s.session.check(ctx, q)
}

func needSolver(t *testing.T, name string) string {
	t.Helper()
	p, err := New(Options{Solver: name})
	if err != nil {
		t.Skip(err)
	}
	p.Close()
	return name
}

func TestMissing(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	for _, name := range []string{LibZ3, Z3, CVC5} {
		_, err := New(Options{Solver: name, Path: map[string]string{name: nowhere}})
		var missing *Missing
		if !errors.As(err, &missing) || missing.Solver != name || !strings.Contains(err.Error(), "apt-get install") ||
			!strings.Contains(err.Error(), nowhere) || errors.Unwrap(missing) == nil {
			t.Errorf("%s: error %v", name, err)
		}
	}
	t.Setenv(libraryEnv, nowhere)
	if _, err := New(Options{}); err == nil || !strings.Contains(err.Error(), nowhere) {
		t.Errorf("%s is not heeded: %v", libraryEnv, err)
	}
	if _, err := New(Options{Solver: All, Path: map[string]string{Z3: nowhere, CVC5: nowhere}}); err == nil {
		t.Error("one solver is compared with none")
	}
	if _, err := New(Options{Solver: "yices"}); err == nil || !strings.Contains(err.Error(), "unknown solver") {
		t.Errorf("error %v", err)
	}
}

// A library that is not Z3 is an error, not a crash.
func TestWrongLibrary(t *testing.T) {
	_, err := New(Options{Path: map[string]string{LibZ3: "libc.so.6"}})
	if runtime.GOOS == "linux" && (err == nil || !strings.Contains(err.Error(), "libz3")) {
		t.Errorf("error %v", err)
	}
	file := filepath.Join(t.TempDir(), "libz3.so")
	if err := os.WriteFile(file, []byte("no library"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := New(Options{Path: map[string]string{LibZ3: file}}); err == nil {
		t.Error("text was opened as a library")
	}
}
