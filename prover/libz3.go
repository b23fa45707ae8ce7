package prover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/ebitengine/purego"
)

// libraryEnv names the variable that says where the library is.
const libraryEnv = "CALVIN_LIBZ3"

// libZ3 is Z3 as a shared library in this process, opened at run time: no cgo, no headers. Of its interface only what
// evaluates SMT-LIB text is used.
type libZ3 struct {
	workers int

	mkConfig        func() uintptr
	delConfig       func(config uintptr)
	mkContext       func(config uintptr) uintptr
	delContext      func(context uintptr)
	setErrorHandler func(context, handler uintptr)
	errorCode       func(context uintptr) int32
	eval            func(context uintptr, commands string) string
	interrupt       func(context uintptr)
	fullVersion     func() string
}

// settings guards what Z3 keeps once for a process: all that set-option sets. A session reads its limits from there
// when it sets them, so that setting them and creating the session's solver must not be interleaved with another's.
var settings sync.Mutex

// openLibZ3 opens the library; path overrides the search. At most workers sessions will be at work at once.
func openLibZ3(path string, workers int) (Backend, error) {
	names := libraryNames
	if env := os.Getenv(libraryEnv); env != "" {
		names = []string{env}
	}
	if path != "" {
		names = []string{path}
	}
	var failures []error
	for _, name := range names {
		handle, err := openLibrary(name)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		z := &libZ3{workers: max(workers, 1)}
		if err := z.bind(handle); err != nil {
			return nil, &Missing{Solver: LibZ3, Tried: []string{name}, Err: err}
		}
		return z, nil
	}
	return nil, &Missing{Solver: LibZ3, Tried: names, Err: errors.Join(failures...)}
}

// bind looks up the functions. The library says so itself if it is not Z3.
func (z *libZ3) bind(handle uintptr) (err error) {
	defer func() {
		// RegisterLibFunc panics where a symbol is missing.
		if r := recover(); r != nil {
			err = fmt.Errorf("the library is not a usable Z3: %v", r)
		}
	}()
	for _, f := range []struct {
		name   string
		target any
	}{
		{"Z3_mk_config", &z.mkConfig},
		{"Z3_del_config", &z.delConfig},
		{"Z3_mk_context", &z.mkContext},
		{"Z3_del_context", &z.delContext},
		{"Z3_set_error_handler", &z.setErrorHandler},
		{"Z3_get_error_code", &z.errorCode},
		{"Z3_eval_smtlib2_string", &z.eval},
		{"Z3_interrupt", &z.interrupt},
		{"Z3_get_full_version", &z.fullVersion},
	} {
		purego.RegisterLibFunc(f.target, handle, f.name)
	}
	return nil
}

func (z *libZ3) Name() string { return LibZ3 }

func (z *libZ3) Version(context.Context) (string, error) { return LibZ3 + " " + z.fullVersion(), nil }

// Start creates a context. It costs 10 to 25 ms (Z3 4.8.12), against 5 ms for (reset) and 0.1 ms for push and pop
// around each VC in one context that stays; but after either, models and resource counts depend on what the context
// was used for before. In a new context the same commands give the same answers.
func (z *libZ3) Start(ctx context.Context, o Limits) (Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// Memory is counted for the process.
	o.Memory *= z.workers
	settings.Lock()
	defer settings.Unlock()
	config := z.mkConfig()
	c := z.mkContext(config)
	z.delConfig(config)
	if c == 0 {
		return nil, faultf(LibZ3, "creating a context: out of memory")
	}
	// The handler set at first ends the process.
	z.setErrorHandler(c, 0)
	s := &libSession{z: z, context: c}
	if err := silent(LibZ3, z.eval(c, dialects[LibZ3].options(o))); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// libSession is one Z3 context.
type libSession struct {
	z       *libZ3
	context uintptr // 0 once closed or given up
}

const (
	// interruptEvery is how often Z3 is told to stop: it forgets an interrupt that arrives between two checks.
	interruptEvery = 5 * time.Millisecond
	// interruptGrace is how long it may take to stop. A thread inside a library cannot be killed; after this the
	// session is abandoned and its context deleted when the call returns.
	interruptGrace = 5 * time.Second
)

func (s *libSession) Eval(ctx context.Context, commands string) (string, error) {
	if s.context == 0 {
		return "", faultf(LibZ3, "its session has ended")
	}
	if err := ctx.Err(); err != nil {
		s.Close()
		return "", err
	}
	restoreSignals, end := keepSignals()
	done := make(chan string, 1)
	go func() {
		defer end()
		done <- s.z.eval(s.context, commands)
	}()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case answer := <-done:
			return s.checked(answer)
		case <-tick.C:
			restoreSignals()
		case <-ctx.Done():
			s.stop(done)
			return "", ctx.Err()
		}
	}
}

// checked makes an error code without a message in the answer a fault all the same.
func (s *libSession) checked(answer string) (string, error) {
	if code := s.z.errorCode(s.context); code != 0 && !strings.Contains(answer, "(error") {
		s.Close()
		return "", faultf(LibZ3, "error %d: %q", code, answer)
	}
	return answer, nil
}

// stop interrupts the running call and gives the session up.
func (s *libSession) stop(done <-chan string) {
	tick := time.NewTicker(interruptEvery)
	defer tick.Stop()
	grace := time.After(interruptGrace)
	for {
		s.z.interrupt(s.context)
		select {
		case <-done:
			s.Close()
			return
		case <-tick.C:
		case <-grace:
			z, c := s.z, s.context
			s.context = 0
			go func() {
				<-done
				z.delContext(c)
			}()
			return
		}
	}
}

func (s *libSession) Close() error {
	if s.context != 0 {
		s.z.delContext(s.context)
		s.context = 0
	}
	return nil
}
