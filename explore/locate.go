package explore

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
)

// logLine is how package testing begins what t.Log and the like print: file and line.
var logLine = regexp.MustCompile(`^\s*([^\s:]+\.go):(\d+): `)

// locate finds the position of a failure in its message, where the test says where it is, and that of a panic in its
// stack.
func locate(b *worker.Bug, dir string) {
	switch b.Kind {
	case rt.Panic:
		locatePanic(b)
	case rt.Failure:
		locateFailure(b, dir)
	}
}

// frame is a function in a stack, with the path of its package, and where it is.
var frame = regexp.MustCompile(`(?m)^((?:[^\s(]*/)?[^\s(/.]+)\..*\n\t(.+)/([^/]+\.go):(\d+)`)

// locatePanic takes the first frame of the stack that is not in the standard library: the operation before the panic may be
// elsewhere, or there is none.
func locatePanic(b *worker.Bug) {
	for _, m := range frame.FindAllStringSubmatch(b.Stack, -1) {
		if pkg, dir := m[1], m[2]; strings.HasSuffix(dir, "/src/"+pkg) {
			continue
		}
		file := filepath.Join(m[2], m[3])
		if line, err := strconv.Atoi(m[4]); err == nil && (b.Position.File != file || b.Position.Line != line) {
			b.Position = worker.Place{File: file, Line: line}
		}
		return
	}
}

func locateFailure(b *worker.Bug, dir string) {
	m := logLine.FindStringSubmatch(b.Message)
	if m == nil {
		return
	}
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return
	}
	b.Position = worker.Place{File: filepath.Join(dir, m[1]), Line: line}
	b.Message = saying(strings.ReplaceAll(strings.TrimSuffix(b.Message[len(m[0]):], "\n"), "\n        ", "\n"))
}

// errorLine is the one that says what is wrong among those that assertions write, each with a label: where, what, and in which test.
var errorLine = regexp.MustCompile(`(?m)^[ \t]*Error:[ \t]+(\S.*)$`)

// saying puts what is wrong in the first line of a message, which is the headline of the bug.
func saying(message string) string {
	first, rest, _ := strings.Cut(message, "\n")
	if strings.TrimSpace(first) != "" {
		return message
	}
	if m := errorLine.FindStringSubmatchIndex(rest); m != nil && strings.HasPrefix(strings.TrimSpace(rest), "Error Trace:") {
		return rest[m[2]:m[3]] + "\n" + rest[:m[0]] + strings.TrimPrefix(rest[m[1]:], "\n")
	}
	return strings.TrimLeft(rest, "\n")
}
