package program

import (
	_ "embed"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// Runtime is the Go file, without package clause, that drivers share: random arguments, the schedule of calls, reports.
//
//go:embed runtime.go.txt
var Runtime string

// Explored is the Go file, without package clause, that tests for exploration share, beside Runtime.
//
//go:embed explored.go.txt
var Explored string

// Driver is the code that runs the functions of the program with the number, by their index in Funcs. Callers are the
// functions that may be called.
func (p *Program) Driver(number string, mode Mode, callers []int) string {
	var b strings.Builder
	t := p.types[0]
	if strings.Contains(p.Source("", Checked), "type node ") {
		b.WriteString("func _node@(_r *_rnd) *node@ {\nif _r.pick(3) == 0 {\nreturn nil\n}\nreturn &node@{key: _r.int(), next: &node@{}}\n}\n")
	}
	b.WriteString("func _new@(_r *_rnd) *T@ {\n_t := &T@{\n")
	for _, f := range t.fields {
		if f.init != "" {
			fmt.Fprintf(&b, "%s: %s,\n", f.name, f.init)
		}
	}
	b.WriteString("}\n")
	for _, f := range t.fields {
		if f.after != "" {
			b.WriteString("_t." + f.after + "\n")
		}
	}
	b.WriteString("return _t\n}\n\nfunc _show@(c *T@) []any {\nreturn []any{")
	for _, f := range t.fields {
		if f.show != "" {
			b.WriteString(strings.ReplaceAll(f.show, "%s", "c."+f.name) + ", ")
		}
	}
	b.WriteString("}\n}\n\ntype _w@ struct {\nc, d *T@\n_s _shared\n}\n\n")
	b.WriteString("func (_w *_w@) show() string { return fmt.Sprint(_show@(_w.c), _show@(_w.d)) }\n\n")
	b.WriteString(t.watching(mode))
	b.WriteString("func (_w *_w@) op(_k int, _r *_rnd, _alone bool) string {\nc, d := _w.c, _w.d\nif _r.pick(3) == 0 {\nc, d = d, c\n}\nif _r.pick(6) == 0 {\nd = c\n}\n_, _ = c, d\nswitch _k {\n")
	for n, k := range callers {
		fmt.Fprintf(&b, "case %d:\n%s", n, p.Funcs[k].operation(t))
	}
	b.WriteString("}\nreturn \"\"\n}\n\nfunc init() {\n_programs = append(_programs, _program{@, func(_r *_rnd) _world { return &_w@{c: _new@(_r), d: _new@(_r), _s: _share(_r)} }, []_func{")
	for _, k := range callers {
		f := p.Funcs[k]
		fmt.Fprintf(&b, "{%q, %t, %t, %t, %t},\n", f.Name, f.Exact && !f.Spawns && !f.Waits, f.Waits, f.Spawns, f.Sleeps)
	}
	b.WriteString("}})\n}\n")
	return numbered(b.String(), number)
}

// Callable reports whether a driver can call the function: it can tell whether what it requires holds, and it is not left with
// locks that the function keeps for its caller, as those that are not exported may.
func (f *Func) Callable() bool {
	if !ast.IsExported(f.Name) && slices.ContainsFunc(f.body, func(l line) bool { return strings.Contains(l.text, "Lock") }) {
		return false
	}
	for _, c := range f.contract {
		if c.verb == "requires" || c.verb == "panics_if" {
			if _, ok := runCondition(c.text, 0); !ok {
				return false
			}
		}
	}
	return true
}

// panics is where the function may panic, as Go; empty if nowhere.
func (f *Func) panics() string {
	var all []string
	for _, c := range f.contract {
		if cond, ok := runCondition(c.text, 0); c.verb == "panics_if" && ok {
			all = append(all, cond.text)
		}
	}
	return strings.Join(all, " || ")
}

// operation calls the function once, and checks its contract if nothing else runs.
func (f *Func) operation(t *structType) string {
	var b strings.Builder
	args := make([]string, len(f.params))
	for n, p := range f.params {
		args[n] = p.name
		if p.typ != "*T@" {
			fmt.Fprintf(&b, "%s := %s\n_ = %s\n", p.name, argument(p.typ), p.name)
		}
	}
	for _, c := range f.contract {
		if cond, ok := runCondition(c.text, 0); c.verb == "requires" && ok {
			fmt.Fprintf(&b, "if !(%s) {\nreturn \"\"\n}\n", cond.text)
		}
	}
	if p := f.panics(); p != "" {
		fmt.Fprintf(&b, "_may := %s\n", p)
	}
	var ensures []string
	olds := 0
	remember := func(text string) (string, bool) {
		cond, ok := runCondition(text, olds)
		for n, e := range cond.olds {
			fmt.Fprintf(&b, "var _o%d %s\nif _alone {\n_o%d = _copied(%s)\n}\n", olds+n, oldType(t, e), olds+n, e)
		}
		olds += len(cond.olds)
		return cond.text, ok
	}
	check := func(cond, text string) {
		ensures = append(ensures, fmt.Sprintf("if !(%s) {\n_fail(@, %q, \"ensures\", %q)\n}\n", cond, f.Name, text))
	}
	modifies, framed, spec := "", false, ""
	var actions []string // what each ensures
	for _, c := range f.contract {
		switch c.verb {
		case "performs":
			spec, framed = c.text, true
		case "action":
			actions = append(actions, "true")
		case "ensures", "run":
			framed = true
			if cond, ok := remember(c.text); ok && (spec == "" || c.verb == "run") {
				check(cond, c.text)
			} else if ok {
				actions[len(actions)-1] += " && " + cond
			}
		case "modifies":
			framed = true
			modifies += ", " + c.text + ","
		}
	}
	if spec != "" && !strings.ContainsAny(spec, ";*(") && !strings.Contains(spec, "skip") { // one of them
		check("("+strings.Join(actions, ") || (")+")", spec)
	}
	b.WriteString("_bc, _bd := _texts(_alone, _show@, c), _texts(_alone, _show@, d)\n")
	call := fmt.Sprintf("%s(%s)", f.Name, strings.Join(args, ", "))
	if f.recv != "" {
		call = "c." + call
	}
	var results []string
	for n := range f.results {
		results = append(results, fmt.Sprintf("_r%d", n))
	}
	if len(results) > 0 {
		for n, r := range f.results {
			fmt.Fprintf(&b, "var %s %s\n", results[n], r.typ)
		}
		call = strings.Join(results, ", ") + " = " + call
	}
	if f.panics() != "" {
		b.WriteString("_panicked := false\nfunc() {\ndefer func() {\n_panicked = _may && recover() != nil\n}()\n" + call + "\n}()\n")
	} else {
		b.WriteString("const _panicked = false\n" + call + "\n")
	}
	if f.Spawns {
		b.WriteString("_settle()\n")
	}
	b.WriteString("if _alone {\n")
	exported := ast.IsExported(f.Name)
	for _, f := range t.fields {
		if exported && (f.typ == "sync.Mutex" || f.typ == "sync.RWMutex") { // others may keep a lock for their caller
			fmt.Fprintf(&b, "_free(@, 0, &c.%s)\n_free(@, 0, &d.%s)\n", f.name, f.name)
		}
	}
	if len(ensures) > 0 {
		b.WriteString("if !_panicked {\n" + strings.Join(ensures, "") + "}\n")
	}
	if framed || slices.Contains(f.contract, clause{"atomic", ""}) && f.panics() != "" {
		b.WriteString("if c != d {\n")
		at := 0
		for _, fd := range t.fields {
			if fd.show == "" {
				continue
			}
			for _, o := range []string{"c", "d"} {
				cond := "_panicked" // then nothing has happened
				if framed && !strings.Contains(modifies, ", "+o+"."+fd.name+",") && !strings.Contains(modifies, ", "+o+"."+fd.name+".") && !strings.Contains(modifies, ", "+o+"."+fd.name+"[") {
					cond = "true"
				}
				fmt.Fprintf(&b, "if %s {\n_same(@, %q, %q, _b%s, %d, _show@(%s))\n}\n", cond, f.Name, o+"."+fd.name, o, at, o)
			}
			at++
		}
		b.WriteString("}\n")
	}
	b.WriteString("}\n_, _, _ = _bc, _bd, _panicked\n")
	for n := range olds {
		fmt.Fprintf(&b, "_ = _o%d\n", n)
	}
	fmt.Fprintf(&b, "return fmt.Sprint(%s)\n", strings.Join(results, ", "))
	return b.String()
}

// oldType is the type of a place that an annotation speaks of.
func oldType(t *structType, place string) string {
	switch {
	case strings.HasPrefix(place, "len("):
		return "int"
	case strings.HasPrefix(place, "_has("):
		return "bool"
	}
	_, name, _ := strings.Cut(strings.TrimSuffix(place, ".Load()"), ".")
	for _, f := range t.fields {
		if f.name == name {
			switch f.typ {
			case "atomic.Int64":
				return "int64"
			case "atomic.Uint32":
				return "uint32"
			case "atomic.Bool":
				return "bool"
			}
			return f.typ
		}
	}
	return "any"
}

// argument is an expression for a random argument.
func argument(typ string) string {
	switch typ {
	case "*§Open@":
		return "Shared@"
	case "[]int":
		return "_w._s.ints(_r)"
	case "[]byte":
		return "_w._s.bytes(_r)"
	case "map[string]int":
		return "_w._s.table(_r)"
	case "string":
		return "_r.str()"
	case "bool":
		return "_r.pick(2) == 0"
	case "float64":
		return "_r.float()"
	case "error":
		return "_r.err()"
	case "any":
		return "_r.any()"
	}
	return typ + "(_r.bits())"
}
