package instrument

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// Some packages draw random numbers from functions of the runtime that have no exported name, by way of a directive
//
//	//go:linkname fastrand runtime.cheaprand
//	func fastrand() uint32
//
// Calls of such functions are choices as those of math/rand are.

// runtimeRandom has the random functions of package runtime by name, and whether they take a bound.
var runtimeRandom = map[string]bool{
	"runtime.cheaprand": false, "runtime.cheaprand64": false, "runtime.cheaprandn": true,
	"runtime.fastrand": false, "runtime.fastrand64": false, "runtime.fastrandu": false, "runtime.fastrandn": true,
	"runtime.rand": false, "runtime.rand32": false, "runtime.randn": true,
}

// linked finds the names that a package has for functions of other packages: local name to symbol.
func linked(files []*ast.File) map[string]string {
	out := map[string]string{}
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if fields := strings.Fields(c.Text); len(fields) == 3 && fields[0] == "//go:linkname" {
					out[fields[1]] = fields[2]
				}
			}
		}
	}
	return out
}

// linkedRandom rewrites a call of a random function of the runtime.
func (r *rewriter) linkedRandom(fn *types.Func, e *ast.CallExpr) (fragment, bool) {
	if fn.Pkg() != r.pkg.Types || fn.Signature().Recv() != nil {
		return nil, false
	}
	symbol := r.unit.linked[fn.Name()]
	bounded, ok := runtimeRandom[symbol]
	sig := fn.Signature()
	if !ok || sig.Results().Len() != 1 || sig.Params().Len() > 1 || bounded != (sig.Params().Len() == 1) {
		return nil, false
	}
	result, ok := sig.Results().At(0).Type().(*types.Basic)
	if !ok {
		return nil, false
	}
	name := strconv.Quote(strings.TrimPrefix(symbol, "runtime."))
	var draw fragment
	if bounded {
		draw = r.call("RuntimeRandomBelow", e, join(name), join(r.unit.predeclared("uint64")+"(", r.value(e.Args[0]), ")"))
	} else {
		draw = r.call("RuntimeRandom", e, join(name), join(strconv.Itoa(width(result))))
	}
	return join(r.unit.predeclared(result.Name())+"(", draw, ")"), true
}

// width is the number of bits of an integer, of which there are 64 in a word here as elsewhere if that is not known.
func width(t *types.Basic) int { return int(types.SizesFor("gc", "amd64").Sizeof(t)) * 8 }
