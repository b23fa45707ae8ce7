package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/calvin-go/calvin/internal/thorough"
)

// TestMalformed runs the command on every malformed annotation of the corpora and compares what the user sees: at least
// 60 of them, each an error of its own at its place.
func TestMalformed(t *testing.T) {
	thorough.Not(t)
	dir := t.TempDir()
	write := func(name string, data []byte) {
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module m\n\ngo 1.26\n"))
	for corpus, pattern := range map[string]string{
		"forms": "../../annot/testdata/bad/*.go", "directives": "../../testdata/bad/directives/*/*.go",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".go")
			if bytes.Contains(data, []byte("\t\"time\"\n")) {
				data = append(data, "\nvar _ = time.Now\n"...) // what is malformed is all that uses it
			}
			write(filepath.Join(corpus, name, "x.go"), data)
			write(filepath.Join(corpus, name, "x.s"), nil) // functions may be without a body
		}
	}
	var out, errors bytes.Buffer
	if code := Execute(t.Context(), []string{"check", "-C", dir, "./..."}, nil, &out, &errors); code != exitUsage || errors.Len() > 0 {
		t.Errorf("exit code %d, standard error %q", code, &errors)
	}
	got := seconds.ReplaceAllString(out.String(), "(n s)")
	finding := regexp.MustCompile(`(?m)^[^\t:]+\.go:\d+:\d+: .* \(CV08\d\d\)$`)
	if n := len(finding.FindAllString(got, -1)); n < 60 {
		t.Errorf("%d malformed annotations are reported, want 60 or more", n)
	}
	const file = "testdata/malformed.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
