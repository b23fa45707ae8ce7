package desugar

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// maxText bounds the source text of a statement in a trace, in characters.
const maxText = 60

// source is the syntax of one function, without the function literals in it and the bodies of ranges over functions.
type source struct {
	fset  *token.FileSet
	node  ast.Node // nil for functions without source
	body  *ast.BlockStmt
	stmts []ast.Stmt // outer ones first
	lists []stmtList
	loops []ast.Stmt // *ast.ForStmt and *ast.RangeStmt, outer ones first
	texts map[ast.Stmt]string
	// apart holds the ranges over functions: go/ssa makes functions of their bodies.
	apart map[ast.Node]bool
}

// A stmtList is a sequence of statements that ends at end.
type stmtList struct {
	stmts []ast.Stmt
	end   token.Pos
}

// source returns the syntax of fn.
func (t *translator) source(fn *ssa.Function) *source {
	if s := t.sources[fn]; s != nil {
		return s
	}
	s := &source{fset: t.prog.Fset, node: fn.Syntax(), texts: map[ast.Stmt]string{}, apart: map[ast.Node]bool{}}
	t.sources[fn] = s
	for _, body := range fn.AnonFuncs {
		if analysis.IsLoopBody(body) {
			s.apart[body.Syntax()] = true
		}
	}
	switch n := s.node.(type) {
	case *ast.FuncDecl:
		s.body = n.Body
	case *ast.FuncLit:
		s.body = n.Body
	case *ast.RangeStmt:
		s.body = n.Body
	}
	if s.body != nil {
		ast.Inspect(s.body, s.add)
	}
	return s
}

func (s *source) add(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		return false
	case *ast.BlockStmt:
		s.lists = append(s.lists, stmtList{n.List, n.Rbrace})
	case *ast.CaseClause:
		s.stmts = append(s.stmts, n)
		s.lists = append(s.lists, stmtList{n.Body, n.End()})
	case *ast.CommClause:
		s.stmts = append(s.stmts, n)
		s.lists = append(s.lists, stmtList{n.Body, n.End()})
	case *ast.LabeledStmt:
	case *ast.ForStmt:
		s.stmts, s.loops = append(s.stmts, n), append(s.loops, n)
	case *ast.RangeStmt:
		s.stmts = append(s.stmts, n)
		if s.apart[n] {
			return false
		}
		s.loops = append(s.loops, n)
	case ast.Stmt:
		s.stmts = append(s.stmts, n)
	}
	return true
}

// isCounted reports whether v is an array that a range statement only counts the elements of: go/ssa reads it, Go does
// not.
func (s *source) isCounted(v ssa.Value) bool {
	if analysis.ArrayType(v.Type()) == nil {
		return false
	}
	for _, st := range s.loops {
		r, ok := st.(*ast.RangeStmt)
		if !ok || v.Pos() < r.X.Pos() || r.X.End() <= v.Pos() {
			continue
		}
		if id, ok := r.Value.(*ast.Ident); r.Value == nil || ok && id.Name == "_" {
			return !isUsed(v)
		}
	}
	return false
}

func isUsed(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		if _, ok := use.(*ssa.DebugRef); !ok {
			return true
		}
	}
	return false
}

// at returns the innermost statement around pos, nil if there is none.
func (s *source) at(pos token.Pos) ast.Stmt {
	var found ast.Stmt
	for _, st := range s.stmts {
		if st.Pos() <= pos && pos < st.End() {
			found = st
		}
	}
	return found
}

// owns reports whether pos is in the body of the function and not in a function inside it.
func (s *source) owns(pos token.Pos) bool {
	if s.body == nil || pos < s.body.Pos() || pos > s.body.Rbrace {
		return false
	}
	inner := false
	ast.Inspect(s.body, func(n ast.Node) bool {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncLit:
			body = n.Body
		case *ast.RangeStmt:
			if !s.apart[n] {
				return !inner
			}
			body = n.Body
		default:
			return !inner
		}
		inner = inner || body.Pos() < pos && pos <= body.Rbrace
		return false
	})
	return !inner
}

// header returns the text of a statement on one line, and where the part that is executed at once ends: a compound
// statement is cut before its body.
func (s *source) header(st ast.Stmt) (text string, end token.Pos) {
	var shown ast.Stmt
	empty := &ast.BlockStmt{}
	switch st := st.(type) {
	case *ast.IfStmt:
		shown, end = &ast.IfStmt{Init: st.Init, Cond: st.Cond, Body: empty}, st.Body.Lbrace
	case *ast.ForStmt:
		shown, end = &ast.ForStmt{Init: st.Init, Cond: st.Cond, Post: st.Post, Body: empty}, st.Body.Lbrace
	case *ast.RangeStmt:
		shown = &ast.RangeStmt{Key: st.Key, Value: st.Value, Tok: st.Tok, X: st.X, Body: empty}
		end = st.Body.Lbrace
	case *ast.SwitchStmt:
		shown, end = &ast.SwitchStmt{Init: st.Init, Tag: st.Tag, Body: empty}, st.Body.Lbrace
	case *ast.TypeSwitchStmt:
		shown, end = &ast.TypeSwitchStmt{Init: st.Init, Assign: st.Assign, Body: empty}, st.Body.Lbrace
	case *ast.SelectStmt:
		return "select", st.Body.Lbrace
	case *ast.CaseClause:
		shown, end = &ast.CaseClause{List: st.List}, st.Colon
	case *ast.CommClause:
		shown, end = &ast.CommClause{Comm: st.Comm}, st.Colon
	default:
		shown, end = st, st.End()
	}
	if text, ok := s.texts[st]; ok {
		return text, end
	}
	text = oneLine(s.fset, shown)
	if shown != st {
		text = strings.TrimSuffix(text, "{}")
	}
	text = shorten(strings.TrimSpace(text))
	s.texts[st] = text
	return text, end
}

