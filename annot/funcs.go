package annot

import (
	"go/types"
	"slices"
)

// A contractReader collects the directives about one function.
type contractReader struct {
	*checker
	t    *target
	spec *FuncSpec
	seen map[string]*directive // of the verbs that stand once
	// performs or atomic is the directive that gives the specification; nil: none.
	performs, atomic *directive
	declared         []*declaredAction
	only             *Action // of atomic
	nameless         bool    // some action's name is in error
	current          *Action // what when, modifies and ensures lines belong to
}

// A declaredAction is an action with its name and whether the specification uses it.
type declaredAction struct {
	name   *nameX
	action *Action
	used   bool
}

// function reads the contract of a function.
func (c *checker) function(t *target) {
	r := &contractReader{checker: c, t: t, seen: map[string]*directive{}, spec: &FuncSpec{
		Pos:      t.dirs[0].pos,
		MayBeNil: map[*types.Var]bool{},
		Inferred: !slices.ContainsFunc(t.dirs, func(d *directive) bool { return c.inferredAt(d.pos) == nil }),
	}}
	c.out.Funcs[t.fn] = r.spec
	readDirectives(r, t.dirs)
	if r.spec.Pure && !r.believed {
		r.pureCases()
	}
	r.panicsAlone()
	r.spec.MayBeNil = mayBeNil(c.src.Info, t.decl, t.fn, slices.Concat(r.spec.Requires, r.spec.PanicsIf))
}

func (r *contractReader) read(d *directive) {
	if r.believed && !ofContracts[d.verb.name] {
		r.errorf(d, CodePlace, "a contract has requires, panics_if, pure, performs or atomic, action, when, modifies and ensures", "%s does not apply to a function in a contract file", d.name())
		return
	}
	if r.t.decl == nil && ofBodies[d.verb.name] {
		r.errorf(d, CodePlace, "a method of an interface has requires, panics_if, performs or atomic, action, when, modifies and ensures",
			"%s does not apply to a method of an interface", d.verb.name)
		return
	}
	switch d.verb.name {
	case "requires":
		cl, later := r.clause(d, r.scope(false, "requires is about one state, the one on entry"))
		r.spec.Requires = appendClause(r.spec.Requires, cl)
		r.later(later)
	case "panics":
		r.spec.Panics = r.once(d)
	case "panics_if":
		r.panicsIf(d)
	case "takes":
		items, later := r.taken(d, r.scope(false, "takes is about one state, the one in which the goroutine starts"))
		r.spec.Takes = append(r.spec.Takes, items...)
		r.later(later)
	case "pure":
		if r.believed {
			r.pureLine(d)
			return
		}
		r.spec.Pure = r.once(d)
	case "trusted":
		r.spec.Trusted = r.once(d)
	case "performs":
		if r.once(d) && r.exclusive(r.atomic, d) {
			r.performs = d
		}
		r.current = nil
	case "atomic":
		r.atomicLine(d)
	case "action":
		r.actionLine(d)
	case "when", "modifies", "ensures":
		r.actionClause(d)
	}
}

// ofBodies are the directives that speak of one body, and so of no method of an interface, behind which there may be many.
var ofBodies = map[string]bool{"takes": true, "pure": true, "trusted": true, "panics": true}

func (r *contractReader) later(u []Unsupported) {
	r.spec.Unsupported = append(r.spec.Unsupported, u...)
}

// scope is the function's: receiver, parameters and results.
func (r *contractReader) scope(results bool, old string) scope {
	s := r.t.scope(old)
	s.sig = r.t.fn.Signature()
	s.results = results
	return s
}

// once reports a directive that stands a second time.
func (r *contractReader) once(d *directive) bool {
	if r.seen[d.verb.name] != nil {
		r.errorf(d, CodeConflict, "", "%s is given twice for %s", d.verb.name, r.t.fn.Name())
		return false
	}
	r.seen[d.verb.name] = d
	return true
}

