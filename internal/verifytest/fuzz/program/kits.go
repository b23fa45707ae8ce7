package program

import (
	"regexp"
	"strings"
)

// A kit is fields that belong together by what is promised of them, with statements that keep the promise, or nearly.
type kit struct {
	fields                  []fieldKind // guard "kit": only the kit's statements use them
	invariants, transitions []string
	helper                  string               // a type that the fields mention
	mutex                   bool                 // the lock has to be a Mutex
	held                    []string             // statements where the object's first lock is held for writing
	free                    []string             // where it is not held
	draw                    func(*generator) kit // if not nil: makes the rest of it
	decls                   string               // the types and functions that the fields need, right or nearly so
	access                  accesses             // what {R:x}, {W:x} and {A:x} stand for
	starts                  bool                 // its statements start goroutines
}

// kits returns the table of kits.
func kits() []kit {
	var all []kit
	for _, table := range [][]kit{relations, transitions, ghosts, handing, handing[:1], nested, quantifiedKits, iterated, lockers, mathematical, contents, regions, regions, regions, takings, takings, designs, designs} {
		all = append(all, table...)
	}
	return all
}

// drawKit adds a kit to the type, or none.
func (g *generator) drawKit(t *structType) {
	if g.pick(3) == 0 {
		return
	}
	all := kits()
	k := all[g.pick(len(all))]
	if k.draw != nil {
		k = k.draw(g)
	}
	if k.mutex && t.fields[0].typ != "sync.Mutex" {
		return
	}
	for _, f := range k.fields {
		t.add(&field{name: f.name, typ: f.typ, guard: "kit", init: f.init, show: f.show, pragma: f.pragma, after: f.after, ghost: f.ghost})
	}
	t.invariants = append(t.invariants, k.invariants...)
	t.transitions = append(t.transitions, k.transitions...)
	t.kit = &k
	if k.helper != "" {
		g.helper(k.helper, helperText(k.helper))
	}
	if k.decls != "" {
		g.p.decls = append(g.p.decls, g.design(k))
	}
}

// kitted draws a statement of the kit.
func (g *generator) kitted() bool {
	if len(g.objects) == 0 || g.t.kit == nil {
		return false
	}
	o := g.objects[g.pick(len(g.objects))]
	texts := g.t.kit.free
	if g.holds(o.name+".mu", true) || g.fresher[o.name] {
		texts = g.t.kit.held
	} else if _, read := g.held[o.name+".mu"]; read || g.literal > 0 || len(texts) == 0 {
		if !g.flaw(4) {
			return false
		}
		texts = g.t.kit.held
	}
	if len(texts) == 0 {
		return false
	}
	text := texts[g.pick(len(texts))]
	if g.t.kit.draw != nil || g.t.kit.decls != "" {
		g.f.Exact, g.f.steps = false, true // goroutines of its own change what it is about
		spawns := g.t.kit.starts
		if spawns && (g.loops > 0 || g.literal > 0) {
			return false
		}
		g.f.Spawns = g.f.Spawns || spawns
		text = g.accessed(g.spread(text), g.t.kit.access)
		g.f.calls = append(g.f.calls, g.mentioned(text)...)
	}
	if strings.Contains(text, ".mu.Lock()") && !strings.HasPrefix(text, "⟨") {
		g.locked[o.name+".mu"] = true
	}
	g.snippet(strings.ReplaceAll(text, "{o}", o.name))
	for _, f := range g.t.kit.fields {
		if writes(text, f.name) && !f.ghost {
			g.assigned(o.name+"."+f.name, "")
		}
	}
	return true
}

// writes reports whether a statement of a kit may change the field.
func writes(text, name string) bool {
	return regexp.MustCompile(`\{o\}\.`+name+`(\[[^\]]*\]|\.v)*(, \{o\}\.\w+)* *(=[^=]|\+\+|--|\+=|-=|\.Store|\.Add|\.CompareAndSwap|\.Swap)|clear\(\{o\}\.`+name+`\)|delete\(\{o\}\.`+name).MatchString(text) ||
		regexp.MustCompile(`, \{o\}\.`+name+` =`).MatchString(text)
}

var (
	alternatives = regexp.MustCompile(`(?s)⟨[^⟨⟩]*⟩`)
	either       = regexp.MustCompile(`\[\[[^\]]*\]\]`)
	inexact      = regexp.MustCompile(`Wait\(\)|TryR?Lock|<-|\.spare\.|\.word\.|range .*\.(m[mt]|itm|tbl|idx)\b|maps\.(All|Keys|Values)|go func`) // what it comes to depends on more than what it finds
	ownNames     = regexp.MustCompile(`\{v[0-9]\}`)
)

// snippet emits lines. In them ⟨a¦b⟩ is a, or b by mistake; [[a|b]] is either; {v1} is a new name; other holes are arguments as those of
// calls of the library. What begins with assert, set or invariant is an annotation.
func (g *generator) snippet(text string) {
	text = either.ReplaceAllStringFunc(text, func(s string) string {
		return g.oneOf(strings.Split(s[2:len(s)-2], "|")...)
	})
	text = g.alternative(text)
	g.f.Sleeps = g.f.Sleeps || strings.Contains(text, ".cv.Wait()")
	g.f.Exact = g.f.Exact && !inexact.MatchString(text)
	names := map[string]string{}
	text = ownNames.ReplaceAllStringFunc(text, func(s string) string {
		if names[s] == "" {
			names[s] = g.name()
		}
		return names[s]
	})
	for _, line := range strings.Split(g.fill(text), "\n") {
		switch {
		case line == "":
		case strings.HasPrefix(line, "assert "):
			g.add(assertion, strings.TrimPrefix(line, "assert "))
		case strings.HasPrefix(line, "set "):
			g.add(ghostSet, strings.TrimPrefix(line, "set "))
		case strings.HasPrefix(line, "invariant "):
			g.add(loopInvariant, strings.TrimPrefix(line, "invariant "))
		case strings.HasPrefix(line, "}"), strings.HasPrefix(line, "case "), strings.HasPrefix(line, "default:"), strings.HasPrefix(line, "//"):
			g.raw("%s", line)
		default:
			g.emit("%s", line)
		}
	}
	g.changed()
}
