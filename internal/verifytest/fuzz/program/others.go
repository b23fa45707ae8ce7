package program

import (
	"fmt"
	"strings"
)

// interfaces uses interface types, dynamic types and comparisons of interfaces.
func (g *generator) interfaces() bool {
	switch g.pick(10) {
	default:
		v, w := g.name(), g.name()
		g.emit("var %s any = %s", v, g.oneOf(typed("int", g.atom("int")), typed("uint8", g.atom("uint8")), g.str(0)))
		g.emit("%s, ok%s := %s.(%s)", w, w, v, g.oneOf("int", "string", "uint8", "fmt.Stringer"))
		g.emit("_, _ = %s, ok%s", w, w)
	case 1:
		if x, ok := g.readable("any"); ok {
			g.emit("switch x := %s.(type) {", x.text)
			g.raw("case int:")
			g.scoped(func() { g.known("x", "int"); g.body() })
			g.raw("case string, nil:")
			g.raw("\t_ = x")
			g.raw("}")
			return true
		}
		return false
	case 2:
		x, ok := g.readable("any")
		if !ok || !g.flaw(1) {
			return false
		}
		g.declare("int", ex{text: x.text + ".(int)"})
	case 3: // dispatch
		g.helper("sizer@", "type sizer@ interface{ size(n int) int }\n\ntype one@ struct{ k int }\n\nfunc (o one@) size(n int) int { return o.k }\n\n"+
			"type two@ struct{}\n\nfunc (*two@) size(n int) int { return n & 3 }\n")
		g.calling("one@.size")
		g.calling("(*two@).size")
		v := g.name()
		g.emit("var %s sizer@ = one@{%s}", v, g.integer("int", 0).text)
		if g.chance(2) {
			g.block("if "+g.condition(1).text, func() { g.emit("%s = %s", v, g.oneOf("&two@{}", "(*two@)(nil)")) })
		}
		g.declare("int", ex{text: v + ".size(" + g.integer("int", 0).text + ")"})
	case 4: // comparison
		a, b := g.name(), g.name()
		g.emit("var %s, %s any = %s, %s", a, b, g.anyValue(), g.anyValue())
		g.emit("_ = %s == %s", a, b)
	case 5:
		if x, ok := g.readable("error"); ok {
			g.block("if "+x.text+" != nil", func() { g.emit("_ = %s.Error()", x.text) })
			if g.flaw(1) {
				g.emit("_ = %s.Error()", x.text)
			}
			return true
		}
		return false
	case 6:
		v := g.name()
		g.emit("var %s *%s", v, g.oneOf("strconv.NumError", "os.PathError"))
		g.emit("_ = errors.As(%s, &%s)", g.value("error", 0).text, v)
	case 7:
		v := g.name()
		g.emit("%s := map[any]int{}", v)
		g.emit("%s[%s] = 1", v, g.anyValue())
	case 8: // a contract of an interface's method
		g.helper("pricer@", "type pricer@ interface {\n//calvin:requires n > 0\n//calvin:atomic\n//calvin:ensures result >= 0\nprice(n int) int\n}\n\n"+
			"type flat@ struct{ k uint8 }\n\nfunc (f flat@) price(n int) int { return int(f.k) }\n\n"+
			"type per@ struct{}\n\n//calvin:requires n > 0\nfunc (*per@) price(n int) int { return n / 2 }\n")
		v, n := g.name(), g.name()
		for _, name := range []string{"flat@.price", "(*per@).price", "flat@.price as pricer@.price", "(*per@).price as pricer@.price"} {
			g.calling(name)
		}
		g.emit("var %s pricer@ = %s", v, g.oneOf("flat@{1}", "&per@{}"))
		g.emit("%s := %s", n, typed("int", g.atom("int")))
		g.block("if "+n+" > "+g.oneOf("0", "1"), func() {
			w := g.declare("int", ex{text: v + ".price(" + n + ")"})
			g.add(assertion, w.name+" >= 0")
		})
	}
	return true
}

