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
	places place
}{
	"checkatomic":            {false, onField | onPackageVar},
	"checklocks":             {true, onField | onPackageVar | onFunc},
	"checklocksread":         {true, onField | onPackageVar | onFunc},
	"checklocksreadany":      {false, onField},
	"checklocksacquire":      {true, onFunc},
	"checklocksacquireread":  {true, onFunc},
	"checklocksrelease":      {true, onFunc},
	"checklocksreleaseread":  {true, onFunc},
	"checklocksexclude":      {true, onFunc},
	"checklocksexcludewrite": {true, onFunc},
	"checklocksalias":        {true, onFunc},
	"checklocksignore":       {false, onField | onPackageVar | onFunc | onStmt},
	"checklocksforce":        {false, onStmt},
	"checklocksfail":         {false, onStmt},
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
	if r.discipline != nil && r.discipline.gvisor == "checklocks" {
		r.mixed(d)
		return
	}
	r.atomicOnly(d)
}

// mixed notes gVisor's mixed mode: atomic reads at any time, and atomic writes under the lock.
func (r *guardReader) mixed(d *directive) {
	r.guard.AtomicOnly, r.guard.Read, r.guard.Write = true, nil, nil
	r.guard.Unsupported = append(r.guard.Unsupported, Unsupported{d.pos, "+checkatomic together with +checklocks"})
}

func (r *guardReader) checklocksLock(d *directive) {
	x := r.lockPath(d)
	if x == nil {
		return
	}
	if r.discipline != nil && r.discipline.gvisor == "checkatomic" {
		r.mixed(d)
		return
	}
	if r.discipline == nil || !strings.HasPrefix(r.discipline.gvisor, "checklocks") {
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

// checklocks reads a gVisor annotation of a function: locks held on entry. What it says of the exit is not in the
// language of contracts yet.
func (r *contractReader) checklocks(d *directive) {
	if !gvisorWords[d.gvisor].lock || d.gvisor == "checklocksalias" {
		r.spec.Unsupported = append(r.spec.Unsupported, Unsupported{d.pos, "+" + d.gvisor})
		return
	}
	x := r.lockPath(d)
	if x == nil {
		return
	}
	atExit := strings.HasPrefix(d.gvisor, "checklocksacquire") // may name a result
	later, ok := r.with(d, r.scope(atExit, noOld), func(e *exprChecker) {
		lock := e.lockLocation(e.expr(x))
		n := node(x, types.Typ[types.Bool])
		var held Expr = &Held{n, lock, false}
		if lockOf(lock.Type()) == rwMutex && d.gvisor == "checklocksread" {
			held = or(held, &Held{n, lock, true})
		}
		if d.gvisor == "checklocks" || d.gvisor == "checklocksread" {
			r.spec.Requires = append(r.spec.Requires, d.clause(x, held))
		}
	})
	r.later(later)
	if ok && d.gvisor != "checklocks" && d.gvisor != "checklocksread" {
		r.spec.Unsupported = append(r.spec.Unsupported, Unsupported{d.pos, "+" + d.gvisor})
	}
}

// checklocksLine records a gVisor annotation inside a function body against the function's contract.
func (c *checker) checklocksLine(t *target, d *directive) {
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
