package program

import "strings"

// goroutines draws go statements.
func (g *generator) goroutines() bool {
	if g.literal > 0 || g.loops > 0 {
		return false
	}
	switch g.pick(7) {
	default: // elements divided among goroutines
		n, out, wg, i := g.name(), g.name(), g.name(), g.name()
		g.emit("%s := %s", n, g.oneOf("3", "4"))
		g.emit("%s := make([]int, %s)", out, n)
		g.emit("var %s sync.WaitGroup", wg)
		start, end := wg+".Go(func() {", "})"
		old := g.chance(3)
		if old {
			start, end = "go func() {", "}()"
		}
		g.block("for "+i+" := range "+n, func() {
			g.raw("_ = %s", i)
			if old {
				g.emit("%s.Add(1)", wg)
			}
			g.emit("%s", start)
			if old {
				g.raw("defer %s.Done()", wg)
			}
			g.raw("%s[%s] = %s", out, g.indexOrFlaw(i), g.oneOf(i, "1", "2*"+i))
			g.raw("%s", end)
		})
		if !g.flaw(4) {
			g.emit("%s.Wait()", wg)
		} else {
			g.f.Spawns = true
		}
		g.vars = append(g.vars, &variable{name: out, typ: "[]int"})
	case 1: // a goroutine that changes the object
		o, ok := g.anyObject()
		if !ok || len(o.t.has("int")) == 0 || g.held[o.name+".mu"] != "" {
			return false
		}
		f := o.t.has("int")[0]
		if f.guard != "mu" {
			return false
		}
		g.f.Spawns, g.f.Exact = true, false
		g.emit("go func() {")
		if !g.flaw(3) {
			g.raw("%s.mu.Lock()", o.name)
			g.raw("defer %s.mu.Unlock()", o.name)
		}
		g.raw("%s.%s++", o.name, f.name)
		g.raw("}()")
		g.changed()
	case 2: // a variable that a goroutine sets
		v, done := g.name(), g.name()
		g.emit("%s := 0", v)
		g.emit("%s := make(chan struct{})", done)
		g.emit("go func() {")
		g.raw("%s = %s", v, g.oneOf("1", "2"))
		g.raw("close(%s)", done)
		g.raw("}()")
		if !g.flaw(3) {
			g.emit("<-%s", done)
		} else {
			g.f.Spawns = true
		}
		g.vars = append(g.vars, &variable{name: v, typ: "int"})
		g.emit("_ = %s", v)
	case 3: // a pipeline
		v, s := g.name(), g.name()
		g.emit("%s := make(chan int%s)", v, g.oneOf("", ", 1", ", 3"))
		g.emit("go func() {")
		g.raw("defer close(%s)", v)
		g.raw("for i := range 3 {")
		g.raw("%s <- i", v)
		g.raw("}")
		g.raw("}()")
		g.emit("%s := 0", s)
		g.block("for x := range "+v, func() { g.emit("%s += x", s) })
		g.vars = append(g.vars, &variable{name: s, typ: "int"})
		if g.flaw(3) {
			g.emit("%s", g.oneOf("close("+v+")", v+" <- 1"))
		}
	case 4: // a copy goes to a goroutine
		if p, ok := g.ofType("bytes.Buffer", true); ok {
			g.f.Spawns = true
			if g.flaw(1) {
				g.emit("go func(b bytes.Buffer) { _ = b.String() }(%s)", p)
			} else {
				g.emit("go func(s string) { _ = s }(%s.String())", p)
			}
			return true
		}
		return false
	case 5:
		o, ok := g.anyObject()
		if !ok {
			return false
		}
		g.f.Spawns, g.f.Exact = true, false
		for _, f := range g.p.Funcs[:len(g.p.Funcs)-1] {
			if f.recv != "" && len(f.params) == 1 && len(f.contract) == 0 {
				g.calling(f.fullName())
				g.emit("go %s.%s(%s)", o.name, f.Name, typed(f.params[0].typ, g.constant(f.params[0].typ)))
				g.changed()
				return true
			}
		}
		return false
	}
	return true
}

func (g *generator) indexOrFlaw(i string) string {
	if g.flaw(4) {
		return g.oneOf("0", i+"/2")
	}
	return i
}

