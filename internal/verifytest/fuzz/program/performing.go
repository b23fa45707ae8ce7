package program

import (
	"cmp"
	"slices"
	"strings"
)

// A performer is a function with a contract of several steps, or of one that is more than its ensures can tell of values. In its
// texts {f} is a field that the lock mu guards, an int unless the performer says another type; else they are snippets.
type performer struct {
	of       string  // the field's type, if it is none of int
	params   []param // beside i
	result   string  // may be empty
	contract string  // clauses, one a line; what begins with run is checked at run time alone
	body     string
	exact    bool // it is atomic, and comes to what it says
}

var performers = []performer{
	{
		result: "bool",
		contract: "performs Refused [] Paid\naction Refused\nwhen c.mu == free\nensures {f} < int(i) && !result\n" +
			"action Paid\nwhen c.mu == free\nmodifies {f}\nensures ⟨result && old({f}) >= int(i)¦old({f}) > int(i)⟩ && {f} == old({f})-int(i)",
		body: "c.mu.Lock()\ndefer c.mu.Unlock()\nif {f} < int(i) {\nreturn ⟨false¦true⟩\n}\n⟨¦c.mu.Unlock()\nc.mu.Lock()⟩\n{f} ⟨-=¦+=⟩ int(i)\nreturn true",
	},
	{
		result:   "bool",
		contract: "performs Refused [] Set\naction Refused\nensures !result\naction Set\nmodifies {f}\nensures {f} == int(i) && result⟨¦ && old({f}) != int(i)⟩",
		body:     "c.mu.Lock()\n⟨if {f} > 5 {\nc.mu.Unlock()\nreturn false\n}¦⟩\n{f} = int(i)\n⟨¦{f}++\n{f}--⟩\nc.mu.Unlock()\nreturn true",
	},
	{
		result:   "int",
		contract: "performs Add ; Look\naction Add\nwhen c.mu == free\nmodifies {f}\nensures {f} == old({f})+1\naction Look\nwhen c.mu == free\nensures result == {f}\nrun result == {f}",
		body:     "c.mu.Lock()\n{f}++\n⟨c.mu.Unlock()\nc.mu.Lock()¦⟩\n{v1} := {f}\nc.mu.Unlock()\nreturn ⟨{v1}¦{v1} + 1⟩",
	},
	{
		result:   "int",
		contract: "performs Add*\naction Add\nmodifies {f}\nensures {f} == old({f})+1",
		body:     "for range int(i) & 3 {\nc.mu.Lock()\n{f} += ⟨1¦2¦int(i) & 1⟩\n⟨c.mu.Unlock()¦{f}++\nc.mu.Unlock()⟩\n}\nreturn 0",
	},
	{
		result:   "bool",
		contract: "performs Lost [] Double\naction Lost\nensures !result\naction Double\nmodifies {f}\nensures result && {f} == old({f})*2",
		body:     "c.mu.Lock()\n{v1} := {f}\nc.mu.Unlock()\nc.mu.Lock()\ndefer c.mu.Unlock()\n⟨if {f} != {v1} {\nreturn false\n}¦⟩\n{f} = {v1} * 2\nreturn true",
	},
	{
		result:   "int",
		contract: "atomic\nmodifies {f}\nensures {f} == old({f})+1 && result == {f}",
		body:     "for {\nc.mu.Lock()\n{v1} := {f}\nc.mu.Unlock()\nc.mu.Lock()\nif ⟨{f} == {v1}¦{f} >= {v1}¦true⟩ {\n{f} = {v1} + 1\nc.mu.Unlock()\nreturn {v1} + 1\n}\nc.mu.Unlock()\n}",
		exact:    true,
	},
	{
		result:   "int",
		contract: "atomic\nwhen c.mu == free\nmodifies {f}\nensures ({f} == int(i) || {f} == old({f})) && {f} >= old({f}) && {f} >= ⟨int(i)¦3⟩ && result == old({f})",
		body:     "c.mu.Lock()\ndefer c.mu.Unlock()\ndefer func() {\n{f} = max({f}, int(i))\n}()\nreturn {f}",
		exact:    true,
	},
	{
		result:   "int",
		contract: "atomic\nensures result == twice@(int(i))⟨¦+1⟩",
		body:     "{v1} := int(i)\nreturn {v1} ⟨<< 1¦<< 2⟩",
		exact:    true,
	},
	{
		result:   "int",
		contract: "performs skip*",
		body:     "c.mu.Lock()\n{v1} := {f}\n⟨¦{f}++⟩\nc.mu.Unlock()\nc.mu.Lock()\n⟨¦{f} = {v1}⟩\n{v1} += {f}\nc.mu.Unlock()\nreturn {v1}",
	},
	{
		result:   "int",
		contract: "performs (Up [] Down) ; Look\naction Up\nmodifies {f}\nensures {f} == old({f})+1\naction Down\nmodifies {f}\nensures {f} == old({f})-1\naction Look\nensures result == {f}\nrun result == {f}",
		body:     "c.mu.Lock()\nif i > 1 {\n{f}++\n} else {\n{f}--\n}\nc.mu.Unlock()\nc.mu.Lock()\ndefer c.mu.Unlock()\nreturn {f} ⟨+¦-⟩ 0⟨¦ + 1⟩",
	},
}

// performing draws a function from the table; false if the type has no int for it.
func (g *generator) performing() bool {
	all := slices.Concat(performers, overAll, documented)
	p := all[g.pick(len(all))]
	place, ok := "", true
	if strings.Contains(p.body+p.contract, "{f}") {
		place, ok = g.performed(cmp.Or(p.of, "int"))
	}
	if !ok || len(g.t.invariants)+len(g.t.transitions) > 0 && place != "" {
		return false
	}
	f := &Func{Name: "M" + string(rune('1'+len(g.p.Funcs))), recv: "T@", Exact: true}
	f.params = []param{{"i", integers[g.pick(4)]}}
	f.params = append(f.params, p.params...)
	if p.result != "" {
		f.results = []param{{"", p.result}}
	}
	g.start(f)
	g.helper("twice@", "//calvin:pure\nfunc twice@(n int) int { return n + n }\n")
	if strings.Contains(p.contract, "twice@") {
		g.calling("twice@")
	}
	if strings.Contains(p.body, "half@") {
		g.need("half@", panickingHelpers["half@"])
	}
	g.snippet(strings.ReplaceAll(p.body, "{f}", place))
	if place != "" {
		f.modified[place] = true
	}
	for _, line := range strings.Split(g.alternative(strings.ReplaceAll(p.contract, "{f}", place)), "\n") {
		verb, text, _ := strings.Cut(line, " ")
		f.contract = append(f.contract, clause{verb, text})
	}
	f.Exact = p.exact
	return true
}

// performed chooses a field of the type that the lock mu guards.
func (g *generator) performed(typ string) (string, bool) {
	for _, f := range g.t.has(typ) {
		if f.guard == "mu" && strings.HasSuffix(f.pragma, "by mu") {
			return "c." + f.name, true
		}
	}
	return "", false
}

// alternative chooses among ⟨right¦wrong⟩.
func (g *generator) alternative(text string) string {
	return alternatives.ReplaceAllStringFunc(text, func(s string) string {
		all := strings.Split(strings.TrimSuffix(strings.TrimPrefix(s, "⟨"), "⟩"), "¦")
		if g.flaw(3) {
			return all[1+g.pick(len(all)-1)]
		}
		return all[0]
	})
}
