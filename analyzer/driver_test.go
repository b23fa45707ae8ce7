package analyzer

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

// A driver analyzes one package at a time, as Bazel's nogo does: what it knows of imports is their export data and the
// bytes that were made of their facts. There are none about the standard library, nothing tells of modules, and nothing reads files.
type driver struct {
	t        *testing.T
	analyzer *analysis.Analyzer
	dir      string
	facts    map[string][]byte           // by package path
	modules  map[string]*analysis.Module // of packages; may be nil
}

func newDriver(t *testing.T, dir string) *driver {
	s := Default()
	s.Cache = false
	return &driver{t: t, analyzer: New(s), dir: dir, facts: map[string][]byte{}}
}

// analyze returns what is found in a package and keeps its facts.
func (d *driver) analyze(p *packages.Package) ([]string, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.CompiledGoFiles {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			d.t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
	}
	conf := types.Config{
		GoVersion: "go1.26", Sizes: p.TypesSizes,
		Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(export(p, path)) }),
	}
	pkg, err := conf.Check(p.PkgPath, fset, files, info)
	if err != nil {
		d.t.Fatal(err)
	}
	var found []string
	pass := &analysis.Pass{
		Analyzer: d.analyzer, Module: d.modules[p.PkgPath], Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: p.TypesSizes,
		Report: func(diag analysis.Diagnostic) {
			if err := validEdits(fset, diag); err != nil {
				d.t.Error(err)
			}
			found = append(found, line(d.dir, fset.Position(diag.Pos), diag.Category))
		},
		ImportPackageFact: func(p *types.Package, fact analysis.Fact) bool {
			data, ok := d.facts[p.Path()]
			if ok {
				d.decode(data, fact)
			}
			return ok
		},
		ExportPackageFact: func(fact analysis.Fact) { d.facts[p.PkgPath] = d.encode(fact) },
	}
	_, err = d.analyzer.Run(pass)
	return found, err
}

// all analyzes all packages and returns what is found.
func (d *driver) all() []string {
	var found []string
	for _, p := range listed(d.t, d.dir) {
		in, err := d.analyze(p)
		if err != nil {
			d.t.Fatalf("%s: %v", p.PkgPath, err)
		}
		found = append(found, in...)
	}
	return sorted(found)
}

// check returns what calvin check finds.
func check(t *testing.T, dir string, patterns ...string) []string {
	t.Helper()
	result, err := verify.Run(t.Context(), verify.Options{
		Load: load.Config{Dir: dir}, Patterns: patterns, Checks: verify.AllChecks, Workers: 2, Faults: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range each(result.Findings) {
		found = append(found, line(dir, d.Start, d.Code))
	}
	return sorted(found)
}

// export finds the file with the export data of an import.
func export(p *packages.Package, path string) (file string) {
	packages.Visit([]*packages.Package{p}, nil, func(dep *packages.Package) {
		if dep.PkgPath == path {
			file = dep.ExportFile
		}
	})
	return file
}

func (d *driver) encode(fact analysis.Fact) []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(fact); err != nil {
		d.t.Fatal(err)
	}
	return b.Bytes()
}

func (d *driver) decode(data []byte, fact analysis.Fact) {
	reflect.ValueOf(fact).Elem().SetZero()
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(fact); err != nil {
		d.t.Fatal(err)
	}
}

// validEdits reports whether the edits of fixes are in one file each and in order.
func validEdits(fset *token.FileSet, d analysis.Diagnostic) error {
	for _, fix := range d.SuggestedFixes {
		for _, e := range fix.TextEdits {
			if file := fset.File(e.Pos); file == nil || file != fset.File(e.End) || e.End < e.Pos {
				return fmt.Errorf("%s: bad edit of %q", fset.Position(d.Pos), fix.Message)
			}
		}
	}
	return nil
}

// line is a finding as tests compare it.
func line(dir string, at token.Position, code string) string {
	file, err := filepath.Rel(dir, at.Filename)
	if err != nil {
		file = at.Filename
	}
	return fmt.Sprintf("%s:%d %s", filepath.ToSlash(file), at.Line, code)
}

func sorted(lines []string) []string {
	slices.Sort(lines)
	return slices.Compact(lines)
}

// module writes a module and returns its directory, and what its comments want found.
func module(t *testing.T, archive string) (dir string, want []string) {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	if dir, err = filepath.EvalSymlinks(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	mark := regexp.MustCompile(`// want (CV\d{4})$`)
	for _, f := range a.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		for i, text := range strings.Split(string(f.Data), "\n") {
			if m := mark.FindStringSubmatch(text); m != nil {
				want = append(want, line(dir, token.Position{Filename: path, Line: i + 1}, m[1]))
			}
		}
	}
	return dir, sorted(want)
}

// listed returns the packages of a module, imported ones first.
func listed(t *testing.T, dir string) []*packages.Package {
	t.Helper()
	all := slices.Collect(packages.Postorder(asked(t, dir, "./...")))
	return slices.DeleteFunc(all, func(p *packages.Package) bool { return p.Module == nil })
}

// asked returns packages as the go command lists them.
func asked(t *testing.T, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	roots, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.NeedName | packages.NeedCompiledGoFiles |
		packages.NeedImports | packages.NeedDeps | packages.NeedExportFile | packages.NeedModule | packages.NeedTypesSizes}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return roots
}

