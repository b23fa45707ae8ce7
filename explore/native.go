package explore

import (
	"context"
	"fmt"
	"os/exec"
	"time"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
)

// A test that fails under control without a choice of anybody fails in every schedule, of which there is one. If it passes
// when the Go runtime runs it, that is due to what control changes: how fast the clock goes, what a stack shows. That is no
// bug of the test.

// nativeTime bounds a run outside control, which has to be built.
const nativeTime = time.Minute

// unexplained says why b, which t was found to have, is no bug, "" if it is one.
func (r *runner) unexplained(ctx context.Context, t task, b *worker.Bug) string {
	if b.Kind != rt.Failure || !determined(b) {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, nativeTime)
	defer cancel()
	c := r.opts.Config
	args := []string{"test", "-vet=off", "-count=1", "-run=^" + t.test + "$"}
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, t.pkg.Path)...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	if cmd.Run() != nil {
		return ""
	}
	return fmt.Sprintf("the test fails under control whatever the schedule, and passes outside: it depends on what is another there, such as the pace of the clock or what is on the stack\n%s", b.Message)
}

// determined reports whether the execution with the bug is the only one: one goroutine, no choice, no timer.
func determined(b *worker.Bug) bool {
	for _, s := range b.Steps {
		if s.Goroutine != b.Steps[0].Goroutine || s.Goroutine == int(rt.Clock) || s.Op == rt.OpChoice.String() {
			return false
		}
	}
	return true
}
