// Package instrument takes patterns of packages with tests and gives an overlay for the go command in which every visible
// operation of these packages goes through the runtime of package explore/rt.
//
//	load       the packages under test and those of the main module that they reach, with syntax and types
//	sharing    which variables another goroutine may see
//	rewriter   one file: expressions become operands, operands become reads and writes of the runtime
//	unit       what of a package is registered: sites, initial values, tests
//	Build      the overlay
//
// Types stay as they are, and so does all code outside, so an instrumented package works with packages that are not
// instrumented. The user's tree stays unchanged. The order of evaluation is the one that the Go specification gives.
// Where the specification leaves a choice, instrumented code reads operands when the compiler would read them
// (hoist.go).
package instrument

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Build is an overlay, and what is known of it.
type Build struct {
	Overlay string        // the file to give to go build -overlay
	Sites   []Site        // the site number n is Sites[n-1]
	Notes   []Note        // what is outside control, sorted
	Tests   []TestPackage // sorted by path
	Clocks  Clocks
	Unasked bool // packages are instrumented only because they look at the clock or at goroutines

	Fset     *token.FileSet
	Packages []*packages.Package // those that are instrumented, and what they import that has been parsed
	// Shared has where the variables are declared whose reads and writes are instrumented; what is behind a pointer always is.
	Shared map[token.Pos]bool

	names   bool   // as the Config says
	dir     string // where the rewritten files are
	modules modules
	modfile string   // instead of go.mod, "" for none
	env     []string // for the go command
	replace map[string]string
	units   []*unit

	instrumented map[string]bool // packages, by path
	annotations  *annotations
	generated    []generated

	network     map[string]bool // packages with the simulated network, by path
	pipes       bool            // packages call io.Pipe
	nativePipes string          // the file of package io with the methods of pipes, under other names; "" if they are not known
}

// A TestPackage is a package with its tests, those of its external test package included.
type TestPackage struct {
	Path, Dir string
	Name      string   // of the package
	Tests     []string // in the order of the source
	Refused   string   // why the package is not instrumented, "" if it is: completes a sentence that begins with its path
}

// A generated file registers a unit.
type generated struct {
	*unit
	path, sites string
	test        bool
	registers   string // what of annotations is registered, "" for nothing
}

// Instrument loads and rewrites packages. The overlay is written to dir. The sources of the runtime and the worker are
// the packages below explore in sources. What cannot be instrumented though nobody has asked for it is left as it is.
func Instrument(ctx context.Context, c Config, sources fs.FS, dir string) (*Build, error) {
	if err := fits(ctx, c); err != nil {
		return nil, err
	}
	prog, err := loadProgram(ctx, c, sources)
	var b *Build
	if err == nil {
		b, err = prog.instrument(ctx, c, sources, dir)
	}
	if errors.Is(err, errSockets) {
		c.Sockets = true
		return Instrument(ctx, c, sources, dir)
	}
	if err != nil && ctx.Err() == nil && prog != nil && len(prog.unasked) > 0 {
		c.Asked = true
		return Instrument(ctx, c, sources, dir)
	}
	return b, err
}

