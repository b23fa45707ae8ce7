package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/calvin-go/calvin/internal/verifytest/fuzz"
)

// part is how many programs a process runs. Z3 keeps some of what it has allocated: after some thousand programs it would refuse all the
// others for want of memory.
const part = 600

// inParts runs the campaign in processes of their own, one after the other, with the flags that this one has.
func inParts(ctx context.Context, c *fuzz.Campaign) (*fuzz.Figures, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "fuzz")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	total := &fuzz.Figures{Codes: map[string]int{}, Reasons: map[string]int{}}
	var failed error
	own := filepath.Join(dir, "figures")
	for done := 0; done < c.Programs && ctx.Err() == nil; done += part {
		args := []string{"-figures=" + own}
		flag.Visit(func(f *flag.Flag) {
			if f.Name != "n" && f.Name != "from" {
				args = append(args, "-"+f.Name+"="+f.Value.String())
			}
		})
		args = append(args, "-from="+strconv.Itoa(c.From+done), "-n="+strconv.Itoa(min(part, c.Programs-done)))
		cmd := exec.Command(self, args...) // an interrupt reaches it by itself
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
			failed = errors.Join(failed, fmt.Errorf("programs from %d: %w", c.From+done, err))
		}
		f, err := readFigures(own)
		if err != nil {
			return total, errors.Join(failed, err)
		}
		total.Add(f)
		if err := os.Remove(own); err != nil {
			return total, errors.Join(failed, err)
		}
	}
	return total, failed
}

func readFigures(name string) (*fuzz.Figures, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f := &fuzz.Figures{}
	return f, json.Unmarshal(text, f)
}

func writeFigures(name string, f *fuzz.Figures) error {
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}

// whole runs the campaign in this process.
func whole(ctx context.Context, c *fuzz.Campaign) (*fuzz.Figures, error) {
	f, err := c.Run(ctx)
	if f != nil {
		f.Self, f.Children = processors(syscall.RUSAGE_SELF), processors(syscall.RUSAGE_CHILDREN)
	}
	return f, err
}
