package prover

import (
	"strings"
	"testing"
)

func TestParseNodes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{" sat\n", "sat"},
		{"((x 6)\n ((select m x)   0)) ; comment (\n(r Ref!val!0)", "((x 6) ((select m x) 0)) (r Ref!val!0)"},
		{"(|a b) ; c| (- 5) #x0f)", "(|a b) ; c| (- 5) #x0f)"},
		{`(error "line 1: ""x"" (")`, `(error "line 1: ""x"" (")`},
		{"()", "()"},
		{"(as @Ref_0 Ref)|q|x", "(as @Ref_0 Ref) |q| x"},
		{"; only a comment", ""},
	} {
		nodes, err := ParseNodes(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := join(nodes); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
	for _, bad := range []string{"(", "(a", ")", "a)", "|a", `"a`, `"a""`, strings.Repeat("(", maxDepth+1) + strings.Repeat(")", maxDepth+1)} {
		if nodes, err := ParseNodes(bad); err == nil {
			t.Errorf("%.20q: got %.20q", bad, join(nodes))
		}
	}
}

func join(nodes []Node) string {
	var texts []string
	for _, n := range nodes {
		texts = append(texts, n.String())
	}
	return strings.Join(texts, " ")
}

// What is printed reads back as the same.
func FuzzParseNodes(f *testing.F) {
	for _, s := range []string{"sat", "((x (- 5)) (y |a b|))", `(error "a ""b""")`, "; c\n(a)(b)", "(((", "|", `"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		nodes, err := ParseNodes(text)
		if err != nil {
			return
		}
		printed := join(nodes)
		again, err := ParseNodes(printed)
		if err != nil {
			t.Fatalf("%q was printed as %q: %v", text, printed, err)
		}
		if twice := join(again); twice != printed {
			t.Fatalf("%q was printed as %q, then as %q", text, printed, twice)
		}
	})
}

func TestParseValues(t *testing.T) {
	got, err := parseValues("s", "((x (- 5))\n (x true)\n ((f |a )|) ((as const (Array Int Int))\n 3)))", 3)
	if err != nil || strings.Join(got, "; ") != "(- 5); true; ((as const (Array Int Int)) 3)" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"", "()", "((x 1))", "((x 1) (y 2 3))", "((x 1) y)", "((x 1) (y 2))(z)", `(error "no model")`, "((x 1) (y 2) (z 3))", "sat"} {
		if got, err := parseValues("s", bad, 2); err == nil {
			t.Errorf("%q: got %q", bad, got)
		}
	}
}