// instrument rewrites the packages.
func (prog *program) instrument(ctx context.Context, c Config, sources fs.FS, dir string) (*Build, error) {
	var err error
	b := &Build{dir: dir, Unasked: len(prog.unasked) > 0, names: c.Names, replace: map[string]string{}, instrumented: map[string]bool{}, modules: modules{copies: map[string]string{}}}
	if b.modules.cache, err = goEnv(ctx, c, "GOMODCACHE"); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(prog.all(), makesPipes) {
		if err := b.readPipes(ctx, c); err != nil {
			return nil, err
		}
	}
	b.network = networked(prog.roots, prog.all())
	if slices.ContainsFunc(prog.libraries, func(p *packages.Package) bool { return serving[p.PkgPath] && !b.network[p.PkgPath] }) {
		return nil, errSockets
	}
	shared, s := newSharing(prog.all(), b.network), &sites{}
	if c.Annotations {
		if b.annotations, err = readAnnotations(prog); err != nil {
			return nil, err
		}
	}
	for _, p := range prog.all() {
		b.instrumented[p.PkgPath] = true
	}
	for _, p := range prog.all() {
		if err := b.add(p); err != nil {
			return nil, err
		}
		notes := len(b.Notes)
		if err := b.rewritePackage(p, shared, s); err != nil {
			return nil, err
		}
		if prog.unasked[p.PkgPath] {
			b.Notes = b.Notes[:notes]
		}
	}
	b.Sites, b.Notes = s.list, sortNotes(append(b.Notes, prog.notes...))
	b.Clocks = prog.clocks
	b.Fset, b.Packages, b.Shared = prog.fset, prog.source, shared.declarations(prog.source)
	if err := b.generate(); err != nil {
		return nil, err
	}
	b.Tests = b.testPackages(prog.refused)
	if err := b.layRuntime(ctx, c, sources); err != nil {
		return nil, err
	}
	if err := b.layPipes(ctx, c); err != nil {
		return nil, err
	}
	if err := b.writeModfile(ctx, c); err != nil {
		return nil, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": b.replace})
	if err != nil {
		return nil, fmt.Errorf("write overlay: %w", err)
	}
	b.Overlay = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(b.Overlay, overlay, 0o644); err != nil {
		return nil, fmt.Errorf("write overlay: %w", err)
	}
	return b, nil
}

// write puts a file into the overlay at a path of the user's tree.
func (b *Build) write(path, text string) error {
	if file, ok := b.modules.place(path); ok {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return fmt.Errorf("write module: %w", err)
		}
		return nil
	}
	file := filepath.Join(b.dir, fmt.Sprintf("%d_%s", len(b.replace), filepath.Base(path)))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write overlay: %w", err)
	}
	b.replace[path] = file
	return nil
}

// generate writes the registering files. One of each test binary has the main function.
func (b *Build) generate() error {
	mains := map[string]*unit{} // by the path of the package under test
	for _, g := range b.generated {
		if !g.test {
			continue
		}
		path := g.underTest()
		if old := mains[path]; old == nil || g.testMain != "" {
			mains[path] = g.unit
		}
	}
	for _, g := range b.generated {
		text := g.text(mains[g.underTest()] == g.unit)
		if err := b.write(g.path, text); err != nil {
			return err
		}
	}
	return nil
}

func (b *Build) testPackages(refused []TestPackage) []TestPackage {
	byPath := map[string]*TestPackage{}
	for _, g := range b.generated {
		if !g.test {
			continue
		}
		p := byPath[g.underTest()]
		if p == nil {
			p = &TestPackage{Path: g.underTest(), Dir: filepath.Dir(g.path), Name: strings.TrimSuffix(g.pkg.Name, "_test")}
			byPath[p.Path] = p
		}
		p.Tests = append(p.Tests, g.testNames()...)
	}
	out := slices.Clone(refused)
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		out = append(out, *byPath[path])
	}
	slices.SortFunc(out, func(a, b TestPackage) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

func (u *unit) underTest() string { return underTest(u.pkg) }

// underTest is the path of the package that p, with or without test files, is.
func underTest(p *packages.Package) string { return cmp.Or(p.ForTest, p.PkgPath) }

// text writes the file.
func (g generated) text(main bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "//go:build go1.21\n\npackage %s\n\nimport %s %q\n", g.pkg.Name, g.rt, runtimePath)
	if main {
		fmt.Fprintf(&b, "import %s_testing \"testing\"\nimport %[1]s_worker %q\n", g.rt, workerPath)
	}
	if g.registers != "" {
		fmt.Fprintf(&b, "import %s_unsafe \"unsafe\"\n%s", g.rt, g.importLines(g.registers+strings.Join(g.functions, "")))
	}
	if g.entropy {
		fmt.Fprintf(&b, "import %s_entropy \"crypto/rand\"\n", g.rt)
	}
	if g.pipes {
		fmt.Fprintf(&b, "import %s_io \"io\"\n", g.rt)
	}
	if g.logs {
		fmt.Fprintf(&b, "import %s_log \"log\"\n", g.rt)
	}
	fmt.Fprintf(&b, "\nvar _ %s.Site\n\nfunc init() {\n\t%[1]s.RegisterInstrumented(%q)\n%s%s", g.rt, g.pkg.PkgPath, g.sites, g.registers)
	if g.logs {
		fmt.Fprintf(&b, "\t%s.RegisterLogger(%[1]s_log.Default)\n", g.rt)
	}
	if g.pipes {
		fmt.Fprintf(&b, "\t%s_io.ExploredRead, %[1]s_io.ExploredWrite, %[1]s_io.ExploredClose = %[1]s.PipeRead, %[1]s.PipeWrite, %[1]s.PipeClose\n\t%[1]s.PipeParts = %[1]s_io.ExploredParts\n", g.rt)
	}
	if g.liveSet {
		fmt.Fprintf(&b, "\t%s.RegisterLiveSetRead()\n", g.rt)
	}
	if reset := g.reset(); len(reset) > 0 {
		fmt.Fprintf(&b, "\t%s.RegisterPackage(func() {\n\t\t%s\n\t})\n", g.rt, strings.Join(reset, "\n\t\t"))
	}
	for _, name := range g.kept {
		fmt.Fprintf(&b, "\t%s.RegisterKept(%q, %q, &%s)\n", g.rt, g.pkg.PkgPath, g.pkg.Name+"."+name, name)
	}
	for _, name := range g.tests {
		fmt.Fprintf(&b, "\t%s.RegisterTest(%q, %q, %[3]s)\n", g.rt, g.underTest(), name)
	}
	for _, e := range g.examples {
		fmt.Fprintf(&b, "\t%s.RegisterExample(%q, %q, %[4]s, %[5]q, %[6]s)\n", g.rt, g.underTest(), "Example"+e.Name, "Example"+e.Name, e.Output, g.truth(e.Unordered))
	}
	b.WriteString("}\n")
	if main {
		userMain := cmp.Or(g.testMain, g.rt+"_worker.NoMain")
		fmt.Fprintf(&b, mainText, g.rt, userMain)
	}
	for _, m := range slices.Concat(g.methods, g.functions) {
		b.WriteString("\n" + m + "\n")
	}
	if g.registers != "" {
		fmt.Fprintf(&b, "\nvar _ %s_unsafe.Pointer\n", g.rt)
	}
	return b.String()
}

