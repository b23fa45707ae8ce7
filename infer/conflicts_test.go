package infer_test

import (
	"testing"

	"github.com/calvin-go/calvin/infer"
)

// TestOther checks that an access which does without the lock that others hold is set against one of these, and that one of the two writes.
func TestOther(t *testing.T) {
	pkgs, annots := loaded(t, "wrong", nil)
	proposals, accesses, err := infer.ProposeAnyway(pkgs, annots)
	if err != nil {
		t.Fatal(err)
	}
	pairs := 0
	for _, p := range proposals {
		if p.Var == nil {
			continue
		}
		for _, a := range p.Against {
			from := a.Position.Offset
			other, ok := accesses.Other(a.Position.Filename, from, from, a.Write, func(name string) bool { return name == p.Var.Name() })
			if !ok {
				t.Errorf("%s: nothing conflicts with the access at %s", p.Name, a.Position)
				continue
			}
			pairs++
			switch {
			case !a.Write && !other.Write:
				t.Errorf("%s: the reads at %s and %s do not conflict", p.Name, a.Position, other.Position)
			case len(other.Held) == 0 && !other.Atomic:
				t.Errorf("%s: the access at %s is set against one at %s that does without a lock and sync/atomic, too", p.Name, a.Position, other.Position)
			case other.Declared != p.Position:
				t.Errorf("%s: the access at %s is to a variable declared at %s", p.Name, other.Position, other.Declared)
			case other.Of.IsValid():
				t.Errorf("%s: somebody holds a lock at %s, but its type counts as one without", p.Name, other.Position)
			case other.End.Offset <= other.Position.Offset:
				t.Errorf("%s: the access at %s has no end", p.Name, other.Position)
			}
		}
	}
	if pairs == 0 {
		t.Error("no access disagrees")
	}
	if _, ok := accesses.Other("nowhere.go", 0, 100, true, func(string) bool { return true }); ok {
		t.Error("something conflicts with an access in a file that there is not")
	}
}
