package desugar

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// An env holds the variables of a running function.
type env struct {
	vars   map[string]*int
	result *int
	arr    *[3]int
	slice  *[]int
	defers []func()
}

func (e *env) with(name string, v *int) *env {
	inner := *e
	inner.vars = map[string]*int{name: v}
	for k, v := range e.vars {
		if k != name {
			inner.vars[k] = v
		}
	}
	return &inner
}

func (e *env) runDefers() {
	for i := len(e.defers) - 1; i >= 0; i-- {
		e.defers[i]()
	}
}

// A piece is a statement, or several: as text, and as what it does.
type piece struct {
	text string
	run  func(*env) control
}

type control int

const (
	falls control = iota
	breaks
	continues
	returned
)

// A term is an expression of type int, a condition one of type bool.
type term struct {
	text string
	eval func(*env) int
}

type condition struct {
	text string
	eval func(*env) bool
}

// setting says what a statement may contain.
type setting struct {
	top, loop, literal bool // straight in the function; in a loop; in a function literal
}

type generator struct {
	t     *rapid.T
	vars  []string
	fresh int
}

func (g *generator) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(g.t, what) }

func (g *generator) block(depth int, c setting) piece {
	var all []piece
	for range 1 + g.pick(4, "statements") {
		all = append(all, g.statement(depth, c))
	}
	var text strings.Builder
	for _, p := range all {
		text.WriteString(p.text)
	}
	return piece{text.String(), func(e *env) control {
		for _, p := range all {
			if c := p.run(e); c != falls {
				return c
			}
		}
		return falls
	}}
}

// assignable returns a variable that may be assigned: loop variables may not, so that loops end.
func (g *generator) assignable() string {
	for {
		if v := g.vars[g.pick(len(g.vars), "variable")]; len(v) == 1 {
			return v
		}
	}
}

func (g *generator) statement(depth int, c setting) piece {
	kinds := []func(int, setting) piece{
		g.assign, g.assign, g.pair, g.increment, g.element, g.grow, g.call, g.pointer, g.maybe,
	}
	if depth > 0 {
		kinds = append(kinds, g.branch, g.branch, g.count, g.ranges, g.literal, g.function, g.callback, g.choose)
		if c.top {
			kinds = append(kinds, g.deferred)
		}
	}
	return kinds[g.pick(len(kinds), "kind")](depth, c)
}

func (g *generator) assign(int, setting) piece {
	v, x := g.assignable(), g.term(2)
	return piece{v + " = " + x.text + "\n", func(e *env) control {
		*e.vars[v] = x.eval(e)
		return falls
	}}
}

func (g *generator) pair(int, setting) piece {
	v, w, x, y := g.assignable(), g.assignable(), g.term(1), g.term(1)
	return piece{v + ", " + w + " = " + x.text + ", " + y.text + "\n", func(e *env) control {
		m, n := x.eval(e), y.eval(e)
		*e.vars[v] = m
		*e.vars[w] = n
		return falls
	}}
}

func (g *generator) increment(int, setting) piece {
	v := g.assignable()
	return piece{v + "++\n", func(e *env) control {
		*e.vars[v]++
		return falls
	}}
}

func (g *generator) element(int, setting) piece {
	i, x := g.safe(g.variable()), g.term(1)
	return piece{"arr[" + i.text + "] = " + x.text + "\n", func(e *env) control {
		at, v := i.eval(e), x.eval(e)
		if at < 0 || at >= len(e.arr) {
			panic(errIndex)
		}
		e.arr[at] = v
		return falls
	}}
}

func (g *generator) grow(int, setting) piece {
	x, y := g.term(1), g.term(1)
	return piece{"s = append(s, " + x.text + ", " + y.text + ")\n", func(e *env) control {
		m, n := x.eval(e), y.eval(e)
		*e.slice = append(*e.slice, m, n)
		return falls
	}}
}

func (g *generator) call(int, setting) piece {
	v, w, x, y := g.assignable(), g.assignable(), g.term(1), g.term(1)
	return piece{v + ", " + w + " = mix(" + x.text + ", " + y.text + ")\n", func(e *env) control {
		m, n := mix(x.eval(e), y.eval(e))
		*e.vars[v] = m
		*e.vars[w] = n
		return falls
	}}
}

// pointer writes through an address: the variable lives in the heap from its declaration on.
func (g *generator) pointer(int, setting) piece {
	v, x := g.assignable(), g.term(1)
	return piece{"{\np := &" + v + "\n*p = *p + " + x.text + "\n}\n", func(e *env) control {
		// the operand *p is read before x is evaluated, but x has no effects
		*e.vars[v] = *e.vars[v] + x.eval(e)
		return falls
	}}
}

