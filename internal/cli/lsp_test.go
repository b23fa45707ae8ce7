package cli

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/calvin-go/calvin/internal/lsp"
	"github.com/calvin-go/calvin/report"
)

// TestExploreFor explores a test as an editor asks for it.
func TestExploreFor(t *testing.T) {
	dir, err := filepath.Abs("../../cmd/calvin/testdata/bank")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := exploreFor(t.Context(), lsp.Exploration{Dir: dir, Run: regexp.MustCompile("^TestTransfer$"), Time: 20 * time.Second}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(tests) != 1 || tests[0].Verdict != report.TestBug || tests[0].Bug.Kind != "deadlock" {
		t.Fatalf("%+v", tests)
	}
	if b := tests[0].Bug; b.Position.Filename != filepath.Join(dir, "bank.go") || b.Position.Line != 16 || !strings.HasPrefix(b.Message, "cycle: ") {
		t.Errorf("%+v", b)
	}
}
