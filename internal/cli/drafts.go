package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// draftContracts writes a first draft of a contract file, for calvin infer -contracts.
func draftContracts(ctx context.Context, env *environment, f *inferFlags, dir string) int {
	if f.set.NArg() > 0 {
		return env.fail(errors.New("-contracts names the one package that contracts are written for: give no other"))
	}
	text, err := verify.DraftContracts(ctx, load.Config{Dir: dir, Tags: f.tags}, f.contracts, env.openCache())
	if err != nil {
		return env.problems("", dir, err)
	}
	if !f.write {
		fmt.Fprint(env.stdout, text)
		return exitVerified
	}
	name, err := writeDraft(dir, f.contracts, text)
	if err != nil {
		return env.fail(fmt.Errorf("-contracts: %w", err))
	}
	fmt.Fprintf(env.stderr, "calvin: wrote %s\n", report.Relative(dir, name))
	return exitVerified
}

// writeDraft writes a contract file for the package at a path into the module around dir, unless the file is there.
func writeDraft(dir, path, text string) (name string, err error) {
	root, err := moduleRoot(dir)
	if err != nil {
		return "", err
	}
	folder := filepath.Join(root, verify.ContractDir)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	name = filepath.Join(folder, strings.ReplaceAll(path, "/", "_")+".go")
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", err
	}
	if _, err := file.WriteString(text); err != nil {
		file.Close()
		return "", err
	}
	return name, file.Close()
}

// moduleRoot is the directory with the go.mod around dir.
func moduleRoot(dir string) (string, error) {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("there is no go.mod around %s", dir)
		}
	}
}
