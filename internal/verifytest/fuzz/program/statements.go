package program

import (
	"fmt"
	"strings"
)

// A form draws statements of one kind; it reports whether it could.
type form func(*generator) bool

// forms returns the table of statements. The first is the simplest.
func forms() []form {
	return []form{
		(*generator).assign, (*generator).assign, (*generator).local, (*generator).opAssign, (*generator).tuple,
		(*generator).branch, (*generator).branch, (*generator).switches, (*generator).loop, (*generator).ranges, (*generator).labelled, (*generator).gotos,
		(*generator).indexing, (*generator).indexing, (*generator).slicing, (*generator).division, (*generator).making, (*generator).appending,
		(*generator).copying, (*generator).mapping, (*generator).converting, (*generator).assertionStmt, (*generator).lockAssertion,
		(*generator).relock, (*generator).leaving, (*generator).shadow, (*generator).libraryCall, (*generator).libraryCall,
		(*generator).buffers, (*generator).copies, (*generator).copies, (*generator).closures, (*generator).closures, (*generator).defers,
		(*generator).order, (*generator).order, (*generator).atomics, (*generator).atomics, (*generator).atomics, (*generator).nodes, (*generator).interfaces,
		(*generator).generics, (*generator).pointers, (*generator).foreign, (*generator).foreign, (*generator).inner,
		(*generator).containers, (*generator).calling2, (*generator).globals, (*generator).embedded,
		(*generator).kitted, (*generator).kitted, (*generator).kitted, (*generator).kitted, (*generator).kitted, (*generator).kitted,
		(*generator).small, (*generator).small, (*generator).small, (*generator).small, (*generator).small, (*generator).small,
	}
}

// statements draws about n statements.
func (g *generator) statements(n int) {
	for range n {
		if g.fuel <= 0 {
			break
		}
		g.fuel--
		if g.chance(12) {
			costly := []form{(*generator).goroutines, (*generator).madeInLoop, (*generator).channels, (*generator).spinning}
			if g.costly == 0 && costly[g.pick(len(costly))](g) {
				g.costly++
				continue
			}
		}
		if g.theme != nil && g.chance(2) && g.small() {
			continue
		}
		if g.t.kit != nil && g.chance(g.kits) && g.kitted() {
			continue
		}
		if !g.forms[g.pick(len(g.forms))](g) {
			g.assign()
		}
	}
}

func (g *generator) body() { g.statements(1 + g.pick(2)) }

// assignTypes are those that assignments are drawn of.
var assignTypes = append([]string{"string", "bool", "float64", "[]int", "[]byte"}, integers...)

func (g *generator) assign() bool {
	path, typ, ok := g.place(assignTypes...)
	if !ok {
		return g.local()
	}
	x := g.value(typ, 2)
	g.emit("%s = %s", path, x.text)
	g.assigned(path, x.sym)
	return true
}

func (g *generator) local() bool {
	typ := assignTypes[g.pick(len(assignTypes))]
	if t, ok := g.anyInteger(); ok && g.chance(2) {
		typ = t
	}
	x := g.value(typ, 2)
	g.declare(typ, ex{x.text, x.sym, true})
	return true
}

func (g *generator) opAssign() bool {
	path, typ, ok := g.place(integers...)
	if !ok {
		return false
	}
	if g.chance(3) {
		op := g.oneOf("++", "--")
		g.emit("%s%s", path, op)
		g.assigned(path, wrap(g.symOf(path), "(%s "+op[:1]+" 1)"))
		return true
	}
	op := g.oneOf("+", "-", "*", "|", "&", "^", "&^")
	before := g.symOf(path)
	x := g.integer(typ, 1)
	g.emit("%s %s= %s", path, op, x.text)
	sym := ""
	if symbolic(before) && x.sym != "" && len(before)+len(x.sym) < 100 {
		sym = "(" + before + " " + op + " " + x.sym + ")"
	}
	g.assigned(path, sym)
	return true
}

