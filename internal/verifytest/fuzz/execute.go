package fuzz

import (
	"bytes"
	"context"

	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/calvin-go/calvin/internal/verifytest/fuzz/program"
)

// A Failure is what a verified function has done and should not.
type Failure struct {
	Program  int    // its number
	Function string // if that is known
	Kind     string // assert, invariant, ensures, modifies, panic, race, atomic, lock, crash, deadlock
	Detail   string
}

func (f Failure) String() string {
	return fmt.Sprintf("program %d %s: %s: %s", f.Program, f.Function, f.Kind, f.Detail)
}

// Effort says how much is run.
type Effort struct {
	Rounds int    // of each function by itself, and of each program at the same time
	Seed   uint64 // of arguments and schedules
}

// Execute runs what is verified, and returns what fails, the first of each program.
func (b *Batch) Execute(ctx context.Context, e Effort) ([]Failure, error) {
	texts := []string{"package main\n"}
	var body []string
	some := false
	for n, p := range b.Programs {
		var callers []int
		for k, f := range p.Funcs {
			if f.Callable() && b.verified(n, f) {
				callers = append(callers, k)
			}
		}
		if len(callers) == 0 {
			continue
		}
		some = true
		body = append(body, p.Runnable(fmt.Sprint(n), callers), p.Driver(fmt.Sprint(n), program.Run, callers))
	}
	if !some {
		return nil, nil
	}
	src, err := program.File("main", body...)
	if err != nil {
		return nil, err
	}
	if err := b.write("run/programs.go", src); err != nil {
		return nil, err
	}
	if err := b.write("run/runtime.go", []byte(strings.Join(texts, "")+"\n"+program.Runtime)); err != nil {
		return nil, err
	}
	var all []Failure
	failed := map[int]bool{}
	for _, mode := range []string{"alone", "together"} {
		binary := filepath.Join(b.dir, mode)
		if err := b.build(ctx, binary, mode == "together"); err != nil {
			return nil, err
		}
		failures, err := b.run(ctx, binary, mode, e)
		if err != nil {
			return nil, err
		}
		for _, f := range failures {
			if !failed[f.Program] {
				failed[f.Program] = true
				all = append(all, f)
			}
		}
	}
	return all, nil
}

// build compiles the driver.
func (b *Batch) build(ctx context.Context, binary string, race bool) error {
	args := []string{"build", "-gcflags=-dwarf=false", "-ldflags=-s -w", "-o", binary}
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
	if race {
		args = append(args, "-race")
		env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./run")...)
	cmd.Dir, cmd.Env = b.dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	return nil
}

// patience is how long a program may run before it is taken to wait for ever.
const patience = 8 * time.Second

// run runs the driver, again after each program that ends it.
func (b *Batch) run(ctx context.Context, binary, mode string, e Effort) ([]Failure, error) {
	var all []Failure
	for from := 0; ; {
		rounds := e.Rounds
		if mode == "together" {
			rounds = max(1, rounds/4)
		}
		o := &output{batch: b}
		err := o.run(ctx, exec.CommandContext(ctx, binary, "-mode="+mode, "-from="+strconv.Itoa(from), "-rounds="+strconv.Itoa(rounds), "-seed="+strconv.FormatUint(e.Seed, 10)))
		all = append(all, o.failures...)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if o.ended {
			if o.races != nil {
				all = append(all, o.races...)
			}
			return all, nil
		}
		if o.at < 0 {
			return nil, fmt.Errorf("run: %w\n%s", err, o.errors.String())
		}
		all = append(all, o.races...)
		if f, ok := o.crash(mode); ok {
			all = append(all, f)
		}
		from = o.at + 1
	}
}

// output is what a run of the driver has said.
type output struct {
	batch    *Batch
	at, last int // place and number of the program that runs
	ended    bool
	waited   bool // too long
	failures []Failure
	races    []Failure
	errors   bytes.Buffer
}

// run runs the driver to its end, or until a program takes too long.
func (o *output) run(ctx context.Context, cmd *exec.Cmd) error {
	o.at = -1
	cmd.Env = append(os.Environ(), "GORACE=halt_on_error=0 atexit_sleep_ms=0 history_size=2", "GOTRACEBACK=all", "GOMAXPROCS=2")
	cmd.Stderr = &o.errors
	out, in := io.Pipe()
	cmd.Stdout = in
	if err := cmd.Start(); err != nil {
		return err
	}
	timer := time.AfterFunc(patience, func() {
		o.waited = true
		cmd.Process.Kill()
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.read(out, func() { timer.Reset(patience) })
	}()
	err := cmd.Wait()
	timer.Stop()
	in.Close()
	<-done
	o.races = races(o.errors.String())
	return err
}

// read reads lines of the driver.
func (o *output) read(r io.Reader, alive func()) {
	var rest string
	buf := make([]byte, 4096)
	for {
		n, err := r.Read(buf)
		rest += string(buf[:n])
		for {
			line, after, ok := strings.Cut(rest, "\n")
			if !ok {
				break
			}
			rest = after
			o.line(line)
			alive()
		}
		if err != nil {
			return
		}
	}
}

func (o *output) line(line string) {
	fields := strings.SplitN(line, "\t", 5)
	switch {
	case fields[0] == "BEGIN" && len(fields) == 3:
		o.at, _ = strconv.Atoi(fields[1])
		o.last, _ = strconv.Atoi(fields[2])
	case fields[0] == "FAIL" && len(fields) == 5:
		n, _ := strconv.Atoi(fields[1])
		o.failures = append(o.failures, Failure{n, fields[2], fields[3], fields[4]})
	case fields[0] == "END":
		o.ended = true
	}
}

var fatal = regexp.MustCompile(`(?m)^(fatal error: .*|panic: .*|unexpected fault .*|SIG.*)$`)

// crash says what ended the driver. What ran out of memory, and what waits for others, is no failure.
func (o *output) crash(mode string) (Failure, bool) {
	text := o.errors.String()
	what := fatal.FindString(text)
	switch {
	case strings.Contains(what, "out of memory"), strings.Contains(what, "cannot allocate"):
		return Failure{}, false
	case o.waited || strings.Contains(what, "deadlock"):
		// alone, nothing holds a lock but the function itself
		if mode == "alone" && strings.Contains(text, "goroutine 1 ") && waitsForLock.MatchString(text) {
			return Failure{o.last, "", "deadlock", firstLine(waitsForLock.FindString(text))}, true
		}
		return Failure{}, false
	case what == "":
		what = "the process died"
	}
	return Failure{o.last, "", "crash", what}, true
}

var waitsForLock = regexp.MustCompile(`goroutine 1 [^\n]*\[sync\.(RW)?Mutex\.[A-Za-z]+[^\n]*`)

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
