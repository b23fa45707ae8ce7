package instrument

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A unit is the files of a package that are compiled together in every binary: those of the package itself, its test
// files, or those of its external test package. Each gets a file of its own that registers it with the runtime.
type unit struct {
	pkg           *packages.Package
	rt            string
	values        map[types.Object]string // what gives a package variable its initial value
	zero          []string                // package variables without one
	kept          []string                // those that are given back what they had after the initialisation
	inits         []string                // the init functions
	testMain      string                  // the user's TestMain under its new name
	tests         []string                // names of tests
	examples      []*doc.Example
	methods       []string
	notes         []Note
	linked        map[string]string // functions of other packages by their names here
	declares      map[string]bool   // predeclared names that the package declares
	names         int               // of functions of our own
	entropy       bool              // crypto/rand is imported
	randomSources *randomSources    // made when it is needed
	logs          bool              // log is
	liveSet       bool              // it may read which goroutines there are
	pipes         bool              // it makes pipes
	network       bool              // it has the simulated network

	annotated
}

// rewritePackage instruments a package and adds its files to the overlay.
func (b *Build) rewritePackage(p *packages.Package, shared *sharing, s *sites) error {
	var sources, tests []*ast.File
	for _, f := range p.Syntax {
		if strings.HasSuffix(p.Fset.File(f.FileStart).Name(), "_test.go") {
			tests = append(tests, f)
		} else {
			sources = append(sources, f)
		}
	}
	rt := freeName(p)
	pure, declares := newPurity(p), declaredIn(p)
	names := 0
	for i, files := range [][]*ast.File{sources, tests} {
		if len(files) == 0 {
			continue
		}
		u := &unit{pkg: p, rt: rt, values: map[types.Object]string{}, linked: linked(p.Syntax), declares: declares, entropy: imports(files, "crypto/rand"), logs: imports(files, "log"), liveSet: readsLiveSet(p), pipes: b.nativePipes != "" && makesPipes(p), network: b.network[p.PkgPath], names: names}
		b.pipes = b.pipes || u.pipes
		u.annotations = b.annotations
		s.startPackage()
		for _, f := range files {
			if err := b.rewriteFile(u, f, shared, s, pure); err != nil {
				return err
			}
		}
		names = u.names
		name := "calvin_explored.go"
		if i == 1 {
			name = "calvin_explored_test.go"
			if strings.HasSuffix(p.PkgPath, "_test") {
				name = "calvin_explored_x_test.go"
			}
		}
		dir := filepath.Dir(p.Fset.File(files[0].FileStart).Name())
		b.units = append(b.units, u)
		registered := u.register(s, files, i == 1)
		b.generated = append(b.generated, generated{u, filepath.Join(dir, name), u.registerCallees(s) + s.register(rt), i == 1, registered})
		b.Notes = append(b.Notes, u.notes...)
	}
	return nil
}

func (b *Build) rewriteFile(u *unit, f *ast.File, shared *sharing, s *sites, pure *purity) error {
	p := u.pkg
	tokens := p.Fset.File(f.FileStart)
	src, err := os.ReadFile(tokens.Name())
	if err != nil {
		return fmt.Errorf("instrument %s: %w", p.PkgPath, err)
	}
	r := &rewriter{
		unit: u, pkg: p, info: p.TypesInfo, file: f, tokens: tokens, src: src, version: languageVersion(p, f),
		shared: shared, sites: s, pure: pure, rt: u.rt, nameAll: b.names, annotations: b.annotations,
		instead: map[ast.Expr]operand{}, receivers: map[*ast.SelectorExpr]operand{}, imports: map[string]string{},
		instrumented: b.instrumented, uncrossed: map[*ast.CallExpr]bool{},
	}
	r.imports[runtimePath] = u.rt
	code := r.rewriteFile()
	code = join(code, "\nvar _ "+u.rt+".Site\n")
	u.notes = append(u.notes, r.notes...)
	u.methods = append(u.methods, r.promoted()...)
	u.collectTests(f)
	out := printer{file: tokens, src: src, directives: true}
	text := r.buildLine() + fmt.Sprintf("//line %s:1:1\n", tokens.Name()) + r.withoutBuildLine(out.print(code))
	return b.write(tokens.Name(), text)
}

// withoutBuildLine blanks the file's own build constraint if a new one stands in its place.
func (r *rewriter) withoutBuildLine(s string) string {
	if r.buildLine() == "" {
		return s
	}
	return strings.Replace(s, "//go:build ", "// was: ", 1)
}

// freeName returns a name for the runtime that no identifier of the package is, or begins with.
func freeName(p *packages.Package) string {
	taken := func(name string) bool {
		found := false
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && (id.Name == name || strings.HasPrefix(id.Name, name+"_")) {
					found = true
				}
				return !found
			})
		}
		return found
	}
	for i, name := 2, "rt"; ; i++ {
		if !taken(name) {
			return name
		}
		name = fmt.Sprintf("rt%d", i)
	}
}

// reset writes the statements that give the package variables of the unit their first values again, in the order of
// their initialisation, and run the init functions.
func (u *unit) reset() []string {
	var out []string
	if u.entropy {
		out = append(out, fmt.Sprintf("%s_entropy.Reader = %[1]s.Entropy(%[1]s_entropy.Reader)", u.rt))
	}
	for _, name := range u.zero {
		out = append(out, fmt.Sprintf("%s.Zero(&%s)", u.rt, name))
	}
	for _, init := range u.pkg.TypesInfo.InitOrder {
		if s, ok := u.values[init.Lhs[0]]; ok {
			out = append(out, s)
		}
	}
	for _, name := range u.inits {
		out = append(out, name+"()")
	}
	return out
}

// imports reports whether one of the files imports a package.
func imports(files []*ast.File, path string) bool {
	for _, f := range files {
		for _, spec := range f.Imports {
			if spec.Path.Value == strconv.Quote(path) {
				return true
			}
		}
	}
	return false
}

// collectTests finds the tests and examples of a file.
func (u *unit) collectTests(f *ast.File) {
	if strings.HasSuffix(u.pkg.Fset.File(f.FileStart).Name(), "_test.go") {
		u.testsOf(f)
	}
}

// testsOf finds the tests and examples of a test file.
func (u *unit) testsOf(f *ast.File) {
	for _, e := range doc.Examples(f) {
		if e.Output != "" || e.EmptyOutput {
			u.examples = append(u.examples, e)
		}
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Type.TypeParams != nil {
			continue
		}
		if isTest(fn.Name.Name) && takesT(fn) {
			u.tests = append(u.tests, fn.Name.Name)
		}
	}
}

// testNames lists the tests and examples in the order of the source.
func (u *unit) testNames() []string {
	out := u.tests
	for _, e := range u.examples {
		out = append(out, "Example"+e.Name)
	}
	return out
}

// isTest has the go command's rule: Test, then nothing or no lower-case letter.
func isTest(name string) bool {
	rest, ok := strings.CutPrefix(name, "Test")
	return ok && name != "TestMain" && (rest == "" || !(rest[0] >= 'a' && rest[0] <= 'z'))
}

func takesT(fn *ast.FuncDecl) bool {
	return fn.Type.Params.NumFields() == 1 && fn.Type.Results.NumFields() == 0
}
