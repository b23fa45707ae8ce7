// Package commandoutput has no annotations. A command that is started writes its output while the program goes on.
package commandoutput

import (
	"bytes"
	"os/exec"
	"strings"
)

// Early reads before it waits.
func Early() (string, error) {
	var out bytes.Buffer
	cmd := exec.Command("ls")
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil { // failed
		return "", err
	}
	s := out.String()
	return s, cmd.Wait()
}

// Sometimes does not wait.
func Sometimes(wait bool) int {
	out := new(strings.Builder)
	cmd := &exec.Cmd{Path: "/bin/ls", Stderr: out}
	if cmd.Start() != nil { // failed
		return 0
	}
	if wait {
		_ = cmd.Wait()
	}
	return out.Len()
}

// Other waits for another one.
func Other() string {
	var out bytes.Buffer
	cmd, other := exec.Command("ls"), exec.Command("ls")
	cmd.Stdout = &out
	_ = cmd.Start() // failed
	_ = other.Run()
	_ = other.Wait()
	return out.String()
}

// Literal has another goroutine read.
func Literal(print func(string)) {
	out := bytes.NewBuffer(nil)
	cmd := exec.Command("ls")
	cmd.Stdout = out
	_ = cmd.Start() // failed
	func() { print(out.String()) }()
	_ = cmd.Wait()
}

func set(cmd *exec.Cmd, out *bytes.Buffer) { cmd.Stdout = out } // failed

// Helped has a helper set the output.
func Helped() string {
	var out bytes.Buffer
	cmd := exec.Command("ls")
	set(cmd, &out)
	_ = cmd.Start() // failed
	return out.String()
}

// Begun has a helper start it.
func Begun() string {
	var out bytes.Buffer
	begin := func(cmd *exec.Cmd) { _ = cmd.Start() } // failed
	cmd := exec.Command("ls")
	cmd.Stdout = &out
	begin(cmd)
	return out.String()
}

// A Job has its output beside its command.
type Job struct {
	cmd *exec.Cmd
	out bytes.Buffer
}

// Start starts it.
func (j *Job) Start() error {
	j.cmd = exec.Command("ls")
	j.cmd.Stdout = &j.out
	return j.cmd.Start() // failed
}

// Output returns what it has written so far.
func (j *Job) Output() string { return j.out.String() }

// Waited waits first, and is right. So are the others below.
func Waited() (string, error) {
	var out, errs bytes.Buffer
	cmd := exec.Command("ls")
	cmd.Stdout = &out
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		return "", err
	}
	if err := cmd.Wait(); err != nil {
		return errs.String(), err
	}
	return out.String(), nil
}

// Run runs it to its end.
func Run() (string, error) {
	out := new(bytes.Buffer)
	cmd := exec.Command("ls")
	cmd.Stdout = out
	err := cmd.Run()
	return out.String(), err
}

// HelpedWaited waits first.
func HelpedWaited() string {
	var out bytes.Buffer
	cmd := exec.Command("ls")
	set(cmd, &out)
	_ = wait(cmd)
	return out.String()
}

func wait(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}
