package explore

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/calvin-go/calvin/explore/instrument"
	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
)

// What fails in every schedule under control fails when the Go runtime runs the test, too. If it does not, that is due to what
// control changes: how fast the clock goes, what a stack shows, which goroutines there are, that no finalizer runs. It is no bug of
// the test then. So the test is run outside control, as it is. What it leaves behind is looked at: a goroutine that is left may
// do later what is said of it, or be the leak.

// The most that a run outside control may take, with and without the building.
const (
	nativeBuild = time.Minute
	nativeTime  = 10 * time.Second
)

// envNative names the file to which the stacks go of all goroutines that a test leaves behind outside control.
const envNative = "CALVIN_NATIVE"

// afterText is the source of a test that runs after the one in question, as it is in the external test package: it writes who is left,
// once those that end by themselves have had the time.
const afterText = `package %s_test

import (
	"os"
	"runtime"
	"testing"
	"time"
)

func %s(t *testing.T) {
	for i := 0; i < 50 && (i < 3 || runtime.NumGoroutine() > 2); i++ {
		runtime.GC()
		time.Sleep(20 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	os.WriteFile(os.Getenv("` + envNative + `"), stacks[:runtime.Stack(stacks, true)], 0o600)
}
`

const afterTest = "TestCalvinNativeAfter"

// natives are test binaries that are not instrumented.
type natives struct {
	mu     sync.Mutex
	byPath map[string]*native
}

type native struct {
	once   sync.Once
	binary string
	err    error
}

// of builds the test binary of a package, unless it has been.
func (n *natives) of(ctx context.Context, c instrument.Config, pkg instrument.TestPackage, dir string) (string, error) {
	n.mu.Lock()
	if n.byPath == nil {
		n.byPath = map[string]*native{}
	}
	one := n.byPath[pkg.Path]
	if one == nil {
		one = &native{binary: filepath.Join(dir, fmt.Sprintf("native-%d.exe", len(n.byPath)))}
		n.byPath[pkg.Path] = one
	}
	n.mu.Unlock()
	one.once.Do(func() { one.err = one.build(ctx, c, pkg) })
	return one.binary, one.err
}

func (n *native) build(ctx context.Context, c instrument.Config, pkg instrument.TestPackage) error {
	ctx, cancel := context.WithTimeout(ctx, nativeBuild)
	defer cancel()
	source := n.binary + ".go"
	if err := os.WriteFile(source, fmt.Appendf(nil, afterText, pkg.Name, afterTest), 0o600); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(pkg.Dir, "zzz_calvin_native_test.go"): source}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(n.binary+".json", overlay, 0o600); err != nil {
		return err
	}
	args := []string{"test", "-c", "-overlay=" + n.binary + ".json", "-o", n.binary}
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, pkg.Path)...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	return cmd.Run()
}

// unexplained says why b, which t was found to have, is no bug, "" if it is one.
func (r *runner) unexplained(ctx context.Context, t task, b *worker.Bug) string {
	if b.Always == 0 {
		return ""
	}
	left, passes := r.outside(ctx, t)
	own := b.Goroutine == 1 && (b.Kind == rt.Failure || b.Kind == rt.Panic) // it shows before the test returns
	if !passes || left && !own {
		return ""
	}
	schedules := "in every schedule"
	if b.Always > 1 {
		schedules = fmt.Sprintf("in all %d schedules that were run", b.Always)
	}
	return fmt.Sprintf("under control there is a %s %s, but outside control the test passes and leaves no goroutine behind: it depends on something that differs there, such as real time, the stack, the set of goroutines, or finalizers\n%s%s: %s",
		b.Kind, schedules, placeOf(b.Position), b.Kind, b.Message)
}

// placeOf is a place, to be followed by what is said of it.
func placeOf(p worker.Place) string {
	if p.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", p.File, p.Line)
}

// outside runs a test outside control. It reports whether it passes, and whether goroutines are left, or may be.
func (r *runner) outside(ctx context.Context, t task) (left, passes bool) {
	binary, err := r.natives.of(ctx, r.opts.Config, t.pkg, r.dir)
	if err != nil {
		return true, false
	}
	stacks, err := os.CreateTemp(r.dir, "native-*.stacks")
	if err != nil {
		return true, false
	}
	stacks.Close()
	ctx, cancel := context.WithTimeout(ctx, nativeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, "-test.v", "-test.timeout=0", fmt.Sprintf("-test.run=^(%s|%s)$", t.test, afterTest))
	cmd.Dir, cmd.Env = t.pkg.Dir, append(os.Environ(), envNative+"="+stacks.Name())
	cmd.SysProcAttr = group()
	cmd.Cancel = func() error { killGroup(cmd.Process); return nil }
	cmd.WaitDelay = time.Second
	said, err := cmd.Output()
	if cmd.Process != nil {
		killGroup(cmd.Process) // what it has started and left behind
	}
	if err != nil || !regexp.MustCompile(`--- PASS: `+t.test+` \(`).Match(said) {
		return true, false
	}
	text, err := os.ReadFile(stacks.Name())
	return err != nil || len(text) == 0 || anyLeft(string(text)), true
}

// anyLeft reports whether there are goroutines besides those of package testing, and that which waits for signals.
func anyLeft(stacks string) bool {
	for i, g := range strings.Split(strings.TrimSpace(stacks), "\n\n") {
		if i > 0 && !strings.Contains(g, "\ntesting.(*M).Run(") && !strings.Contains(g, "\ncreated by os/signal.") {
			return true
		}
	}
	return false
}
