package analysis_test

import (
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/verifytest/loaded"
)

// TestSpinLocks: which types are locks by what their methods do, and by what all code does with them.
func TestSpinLocks(t *testing.T) {
	p, pkg := loaded.Facts(t, "testdata/spinlocks")
	found := map[string]bool{}
	for _, name := range p.SpinLocks {
		found[name.Name()] = true
		if !strings.HasPrefix(name.Name(), "good") {
			t.Errorf("%s is taken for a lock", name.Name())
		}
	}
	for _, name := range pkg.Types.Scope().Names() {
		if strings.HasPrefix(name, "good") && !found[name] {
			t.Errorf("%s is not taken for a lock", name)
		}
	}
}

// TestLeavingLocker: a sync.Locker that becomes another interface may be called or written in other ways.
func TestLeavingLocker(t *testing.T) {
	if p, _ := loaded.Facts(t, "testdata/leaving"); len(p.SpinLocks) > 0 {
		t.Errorf("%v is taken for a lock", p.SpinLocks)
	}
}
