package program

import "fmt"

// closures declares function values and calls them.
func (g *generator) closures() bool {
	switch g.pick(8) {
	default:
		v := g.name()
		typ := g.oneOf("int", "int", "uint8", "string")
		g.emit("%s := func() %s {", v, typ)
		g.inLiteral(func() {
			g.statements(1)
			g.emit("return %s", typed(typ, g.value(typ, 1)))
		})
		g.raw("}")
		g.vars = append(g.vars, &variable{name: v, typ: "func() " + typ})
		g.forgetAll()
	case 1, 2:
		return g.callValue()
	case 3: // called at once, with an argument
		x := g.name()
		g.emit("func(%s int) {", x)
		g.inLiteral(func() {
			g.known(x, "int")
			g.body()
		})
		g.raw("}(%s)", g.integer("int", 1).text)
		g.forgetAll()
	case 4: // one variable, two functions
		v := g.name()
		g.emit("%s := func() int { return %s }", v, g.integer("int", 1).text)
		g.block("if "+g.condition(1).text, func() { g.emit("%s = func() int { return %s }", v, g.integer("int", 1).text) })
		g.vars = append(g.vars, &variable{name: v, typ: "func() int"})
	case 5: // recursion
		v := g.name()
		g.emit("var %s func(n int) int", v)
		g.emit("%s = func(n int) int {", v)
		g.raw("if n <= 0 {")
		g.raw("return %s", g.integer("int", 0).text)
		g.raw("}")
		g.raw("return %s(n-1) + 1", v)
		g.raw("}")
		g.emit("_ = %s(3)", v)
	case 6:
		return g.methodValue()
	case 7:
		o, ok := g.anyObject()
		if !ok || len(o.t.has("func(int) int")) == 0 {
			return false
		}
		g.declare("int", ex{text: o.name + ".fn(" + g.integer("int", 0).text + ")"})
		g.changed()
	}
	return true
}

// forgetAll drops what is known of variables and fields, as a function literal may have changed them.
func (g *generator) forgetAll() {
	for _, v := range g.vars {
		if !v.fixed {
			v.sym = ""
		}
	}
	g.changed()
}

// callValue calls a function value.
func (g *generator) callValue() bool {
	for _, typ := range []string{"int", "uint8", "string"} {
		if fs := g.variables("func() " + typ); len(fs) > 0 {
			g.declare(typ, ex{text: fs[g.pick(len(fs))].name + "()"})
			g.forgetAll()
			return true
		}
	}
	return false
}

// effect is a call of a function value, or an atom.
func (g *generator) effect(typ string) ex {
	if fs := g.variables("func() " + typ); len(fs) > 0 {
		x := ex{text: fs[g.pick(len(fs))].name + "()"}
		g.forgetAll()
		return x
	}
	return g.atom(typ)
}

// methodValue calls a method of the library or of a lock as a value.
func (g *generator) methodValue() bool {
	o, ok := g.anyObject()
	if !ok {
		return false
	}
	lock := o.name + ".mu"
	if _, held := g.held[lock]; held || g.literal > 0 {
		return false
	}
	g.locked[lock] = true
	switch g.pick(3) {
	case 0:
		g.emit("lock%d, unlock%d := %s.Lock, %s.Unlock", g.fresh, g.fresh, lock, lock)
		n := g.fresh
		g.fresh++
		g.emit("lock%d()", n)
		g.held[lock] = "w"
		g.statements(1)
		delete(g.held, lock)
		g.emit("unlock%d()", n)
	case 1:
		typ := "Mutex"
		if o.t.fields[0].typ == "sync.RWMutex" {
			typ = "RWMutex"
		}
		g.emit("(*sync.%s).Lock(&%s)", typ, lock)
		g.held[lock] = "w"
		g.statements(1)
		delete(g.held, lock)
		g.emit("(*sync.%s).Unlock(&%s)", typ, lock)
	case 2:
		v := g.name()
		g.emit("%s := sync.Locker(&%s)", v, lock)
		g.emit("%s.Lock()", v)
		g.held[lock] = "w"
		g.statements(1)
		delete(g.held, lock)
		g.emit("%s.Unlock()", v)
	}
	return true
}