// TestStandardLibrary: nothing is told of it, also where cgo has made files elsewhere.
func TestStandardLibrary(t *testing.T) {
	d := newDriver(t, ".")
	for _, p := range asked(t, ".", "os/user", "runtime/cgo", "sync", "vendor/golang.org/x/crypto/cryptobyte/asn1") {
		slices.Reverse(p.CompiledGoFiles) // those of cgo come first, or last
		if found, err := d.analyze(p); err != nil || len(found) > 0 {
			t.Errorf("%s: %v, %v", p.PkgPath, found, err)
		}
	}
	if len(d.facts) > 0 {
		t.Errorf("%d packages have facts", len(d.facts))
	}
}

// TestUnitAtATime: from export data and facts the analyzer finds what calvin check does, whatever the order of packages.
func TestUnitAtATime(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) < 4 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			dir, want := module(t, archive)
			checked := check(t, dir, "./...")
			if diff := cmp.Diff(want, checked); diff != "" {
				t.Errorf("calvin check (-want +got):\n%s", diff)
			}
			d := newDriver(t, dir)
			if diff := cmp.Diff(want, d.all()); diff != "" {
				t.Errorf("the analyzer (-want +got):\n%s", diff)
			}
			again := newDriver(t, dir)
			again.all()
			for path, fact := range d.facts {
				if !bytes.Equal(fact, again.facts[path]) {
					t.Errorf("the fact about %s is another the next time", path)
				}
			}
		})
	}
}

// TestOtherModules: annotations of packages of other modules count, as for calvin check that is not asked for them; what is found
// in these themselves does not.
func TestOtherModules(t *testing.T) {
	dir, _ := module(t, "testdata/bodies.txtar")
	d := newDriver(t, dir)
	d.modules = map[string]*analysis.Module{"example.com/bodies/cell": {Path: "example.com/bodies", Version: "v1.0.0"}}
	want := check(t, dir, "./math", "./use")
	if diff := cmp.Diff(want, d.all()); diff != "" {
		t.Errorf("the analyzer (-check +got):\n%s", diff)
	}
	if len(want) == 0 {
		t.Error("no findings")
	}
	var s Sources
	d.decode(d.facts["example.com/bodies/use"], &s)
	for _, p := range s.Packages {
		if !p.AtHand || p.Annotated != (p.Path != "example.com/bodies/math") {
			t.Errorf("%s: at hand %t, annotated %t", p.Path, p.AtHand, p.Annotated)
		}
	}
	if len(s.Packages) != 3 {
		t.Errorf("%s", &s)
	}
}

// TestNothingKnown: an import that the driver has not had analyzed is code that is not at hand, and annotations that need to know
// more of it are in error.
func TestNothingKnown(t *testing.T) {
	dir, _ := module(t, "testdata/contracts.txtar")
	d := newDriver(t, dir)
	var found []string
	for _, p := range listed(t, dir) {
		if p.Name != "use" {
			continue
		}
		in, err := d.analyze(p)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, in...)
	}
	if diff := cmp.Diff([]string{"use/use.go:54 CV0805"}, sorted(found)); diff != "" {
		t.Errorf("the analyzer (-want +got):\n%s", diff)
	}
}

// TestFailure: where a package could not be analyzed, neither are those that import it.
func TestFailure(t *testing.T) {
	dir, _ := module(t, "testdata/importers.txtar")
	d := newDriver(t, dir)
	for _, p := range listed(t, dir) {
		if p.Name == "cell" {
			if err := d.analyzer.Flags.Set("solver", "yices"); err != nil {
				t.Fatal(err)
			}
		}
		found, err := d.analyze(p)
		if err == nil || len(found) > 0 || !strings.Contains(err.Error(), `solver is libz3, z3, cvc5 or all, not "yices"`) {
			t.Errorf("%s: error %v", p.Name, err)
		}
		if err := d.analyzer.Flags.Set("solver", "libz3"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBrokenFact: a fact that cannot be read is an error of whoever needs it.
func TestBrokenFact(t *testing.T) {
	dir, _ := module(t, "testdata/importers.txtar")
	for what, spoil := range map[string]func(*Sources){
		"text": func(s *Sources) { s.Packages[0].Files[0].Text = []byte{0xff} },
		"source": func(s *Sources) {
			s.Packages[0].Files[0].Text, _ = compress([]byte("package cell\n\nvar x int = true\n"))
		},
		"types":  func(s *Sources) { s.Outside[0].Data, _ = compress([]byte("i")) },
		"import": func(s *Sources) { s.Outside = nil },
	} {
		d := newDriver(t, dir)
		for _, p := range listed(t, dir) {
			_, err := d.analyze(p)
			if p.Name != "cell" {
				if err == nil {
					t.Errorf("%s: %s is analyzed with a broken fact", what, p.Name)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			var s Sources
			d.decode(d.facts[p.PkgPath], &s)
			spoil(&s)
			d.facts[p.PkgPath] = d.encode(&s)
		}
	}
}