// exclusive reports d if other, which says the same otherwise, is there.
func (r *contractReader) exclusive(other, d *directive) bool {
	if other != nil {
		r.errorf(d, CodeConflict, "atomic is performs of one action",
			"%s contradicts the %s of %s", d.verb.name, other.verb.name, r.t.fn.Name())
	}
	return other == nil
}

func (r *contractReader) atomicLine(d *directive) {
	r.current = nil
	if !r.once(d) || !r.exclusive(r.performs, d) || !r.exclusive(r.atomic, d) {
		return
	}
	r.atomic = d
	r.only = &Action{Start: d.pos, End: d.verbEnd, ModifiesAll: true}
	r.current = r.only
}

// pureLine reads pure in a contract file, where it is atomic of a step that changes nothing.
func (r *contractReader) pureLine(d *directive) {
	r.current = nil
	if !r.once(d) || !r.exclusive(r.performs, d) || !r.exclusive(r.atomic, d) {
		return
	}
	r.atomic = d
	r.only = &Action{Start: d.pos, End: d.verbEnd}
	r.spec.Pure, r.current = true, r.only
}

func (r *contractReader) actionLine(d *directive) {
	r.current = &Action{Start: d.pos, End: d.end} // takes the lines that follow, should the name be in error
	name, err := parse(d.args, d.argsPos, (*parser).actionName)
	if err != nil {
		r.nameless = true
		r.report(err, d)
		return
	}
	r.current.Name = name.name
	r.declareAction(name, r.current)
}

// declareAction adds an action to those that the specification can name.
func (r *contractReader) declareAction(name *nameX, a *Action) {
	if r.action(name.name) != nil {
		r.errorf(name, CodeAction, "", "action %s is declared twice", name.name)
		return
	}
	r.recordAction(name, r.t.fn)
	r.declared = append(r.declared, &declaredAction{name: name, action: a})
}

// action finds a declared action.
func (r *contractReader) action(name string) *declaredAction {
	for _, a := range r.declared {
		if a.name != nil && a.name.name == name {
			return a
		}
	}
	return nil
}

// actionClause reads a when, modifies or ensures line.
func (r *contractReader) actionClause(d *directive) {
	a := r.current
	if a == nil {
		hint := "it follows a line //calvin:atomic or //calvin:action NAME"
		if r.believed {
			hint = "it follows a line //calvin:pure, //calvin:atomic or //calvin:action NAME"
		}
		r.errorf(d, CodeAction, hint, "%s belongs to no action", d.verb.name)
		return
	}
	if r.spec.Pure && a == r.only && d.verb.name != "ensures" {
		r.errorf(d, CodeConflict, "write atomic in place of pure", "%s contradicts pure: a pure function waits for nothing and changes nothing", d.name())
		return
	}
	a.ModifiesAll = false
	switch d.verb.name {
	case "when":
		cl, later := r.clause(d, r.scope(true, "when is read in the state before the action"))
		a.When = appendClause(a.When, cl)
		r.later(later)
	case "ensures":
		cl, later := r.clause(d, r.scope(true, ""))
		a.Ensures = appendClause(a.Ensures, cl)
		r.later(later)
	case "modifies":
		xs, err := parse(d.args, d.argsPos, (*parser).exprs)
		if err != nil {
			r.report(err, d)
			return
		}
		later, _ := r.with(d, r.scope(true, "the locations are those of the state before the action"), func(e *exprChecker) {
			for _, x := range xs {
				a.Modifies = append(a.Modifies, e.location(x))
			}
		})
		r.later(later)
	}
}

// location checks an entry of a modifies clause: a shared variable, x[*] for every element of x, or x[*].f for a field of
// every element; T[*] is every object of a type, and region(mu) what a lock guards.
func (e *exprChecker) location(x syntax) Expr {
	if call, ok := x.(*callX); ok {
		if n, ok := call.fun.(*nameX); ok && n.name == "region" {
			e.recordWord(n, nil)
			return e.region(call)
		}
	}
	if all, ok := x.(*elemsX); ok {
		return e.elements(all)
	}
	e.every = everyElement(x)
	defer func() { e.every = nil }()
	loc := e.expr(x)
	if !isLocation(loc) {
		e.fail(x, CodeType, "modifies lists fields, elements, *p and package variables",
			"%s is not a location", String(loc))
	}
	e.shared(x, loc)
	return loc
}

