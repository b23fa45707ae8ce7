package desugar

import (
	"github.com/calvin-go/calvin/ir"
)

// fmtModels are the functions of package fmt that print, or make errors.
var fmtModels = map[string]model{
	"fmt.Errorf": pureModel(returnsError),
	"fmt.Fprint": writes, "fmt.Fprintf": writes, "fmt.Fprintln": writes, "io.WriteString": writes,
}

// returnsError says that the only result is a new error.
func returnsError(t *translator, _, results []*ir.Expr) []*ir.Expr { return t.Mem.NewError(results[0]) }
