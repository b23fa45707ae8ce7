package annot

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"
)

// gvisorWords lists the annotations of gVisor's checklocks analyzer (gvisor.dev/gvisor/tools/checklocks): whether a
// lock follows, and where they stand.
var gvisorWords = map[string]struct {
	lock   bool
	places Place
}{
	"checkatomic":            {false, OnField | OnPackageVar},
	"checklocks":             {true, OnField | OnPackageVar | OnFunc},
	"checklocksread":         {true, OnField | OnPackageVar | OnFunc},
	"checklocksreadany":      {false, OnField},
	"checklocksacquire":      {true, OnFunc},
	"checklocksacquireread":  {true, OnFunc},
	"checklocksrelease":      {true, OnFunc},
	"checklocksreleaseread":  {true, OnFunc},
	"checklocksexclude":      {true, OnFunc},
	"checklocksexcludewrite": {true, OnFunc},
	"checklocksalias":        {true, OnFunc | OnType},
	"checklocksignore":       {false, OnField | OnPackageVar | OnFunc | OnStmt},
	"checklocksforce":        {false, OnStmt},
	"checklocksfail":         {false, OnStmt},
}

// gvisorExact is how gVisor writes its annotations; text may follow the words that take no lock.
var gvisorExact = regexp.MustCompile(`^// \+(check[a-z]+)(.*)$`)

// gvisor reads comment as one of gVisor's annotations, or returns nil.
func (c *checker) gvisor(comment *ast.Comment, group *ast.CommentGroup) *directive {
	m := gvisorExact.FindStringSubmatchIndex(comment.Text)
	if m == nil {
		return nil
	}
	name, rest := comment.Text[m[2]:m[3]], comment.Text[m[4]:m[5]]
	word, ok := gvisorWords[name]
	if !ok || word.lock && !strings.HasPrefix(rest, ":") || rest != "" && rest[0] != ':' && rest[0] != ' ' {
		return nil
	}
	start := m[4]
	if word.lock {
		start++
	}
	args := strings.TrimRight(comment.Text[start:m[5]], " \t\r")
	d := &directive{gvisor: name, group: group, pos: comment.Slash, verbEnd: comment.Slash + token.Pos(m[3])}
	d.args, d.argsPos = args, comment.Slash+token.Pos(start)
	d.end = d.argsPos + token.Pos(len(args))
	return d
}

// path is a rule of the parser: a lock as gVisor names it.
func (p *parser) path() syntax {
	var x syntax = p.name("the name of a lock")
	for p.got(token.PERIOD) {
		sel := p.name("a field name")
		x = &selectX{span{x.Pos(), sel.end}, x, sel}
	}
	return x
}

// lockPath parses the lock that d names; nil after an error.
func (c *checker) lockPath(d *directive) syntax {
	x, err := parse(d.args, d.argsPos, (*parser).path)
	if err != nil {
		err.Hint = gvisorForm(d.gvisor)
		c.report(err, d)
		return nil
	}
	return x
}

// alias reads +checklocksalias:a.b.mu=mu of a type.
func (c *checker) alias(t *target, spec *TypeSpec, d *directive) {
	left, right, ok := strings.Cut(d.args, "=")
	if !ok {
		c.errorf(d, CodeSyntax, gvisorForm(d.gvisor)+"=LOCK", "+%s names two locks", d.gvisor)
		return
	}
	s := t.scope(noOld)
	s.anyField = true
	later, _ := c.with(d, s, func(e *exprChecker) {
		lock := func(text string, at int) Expr {
			x, err := parse(text, d.argsPos+token.Pos(at), (*parser).path)
			if err != nil {
				panic(err)
			}
			return e.lockLocation(e.expr(x))
		}
		spec.Aliases = append(spec.Aliases, Alias{d.pos, d.args, lock(left, 0), lock(right, len(left)+1)})
	})
	spec.Unsupported = append(spec.Unsupported, later...)
}

// checklocks reads a gVisor annotation of a variable. Several locks must all be held; for reading, reader locks do.
func (r *guardReader) checklocks(d *directive) {
	switch d.gvisor {
	case "checklocksignore": // silences suggestions of locks, which we do not make
	case "checkatomic":
		r.checkAtomic(d)
	case "checklocksreadany":
		r.guard.Unsupported = append(r.guard.Unsupported, Unsupported{d.pos, "+checklocksreadany"})
	default:
		r.checklocksLock(d)
	}
}

func (r *guardReader) checkAtomic(d *directive) {
	if r.discipline != nil && r.discipline.gvisor == "checklocks" && !r.guard.AtomicOnly && len(r.guard.Read) == len(r.guard.Write) {
		r.atomically(d) // mixed mode, see finish
		return
	}
	r.atomicOnly(d)
}

