package instrument

import (
	"context"
	_ "embed"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The two sides of an io.Pipe wait for each other in package io, mostly below other functions of the standard library: io.ReadAll,
// json.NewEncoder. So the overlay replaces what waits there, in tests with pipes only: all that imports io has to be built again.

// makesPipes reports whether a package calls io.Pipe.
func makesPipes(p *packages.Package) bool {
	for _, obj := range p.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.FullName() == "io.Pipe" {
			return true
		}
	}
	return false
}

// pipeSource is the file that the overlay adds to package io.
//
//go:embed pipe.go.txt
var pipeSource string

// layPipes puts package io with other methods of pipes into the overlay, if packages make some.
func (b *Build) layPipes(ctx context.Context, c Config) error {
	if !b.pipes {
		return nil
	}
	goroot, err := b.goroot(ctx, c)
	if err != nil {
		return err
	}
	dir := filepath.Join(goroot, "src", "io")
	if err := b.write(filepath.Join(dir, "pipe.go"), b.nativePipes); err != nil {
		return err
	}
	return b.write(filepath.Join(dir, "calvin_explored.go"), pipeSource)
}

// readPipes reads the file of package io that has the methods of pipes, and gives these other names, if they are as they
// are known to be.
func (b *Build) readPipes(ctx context.Context, c Config) error {
	goroot, err := goEnv(ctx, c, "GOROOT")
	if err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(goroot, "src", "io", "pipe.go"))
	if err != nil {
		return nil
	}
	text := string(data)
	for _, part := range []string{"wrMu sync.Mutex", "wrCh chan []byte", "rdCh chan int", "once sync.Once", "done chan struct{}", "type PipeReader struct{ pipe }"} {
		if !strings.Contains(text, part) {
			return nil
		}
	}
	for _, method := range [][2]string{{"read", "nativeRead"}, {"write", "nativeWrite"}, {"closeRead", "nativeCloseRead"}, {"closeWrite", "nativeCloseWrite"}} {
		head := "func (p *pipe) " + method[0] + "("
		if strings.Count(text, head) != 1 {
			return nil
		}
		text = strings.Replace(text, head, "func (p *pipe) "+method[1]+"(", 1)
	}
	b.nativePipes = text
	return nil
}