func (g *generator) anyValue() string {
	texts := []string{"1", `"a"`, "uint8(2)", "nil", "[1]int{1}", "struct{}{}", "0.5"}
	if g.flaw(3) {
		return g.oneOf("[]int{1}", "map[int]int{}", "func() {}", "[1]any{[]int{}}")
	}
	return texts[g.pick(len(texts))]
}

// generics uses generic functions and types.
func (g *generator) generics() bool {
	switch g.pick(6) {
	default:
		name := g.helper("larger@", "func larger@[T cmp.Ordered](a, b T) T {\nif a > b {\nreturn a\n}\nreturn b\n}\n")
		g.calling(name)
		typ := g.oneOf("int", "uint8", "string")
		x, y := typed(typ, g.value(typ, 0)), g.value(typ, 0).text
		v := g.declare(typ, ex{text: name + "(" + x + ", " + y + ")"})
		if isInteger(typ) {
			g.add(assertion, v.name+g.oneOf(" >= ", " == ")+x)
		}
	case 1:
		g.helper("box@", "type box@[T any] struct {\nmu sync.Mutex\n//calvin:guarded_by mu\nv T\n}\n\nfunc (b *box@[T]) put(v T) {\nb.mu.Lock()\ndefer b.mu.Unlock()\nb.v = v\n}\n\n"+
			"func (b *box@[T]) get() T {\nb.mu.Lock()\ndefer b.mu.Unlock()\nreturn b.v\n}\n")
		g.calling("(*box@[T]).put")
		g.calling("(*box@[T]).get")
		v := g.name()
		g.emit("%s := &box@[%s]{}", v, "int")
		g.emit("%s.put(%s)", v, g.integer("int", 0).text)
		g.declare("int", ex{text: v + ".get()"})
	case 2:
		name := g.helper("first@", "func first@[T any](s []T) (zero T) {\nif len(s) > 0 {\nreturn s[0]\n}\nreturn zero\n}\n")
		g.calling(name)
		if x, ok := g.readable("[]int"); ok {
			g.declare("int", ex{text: name + "(" + x.text + ")"})
			return true
		}
		return false
	case 3:
		name := g.helper("apply@", "func apply@[T, U any](x T, f func(T) U) U { return f(x) }\n")
		g.calling(name)
		v := g.name()
		g.emit("%s := %s(%s, func(x int) int { return %s })", v, name, typed("int", g.atom("int")), g.oneOf("x+1", "x", "x*2"))
		g.vars = append(g.vars, &variable{name: v, typ: "int"})
	}
	return true
}

// pointers takes addresses.
func (g *generator) pointers() bool {
	path, typ, ok := g.place(integers...)
	if !ok {
		return false
	}
	v := g.name()
	switch g.pick(5) {
	default:
		g.emit("%s := &%s", v, path)
		g.emit("*%s %s %s", v, g.oneOf("=", "+=", "^="), g.value(typ, 1).text)
		if g.flaw(4) {
			g.late = append(g.late, "*"+v+"++")
		}
		g.known(v, "*"+typ)
	case 1:
		name := g.helper("swap@", "func swap@(a, b *int) { *a, *b = *b, *a }\n")
		a, _, ok := g.place("int")
		if !ok {
			return false
		}
		b, _, ok := g.place("int")
		if !ok {
			return false
		}
		g.calling(name)
		g.emit("%s(&%s, &%s)", name, a, b)
		g.assigned(a, "")
		g.assigned(b, "")
	case 2:
		if s, ok := g.ofType("[]int", true); ok {
			g.block("if len("+s+") > 1", func() {
				g.emit("%s := &%s[1]", v, s)
				g.emit("*%s = %s", v, g.integer("int", 0).text)
				g.emit("%s[1]++", s)
				g.add(assertion, "*"+v+" == "+s+g.oneOf("[1]", "[0]"))
			})
			g.assigned(s, "")
		}
	case 3:
		if s, ok := g.ofType("[]int", true); ok {
			g.emit("%s := %s", v, s)
			g.vars = append(g.vars, &variable{name: v, typ: "[]int"})
			if g.flaw(2) {
				g.late = append(g.late, fmt.Sprintf("if len(%s) > 0 { %s[0] = 1 }", v, v))
			}
			g.emit("_ = %s", v)
			return true
		}
	case 4:
		g.emit("%s := new(%s)", v, typ)
		g.emit("*%s = %s", v, g.value(typ, 0).text)
		g.emit("%s = *%s", path, v)
	}
	g.assigned(path, "")
	return true
}

