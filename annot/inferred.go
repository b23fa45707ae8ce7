package annot

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An Inferred annotation is one that no comment has. It means what the directives would mean as comments before the declaration of
// the object.
type Inferred struct {
	Object types.Object // a variable or a function of the package
	Lines  []string     // the directives without their prefix
}

// An inferredText is where the checker reads an inferred directive. All its positions are shown as that of the declared name.
type inferredText struct {
	file   *token.File
	object types.Object
}

// inferredTargets finds what the inferred annotations are about, among what a file declares, in their order.
func (c *checker) inferredTargets(a *attacher) []*target {
	var all []*target
	for _, inf := range c.src.Inferred {
		declared := a.objects[inf.Object]
		if declared == nil {
			declared = a.assigned(inf.Object)
		}
		if declared == nil {
			declared = a.result(inf.Object)
		}
		if declared == nil {
			continue
		}
		t := *declared
		t.dirs = nil
		if v, ok := inf.Object.(*types.Var); ok {
			t.vars = []*types.Var{v}
		}
		for _, line := range inf.Lines {
			d := c.inferredDirective(inf.Object, prefix+line)
			if d == nil {
				continue
			}
			if d.places()&t.place == 0 {
				c.errorf(d, CodePlace, "", "%s does not apply to %s", d.name(), t.place.names()[0])
				continue
			}
			t.dirs = append(t.dirs, d)
		}
		if len(t.dirs) > 0 {
			all = append(all, &t)
		}
	}
	return all
}

// assigned finds the local variable among those that x := e declares in the file.
func (a *attacher) assigned(o types.Object) *target {
	v, ok := o.(*types.Var)
	if !ok || v.IsField() || v.Pos() < a.file.FileStart || a.file.FileEnd <= v.Pos() {
		return nil
	}
	var found *target
	ast.Inspect(a.file, func(n ast.Node) bool {
		if n == nil || found != nil || v.Pos() < n.Pos() || n.End() <= v.Pos() {
			return false
		}
		if s, ok := n.(*ast.AssignStmt); ok && s.Tok == token.DEFINE {
			for _, lhs := range s.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && a.src.Info.Defs[id] == o {
					found = &target{place: OnLocal, outer: a.innermost(s.Pos()), pos: s.End()}
				}
			}
		}
		return true
	})
	return found
}

// result finds the result with a name among those of the functions of the file. What is inferred of it speaks of the variables of
// the body.
func (a *attacher) result(o types.Object) *target {
	for _, d := range a.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || fn.Type.Results == nil {
			continue
		}
		for _, f := range fn.Type.Results.List {
			for _, id := range f.Names {
				if a.src.Info.Defs[id] == o {
					return &target{place: OnLocal, outer: a.src.Info.Scopes[fn.Type], pos: fn.Body.End()}
				}
			}
		}
	}
	return nil
}

// inferredDirective reads a directive at the place of an object's name. It has a file of its own, so that its parts
// have positions that differ.
func (c *checker) inferredDirective(o types.Object, text string) *directive {
	at := c.src.Fset.Position(o.Pos())
	f := c.src.Fset.AddFile(at.Filename, -1, at.Offset+len(text)+1)
	for i := range len(text) + 1 {
		f.AddLineColumnInfo(at.Offset+i, at.Filename, at.Line, at.Column)
	}
	c.inferred = append(c.inferred, inferredText{f, o})
	comment := &ast.Comment{Slash: f.Pos(at.Offset), Text: text}
	return c.split(comment, &ast.CommentGroup{List: []*ast.Comment{comment}})
}

// inferredAt returns the object of the inferred annotation that a position is in; nil: it is in none.
func (c *checker) inferredAt(pos token.Pos) types.Object {
	for _, t := range c.inferred {
		if base := token.Pos(t.file.Base()); base <= pos && pos <= base+token.Pos(t.file.Size()) {
			return t.object
		}
	}
	return nil
}
