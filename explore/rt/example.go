package rt

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// RegisterExample adds an example, which is a test of what it prints.
func RegisterExample(pkg, name string, f func(), output string, unordered bool) {
	RegisterTest(pkg, name, func(t *testing.T) {
		got, err := printed(f)
		if err != nil {
			t.Fatalf("capture the output: %v", err)
		}
		if g, w := strings.TrimSpace(got), strings.TrimSpace(output); g != w && !(unordered && sortLines(g) == sortLines(w)) {
			t.Fatalf("got:\n%s\nwant:\n%s", g, w)
		}
	})
}

// printed runs f and returns what it writes to standard output.
func printed(f func()) (string, error) {
	file, err := os.CreateTemp("", "calvin-example-")
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	stdout := os.Stdout
	os.Stdout = file
	defer func() { os.Stdout = stdout }()
	f()
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	text, err := io.ReadAll(file)
	return string(text), err
}

func sortLines(s string) string {
	lines := strings.Split(s, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
