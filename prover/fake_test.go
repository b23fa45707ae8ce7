package prover

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// fakeEnv makes the test binary a solver that misbehaves in the way it names.
// "MODE where WORD" misbehaves only at checks after WORD has been said, and answers sat before.
const fakeEnv = "CALVIN_FAKE_SOLVER"

// fakeVersionEnv has the version of such a solver; without it, one that is not examined.
const fakeVersionEnv = "CALVIN_FAKE_SOLVER_VERSION"

func TestMain(m *testing.M) {
	if mode := os.Getenv(fakeEnv); mode != "" {
		fakeSolver(mode)
		return
	}
	os.Exit(m.Run())
}

// fakeSolver answers echo as a solver does and check-sat as the mode says.
func fakeSolver(mode string) {
	if len(os.Args) > 1 && os.Args[1] == "--version" {
		fmt.Println("Fake version " + cmp.Or(os.Getenv(fakeVersionEnv), "4.8.12"))
		return
	}
	if mode == "deaf" {
		time.Sleep(time.Minute)
	}
	mode, where, _ := strings.Cut(mode, " where ")
	said := where == ""
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		line := in.Text()
		said = said || strings.Contains(line, where)
		if _, text, ok := strings.Cut(line, `(echo "`); ok {
			text, _, _ = strings.Cut(text, `"`)
			fmt.Println(text)
			continue
		}
		if strings.Contains(line, "(check-sat") {
			if said {
				misbehave(mode)
			} else {
				misbehave("sat")
			}
		}
		if strings.Contains(line, "(get-value") {
			fmt.Println("((x 1) (y))")
		}
		if strings.Contains(line, "(get-info :reason-unknown") {
			fmt.Println("(:reason-unknown incomplete)")
		}
	}
}

func misbehave(mode string) {
	switch mode {
	case "die":
		fmt.Fprintln(os.Stderr, "segmentation fault")
		os.Exit(139)
	case "hang":
		time.Sleep(time.Minute)
	case "endless":
		for {
			fmt.Println(strings.Repeat("x", 1<<16))
		}
	case "half":
		fmt.Print("unsa")
		os.Exit(0)
	default:
		// Everything else is the answer itself.
		fmt.Println(mode)
	}
}

// asFake returns options under which the solvers named are fakes of the mode. It must be given the real ones' paths
// beforehand: the variable reaches every process started.
func asFake(t *testing.T, mode string, names ...string) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeEnv, mode)
	o := Options{Solver: names[0], Path: map[string]string{}, Timeout: 300 * time.Millisecond, Workers: 1}
	for _, n := range names {
		o.Path[n] = self
	}
	return o
}