// maybe declares a variable with one assignment: that not every execution passes, that a literal makes, or that is
// followed by an assignment of a part.
func (g *generator) maybe(int, setting) piece {
	v, cond, x := g.assignable(), g.condition(1), g.term(1)
	var text string
	var value func(*env) int
	switch g.pick(3, "maybe") {
	case 0:
		text = "var z int\nif " + cond.text + " {\nz = " + x.text + "\n}\n" + v + " += z\n"
		value = func(e *env) int {
			if cond.eval(e) {
				return x.eval(e)
			}
			return 0
		}
	case 1:
		text = "var z int\nset := func() { z = " + x.text + " }\n" + v + " += z\nset()\n" + v + " += z\n"
		value = x.eval
	case 2:
		text = "z := three(7)\nz[2] = " + x.text + "\nw := z\n" + v + " += w[2]\n"
		value = x.eval
	}
	return piece{"{\n" + text + "}\n", func(e *env) control {
		n := value(e)
		*e.vars[v] += n
		return falls
	}}
}

func (g *generator) branch(depth int, c setting) piece {
	c.top = false // a deferred call in a branch is another case
	cond, then := g.condition(2), g.ending(depth-1, c)
	els := piece{"", func(*env) control { return falls }}
	if g.pick(2, "else") == 0 {
		els = g.block(depth-1, c)
	}
	return piece{"if " + cond.text + " {\n" + then.text + "} else {\n" + els.text + "}\n", func(e *env) control {
		if cond.eval(e) {
			return then.run(e)
		}
		return els.run(e)
	}}
}

// ending is a block that may leave a loop or the function at its end.
func (g *generator) ending(depth int, c setting) piece {
	b := g.block(depth, c)
	end := piece{"", func(*env) control { return falls }}
	switch g.pick(6, "end") {
	case 0:
		if c.loop {
			end = piece{"break\n", func(*env) control { return breaks }}
		}
	case 1:
		if c.loop {
			end = piece{"continue\n", func(*env) control { return continues }}
		}
	case 2:
		if x := g.term(1); !c.literal {
			end = piece{"return " + x.text + "\n", func(e *env) control {
				*e.result = x.eval(e)
				return returned
			}}
		}
	}
	return piece{b.text + end.text, func(e *env) control {
		if c := b.run(e); c != falls {
			return c
		}
		return end.run(e)
	}}
}

// loopVar runs make with a new loop variable in scope.
func (g *generator) loopVar(make func(name string) piece) piece {
	g.fresh++
	name := fmt.Sprintf("i%d", g.fresh)
	g.vars = append(g.vars, name)
	defer func() { g.vars = g.vars[:len(g.vars)-1] }()
	return make(name)
}

func (g *generator) count(depth int, c setting) piece {
	c.top, c.loop = false, true
	return g.loopVar(func(i string) piece {
		body := g.block(depth-1, c)
		return piece{"for " + i + " := 0; " + i + " < 3; " + i + "++ {\n" + body.text + "}\n", func(e *env) control {
			for n := 0; n < 3; n++ {
				switch body.run(e.sharing(i, n)) {
				case breaks:
					return falls
				case returned:
					return returned
				}
			}
			return falls
		}}
	})
}

// sharing is e with a variable of its own, whose defer statements and slices are those of e.
func (e *env) sharing(name string, n int) *env { return e.with(name, &n) }

func (g *generator) ranges(depth int, c setting) piece {
	c.top, c.loop = false, true
	over, n := "3", 3
	if g.pick(2, "over") == 0 {
		over = "arr"
	}
	return g.loopVar(func(i string) piece {
		body := g.block(depth-1, c)
		return piece{"for " + i + " := range " + over + " {\n_ = " + i + "\n" + body.text + "}\n", func(e *env) control {
			for k := range n {
				switch body.run(e.sharing(i, k)) {
				case breaks:
					return falls
				case returned:
					return returned
				}
			}
			return falls
		}}
	})
}

func (g *generator) literal(depth int, _ setting) piece {
	body := g.block(depth-1, setting{literal: true})
	return piece{"func() {\n" + body.text + "}()\n", func(e *env) control {
		body.run(e)
		return falls
	}}
}

// function declares a function literal with a parameter and calls it twice. What it may change is read before and
// between the calls: Go leaves open in what order, go/ssa reads from left to right.
func (g *generator) function(depth int, _ setting) piece {
	v, u := g.assignable(), g.assignable()
	first, second := g.term(1), g.term(1)
	g.fresh++
	name := fmt.Sprintf("f%d", g.fresh)
	return g.loopVar(func(p string) piece {
		body, out := g.block(depth-1, setting{literal: true}), g.term(1)
		text := fmt.Sprintf("%s := func(%s int) int {\n%sreturn %s\n}\n%s = %s + %s(%s) - %s*%s(%s)\n",
			name, p, body.text, out.text, v, u, name, first.text, u, name, second.text)
		return piece{text, func(e *env) control {
			f := func(arg int) int {
				inner := e.with(p, &arg)
				body.run(inner)
				return out.eval(inner)
			}
			before := *e.vars[u]
			m := f(first.eval(e))
			between := *e.vars[u]
			n := f(second.eval(e))
			*e.vars[v] = before + m - between*n
			return falls
		}}
	})
}

