package worker

import (
	"fmt"
	"strings"
	"time"
)

// hang is how long the test may go without a visible operation before it counts as blocked outside control. It is not
// more than the whole budget.
const hang = 10 * time.Second

func (j *Job) hang() time.Duration {
	if j.Time > 0 {
		return min(hang, max(j.Time, time.Second))
	}
	return hang
}

// computes is how long the test may run without a visible operation: a long computation is no endless one.
func (j *Job) computes() time.Duration {
	if j.Time > 0 {
		return j.Time
	}
	return computes
}

// computes is that where there is no budget.
const computes = time.Minute

// Stuck is when a process has said of a test that makes no step where it waits: the watchdog looks from time to time, and twice.
func (j *Job) Stuck() time.Duration { return 2*j.hang() + time.Second }

// hung reports a test that runs, or waits, outside control: where, and what may help.
func (w *worker) hung(stacks string) {
	w.fail(outsideControl(stacks))
}

// outsideControl finds in the stacks of all goroutines where the test hangs.
func outsideControl(stacks string) error {
	for _, g := range strings.Split(stacks, "\n\n") {
		lines := strings.Split(g, "\n")
		state := lines[0]
		if strings.Contains(state, "[coroutine") || !strings.Contains(g, "calvin/explore/rt.(*Scheduler).runG") {
			continue
		}
		for i, frame := range lines[1:] {
			pkg := packageOf(frame)
			if strings.HasPrefix(frame, "\t") || i == len(lines)-2 || hidden(pkg) {
				continue
			}
			f := frame[:max(strings.LastIndexByte(frame, '('), 0)]
			at, _, _ := strings.Cut(strings.TrimSpace(lines[i+2]), " +0x")
			err := fmt.Errorf("the test waits, or runs for ever, outside control, in %s at %s", f, at)
			if strings.Contains(pkg, ".") {
				err = fmt.Errorf("%w; if that package is not instrumented, -instrument=%s may help", err, pkg)
			}
			return err
		}
	}
	return fmt.Errorf("the test waits, or runs for ever, outside control\n%s", stacks)
}

// packageOf is the path of the package of a function in a stack trace.
func packageOf(frame string) string {
	frame, _, _ = strings.Cut(frame, "[")
	slash := strings.LastIndexByte(frame, '/') + 1
	name, _, _ := strings.Cut(frame[slash:], ".")
	return frame[:slash] + name
}

// hidden reports whether a package says nothing about who waits: the one that calls it does.
func hidden(pkg string) bool {
	root, _, _ := strings.Cut(pkg, "/")
	return root == "runtime" || root == "internal" || root == "sync" || root == "calvin"
}
