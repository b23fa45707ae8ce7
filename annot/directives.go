package annot

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Place is a set of places that directives stand in.
type Place uint16

// The places; OnVar is each of those of variables.
const (
	OnField Place = 1 << iota
	OnPackageVar
	OnLocal
	OnType
	OnPackage
	OnFunc
	OnStmt
	OnLoop
	OnLine

	OnVar = OnField | OnPackageVar | OnLocal
)

// placeNames names the places in messages; OnLine is any.
var placeNames = []struct {
	place Place
	name  string
}{
	{OnField, "a struct field"},
	{OnPackageVar, "a package variable"},
	{OnLocal, "a local variable"},
	{OnType, "a type"},
	{OnPackage, "the package clause"},
	{OnFunc, "a function"},
	{OnStmt, "a statement"},
	{OnLoop, "a for statement"},
}

// names lists the places in p.
func (p Place) names() []string {
	var names []string
	for _, n := range placeNames {
		if p&n.place != 0 {
			names = append(names, n.name)
		}
	}
	return names
}

// where says where a directive with the places p stands.
func (p Place) where() string {
	names := p.names()
	last := len(names) - 1
	if last == 0 {
		return "directly before " + names[0]
	}
	return "directly before " + strings.Join(names[:last], ", ") + " or " + names[last]
}

// A verb is a kind of directive.
type verb struct {
	name    string
	places  Place
	form    string // of the arguments
	indexed bool   // may have the form VERB[j]
}

// verbs lists every directive.
var verbs = []verb{
	{"accessible_if", OnVar, "P", true},
	{"readable_if", OnVar, "P", true},
	{"writable_if", OnVar, "P", true},
	{"guarded_by", OnVar, "LOCK, ...", false},
	{"confined_to", OnField, "FUNC", false},
	{"published_by", OnField, "CHANNEL", false},
	{"immutable", OnVar | OnType, "", false},
	{"atomic_only", OnVar, "", false},
	{"transfers", OnVar, "", false},
	{"condition_of", OnVar, "LOCK", false},
	{"closable_if", OnVar, "P", false},
	{"carries", OnVar, "P", true},
	{"concurrent", OnType, "", false},
	{"lock_order", OnType | OnPackage, "LOCK < LOCK < ...", false},
	{"invariant", OnType | OnPackage | OnLoop, "P", false},
	{"transition", OnType | OnPackage, "P", false},
	{"ghost", OnType | OnPackage, "NAME TYPE [accessible_if P | guarded_by LOCK, ...]", false},
	{"requires", OnFunc | OnStmt, "P", false},
	{"panics", OnFunc | OnPackage, "", false},
	{"panics_if", OnFunc, "P", false},
	{"takes", OnFunc | OnStmt, "WHAT, ...", false},
	{"performs", OnFunc, "SPEC", false},
	{"action", OnFunc, "NAME", false},
	{"atomic", OnFunc, "", false},
	{"when", OnFunc, "P", false},
	{"modifies", OnFunc, "LOCATION, ...", false},
	{"ensures", OnFunc, "P", false},
	{"pure", OnFunc, "", false},
	{"trusted", OnFunc, "", false},
	{"witness", OnStmt, "NAME", false},
	{"assert", OnStmt, "P", false},
	{"assume", OnStmt, "P", false},
	{"set", OnStmt, "GHOST = E", false},
	{"contracts", OnPackage, "[IMPORT PATH]", false},
	{"ignore", OnLine, "CODE REASON", false},
}

func verbNamed(name string) *verb {
	for i := range verbs {
		if verbs[i].name == name {
			return &verbs[i]
		}
	}
	return nil
}

func verbNames() []string {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	return names
}

// usage is the directive as it is written.
func (v *verb) usage() string {
	s := prefix + v.name
	if v.indexed {
		s += " P or " + prefix + v.name + "[j]"
	}
	return strings.TrimSpace(s + " " + v.form)
}

const prefix = "//calvin:"

