package quickfix

import (
	"fmt"
	"go/ast"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// release suggests to unlock before a return that leaves a lock held.
func (s *Source) release(d *report.Diagnostic) (report.Fix, bool) {
	if d.Verdict != report.Refuted || d.Goal.Property != report.CodeOf(ir.HeldAtReturn) || !isPath(d.Subject) {
		return report.Fix{}, false
	}
	x := s.enclosing(d)
	if x == nil {
		return report.Fix{}, false
	}
	returns, ok := x.levels[0].stmt().(*ast.ReturnStmt)
	if !ok {
		return report.Fix{}, false
	}
	acquire := x.acquired(d.Subject)
	if acquire == nil {
		return report.Fix{}, false
	}
	unlock := d.Subject + "." + releases[opOf(acquire, d.Subject).method] + "()"
	fix := report.Fix{Message: fmt.Sprintf("call %s before this return, or defer it after line %d", unlock, x.pkg.Fset.Position(acquire.End()).Line)}
	if e := x.newEdits(); readsNothing(returns) {
		e.before(returns, unlock)
		if !e.failed && compiles(x.pkg, x.file, e.apply(x.text)) {
			fix.Edits = e.list
		}
	}
	return fix, true
}

// releases are the methods that give back what others take.
var releases = map[string]string{"Lock": "Unlock", "RLock": "RUnlock"}

// acquired is the last statement before the finding, in its list or in those around it, that takes the lock; nil if
// there is none, or another one does something else with the lock after it.
func (x *enclosing) acquired(lock string) ast.Stmt {
	for _, l := range x.levels {
		for i := l.index - 1; i >= 0; i-- {
			if o := opOf(l.stmts[i], lock); o.acquires() && !o.deferred {
				return l.stmts[i]
			}
			if uses(l.stmts[i:i+1], lock) {
				return nil
			}
		}
	}
	return nil
}

// readsNothing reports whether a return evaluates nothing that the lock may guard.
func readsNothing(s *ast.ReturnStmt) bool {
	for _, e := range s.Results {
		switch e.(type) {
		case *ast.Ident, *ast.BasicLit:
		default:
			return false
		}
	}
	return true
}
