package analysis

import (
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// fromCgo are the files that cgo writes: the go command names them by what is in them. What cgo makes of the files of the user has their
// names.
var fromCgo = regexp.MustCompile(`^([0-9a-f]{64}-d|_cgo_gotypes\.go)$`)

// CgoName returns what the source calls a function that cgo has written, such as C.puts, and "" of others. Nobody wrote such a function: it
// is not checked by itself, and what calls it is unknown. A function by which C calls Go is none of these, as it has to keep what the
// called function requires.
func (p *Facts) CgoName(fn *ssa.Function) string {
	if !fn.Pos().IsValid() || !fromCgo.MatchString(filepath.Base(p.Fset.Position(fn.Pos()).Filename)) {
		return ""
	}
	for _, prefix := range []string{"_Cfunc_", "_C2func_", "_Cmacro_"} {
		if name, ok := strings.CutPrefix(fn.Name(), prefix); ok {
			return "C." + name
		}
	}
	for _, prefix := range []string{"_Cgo_", "_cgo_", "_cgoCheck"} {
		if strings.HasPrefix(fn.Name(), prefix) {
			return fn.Name()
		}
	}
	return ""
}
