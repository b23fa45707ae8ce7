package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/report"
)

// TestRun makes the page of two small packages: no function is without a verdict or a reason, and nothing breaks.
func TestRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "coverage.md")
	if err := run(out, []string{"container/heap", "container/ring"}, []string{"sort"}); err != nil {
		t.Fatal(err)
	}
	consistent(t, out, []string{"container/heap", "container/ring"})
}

// TestPage: the page that is kept is whole.
func TestPage(t *testing.T) { consistent(t, "../../../docs/evaluation/coverage.md", counted) }

// TestGVisorPage: every function on the kept page of gVisor's stack is counted, every one that is not verified has a reason, and
// every failure has the class that the file of classes gives it, or says that it has none.
func TestGVisorPage(t *testing.T) {
	data, err := os.ReadFile("../../../docs/evaluation/gvisor.md")
	if err != nil {
		t.Fatal(err)
	}
	known, err := parseTriage(triageText)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var total, decided int
	if _, err := fmt.Sscanf(text[strings.Index(text, "\nOf "):], "\nOf %d functions that were checked %d are decided", &total, &decided); err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| ([\w./]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`)
	var sum, failures, unknown int
	for _, m := range row.FindAllStringSubmatch(text, -1) {
		if m[1] != "all" {
			sum += number(m[2])
			continue
		}
		failures, unknown = number(m[4]), number(m[5])
		if number(m[2]) != total || number(m[3])+failures != decided || decided+unknown != total {
			t.Errorf("the table has %s functions, the text %d, of which %d are decided", m[2], total, decided)
		}
	}
	if sum != total || total == 0 {
		t.Errorf("the packages have %d functions, all have %d", sum, total)
	}
	reasons := 0
	for _, m := range reason.FindAllStringSubmatch(text, -1) {
		reasons += number(m[1])
	}
	if reasons != failures+unknown {
		t.Errorf("%d reasons for %d functions that are not verified", reasons, failures+unknown)
	}
	class := regexp.MustCompile(`(?m)^\| (\S.*) \| \S+:\d+ \| (CV\d{4}) \| (\w+) \| .* \|$`)
	classed := class.FindAllStringSubmatch(text, -1)
	if len(classed) != failures {
		t.Errorf("%d failures have a line, want %d", len(classed), failures)
	}
	for _, m := range classed {
		if c, ok := known[[2]string{m[1], m[2]}]; ok && c.kind != m[3] || !ok && m[3] != "unclassed" {
			t.Errorf("%s (%s) is %s, by the file of classes it is %q", m[1], m[2], m[3], c.kind)
		}
	}
}

// TestResults: what is kept is read again, and a line that was cut off is dropped.
func TestResults(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results")
	r, err := openResults(name)
	if err != nil {
		t.Fatal(err)
	}
	r.add(report.FunctionResult{Package: "p", Function: "F", Verdict: report.Failed, Reason: "no"},
		[]*report.Diagnostic{{Package: "p", Function: "F", Code: "CV0101", Message: "no"}})
	if _, err := r.close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(data, `{"Package": "q"`...), 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err = openResults(name); err != nil {
		t.Fatal(err)
	}
	all, err := r.close()
	if err != nil || len(all) != 1 || all[0].Code != "CV0101" || all[0].Verdict != report.Failed {
		t.Errorf("read %+v, %v", all, err)
	}
}

// TestTriage: a class that there is not and a function that is there twice are errors; what has no class is told.
func TestTriage(t *testing.T) {
	for _, text := range []string{"p.F | CV0101 | maybe | why", "p.F | CV0101 | real", "p.F | CV0101 | real | a\np.F | CV0101 | false | b"} {
		if _, err := parseTriage(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
	classes, err := parseTriage("# comment\np.F | CV0101 | real | it writes without the lock\n")
	if err != nil {
		t.Fatal(err)
	}
	failed := func(fn string) outcome {
		return outcome{Package: "gvisor.dev/gvisor/pkg/tcpip/p", Function: fn, Verdict: report.Failed, Code: "CV0101"}
	}
	var b bytes.Buffer
	if open := triaged(&b, []outcome{failed("F"), failed("G")}, classes); len(open) != 1 || open[0] != "p.G | CV0101" {
		t.Errorf("without a class: %q", open)
	}
}

var (
	row    = regexp.MustCompile(`(?m)^\| ([\w/]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`)
	reason = regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| [^|]+ \|$`)
)

// consistent checks that every function of the packages is counted, and every one that is not verified has a reason.
func consistent(t *testing.T, file string, packages []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	found := map[string]bool{}
	var unverified int
	first, _, _ := strings.Cut(text, "read along")
	for _, m := range row.FindAllStringSubmatch(first, -1) {
		total, verified, failed, unknown := number(m[2]), number(m[3]), number(m[4]), number(m[5])
		if total != verified+failed+unknown || total == 0 {
			t.Errorf("%s: %d functions are %d, %d and %d", m[1], total, verified, failed, unknown)
		}
		found[m[1]] = true
		if m[1] == "all" {
			unverified = failed + unknown
		}
	}
	for _, p := range append([]string{"all"}, packages...) {
		if !found[p] {
			t.Errorf("there is no line for %s", p)
		}
	}
	reasons := 0
	for _, m := range reason.FindAllStringSubmatch(text, -1) {
		reasons += number(m[1])
	}
	if reasons != unverified || reasons == 0 {
		t.Errorf("%d reasons for %d functions that are not verified", reasons, unverified)
	}
}

func TestReasons(t *testing.T) {
	tests := []struct{ code, message, want string }{
		{"CV0601", "possible nil dereference: p may be nil here", "nil dereference (CV0601)"},
		{report.CodeLimit, "could not prove that x is in range here", "limit reached (CV0902)"},
		{report.CodeUnsupported, "not yet supported: call of unicode/utf8.RuneLen: it has no contract",
			"call into package unicode/utf8, which is not at hand"},
		{report.CodeUnsupported, "not yet supported: call of (*strings.Builder).Grow: it has no contract",
			"call into package strings, which is not at hand"},
		{report.CodeUnsupported, "not yet supported: call of slices.Sort[[]int, int]: it has no contract",
			"call into package slices, which is not at hand"},
		{report.CodeUnsupported, "not yet supported: parameter x: type parameter T", "type parameter"},
		{report.CodeUnsupported, "not yet supported: map lookup", "map lookup"},
		{"", "something else", "something else"},
	}
	for _, test := range tests {
		if got := reasonOf(test.code, test.message); got != test.want {
			t.Errorf("reason of %s %q is %q, want %q", test.code, test.message, got, test.want)
		}
	}
}

// TestFaults: a function without a reason and a bug of the verifier are errors.
func TestFaults(t *testing.T) {
	unknown := outcome{Package: "p", Function: "F", Verdict: report.Unknown}
	if _, err := newPage([]string{"p"}, nil, []outcome{unknown}); err == nil {
		t.Error("a function that is unknown without a reason is counted")
	}
	p, err := newPage([]string{"p"}, nil, outcomes(&verify.Result{
		Functions: []report.FunctionResult{{Package: "p", Function: "F", Verdict: report.Unknown, Reason: "this is a bug"}},
		Findings:  []*report.Diagnostic{{Package: "p", Function: "F", Code: report.CodeInternal, Message: "this is a bug"}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.faults(); err == nil || !strings.Contains(err.Error(), "p.F: this is a bug") {
		t.Errorf("faults: %v", err)
	}
}
