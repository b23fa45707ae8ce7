package program

import "strings"

// indexed chooses a slice, string or array and the type of its elements.
func (g *generator) indexed() (path, elem string, ok bool) {
	elems := map[string]string{"[]int": "int", "[]byte": "uint8", "string": "uint8", "[4]int": "int"}
	typ := g.oneOf("[]int", "[]int", "[]byte", "string", "[4]int")
	for _, typ := range []string{typ, "[]int", "string", "[4]int"} {
		if x, found := g.readable(typ); found {
			return x.text, elems[typ], true
		}
	}
	return "", "", false
}

// bounds are conditions under which the index {i} is within {s}; only the last ones are not quite that.
var signedBounds = []string{
	"{i} >= 0 && {i} < len({s})", "0 <= {i} && {i} <= len({s})-1", "uint({i}) < uint(len({s}))", "{i} >= 0 && len({s}) > {i}",
	"{i} >= 0 && {i} <= len({s})", "{i} < len({s})", "{i} >= -1 && {i}+1 < len({s})", "{i}+1 <= len({s}) && {i} > -1",
}

var otherBounds = []string{
	"int64({i}) >= 0 && int64({i}) < int64(len({s}))", "uint64({i}) < uint64(len({s}))", "{i} >= 0 && {i} < 100 && int({i}) < len({s})",
	"int({i}) < len({s})", "{i} >= 0 && int({i}) < len({s})", "int8({i}) >= 0 && int(int8({i})) < len({s})", "int32({i}) >= 0 && int(int32({i})) < len({s})",
}

// index chooses an index variable, and a condition that it be in range of s.
func (g *generator) index(s string) (i, cond string) {
	typ := "int"
	if t, ok := g.anyInteger(); ok {
		typ = t
	}
	x := g.atom(typ)
	if !strings.HasPrefix(x.text, "v") || strings.Contains(x.text, ".") {
		x.text = g.declare(typ, ex{typed(typ, x), x.sym, false}).name
	}
	bounds := otherBounds
	right := 4
	if typ == "int" {
		bounds = signedBounds
	} else if typ == "int64" || typ == "int32" {
		right = 3
	}
	at := g.pick(right)
	if g.flaw(3) {
		at = g.pick(len(bounds))
	}
	return x.text, strings.NewReplacer("{i}", x.text, "{s}", s).Replace(bounds[at])
}

func (g *generator) indexing() bool {
	s, elem, ok := g.indexed()
	if !ok {
		return false
	}
	i, cond := g.index(s)
	use := func() {
		typ := g.typeOf(s)
		switch g.pick(4) {
		case 1:
			if path, t, ok := g.place(elem); ok {
				g.emit("%s += %s[%s]", path, s, i)
				g.assigned(path, "")
				_ = t
				return
			}
		case 2:
			if typ != "string" && (typ != "[4]int" || strings.Contains(s, ".")) && g.writable(s) {
				g.emit("%s[%s] = %s", s, i, g.value(elem, 1).text)
				g.assigned(s, "")
				return
			}
		case 3:
			if typ != "string" && g.writable(s) {
				g.emit("%s[%s]%s", s, i, g.oneOf("++", "--"))
				g.assigned(s, "")
				return
			}
		}
		v := g.declare(elem, ex{text: s + "[" + i + "]"})
		if g.chance(3) {
			g.add(assertion, v.name+" == "+s+"["+i+"]")
		}
	}
	switch g.pick(8) {
	default:
		g.block("if "+cond, use)
	case 4:
		if !(g.literal > 0) {
			g.block("if !("+cond+")", g.leaveFunction)
			use()
			return true
		}
		g.block("if "+cond, use)
	case 5:
		k := g.declare("int", ex{text: "int(" + i + ") & 3"}).name
		g.block("if len("+s+") > "+g.oneOf("3", "4", "2"), func() { i = k; use() })
	case 6:
		g.block("if len("+s+") > 0", func() {
			i = g.declare("int", ex{text: "int(uint(" + i + ") % uint(len(" + s + ")))"}).name
			use()
		})
	case 7:
		if !g.flaw(2) {
			g.block("if "+cond, use)
			return true
		}
		use()
	}
	return true
}

// writable reports whether elements of the place may be written.
func (g *generator) writable(path string) bool {
	if !strings.Contains(path, ".") {
		for _, v := range g.vars {
			if v.name == path {
				return !v.fixed
			}
		}
		return false
	}
	for _, f := range g.fields(true, "[]int", "[]byte", "[4]int") {
		if f == path {
			return true
		}
	}
	return false
}