// oneLine formats a piece of syntax on one line.
func oneLine(fset *token.FileSet, n any) string {
	var b bytes.Buffer
	if err := format.Node(&b, fset, n); err != nil {
		return ""
	}
	var text strings.Builder
	for line := range strings.Lines(b.String()) {
		line = strings.Join(strings.Fields(line), " ")
		before := text.String()
		switch {
		case before == "" || line == "":
		case strings.HasSuffix(before, "(") || strings.HasPrefix(line, ")"):
		case strings.HasSuffix(before, "{") || strings.HasSuffix(before, ",") || strings.HasPrefix(line, "}"):
			text.WriteString(" ")
		default:
			text.WriteString("; ")
		}
		text.WriteString(line)
	}
	return strings.ReplaceAll(text.String(), "{ }", "{}")
}

func shorten(text string) string {
	if r := []rune(text); len(r) > maxText {
		return string(r[:maxText-1]) + "…"
	}
	return text
}

// statement returns the span and text of the statement that the activation is executing.
func (t *translator) statement(f *frame) (ir.Span, string) {
	for f.source.node == nil && f.caller != nil { // made by go/ssa
		f = f.caller
	}
	pos := f.pos()
	st := f.source.at(pos)
	if st == nil {
		return t.span(pos, pos), ""
	}
	text, end := f.source.header(st)
	return t.span(st.Pos(), end), text
}

// returnText returns the span and text of a return: the statement, or the end of the function.
func (t *translator) returnText(f *frame, r *ssa.Return) (pos, end token.Pos, text string) {
	if pos := r.Pos(); pos.IsValid() {
		if st := f.source.at(pos); st != nil {
			text, end := f.source.header(st)
			return st.Pos(), end, text
		}
		return pos, pos, "return"
	}
	if f.source.body != nil {
		return f.source.body.Rbrace, f.source.body.Rbrace + 1, "return"
	}
	return f.fn.Pos(), f.fn.Pos(), "return"
}

// debugExpr returns the expression in the source that a value comes from.
func debugExpr(v ssa.Value) ast.Expr {
	if v == nil || v.Referrers() == nil {
		return nil
	}
	for _, use := range *v.Referrers() {
		if d, ok := use.(*ssa.DebugRef); ok && d.X == v {
			if _, isLit := d.Expr.(*ast.FuncLit); !isLit {
				return d.Expr
			}
		}
	}
	return nil
}

// text returns a value as the source has it, or as it might.
func (t *translator) text(v ssa.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case *ssa.Const:
		if v.Value == nil {
			return "nil"
		}
		return v.Value.String()
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Function:
		return v.Name()
	case *ssa.Global:
		return "&" + v.Name()
	case *ssa.Alloc:
		return "&" + v.Comment
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return t.location(v.X)
		}
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return "&" + t.location(v)
	}
	if e := debugExpr(v); e != nil {
		return shorten(oneLine(t.prog.Fset, e))
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return t.text(v.X) + " " + v.Op.String() + " " + t.text(v.Y)
	case *ssa.Convert:
		return analysis.TypeName(v.Type()) + "(" + t.text(v.X) + ")"
	case *ssa.ChangeType:
		return t.text(v.X)
	case *ssa.Extract:
		return t.text(v.Tuple)
	case *ssa.Slice:
		return t.operand(v.X) + "[" + t.text(v.Low) + ":" + t.text(v.High) + "]"
	case *ssa.Phi:
		return v.Comment
	}
	return "value"
}

// operand returns a value as it stands before an index or a selector.
func (t *translator) operand(v ssa.Value) string {
	text := t.text(v)
	if strings.HasPrefix(text, "&") || strings.Contains(text, " ") {
		return "(" + text + ")"
	}
	return text
}

// location returns the variable that an address points to as the source has it.
func (t *translator) location(addr ssa.Value) string {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		base := t.locationBase(a.X)
		f := analysis.FieldOf(a)
		if f.Embedded() && debugExpr(a) == nil && analysis.IsSyncValue(f.Type()) {
			return base // mu in c.Lock() is not written
		}
		return base + "." + f.Name()
	case *ssa.IndexAddr:
		base := t.text(a.X)
		if _, ok := a.X.Type().Underlying().(*types.Pointer); ok {
			base = t.locationBase(a.X)
		}
		return base + "[" + t.text(a.Index) + "]"
	case *ssa.Global:
		return a.Name()
	case *ssa.FreeVar:
		return a.Name()
	case *ssa.Alloc:
		if sourceName(a.Comment) != "" {
			return a.Comment
		}
		return "value"
	case *ssa.ChangeType:
		if analysis.RetypesForAtomic(a) {
			return t.location(a.X)
		}
	}
	return "*" + t.operand(addr)
}

// locationBase returns what stands before a selector or an index: pointers are followed without being written so.
func (t *translator) locationBase(v ssa.Value) string {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Alloc, *ssa.FreeVar:
		return t.location(v)
	}
	return t.operand(v)
}
