package annot

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

var codeForm = regexp.MustCompile(`^CV[0-9]{4}$`)

// ignore reads ignore CODE REASON: it accepts the finding on the line after its comment, or on its own line where code
// stands before it.
func (c *checker) ignore(f *ast.File, d *directive) {
	code, reason, _ := strings.Cut(d.args, " ")
	reason = strings.TrimSpace(reason)
	at := span{d.argsPos, d.argsPos + token.Pos(max(1, len(code)))}
	switch {
	case !codeForm.MatchString(code):
		c.errorf(at, CodeIgnore, d.verb.usage(), "ignore needs the code of a finding, such as CV0102, but found %q", code)
		return
	case reason == "":
		c.errorf(d, CodeIgnore, d.verb.usage(), "ignore %s gives no reason", code)
		return
	}
	after := c.src.Fset.Position(d.group.End())
	line := after.Line + 1
	if codeBefore(c.src.Fset, f, d.pos) {
		line = c.src.Fset.Position(d.pos).Line
	}
	c.out.Ignores = append(c.out.Ignores, &Ignore{Pos: d.pos, File: after.Filename, Line: line, Code: code, Reason: reason})
}

// codeBefore reports whether code stands before pos on its line.
func codeBefore(fset *token.FileSet, f *ast.File, pos token.Pos) bool {
	file := fset.File(pos)
	start := file.LineStart(file.Line(pos))
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		}
		if start <= n.Pos() && n.Pos() < pos || start < n.End() && n.End() <= pos {
			found = true
		}
		return !found
	})
	return found
}