func (g *generator) callback(depth int, _ setting) piece {
	return g.loopVar(func(i string) piece {
		body := g.block(depth-1, setting{literal: true})
		return piece{"each(2, func(" + i + " int) {\n" + body.text + "})\n", func(e *env) control {
			for k := range 2 {
				body.run(e.sharing(i, k))
			}
			return falls
		}}
	})
}

func (g *generator) choose(depth int, c setting) piece {
	c.top, c.loop = false, false // break would leave the switch
	x, one, two, other := g.term(1), g.block(depth-1, c), g.block(depth-1, c), g.block(depth-1, c)
	text := "switch " + x.text + " {\ncase 0, 1:\n" + one.text + "case 2:\n" + two.text + "default:\n" + other.text + "}\n"
	return piece{text, func(e *env) control {
		switch x.eval(e) {
		case 0, 1:
			return one.run(e)
		case 2:
			return two.run(e)
		}
		return other.run(e)
	}}
}

// deferred defers a literal, with an argument that is evaluated now, in half of the cases only if a condition holds.
func (g *generator) deferred(depth int, _ setting) piece {
	cond, x := g.condition(1), g.term(1)
	always := g.pick(2, "always") == 0
	return g.loopVar(func(p string) piece {
		body := g.block(depth-1, setting{literal: true})
		text := "defer func(" + p + " int) {\n" + body.text + "}(" + x.text + ")\n"
		if !always {
			text = "if " + cond.text + " {\n" + text + "}\n"
		}
		return piece{text, func(e *env) control {
			if always || cond.eval(e) {
				arg := x.eval(e)
				e.defers = append(e.defers, func() { body.run(e.with(p, &arg)) })
			}
			return falls
		}}
	})
}

func (g *generator) term(depth int) term {
	switch k := g.pick(9, "term"); {
	case depth == 0 || k < 3:
		if g.pick(3, "leaf") == 0 {
			n := g.pick(4, "constant")
			return term{fmt.Sprint(n), func(*env) int { return n }}
		}
		v := g.vars[g.pick(len(g.vars), "variable")]
		return term{v, func(e *env) int { return *e.vars[v] }}
	case k < 6:
		x, y := g.term(depth-1), g.term(depth-1)
		switch g.pick(3, "operator") {
		case 0:
			return term{"(" + x.text + " + " + y.text + ")", func(e *env) int { return x.eval(e) + y.eval(e) }}
		case 1:
			return term{"(" + x.text + " - " + y.text + ")", func(e *env) int { return x.eval(e) - y.eval(e) }}
		}
		return term{"(" + x.text + " * " + y.text + ")", func(e *env) int { return x.eval(e) * y.eval(e) }}
	case k == 6:
		x, y := g.term(depth-1), g.safe(g.variable())
		return term{"(" + x.text + " / " + y.text + ")", func(e *env) int {
			m, n := x.eval(e), y.eval(e)
			if n == 0 {
				panic(errDivide)
			}
			return m / n
		}}
	case k == 7:
		x := g.term(depth - 1)
		return term{"abs(" + x.text + ")", func(e *env) int { return max(x.eval(e), -x.eval(e)) }}
	}
	return g.indexed()
}

func (g *generator) variable() term {
	v := g.vars[g.pick(len(g.vars), "variable")]
	return term{v, func(e *env) int { return *e.vars[v] }}
}

// safe makes of x a term that is fine as an index or divisor, but leaves it as it is now and then.
func (g *generator) safe(x term) term {
	if g.pick(12, "unsafe") == 11 {
		return x
	}
	return term{"(abs(" + x.text + ")%2 + 1)", func(e *env) int { return max(x.eval(e), -x.eval(e))%2 + 1 }}
}

func (g *generator) indexed() term {
	i := g.safe(g.variable())
	if g.pick(2, "array") == 0 {
		return term{"arr[" + i.text + "]", func(e *env) int {
			at := i.eval(e)
			if at < 0 || at >= len(e.arr) {
				panic(errIndex)
			}
			return e.arr[at]
		}}
	}
	return term{"s[" + i.text + "-1]", func(e *env) int {
		at := i.eval(e) - 1
		if at < 0 || at >= len(*e.slice) {
			panic(errIndex)
		}
		return (*e.slice)[at]
	}}
}

func (g *generator) condition(depth int) condition {
	if depth > 0 {
		switch g.pick(4, "condition") {
		case 0:
			c, d := g.condition(depth-1), g.condition(depth-1)
			return condition{"(" + c.text + " && " + d.text + ")", func(e *env) bool { return c.eval(e) && d.eval(e) }}
		case 1:
			c, d := g.condition(depth-1), g.condition(depth-1)
			return condition{"(" + c.text + " || " + d.text + ")", func(e *env) bool { return c.eval(e) || d.eval(e) }}
		}
	}
	x, y := g.term(1), g.term(1)
	if g.pick(2, "comparison") == 0 {
		return condition{x.text + " < " + y.text, func(e *env) bool { return x.eval(e) < y.eval(e) }}
	}
	return condition{x.text + " == " + y.text, func(e *env) bool { return x.eval(e) == y.eval(e) }}
}