func (r *guardReader) checklocksLock(d *directive) {
	x := r.lockPath(d)
	if x == nil {
		return
	}
	mixed := r.guard.AtomicOnly && d.gvisor == "checklocks" && strings.HasPrefix(r.discipline.gvisor, "check")
	if !mixed && (r.discipline == nil || !strings.HasPrefix(r.discipline.gvisor, "checklocks")) {
		if !r.settle(&r.discipline, d) {
			return
		}
	}
	later, _ := r.with(d, r.t.scope(noOld), func(e *exprChecker) {
		lock := e.guardLock(x, r.v)
		read, write := d.clause(x, e.mayRead(x, lock)), d.clause(x, e.mayWrite(x, lock))
		if d.gvisor == "checklocksread" {
			r.guard.Read = append(r.guard.Read, read)
			return
		}
		r.guard.Read = append(r.guard.Read, read)
		r.guard.Write = append(r.guard.Write, write)
	})
	r.guard.Unsupported = append(r.guard.Unsupported, later...)
}

// checklocks reads a gVisor annotation of a function: locks that are held, or are not, on entry and at the return.
func (r *contractReader) checklocks(d *directive) {
	switch {
	case d.gvisor == "checklocksignore":
		r.spec.Trusted = true
		return
	case d.gvisor == "checklocksalias":
		r.spec.Unsupported = append(r.spec.Unsupported, Unsupported{d.pos, "+" + d.gvisor})
		return
	}
	x := r.lockPath(d)
	if x == nil {
		return
	}
	atExit := strings.HasPrefix(d.gvisor, "checklocksacquire") // may name a result
	s := r.scope(atExit, noOld)
	s.anyField = true
	later, _ := r.with(d, s, func(e *exprChecker) {
		lock := e.lockLocation(e.expr(x))
		n := node(x, types.Typ[types.Bool])
		write := &Held{n, lock, false}
		var read Expr = write // holding it in the way that suffices for reading
		if LockOf(lock.Type()) == RWMutex {
			read = or(read, &Held{n, lock, true})
		}
		is := func(state string, e Expr) *Clause {
			cl := d.clause(x, e)
			cl.Text += state
			return cl
		}
		held := func(e Expr) *Clause { return is(" held", e) }
		not := func(e Expr) *Clause { return is(" not held", &Unary{n, token.NOT, e}) }
		entry, exit := &r.spec.Requires, &r.spec.Returns
		switch d.gvisor {
		case "checklocks":
			*entry = append(*entry, d.clause(x, write))
		case "checklocksread":
			*entry = append(*entry, d.clause(x, read))
		case "checklocksacquire":
			*exit = append(*exit, held(write))
		case "checklocksacquireread":
			*exit = append(*exit, held(read))
		case "checklocksrelease":
			*entry, *exit = append(*entry, d.clause(x, write)), append(*exit, not(write))
		case "checklocksreleaseread":
			*entry, *exit = append(*entry, d.clause(x, read)), append(*exit, not(read))
		case "checklocksexclude":
			*entry = append(*entry, not(read))
		case "checklocksexcludewrite":
			*entry = append(*entry, not(write))
		}
	})
	r.later(later)
}

// forced lists the findings that +checklocksforce and +checklocksignore of a line accept there: those about locks and about what
// they guard, which gVisor's analyzer would not report.
var forced = []string{"CV0101", "CV0102", "CV0201", "CV0202", "CV0203", "CV0204", "CV0206", "CV0401", "CV0402", "CV0507"}

// checklocksLine reads a gVisor annotation of a line in a function body.
func (c *checker) checklocksLine(t *target, d *directive) {
	at := c.src.Fset.Position(d.pos)
	if d.gvisor == "checklocksforce" || d.gvisor == "checklocksignore" {
		for _, code := range forced {
			c.out.Ignores = append(c.out.Ignores, &Ignore{
				Pos: d.pos, File: at.Filename, Line: at.Line, Code: code, Reason: "+" + d.gvisor, MayBeIdle: true,
			})
		}
		return
	}
	fn, _ := c.src.Info.Defs[t.decl.Name].(*types.Func)
	if fn == nil {
		return
	}
	spec := c.out.Funcs[fn]
	if spec == nil {
		spec = &FuncSpec{Pos: d.pos, MayBeNil: ComparedWithNil(c.src.Info, t.decl)}
		c.out.Funcs[fn] = spec
	}
	spec.Unsupported = append(spec.Unsupported, Unsupported{d.pos, "+" + d.gvisor})
}
