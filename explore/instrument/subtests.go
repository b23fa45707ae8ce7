package instrument

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"
)

// A package of another module may run subtests for its callers, as suites do: the methods of a value, one after the other. If it is not
// instrumented package testing runs them in goroutines that are not under control, and nothing that they call is explored. So calvin
// instruments such a package, too.

// runsSubtests reports whether a package does, or may. It goes by names, as there are no types yet: what is instrumented without need
// costs time, and nothing else.
func runsSubtests(p *packages.Package) bool { return slices.ContainsFunc(p.GoFiles, fileRunsSubtests) }

func fileRunsSubtests(name string) bool {
	src, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(src, []byte(`"testing"`)) {
		return false
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil || !slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"testing"` }) {
		return false
	}
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			sel, ok := call.Fun.(*ast.SelectorExpr)
			found = found || ok && (sel.Sel.Name == "Run" && len(call.Args) == 2 || sel.Sel.Name == "Parallel" && len(call.Args) == 0)
		}
		return !found
	})
	return found
}

// runnerCall rewrites r.Run(name, f) and r.Parallel() of an interface value: behind it may be a test.
func (r *rewriter) runnerCall(fn *types.Func, e *ast.CallExpr) (fragment, bool) {
	sel, ok := unparen(e.Fun).(*ast.SelectorExpr)
	if !ok || !isRunner(fn) {
		return nil, false
	}
	return r.call("Runner"+fn.Name(), e, append([]fragment{r.read(r.receiver(sel), sel.X)}, r.operands(e)...)...), true
}

// isRunner reports whether fn is the method Run or Parallel of an interface that tests implement.
func isRunner(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil || fn.Name() != "Run" && fn.Name() != "Parallel" {
		return false
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range iface.Methods() {
		if m.Name() == "Run" && isTestsRun(m.Signature()) {
			return true
		}
	}
	return false
}

// isTestsRun reports whether a signature is that of the method Run of a test.
func isTestsRun(s *types.Signature) bool {
	if s.Params().Len() != 2 || s.Results().Len() != 1 || !types.Identical(s.Params().At(0).Type(), types.Typ[types.String]) {
		return false
	}
	f, ok := s.Params().At(1).Type().Underlying().(*types.Signature)
	return ok && f.Params().Len() == 1 && f.Results().Len() == 0 && types.TypeString(f.Params().At(0).Type(), nil) == "*testing.T"
}
