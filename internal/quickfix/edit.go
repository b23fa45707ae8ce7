package quickfix

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/report"
)

// edits are changes of one file, collected in any order.
type edits struct {
	file   *token.File
	text   string
	list   []report.Edit // in order, without overlap
	failed bool          // one of them cannot be made
}

func (x *enclosing) newEdits() *edits {
	return &edits{file: x.pkg.Fset.File(x.file.Pos()), text: x.text}
}

func (e *edits) add(from, to int, text string) {
	at := func(offset int) token.Position { return e.file.Position(e.file.Pos(offset)) }
	e.list = append(e.list, report.Edit{Span: ir.Span{Start: at(from), End: at(to)}, NewText: text})
	slices.SortStableFunc(e.list, func(a, b report.Edit) int { return cmp.Compare(a.Start.Offset, b.Start.Offset) })
}

// replace puts a name in the place of another.
func (e *edits) replace(id *ast.Ident, name string) {
	e.add(e.file.Offset(id.Pos()), e.file.Offset(id.End()), name)
}

// before puts statements before another, each on a line of its own.
func (e *edits) before(s ast.Stmt, stmts ...string) {
	at := e.file.Offset(s.Pos())
	space, alone := indent(e.text, at)
	if !alone {
		e.add(at, at, strings.Join(stmts, "; ")+"; ")
		return
	}
	e.add(at, at, strings.Join(stmts, "\n"+space)+"\n"+space)
}

// after puts a statement after another, on the next line: a comment at the end of the line stays there.
func (e *edits) after(s ast.Stmt, stmt string) {
	from, at := e.file.Offset(s.Pos()), e.file.Offset(s.End())
	space, alone := indent(e.text, from)
	line, _, _ := strings.Cut(e.text[at:], "\n")
	rest := strings.TrimSpace(line)
	if !alone || rest != "" && !strings.HasPrefix(rest, "//") {
		e.add(at, at, "; "+stmt)
		return
	}
	at += len(line)
	e.add(at, at, "\n"+space+stmt)
}

// remove takes away a statement that has its lines to itself.
func (e *edits) remove(s ast.Stmt) {
	from, to := e.file.Offset(s.Pos()), e.file.Offset(s.End())
	space, alone := indent(e.text, from)
	line, _, more := strings.Cut(e.text[to:], "\n")
	if !alone || strings.TrimSpace(line) != "" || !more {
		e.failed = true
		return
	}
	e.add(from-len(space), to+len(line)+1, "")
}

// indent returns the white space before the text at the offset on its line, and whether there is nothing else there.
func indent(text string, offset int) (string, bool) {
	begin := strings.LastIndexByte(text[:offset], '\n') + 1
	before := text[begin:offset]
	return before, strings.TrimSpace(before) == ""
}

// apply returns the text with the changes.
func (e *edits) apply(text string) string { return Apply(text, e.list) }

// Apply makes the edits, which are in order and do not overlap, in the text of a file.
func Apply(text string, list []report.Edit) string {
	var b strings.Builder
	done := 0
	for _, e := range list {
		b.WriteString(text[done:e.Start.Offset])
		b.WriteString(e.NewText)
		done = e.End.Offset
	}
	b.WriteString(text[done:])
	return b.String()
}

// compiles reports whether the package does with text in the place of a file.
func compiles(p *packages.Package, file *ast.File, text string) bool {
	changed, err := parser.ParseFile(p.Fset, p.Fset.File(file.Pos()).Name(), text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	files := slices.Clone(p.Syntax)
	files[slices.Index(files, file)] = changed
	conf := types.Config{Importer: imports(p.Types.Imports()), Sizes: p.TypesSizes}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	_, err = conf.Check(p.PkgPath, p.Fset, files, nil)
	return err == nil
}

// imports are the packages that a package imports.
type imports []*types.Package

// Import implements types.Importer.
func (is imports) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	for _, p := range is {
		if p.Path() == path {
			return p, nil
		}
	}
	return nil, fmt.Errorf("package %s is not imported", path)
}
