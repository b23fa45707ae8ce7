package emit

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/gostatements"
	"github.com/calvin-go/calvin/desugar/scalars"
	"github.com/calvin-go/calvin/ir"
)

// maxText bounds the source text of a statement in a trace, in characters.
const maxText = 60

// Source is the syntax of one function, without the function literals in it and the bodies of ranges over functions.
type Source struct {
	fset  *token.FileSet
	node  ast.Node // nil for functions without source
	Body  *ast.BlockStmt
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

// Source returns the syntax of fn.
func (t *Builder) Source(fn *ssa.Function) *Source {
	if s := t.sources[fn]; s != nil {
		return s
	}
	s := &Source{fset: t.prog.Fset, node: fn.Syntax(), texts: map[ast.Stmt]string{}, apart: map[ast.Node]bool{}}
	t.sources[fn] = s
	for _, body := range fn.AnonFuncs {
		if analysis.IsLoopBody(body) {
			s.apart[body.Syntax()] = true
		}
	}
	switch n := s.node.(type) {
	case *ast.FuncDecl:
		s.Body = n.Body
	case *ast.FuncLit:
		s.Body = n.Body
	case *ast.RangeStmt:
		s.Body = n.Body
	}
	if s.Body != nil {
		ast.Inspect(s.Body, s.add)
	}
	return s
}

func (s *Source) add(n ast.Node) bool {
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
func (s *Source) isCounted(v ssa.Value) bool {
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

// At returns the innermost statement around pos, nil if there is none.
func (s *Source) At(pos token.Pos) ast.Stmt {
	var found ast.Stmt
	for _, st := range s.stmts {
		if st.Pos() <= pos && pos < st.End() {
			found = st
		}
	}
	return found
}

// owns reports whether pos is in the body of the function and not in a function inside it.
func (s *Source) owns(pos token.Pos) bool {
	if s.Body == nil || pos < s.Body.Pos() || pos > s.Body.Rbrace {
		return false
	}
	inner := false
	ast.Inspect(s.Body, func(n ast.Node) bool {
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

// Header returns the text of a statement on one line, and where the part that is executed at once ends: a compound
// statement is cut before its body.
func (s *Source) Header(st ast.Stmt) (text string, end token.Pos) {
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
	case *ast.GoStmt:
		shown, end = &ast.GoStmt{Call: writtenCall(st.Call)}, st.End()
	default:
		shown, end = st, st.End()
	}
	if text, ok := s.texts[st]; ok {
		return text, end
	}
	text = OneLine(s.fset, shown)
	if shown != st {
		text = strings.TrimSuffix(text, "{}")
	}
	text = Shorten(strings.TrimSpace(text))
	s.texts[st] = text
	return text, end
}

// writtenCall returns the call in a go statement as the source has it.
func writtenCall(call *ast.CallExpr) *ast.CallExpr {
	if lit, ok := call.Fun.(*ast.FuncLit); ok {
		if inner, ok := gostatements.Call(lit); ok {
			return inner
		}
	}
	return call
}

// OneLine formats a piece of syntax on one line.
func OneLine(fset *token.FileSet, n any) string {
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
	return scalars.Written(strings.ReplaceAll(text.String(), "{ }", "{}"))
}

// Shorten cuts a text that is too long for a message.
func Shorten(text string) string {
	if r := []rune(text); len(r) > maxText {
		return string(r[:maxText-1]) + "…"
	}
	return text
}

// Statement returns the span and text of the statement that the activation is executing.
func (t *Builder) Statement(f *Frame) (ir.Span, string) {
	for f.Source.node == nil && f.Caller != nil { // made by go/ssa
		f = f.Caller
	}
	pos := f.Pos()
	st := f.Source.At(pos)
	if st == nil {
		if i := slices.IndexFunc(f.Fn.Params, func(p *ssa.Parameter) bool { return p.Pos() == pos }); i >= 0 && pos.IsValid() {
			name := f.Fn.Params[i].Name()
			return t.Span(pos, pos+token.Pos(len(name))), "parameter " + name
		}
		return t.Span(pos, pos), ""
	}
	text, end := f.Source.Header(st)
	return t.Span(st.Pos(), end), text
}

// ReturnText returns the span and text of a return: the statement, or the end of the function.
func (t *Builder) ReturnText(f *Frame, r *ssa.Return) (pos, end token.Pos, text string) {
	if pos := r.Pos(); pos.IsValid() {
		if st := f.Source.At(pos); st != nil {
			text, end := f.Source.Header(st)
			return st.Pos(), end, text
		}
		return pos, pos, "return"
	}
	if f.Source.Body != nil {
		return f.Source.Body.Rbrace, f.Source.Body.Rbrace + 1, "return"
	}
	return f.Fn.Pos(), f.Fn.Pos(), "return"
}

// DebugExpr returns the expression in the source that a value comes from.
func DebugExpr(v ssa.Value) ast.Expr {
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

// Text returns a value as the source has it, or as it might.
func (t *Builder) Text(v ssa.Value) string {
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
	if e := DebugExpr(v); e != nil {
		return Shorten(OneLine(t.prog.Fset, e))
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return t.Text(v.X) + " " + v.Op.String() + " " + t.Text(v.Y)
	case *ssa.Convert:
		return analysis.TypeName(v.Type()) + "(" + t.Text(v.X) + ")"
	case *ssa.ChangeType:
		return t.Text(v.X)
	case *ssa.Extract:
		return t.Text(v.Tuple)
	case *ssa.Slice:
		return t.Operand(v.X) + "[" + t.Text(v.Low) + ":" + t.Text(v.High) + "]"
	case *ssa.Phi:
		return v.Comment
	}
	return "value"
}

// Operand returns a value as it stands before an index or a selector.
func (t *Builder) Operand(v ssa.Value) string {
	text := t.Text(v)
	if strings.HasPrefix(text, "&") || strings.Contains(text, " ") {
		return "(" + text + ")"
	}
	return text
}

// location returns the variable that an address points to as the source has it.
func (t *Builder) location(addr ssa.Value) string {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		base := t.LocationBase(a.X)
		f := analysis.FieldOf(a)
		if f.Embedded() && DebugExpr(a) == nil && analysis.IsSyncValue(f.Type()) {
			return base // mu in c.Lock() is not written
		}
		return base + "." + f.Name()
	case *ssa.IndexAddr:
		base := t.Text(a.X)
		if _, ok := a.X.Type().Underlying().(*types.Pointer); ok {
			base = t.LocationBase(a.X)
		}
		return base + "[" + t.Text(a.Index) + "]"
	case *ssa.Global:
		return a.Name()
	case *ssa.FreeVar:
		return a.Name()
	case *ssa.Alloc:
		if of, field, ok := strings.Cut(a.Comment, "."); ok && token.IsIdentifier(of) && token.IsIdentifier(field) { // see package scalars
			return a.Comment
		}
		if SourceName(a.Comment) != "" {
			return a.Comment
		}
		return "value"
	case *ssa.ChangeType:
		if analysis.RetypesForAtomic(a) {
			return t.location(a.X)
		}
	}
	return "*" + t.Operand(addr)
}

// LocationBase returns what stands before a selector or an index: pointers are followed without being written so.
func (t *Builder) LocationBase(v ssa.Value) string {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Alloc, *ssa.FreeVar:
		return t.location(v)
	}
	return t.Operand(v)
}

// Construct names what a value that has no translation comes from.
func Construct(v ssa.Value) string {
	switch v.(type) {
	case *ssa.MultiConvert:
		return "conversion of a type parameter"
	case *ssa.SliceToArrayPointer:
		return "conversion of a slice to an array pointer"
	}
	return "instruction " + v.String()
}

// SourceName returns the name of a variable, "" for those that have no counterpart in the source.
func SourceName(comment string) string {
	if token.IsIdentifier(comment) && !synthetic[comment] {
		return comment
	}
	return ""
}

// IsDeferStack reports whether t is the type of the list of deferred calls, which go/ssa makes explicit.
func IsDeferStack(t types.Type) bool {
	n, ok := t.(*types.Named)
	return ok && n.Obj().Name() == "deferStack" && !n.Obj().Pos().IsValid()
}

// synthetic holds what go/ssa calls variables that have no counterpart in the source.
var synthetic = map[string]bool{
	"complit": true, "slicelit": true, "varargs": true, "rangeindex": true, "new": true, "makeslice": true,
}