func (g *generator) slicing() bool {
	s, _, ok := g.indexed()
	if !ok || g.typeOf(s) == "[4]int" && !strings.Contains(s, ".") {
		return false
	}
	typ := g.typeOf(s)
	result := typ
	if typ == "[4]int" {
		result = "[]int"
	}
	i, cond := g.index(s)
	forms := []string{"{s}[{i}:]", "{s}[:{i}]", "{s}[{i}:{i}]", "{s}[{i}:len({s})]", "{s}[int({i})+1:]", "{s}[:len({s})-int({i})]", "{s}[:int({i})+1]"}
	if typ != "string" {
		forms = append(forms, "{s}[:{i}:{i}]", "{s}[{i}:len({s}):cap({s})]", "{s}[:{i}:len({s})]", "{s}[:cap({s})]")
	}
	at := g.pick(len(forms))
	if g.flaw(6) {
		forms[at] = g.oneOf("{s}[{i}:2]", "{s}[1:{i}]", "{s}[:int({i})+2]")
	}
	text := strings.NewReplacer("{s}", s, "{i}", i).Replace(forms[at])
	g.block("if "+cond, func() {
		if path, _, ok := g.place(result); ok && g.chance(2) && typ != "[4]int" {
			g.emit("%s = %s", path, text)
			g.assigned(path, "")
			return
		}
		v := g.declare(result, ex{text: text})
		if g.chance(2) {
			g.body()
		}
		_ = v
	})
	return true
}

func (g *generator) division() bool {
	typ, ok := g.anyInteger()
	if !ok {
		return false
	}
	x := g.declare(typ, g.value(typ, 1)).name
	y := g.declare(typ, g.value(typ, 1)).name
	signed := !strings.HasPrefix(typ, "u")
	where := func(cond string, operators ...string) { // computes what may panic unless the condition holds
		g.block("if "+cond, func() {
			v := g.declare(typ, ex{text: x + g.oneOf(operators...) + y})
			if g.chance(2) {
				g.add(assertion, v.name+g.oneOf(" <= ", " < ", " >= ")+g.oneOf(x, y, "0"))
			}
		})
	}
	switch g.pick(3) {
	case 0:
		cond := y + " != 0"
		if signed && g.chance(2) {
			cond = y + " > 0"
		}
		if g.flaw(4) {
			cond = x + " != 0"
		}
		where(cond, " / ", " % ")
	case 1:
		cond := y + " >= 0"
		if !signed {
			cond = y + " >= 1"
		}
		if g.flaw(4) {
			cond = x + " >= 0"
		}
		where(cond, " << ", " >> ")
	case 2:
		v := g.declare(typ, ex{text: x + g.oneOf(" + ", " - ", " * ", " & ", " | ", " ^ ") + y})
		g.add(assertion, v.name+g.oneOf(" >= ", " <= ", " != ", " == ")+g.oneOf(x, y, "0"))
	}
	return true
}

func (g *generator) making() bool {
	typ, ok := g.anyInteger()
	if !ok {
		return false
	}
	n := g.declare(typ, g.value(typ, 1)).name
	cond := n + " >= 0 && " + n + " < 100"
	if g.flaw(2) {
		cond = n + g.oneOf(" >= 0", " < 100", " > 0", " != 0")
	}
	g.block("if "+cond, func() {
		switch g.pick(7) {
		default:
			g.declare("[]int", ex{text: "make([]int, " + n + ")"})
		case 1:
			g.declare("[]byte", ex{text: "make([]byte, " + n + ", 100)"})
		case 2:
			g.declare("[]int", ex{text: "make([]int, 0, " + n + ")"})
		case 3:
			g.emit("_ = make(chan int, %s)", n)
		case 4:
			g.declare("map[string]int", ex{text: "make(map[string]int, " + n + ")"})
		case 5:
			if path, _, ok := g.place("[]int"); ok {
				g.emit("%s = make([]int, %s)", path, n)
				g.assigned(path, "")
			}
		case 6:
			v := g.declare("[]int", ex{text: "make([]int, " + n + ")"})
			g.add(assertion, "len("+v.name+") == int("+n+")")
		}
		g.body()
	})
	return true
}

