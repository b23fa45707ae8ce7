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

// locate finds the position of a failure in its message, where the test says where it is.
func locate(b *worker.Bug, dir string) {
	if b.Kind != rt.Failure {
		return
	}
	m := logLine.FindStringSubmatch(b.Message)
	if m == nil {
		return
	}
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return
	}
	b.Position = worker.Place{File: filepath.Join(dir, m[1]), Line: line}
	b.Message = strings.ReplaceAll(strings.TrimSuffix(b.Message[len(m[0]):], "\n"), "\n        ", "\n")
}
