package report

import (
	"go/format"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// kinds returns every kind of check that package ir names.
func kinds() (all []ir.CheckKind) {
	for k := ir.NoCheck + 1; !strings.HasPrefix(k.String(), "check "); k++ {
		all = append(all, k)
	}
	return all
}

func TestEveryKindHasAProperty(t *testing.T) {
	known := map[string]bool{}
	for _, c := range Codes() {
		known[c.Code] = true
	}
	all := kinds()
	if len(all) < 30 {
		t.Fatalf("package ir names %d kinds of checks", len(all))
	}
	for _, k := range all {
		p := propertyOf(k)
		if p.code == CodeInternal {
			t.Errorf("kind %v has no property", k)
			continue
		}
		if !known[p.code] {
			t.Errorf("kind %v: code %s is not listed", k, p.code)
		}
		for _, c := range []ir.Check{
			{Subject: "x", Detail: "d", Clause: &ir.Clause{Text: "c > 0"}},
			{Subject: "x", Clause: &ir.Clause{Text: "c > 0"}},
			{Clause: &ir.Clause{Text: "c > 0"}},
		} {
			for _, s := range []string{p.say(p.refuted, c), p.say(p.undecided, c), p.fault} {
				if s == "" || strings.HasSuffix(s, ".") || strings.ContainsAny(s, "{}[]") || strings.Contains(s, "  ") {
					t.Errorf("kind %v: %q is not the start of a message", k, s)
				}
			}
		}
	}
}

func TestFill(t *testing.T) {
	tests := []struct{ sentence, want string }{
		{"{a} is[ {b} or] c", "x[1] is c"},
		{"{a}[ and {a}] is", "x[1] and x[1] is"},
		{"plain", "plain"},
	}
	for _, test := range tests {
		if got := fill(test.sentence, map[string]string{"a": "x[1]"}); got != test.want {
			t.Errorf("fill(%q) = %q, want %q", test.sentence, got, test.want)
		}
	}
}

func TestAKindWithoutPropertyIsABug(t *testing.T) {
	for _, k := range []ir.CheckKind{ir.NoCheck, 255} {
		if got := CodeOf(k); got != CodeInternal {
			t.Errorf("code of kind %d is %s, want %s", k, got, CodeInternal)
		}
	}
}

func TestCodesAreDistinct(t *testing.T) {
	form := regexp.MustCompile(`^CV0[1-9]\d\d$`)
	all := Codes()
	for i, c := range all {
		if !form.MatchString(c.Code) || c.Title == "" {
			t.Errorf("malformed code %+v", c)
		}
		if i > 0 && all[i-1].Code >= c.Code {
			t.Errorf("%s follows %s", c.Code, all[i-1].Code)
		}
	}
}

// examples finds the programs in a page.
var examples = regexp.MustCompile("(?ms)^```go (bad|good)\n(.*?)^```$")

// TestEveryCodeHasAPage looks at the form of the pages; that their examples are found, and their mends are not, is
// tested with the verifier.
func TestEveryCodeHasAPage(t *testing.T) {
	without := map[string]bool{CodeLimit: true, CodeIncomplete: true, CodeSolver: true, CodeInternal: true, CodePutOff: true}
	files, err := fs.Glob(pages, "explain/*.md")
	if err != nil {
		t.Fatal(err)
	}
	if all := Codes(); len(files) != len(all) {
		t.Errorf("%d pages for %d codes", len(files), len(all))
	}
	for _, c := range Codes() {
		page, ok := Explain(c.Code)
		if !ok {
			t.Errorf("%s has no page", c.Code)
			continue
		}
		if title, _, _ := strings.Cut(page, "\n"); title != "# "+c.Code+": "+c.Title {
			t.Errorf("%s is titled %q, want %q", c.Code, title, c.Title)
		}
		var verdicts string
		for _, m := range examples.FindAllStringSubmatch(page, -1) {
			verdicts += m[1] + " "
			formatted, err := format.Source([]byte(m[2]))
			if err != nil {
				t.Errorf("%s: the %s example does not parse: %v", c.Code, m[1], err)
			} else if c.Code != "CV0802" && string(formatted) != m[2] {
				t.Errorf("%s: the %s example is not formatted", c.Code, m[1])
			}
		}
		if want := "bad good "; verdicts != want && !without[c.Code] {
			t.Errorf("%s has examples %q, want %q", c.Code, verdicts, want)
		}
		for i, line := range strings.Split(page, "\n") {
			if len(line) > 120 {
				t.Errorf("%s: line %d has %d columns", c.Code, i+1, len(line))
			}
		}
	}
}

func TestExplainReadsShortForms(t *testing.T) {
	want, _ := Explain("CV0102")
	for _, code := range []string{"cv0102", "0102", " CV0102 "} {
		if got, ok := Explain(code); !ok || got != want {
			t.Errorf("Explain(%q) does not give the page of CV0102", code)
		}
	}
	for _, code := range []string{"", "CV9999", "../codes", "CV0102.md"} {
		if _, ok := Explain(code); ok {
			t.Errorf("Explain(%q) gives a page", code)
		}
	}
}
