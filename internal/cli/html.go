package cli

import (
	"bytes"
	"fmt"
	"go/build"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
	"github.com/calvin-go/calvin/report/page"
)

// htmlUsage is what the flag -html says of itself.
const htmlUsage = "also write the findings to `file`, as an HTML page that shows each execution step by step"

// jsonUsage is what the flag -json says of itself.
const jsonUsage = "also write the results to `file`, in the form of -f json; calvin report makes a page of such files"

// A besideFile is a file that a command writes beside what it prints: a new one, which takes the place of the one that the user names when
// it is written.
type besideFile struct {
	flag, path string
	file       *os.File
}

// openBeside begins a file. That it can be written is found out here, before the work.
func openBeside(flag, path, dir string) (*besideFile, error) {
	path = joined(dir, path)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("-%s: %s is not a file", flag, path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".calvin-*."+flag)
	if err != nil {
		return nil, fmt.Errorf("-%s: %w", flag, err)
	}
	return &besideFile{flag, path, f}, nil
}

// drop removes the new file if it has not been written.
func (b *besideFile) drop() {
	if b != nil && b.file != nil {
		b.file.Close()
		os.Remove(b.file.Name())
	}
}

// write fills the file and gives it its name.
func (b *besideFile) write(fill func(io.Writer) error) error {
	wrong := func(err error) error { return fmt.Errorf("-%s: %w", b.flag, err) }
	if err := fill(b.file); err != nil {
		return wrong(err)
	}
	if err := b.file.Chmod(0o644); err != nil {
		return wrong(err)
	}
	if err := b.file.Close(); err != nil {
		return wrong(err)
	}
	if err := os.Rename(b.file.Name(), b.path); err != nil {
		return wrong(err)
	}
	b.file = nil
	return nil
}

// beside are the files that a command writes beside what it prints: the page of -html and the results of -json. Either may be nil.
type beside struct {
	page     *page.Page
	pageFile *besideFile
	json     *report.JSON
	jsonFile *besideFile
	lines    bytes.Buffer // of the JSON form
	dir      string
}

// newBeside begins the files of the command line args.
func newBeside(html, json, dir string, args []string) (_ *beside, err error) {
	b := &beside{dir: dir}
	if html != "" {
		if b.pageFile, err = openBeside("html", html, dir); err != nil {
			return nil, err
		}
		b.page = page.New(page.Options{Dir: dir, Command: args, Roots: roots(), Version: version(), Source: sourceOf})
	}
	if json != "" {
		if b.jsonFile, err = openBeside("json", json, dir); err != nil {
			b.drop()
			return nil, err
		}
		b.json = report.NewJSON(&b.lines, dir)
	}
	return b, nil
}

// drop removes what has not been written.
func (b *beside) drop() {
	b.pageFile.drop()
	b.jsonFile.drop()
}

// write writes the files.
func (b *beside) write() error {
	if b.page != nil {
		if err := b.pageFile.write(b.page.Write); err != nil {
			return err
		}
	}
	return b.writeJSON()
}

func (b *beside) writeJSON() error {
	if b.json == nil {
		return nil
	}
	return b.jsonFile.write(func(w io.Writer) error {
		_, err := b.lines.WriteTo(w)
		return err
	})
}

// problems reports what ends a command, as environment.problems does, and writes it to the file of -json.
func (b *beside) problems(env *environment, form string, err error) int {
	if err := b.failure(problemsOf(err)); err != nil {
		return env.fail(err)
	}
	return env.problems(form, b.dir, err)
}

// failure writes the problems that end a command to the file of -json.
func (b *beside) failure(problems []ir.Note) error {
	if b.json == nil {
		return nil
	}
	if err := b.json.Failure(problems); err != nil {
		return err
	}
	return b.writeJSON()
}

// with adds the files to a renderer.
func (b *beside) with(r report.Renderer) report.Renderer {
	if b.page != nil {
		r = twice{r, b.page}
	}
	if b.json != nil {
		r = twice{r, b.json}
	}
	return r
}

// withTests adds the files to a renderer of tests.
func (b *beside) withTests(r report.TestRenderer) report.TestRenderer {
	if b.page != nil {
		r = testTwice{r, b.page}
	}
	if b.json != nil {
		r = testTwice{r, b.json}
	}
	return r
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
