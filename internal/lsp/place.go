package lsp

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// A site is where an annotation stands, by the syntax around it: the text need not compile.
type site struct {
	places annot.Place
	field  ast.Expr      // the type of the field or variable, if it is written
	owner  string        // the type that a field's or a type's directive is about
	fn     *ast.FuncDecl // that the directive stands before, or in the body of which it stands
	body   bool          // in the body
	method bool          // before a method of an interface
	begins bool          // first in a function literal
	group  []string      // the directives that stand before it in one comment, each from its verb on
}

// site finds out where an annotation that begins at a place stands.
func (b *buffer) site(at int) site {
	s := b.declarationSite(at)
	s.group = b.groupBefore(at)
	return s
}

func (b *buffer) declarationSite(at int) site {
	line := func(p token.Pos) int { return b.fset.Position(p).Line }
	here := lineOf(b.text, at)
	if name := b.file.Name; name == nil || at <= b.offset(b.file.Package) || line(name.End()) == here {
		return site{places: annot.OnPackage}
	}
	var last ast.Decl
	for _, d := range b.file.Decls {
		if b.offset(d.End()) < at {
			last = d
			continue
		}
		if last != nil && line(last.End()) == here { // at the end of its line
			return b.inDecl(last, at)
		}
		return b.inDecl(d, at)
	}
	if last != nil && line(last.End()) == here {
		return b.inDecl(last, at)
	}
	return site{}
}

// inDecl is a site before, in, or at the end of the line of a declaration.
func (b *buffer) inDecl(d ast.Decl, at int) site {
	fn, isFunc := d.(*ast.FuncDecl)
	inBody := isFunc && fn.Body != nil && b.offset(fn.Body.Lbrace) < at && at <= b.offset(fn.Body.Rbrace)
	s, found := site{}, false
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			if b.spans(n, at) {
				s.owner = n.Name.Name
			}
		case *ast.StructType:
			if b.within(n.Fields, at) {
				s.places, found, s.field = annot.OnField, true, b.fieldAfter(n.Fields, at)
			}
		case *ast.InterfaceType:
			if b.within(n.Methods, at) {
				s.places, found, s.method = annot.OnFunc, true, true
			}
		}
		return true
	})
	switch {
	case found:
		return s
	case inBody:
		return b.inBody(fn, at)
	case isFunc:
		return site{places: annot.OnFunc, fn: fn}
	}
	if g, ok := d.(*ast.GenDecl); ok {
		return b.inGroup(g, at)
	}
	return site{}
}

func (b *buffer) spans(n ast.Node, at int) bool {
	return b.offset(n.Pos()) <= at && at <= b.offset(n.End())
}

func (b *buffer) within(list *ast.FieldList, at int) bool {
	return list != nil && list.Opening.IsValid() && b.offset(list.Opening) < at && (!list.Closing.IsValid() || at <= b.offset(list.Closing))
}

// fieldAfter is the type of the field that a directive is about: the one that ends on its line, or else the next.
func (b *buffer) fieldAfter(list *ast.FieldList, at int) ast.Expr {
	for _, f := range list.List {
		if b.offset(f.Type.End()) >= at || lineOf(b.text, b.offset(f.Type.End())) == lineOf(b.text, at) {
			return f.Type
		}
	}
	return nil
}

func (b *buffer) inGroup(g *ast.GenDecl, at int) site {
	for _, spec := range g.Specs {
		if b.offset(spec.End()) < at && lineOf(b.text, b.offset(spec.End())) != lineOf(b.text, at) {
			continue
		}
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if _, isInterface := spec.Type.(*ast.InterfaceType); !isInterface {
				return site{places: annot.OnType, owner: spec.Name.Name}
			}
		case *ast.ValueSpec:
			if g.Tok == token.VAR {
				return site{places: annot.OnPackageVar, field: spec.Type}
			}
		}
		return site{}
	}
	return site{}
}