// defers draws deferred calls.
func (g *generator) defers() bool {
	if g.loops > 0 && !g.chance(4) {
		return false
	}
	g.early = true // what is done then is not known
	switch g.pick(6) {
	default:
		g.emit("defer func() {")
		g.inLiteral(func() {
			held := g.held
			if !g.flaw(3) {
				g.held = map[string]string{}
			}
			g.statements(1)
			g.held = held
		})
		g.raw("}()")
	case 1:
		g.emit("defer func(n int) { _ = n }(%s)", g.integer("int", 1).text)
	case 2:
		g.emit("defer func() {")
		g.raw("if r := recover(); r != nil {")
		if len(g.f.results) > 0 && g.f.results[0].name == "res0" && isInteger(g.f.results[0].typ) {
			g.raw("res0 = 1")
		}
		g.raw("}")
		g.raw("}()")
		g.f.Recovers = true
	case 3:
		if len(g.f.results) > 0 && g.f.results[0].name == "res0" && isInteger(g.f.results[0].typ) && g.literal == 0 {
			g.emit("defer func() { res0 %s 1 }()", g.oneOf("+=", "*=", "-="))
			return true
		}
		return false
	case 4:
		if path, _, ok := g.place("int"); ok {
			g.emit("defer func(old int) { _ = old }(%s)", path)
			return true
		}
		return false
	}
	return true
}

// order draws expressions with calls that change what other operands read.
func (g *generator) order() bool {
	path, typ, ok := g.place(integers...)
	if !ok {
		return false
	}
	before := g.symOf(path)
	f := g.name()
	if g.chance(3) {
		g.emit("%s := func() %s { %s++; return %s }", f, typ, path, path)
	} else {
		g.emit("%s := func() %s { %s = 7; return 1 }", f, typ, path)
		before = ""
	}
	x := g.integer(typ, 0)
	one := wrap(before, "(%s + 1)")
	sum := wrap(before, "(%s + (%s + 1))")
	if !g.flaw(1) {
		v := g.declare(typ, ex{text: f + "()", sym: one})
		_ = v
		g.assigned(path, one)
		return true
	}
	switch g.pick(8) {
	default:
		g.declare(typ, ex{text: path + " + " + f + "()", sym: sum})
	case 1:
		g.declare(typ, ex{text: f + "() + " + path})
	case 2:
		a, b := g.name(), g.name()
		g.emit("%s, %s := %s, %s()", a, b, path, f)
		g.vars = append(g.vars, &variable{name: a, typ: typ, sym: before}, &variable{name: b, typ: typ, sym: one})
	case 3:
		v := g.name()
		g.emit("%s := [2]%s{%s, %s()}", v, typ, path, f)
		g.declare(typ, ex{text: v + "[0]", sym: before})
		g.emit("_ = %s", v)
	case 4:
		v := g.name()
		g.emit("%s := func(a, b %s) %s { return a - b }(%s, %s())", v, typ, typ, path, f)
		g.vars = append(g.vars, &variable{name: v, typ: typ})
		g.add(assertion, v+" != 0")
	case 5:
		g.emit("%s += %s()", path, f)
		g.assigned(path, sum)
		return true
	case 6:
		v := g.name()
		g.emit("%s := []%s{%s, %s(), %s}", v, typ, path, f, path)
		g.emit("_ = %s", v)
		if before != "" {
			g.declare(typ, ex{text: v + "[0]", sym: before})
		}
	case 7:
		if g.literal == 0 && len(g.f.results) == 2 && g.f.results[0].typ == typ && g.f.results[1].typ == typ {
			g.block("if "+g.condition(1).text, func() { g.emit("return %s, %s()", path, f) })
			g.early = true
		}
	case 8:
		g.block(fmt.Sprintf("if %s == %s || %s() > %s", path, x.text, f, path), g.body)
	}
	if before == "" {
		g.assigned(path, "")
	} else {
		g.assigned(path, one)
	}
	return true
}

// madeInLoop makes functions in a loop, of which each has a loop variable of its own.
func (g *generator) madeInLoop() bool {
	v, i := g.name(), g.name()
	g.emit("var %s func() int", v)
	g.block("for "+i+" := range 3", func() { g.emit("%s = func() int { return %s }", v, i) })
	g.block("if "+v+" != nil", func() { g.emit("_ = %s()", v) })
	return true
}
