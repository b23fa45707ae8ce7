// Package modproxy gets modules from the Go module proxy on which Calvin is tried. Calvin does not depend on them.
//
//	require.go   in goes a module, out comes how to load its packages
//	copy.go      in go a module and a directory, the directory gets a copy of it
//	matching.go  in go modules and words, out come those whose paths contain one
//	ordinary.go  the modules of docs/evaluation/ordinary.md
//	check.go     in go calvin and a directory, out comes what calvin check says of the packages there
package modproxy

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/calvin-go/calvin/load"
)

// A Module is a version of a module, and the pattern of the packages in it that are of interest.
type Module struct{ Path, Version, Packages string }

// GVisor is gVisor's network stack, with the annotations of gVisor's checklocks analyzer.
var GVisor = Module{
	Path: "gvisor.dev/gvisor", Version: "v0.0.0-20260905035102-160fafc42237", Packages: "gvisor.dev/gvisor/pkg/tcpip/...",
}

// Require makes a module that requires m, in a temporary directory which remove removes, and returns how to load packages
// from there. They are downloaded when they are listed.
func (m Module) Require() (config load.Config, remove func(), err error) {
	dir, err := os.MkdirTemp("", "calvin-modproxy-")
	if err != nil {
		return load.Config{}, nil, fmt.Errorf("require %s: %w", m.Path, err)
	}
	mod := fmt.Sprintf("module required\n\ngo 1.26\n\nrequire %s %s\n", m.Path, m.Version)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		os.RemoveAll(dir)
		return load.Config{}, nil, fmt.Errorf("require %s: %w", m.Path, err)
	}
	return load.Config{Dir: dir, Env: append(os.Environ(), "GOFLAGS=-mod=mod")}, func() { os.RemoveAll(dir) }, nil
}
