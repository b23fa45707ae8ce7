package desugar

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// required makes the check of a clause that a callee requires. What is needed is said in the words of the caller where
// that is a lock: s.mu held, where the callee's receiver is called q and the clause is held(q.mu).
func (t *translator) required(inv *emit.Invocation, name string, fn *types.Func, written *annot.Clause, c *ir.Clause) ir.Check {
	check := ir.Check{Kind: ir.RequiresAtCall, Subject: name, Clause: c, Needed: c.Text, Shows: c.ShowsNow()}
	if text, ok := t.lockDemanded(inv, fn, written.Expr); ok {
		check.Needed = text
	}
	return check
}

// contractOf is the function whose parameters a contract speaks of.
func contractOf(fn *ssa.Function, spec *annot.FuncSpec) *types.Func {
	if spec.For != nil {
		return spec.For
	}
	return analysis.Object(fn)
}

// lockDemanded writes a condition that speaks of locks alone in the words of the caller.
func (t *translator) lockDemanded(inv *emit.Invocation, fn *types.Func, e annot.Expr) (string, bool) {
	switch e := e.(type) {
	case *annot.Held:
		text, ok := t.asPassed(inv, fn, e.X)
		if e.Read {
			return text + " held for reading", ok
		}
		return text + " held", ok
	case *annot.Binary:
		if e.Op != token.LOR {
			return "", false
		}
		x, ok := t.lockDemanded(inv, fn, e.X)
		y, ok2 := t.lockDemanded(inv, fn, e.Y)
		return x + " or " + y, ok && ok2
	}
	return "", false
}

// asPassed writes a path in the contract of a callee with what the caller passes for the parameter at its beginning.
func (t *translator) asPassed(inv *emit.Invocation, fn *types.Func, path annot.Expr) (string, bool) {
	if behind, ok := path.(*annot.Star); ok { // Go takes the lock behind a pointer without saying so
		path = behind.X
	}
	root := path
	for {
		s, ok := root.(*annot.Select)
		if !ok {
			break
		}
		root = s.X
	}
	v, ok := root.(*annot.Var)
	if !ok {
		return "", false
	}
	text := annot.String(path)
	params := slices.Collect(fn.Signature().Params().Variables())
	if recv := fn.Signature().Recv(); recv != nil {
		params = slices.Insert(params, 0, recv)
	}
	if i := slices.Index(params, v.Obj); i >= 0 {
		if i >= len(inv.Argv) || inv.Argv[i] == nil {
			return "", false
		}
		rest, ok := strings.CutPrefix(text, v.Obj.Name())
		passed := t.LocationBase(inv.Argv[i]) // what the callee's name stands for
		return passed + rest, ok && emit.IsPath(passed)
	}
	return text, v.Obj.Pkg() != nil && v.Obj.Parent() == v.Obj.Pkg().Scope()
}