// channels uses channels of the object, and its own.
func (g *generator) channels() bool {
	var ch string
	for _, o := range g.objects {
		if len(o.t.has("chan int")) > 0 {
			ch = o.name + ".ch"
		}
		if len(o.t.has("chan struct{}")) > 0 && g.chance(3) {
			return g.closing(o)
		}
	}
	own := ch == ""
	if own {
		ch = g.name()
		g.emit("%s := make(chan int, %s)", ch, g.oneOf("1", "2", "3"))
	} else {
		g.f.Exact = false
	}
	v := g.name()
	switch g.pick(6) {
	default:
		if own {
			g.emit("%s <- %s", ch, g.integer("int", 0).text)
			g.declare("int", ex{text: "<-" + ch})
			break
		}
		g.sel(v, ch, 0)
	case 1:
		g.sel(v, ch, 1)
	case 2:
		if own {
			g.emit("close(%s)", ch)
			g.emit("%s, ok%s := <-%s", v, v, ch)
			g.emit("_, _ = %s, ok%s", v, v)
			g.add(assertion, g.oneOf("!", "")+"ok"+v)
			if g.flaw(2) {
				g.emit("close(%s)", ch)
			}
			return true
		}
		if g.flaw(2) {
			g.emit("close(%s)", ch)
		}
	case 3:
		g.f.Waits = true
		g.emit("%s", g.oneOf(ch+" <- 1", "<-"+ch))
	case 4:
		g.declare("int", ex{text: g.oneOf("len(", "cap(") + ch + ")"})
	case 5:
		g.sel(v, ch, 2)
	}
	return true
}

// sel draws a select statement.
func (g *generator) sel(v, ch string, kind int) {
	g.emit("select {")
	switch kind {
	case 0:
		g.raw("case %s := <-%s:", v, ch)
		g.scoped(func() { g.known(v, "int"); g.body() })
	case 1:
		g.raw("case %s <- %s:", ch, g.integer("int", 0).text)
	case 2:
		g.raw("case %s <- 1:", ch)
		g.raw("case %s, ok := <-%s:", v, ch)
		g.raw("\t_, _ = %s, ok", v)
	}
	g.raw("default:")
	g.scoped(g.body)
	g.raw("}")
}

// closing closes the object's channel, or asks whether it is closed.
func (g *generator) closing(o object) bool {
	g.f.Exact = false
	switch g.pick(3) {
	default:
		g.emit("select {")
		g.raw("case <-%s.done:", o.name)
		g.scoped(g.body)
		g.raw("default:")
		if g.held[o.name+".mu"] == "w" && g.chance(2) || g.flaw(3) {
			g.raw("close(%s.done)", o.name)
		}
		g.raw("}")
	case 1:
		if g.flaw(2) {
			g.emit("close(%s.done)", o.name)
		}
	}
	return true
}

// containers uses sync.Map, sync.Pool, sync.Once and immutable fields.
func (g *generator) containers() bool {
	o, ok := g.anyObject()
	if !ok {
		return false
	}
	var texts []string
	for _, f := range o.t.fields {
		p := o.name + "." + f.name
		if f.guard == "kit" {
			continue
		}
		switch f.typ {
		case "sync.Map":
			g.assigned(p, "")
			texts = append(texts, p+".Store({s}, {i})", "_, _ = "+p+".Load({s})", p+".Delete({s})", "_, _ = "+p+".LoadOrStore({i}, {s})",
				p+".Range(func(k, v any) bool { return k != nil })", "if v, ok := "+p+".Load({s}); ok { _ = v.("+g.oneOf("int", "string")+") }", p+".Store([]int{}, 1)")
		case "sync.Pool":
			texts = append(texts, p+".Put(new(int))", "_ = "+p+".Get()", "if x, ok := "+p+".Get().(*int); ok && x != nil { *x = {i} }")
		case "sync.Once":
			texts = append(texts, p+".Do(func() {})")
			if w, ok := g.place2("int"); ok {
				texts = append(texts, p+".Do(func() { "+w+" = {i} })")
			}
		case "sync.WaitGroup":
			texts = append(texts, p+".Add(1)\n"+p+".Done()", p+".Go(func() {})")
		}
	}
	if len(texts) == 0 {
		return false
	}
	g.f.Exact = false
	for _, line := range strings.Split(g.fill(texts[g.pick(len(texts))]), "\n") {
		g.emit("%s", line)
	}
	g.changed()
	return true
}

func (g *generator) place2(typ string) (string, bool) {
	p, _, ok := g.place(typ)
	return p, ok
}

// spinning draws a function's way to wait: a lock made by hand.
func (g *generator) spinning() bool {
	o, ok := g.anyObject()
	if !ok || len(o.t.has("atomic.Bool")) == 0 || g.loops > 0 || g.literal > 0 {
		return false
	}
	g.block("for !"+o.name+".ab.CompareAndSwap(false, true)", func() { g.raw("runtime.Gosched()") })
	g.statements(1)
	g.emit("%s.ab.Store(false)", o.name)
	return true
}
