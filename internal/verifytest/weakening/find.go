package weakening

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Packages are those that are weakened, as paths within the module.
var Packages = []string{"desugar", "desugar/analysis", "desugar/emit", "desugar/eval", "desugar/heap", "reduce"}

const module = "github.com/calvin-go/calvin/"

// Find returns all sites of the packages, in order. Root is the directory of the module.
func Find(ctx context.Context, root string) ([]*Site, error) {
	patterns := make([]string, len(Packages))
	for i, p := range Packages {
		patterns[i] = "./" + p
	}
	pkgs, err := packages.Load(&packages.Config{
		Context: ctx,
		Dir:     root,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	var all []*Site
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("load %s: %w", p.PkgPath, p.Errors[0])
		}
		for i, f := range p.Syntax {
			text, err := os.ReadFile(p.CompiledGoFiles[i])
			if err != nil {
				return nil, err
			}
			x := &finder{pkg: p, file: f, text: string(text), path: p.CompiledGoFiles[i]}
			x.name = strings.TrimPrefix(p.PkgPath, module) + "/" + filepath.Base(x.path)
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					x.function(fn)
				}
			}
			all = append(all, x.sites...)
		}
	}
	return number(all)
}

// number sorts the sites and tells those apart that look the same. A place that two rules find counts once.
func number(all []*Site) ([]*Site, error) {
	slices.SortStableFunc(all, func(a, b *Site) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), cmp.Compare(a.before+a.after, b.before+b.after))
	})
	all = slices.CompactFunc(all, func(a, b *Site) bool {
		return a.File == b.File && a.start == b.start && a.end == b.end && a.before == b.before && a.after == b.after
	})
	if len(all) == 0 {
		return nil, errors.New("no sites")
	}
	seen := map[string]int{}
	for n, s := range all {
		s.N, s.Nth = n, 1
		id := s.ID()
		seen[id]++
		s.Nth = seen[id]
	}
	return all, nil
}

// A finder looks for sites in one file.
type finder struct {
	pkg   *packages.Package
	file  *ast.File
	name  string // of the file, within the module
	path  string
	text  string
	decl  *ast.FuncDecl
	name1 string // of the function
	sites []*Site
	seen  map[ast.Node]bool // conditions that were looked at
}

// function finds the sites of a function.
func (x *finder) function(fn *ast.FuncDecl) {
	x.decl, x.name1, x.seen = fn, functionName(fn), map[ast.Node]bool{}
	if conds, ok := conditions[x.pkg.Name+"."+x.name1]; ok {
		x.returned(conds)
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			x.statements(n.List)
		case *ast.CaseClause:
			x.statements(n.Body)
			if len(n.List) == 1 && refuses(n.Body) && x.isBool(n.List[0]) {
				x.guard(n.List[0])
			}
		case *ast.CommClause:
			x.statements(n.Body)
		case *ast.IfStmt:
			if refuses(n.Body.List) && !isPropagation(n.Cond) {
				x.guard(n.Cond)
			}
		case *ast.CallExpr:
			x.call(n)
		case *ast.CompositeLit:
			x.literal(n)
		}
		return true
	})
}

func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	star := ""
	if p, ok := t.(*ast.StarExpr); ok {
		t, star = p.X, "*"
	}
	if i, ok := t.(*ast.IndexExpr); ok {
		t = i.X
	}
	name := t.(*ast.Ident).Name
	if star != "" {
		name = "(*" + name + ")"
	}
	return name + "." + fn.Name.Name
}

// statements finds those of a list that are dropped as a whole.
func (x *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if c, ok := s.X.(*ast.CallExpr); ok {
				if kind := emitters[x.callee(c)]; kind != "" {
					x.drop(kind, s, c)
				}
			}
		case *ast.AssignStmt:
			x.assignment(s)
		}
	}
}

// assignment finds those that add to what a step demands, touches or shares.
func (x *finder) assignment(s *ast.AssignStmt) {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Tok != token.ASSIGN {
		return
	}
	c, isCall := s.Rhs[0].(*ast.CallExpr)
	appends := isCall && isBuiltin(x.pkg.TypesInfo, c.Fun, "append")
	if appends {
		if slice, ok := x.typeOf(s.Lhs[0]).Underlying().(*types.Slice); ok {
			if kind := elements[types.TypeString(slice.Elem(), (*types.Package).Name)]; kind != "" {
				x.drop(kind, s, s)
				return
			}
		}
	}
	left := s.Lhs[0]
	if i, ok := left.(*ast.IndexExpr); ok { // one of two rules
		left = i.X
	}
	sel, ok := left.(*ast.SelectorExpr)
	if !ok {
		return
	}
	f, ok := x.fieldOf(sel)
	if !ok {
		return
	}
	if f.rule {
		for _, e := range listed(s.Rhs[0]) {
			x.weaken(e, true)
			x.wrap("condition", e, "calvinhook.True(", ")")
		}
		return
	}
	if appends {
		x.drop(f.kind, s, s)
		return
	}
	if kind, before, after := f.wrapped(s.Rhs[0]); kind != "" {
		x.wrap(kind, s.Rhs[0], before, after)
	}
}

// listed are the elements of a literal, or else e alone.
func listed(e ast.Expr) []ast.Expr {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return []ast.Expr{e}
	}
	var all []ast.Expr
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		all = append(all, e)
	}
	return all
}