// foreignCalls pass memory to code that is not checked.
var foreignCalls = []struct{ typ, text string }{
	{"list.List", "{p}.PushBack(1)"}, {"list.List", "_ = {p}.Len()"}, {"list.List", "{p}.Init()"},
	{"big.Int", "{p}.Add(&{p}, big.NewInt(1))"}, {"big.Int", "_ = {p}.String()"}, {"*bufio.Writer", "{p}.WriteString(\"a\")"},
	{"*bufio.Writer", "{p}.Flush()"}, {"*rand.Rand", "_ = {p}.IntN(5)"}, {"[]int", "_ = slices.Clone({p})"}, {"[]int", "fmt.Fprintln(io.Discard, {p})"},
	{"int", "fmt.Sscan(\"1\", &{p})"}, {"map[string]int", "_ = maps.Clone({p})"}, {"[]int", "_, _ = json.Marshal({p})"}, {"[]byte", "_ = json.Valid({p})"},
	{"bytes.Buffer", "_, _ = io.Copy(io.Discard, &{p})"}, {"[]int", "slices.Sort({p})"}, {"map[string]int", "fmt.Fprintln(io.Discard, {p})"},
	{"[]byte", "_, _ = io.ReadFull(strings.NewReader(\"abc\"), {p})"}, {"error", "_ = errors.Is({p}, io.EOF)"},
	{"map[string]int", "maps.DeleteFunc({p}, func(k string, v int) bool { return v > 1 })"}, {"[]int", "_ = slices.MaxFunc(append({p}, 1), func(a, b int) int { return a - b })"},
}

func (g *generator) foreign() bool {
	var texts []string
	g.f.Exact = false
	for _, o := range g.objects {
		for _, f := range o.t.fields {
			for _, c := range foreignCalls {
				if c.typ == f.typ && g.mayTouch(o, f, true) {
					texts = append(texts, fill(c.text, o.name+"."+f.name))
				}
			}
		}
	}
	if g.flaw(2) {
		for _, o := range g.objects {
			for _, f := range o.t.fields {
				for _, c := range foreignCalls {
					if c.typ == f.typ && f.guard != "other" && f.guard != "kit" {
						texts = append(texts, fill(c.text, o.name+"."+f.name))
					}
				}
			}
			texts = append(texts, "fmt.Fprintln(io.Discard, "+o.name+")")
		}
	}
	if len(texts) == 0 {
		return false
	}
	g.emit("%s", texts[g.pick(len(texts))])
	g.changed()
	return true
}

// inner uses structs with locks of their own inside the object.
func (g *generator) inner() bool {
	o, ok := g.anyObject()
	if !ok {
		return false
	}
	g.helper("inner@", helperText("inner@"))
	var paths []string
	for _, f := range o.t.fields {
		switch f.typ {
		case "inner@":
			paths = append(paths, o.name+"."+f.name)
		case "[2]inner@":
			paths = append(paths, o.name+"."+f.name+"[0]", o.name+"."+f.name+"[1]")
		}
	}
	if len(paths) == 0 {
		return false
	}
	p := paths[g.pick(len(paths))]
	if g.held[p+".mu"] != "" || g.literal > 0 {
		return false
	}
	g.f.Exact = g.f.Exact && len(g.held) > 0
	use := func() {
		switch g.pick(3) {
		default:
			g.emit("%s.v %s %s", p, g.oneOf("=", "+="), g.integer("int", 1).text)
			g.assigned(p+".v", "")
		case 1:
			g.declare("int", ex{text: p + ".v"})
		case 2:
			g.emit("%s.v++", p)
			g.assigned(p+".v", "")
		}
	}
	switch {
	case g.flaw(4):
		use()
	case g.chance(4):
		v := g.name()
		g.emit("%s := &%s", v, p)
		g.emit("%s.mu.Lock()", v)
		use()
		g.emit("%s.mu.Unlock()", v)
	default:
		g.emit("%s.mu.Lock()", p)
		use()
		g.emit("%s.mu.Unlock()", p)
	}
	return true
}

