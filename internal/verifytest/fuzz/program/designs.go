package program

import (
	"fmt"
	"go/format"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// designs are small types with functions of their own, of which the struct has an object: event loops, futures, what is
// made once, options. Their functions are drawn as well. What they keep is drawn from a table (states.go), and so is
// what is done to it, in the right place and in others.
var designs = []kit{
	{draw: confining}, {draw: confining}, {draw: literalLoop}, {draw: makingOnce}, {draw: makingOnce}, {draw: awaiting}, {draw: promising}, {draw: forking},
	{draw: boxing}, {draw: listing}, {draw: optional}, {draw: optional}, {draw: swapping}, {draw: carrying},
}

// design is the text of a kit's types and functions. All that the program's objects are made by must be verified, and
// so must what a function of the program calls.
func (g *generator) design(k kit) string {
	text := indentedCode(g.accessed(g.spread(k.decls), k.access))
	g.designed = map[string]string{}
	for _, m := range wholeFunction.FindAllString(text, -1) {
		g.designed[fullName(m)] = m[strings.Index(m, "{\n"):]
	}
	for _, f := range k.fields {
		g.world = append(g.world, g.mentioned(f.init)...)
	}
	return text
}

// indentedCode is declarations as gofmt writes them.
func indentedCode(text string) string {
	const letter = "ǂ" // in place of what no name has
	out, err := format.Source([]byte(strings.ReplaceAll(text, "@", letter)))
	if err != nil {
		panic(fmt.Sprintf("design: %v in\n%s", err, text))
	}
	return strings.ReplaceAll(string(out), letter, "@")
}

// prune leaves out the functions of the design that nothing calls: to check them would take most of the time.
func (g *generator) prune() {
	needed := map[string]bool{}
	for _, f := range g.p.Funcs {
		for _, name := range f.calls {
			needed[name] = true
		}
	}
	for n, d := range g.p.decls {
		g.p.decls[n] = wholeFunction.ReplaceAllStringFunc(d, func(text string) string {
			name := fullName(text)
			if _, of := g.designed[name]; of && !needed[name] {
				return ""
			}
			return text
		})
	}
}

// fullName is the name of the function that a text declares, as reports have it.
func fullName(text string) string {
	d := declared.FindStringSubmatch(text)
	if d[1] != "" {
		return "(" + d[1] + ")." + d[2]
	}
	return d[2]
}

// wholeFunction is a function declaration.
var wholeFunction = regexp.MustCompile(`(?ms)^func .*?^}$`)

// mentioned are the functions of the design that the text names, and those that they name.
func (g *generator) mentioned(text string) []string {
	seen := map[string]bool{}
	var visit func(string)
	visit = func(text string) {
		for _, name := range slices.Sorted(maps.Keys(g.designed)) {
			short := name[strings.LastIndex(name, ".")+1:]
			if strings.HasPrefix(name, "(") {
				short = "." + short
			}
			if !seen[name] && regexp.MustCompile(regexp.QuoteMeta(short)+`([^\w@]|$)`).MatchString(text) {
				seen[name] = true
				visit(g.designed[name])
			}
		}
	}
	visit(text)
	return slices.Sorted(maps.Keys(seen))
}

// spread chooses among [[a|b]] and ⟨right¦wrong⟩. At most one mistake is made, with the same chance in each place.
func (g *generator) spread(text string) string {
	text = either.ReplaceAllStringFunc(text, func(s string) string {
		return g.oneOf(strings.Split(s[2:len(s)-2], "|")...)
	})
	all := alternatives.FindAllStringIndex(text, -1)
	if len(all) == 0 {
		return text
	}
	wrong := -1
	if g.flaws > 0 && g.pick(3) > 0 {
		g.flaws--
		wrong = g.pick(len(all))
	}
	var b strings.Builder
	at := 0
	for n, span := range all {
		choices := strings.Split(strings.Trim(text[span[0]:span[1]], "⟨⟩"), "¦")
		chosen := choices[0]
		if n == wrong {
			chosen = choices[1+g.pick(len(choices)-1)]
		}
		b.WriteString(text[at:span[0]] + chosen)
		at = span[1]
	}
	b.WriteString(text[at:])
	return b.String()
}

// accesses are what may be done to an object's parts, {p} being the object.
type accesses struct{ reads, writes []string }

var accessHole = regexp.MustCompile(`\{([RWA]):(\{v[0-9]\}|[\w.{}]+?)\}`)

// accessed fills {R:x} with something that reads parts of x, {W:x} with something that writes some, and {A:x} with either.
func (g *generator) accessed(text string, of accesses) string {
	return accessHole.ReplaceAllStringFunc(text, func(s string) string {
		m := accessHole.FindStringSubmatch(s)
		from := map[string][]string{"R": of.reads, "W": of.writes, "A": slices.Concat(of.writes, of.reads)}[m[1]]
		if len(from) == 0 {
			return "_ = " + m[2]
		}
		return strings.ReplaceAll(from[g.pick(len(from))], "{p}", m[2])
	})
}

// Designed reports whether the program has such a type.
func (p *Program) Designed() bool { return p.types[0].kit != nil && p.types[0].kit.decls != "" }