// symOf is the symbolic value of a place.
func (g *generator) symOf(path string) string {
	for _, v := range g.vars {
		if v.name == path {
			return v.sym
		}
	}
	return g.fieldSym(path)
}

func (g *generator) tuple() bool {
	a, typ, ok := g.place(assignTypes...)
	if !ok {
		return false
	}
	b, typ2, ok := g.place(assignTypes...)
	if !ok || a == b {
		return false
	}
	x, y := g.value(typ, 1), g.value(typ2, 1)
	g.emit("%s, %s = %s, %s", a, b, x.text, y.text)
	g.assigned(a, x.sym)
	g.assigned(b, y.sym)
	return true
}

func (g *generator) branch() bool {
	cond := g.condition(2)
	g.block("if "+cond.text, g.body)
	if g.chance(3) {
		g.f.body = g.f.body[:len(g.f.body)-1]
		g.or("} else", g.body)
	}
	return true
}

func (g *generator) switches() bool {
	x := g.atom("int")
	g.emit("switch %s {", x.text)
	for n := range 1 + g.pick(3) {
		g.raw("case %d:", n)
		g.scoped(g.body)
		if g.chance(4) {
			g.raw("fallthrough")
			g.raw("case %d:", n+10)
			g.scoped(g.body)
		}
	}
	if g.chance(2) {
		g.raw("default:")
		g.scoped(g.body)
	}
	g.raw("}")
	return true
}

// inLoop emits what body does, any number of times.
func (g *generator) inLoop(head string, body func()) {
	g.changed() // from the second round on
	for _, v := range g.vars {
		if !v.fixed {
			v.sym = ""
		}
	}
	g.loops++
	g.block(head, func() {
		body()
		if g.literal == 0 && g.chance(6) {
			g.block("if "+g.condition(1).text, func() { g.raw("%s", g.oneOf("break", "continue")) })
		}
	})
	g.loops--
	g.changed()
}

func (g *generator) loop() bool {
	if g.loops > 1 {
		return false
	}
	typ := g.oneOf("int", "uint8", "uint", "int64")
	bound := g.oneOf("3", "8", "1")
	name := g.name()
	if g.chance(4) && typ == "int" {
		g.add(loopInvariant, name+" >= 0 && "+name+" <= "+bound)
	}
	cond, post, first := name+" < "+bound, name+"++", "0"
	if g.chance(5) && typ == "int" {
		cond, post, first = name+" >= 0", name+"--", bound
	}
	g.inLoop(fmt.Sprintf("for %s := %s(%s); %s; %s", name, typ, first, cond, post), func() {
		g.known(name, typ)
		g.body()
	})
	return true
}

// ranges draws the forms of range.
func (g *generator) ranges() bool {
	if g.loops > 1 {
		return false
	}
	k, v := g.name(), g.name()
	over, kt, vt := "3", "int", ""
	kinds := []struct{ typ, k, v string }{{"[]int", "int", "int"}, {"string", "int", "rune"}, {"[4]int", "int", "int"}, {"map[string]int", "string", "int"}, {"[]byte", "int", "uint8"}}
	if n := g.pick(len(kinds) + 2); n > 1 {
		kind := kinds[n-2]
		x, ok := g.readable(kind.typ)
		if !ok {
			return false
		}
		if kind.typ == "map[string]int" {
			g.f.Exact = false
		}
		over, kt, vt = x.text, kind.k, kind.v
		if kind.typ == "[4]int" && g.chance(3) {
			over = "&" + over
		}
	} else if n == 1 {

		return g.rangeFunc(k)
	}
	head := fmt.Sprintf("for %s := range %s", k, over)
	if vt != "" && !g.chance(3) {
		head = fmt.Sprintf("for %s, %s := range %s", k, v, over)
	} else {
		vt = ""
	}
	g.inLoop(head, func() {
		g.known(k, kt)
		if vt != "" {
			g.known(v, vt)
		}
		g.body()
	})
	return true
}

