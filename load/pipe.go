package load

import (
	"context"
	"go/token"
	"io/fs"
	"path/filepath"
	"time"
)

// pipesAfter is how long the go command may take before Calvin looks for what may keep it waiting.
const pipesAfter = 5 * time.Second

// withoutPipes is a context that ends if the go command takes long and there is a named pipe among the Go files below a
// directory: the go command opens it, and waits for somebody to write there, without a word. The cause is then an
// *Error.
func withoutPipes(ctx context.Context, dir string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(pipesAfter, func() {
		if name := namedPipe(dir); name != "" {
			pos := within(dir, token.Position{Filename: name, Line: 1, Column: 1})
			cancel(&Error{[]Problem{{pos, "this is a named pipe: the go command waits until somebody writes to it"}}})
		}
	})
	return ctx, func() {
		timer.Stop()
		cancel(nil)
	}
}

// namedPipe is a Go file below a directory that is a named pipe, relative to it; "" if there is none.
func namedPipe(dir string) (name string) {
	if dir == "" {
		dir = "."
	}
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type()&fs.ModeNamedPipe != 0 && isGoFile(d.Name()) {
			if name, err = filepath.Rel(dir, path); err == nil {
				return filepath.SkipAll
			}
		}
		return nil
	})
	return name
}
