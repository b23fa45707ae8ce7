package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
)

// A Trace is a file that has all that it takes to run one schedule of a test again.
type Trace struct {
	Version    int      `json:"version"` // of this format
	Package    string   `json:"package"`
	Test       string   `json:"test"`
	Tags       string   `json:"tags,omitempty"`
	Instrument []string `json:"instrument,omitempty"`
	Clock      string   `json:"clock,omitempty"`
	Visible    bool     `json:"visible_all,omitempty"`
	NoLeaks    bool     `json:"ignore_leaks,omitempty"`
	NoRaces    bool     `json:"ignore_races,omitempty"`
	Samples    uint64   `json:"samples,omitempty"`     // which random values there were to choose from
	Annotation bool     `json:"annotations,omitempty"` // they are evaluated
	Kind       string   `json:"kind"`                  // of the bug
	Message    string   `json:"message"`
	// Sources has the hashes of the files that the test was built from, by package path and name.
	Sources  map[string]string `json:"sources,omitempty"`
	Ignored  []rt.Cause        `json:"aside,omitempty"` // of bugs that do not count
	Schedule worker.Schedule   `json:"schedule"`
}

// traceVersion changes when a trace of the version before cannot be replayed.
const traceVersion = 1

// writeTrace writes the trace of a bug that a job has found, the k-th of its test, and returns the file's name.
func (r *runner) writeTrace(t task, k int, job worker.Job, b *worker.Bug) (string, error) {
	c := r.opts.Config
	trace := Trace{
		Version: traceVersion, Package: t.pkg.Path, Test: t.test, Tags: c.Tags, Instrument: c.Instrument,
		Visible: job.VisibleAll, NoLeaks: job.IgnoreLeaks, NoRaces: job.IgnoreRaces, Samples: job.Samples,
		Annotation: c.Annotations, Kind: string(b.Kind), Message: b.Message, Schedule: b.Schedule, Ignored: b.Ignored,
	}
	if job.ClockAny {
		trace.Clock = "any"
	}
	trace.Sources, _ = r.hashesOf(t.pkg.Path)
	data, err := json.MarshalIndent(trace, "", "\t")
	if err != nil {
		return "", fmt.Errorf("write trace: %w", err)
	}
	if err := os.MkdirAll(r.opts.TraceDir, 0o755); err != nil {
		return "", fmt.Errorf("write trace: %w", err)
	}
	name := strings.ReplaceAll(t.pkg.Path, "/", "_") + "_" + t.test
	if k > 0 {
		name += "." + strconv.Itoa(k+1)
	}
	name += ".trace"
	file := filepath.Join(r.opts.TraceDir, name)
	if err := os.WriteFile(file, append(data, '\n'), 0o644); err != nil {
		os.Remove(file) // it may be there in part
		return "", fmt.Errorf("write trace: %w", err)
	}
	return file, nil
}

// ReadTrace reads a trace.
func ReadTrace(file string) (*Trace, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read trace: %w", err)
	}
	var t Trace
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fmt.Errorf("read trace %s: %w", file, err)
	}
	if t.Version != traceVersion || t.Package == "" || t.Test == "" {
		return nil, fmt.Errorf("read trace %s: it is not a trace of this version of calvin", file)
	}
	return &t, nil
}

// Replay runs the schedule of a trace again, so many times, in the module at dir. It returns the first result, and how
// often the bug happened.
func Replay(ctx context.Context, dir string, t *Trace, count int) (first *TestResult, happened int, err error) {
	tmp, err := os.MkdirTemp("", "calvin-replay-")
	if err != nil {
		return nil, 0, fmt.Errorf("replay: %w", err)
	}
	defer os.RemoveAll(tmp)
	c := instrument.Config{Dir: dir, Tags: t.Tags, Patterns: []string{t.Package}, Instrument: t.Instrument, Annotations: t.Annotation}
	return replay(ctx, c, t, count, tmp)
}

// replay is Replay in the module that the configuration names; what is built goes to tmp.
func replay(ctx context.Context, c instrument.Config, t *Trace, count int, tmp string) (first *TestResult, happened int, err error) {
	build, err := instrument.Instrument(ctx, c, sources(), tmp)
	if err != nil {
		return nil, 0, err
	}
	job := worker.Job{
		Strategy: "replay", Replay: &t.Schedule, Ignored: t.Ignored, ClockAny: t.Clock == "any", VisibleAll: t.Visible, IgnoreLeaks: t.NoLeaks, IgnoreRaces: t.NoRaces,
		Samples: t.Samples,
	}
	r := &runner{opts: Options{Config: c, Job: job}, build: build, dir: tmp, meaning: &meaning{}, natives: &natives{}}
	tasks, err := r.tasks(ctx)
	if r.tooMuch(ctx, err) {
		c.Asked = true
		return replay(ctx, c, t, count, tmp)
	}
	if err != nil {
		return nil, 0, err
	}
	k := slices.IndexFunc(tasks, func(k task) bool { return k.test == t.Test })
	if k < 0 {
		return nil, 0, fmt.Errorf("replay: %s has no test %s", t.Package, t.Test)
	}
	changed := r.changedSince(t)
	for range count {
		out := r.test(ctx, tasks[k], 1)
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		if out.Changed = changed; out.Verdict == Error {
			why := "perhaps because something that the test depends on has changed"
			if len(t.Sources) == 0 {
				why = "perhaps because the code has changed"
			}
			if len(changed) > 0 {
				why = "because the code has changed"
			}
			out.Reason = "the schedule is not possible any more, " + why + ": " + out.Reason
		}
		if first == nil {
			first = &out
		}
		if out.Verdict == Buggy && string(out.Result.Bugs[0].Kind) == t.Kind {
			happened++
		}
	}
	return first, happened, nil
}

// writeJob writes the file that a worker reads its job from.
func writeJob(dir string, job worker.Job) (string, error) {
	data, err := json.Marshal(job)
	if err != nil {
		return "", fmt.Errorf("write job: %w", err)
	}
	f, err := os.CreateTemp(dir, "job-*.json")
	if err != nil {
		return "", fmt.Errorf("write job: %w", err)
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return "", fmt.Errorf("write job: %w", err)
	}
	if err := f.Close(); err != nil {
		return "", fmt.Errorf("write job: %w", err)
	}
	return f.Name(), nil
}
