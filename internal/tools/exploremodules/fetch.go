package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// tested lists the packages of a module that have tests.
func tested(ctx context.Context, m module, src string) ([]string, error) {
	args := []string{"list", "-f", `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}`}
	cmd := exec.CommandContext(ctx, "go", append(args, m.packages...)...)
	cmd.Dir, cmd.Env = src, alone()
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list packages: %w%s", err, stderrOf(err))
	}
	return strings.Fields(string(out)), nil
}

// alone is the environment for a module that is in no workspace.
func alone() []string { return append(os.Environ(), "GOWORK=off") }

// stderrOf is what a command said that failed.
func stderrOf(err error) string {
	if exit, ok := err.(*exec.ExitError); ok {
		return "\n" + strings.TrimSpace(string(exit.Stderr))
	}
	return ""
}
