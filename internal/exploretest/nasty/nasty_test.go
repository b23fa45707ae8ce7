package nasty

import (
	"os/exec"
	"testing"
)

// TestGenerate: what is generated are programs. Package instrument's TestNasty runs more.
func TestGenerate(t *testing.T) {
	dir := t.TempDir()
	if err := Generate(1, 10).Write(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
