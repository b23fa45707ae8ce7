package alarm

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestStack(t *testing.T) {
	if !strings.Contains(string(debug.Stack()), "testing.tRunner") {
		t.Error("not called by the testing package")
	}
}
