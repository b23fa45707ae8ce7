package program

import (
	"fmt"
	"regexp"
	"strings"
)

// watching is the code that says which invariants and transitions of the two objects fail: since then, and where another
// goroutine may look. It wakes who waits for a condition, too.
func (t *structType) watching(mode Mode) string {
	var b strings.Builder
	b.WriteString("func _broken@(c *T@) string {\n")
	for _, inv := range t.invariants {
		if text, ok := t.condition(inv, "c", mode); ok {
			fmt.Fprintf(&b, "if !(%s) {\nreturn %q\n}\n", text, inv)
		}
	}
	b.WriteString("return \"\"\n}\n\nfunc _since@(c *T@) func() string {\n")
	olds := 0
	var after strings.Builder
	for _, tr := range t.transitions {
		text, ok := t.condition(tr, "c", mode)
		if !ok {
			continue
		}
		cond, ok := runCondition(text, olds)
		if !ok {
			continue
		}
		for n, old := range cond.olds {
			fmt.Fprintf(&b, "_o%d := _copied(%s)\n", olds+n, old)
		}
		olds += len(cond.olds)
		fmt.Fprintf(&after, "if !(%s) {\nreturn %q\n}\n", cond.text, tr)
	}
	b.WriteString("return func() string {\n" + after.String() + "return _broken@(c)\n}\n}\n\n")
	b.WriteString("func (_w *_w@) watch() func() string {\n_c, _d := _since@(_w.c), _since@(_w.d)\nreturn func() string { return _c() + _d() }\n}\n\n")
	b.WriteString("func (_w *_w@) observe() string {\nfor _, c := range []*T@{_w.c, _w.d} {\nif !c.mu.TryLock() {\ncontinue\n}\ns := _broken@(c)\nc.mu.Unlock()\nif s != \"\" {\nreturn s\n}\n}\nreturn \"\"\n}\n\n")
	b.WriteString("func (_w *_w@) wake() {\n")
	for _, f := range t.fields {
		if f.typ == "*sync.Cond" {
			fmt.Fprintf(&b, "_w.c.%s.Broadcast()\n_w.d.%s.Broadcast()\n", f.name, f.name)
		}
	}
	b.WriteString("}\n\n")
	return b.String()
}

// condition is an annotation of the type as Go, about an object; ok is false if Go code cannot tell.
func (t *structType) condition(text, object string, mode Mode) (string, bool) {
	for _, f := range t.fields {
		name := regexp.MustCompile(`\b` + f.name + `\b`)
		if !name.MatchString(text) {
			continue
		}
		if f.ghost && (mode != Run || ghostTypes[f.typ] == "") {
			return "", false
		}
		path := object + "." + f.name
		if strings.HasPrefix(f.typ, "atomic.") {
			path += ".Load()"
		}
		text = name.ReplaceAllString(text, path)
	}
	if strings.Contains(text, "tid") || strings.Contains(text, "free") {
		return "", false
	}
	if strings.Contains(text, "old(") { // runCondition translates it
		return text, true
	}
	return goFormula(text), true
}
