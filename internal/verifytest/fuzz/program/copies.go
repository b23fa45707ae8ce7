package program

import "strings"

// anyObject chooses an object.
func (g *generator) anyObject() (object, bool) {
	if len(g.objects) == 0 {
		return object{}, false
	}
	return g.objects[g.pick(len(g.objects))], true
}

// ofType chooses a field of the type of some object, whether or not its guard is held unless it must be.
func (g *generator) ofType(typ string, write bool) (string, bool) {
	if paths := g.fields(write, typ); len(paths) > 0 {
		return paths[g.pick(len(paths))], true
	}
	return "", false
}

// lockPlaces returns the locks of the objects.
func (g *generator) lockPlaces() []string {
	var all []string
	for _, o := range g.objects {
		for _, f := range o.t.fields {
			switch f.typ {
			case "sync.Mutex", "sync.RWMutex", "sync.Once", "sync.WaitGroup", "inner@", "atomic.Int64", "[2]sync.Mutex", "[2]inner@":
				all = append(all, o.name+"."+f.name)
			}
		}
	}
	return all
}

// copies draws stores and loads of whole values that are more than they look.
func (g *generator) copies() bool {
	o, ok := g.anyObject()
	if !ok {
		return false
	}
	locks := g.lockPlaces()
	l := locks[g.pick(len(locks))]
	typ := g.typeOf(l)
	switch g.pick(12) {
	default:
		return g.pairs()
	case 1:
		return g.buffers()
	case 2, 3:
		if !g.flaw(1) {
			return g.pairs()
		}
		g.overwrite(l, typ)
	case 4:
		if !g.flaw(1) {
			return false
		}
		v := g.name()
		g.emit("%s := %s", v, g.oneOf("*"+o.name, l))
		g.emit("_ = %s", v)
	case 5:
		if !g.flaw(1) {
			return false
		}
		g.emit("*%s = %s", o.name, g.oneOf(o.t.name+"{}", "*new("+o.t.name+")"))
		g.changed()
	case 6:
		if len(g.objects) < 2 || !g.flaw(1) {
			return false
		}
		a, b := g.objects[0].name, g.objects[1].name
		f := o.t.fields[g.pick(len(o.t.fields))].name
		g.emit("%s", g.oneOf("*"+a+" = *"+b, a+"."+f+" = "+b+"."+f, a+"."+f+", "+b+"."+f+" = "+b+"."+f+", "+a+"."+f))
		g.changed()
	case 7: // a copy that is the function's own
		v := g.name()
		g.emit("%s := new(%s)", v, o.t.name)
		g.ownObject(v, o.t)
	case 8: // an object's literal
		v := g.name()
		g.emit("%s := &%s{}", v, o.t.name)
		g.emit("%s.mu.Lock()", v)
		g.ownObject(v, o.t)
		g.emit("%s.mu.Unlock()", v)
	case 9:
		for _, f := range []string{"ins", "mus"} {
			if p := o.name + "." + f; g.typeOf(p) != "" {
				v := g.name()
				g.block("for _, "+v+" := range "+g.oneOf("", "&")+p, func() { g.emit("_ = %s", v) })
				return true
			}
		}
		return false
	}
	return true
}

// overwrite stores a new lock, or the like, over an old one.
func (g *generator) overwrite(l, typ string) {
	switch g.pick(5) {
	default:
		g.emit("%s = %s{}", l, typ)
	case 1:
		v := g.name()
		g.emit("%s := &%s", v, l)
		g.emit("*%s = %s{}", v, typ)
	case 2:
		g.block("defer func()", func() { g.emit("%s = %s{}", l, typ) })
		g.call()
	case 3:
		v := g.name()
		g.emit("var %s %s", v, typ)
		g.emit("%s = %s", l, v)
	case 4:
		name := g.helper("reset@", "func reset@[T any](p *T) {\nvar zero T\n*p = zero\n}\n")
		g.calling(name)
		g.emit("%s(&%s)", name, l)
	}
}

// ownObject does something to an object that nobody else knows, and may hand it on.
func (g *generator) ownObject(v string, t *structType) {
	g.objects = append(g.objects, object{v, t})
	g.fresher[v] = true
	mark := len(g.vars)
	g.statements(1)
	g.leave(mark)
	delete(g.fresher, v)
	g.objects = g.objects[:len(g.objects)-1]
	g.emit("_ = %s", v)
	if g.chance(3) {
		g.p.global(g, "last@", "*"+t.name)
		g.emit("lastMu@.Lock()")
		g.emit("last@ = %s", v)
		g.emit("lastMu@.Unlock()")
		if g.flaw(2) {
			for _, f := range t.fields {
				if f.typ == "int" {
					g.emit("%s.%s = 5", v, f.name)
				}
			}
		}
	}
}

