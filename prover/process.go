package prover

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// process is a solver that runs as a process of its own and is spoken to over pipes.
type process struct {
	solver string // which dialect
	path   string
	// is asks for the version, once.
	is func() (string, error)
}

// versionTime is how long a solver may take to tell its version.
const versionTime = 10 * time.Second

// findProcess looks for the executable; path overrides the search.
func findProcess(name, path string) (backend, error) {
	if path == "" {
		path = name
	}
	found, err := exec.LookPath(path)
	if err != nil {
		return nil, &Missing{Solver: name, Tried: []string{path}, Err: err}
	}
	p := &process{solver: name, path: found}
	p.is = sync.OnceValues(p.askVersion)
	return p, nil
}

func (p *process) name() string { return p.solver }

func (p *process) version(context.Context) (string, error) { return p.is() }

func (p *process) askVersion() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, p.path, "--version").Output()
	if err != nil {
		return "", faultf(p.solver, "asking for its version: %w", err)
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return p.solver + " " + strings.TrimSpace(first), nil
}

func (p *process) close() {}

func (p *process) start(ctx context.Context, l Limits) (session, error) {
	d := dialects[p.solver]
	cmd := exec.Command(p.path, d.args...)
	s := &pipe{solver: p.solver, cmd: cmd}
	// A solver's child that keeps the pipe open must not keep us waiting.
	cmd.WaitDelay = time.Second
	cmd.Stderr = &s.stderr
	var err error
	if s.in, err = cmd.StdinPipe(); err != nil {
		return nil, faultf(p.solver, "opening a pipe: %w", err)
	}
	if s.out, err = cmd.StdoutPipe(); err != nil {
		return nil, faultf(p.solver, "opening a pipe: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, faultf(p.solver, "starting it: %w", err)
	}
	s.lines = bufio.NewReader(s.out)
	told := &script{pipe: s, dialect: d, limits: l}
	if err := told.order(ctx, d.options(l)); err != nil {
		s.close()
		return nil, err
	}
	return told, nil
}

// pipe is a solver's process with what connects it. If eval fails, or its ctx ends, the process has been ended.
type pipe struct {
	solver string
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	lines  *bufio.Reader
	stderr tail
	asked  int // makes every sentinel different
	closed bool
}

// maxAnswer bounds an answer. The models of real goals have some kilobytes.
const maxAnswer = 16 << 20

func (s *pipe) eval(ctx context.Context, commands string) (string, error) {
	if s.closed {
		return "", faultf(s.solver, "its session has ended")
	}
	type result struct {
		answer string
		err    error
	}
	done := make(chan result, 1)
	go func() {
		answer, err := s.converse(commands)
		done <- result{answer, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			s.close()
			r.err = faultf(s.solver, "%w%s", r.err, s.stderr.quote())
		}
		return r.answer, r.err
	case <-ctx.Done():
		s.close() // ends the conversation: its pipes are gone
		<-done
		return "", ctx.Err()
	}
}

// converse sends commands and reads what comes before the echo that follows them.
func (s *pipe) converse(commands string) (string, error) {
	s.asked++
	sentinel := fmt.Sprintf("calvin-%d", s.asked)
	if _, err := fmt.Fprintf(s.in, "%s\n(echo \"%s\")\n", commands, sentinel); err != nil {
		return "", fmt.Errorf("sending commands: %w", err)
	}
	var answer strings.Builder
	for {
		line, err := s.lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return "", fmt.Errorf("it ended before it had answered: %w", err)
		}
		// Z3 echoes the text, cvc5 the literal.
		if strings.Trim(strings.TrimSpace(string(line)), `"`) == sentinel {
			return answer.String(), nil
		}
		answer.Write(line)
		if answer.Len() > maxAnswer {
			return "", fmt.Errorf("its answer is longer than %d MB", maxAnswer>>20)
		}
	}
}

// close kills the process: it has nothing to save.
func (s *pipe) close() {
	if s.closed {
		return
	}
	s.closed = true
	s.cmd.Process.Kill()
	s.in.Close()
	s.out.Close()
	// That it was killed is no error.
	s.cmd.Wait()
}

// tail keeps the beginning of what is written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p[:min(len(p), 1000-len(t.text))]...)
	return len(p), nil
}

// quote is called after the process has been waited for, hence after the last Write.
func (t *tail) quote() string {
	if len(t.text) == 0 {
		return ""
	}
	return fmt.Sprintf(" (it said %q)", t.text)
}
