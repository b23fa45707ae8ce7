package verify

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// behind is the access that conflicts with one which a callee makes by a pointer to a field that is passed here: in f.lock(&f.l) that to
// *locked is one to f.l.
func (c *conflicts) behind(d *report.Diagnostic, check ir.Check, write bool) (infer.Other, bool) {
	param, ok := strings.CutPrefix(check.Subject, "*")
	i := slices.IndexFunc(c.pkgs, func(p *packages.Package) bool { return p.PkgPath == d.Package })
	if !ok || i < 0 {
		return infer.Other{}, false
	}
	field := passedFor(c.pkgs[i], d.Span, check.Caller.Callee, param)
	if field == nil {
		return infer.Other{}, false
	}
	v, ok := c.pkgs[i].TypesInfo.Uses[field.Sel].(*types.Var)
	if !ok || !v.IsField() {
		return infer.Other{}, false
	}
	all := c.all
	if all == nil {
		all = c.accesses(stretch{of: c.pkgs[i]})
	}
	return all.Behind(c.pkgs[i].Fset.Position(v.Origin().Pos()), types.ExprString(field.X), write)
}

// passedFor is the field of which a statement passes the address to a callee, for the parameter of that name.
func passedFor(pkg *packages.Package, at ir.Span, callee, param string) (field *ast.SelectorExpr) {
	for _, file := range pkg.Syntax {
		base := pkg.Fset.File(file.FileStart)
		if base.Name() != at.Start.Filename || at.End.Offset > base.Size() {
			continue
		}
		from, to := base.Pos(at.Start.Offset), base.Pos(at.End.Offset)
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && from <= call.Pos() && call.End() <= to && field == nil {
				field = addressPassed(pkg.TypesInfo, call, callee, param)
			}
			return n == nil || n.Pos() < to && from < n.End()
		})
	}
	return field
}

// addressPassed is the field of which a call passes the address for a parameter, if it is one of the callee.
func addressPassed(info *types.Info, call *ast.CallExpr, callee, param string) *ast.SelectorExpr {
	fn := typeutil.StaticCallee(info, call)
	if fn == nil || fn.Name() != callee[strings.LastIndexByte(callee, '.')+1:] || fn.Signature().Variadic() {
		return nil
	}
	for i := range fn.Signature().Params().Len() {
		if fn.Signature().Params().At(i).Name() != param || i >= len(call.Args) {
			continue
		}
		if address, ok := ast.Unparen(call.Args[i]).(*ast.UnaryExpr); ok && address.Op == token.AND {
			field, _ := ast.Unparen(address.X).(*ast.SelectorExpr)
			return field
		}
	}
	return nil
}
