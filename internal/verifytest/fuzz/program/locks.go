package program

import "strings"

// region emits body where a lock of o is held. The last region of a function may hold it to the end.
func (g *generator) region(o object, last bool, body func()) {
	lock := o.t.fields[0]
	if second := o.t.fields[min(1, len(o.t.fields)-1)]; second.name == "mu2" && g.chance(2) {
		lock = second
	}
	path := o.name + "." + lock.name
	if _, held := g.held[path]; held && !g.flaw(3) {
		body()
		return
	}
	mode, verb := "w", ""
	if strings.HasSuffix(lock.typ, "RWMutex") && g.chance(3) {
		mode, verb = "r", "R"
		if g.flaw(4) {
			mode = "w" // and yet it is written
		}
	}
	style := g.pick(13)
	if (style == 1 || style == 2 || style == 6) && !last || style >= 3 && g.literal > 0 || style == 9 && verb == "R" || style == 8 && (lock.typ != "sync.Mutex" || lock.name != "mu") {
		style = 0
	}
	g.locked[path] = true
	inside := func() {
		g.held[path] = mode
		body()
	}
	switch style {
	default:
		g.emit("%s.%sLock()", path, verb)
		g.explicitly(path, verb, inside)
	case 1, 7:
		if !last || style == 7 && g.loops > 0 {
			g.region2(path, verb, inside)
			break
		}
		g.emit("%s.%sLock()", path, verb)
		g.emit("defer %s.%sUnlock()", path, verb)
		inside()
		return // held to the end
	case 2:
		g.emit("%s.%sLock()", path, verb)
		g.block("defer func()", func() { g.emit("%s.%sUnlock()", path, verb) })
		g.call()
		inside()
		return
	case 3:
		g.region2(path, verb, inside)
	case 4:
		if g.loops > 0 {
			g.emit("%s.%sLock()", path, verb)
			g.explicitly(path, verb, inside)
			break
		}
		g.f.Exact = false // TryLock may fail whatever others do
		g.block("if !"+path+".Try"+verb+"Lock()", g.leaveFunction)
		g.explicitly(path, verb, inside)
	case 5:
		name := g.helper("within"+verb+lock.name, "func (c *"+o.t.name+") within"+verb+lock.name+"(f func()) {\nc."+lock.name+"."+verb+"Lock()\ndefer c."+
			lock.name+"."+verb+"Unlock()\nf()\n}\n")
		g.calling("(*" + o.t.name + ")." + name)
		g.emit("%s.%s(func() {", o.name, name)
		g.inLiteral(inside)
		g.raw("})")
	case 8: // functions that take it and give it back, by their contracts
		g.helper("grab", "//calvin:atomic\n//calvin:when c.mu == free\n//calvin:modifies c.mu\n//calvin:ensures c.mu == tid\nfunc (c *T@) grab() { c.mu.Lock() }\n\n"+
			"//calvin:requires c.mu == tid\n//calvin:atomic\n//calvin:modifies c.mu\n//calvin:ensures c.mu == free\nfunc (c *T@) drop() { c.mu.Unlock() }\n")
		g.calling("(*T@).grab")
		g.calling("(*T@).drop")
		g.emit("%s.grab()", o.name)
		g.held[path] = mode
		g.unlocks = append(g.unlocks, [2]string{path, ""})
		body()
		g.unlocks = g.unlocks[:len(g.unlocks)-1]
		if g.flaw(6) {
			g.emit("%s.Unlock()", path)
		}
		g.emit("%s.drop()", o.name)
	case 9: // by its interface
		name := g.helper("holding@", "func holding@(l sync.Locker, f func()) {\nl.Lock()\ndefer l.Unlock()\nf()\n}\n")
		g.calling(name)
		g.emit("%s(&%s, func() {", name, path)
		g.inLiteral(inside)
		g.raw("})")
	case 6:
		unlock := g.oneOf("unlock := "+path+"."+verb+"Unlock", "unlock := func() { "+path+"."+verb+"Unlock() }")
		g.emit("%s.%sLock()", path, verb)
		g.emit("%s", unlock)
		g.emit("defer unlock()")
		inside()
		return
	}
	delete(g.held, path)
}

// explicitly emits inside and the unlock after it; whoever returns from inside unlocks himself.
func (g *generator) explicitly(path, verb string, inside func()) {
	g.unlocks = append(g.unlocks, [2]string{path, verb})
	inside()
	g.unlocks = g.unlocks[:len(g.unlocks)-1]
	g.unlock(path, verb)
}

// call turns the block that was emitted last into a call of the function literal that it is.
func (g *generator) call() {
	last := &g.f.body[len(g.f.body)-1]
	last.text += "()"
}

// region2 holds the lock in a function literal that is called at once.
func (g *generator) region2(path, verb string, inside func()) {
	g.emit("func() {")
	g.inLiteral(func() {
		g.emit("%s.%sLock()", path, verb)
		g.emit("defer %s.%sUnlock()", path, verb)
		inside()
	})
	g.raw("}()")
}

// inLiteral emits a function literal's body: no return leads out of the function.
func (g *generator) inLiteral(body func()) {
	loops := g.loops
	g.loops = 0
	g.literal++
	g.indent++
	mark := len(g.vars)
	body()
	g.leave(mark)
	g.indent--
	g.literal--
	g.loops = loops
}

// unlock gives the lock back, mostly.
func (g *generator) unlock(path, verb string) {
	if g.flaw(12) {
		switch g.pick(4) {
		case 0:
			return
		case 1:
			verb = map[string]string{"R": "", "": "R"}[verb]
			if !strings.HasSuffix(g.typeOf(path), "RWMutex") {
				verb = ""
			}
		case 2:
			g.emit("%s.%sUnlock()", path, verb)
		case 3:
			g.block("if "+g.condition(1).text, func() { g.emit("%s.%sUnlock()", path, verb) })
			return
		}
	}
	g.emit("%s.%sUnlock()", path, verb)
}

// relock gives a lock back and takes it again: what was known is known no longer.
func (g *generator) relock() bool {
	for _, o := range g.objects {
		for _, f := range o.t.fields {
			path := o.name + "." + f.name
			if g.held[path] != "w" || !g.flaw(2) {
				continue
			}
			g.emit("%s.Unlock()", path)
			if g.chance(2) {
				g.lockState(path)
			}
			g.emit("%s.Lock()", path)
			if g.chance(2) {
				g.changed()
			}
			return true
		}
	}
	return false
}

// lockState asserts something of a lock.
func (g *generator) lockState(path string) {
	texts := []string{path + " == free", path + " == tid", path + " != free"}
	if _, held := g.held[path]; held && !g.chance(3) {
		texts = texts[1:]
	}
	g.add(assertion, texts[g.pick(len(texts))])
}

// lockAssertion asserts something of some lock.
func (g *generator) lockAssertion() bool {
	if len(g.objects) == 0 {
		return false
	}
	o := g.objects[g.pick(len(g.objects))]
	path := o.name + "." + o.t.fields[0].name
	if o.t.fields[0].typ != "sync.Mutex" {
		return false
	}
	g.lockState(path)
	return true
}

// calling notes that the function calls another of the program.
func (g *generator) calling(name string) { g.f.calls = append(g.f.calls, name) }