func (e *exprChecker) region(x *callX) Expr {
	e.args(x, "region(mu)", 1)
	lock := e.lockLocation(e.expr(x.args[0]))
	switch l := lock.(type) {
	case *Select:
	case *Var:
		e.shared(x.args[0], l)
	default:
		e.fail(x.args[0], CodeType, "region(s.mu) is what the field mu of s guards", "%s is neither a field nor a package variable", e.describe(lock))
	}
	return &Region{node(x, lock.Type()), lock}
}

// everyElement returns the x[*] of which x is a field, nil if there is none.
func everyElement(x syntax) *elemsX {
	for {
		s, ok := x.(*selectX)
		if !ok {
			break
		}
		x = s.x
	}
	all, _ := x.(*elemsX)
	return all
}

func (e *exprChecker) elements(x *elemsX) Expr {
	if t := e.typeOrNil(x.x); t != nil {
		if _, ok := t.Underlying().(*types.Struct); isMath(t) || !ok {
			e.fail(x, CodeType, "T[*].f is field f of every object of the struct type T", "%s is not a struct", e.typeString(t))
		}
		return &Objects{node(x, t)}
	}
	base := e.load(e.expr(x.x))
	elem, _ := indexed(base.Type())
	if e.every != nil && elem != nil {
		if _, ok := elem.Underlying().(*types.Struct); !ok {
			e.fail(x, CodeType, "name what each of them refers to with a quantifier in ensures",
				"the elements of %s are not structs", e.describe(base))
		}
	}
	if m, ok := base.Type().Underlying().(*types.Map); ok {
		elem = m.Elem()
	}
	if elem == nil || isString(base.Type()) {
		e.fail(x, CodeType, "", "%s has no elements that could be modified", e.describe(base))
	}
	if _, array := base.Type().Underlying().(*types.Array); array {
		e.shared(x, base)
	}
	return &Index{node(x, elem), base, nil}
}

// shared rejects parts of parameters and other locals, which no caller sees.
func (e *exprChecker) shared(x syntax, loc Expr) {
	switch l := loc.(type) {
	case *Var:
		if l.Obj.Pkg() == nil || l.Obj.Parent() != l.Obj.Pkg().Scope() {
			e.fail(x, CodeType, "modifies lists shared locations",
				"%s is a parameter, whose changes no caller sees", l.Obj.Name())
		}
	case *Select:
		if !l.Deref {
			e.shared(x, l.X)
		}
	case *Index:
		if _, array := l.X.Type().Underlying().(*types.Array); array {
			e.shared(x, l.X)
		}
	}
}

// finish puts the specification together.
func (r *contractReader) finish() {
	if r.atomic != nil || r.performs != nil {
		defer func() { r.actions[r.t.fn] = append([]string{}, r.actionNames()...) }()
	}
	switch {
	case r.atomic != nil:
		for _, d := range r.declared {
			if d.name != nil {
				r.errorf(d.name, CodeAction, "an atomic function is one action: write performs to name several",
					"action %s in an atomic function", d.name.name)
			}
		}
		a := r.only
		r.spec.Performs = &Performs{
			Start: a.Start, End: a.End, Text: "atomic", Root: &SpecAction{a}, Actions: []*Action{a}, Reducible: len(a.Ensures) == 0,
		}
		if r.believed && a.ModifiesAll {
			r.errorf(r.atomic, CodeAction, "add modifies or ensures, or write pure if it changes nothing", "the contract does not say what the step does")
		}
	case r.performs != nil:
		r.performsLine(r.performs)
	}
	for _, a := range r.declared {
		switch {
		case a.used || r.atomic != nil:
		case r.performs == nil:
			r.errorf(a.name, CodeAction, "add //calvin:performs "+a.name.name, "action %s without a performs line", a.name.name)
		default:
			r.errorf(a.name, CodeAction, "name it in the performs line", "action %s is not used by performs", a.name.name)
		}
	}
}