// A directive is a comment split into its parts.
type directive struct {
	verb     *verb
	index    *nameX // j in VERB[j]
	args     string // without surrounding space
	argsPos  token.Pos
	pos, end token.Pos // from the slashes to the last argument
	verbEnd  token.Pos
	group    *ast.CommentGroup
	gvisor   string // the word of gVisor's annotation, if it is one; then verb is nil
}

func (d *directive) Pos() token.Pos { return d.pos }
func (d *directive) End() token.Pos { return d.end }

// name is the directive's verb as written.
func (d *directive) name() string {
	if d.gvisor != "" {
		return "+" + d.gvisor
	}
	return d.verb.name
}

// text returns what x was parsed from.
func (d *directive) text(start, end token.Pos) string {
	return d.args[start-d.argsPos : end-d.argsPos]
}

// split takes a comment of ours apart, or returns nil after reporting why it cannot.
func (c *checker) split(comment *ast.Comment, group *ast.CommentGroup) *directive {
	text := comment.Text
	i := len(prefix)
	for i < len(text) {
		c, size := utf8.DecodeRuneInString(text[i:]) // of any script: one of another makes the word unknown, and does not cut it
		if c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			break
		}
		i += size
	}
	at := func(i int) token.Pos { return comment.Slash + token.Pos(i) }
	name := text[len(prefix):i]
	d := &directive{verb: verbNamed(name), pos: comment.Slash, verbEnd: at(i), group: group}
	if d.verb == nil {
		hint := didYouMean(name, verbNames())
		if hint == "" {
			hint = "the directives are " + strings.Join(verbNames(), ", ")
		}
		c.errs = append(c.errs, &Error{Pos: at(len(prefix)), End: at(i), Code: CodeUnknownVerb, Msg: "unknown directive " + name, Hint: hint,
			Instead: Nearest(name, verbNames())})
		return nil
	}
	if i < len(text) && text[i] == '[' {
		end := strings.IndexByte(text[i:], ']')
		if end < 0 || !d.verb.indexed || !token.IsIdentifier(strings.TrimSpace(text[i+1:i+end])) {
			c.errorf(span{at(i), at(i + 1)}, CodeSyntax, "the form is "+d.verb.usage(), "malformed index after %s", name)
			return nil
		}
		j := text[i+1 : i+end]
		skip := len(j) - len(strings.TrimLeft(j, " \t"))
		j = strings.TrimSpace(j)
		d.index = &nameX{span{at(i + 1 + skip), at(i + 1 + skip + len(j))}, j}
		i += end + 1
	}
	rest := text[i:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		c.errorf(span{at(i), at(i + 1)}, CodeSyntax, "the form is "+d.verb.usage(), "a space is missing after %s", name)
		return nil
	}
	d.args = strings.TrimSpace(rest)
	d.argsPos = at(i + len(rest) - len(strings.TrimLeft(rest, " \t\r\n\v\f\u0085\u00a0")))
	d.end = d.argsPos + token.Pos(len(d.args))
	if d.verb.form == "" && !c.bare(d) {
		return nil
	}
	return d
}

// bare checks that a directive without arguments has none.
func (c *checker) bare(d *directive) bool {
	toks, err := scan(d.args, d.argsPos)
	if err == nil && toks[0].kind != token.EOF {
		err = &Error{Pos: toks[0].pos, End: d.end, Code: CodeSyntax, Msg: d.name() + " has no arguments"}
	}
	if err != nil {
		c.report(err, d)
	}
	return err == nil
}

// A Verb describes a kind of directive for whoever writes one.
type Verb struct {
	Name  string
	Form  string // of its arguments; empty if it has none
	Usage string // the whole directive
	Where string // what it stands before
	// Meaning says in a sentence or two what it says of the program.
	Meaning string
	// Places are what it may stand before.
	Places Place
}

// Verbs lists every kind of directive, in the order in which the documentation has them.
func Verbs() []Verb {
	var all []Verb
	for i := range verbs {
		v := &verbs[i]
		where := "on the line before a finding, or at its end"
		if v.places != OnLine {
			where = v.places.where()
		}
		all = append(all, Verb{v.name, v.form, v.usage(), where, meanings[v.name], v.places})
	}
	return all
}

// Prefix begins every directive.
const Prefix = prefix
