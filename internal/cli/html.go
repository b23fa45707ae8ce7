package cli

import (
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"strings"

	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/report/page"
)

// htmlUsage is what the flag -html says of itself.
const htmlUsage = "also write the findings to `file`, as an HTML page that shows each execution step by step"

// A pageFile is where a page goes: a new file beside the one that the user names, which takes its place when it is written.
type pageFile struct {
	*page.Page
	path string
	file *os.File
}

// newPageFile begins the page of the command line args, or none if path is empty. That the file can be written is
// found out here, before the work.
func newPageFile(path, dir string, args []string) (*pageFile, error) {
	if path == "" {
		return nil, nil
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("-html: %s is not a file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".calvin-*.html")
	if err != nil {
		return nil, fmt.Errorf("-html: %w", err)
	}
	p := page.New(page.Options{Dir: dir, Command: args, Roots: roots(), Version: version(), Source: sourceOf})
	return &pageFile{p, path, f}, nil
}

// roots are the directories that a page names in words, as they are elsewhere on other machines.
func roots() []page.Root {
	cache := os.Getenv("GOMODCACHE")
	if cache == "" {
		first, _, _ := strings.Cut(build.Default.GOPATH, string(filepath.ListSeparator))
		cache = filepath.Join(first, "pkg", "mod")
	}
	roots := []page.Root{{Dir: cache}, {Dir: build.Default.GOROOT, Name: "$GOROOT/"}, {Dir: os.TempDir(), Name: "$TMPDIR/"}}
	if home, err := os.UserHomeDir(); err == nil {
		roots = append(roots, page.Root{Dir: home, Name: "~/"})
	}
	return roots
}

// sourceOf is what is in a file, "" if it cannot be read.
func sourceOf(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return string(data)
}

// drop removes the new file if the page has not been written.
func (p *pageFile) drop() {
	if p != nil && p.file != nil {
		p.file.Close()
		os.Remove(p.file.Name())
	}
}

// write writes the page.
func (p *pageFile) write() error {
	if p == nil {
		return nil
	}
	if err := p.Write(p.file); err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	if err := p.file.Chmod(0o644); err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	if err := p.file.Close(); err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	if err := os.Rename(p.file.Name(), p.path); err != nil {
		return fmt.Errorf("-html: %w", err)
	}
	p.file = nil
	return nil
}

// with adds the page to a renderer.
func (p *pageFile) with(r report.Renderer) report.Renderer {
	if p == nil {
		return r
	}
	return twice{r, p}
}

// withTests adds the page to a renderer of tests.
func (p *pageFile) withTests(r report.TestRenderer) report.TestRenderer {
	if p == nil {
		return r
	}
	return testTwice{r, p}
}

// twice renders in two forms.
type twice [2]report.Renderer

func (t twice) Diagnostic(d *report.Diagnostic) error {
	return t.each(func(r report.Renderer) error { return r.Diagnostic(d) })
}

func (t twice) Function(f report.FunctionResult) error {
	return t.each(func(r report.Renderer) error { return r.Function(f) })
}

func (t twice) Type(ty report.TypeResult) error {
	return t.each(func(r report.Renderer) error { return r.Type(ty) })
}

func (t twice) Summary(s report.Summary) error {
	return t.each(func(r report.Renderer) error { return r.Summary(s) })
}

func (t twice) each(f func(report.Renderer) error) error {
	for _, r := range t {
		if err := f(r); err != nil {
			return err
		}
	}
	return nil
}

// testTwice renders tests in two forms.
type testTwice [2]report.TestRenderer

func (t testTwice) Test(result *report.TestResult) error {
	return t.each(func(r report.TestRenderer) error { return r.Test(result) })
}

func (t testTwice) TestSummary(s report.TestSummary) error {
	return t.each(func(r report.TestRenderer) error { return r.TestSummary(s) })
}

func (t testTwice) each(f func(report.TestRenderer) error) error {
	for _, r := range t {
		if err := f(r); err != nil {
			return err
		}
	}
	return nil
}
