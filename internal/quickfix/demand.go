package quickfix

import (
	"go/ast"
	"go/parser"
	"strings"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// A demand is the lock that a finding asks for.
type demand struct {
	lock    string // as the source writes it at the place of the finding
	reading bool   // to hold it for reading is enough
}

// forLocks are the properties that an access, or a call, may lack for want of a lock.
var forLocks = map[string]bool{
	report.CodeOf(ir.ReadDenied): true, report.CodeOf(ir.WriteDenied): true,
	report.CodeOf(ir.ReadRace): true, report.CodeOf(ir.WriteRace): true,
	report.CodeOf(ir.RequiresAtCall): true,
}

// demandOf reads what is needed from the words of a finding: "c.mu held", or "c.mu held or c.mu held for reading". Where
// other conditions would do as well, the lock is what is suggested.
func demandOf(d *report.Diagnostic) (demand, bool) {
	if !forLocks[d.Goal.Property] || d.InCallee {
		return demand{}, false
	}
	var want demand
	for alternative := range strings.SplitSeq(d.Needed, " or ") {
		lock, reading := strings.CutSuffix(alternative, " held for reading")
		if !reading {
			var held bool
			if lock, held = strings.CutSuffix(alternative, " held"); !held {
				continue
			}
		}
		if !isPath(lock) || want.lock != "" && want.lock != lock {
			continue
		}
		want.lock, want.reading = lock, want.reading || reading
	}
	return want, want.lock != ""
}

// isPath reports whether text names a variable, a field of one, or an element.
func isPath(text string) bool {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return false
	}
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return true
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return false
		}
	}
}