// pairs copies structs that have slices.
func (g *generator) pairs() bool {
	p, ok := g.ofType("pair@", true)
	if !ok {
		return false
	}
	g.helper("pair@", helperText("pair@"))
	switch g.pick(8) {
	default:
		g.emit("%s = pair@{a: %s}", p, g.integer("int", 1).text)
	case 1:
		v := g.name()
		g.emit("%s := %s", v, p)
		g.vars = append(g.vars, &variable{name: v, typ: "pair@"})
		g.emit("%s.a++", v)
		g.block("if len("+v+".s) > 0", func() { g.emit("%s", g.oneOf(v+".a = "+v+".s[0]", v+".s[0] = 1")) })
		g.emit("_ = %s", v)
		g.add(assertion, v+".a == "+p+".a+1")
		return true
	case 2:
		q, ok := g.ofType("pair@", true)
		if !ok {
			return false
		}
		g.emit("%s, %s = %s, %s", p, q, q, p)
	case 3:
		g.emit("%s.s = append(%s.s, %s)", p, p, g.integer("int", 0).text)
	case 4:
		v := g.name()
		g.emit("%s := &%s", v, p)
		g.emit("%s.%s = %s", v, g.oneOf("a", "b"), g.integer("int", 0).text)
	case 5:
		v := g.name()
		g.emit("%s := [2]pair@{%s, {b: 2}}", v, p)
		g.block("for i, x := range "+v, func() { g.emit("%s[1-i].a += x.a + x.b", v) })
		g.emit("%s = %s[1]", p, v)
	case 6:
		g.emit("%s.a, %s.b = %s.b, %s.a", p, p, p, p)
	case 7:
		v := g.name()
		g.emit("%s := []pair@{%s}", v, p)
		g.emit("%s[0].b = %s", v, g.integer("int", 1).text)
		g.emit("%s = append(%s, %s[0])[1]", p, v, v)
	}
	g.assigned(p, "")
	return true
}

func helperText(name string) string {
	for _, h := range helpers {
		if h.name == name {
			return h.text
		}
	}
	return ""
}

// buffers uses bytes.Buffer and strings.Builder.
func (g *generator) buffers() bool {
	typ := g.oneOf("bytes.Buffer", "strings.Builder")
	p, ok := g.ofType(typ, true)
	if !ok {
		v := g.name()
		g.emit("var %s %s", v, typ)
		g.known(v, typ)
		p = v
	}
	switch g.pick(14) {
	default:
		g.emit("%s.WriteString(%s)", p, g.str(0))
	case 1:
		g.emit("%s.WriteByte(%s)", p, "byte("+g.atom("uint8").text+")")
	case 2:
		v := g.declare("int", ex{text: p + ".Len()"})
		g.add(assertion, v.name+" >= 0")
		return true
	case 3:
		v := g.declare("string", ex{text: p + ".String()"})
		n := g.declare("int", ex{text: p + ".Len()"})
		g.add(assertion, "len("+v.name+") == "+n.name)
		return true
	case 4:
		g.emit("%s.Reset()", p)
		n := g.declare("int", ex{text: p + ".Len()"})
		g.add(assertion, n.name+" == 0")
	case 5:
		if typ == "bytes.Buffer" {
			g.declare("[]byte", ex{text: p + g.oneOf(".Bytes()", ".Next(2)", ".AvailableBuffer()")})
		} else {
			g.emit("%s.Grow(%s)", p, g.argument('n'))
		}
	case 6:
		g.emit("fmt.Fprintf(&%s, \"%%d\", %s)", p, g.integer("int", 0).text)
	case 7, 8:
		if !g.flaw(1) {
			g.emit("%s.WriteRune(rune(%s))", p, g.atom("int32").text)
			break
		}
		v := g.name()
		g.emit("%s := %s", v, p)
		if g.chance(2) {
			g.emit("%s.WriteString(%s)", v, g.str(0))
		}
		g.known(v, typ)
		g.late = append(g.late, "_ = "+v+".String()")
	case 9:
		if typ == "bytes.Buffer" {
			g.emit("%s.Truncate(%s)", p, map[bool]string{true: g.integer("int", 0).text, false: "0"}[g.flaw(2)])
		}
	case 10:
		g.emit("%s = %s{}", p, typ)
	case 11:
		v := g.name()
		g.emit("%s := &%s", v, p)
		g.emit("%s.WriteString(%s)", v, g.str(0))
		if g.flaw(2) {
			g.late = append(g.late, v+".Reset()")
		}
	case 12:
		if typ == "bytes.Buffer" {
			g.emit("_, _ = %s.%s", p, g.oneOf("ReadByte()", "Read(make([]byte, 2))", "ReadString('a')"))
		}
	case 13:
		if typ == "bytes.Buffer" && g.flaw(2) {
			g.emit("_ = %s", g.oneOf(p+".UnreadByte()", p+".Cap()"))
		}
	}
	if strings.Contains(p, ".") {
		g.assigned(p, "")
	}
	return true
}

// global declares a package variable with its lock.
func (p *Program) global(g *generator, name, typ string) {
	lock := strings.TrimSuffix(name, "@") + "Mu@"
	g.helper(name, "var (\n"+lock+" sync.Mutex\n//calvin:guarded_by "+lock+"\n"+name+" "+typ+"\n)\n")
}

// globals uses a package variable.
func (g *generator) globals() bool {
	name := g.oneOf("total@", "table@", "list@")
	lock := strings.TrimSuffix(name, "@") + "Mu@"
	typ := map[string]string{"total@": "int", "table@": "map[string]int", "list@": "[]int"}[name]
	if g.held[lock] != "" || g.literal > 0 {
		return false
	}
	g.p.global(g, name, typ)
	g.f.Exact = false
	if !g.flaw(6) {
		g.emit("%s.Lock()", lock)
		defer g.emit("%s.Unlock()", lock)
	}
	switch name {
	case "total@":
		g.emit("%s", g.oneOf("total@++", "total@ += int("+g.atom("int").text+")", "total@--"))
		if g.chance(2) {
			g.add(assertion, "total@ "+g.oneOf("!=", ">=", "==")+" 0")
		}
	case "table@":
		g.block("if table@ == nil", func() { g.emit("table@ = map[string]int{}") })
		g.emit("table@[%s]++", g.str(0))
	case "list@":
		g.emit("list@ = append(list@, %s)", g.integer("int", 0).text)
		g.add(assertion, "len(list@) > "+g.oneOf("0", "1"))
	}
	return true
}
