package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/calvin-go/calvin/explore/worker"
)

// A process runs a worker.
type process struct {
	cmd      *exec.Cmd
	job      worker.Job
	stderr   ends
	messages *json.Decoder
	out      *os.File      // where they come from
	commands *json.Encoder // nil if it takes none
	in       *os.File
	ended    chan struct{} // closed when it has
}

// start starts a test binary with a job.
func start(ctx context.Context, binary, dir string, job worker.Job) (*process, error) {
	file, err := writeJob(filepath.Dir(binary), job)
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.CommandContext(ctx, binary), job: job, ended: make(chan struct{})}
	p.cmd.Dir = dir
	p.cmd.Env = append(os.Environ(), worker.EnvJob+"="+file)
	p.cmd.Stderr = &p.stderr
	p.cmd.SysProcAttr = group()
	p.cmd.Cancel = func() error { return interrupt(p.cmd.Process) }
	p.cmd.WaitDelay = 2 * time.Second // then it is killed
	if err := p.connect(); err != nil {
		p.close()
		return nil, fmt.Errorf("run %s: %w", job.Test, err)
	}
	return p, nil
}

// connect starts the process with the pipes that the worker expects.
func (p *process) connect() error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer write.Close()
	p.out, p.messages = read, json.NewDecoder(read)
	p.cmd.ExtraFiles = []*os.File{write}
	if p.job.Shares || p.job.Asks {
		read, write, err := os.Pipe()
		if err != nil {
			return err
		}
		defer read.Close()
		p.in, p.commands = write, json.NewEncoder(write)
		p.cmd.ExtraFiles = append(p.cmd.ExtraFiles, read)
	}
	return p.cmd.Start()
}

// A report is a message of a process, or how it ended.
type report struct {
	from    *process
	message worker.Message
	err     error // nil for a message
}

// listen passes on what the process says, until it has ended.
func (p *process) listen(to chan<- report) {
	defer close(p.ended)
	for {
		var m worker.Message
		if p.messages.Decode(&m) != nil {
			break
		}
		to <- report{p, m, nil}
	}
	err := p.cmd.Wait()
	if err != nil {
		err = &deathError{err, p.stderr.String()}
	} else {
		err = errors.New("the test process ended without a result")
	}
	to <- report{from: p, err: err}
}

// A deathError says that a process has died, and what it wrote.
type deathError struct {
	err  error
	said string
}

func (e *deathError) Error() string {
	return fmt.Sprintf("the test process died: %v\n%s", e.err, headline(e.said))
}

// stop ends the process, if it has not ended by itself, and all that it has started. What it says meanwhile is lost.
func (p *process) stop(reports <-chan report) {
	killGroup(p.cmd.Process)
	for {
		select {
		case <-reports:
		case <-p.ended:
			p.close()
			return
		}
	}
}

// interrupt asks a process to end, so that it can say what it has done; where there is no such thing it is ended.
func interrupt(p *os.Process) error {
	if err := p.Signal(os.Interrupt); err != nil {
		return p.Kill()
	}
	return nil
}

// close closes the pipes.
func (p *process) close() {
	for _, f := range []*os.File{p.in, p.out} {
		if f != nil {
			f.Close()
		}
	}
}

// used is the processor time of a process that has ended.
func (p *process) used() time.Duration {
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// ends keeps the beginning and the end of what is written to it.
type ends struct{ first, last []byte }

const maxEnd = 4096

func (e *ends) Write(p []byte) (int, error) {
	n := len(p)
	if room := maxEnd - len(e.first); room > 0 {
		k := min(room, len(p))
		e.first, p = append(e.first, p[:k]...), p[k:]
	}
	e.last = append(e.last, p...)
	if over := len(e.last) - maxEnd; over > 0 {
		e.last = e.last[over:]
	}
	return n, nil
}

func (e *ends) String() string { return strings.TrimSpace(string(e.first) + string(e.last)) }
