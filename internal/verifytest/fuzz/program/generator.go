package program

import (
	"fmt"
	"strings"
)

// A generator draws a program.
type generator struct {
	*source
	p        *Program
	forms    []form
	t        *structType
	f        *Func
	vars     []*variable
	objects  []object
	held     map[string]string
	fresher  map[string]bool // objects that nobody else knows
	fresh    int
	indent   int
	flaws    int             // mistakes that are left to make
	calls    int             // calls of the library in expressions
	fuel     int             // statements that are left
	loops    int             // around the statement
	literal  int             // function literals around the statement
	late     []string        // statements after the last region
	costly   int             // statements that cost the solver much
	early    bool            // some return is not the last
	unlocks  [][2]string     // locks, and the verb, that a return has to give back
	locked   map[string]bool // locks that are taken
	helpers  map[string]bool
	theme    []string          // if not nil: the table of small statements of which most of the program is drawn
	world    []string          // functions of the program that every object of the driver rests on
	designed map[string]string // bodies of the functions of the kit's types
	kits     int               // one statement of so many is of the kit
}

func draw(s *source) *Program {
	g := &generator{source: s, p: &Program{}, forms: forms(), helpers: map[string]bool{}}
	g.flaws = []int{0, 1, 1, 2}[g.pick(4)]
	g.t = g.drawStruct()
	g.p.types = []*structType{g.t}
	g.kits = 4
	switch g.pick(8) {
	case 6: // what few statements are about is met by mistakes in what others are about too seldom
		tables := smallTables()
		g.theme = tables[g.pick(len(tables))]
	case 7:
		g.kits = 2
	}
	if g.designed != nil {
		g.kits = 2
	}
	for range 1 + g.pick(3) {
		g.function()
	}
	if g.designed != nil {
		g.prune()
	}
	g.p.Choices = s.trace
	return g.p
}

// start begins a function; what is emitted from here on is its body.
func (g *generator) start(f *Func) {
	f.symbolic, f.modified = map[string]string{}, map[string]bool{}
	g.f, g.vars, g.objects, g.held = f, nil, nil, map[string]string{}
	g.fresher, g.fresh, g.indent, g.loops, g.literal, g.early, g.locked, g.late = map[string]bool{}, 0, 1, 0, 0, false, map[string]bool{}, nil
	g.fuel, g.calls, g.costly = 2+g.pick(4), 1, 0
	f.calls = append(f.calls, g.world...)
	for _, p := range f.params {
		v := g.known(p.name, p.typ)
		v.sym, v.outer = p.name, true
		if p.typ == "*T@" {
			g.objects = append(g.objects, object{p.name, g.t})
		}
	}
	if f.recv != "" {
		g.objects = append([]object{{"c", g.t}}, g.objects...)
	}
	g.p.Funcs = append(g.p.Funcs, f)
}

// helper adds a declaration to the program, once.
func (g *generator) helper(name, text string) string {
	if !g.helpers[name] {
		g.helpers[name] = true
		g.p.decls = append(g.p.decls, text)
	}
	return name
}

// numbered gives the names of the program its number.
func numbered(text, number string) string { return strings.ReplaceAll(text, "@", number) }

func indented(n int, text string) string {
	return fmt.Sprintf("%s%s\n", strings.Repeat("\t", n), text)
}
