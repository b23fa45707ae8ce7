package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/thorough"
)

// TestFindingsFit: more than twenty findings, as terminals of 80 and of 140 columns show them. With -update the golden files are written.
func TestFindingsFit(t *testing.T) {
	thorough.Not(t)
	for _, columns := range []string{"80", "140"} {
		t.Run(columns, func(t *testing.T) {
			t.Setenv("COLUMNS", columns)
			var out, errors bytes.Buffer
			code := Execute(t.Context(), []string{"check", "-C", "testdata/findings"}, nil, &out, &errors)
			if code != exitFailed || errors.Len() > 0 {
				t.Errorf("exit code %d, standard error %q", code, &errors)
			}
			for line := range strings.Lines(out.String()) {
				tabs := len(line) - len(strings.TrimLeft(line, "\t"))
				if n := len([]rune(strings.TrimRight(line, "\n"))) + 7*tabs; columns == "80" && n > 80 {
					t.Errorf("%d columns: %s", n, line)
				}
			}
			if n := strings.Count(out.String(), " (CV0"); n < 20 {
				t.Errorf("%d findings, want 20 or more", n)
			}
			file := filepath.Join("testdata", "findings", columns+".golden")
			if *update {
				if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !same(string(want), out.String()) {
				t.Errorf("%s has\n%s\nbut calvin prints\n%s", file, want, &out)
			}
		})
	}
}
