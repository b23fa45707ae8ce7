package main

import (
	"fmt"
	"regexp"
)

func docs() []row {
	rows := []row{
		{ask: "the output that README and tutorial show is what calvin prints", steps: []step{
			{run: `cd "$REPO" && go test ./internal/cli -run 'TestReadme|TestWalkthrough'`, want: []string{`^ok`}, quiet: true},
			{read: "README.md", want: []string{`The values may differ on your machine`}},
		}},
		{ask: "README says how to get calvin onto the PATH, and which Go it needs", steps: []step{{read: "README.md", want: []string{`^go install `, `Calvin needs Go 1\.`, `PATH`, `macOS and Windows`}}}},
		{ask: "a quick start on one's own code", steps: []step{{read: "docs/quickstart.md", want: []string{`^calvin check \./\.\.\.`, `^calvin explore \./\.\.\.`, `^calvin infer \./\.\.\.`}}}},
		{ask: "all links resolve", steps: []step{{run: `cd "$REPO" && go test ./internal/tools/docpages -run 'Links'`, want: []string{`^ok`}, quiet: true}}},
		{ask: "pages with measurements are apart", steps: []step{{run: `ls "$REPO/docs/evaluation"`, want: []string{`gvisor\.md`, `figures\.md`}}}},
		{ask: "CHANGELOG, CONTRIBUTING, SECURITY, troubleshooting", steps: []step{{run: `cd "$REPO" && ls CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/troubleshooting.md`, want: []string{`CHANGELOG`, `CONTRIBUTING`, `SECURITY`, `troubleshooting`}}}},
		{ask: "tags, releases, binaries", left: "there is no release yet; `go run ./internal/tools/snapshot` builds and checks the archives of one"},
	}
	for _, s := range stilted {
		rows = append(rows, row{
			ask:   fmt.Sprintf("%s no longer says “%s”", s.file, s.words),
			steps: []step{{read: s.file, never: []string{regexp.QuoteMeta(s.words)}}},
		})
	}
	return rows
}

// stilted are sentences of the docs, or their beginnings, that the inspection found hard to read.
var stilted = []struct{ file, words string }{
	{"README.md", "no goroutine waits for a lock that it holds, and none is forgotten"},
	{"README.md", "and here is how it does not"},
	{"README.md", "and this is how that goes wrong"},
	{"internal/cli/cli.go", "with an example and its mend"},
	{"internal/cli/check.go", "the rest is assumed and listed so"},
	{"docs/tutorial.md", "a program that its test does not find fault with"},
	{"docs/tutorial.md", "To explore is to run, so nothing is found"},
	{"docs/tutorial.md", "What is the caller's affair"},
	{"docs/tutorial.md", "to give it back can be done earlier"},
	{"docs/explore.md", "is not gone round for ever"},
	{"docs/explore.md", "as it depends on the pace of the clock"},
	{"docs/language.md", "Elements can be divided of a slice"},
	{"docs/language.md", "which it looks at in any case goes without saying"},
	{"docs/soundness.md", "believed too, and listed, is that nobody keeps"},
	{"docs/vet.md", "A finding that the clock ended"},
	{"docs/html.md", "are shown as far as their values are small numbers"},
	{"docs/evaluation/real-code.md", "Some rows are older than the last of the mends"},
}