func (g *generator) appending() bool {
	path, typ, ok := g.place("[]int", "[]byte")
	if !ok {
		return false
	}
	elem := map[string]string{"[]int": "int", "[]byte": "uint8"}[typ]
	from := path
	if x, ok := g.readable(typ); ok && g.chance(3) {
		from = x.text
	}
	switch g.pick(5) {
	default:
		g.emit("%s = append(%s, %s)", path, from, g.value(elem, 1).text)
	case 1:
		g.emit("%s = append(%s, %s, %s)", path, from, g.value(elem, 1).text, g.value(elem, 0).text)
	case 2:
		x := g.value(typ, 0).text
		if typ == "[]byte" && g.chance(2) {
			x = g.str(0)
		}
		g.emit("%s = append(%s, %s...)", path, from, x)
	case 3:
		g.emit("%s = append(%s[:0:0], %s...)", path, from, from)
	case 4:
		g.emit("%s = append(%s(nil), %s...)", path, typ, g.value(typ, 0).text)
	}
	g.assigned(path, "")
	if g.chance(3) {
		g.add(assertion, "len("+path+") > 0")
	}
	return true
}

func (g *generator) copying() bool {
	path, typ, ok := g.place("[]int", "[]byte")
	if !ok {
		return false
	}
	x := g.value(typ, 0).text
	switch g.pick(4) {
	default:
		v := g.declare("int", ex{text: "copy(" + path + ", " + x + ")"})
		g.add(assertion, v.name+" <= len("+path+")")
	case 1:
		g.emit("copy(%s, %s)", path, x)
	case 2:
		g.emit("clear(%s)", path)
	case 3:
		g.emit("%s = %s", path, x)
	}
	g.assigned(path, "")
	return true
}

func (g *generator) mapping() bool {
	path, _, ok := g.place("map[string]int")
	if !ok {
		if x, found := g.readable("map[string]int"); found {
			g.declare("int", ex{text: x.text + "[" + g.str(0) + "]"})
			return true
		}
		return false
	}
	key := g.str(0)
	switch g.pick(6) {
	default:
		if !g.flaw(3) {
			g.block("if "+path+" == nil", func() { g.emit("%s = %s", path, g.oneOf("map[string]int{}", "make(map[string]int)")) })
		}
		g.emit("%s[%s] = %s", path, key, g.integer("int", 1).text)
	case 1:
		v, okName := g.name(), g.name()
		g.emit("%s, %s := %s[%s]", v, okName, path, key)
		g.vars = append(g.vars, &variable{name: v, typ: "int"}, &variable{name: okName, typ: "bool"})
		return true
	case 2:
		g.emit("delete(%s, %s)", path, key)
	case 3:
		g.emit("clear(%s)", path)
	case 4:
		g.block("if "+path+" != nil", func() {
			g.emit("%s[%s] += %s", path, key, g.integer("int", 0).text)
			if g.chance(2) {
				g.add(assertion, "len("+path+") > 0")
			}
		})
	case 5:
		g.f.Exact = false
		k := g.name()
		g.inLoop("for "+k+" := range "+path, func() {
			g.known(k, "string")
			g.emit("delete(%s, %s)", path, k)
		})
	}
	g.assigned(path, "")
	return true
}

func (g *generator) converting() bool {
	switch g.pick(6) {
	default:
		from, to := integers[g.pick(len(integers))], integers[g.pick(len(integers))]
		x := g.atom(from)
		if x.constant {
			return false
		}
		v := g.declare(to, ex{text: to + "(" + x.text + ")"})
		if g.chance(2) {
			g.add(assertion, v.name+g.oneOf(" >= ", " <= ")+g.constant(to).text)
		}
	case 2:
		x, ok := g.readable("[]byte")
		if !ok {
			return false
		}
		v := g.declare("string", ex{text: "string(" + x.text + ")"})
		g.add(assertion, "len("+v.name+") == len("+x.text+")")
	case 3:
		v := g.declare("[]byte", ex{text: "[]byte(" + g.str(1) + ")"})
		g.block("if len("+v.name+") > 0", func() { g.emit("%s[0] = 'x'", v.name) })
	case 4:
		r := g.name()
		g.emit("%s := []rune(%s)", r, g.str(0))
		g.add(assertion, "len("+r+") <= "+g.oneOf("1000000", "2"))
		g.raw("_ = %s", r)
	case 5:
		x, ok := g.readable("[]int")
		if !ok {
			return false
		}
		cond := "len(" + x.text + ") >= 4"
		if g.flaw(2) {
			cond = "cap(" + x.text + ") >= 4"
		}
		g.block("if "+cond, func() { g.declare("[4]int", ex{text: g.oneOf("[4]int(", "*(*[4]int)(") + x.text + ")"}) })
	}
	return true
}
