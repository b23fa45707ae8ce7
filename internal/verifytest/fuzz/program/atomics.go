package program

// atomics uses the fields of types of sync/atomic, and those that only functions of that package may touch.
func (g *generator) atomics() bool {
	o, ok := g.anyObject()
	if !ok {
		return false
	}
	var with []*field
	for _, f := range o.t.fields {
		if f.guard == "atomic" {
			with = append(with, f)
		}
	}
	if len(with) == 0 {
		return false
	}
	f := with[g.pick(len(with))]
	path := o.name + "." + f.name
	switch f.name {
	case "at":
		g.typedAtomic(path, "int64")
	case "au":
		g.typedAtomic(path, "uint32")
	case "ab":
		switch g.pick(3) {
		case 0:
			g.declare("bool", ex{text: path + ".Load()"})
		case 1:
			g.emit("%s.Store(%s)", path, g.condition(0).text)
		case 2:
			g.block("if "+path+".CompareAndSwap(false, true)", func() {
				g.body()
				g.emit("%s.Store(false)", path)
			})
		}
	case "ap":
		g.atomicPointer(path)
	case "cnt":
		g.plainAtomic(path, "int64", "Int64")
	case "flag":
		g.plainAtomic(path, "uint32", "Uint32")
	case "av":
		switch g.pick(3) {
		case 0:
			g.emit("_ = %s.Load()", path)
		case 1:
			g.emit("%s.Store(%s)", path, g.str(0))
		case 2:
			g.emit("_, _ = %s.Load().(%s)", path, g.oneOf("string", "int"))
			if g.flaw(2) {
				g.emit("%s.Store(%s)", path, g.integer("int", 0).text)
			}
		}
	}
	return true
}

// symbolic load and store of an atomic variable.
func (g *generator) typedAtomic(path, typ string) {
	before := g.fieldSym(path)
	switch g.pick(7) {
	default:
		x := g.value(typ, 1)
		v := g.declare(typ, ex{text: path + ".Add(" + x.text + ")"})
		if symbolic(before) && x.sym != "" && len(before)+len(x.sym) < 90 {
			v.sym = "(" + before + " + " + x.sym + ")"
		}
		g.assigned(path, v.sym)
	case 1:
		g.declare(typ, ex{text: path + ".Load()", sym: before})
	case 2:
		x := g.value(typ, 1)
		g.emit("%s.Store(%s)", path, x.text)
		g.assigned(path, x.sym)
	case 3:
		x := g.value(typ, 1)
		g.declare(typ, ex{text: path + ".Swap(" + x.text + ")", sym: before})
		g.assigned(path, x.sym)
	case 4: // a retry loop
		if g.loops > 0 {
			return
		}
		v := g.name()
		g.block("for", func() {
			g.emit("%s := %s.Load()", v, path)
			g.known(v, typ)
			g.block("if "+path+".CompareAndSwap("+v+", "+v+g.oneOf("+1", "*2", "&1", "^3")+")", func() { g.raw("break") })
		})
		g.assigned(path, "")
	case 5: // look, then act
		if !g.flaw(1) {
			g.declare(typ, ex{text: path + ".Load()", sym: before})
			return
		}
		v := g.declare(typ, ex{text: path + ".Load()", sym: before})
		g.emit("%s.Store(%s)", path, v.name+"+1")
		g.assigned(path, wrap(before, "(%s + 1)"))
	case 6:
		x := g.value(typ, 0)
		g.declare("bool", ex{text: path + ".CompareAndSwap(" + x.text + ", " + g.value(typ, 0).text + ")"})
		g.assigned(path, "")
	}
}

