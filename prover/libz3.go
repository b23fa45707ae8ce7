package prover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/prover/memory"
	"github.com/calvin-go/calvin/prover/threads"
)

// libraryEnv names the variable that says where the library is.
const libraryEnv = "CALVIN_LIBZ3"

// libZ3 is Z3 as a shared library in this process, opened at run time: no cgo, no headers.
//
// Formulas come as SMT-LIB text, all of a theory at once; what is done with them goes through calls. (The library can
// evaluate commands as well, but a context that is to do so takes 20 ms of processor time more up to its first answer,
// and its parameters are the same for all contexts of the process. Measured with Z3 4.8.12.)
type libZ3 struct {
	workers int
	api     z3API
	threads threads.Threads
	memory  *memory.Account
}

// openLibZ3 opens the library; path overrides the search. At most workers sessions will be at work at once.
func openLibZ3(path string, workers int) (backend, error) {
	names := libraryNames
	if env := os.Getenv(libraryEnv); env != "" {
		names = []string{env}
	}
	if path != "" {
		names = []string{path}
	}
	var failures, present []error
	for _, name := range names {
		handle, err := openLibrary(name)
		if err != nil {
			failures = append(failures, err)
			if isThere(name, err) {
				present = append(present, err)
			}
			continue
		}
		keepMemory()
		z := &libZ3{workers: max(workers, 1)}
		if err := z.api.bind(handle); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
			return nil, &Missing{Solver: LibZ3, Tried: []string{name}, Err: err, Present: err}
		}
		z.memory = memory.New(z.api.allocated)
		return z, nil
	}
	return nil, &Missing{Solver: LibZ3, Tried: names, Err: errors.Join(failures...), Present: errors.Join(present...)}
}

// isThere reports whether a library that could not be opened is there. Where the loader looks for names without a path only its words tell.
func isThere(name string, failure error) bool {
	if filepath.Base(name) != name {
		_, err := os.Stat(name)
		return err == nil
	}
	for _, absent := range []string{"No such file", "no such file", "could not be found"} {
		if strings.Contains(failure.Error(), absent) {
			return false
		}
	}
	return true
}

func (z *libZ3) name() string { return LibZ3 }

func (z *libZ3) version(context.Context) (string, error) {
	return LibZ3 + " " + z.api.fullVersion(), nil
}

func (z *libZ3) close() { z.threads.Close() }

// start creates a context. Resetting one that was used, or a level around each VC in one that stays, would be faster, but
// after either, models and resource counts depend on what the context was used for before. In a new context the same
// calls give the same answers (Z3 4.8.12).
func (z *libZ3) start(ctx context.Context, l Limits) (session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// Without this Z3 would look for a shorter form of each function in a model, which takes five times as long as making
	// the model.
	z.api.setGlobal("model.compact", "false")
	lost := z.memory.Enter(ctx)
	z.api.setGlobal("memory_max_size", strconv.Itoa(lost+l.Memory*z.workers))
	s := &libSession{threads: &z.threads, thread: z.threads.Take(), memory: z.memory}
	var err error
	<-s.thread.Run(func() { s.context, err = newContext(&z.api, l) })
	if err != nil {
		z.memory.Failed(err)
		z.memory.Leave()
		z.threads.Give(s.thread)
		return nil, err
	}
	return s, nil
}
