package instrument

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/explore/border"
)

// What is not instrumented has the real clock, and sees the goroutines of the whole process. A package of another module that looks at
// either would disagree with what is under control: a circuit breaker that has been open for a millisecond while the test has slept
// for an hour. So such a package is instrumented, too. Where that cannot be, the verdict names it.

// lookers are the functions by which a package looks at the clock or at goroutines, by the package that they are in.
var lookers = map[string]map[string]bool{
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

// looks reports whether a package uses one of the lookers, or may.
func looks(p *packages.Package) bool { return slices.ContainsFunc(p.GoFiles, fileLooks) }

func fileLooks(name string) bool {
	src, err := os.ReadFile(name)
	if err != nil || !slices.ContainsFunc(slices.Collect(maps.Keys(lookers)), func(path string) bool { return bytes.Contains(src, []byte(strconv.Quote(path))) }) {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	names := map[string]map[string]bool{} // the lookers by the name under which their package is imported
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if l := lookers[path]; l != nil {
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
		if call, ok := n.(*ast.CallExpr); ok && looksAtItself(call) {
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

// looksAtItself reports whether a call is that of runtime.Stack for the calling goroutine, or of pprof.Lookup for another profile than
// that of goroutines.
func looksAtItself(e *ast.CallExpr) bool {
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

// reachingOut has packages whose importers wait for what is outside the process: under control these would hold up all others.
var reachingOut = set("net net/http net/http/httptest net/rpc net/smtp crypto/tls os/exec os/signal syscall database/sql")

// Clocks has, for packages that are not instrumented, which packages that look at the real clock they are or import.
type Clocks map[string][]string

// clocks finds the packages of other modules that look at the clock or at goroutines: those to instrument, and those that cannot be.
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
		case p.ForTest == "" && !under[p.PkgPath] && looks(p):
			found = append(found, p)
		}
	}
	for _, p := range found {
		cached := beneath(p.Module.Dir, cache)
		switch {
		case c.Asked:
			left[p.PkgPath] = true
		case border.Assertions(p.PkgPath):
			if polls && !(cached && (work != "" && work != "off" || p.Module.Replace != nil)) {
				instrument = append(instrument, p.PkgPath)
			}
		case usesCgo(p), cached && (work != "" && work != "off" || p.Module.Replace != nil), importsPath(p, reachingOut):
			left[p.PkgPath] = true
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
