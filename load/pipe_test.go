package load

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNamedPipe: a named pipe among the files of a package is an error, and does not keep the go command for ever.
func TestNamedPipe(t *testing.T) {
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skip("there is no mkfifo")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": "package m\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pipe := filepath.Join(dir, "q.go")
	if out, err := exec.Command(mkfifo, pipe).CombinedOutput(); err != nil {
		t.Skipf("mkfifo: %v: %s", err, out)
	}
	_, err = Load(t.Context(), Config{Dir: dir}, "./...")
	e := (*Error)(nil)
	if !errors.As(err, &e) || len(e.Problems) != 1 || e.Problems[0].Position.Filename != pipe || !strings.Contains(e.Problems[0].Msg, "named pipe") {
		t.Errorf("got %v", err)
	}
}
