package program

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A variable is a local one or a parameter.
type variable struct {
	name, typ string
	sym       string // its value in terms of the state before the function's step, or empty
	outer     bool   // a parameter or result: it need not be used
	fixed     bool   // never assigned: a parameter, or what bounds a loop
}

// An object is a variable that points to a struct of the program.
type object struct {
	name string
	t    *structType
}

// emit adds a statement before which another goroutine may run.
func (g *generator) emit(format string, args ...any) {
	g.add(statement, fmt.Sprintf(format, args...))
}

// raw adds a line that nothing may be put before.
func (g *generator) raw(format string, args ...any) { g.add(plain, fmt.Sprintf(format, args...)) }

func (g *generator) add(kind lineKind, text string) {
	g.f.body = append(g.f.body, line{g.indent, kind, text})
}

// block emits head, what body emits in a scope of its own, and the end.
func (g *generator) block(head string, body func()) {
	g.emit("%s {", head)
	g.scoped(body)
	g.raw("}")
}

// or is block for what follows a brace: else, case.
func (g *generator) or(head string, body func()) {
	g.raw("%s {", head)
	g.scoped(body)
	g.raw("}")
}

// scoped runs body in a scope: its variables end with it, and what it does to others is not known afterwards.
func (g *generator) scoped(body func()) {
	g.indent++
	mark := len(g.vars)
	before := g.values()
	body()
	g.leave(mark)
	g.indent--
	g.forget(before)
}

// leave ends the scope of all variables beyond mark.
func (g *generator) leave(mark int) {
	for _, v := range g.vars[mark:] {
		if !v.outer && !g.uses(v.name) {
			g.insert("_ = " + v.name)
		}
	}
	g.vars = g.vars[:mark]
}

// insert adds a line where a block ends, but before a return.
func (g *generator) insert(text string) {
	at := len(g.f.body)
	if at > 0 && strings.HasPrefix(g.f.body[at-1].text, "return") {
		at--
	}
	g.f.body = slices.Insert(g.f.body, at, line{g.indent, plain, text})
}

// values returns the symbolic values of everything.
func (g *generator) values() map[string]string {
	all := map[string]string{}
	for _, v := range g.vars {
		all[v.name] = v.sym
	}
	for k, v := range g.f.symbolic {
		all[k] = v
	}
	return all
}

// forget drops the symbolic values that differ from those before.
func (g *generator) forget(before map[string]string) {
	for _, v := range g.vars {
		if before[v.name] != v.sym {
			v.sym = ""
		}
	}
	for k, v := range g.f.symbolic {
		if before[k] != v {
			g.f.symbolic[k] = ""
		}
	}
}

// declare makes a new variable known, of which the value is x.
func (g *generator) declare(typ string, x ex) *variable {
	v := &variable{name: g.name(), typ: typ, sym: x.sym}
	g.emit("%s := %s", v.name, typed(typ, x))
	g.vars = append(g.vars, v)
	return v
}

// typed is x where its type does not show.
func typed(typ string, x ex) string {
	if x.constant && (isInteger(typ) && typ != "int" || typ == "float64") {
		return typ + "(" + x.text + ")"
	}
	return x.text
}

// name returns a name that is not taken.
func (g *generator) name() string {
	g.fresh++
	return fmt.Sprintf("v%d", g.fresh)
}

// known adds a variable that other code has declared, and that is not to be assigned.
func (g *generator) known(name, typ string) *variable {
	v := &variable{name: name, typ: typ, fixed: true}
	g.vars = append(g.vars, v)
	return v
}

// variables returns the variables of the type.
func (g *generator) variables(typ string) []*variable {
	var all []*variable
	for _, v := range g.vars {
		if v.typ == typ {
			all = append(all, v)
		}
	}
	return all
}

// declaration is what a line begins with if it gives variables values.
var declaration = regexp.MustCompile(`^(?:(?:for|if|switch|case) )?[\w., ]+ :?= |^var \w+ `)

// uses reports whether some statement reads the variable: Go wants that.
func (g *generator) uses(name string) bool {
	word := regexp.MustCompile(`\b` + name + `\b`)
	for _, l := range g.f.body {
		if l.kind == plain || l.kind == statement {
			text := l.text[len(declaration.FindString(l.text)):]
			if word.MatchString(strings.ReplaceAll(text, name+" = ", "")) {
				return true
			}
		}
	}
	return false
}

// held reports whether the lock at path is held, for writing if write.
func (g *generator) holds(path string, write bool) bool {
	mode, ok := g.held[path]
	return ok && (mode == "w" || !write)
}

// mayTouch reports whether a field of o may be read or written here, or is to be by mistake.
func (g *generator) mayTouch(o object, f *field, write bool) bool {
	switch f.guard {
	case "immutable":
		return !write || g.fresher[o.name]
	case "atomic", "other", "kit":
		return false
	}
	return g.fresher[o.name] || g.holds(o.name+"."+f.guard, write)
}

// fields returns the places of the type that may be read or written.
func (g *generator) fields(write bool, types ...string) []string {
	var all []string
	for _, o := range g.objects {
		for _, f := range o.t.fields {
			if slices.Contains(types, f.typ) && g.mayTouch(o, f, write) {
				all = append(all, o.name+"."+f.name)
			}
		}
	}
	if len(all) == 0 && len(g.objects) > 0 && g.flaw(12) {
		for _, o := range g.objects {
			for _, f := range o.t.fields {
				if slices.Contains(types, f.typ) && f.guard != "other" && f.guard != "kit" {
					all = append(all, o.name+"."+f.name)
				}
			}
		}
	}
	return all
}

// place chooses a variable or field of the type that may be assigned; ok is false if there is none.
func (g *generator) place(types ...string) (path, typ string, ok bool) {
	var paths []string
	for _, v := range g.vars {
		if slices.Contains(types, v.typ) && !v.fixed {
			paths = append(paths, v.name)
		}
	}
	paths = append(g.fields(true, types...), paths...)
	if len(paths) == 0 {
		return "", "", false
	}
	path = paths[g.pick(len(paths))]
	return path, g.typeOf(path), true
}

// typeOf returns the type of a place.
func (g *generator) typeOf(path string) string {
	for _, v := range g.vars {
		if v.name == path {
			return v.typ
		}
	}
	name, f, _ := strings.Cut(path, ".")
	for _, o := range g.objects {
		if o.name == name {
			for _, fd := range o.t.fields {
				if fd.name == f {
					return fd.typ
				}
			}
		}
	}
	return ""
}

// assigned notes that the place has a new value.
func (g *generator) assigned(path, sym string) {
	for _, v := range g.vars {
		if v.name == path {
			v.sym = sym
			return
		}
	}
	if o, _, _ := strings.Cut(path, "."); !g.fresher[o] {
		g.f.modified[path] = true
	}
	g.f.symbolic[path] = sym
}

// changed notes that all symbolic values of fields are no longer known, as other code has run.
func (g *generator) changed() {
	for k := range g.f.symbolic {
		g.f.symbolic[k] = ""
	}
}

// flaw is true once in n times where a mistake may be made.
func (g *generator) flaw(n int) bool {
	if g.flaws == 0 || !g.chance(n) {
		return false
	}
	g.flaws--
	return true
}
