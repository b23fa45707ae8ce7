package library

import (
	"strings"
	"testing"
)

// TestTables checks that the tables can be read, and that rows are found by name.
func TestTables(t *testing.T) {
	r := Of("(*strings.Builder).Grow")
	if r == nil || !r.Writes(0) || r.Writes(1) || r.Plain() || len(r.Requires) != 2 {
		t.Errorf("the row of Grow is %+v", r)
	}
	if r := Of("strings.Index"); r == nil || !r.Plain() {
		t.Errorf("the row of Index is %+v", r)
	}
	if r := Of("strings.NoSuchFunction"); r != nil {
		t.Errorf("there is a row %+v", r)
	}
}

// TestBadRows checks that a row with a mistake is refused, with its reason.
func TestBadRows(t *testing.T) {
	for _, tc := range []struct{ row, want string }{
		{"F", "no signature"},
		{"F(a); wants a", "no clause"},
		{"F(a); writes", "no clause"},
		{"F(a); waits a", "no clause"},
		{"F(a); writes b", "no parameter b"},
		{"F(a); requires a <", "expected operand"},
		{"F(a); requires b < 1", "unknown name b"},
		{"F(a); requires f(a)", "unknown function"},
		{"F(a); requires a &^ 1 == 0", "operator &^"},
		{"F(a); requires a[0] == 1", "*ast.IndexExpr"},
		{"F(a) (n, err); ensures result", "unknown name result"},
		{"F(a); requires result == 0", "unknown name result"},
	} {
		if _, err := parseRow("p", tc.row); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.row, err, tc.want)
		}
	}
	if _, err := parseTable("F(a)"); err == nil {
		t.Error("a row before the package is accepted")
	}
}