// inBody is a site between statements.
func (b *buffer) inBody(fn *ast.FuncDecl, at int) site {
	s := site{places: annot.OnStmt, fn: fn, body: true}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if n == nil || !b.spans(n, at) {
			return false
		}
		var list []ast.Stmt
		literal := false
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		case *ast.FuncLit:
			list, literal = n.Body.List, true
		default:
			return true
		}
		if block, ok := n.(*ast.BlockStmt); ok && s.begins && len(block.List) == len(list) {
			literal = true // the block of the literal that was just entered
		}
		s.places, s.begins, s.field = annot.OnStmt, literal, nil
		for _, stmt := range list {
			after := b.offset(stmt.Pos()) >= at
			if !after && lineOf(b.text, b.offset(stmt.End())) != lineOf(b.text, at) {
				s.begins = false
				continue
			}
			switch stmt := stmt.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				s.places |= annot.OnLoop
			case *ast.AssignStmt:
				if stmt.Tok == token.DEFINE {
					s.places |= annot.OnLocal
				}
			case *ast.DeclStmt:
				s.places |= annot.OnLocal
			}
			s.begins = s.begins && after
			break
		}
		return true
	})
	return s
}

// groupBefore lists the directives in the comment lines right before a place.
func (b *buffer) groupBefore(at int) []string {
	var group []string
	begin := strings.LastIndexByte(b.text[:at], '\n')
	for begin >= 0 {
		end := begin
		begin = strings.LastIndexByte(b.text[:end], '\n')
		line := strings.TrimSpace(b.text[begin+1 : end])
		if !strings.HasPrefix(line, "//") {
			break
		}
		if directive, ok := strings.CutPrefix(line, annot.Prefix); ok {
			group = append(group, directive)
		}
	}
	slices.Reverse(group)
	return group
}

// has reports whether a directive with one of the verbs stands before the site in its comment.
func (s site) has(verbs ...string) bool {
	return slices.ContainsFunc(s.group, func(d string) bool {
		verb, _, _ := strings.Cut(d, " ")
		return slices.Contains(verbs, verb)
	})
}

// once are the directives that stand once before a declaration. Those in the same set exclude each other.
var once = [][]string{
	{"performs", "atomic"}, {"pure"}, {"trusted"}, {"concurrent"}, {"transfers"}, {"condition_of"},
	{"guarded_by", "confined_to", "immutable", "accessible_if"},
}

// allows reports whether a directive may stand at the site.
func (s site) allows(v annot.Verb) bool {
	if v.Places == annot.OnLine {
		return true
	}
	if v.Places&s.places == 0 {
		return false
	}
	for _, set := range once {
		if slices.Contains(set, v.Name) && s.has(set...) && (v.Name != "accessible_if" || !s.has("accessible_if")) {
			return false
		}
	}
	switch v.Name {
	case "when", "modifies", "ensures":
		return s.has("atomic", "action")
	case "action":
		return s.has("performs")
	case "takes", "requires":
		return !s.body && (v.Name == "requires" || !s.method) || s.begins
	case "pure", "trusted":
		return !s.method
	case "witness":
		return s.fn == nil || s.fn.Doc != nil && slices.ContainsFunc(s.fn.Doc.List, func(c *ast.Comment) bool {
			return strings.HasPrefix(c.Text, annot.Prefix+"performs")
		})
	}
	return s.fits(v.Name)
}

// fits reports whether a directive about variables of some types may be about this one, as far as its type is written.
func (s site) fits(verb string) bool {
	if s.field == nil {
		return true
	}
	chanType, isChan := s.field.(*ast.ChanType)
	_, isName := s.field.(*ast.Ident)
	switch verb {
	case "closable_if", "carries":
		return chanType != nil && isChan || isName
	case "transfers":
		return isChan || isName || isSelector(s.field, "Pool")
	case "condition_of":
		star, ok := s.field.(*ast.StarExpr)
		return ok && isSelector(star.X, "Cond")
	}
	return true
}

func isSelector(x ast.Expr, name string) bool {
	sel, ok := x.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == name
}
