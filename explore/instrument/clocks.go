package instrument

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/explore/border"
)

// Code that is not instrumented reads the real clock, and sees the goroutines of the whole process. If a package of another module
// does either, it disagrees with the code under control: its circuit breaker has been open for a millisecond while the test has slept
// for an hour. So calvin instruments such a package, too. If it cannot, the verdict names the package. It also instruments one that starts
// goroutines: they would call the code under control from outside.

// processReads are the functions that read the clock or the goroutines of the process, by their package.
var processReads = map[string]map[string]bool{
	"time":          set("Now Since Until Sleep After Tick AfterFunc NewTimer NewTicker"),
	"context":       set("WithTimeout WithTimeoutCause WithDeadline WithDeadlineCause"),
	"runtime":       set("NumGoroutine Stack GoroutineProfile"),
	"runtime/pprof": set("Lookup"),
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// readsProcess reports whether a package calls one of them, or may.
func readsProcess(p *packages.Package) bool { return slices.ContainsFunc(p.GoFiles, fileReadsProcess) }

func fileReadsProcess(name string) bool {
	src, err := os.ReadFile(name)
	if err != nil || !slices.ContainsFunc(slices.Collect(maps.Keys(processReads)), func(path string) bool { return bytes.Contains(src, []byte(strconv.Quote(path))) }) {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	names := map[string]map[string]bool{} // those of each imported package, by the name that the file gives it
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if l := processReads[path]; l != nil {
			name := path[strings.LastIndexByte(path, '/')+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if name == "." {
				return true
			}
			names[name] = l
		}
	}
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && readsOnlyItself(call) {
			return false
		}
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && names[x.Name][sel.Sel.Name] {
				found = true
			}
		}
		return !found
	})
	return found
}

// startsGoroutines reports whether a package has a go statement. What its goroutines call, mostly functions that they are passed, would be
// called outside control.
func startsGoroutines(p *packages.Package) bool {
	return slices.ContainsFunc(p.GoFiles, func(name string) bool {
		src, err := os.ReadFile(name)
		if err != nil || !goWord.Match(src) {
			return false
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			return false
		}
		found := false
		ast.Inspect(f, func(n ast.Node) bool {
			_, ok := n.(*ast.GoStmt)
			found = found || ok
			return !found
		})
		return found
	})
}

// goWord matches where a go statement may be.
var goWord = regexp.MustCompile(`\bgo `)

// readsOnlyItself reports whether a call is one of runtime.Stack for the calling goroutine alone, or one of pprof.Lookup for a profile
// other than that of goroutines.
func readsOnlyItself(e *ast.CallExpr) bool {
	sel, ok := e.Fun.(*ast.SelectorExpr)
	if !ok || len(e.Args) == 0 {
		return false
	}
	switch last := e.Args[len(e.Args)-1].(type) {
	case *ast.Ident:
		return sel.Sel.Name == "Stack" && last.Name == "false"
	case *ast.BasicLit:
		return sel.Sel.Name == "Lookup" && last.Value != `"goroutine"`
	}
	return false
}

// reachingOut has the packages whose importers wait for something outside the process. Under control such a wait would hold up all
// other goroutines.
var reachingOut = set("net net/http net/http/httptest net/rpc net/smtp crypto/tls os/exec os/signal syscall database/sql")

// Clocks has, for packages that are not instrumented, which packages that read the real clock they are or import.
type Clocks map[string][]string

// clocks finds the packages of other modules that read the clock or the goroutines of the process, or run subtests: those to instrument,
// and those that read and cannot be.
func (c Config) clocks(ctx context.Context, roots []*packages.Package) (instrument []string, left map[string]bool, err error) {
	left = map[string]bool{}
	cache, err := goEnv(ctx, c, "GOMODCACHE")
	if err != nil {
		return nil, nil, err
	}
	work, err := goEnv(ctx, c, "GOWORK")
	if err != nil {
		return nil, nil, err
	}
	under := map[string]bool{} // the packages under test
	for _, p := range roots {
		under[p.PkgPath] = true
	}
	polls := false // a test waits by way of an assertion
	var found []*packages.Package
	for p := range packages.Postorder(roots) {
		switch {
		case p.Module == nil || generatedMain(p):
		case p.Module.Main:
			polls = polls || slices.ContainsFunc(p.GoFiles, pollsAssertion)
		case p.ForTest == "" && !under[p.PkgPath] && (readsProcess(p) || runsSubtests(p) || startsGoroutines(p)):
			found = append(found, p)
		}
	}
	for _, p := range found {
		runs := runsSubtests(p)
		reads := readsProcess(p)
		leave := func() {
			if reads {
				left[p.PkgPath] = true
			}
		}
		// Calvin instruments a copy of a module in the module cache. With a workspace, or a replacement in go.mod, it makes none.
		noCopy := beneath(p.Module.Dir, cache) && (work != "" && work != "off" || p.Module.Replace != nil)
		switch {
		case c.Asked:
			leave()
		case border.Assertions(p.PkgPath) && !runs:
			if polls && !noCopy {
				instrument = append(instrument, p.PkgPath)
			}
		case usesCgo(p), noCopy, importsPath(p, reachingOut):
			leave()
		default:
			instrument = append(instrument, p.PkgPath)
		}
	}
	return instrument, left, nil
}

// pollsAssertion reports whether a file names an assertion that waits for a condition.
func pollsAssertion(name string) bool {
	src, err := os.ReadFile(name)
	return err == nil && (bytes.Contains(src, []byte(".Eventually")) || bytes.Contains(src, []byte(".Never(")) || bytes.Contains(src, []byte(".Neverf(")))
}

func importsPath(p *packages.Package, paths map[string]bool) bool {
	for path := range p.Imports {
		if paths[path] {
			return true
		}
	}
	return false
}

// clocksOf are the packages of left that each package which is not instrumented is or imports.
func clocksOf(roots []*packages.Package, left map[string]bool, instrumented func(*packages.Package) bool) Clocks {
	out := Clocks{}
	for p := range packages.Postorder(roots) { // what is imported comes first
		if p.Module == nil || p.Module.Main || p.ForTest != "" || generatedMain(p) || instrumented(p) {
			continue
		}
		found := map[string]bool{}
		if left[p.PkgPath] {
			found[p.PkgPath] = true
		}
		for _, q := range p.Imports {
			for _, path := range out[q.PkgPath] {
				found[path] = true
			}
		}
		if len(found) > 0 {
			out[p.PkgPath] = slices.Sorted(maps.Keys(found))
		}
	}
	return out
}

// Of are those of the given packages.
func (c Clocks) Of(called []string) []string {
	found := map[string]bool{}
	for _, p := range called {
		for _, path := range c[p] {
			found[path] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
