package program

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// function draws a function of the program.
func (g *generator) function() {
	if g.designed == nil && g.chance(6) && g.performing() {
		return
	}
	if g.designed == nil && g.chance(16) {
		g.goAbroad()
		return
	}
	f := &Func{Name: fmt.Sprintf("M%d", len(g.p.Funcs)+1), recv: "T@", Exact: true}
	plan := g.pick(12)
	switch plan {
	case 8, 9: // of values alone
		f.recv, f.Name = "", fmt.Sprintf("f%d_@", len(g.p.Funcs)+1)
	case 10:
		f.params = append(f.params, param{"d", "*T@"})
	case 11:
		f.recv, f.Name = "", fmt.Sprintf("f%d_@", len(g.p.Funcs)+1)
		f.params = append(f.params, param{"c", "*T@"})
	}
	f.params = append(f.params, param{"i", integers[g.pick(len(integers))]})
	for n := range g.pick(3) {
		typ := g.oneOf("int", "[]int", "string", "[]byte", "uint8", "map[string]int", "bool", "int64", "float64", "uint", "int8", "error", "any")
		f.params = append(f.params, param{fmt.Sprintf("x%d", n), typ})
	}
	for n := range g.pick(3) {
		typ := g.oneOf("int", "int", "string", "uint8", "bool", "int64", "[]int", "error", "uint")
		f.results = append(f.results, param{fmt.Sprintf("r%d", n), typ})
	}
	named := g.chance(5)
	g.start(f)
	g.require()
	if named {
		for n := range f.results {
			f.results[n].name = fmt.Sprintf("res%d", n)
			g.vars = append(g.vars, &variable{name: f.results[n].name, typ: f.results[n].typ, outer: true})
		}
	} else {
		for n := range f.results {
			f.results[n].name = ""
		}
	}
	g.statements(g.pick(2))
	regions := 1
	if len(g.objects) == 0 {
		regions = 0
	} else {
		regions = []int{1, 1, 1, 1, 1, 2, 2, 0}[g.pick(8)]
	}
	optimistic := g.chance(2)
	for n := range regions {
		if n > 0 && !optimistic {
			g.changed()
		}
		g.region(g.objects[g.pick(len(g.objects))], n == regions-1, func() { g.statements(1 + g.pick(2)) })
	}
	if regions == 0 || g.chance(3) {
		g.statements(1 + g.pick(2))
	}
	if g.designed != nil && g.pick(4) > 0 { // what the program is about
		g.kitted()
	}
	for _, text := range g.late {
		if names := localName.FindString(text); g.inScope(names) {
			g.emit("%s", text)
		}
	}
	syms := g.finalReturn()
	g.leave(0)
	g.contract(syms)
}

// require draws what the function requires of its parameters.
func (g *generator) require() {
	if !g.chance(3) {
		return
	}
	i := g.f.params[len(g.f.params)-1]
	for _, p := range g.f.params {
		if p.name == "i" {
			i = p
		}
	}
	var texts []string
	texts = append(texts, "0 <= i && i < 4", "i > 0", "i != 0", "i <= 100 && i >= 1")
	for _, p := range g.f.params {
		switch p.typ {
		case "[]int", "[]byte", "string":
			texts = append(texts, "len("+p.name+") > 0")
			if i.typ == "int" {
				texts = append(texts, "0 <= i && i < len("+p.name+")")
			}
			texts = append(texts, "0 <= i && int(i) < len("+p.name+")")
		case "map[string]int":
			texts = append(texts, p.name+" != nil")
		}
	}
	g.f.contract = append(g.f.contract, clause{"requires", texts[g.pick(len(texts))]})
}

// results returns expressions for what the function returns, with their symbolic values.
func (g *generator) resultValues() (texts, syms []string) {
	for _, r := range g.f.results {
		x := g.value(r.typ, 1)
		texts = append(texts, typed(r.typ, x))
		syms = append(syms, x.sym)
	}
	return texts, syms
}

