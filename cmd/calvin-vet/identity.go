package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"

	"github.com/calvin-go/calvin/prover"
)

// identity is what the go command tells tools apart by, as -V=full has it: what one tool found is not believed to be what
// another would find. Besides the executable it goes by the solvers, which are not in it.
func identity(ctx context.Context) (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the executable: %w", err)
	}
	f, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("read the executable: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("read the executable: %w", err)
	}
	for _, solver := range []string{prover.LibZ3, prover.Z3, prover.CVC5} {
		fmt.Fprintln(h, solver, installed(ctx, solver))
	}
	return fmt.Sprintf("%s version devel buildID=%x", name, h.Sum(nil)), nil
}

// installed is the version of a solver, empty if there is none: whoever asks for it is told then.
func installed(ctx context.Context, solver string) string {
	p, err := prover.New(prover.Options{Solver: solver, Workers: 1})
	if err != nil {
		return ""
	}
	defer p.Close()
	version, err := p.Version(ctx)
	if err != nil {
		return ""
	}
	return version
}
