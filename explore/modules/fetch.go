package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// fetch copies a module from the module cache to src, and downloads what it needs.
func fetch(ctx context.Context, m module, src string) error {
	if err := os.RemoveAll(src); err != nil {
		return fmt.Errorf("remove an older copy: %w", err)
	}
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", m.path+"@"+m.version)
	out, err := cmd.Output()
	var info struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &info); jsonErr != nil || info.Error != "" {
		return fmt.Errorf("download: %w %s", err, info.Error)
	}
	if err := os.CopyFS(src, os.DirFS(info.Dir)); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	if err := writable(src); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	mod := filepath.Join(src, "go.mod")
	if _, err := os.Stat(mod); os.IsNotExist(err) { // as the go command has it where there is none
		if err := os.WriteFile(mod, []byte("module "+m.path+"\n"), 0o644); err != nil {
			return fmt.Errorf("write go.mod: %w", err)
		}
	}
	return nil
}

// writable makes a tree so, which it is not in the module cache.
func writable(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Chmod(path, info.Mode()|0o200)
	})
}

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
