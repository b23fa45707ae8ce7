// Package newforeign has no annotations. It sets fields of structs of the standard library that a function there has just made.
package newforeign

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
)

// Run sets fields of a command before it runs.
func Run(ctx context.Context, dir string, list []string) (string, error) {
	var all strings.Builder
	for _, l := range list {
		cmd := exec.CommandContext(ctx, "x", l)
		cmd.Dir = dir
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, os.Stderr
		if err := cmd.Run(); err != nil {
			return "", err
		}
		all.Write(out.Bytes())
	}
	return all.String(), nil
}

func command(dir string) *exec.Cmd {
	cmd := exec.Command("x")
	cmd.Dir = dir
	return cmd
}

// Output sets one more field of a command that another function has made.
func Output(dir string) ([]byte, error) {
	cmd := command(dir)
	cmd.Stderr = os.Stderr
	return cmd.Output()
}

// A Runner has a command that its lock guards.
type Runner struct {
	mu  sync.Mutex
	cmd *exec.Cmd
}

// Start makes it.
func (r *Runner) Start(dir string) error {
	cmd := exec.Command("x")
	cmd.Dir = dir
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cmd = cmd
	return cmd.Start()
}

// Kill ends it.
func (r *Runner) Kill() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cmd.Process.Kill()
}

// Sent sets a field of what another goroutine has.
func Sent(cmds chan<- *exec.Cmd) {
	cmd := exec.Command("x")
	cmds <- cmd
	cmd.Dir = "x" // failed
}

// Received sets one of what another goroutine has made.
func Received(cmds <-chan *exec.Cmd) {
	cmd := <-cmds
	cmd.Dir = "x" // failed
}

// Shared sets one while another goroutine runs the command.
func Shared() {
	cmd := exec.Command("x")
	go func() {
		_ = cmd.Run()
	}()
	cmd.Dir = "x" // failed
}

// StartEarly sets one when the Runner has the command.
func (r *Runner) StartEarly(dir string) {
	cmd := exec.Command("x")
	r.mu.Lock()
	r.cmd = cmd
	r.mu.Unlock()
	cmd.Dir = dir // failed
}

// Env adds to a slice that a function of others has made.
func Env() []string { return append(os.Environ(), "A=B") }

// First writes one.
func First() string {
	env := os.Environ()
	env[0] = strings.ToUpper(env[0])
	slices.Sort(env)
	return env[0]
}

// A Shell has one that its lock guards.
type Shell struct {
	mu  sync.Mutex
	env []string
}

// Get writes it.
func (s *Shell) Get() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.env[0] = "b"
	return s.env[0]
}

// Set writes its slice once more when the Shell has it.
func (s *Shell) Set() {
	env := os.Environ()
	s.mu.Lock()
	s.env = env
	s.mu.Unlock()
	env[0] = "x" // failed
}

var none, spare int

// None counts what there may be: there need be no slice.
func None() {
	if env := os.Environ(); env == nil {
		none++ // failed
	}
}

// Spare does so of a slice that has more room than elements.
func Spare(m map[string]int) {
	if all := slices.Collect(maps.Keys(m)); cap(all) > len(all) {
		spare++ // failed
	}
}