// finalReturn ends the body.
func (g *generator) finalReturn() []string {
	if len(g.f.results) == 0 {
		return nil
	}
	if g.f.results[0].name != "" && g.chance(2) {
		g.emit("return")
		var syms []string
		for _, r := range g.f.results {
			syms = append(syms, g.values()[r.name])
		}
		return syms
	}
	texts, syms := g.resultValues()
	g.emit("return %s", strings.Join(texts, ", "))
	return syms
}

// leaveFunction returns early, after the unlocks that are due.
func (g *generator) leaveFunction() {
	g.early = true
	held := maps.Clone(g.held)
	for _, u := range slices.Backward(g.unlocks) {
		g.unlock(u[0], u[1])
		delete(g.held, u[0])
	}
	if len(g.f.results) == 0 {
		g.emit("return")
	} else {
		texts, _ := g.resultValues()
		g.emit("return %s", strings.Join(texts, ", "))
	}
	g.held = held
}

// contract draws what the function is said to do.
func (g *generator) contract(results []string) {
	f := g.f
	kind := g.pick(6)
	if f.steps && !g.chance(6) {
		kind = 0
	}
	if f.recv == "" && len(g.objects) == 0 && kind == 1 {
		kind = 2
	}
	switch kind {
	case 0, 3:
		f.Exact = false
		return
	case 1, 4:
		f.contract = append(f.contract, clause{"atomic", ""})
		if g.chance(2) {
			g.modifies()
		}
		return
	}
	f.contract = append(f.contract, clause{"atomic", ""})
	for _, path := range sortedKeys(g.locked) {
		if !g.chance(4) {
			f.contract = append(f.contract, clause{"when", path + " == free"})
		}
	}
	known := g.modifies()
	ensured := false
	if !g.early {
		for _, path := range sortedKeys(f.modified) {
			if sym := f.symbolic[path]; sym != "" && len(sym) < 120 {
				f.contract = append(f.contract, clause{"ensures", path + " == " + g.wrong(sym)})
				ensured = true
			} else {
				known = false
			}
		}
		for n, sym := range results {
			if sym == "" || len(sym) >= 120 {
				known = false
				continue
			}
			name := "result"
			if len(results) > 1 {
				name = fmt.Sprintf("result.%d", n)
			}
			f.contract = append(f.contract, clause{"ensures", name + " == " + g.wrong(sym)})
			ensured = true
		}
	} else {
		known = false
	}
	if !ensured {
		if g.chance(2) && len(f.results) == 1 && f.results[0].typ == "int" {
			f.contract = append(f.contract, clause{"ensures", "result " + g.oneOf(">=", "<", "!=") + " " + g.oneOf("0", "-1", "1000")})
			f.Exact = false
			return
		}
		return // atomic, without ensures
	}
	f.Exact = f.Exact && known
}

// wrong is the term, or another.
func (g *generator) wrong(sym string) string {
	if symbolic(sym) && g.flaw(6) { // Go does not let constants overflow
		return sym + g.oneOf("+1", "&7", "*2")
	}
	return sym
}

// modifies lists what the function changes; false if it leaves something out.
func (g *generator) modifies() bool {
	paths := sortedKeys(g.f.modified)
	if len(paths) == 0 {
		return true
	}
	if g.flaw(10) {
		paths = paths[1:]
		if len(paths) == 0 {
			return false
		}
	}
	var list []string
	for _, p := range paths {
		list = append(list, p)
		if typ := g.typeOf(p); strings.HasPrefix(typ, "[") {
			list = append(list, p+"[*]")
		}
	}
	g.f.contract = append(g.f.contract, clause{"modifies", strings.Join(list, ", ")})
	return true
}

func sortedKeys(m map[string]bool) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	sort.Strings(all)
	return all
}

var localName = regexp.MustCompile(`v[0-9]+`)

// inScope reports whether the variable still is in scope.
func (g *generator) inScope(name string) bool {
	return slices.ContainsFunc(g.vars, func(v *variable) bool { return v.name == name })
}