// mainText is the main function of a test binary, with the name of the runtime and the user's TestMain, or none.
const mainText = `
func TestMain(m *%[1]s_testing.M) {
	%[1]s_worker.Main(m, %[2]s, %[1]s.Hooks{
		New: %[1]s_testing.ExploredNew, Inner: %[1]s_testing.ExploredInner, Cleanup: %[1]s_testing.ExploredCleanup, Log: %[1]s_testing.ExploredLog,
		Returned: %[1]s_testing.ExploredReturned, Finished: %[1]s_testing.ExploredFinished, Done: %[1]s_testing.ExploredDone,
	})
}
`

// testingSource is the file that the overlay adds to package testing.
//
//go:embed testing.go.txt
var testingSource string

// layRuntime puts the sources of the runtime into the overlay, as packages of the standard library.
func (b *Build) layRuntime(ctx context.Context, c Config, sources fs.FS) error {
	goroot, err := b.goroot(ctx, c)
	if err != nil {
		return err
	}
	if err := b.write(filepath.Join(goroot, "src", "testing", "calvin_explored.go"), testingSource); err != nil {
		return err
	}
	return fs.WalkDir(sources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !isRuntimeSource(path, d) {
			return err
		}
		data, err := fs.ReadFile(sources, path)
		if err != nil {
			return fmt.Errorf("read runtime: %w", err)
		}
		text := strings.ReplaceAll(string(data), `"github.com/calvin-go/calvin/explore/`, `"calvin/explore/`)
		return b.write(filepath.Join(goroot, "src", "calvin", "explore", filepath.FromSlash(path)), text)
	})
}

// Command is the go command that builds the test binary of one package. Without information for debuggers linking takes
// half the time.
func (b *Build) Command(ctx context.Context, c Config, pkg, output string, debug bool) *exec.Cmd {
	args := []string{"-c", "-vet=off", "-o", output}
	if !debug {
		args = append(args, "-ldflags=-w")
	}
	return b.Go(ctx, c, "test", append(args, pkg)...)
}

// Go is a go command that sees the instrumented packages.
func (b *Build) Go(ctx context.Context, c Config, verb string, args ...string) *exec.Cmd {
	flags := []string{verb, "-overlay=" + b.Overlay}
	if b.modfile != "" {
		flags = append(flags, "-modfile="+b.modfile)
	}
	if c.Tags != "" {
		flags = append(flags, "-tags="+c.Tags)
	}
	cmd := exec.CommandContext(ctx, "go", append(flags, args...)...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	if len(b.env) > 0 {
		cmd.Env = append(cmd.Environ(), b.env...)
	}
	return cmd
}

// BinaryName is the name of the test binary of the i-th package.
func BinaryName(i int) string {
	if runtime.GOOS == "windows" {
		return fmt.Sprintf("%d.test.exe", i)
	}
	return fmt.Sprintf("%d.test", i)
}
