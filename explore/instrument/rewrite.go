package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
)

// A rewriter rewrites one file. Each of its methods takes syntax and returns what stands in its place.
type rewriter struct {
	unit    *unit
	pkg     *packages.Package
	info    *types.Info
	file    *ast.File
	tokens  *token.File
	src     []byte
	version string // of the language, as go1.21
	shared  *sharing
	sites   *sites
	pure    *purity

	annotations *annotations                // nil if they are not looked at
	spots       map[token.Pos][]*annot.Stmt // annotations of the function at hand, by what they stand before
	loops       map[ast.Stmt][]*annot.Stmt  // loop invariants
	entry       []fragment                  // what comes first in the body of the next function
	answers     []string                    // the names of its results, where they have to have some

	results []*result // of the function at hand
	inHead  bool      // a statement in the head of another is rewritten: a declaration must come first

	rt      string // the name that the runtime is imported by
	nameAll bool   // variables get an identity, whatever they hold
	temps   int
	// instead has what to write for an expression that is already evaluated; receivers the same for the operand of a
	// method, with embedded fields selected.
	instead   map[ast.Expr]operand
	receivers map[*ast.SelectorExpr]operand
	notes     []Note
	following map[ast.Stmt]ast.Stmt  // what comes after statements
	quiet     map[*ast.CallExpr]bool // what visits a map in an order that cannot be seen
	imports   map[string]string      // of our own: path to name

	instrumented map[string]bool        // packages, by path
	uncrossed    map[*ast.CallExpr]bool // what these calls mean is told in another place
}

// A Note says what of a package runs outside control, and where that is.
type Note struct {
	Position token.Position
	Text     string
}

func (r *rewriter) note(n ast.Node, format string, args ...any) {
	r.notes = append(r.notes, Note{r.pkg.Fset.Position(n.Pos()), fmt.Sprintf(format, args...)})
}

// temp names a new variable. No identifier of the file begins so.
func (r *rewriter) temp() string {
	r.temps++
	return r.rt + "_" + strconv.Itoa(r.temps)
}

// perIteration is true if loop variables are new in each iteration.
func (r *rewriter) perIteration() bool { return version.Compare(r.version, "go1.22") >= 0 }

// call writes a call of the runtime; n is what a trace shows for it.
func (r *rewriter) call(name string, n ast.Node, args ...fragment) fragment {
	if short, ok := networkName(name); ok {
		return r.apply(join(r.importName(simnetPath)+"."+short), name, n, args...)
	}
	return r.apply(join(r.rt+"."+name), name, n, args...)
}

// callInstance is call for a generic function with the type that the user has written.
func (r *rewriter) callInstance(name string, typ ast.Expr, n ast.Node, args ...fragment) fragment {
	return r.apply(join(r.rt+"."+name+"[", text(typ), "]"), name, n, args...)
}

func (r *rewriter) apply(fun fragment, name string, n ast.Node, args ...fragment) fragment {
	out := join(fun, "(", r.site(name, n))
	for _, a := range args {
		out = append(append(out, piece{text: ", "}), a...)
	}
	return join(out, ")")
}

// site numbers the place of a visible operation.
func (r *rewriter) site(op string, n ast.Node) string {
	return r.sites.add(Site{Position: r.pkg.Fset.Position(n.Pos()), Text: r.source(n), Op: op, Pos: n.Pos(), End: n.End()})
}

// callOn is call for an operation on the operand o.
func (r *rewriter) callOn(o operand, name string, n ast.Node, args ...fragment) fragment {
	f := r.call(name, n, args...)
	last := &r.sites.list[len(r.sites.list)-1]
	last.use, last.place = o.use, o.typ
	if o.typ == nil {
		return f
	}
	if s, ok := is[*types.Slice](o.typ); ok {
		last.entry = s.Elem()
	}
	return f
}

// callOnMap is call for an operation on a map of type t.
func (r *rewriter) callOnMap(t types.Type, name string, n ast.Node, args ...fragment) fragment {
	f := r.call(name, n, args...)
	if m, ok := is[*types.Map](t); ok {
		r.sites.list[len(r.sites.list)-1].entry = m.Elem()
	}
	return f
}

// maxSite is how much of an operation's text a trace shows.
const maxSite = 60

// source is the text of n on one line.
func (r *rewriter) source(n ast.Node) string {
	s := strings.Join(strings.Fields(string(r.src[r.tokens.Offset(n.Pos()):r.tokens.Offset(n.End())])), " ")
	if runes := []rune(s); len(runes) > maxSite {
		return string(runes[:maxSite-1]) + "…"
	}
	return s
}

// glue copies n with its children rewritten by f.
func glue(n ast.Node, children []ast.Node, f func(ast.Node) fragment) fragment {
	var out fragment
	pos := n.Pos()
	for _, c := range children {
		out = append(out, span(pos, c.Pos())...)
		out = append(out, f(c)...)
		pos = c.End()
	}
	return append(out, span(pos, n.End())...)
}

// node rewrites anything that is rewritten by its children.
func (r *rewriter) node(n ast.Node) fragment {
	switch n := n.(type) {
	case ast.Expr:
		return r.value(n)
	case ast.Stmt:
		return r.stmt(n)
	}
	return glue(n, childrenOf(n), r.node)
}