// plainAtomic uses a plain variable through functions of sync/atomic.
func (g *generator) plainAtomic(path, typ, suffix string) {
	before := g.fieldSym(path)
	switch g.pick(6) {
	default:
		x := g.value(typ, 1)
		v := g.declare(typ, ex{text: "atomic.Add" + suffix + "(&" + path + ", " + x.text + ")"})
		if symbolic(before) && x.sym != "" && len(before)+len(x.sym) < 90 {
			v.sym = "(" + before + " + " + x.sym + ")"
		}
		g.assigned(path, v.sym)
	case 1:
		g.declare(typ, ex{text: "atomic.Load" + suffix + "(&" + path + ")", sym: before})
	case 2:
		x := g.value(typ, 1)
		g.emit("atomic.Store%s(&%s, %s)", suffix, path, x.text)
		g.assigned(path, x.sym)
	case 3:
		g.declare("bool", ex{text: "atomic.CompareAndSwap" + suffix + "(&" + path + ", " + g.value(typ, 0).text + ", " + g.value(typ, 0).text + ")"})
		g.assigned(path, "")
	case 4:
		if g.flaw(1) {
			g.emit("%s++", path)
			g.assigned(path, wrap(before, "(%s + 1)"))
		}
	case 5:
		if g.flaw(1) {
			g.declare(typ, ex{text: path, sym: before})
		}
	}
}

func (g *generator) atomicPointer(path string) {
	g.helper("node@", helperText("node@"))
	v := g.name()
	switch g.pick(4) {
	default:
		g.emit("%s := %s.Load()", v, path)
		g.block("if "+v+" != nil", func() { g.nodeUse(v) })
	case 1:
		g.emit("%s := &node@{key: %s}", v, g.integer("int", 0).text)
		g.emit("%s.Store(%s)", path, v)
		if g.flaw(2) {
			g.emit("%s.%s = 3", v, g.oneOf("key", "val"))
		}
	case 2:
		g.emit("%s := %s.Swap(nil)", v, path)
		g.block("if "+v+" != nil", func() { g.nodeUse(v) })
	case 3:
		g.emit("%s.CompareAndSwap(nil, &node@{})", path)
		if g.flaw(2) {
			g.emit("_ = %s.Load().key", path)
		}
	}
	g.assigned(path, "")
}

// nodeUse does something to the node that v points to.
func (g *generator) nodeUse(v string) {
	switch g.pick(3) {
	default:
		g.declare("int", ex{text: v + ".key"})
	case 1:
		g.emit("%s.mu.Lock()", v)
		g.emit("%s.val += %s", v, g.integer("int", 0).text)
		g.emit("%s.mu.Unlock()", v)
	case 2:
		if g.flaw(2) {
			g.emit("%s.val++", v)
		}
	}
}

// nodes uses fields that point to nodes.
func (g *generator) nodes() bool {
	path, ok := g.ofType("*node@", true)
	g.helper("node@", helperText("node@"))
	v := g.name()
	if !ok {
		g.emit("%s := &node@{val: %s}", v, g.integer("int", 0).text)
		g.emit("%s.next = %s", v, g.oneOf("&node@{val: 1}", v, "nil"))
		g.emit("%s.val++", v)
		if g.flaw(2) {
			g.emit("_ = %s.next.val", v)
		}
		if g.chance(2) {
			g.add(assertion, v+".val "+g.oneOf(">=", "!=", "==")+" 0")
		}
		return true
	}
	switch g.pick(5) {
	default:
		g.block("if n := "+path+"; n != nil", func() { g.nodeUse("n") })
	case 1:
		g.emit("%s = &node@{next: %s, key: %s}", path, path, g.integer("int", 0).text)
	case 2:
		if g.flaw(2) {
			g.emit("_ = %s.key", path)
		} else {
			g.emit("%s = nil", path)
		}
	case 3:
		g.emit("%s := &node@{}", v)
		g.emit("%s = %s", path, v)
		if g.flaw(2) {
			g.emit("%s.val = 3", v)
		}
	case 4:
		g.emit("%s := %s", v, path)
		g.block("if "+v+" != nil", func() {
			g.emit("%s.mu.Lock()", v)
			g.emit("%s = %s.next", path, v)
			g.emit("%s.mu.Unlock()", v)
		})
	}
	g.assigned(path, "")
	return true
}