// embedded uses a type that embeds a lock.
func (g *generator) embedded() bool {
	g.helper("emb@", "type emb@ struct {\nsync.Mutex\n//calvin:guarded_by Mutex\nn int\n}\n\ntype outer@ struct {\nemb@\n//calvin:guarded_by Mutex\nm int\n}\n\nvar shared@ outer@\n")
	if g.literal > 0 || g.held["shared@"] != "" {
		return false
	}
	g.f.Exact = false
	g.emit("shared@.Lock()")
	g.emit("shared@.%s = %s", g.oneOf("n", "emb@.n", "m"), g.integer("int", 1).text)
	if g.flaw(4) {
		g.emit("%s", g.oneOf("shared@.Mutex = sync.Mutex{}", "shared@.emb@ = emb@{}", "shared@ = outer@{}", "_ = shared@"))
	}
	g.emit("shared@.Unlock()")
	if g.flaw(4) {
		g.emit("shared@.n++")
	}
	return true
}

// calling2 calls another function of the program, or a helper that needs a lock.
func (g *generator) calling2() bool {
	o, ok := g.anyObject()
	if !ok {
		return false
	}
	lock := o.name + ".mu"
	if len(o.t.has("int")) > 0 && o.t.has("int")[0].guard == "mu" && g.chance(2) {
		f := o.t.has("int")[0].name
		name := g.helper("bump", "// bump needs the lock.\n//\n//calvin:requires held(c.mu)\nfunc (c *T@) bump(n int) int {\nc."+f+" += n\nreturn c."+f+"\n}\n")
		if g.held[lock] != "w" && !g.flaw(2) {
			return false
		}
		g.calling("(*T@).bump")
		x := g.integer("int", 1)
		before := g.fieldSym(o.name + "." + f)
		v := g.declare("int", ex{text: o.name + "." + name + "(" + x.text + ")"})
		if symbolic(before) && x.sym != "" && len(before)+len(x.sym) < 90 {
			v.sym = "(" + before + " + " + x.sym + ")"
		}
		g.assigned(o.name+"."+f, v.sym)
		return true
	}
	if len(g.held) > 0 && !g.flaw(3) {
		return false
	}
	for _, f := range g.p.Funcs[:len(g.p.Funcs)-1] {
		if f.recv == "" {
			continue
		}
		args := ""
		for n, p := range f.params {
			if n > 0 {
				args += ", "
			}
			if p.typ == "*T@" {
				args += o.name
				continue
			}
			args += typed(p.typ, g.value(p.typ, 0))
		}
		g.calling(f.fullName())
		g.f.Exact = g.f.Exact && f.Exact
		g.f.Waits, g.f.Spawns, g.f.Sleeps = g.f.Waits || f.Waits, g.f.Spawns || f.Spawns, g.f.Sleeps || f.Sleeps
		for path := range f.modified {
			_, field, _ := strings.Cut(path, ".")
			g.assigned(o.name+"."+field, "")
		}
		g.changed()
		if len(f.results) == 1 {
			g.declare(f.results[0].typ, ex{text: o.name + "." + f.Name + "(" + args + ")"})
		} else {
			g.emit("%s.%s(%s)", o.name, f.Name, args)
		}
		return true
	}
	return false
}

func fill(text, place string) string { return strings.ReplaceAll(text, "{p}", place) }
