package infer

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Write returns the files that change when proposals are written into them, by name, formatted if they were. What cannot be
// written is returned: an annotation of one of several variables that are declared together.
func Write(pkgs []*packages.Package, proposals []*Proposal, read func(name string) ([]byte, error)) (map[string][]byte, []*Proposal, error) {
	files := map[string][]byte{}
	var unplaced []*Proposal
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			mine := inFile(pkg.Fset, file, proposals)
			if len(mine) == 0 {
				continue
			}
			name := pkg.Fset.Position(file.Package).Filename
			src, err := read(name)
			if err != nil {
				return nil, nil, fmt.Errorf("write annotations: %w", err)
			}
			after, rest := write(pkg.Fset, file, src, mine)
			unplaced = append(unplaced, rest...)
			if !bytes.Equal(after, src) {
				files[name] = after
			}
		}
	}
	return files, unplaced, nil
}

func inFile(fset *token.FileSet, file *ast.File, proposals []*Proposal) []*Proposal {
	var mine []*Proposal
	for _, p := range proposals {
		if file.FileStart <= p.declared && p.declared < file.FileEnd {
			mine = append(mine, p)
		}
	}
	return mine
}

// A declaration is what a directive can stand before.
type declaration struct {
	node  ast.Node
	doc   *ast.CommentGroup
	names []token.Pos // of what is declared; an embedded field is at its type's name
}

// declarations lists the fields, variables and functions of a file in order, so that one of them can be found again in the
// file with annotations added.
func declarations(file *ast.File) []declaration {
	var all []declaration
	add := func(n ast.Node, doc *ast.CommentGroup, names ...*ast.Ident) {
		d := declaration{node: n, doc: doc}
		for _, id := range names {
			d.names = append(d.names, id.Pos())
		}
		all = append(all, d)
	}
	assigned := func(list []ast.Stmt) {
		for _, s := range list {
			a, ok := s.(*ast.AssignStmt)
			if !ok || a.Tok != token.DEFINE {
				continue
			}
			var names []*ast.Ident
			for _, lhs := range a.Lhs {
				if id, ok := lhs.(*ast.Ident); ok {
					names = append(names, id)
				}
			}
			add(a, nil, names...)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, f := range n.Fields.List {
				names := f.Names
				if id := embedded(f.Type); len(names) == 0 && id != nil {
					names = []*ast.Ident{id}
				}
				add(f, f.Doc, names...)
			}
		case *ast.GenDecl:
			for _, s := range n.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && n.Tok == token.VAR {
					if n.Lparen.IsValid() {
						add(v, v.Doc, v.Names...)
					} else {
						add(n, n.Doc, v.Names...)
					}
				}
			}
		case *ast.FuncDecl:
			add(n, n.Doc, n.Name)
		case *ast.BlockStmt:
			assigned(n.List)
		case *ast.CaseClause:
			assigned(n.Body)
		case *ast.CommClause:
			assigned(n.Body)
		}
		return true
	})
	return all
}

// embedded returns the name that an embedded field has.
func embedded(t ast.Expr) *ast.Ident {
	switch t := t.(type) {
	case *ast.Ident:
		return t
	case *ast.StarExpr:
		return embedded(t.X)
	case *ast.SelectorExpr:
		return t.Sel
	case *ast.IndexExpr:
		return embedded(t.X)
	case *ast.IndexListExpr:
		return embedded(t.X)
	}
	return nil
}

// lines are the directives that proposals add to a declaration; ok: they are meant for all that it declares.
func (d declaration) lines(proposals []*Proposal) (lines []string, mine []*Proposal, ok bool) {
	by := map[token.Pos][]string{}
	for _, p := range proposals {
		if slices.Contains(d.names, p.declared) {
			mine = append(mine, p)
			by[p.declared] = append(by[p.declared], p.Lines...)
		}
	}
	for _, pos := range d.names {
		if !slices.Equal(by[pos], by[d.names[0]]) {
			return nil, mine, false
		}
	}
	if len(d.names) > 0 {
		lines = by[d.names[0]]
	}
	return lines, mine, true
}

func write(fset *token.FileSet, file *ast.File, src []byte, proposals []*Proposal) ([]byte, []*Proposal) {
	tf := fset.File(file.FileStart)
	type insertion struct {
		at   int
		text string
	}
	var all []insertion
	var unplaced []*Proposal
	for _, d := range declarations(file) {
		lines, mine, ok := d.lines(proposals)
		if !ok {
			unplaced = append(unplaced, mine...)
		}
		if len(lines) > 0 {
			at, text := d.insert(tf, string(src), lines)
			all = append(all, insertion{at, text})
		}
	}
	slices.SortStableFunc(all, func(a, b insertion) int { return a.at - b.at })
	var out bytes.Buffer
	done := 0
	for _, i := range all {
		out.Write(src[done:i.at])
		out.WriteString(i.text)
		done = i.at
	}
	out.Write(src[done:])
	if tidy, err := format.Source(src); err == nil && bytes.Equal(tidy, src) {
		if tidy, err := format.Source(out.Bytes()); err == nil {
			return tidy, unplaced
		}
	}
	return out.Bytes(), unplaced
}

// insert says where lines go and how they read there: before the directives that stand there already, or last in the comment,
// after an empty line.
func (d declaration) insert(tf *token.File, src string, lines []string) (int, string) {
	at := tf.Offset(d.node.Pos())
	if f, ok := d.node.(*ast.FuncDecl); ok {
		at = tf.Offset(f.Type.Func)
	}
	before := ""
	if d.doc != nil {
		prose := false
		for _, c := range d.doc.List {
			if strings.HasPrefix(c.Text, "//calvin:") {
				at = tf.Offset(c.Pos())
				prose = false
				break
			}
			prose = !strings.HasPrefix(c.Text, "//go:") && strings.TrimSpace(c.Text) != "//"
		}
		if prose {
			before = "//\n"
		}
	}
	begin := strings.LastIndexByte(src[:at], '\n') + 1
	space := src[begin:at]
	if strings.TrimSpace(space) != "" { // something else stands on the line
		begin, space, before = at, "", "\n"+before
	}
	var b strings.Builder
	for line := range strings.Lines(before) {
		if line != "\n" {
			b.WriteString(space)
		}
		b.WriteString(line)
	}
	for _, l := range lines {
		b.WriteString(space + directive(l) + "\n")
	}
	return begin, b.String()
}

// Find returns where a proposal stands in its file after Write: the lines of its directives, from 1. Before is the file as it
// was when the proposal was made.
func (p *Proposal) Find(fset *token.FileSet, before *ast.File, name string, after []byte) ([]int, error) {
	at := slices.IndexFunc(declarations(before), func(d declaration) bool { return slices.Contains(d.names, p.declared) })
	fresh := token.NewFileSet()
	file, err := parser.ParseFile(fresh, name, after, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("find an annotation: %w", err)
	}
	all := declarations(file)
	if at < 0 || at >= len(all) || all[at].doc == nil {
		return nil, fmt.Errorf("find an annotation: %s has moved", p.Name)
	}
	var lines []int
	for _, c := range all[at].doc.List {
		for _, l := range p.Lines {
			if c.Text == directive(l) {
				lines = append(lines, fresh.Position(c.Pos()).Line)
			}
		}
	}
	return lines, nil
}