func (g *generator) rangeFunc(k string) bool {
	name := g.helper("upto@", "func upto@(n int) func(func(int) bool) {\nreturn func(yield func(int) bool) {\nfor i := 0; i < n; i++ {\nif !yield(i) {\nreturn\n}\n}\n}\n}\n")
	g.calling(name)
	literal := g.literal
	g.literal++
	g.inLoop("for "+k+" := range upto@(3)", func() {
		g.known(k, "int")
		g.body()
	})
	g.literal = literal
	return true
}

func (g *generator) labelled() bool {
	if g.loops > 0 || g.literal > 0 {
		return false
	}
	label, i, j := "l"+g.name(), g.name(), g.name()
	g.raw("%s:", label)
	g.loops++
	g.changed()
	for _, v := range g.vars {
		if !v.fixed {
			v.sym = ""
		}
	}
	g.raw("for %s := 0; %s < 3; %s++ {", i, i, i)
	g.scoped(func() {
		g.known(i, "int")
		g.block("for "+j+" := range 2", func() {
			g.known(j, "int")
			g.body()
			g.block("if "+g.condition(1).text, func() { g.raw("%s %s", g.oneOf("continue", "break"), label) })
		})
	})
	g.raw("}")
	g.loops--
	g.changed()
	return true
}

func (g *generator) gotos() bool {
	if g.loops > 0 || g.literal > 0 {
		return false
	}
	label, n := "l"+g.name(), g.name()
	g.emit("%s := 0", n)
	g.raw("%s:", label)
	g.changed()
	g.known(n, "int")
	for _, v := range g.vars {
		if !v.fixed {
			v.sym = ""
		}
	}
	g.block("if "+n+" < 2", func() {
		g.body()
		g.raw("%s++", n)
		g.raw("goto %s", label)
	})
	return true
}

func (g *generator) leaving() bool {
	if g.literal > 0 {
		return false
	}
	g.block("if "+g.condition(1).text, g.leaveFunction)
	return true
}

func (g *generator) shadow() bool {
	v, ok := g.anyInteger()
	if !ok {
		return false
	}
	w := g.variables(v)[0]
	if !w.outer {
		g.emit("_ = %s", w.name)
	}
	g.block(g.oneOf("", "if true", "for range 1"), func() {
		g.emit("%s := %s", w.name, typed(v, g.integer(v, 1)))
		g.raw("_ = %s", w.name)
		before := *w
		w.sym, w.fixed = "", false
		g.body()
		w.sym, w.fixed = before.sym, before.fixed
	})
	return true
}

// assertionStmt draws an assertion: of something that is so, or of something that may be.
func (g *generator) assertionStmt() bool {
	switch g.pick(5) {
	case 1:
		if g.flaw(1) {
			g.add(assertion, "false")
			return true
		}
	case 2, 3:
		g.add(assertion, g.pureCondition())
		return true
	case 4:
		for _, v := range g.vars {
			if v.sym != "" && v.sym != v.name && !strings.Contains(v.sym, "old(") && isInteger(v.typ) {
				g.add(assertion, v.name+" == "+v.sym)
				return true
			}
		}
	}
	cond := g.pureCondition()
	g.block("if "+cond, func() {
		g.add(assertion, cond)
		g.assign()
	})
	return true
}

// pureCondition compares without a call.
func (g *generator) pureCondition() string {
	calls := g.calls
	g.calls = 0
	defer func() { g.calls = calls }()
	typ := "int"
	if t, ok := g.anyInteger(); ok {
		typ = t
	}
	x := g.atom(typ)
	if x.constant {
		return "true"
	}
	return x.text + g.oneOf(" >= ", " <= ", " != ", " < ", " == ") + g.constant(typ).text
}

func (g *generator) libraryCall() bool {
	if g.chance(2) {
		g.libraryStatement()
		return true
	}
	typ := g.oneOf("int", "string", "bool", "[]byte", "[]int", "float64", "error", "int64")
	g.calls++
	g.declare(typ, g.libraryOf(typ))
	return true
}