// fieldOf returns the row for a field that is selected.
func (x *finder) fieldOf(sel *ast.SelectorExpr) (field, bool) {
	t := x.typeOf(sel.X)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	f, ok := fields[types.TypeString(t, (*types.Package).Name)+"."+sel.Sel.Name]
	return f, ok
}

// literal finds what is weakened in a composite literal.
func (x *finder) literal(lit *ast.CompositeLit) {
	name := types.TypeString(x.typeOf(lit), (*types.Package).Name)
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		f, ok := fields[name+"."+key.Name]
		if !ok {
			continue
		}
		if f.rule {
			x.weaken(kv.Value, true)
		}
		if name == "ir.Assume" {
			x.weaken(kv.Value, false)
			continue
		}
		if kind, before, after := f.wrapped(kv.Value); kind != "" {
			x.wrap(kind, kv.Value, before, after)
		}
	}
	if slice, ok := x.typeOf(lit).Underlying().(*types.Slice); ok && len(lit.Elts) > 1 {
		if types.TypeString(slice.Elem(), (*types.Package).Name) == "*ir.Modify" {
			for i, e := range lit.Elts {
				x.add("frame", lit, e, "calvinhook.Without(%d, ", ", "+strconv.Itoa(i)+")")
			}
		}
	}
}

// call finds conditions that are asserted or assumed.
func (x *finder) call(c *ast.CallExpr) {
	name := x.callee(c)
	if i, ok := asserting[name]; ok && i < len(c.Args) {
		x.weaken(c.Args[i], true)
		x.wrap("assertion", c.Args[i], "calvinhook.True(", ")")
	}
	if i, ok := assuming[name]; ok && i < len(c.Args) {
		x.weaken(c.Args[i], false)
	}
	if publishing[name] && !supposing[x.pkg.Name+"."+x.name1] {
		x.wrap("publication", c, "calvinhook.Zero(", ")")
	}
}

// guard is the condition of a refusal.
func (x *finder) guard(cond ast.Expr) {
	x.add("refusal", cond, cond, "(", ") && calvinhook.Keep(%d)")
}

// drop leaves out a statement.
func (x *finder) drop(kind string, s ast.Stmt, shown ast.Node) {
	x.add(kind, s, shown, "if calvinhook.Keep(%d) { ", " }")
}

// wrap calls a function of hook with the expression.
func (x *finder) wrap(kind string, e ast.Expr, before, after string) {
	if id, ok := e.(*ast.Ident); ok && id.Name == "nil" {
		return
	}
	if sel, ok := e.(*ast.SelectorExpr); ok && before == "calvinhook."+sel.Sel.Name+"(" { // true, or false, anyway
		return
	}
	x.add(kind, e, e, before+"%d, ", after)
}

func (x *finder) add(kind string, n, shown ast.Node, before, after string) {
	at := x.pkg.Fset.Position(n.Pos())
	x.sites = append(x.sites, &Site{
		Kind: kind, File: x.name, Line: at.Line, Decl: x.name1, Text: brief(x.source(shown)),
		file: x.path, start: at.Offset, end: x.pkg.Fset.Position(n.End()).Offset, before: before, after: after,
	})
}

func (x *finder) source(n ast.Node) string {
	return x.text[x.pkg.Fset.Position(n.Pos()).Offset:x.pkg.Fset.Position(n.End()).Offset]
}

func (x *finder) typeOf(e ast.Expr) types.Type { return x.pkg.TypesInfo.TypeOf(e) }

func (x *finder) isBool(e ast.Expr) bool {
	b, ok := x.typeOf(e).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// callee names a function of ours as PACKAGE.FUNC or PACKAGE.TYPE.METHOD; "" if it is another.
func (x *finder) callee(c *ast.CallExpr) string {
	var id *ast.Ident
	switch fn := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		id = fn
	case *ast.SelectorExpr:
		id = fn.Sel
	default:
		return ""
	}
	fn, ok := x.pkg.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || !strings.HasPrefix(fn.Pkg().Path(), module) {
		return ""
	}
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := t.(*types.Named); ok {
			name = n.Obj().Name() + "." + name
		}
	}
	return fn.Pkg().Name() + "." + name
}

func isBuiltin(info *types.Info, fun ast.Expr, name string) bool {
	id, ok := fun.(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := info.Uses[id].(*types.Builtin)
	return ok && b.Name() == name
}

// refuses reports whether a body ends by returning an error of its own.
func refuses(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	ret, ok := body[len(body)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if id, ok := last.(*ast.Ident); ok {
		return strings.HasPrefix(id.Name, "err") && len(id.Name) > len("err")
	}
	c, ok := last.(*ast.CallExpr)
	if !ok {
		return false
	}
	var name string
	switch fn := c.Fun.(type) {
	case *ast.Ident:
		name = fn.Name
	case *ast.SelectorExpr:
		name = fn.Sel.Name
	}
	return refusing[name]
}

// isPropagation reports whether a condition asks whether something else has failed.
func isPropagation(cond ast.Expr) bool {
	b, ok := cond.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return false
	}
	id, ok := b.X.(*ast.Ident)
	return ok && id.Name == "err"
}
