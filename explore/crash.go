package explore

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
)

// Some of what a program does wrong ends its process: a stack that is too large, a fault at an address that no memory has. That is
// a finding, too, though the process cannot say under which schedule it happened. What the Go runtime wrote tells what it was and
// where.

// fatal are the errors of the Go runtime that are the program's, as a process with one goroutine at a time has them too.
var fatal = regexp.MustCompile(`(?m)^fatal error: (stack overflow|fault|sync: .*|unexpected signal.*|checkptr: .*|invalid pointer .*)$`)

// crashOf reads a finding off what a process wrote that has died.
func crashOf(said string) (worker.Bug, bool) {
	m := fatal.FindStringSubmatchIndex(said)
	if m == nil {
		return worker.Bug{}, false
	}
	what, stack := said[m[2]:m[3]], runningStack(said[m[1]:])
	at, ok := firstFrame(stack)
	// The runtime knows of each lock of goroutines under control who has it. So here another goroutine has had it, or has it.
	foreign := strings.HasPrefix(what, "sync: ") && !strings.Contains(stack, "explore/rt.(*Scheduler).runG")
	if !ok || foreign {
		return worker.Bug{}, false
	}
	switch what {
	case "fault":
		what = "the program uses an invalid pointer"
	case "stack overflow":
		what += fmt.Sprintf(": more than %d MB", worker.MaxStack>>20)
	}
	return worker.Bug{
		Kind: rt.Panic, Message: what + "\n" + excerpt(stack), Position: at, Stack: stack, Goroutines: 1, Died: true,
	}, true
}

// crashOfError reads a finding off the error of a process that has died.
func crashOfError(err error) (worker.Bug, bool) {
	death := (*deathError)(nil)
	if !errors.As(err, &death) {
		return worker.Bug{}, false
	}
	return crashOf(death.said)
}

// runningStack is the stack of the goroutine that was running.
func runningStack(said string) string {
	i := strings.Index(said, "[running")
	if i < 0 {
		return ""
	}
	_, stack, _ := strings.Cut(said[i:], "\n")
	stack, _, _ = strings.Cut(stack, "\n\n")
	return stack
}

// frameAt matches the second line of a frame, with the position.
var frameAt = regexp.MustCompile(`^\t(.*):(\d+)( .*)?$`)

// firstFrame finds the frame on top of a stack that is neither of the Go runtime nor of package sync nor ours; there is
// none if ours come first.
func firstFrame(stack string) (worker.Place, bool) {
	lines := strings.Split(stack, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		m := frameAt.FindStringSubmatch(lines[i+1])
		switch {
		case m == nil, strings.HasPrefix(lines[i], "calvin/"):
			return worker.Place{}, false
		case strings.HasPrefix(lines[i], "runtime."), strings.HasPrefix(lines[i], "runtime/"), strings.HasPrefix(lines[i], "sync."), strings.HasPrefix(lines[i], "internal/sync."):
			continue
		}
		line, err := strconv.Atoi(m[2])
		return worker.Place{File: m[1], Line: line}, err == nil
	}
	return worker.Place{}, false
}

// excerptFrames is how many frames of a stack a finding shows.
const excerptFrames = 4

// excerpt is the top of a stack without addresses.
func excerpt(stack string) string {
	var out []string
	lines := strings.Split(stack, "\n")
	for i := 0; i+1 < len(lines) && len(out) < excerptFrames; i += 2 {
		m := frameAt.FindStringSubmatch(lines[i+1])
		if m == nil {
			break
		}
		name := lines[i]
		if cut := strings.LastIndexByte(name, '('); cut > 0 {
			name = name[:cut]
		}
		if !strings.HasPrefix(name, "runtime.") {
			out = append(out, name+" at "+m[1]+":"+m[2])
		}
	}
	return strings.Join(out, "\n")
}

// headline is the part of what a dead process wrote that says why it has died.
func headline(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			lines = lines[i:]
			break
		}
	}
	if len(lines) > maxHeadline {
		lines = append(lines[:maxHeadline:maxHeadline], "...")
	}
	return strings.Join(lines, "\n")
}

// maxHeadline is how many lines of it are shown.
const maxHeadline = 12
