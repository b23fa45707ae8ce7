package instrument

import (
	"flag"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/internal/thorough"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// runtimeSources are the packages that the overlay takes from this module.
func runtimeSources() fs.FS { return os.DirFS("..") }

// lineDirective is what golden files leave out.
var lineDirective = regexp.MustCompile(`/\*line :\d+:\d+\*/|//line .*\n`)

// TestGolden shows what becomes of the files of a module: each archive in testdata/golden has its files, and below want
// what they are rewritten to, without line directives. The files that register the package are shown if want has them.
func TestGolden(t *testing.T) {
	thorough.Not(t)
	archives, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			golden(t, path)
		})
	}
}

func golden(t *testing.T, path string) {
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var inputs []txtar.File
	want := map[string]string{}
	for _, f := range ar.Files {
		if name, ok := strings.CutPrefix(f.Name, "want/"); ok {
			want[name] = string(f.Data)
			continue
		}
		inputs = append(inputs, f)
		writeFile(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	b, err := Instrument(t.Context(), Config{Dir: dir, Patterns: []string{"./..."}}, runtimeSources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for original, rewritten := range b.replace {
		name, err := filepath.Rel(dir, original)
		if err != nil || strings.HasPrefix(name, "..") {
			continue
		}
		if _, shown := want[name]; strings.Contains(name, "calvin_explored") && !shown {
			continue
		}
		data, err := os.ReadFile(rewritten)
		if err != nil {
			t.Fatal(err)
		}
		got[name] = strings.ReplaceAll(lineDirective.ReplaceAllString(string(data), ""), dir+"/", "")
	}
	if len(b.Notes) > 0 {
		var notes strings.Builder
		for _, n := range b.Notes {
			notes.WriteString(strings.TrimPrefix(n.Position.String(), dir+"/") + ": " + n.Text + "\n")
		}
		got["NOTES"] = notes.String()
	}
	if *update {
		out := &txtar.Archive{Comment: ar.Comment, Files: inputs}
		for _, name := range slices.Sorted(maps.Keys(got)) {
			out.Files = append(out.Files, txtar.File{Name: "want/" + name, Data: []byte(got[name])})
		}
		if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if got[name] != want[name] {
			t.Errorf("%s:\n%s\nwant\n%s", name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestCorpus: a program that goes through the corners of the language prints the same whether it is instrumented or not.
func TestCorpus(t *testing.T) {
	thorough.Not(t)
	dir, err := filepath.Abs("testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	b, err := Instrument(t.Context(), Config{Dir: dir}, runtimeSources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range b.Notes {
		t.Errorf("%s: %s", n.Position, n.Text)
	}
	if len(b.Sites) < 500 {
		t.Errorf("%d visible operations: most are missing", len(b.Sites))
	}
	plain, rewritten := run(t, dir), run(t, dir, "-overlay="+b.Overlay)
	same(t, plain, rewritten)
}

func run(t *testing.T, dir string, flags ...string) string {
	t.Helper()
	cmd := exec.Command("go", append(append([]string{"run"}, flags...), ".")...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return string(out)
}

// TestPositions: stack traces of an instrumented program name the lines of the user's file.
func TestPositions(t *testing.T) {
	dir := t.TempDir()
	const src = `package main

var shared, other int

func main() {
	p := &shared
	*p, other = 1, *p
	defer func() {
		for range []int{1} {
			println("deferred")
		}
	}()
	if shared == 1 {
		(func(n int) {
			var a []int
			a[n]++
		})(
			*p,
		)
	}
}
`
	writeFile(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, "main.go"), src)
	b, err := Instrument(t.Context(), Config{Dir: dir}, runtimeSources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "-overlay="+b.Overlay, ".")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	for _, line := range []string{"main.go:16", "main.go:17"} {
		if !strings.Contains(string(out), dir+"/"+line) {
			t.Errorf("no %s in\n%s", line, out)
		}
	}
}

// TestBadPackages: what cannot be instrumented is said by name.
func TestBadPackages(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"types", "a.go", "package a\n\nvar x int = \"\"\n", "cannot use"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
			writeFile(t, filepath.Join(dir, test.file), test.text)
			_, err := Instrument(t.Context(), Config{Dir: dir}, runtimeSources(), t.TempDir())
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

// TestRefused: a package that cannot be instrumented runs as it is where others import it; its tests are listed with the reason.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module m\n\ngo 1.26\n",
		"c/c.go":         "package c\n\n// int one() { return 1; }\nimport \"C\"\n\nfunc One() int { return int(C.one()) }\n",
		"c/c_test.go":    "package c\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) { One() }\n",
		"c/x_test.go":    "package c_test\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {}\n",
		"a/a_test.go":    "package a\n\nimport (\n\t\"testing\"\n\n\t\"m/c\"\n)\n\nfunc TestA(t *testing.T) { c.One() }\n",
		"b/b_test.go":    "package b\n\nimport \"testing\"\n\nfunc TestB(t *testing.T) {}\n",
		"b/doc.go":       "package b\n",
		"a/testdata/x.c": "",
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	b, err := Instrument(t.Context(), Config{Dir: dir, Patterns: []string{"./..."}}, runtimeSources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range b.Tests {
		if why := p.Refused; (why == "uses cgo") != (p.Path == "m/c") || p.Dir != filepath.Join(dir, filepath.Base(p.Path)) {
			t.Errorf("%s in %s is refused: %q", p.Path, p.Dir, why)
		}
		if want := map[string]int{"m/a": 1, "m/b": 1, "m/c": 2}[p.Path]; len(p.Tests) != want {
			t.Errorf("%s has tests %v", p.Path, p.Tests)
		}
	}
	b, err = Instrument(t.Context(), Config{Dir: dir, Patterns: []string{"./a"}}, runtimeSources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Tests) != 1 || len(b.Notes) != 1 || b.Notes[0].Text != "m/c uses cgo, and is not under control" {
		t.Errorf("%v, notes %v", b.Tests, b.Notes)
	}
}

// elsewhere are the forms of which the compiler's own order depends on how it optimises.
var elsewhere = []string{"[]any{local pair, f()}"}

// TestOrder: operands are read when the compiler reads them, in every form of expression that the table of package order has.
func TestOrder(t *testing.T) {
	thorough.Not(t)
	forms, err := os.ReadFile("../../internal/evalorder/testdata/forms.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), "module order\n\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, "main.go"), string(forms))
	b, err := Instrument(t.Context(), Config{Dir: dir}, runtimeSources(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plain, rewritten := run(t, dir), run(t, dir, "-overlay="+b.Overlay)
	p, r := strings.Split(plain, "\n"), strings.Split(rewritten, "\n")
	if len(p) != len(r) {
		t.Fatalf("instrumented %d lines, plain %d", len(r), len(p))
	}
	for i := range p {
		form, _, _ := strings.Cut(p[i], "\t")
		if same := p[i] == r[i]; same == slices.Contains(elsewhere, form) {
			t.Errorf("instrumented %q, plain %q", r[i], p[i])
		}
	}
}

// TestVariants: a package that is imported with its test files, without them, and by packages on the way back to it, is one package to
// the type checker.
func TestVariants(t *testing.T) {
	thorough.Not(t)
	const mod = "module m\n\ngo 1.26\n"
	for _, test := range []struct {
		name  string
		files map[string]string
	}{
		{"only external tests", map[string]string{
			"a/a.go":      "package a\n\ntype T struct{ n int }\n\nfunc Use(*T) {}\n",
			"b/b.go":      "package b\n\nimport \"m/a\"\n\nfunc New() *a.T { return new(a.T) }\n",
			"b/b_test.go": "package b\n\nimport \"testing\"\n\nfunc TestB(t *testing.T) { New() }\n",
			"a/x_test.go": "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"m/a\"\n\t\"m/b\"\n)\n\nfunc TestX(t *testing.T) { a.Use(b.New()) }\n",
		}},
		{"both", map[string]string{
			"a/a.go":      "package a\n\ntype T struct{ n int }\n\nfunc Use(*T) {}\n",
			"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { Use(nil) }\n",
			"b/b.go":      "package b\n\nimport \"m/a\"\n\nfunc New() *a.T { return new(a.T) }\n",
			"b/b_test.go": "package b\n\nimport \"testing\"\n\nfunc TestB(t *testing.T) { New() }\n",
			"c/x_test.go": "package c_test\n\nimport (\n\t\"testing\"\n\n\t\"m/a\"\n\t\"m/b\"\n)\n\nfunc TestX(t *testing.T) { a.Use(b.New()) }\n",
			"c/c.go":      "package c\n",
			"a/x_test.go": "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"m/a\"\n\t\"m/b\"\n)\n\nfunc TestX(t *testing.T) { a.Use(b.New()) }\n",
		}},
		{"by way of one that is not instrumented", map[string]string{
			"a/a.go":      "package a\n\ntype T struct{ n int }\n\nfunc Use(*T) {}\n",
			"b/b.go":      "package b\n\n// int n;\nimport \"C\"\n\nimport \"m/a\"\n\nfunc New() *a.T { C.n++; return new(a.T) }\n",
			"b/b_test.go": "package b\n\nimport \"testing\"\n\nfunc TestB(t *testing.T) { New() }\n",
			"c/c.go":      "package c\n",
			"c/c_test.go": "package c\n\nimport (\n\t\"testing\"\n\n\t\"m/a\"\n\t\"m/b\"\n)\n\nfunc TestX(t *testing.T) { a.Use(b.New()) }\n",
		}},
		{"tests of one that is not instrumented", map[string]string{
			"a/a.go":      "package a\n\ntype T struct{ n int }\n\nfunc Use(*T) {}\n",
			"d/d.go":      "package d\n\n// int n;\nimport \"C\"\n\nfunc Hit() { C.n++ }\n",
			"d/e_test.go": "package d\n\ntype T int\n",
			"d/x_test.go": "package d_test\n\nimport (\n\t\"testing\"\n\n\t\"m/a\"\n\t\"m/d\"\n)\n\ntype T = d.T\n\nfunc TestX(t *testing.T) { a.Use(nil) }\n",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, "go.mod"), mod)
			for name, text := range test.files {
				writeFile(t, filepath.Join(dir, name), text)
			}
			c := Config{Dir: dir, Patterns: []string{"./..."}}
			b, err := Instrument(t.Context(), c, runtimeSources(), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if out, err := b.Go(t.Context(), c, "test", "-vet=off", "-list=^$", "./...").CombinedOutput(); err != nil {
				t.Errorf("what was rewritten does not build: %v\n%s", err, out)
			}
		})
	}
}
