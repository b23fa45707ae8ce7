// Package worker takes a job from the environment of an instrumented test binary, explores one test, and gives the
// result as lines of JSON. The instrumentation makes Main the main function of the binary.
package worker

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
)

// Main explores the test that the job names. Without a job, it runs all tests as usual. userMain is the TestMain of the
// package under test, or nil.
func Main(m *testing.M, userMain func(*testing.M), hooks rt.Hooks) {
	file := os.Getenv(EnvJob)
	if file == "" {
		if userMain != nil {
			userMain(m)
		}
		os.Exit(m.Run())
	}
	flag.Parse()
	keepFiles()
	debug.SetMaxStack(MaxStack)
	w := &worker{out: json.NewEncoder(os.NewFile(ResultFile, "results")), userMain: userMain, m: m}
	if err := w.job.read(file); err != nil {
		w.fail(err)
	}
	os.Unsetenv(EnvJob) // a process that the test starts has no job, though it be the same binary
	rt.SetHooks(hooks)
	devNull()
	w.run()
}

// NoMain is the TestMain of a package that has none.
var NoMain func(*testing.M)

// MaxStack bounds the stack of a goroutine. It is a quarter of what the Go runtime allows: a recursion that does not end takes seconds to
// get there, and other processes run beside it.
const MaxStack = 256 << 20

type worker struct {
	mu       sync.Mutex
	out      *json.Encoder
	job      Job
	m        *testing.M
	userMain func(*testing.M)

	began    time.Time
	reported time.Time
	link     *link // nil if it works alone

	stop atomic.Bool // an interrupt has come
}

// run explores the test and ends the process.
func (w *worker) run() {
	var test *rt.Test
	for _, t := range rt.Tests() {
		if t.Name == w.job.Test {
			test = &t
		}
	}
	if test == nil {
		w.fail(fmt.Errorf("there is no test %s in this binary", w.job.Test))
	}
	w.listen()
	w.limitMemory()
	w.began = time.Now()
	if w.job.Shares || w.job.Asks {
		w.link = newLink(os.NewFile(CommandFile, "commands"), w.send)
		w.job.asking = w.link
	}
	message, err := w.explore(w.body(test))
	if err != nil {
		w.fail(err)
	}
	w.send(message)
	os.Exit(0)
}

// listen makes an interrupt end the exploration: what was found by then is the result.
func (w *worker) listen() {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	go func() {
		<-interrupts
		w.stop.Store(true)
	}()
}

func (w *worker) interrupted() bool { return w.stop.Load() }

func (j *Job) read(file string) error {
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, j)
	}
	if err != nil {
		return fmt.Errorf("read job: %w", err)
	}
	return nil
}

func (w *worker) send(m Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	m.Seconds = time.Since(w.began).Seconds()
	if err := w.out.Encode(m); err != nil {
		os.Exit(1) // nobody listens
	}
}

func (w *worker) fail(err error) {
	w.send(Message{Done: true, Err: err.Error()})
	os.Exit(1)
}

// body is what an execution runs: the initialisation of the packages, then the test.
func (w *worker) body(test *rt.Test) func(*rt.T) {
	return func(t *rt.T) {
		rt.Reset()
		if w.userMain == nil {
			rt.RunTest(t, test.Name, test.F)
			return
		}
		rt.RunMain(t, w.m, w.userMain, test.Name, test.F)
	}
}

// devNull silences the test: what it prints millions of times is of no use.
func devNull() {
	if f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stdout, os.Stderr = f, f
	}
}
