package program

import (
	"fmt"
	"go/format"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// A Mode says what a source text is for.
type Mode int

const (
	Checked Mode = iota // with assertions as annotations
	Run                 // with assertions as calls of the driver's, and places where others may run
)

// Source is the program's text with a number for its names, without package clause and imports.
func (p *Program) Source(number string, mode Mode) string { return p.source(number, mode, p.Funcs) }

// Runnable is the text, as it is run, with those functions alone that callers need, by their index in Funcs.
func (p *Program) Runnable(number string, callers []int) string {
	needed := map[string]bool{}
	for _, k := range callers {
		needed[p.Funcs[k].FullName(number)] = true
		for _, name := range p.Reaches(p.Funcs[k], number) {
			needed[name] = true
		}
	}
	var funcs []*Func
	for _, f := range p.Funcs {
		if needed[f.FullName(number)] {
			funcs = append(funcs, f)
		}
	}
	return p.source(number, Run, funcs)
}

func (p *Program) source(number string, mode Mode, funcs []*Func) string {
	var b strings.Builder
	all := strings.Join(p.decls, "\n")
	for _, t := range p.types {
		text := t.text(mode)
		for _, h := range helpers {
			if strings.Contains(text, h.name) && !strings.Contains(all, "type "+h.name+" struct") {
				all += h.text
				b.WriteString(h.text)
			}
		}
		b.WriteString(text)
	}
	for _, d := range p.decls {
		b.WriteString("\n" + d)
	}
	asserted := 0
	for _, f := range funcs {
		b.WriteString("\n" + f.text(mode, &asserted))
	}
	return numbered(strings.ReplaceAll(b.String(), "§", ""), number)
}

// text is the function's declaration.
func (f *Func) text(mode Mode, asserted *int) string {
	var b strings.Builder
	for _, c := range f.contract {
		if c.verb == "run" {
			continue
		}
		fmt.Fprintf(&b, "//calvin:%s\n", strings.TrimSpace(c.verb+" "+c.text))
	}
	b.WriteString("func ")
	if f.recv != "" {
		fmt.Fprintf(&b, "(c *%s) ", f.recv)
	}
	b.WriteString(f.Name + "(" + list(f.params) + ") ")
	if len(f.results) > 0 {
		b.WriteString("(" + list(f.results) + ") ")
	}
	b.WriteString("{\n")
	for n, l := range f.body {
		text := l.text
		switch l.kind {
		case statement:
			if mode == Run && !strings.HasPrefix(text, "}") {
				text = "_yield()\n" + text
			}
		case assertion:
			if mode == Run {
				*asserted++
				text = runAssertion(*asserted, text)
			} else {
				text = "//calvin:assert " + text
				if n+1 == len(f.body) {
					text += "\n_ = 0" // an annotation stands before a statement
				}
			}
		case ghostSet:
			if mode == Run {
				text = runSet(text)
			} else {
				text = "//calvin:set " + text
			}
		case loopInvariant:
			if mode == Run {
				continue
			}
			text = "//calvin:invariant " + text
		}
		b.WriteString(indented(l.indent, text))
	}
	b.WriteString("}\n")
	return b.String()
}

func list(params []param) string {
	var all []string
	for _, p := range params {
		all = append(all, strings.TrimSpace(p.name+" "+p.typ))
	}
	return strings.Join(all, ", ")
}

// imported are the packages that programs use, by what stands before the dot.
var imported = map[string]string{
	"sync": "sync", "atomic": "sync/atomic", "bytes": "bytes", "strings": "strings", "strconv": "strconv", "fmt": "fmt", "errors": "errors",
	"io": "io", "math": "math", "bits": "math/bits", "slices": "slices", "sort": "sort", "utf8": "unicode/utf8", "unicode": "unicode",
	"cmp": "cmp", "maps": "maps", "list": "container/list", "big": "math/big", "bufio": "bufio", "rand": "math/rand/v2", "time": "time",
	"context": "context", "json": "encoding/json", "os": "os", "path": "path", "html": "html", "binary": "encoding/binary",
	"regexp": "regexp", "runtime": "runtime", "flag": "flag", "testing": "testing",
}

// Imports lists the packages that programs may import.
func Imports() []string { return slices.Sorted(maps.Values(imported)) }

var qualified = regexp.MustCompile(`\b([a-z0-9]+)\.[A-Z]`)

// File is a Go file of the texts.
func File(pkg string, texts ...string) ([]byte, error) {
	body := strings.Join(texts, "\n")
	needed := map[string]bool{}
	for _, m := range qualified.FindAllStringSubmatchIndex(body, -1) {
		name := body[m[2]:m[3]]
		if m[2] > 0 && body[m[2]-1] == '.' {
			continue
		}
		if path, ok := imported[name]; ok {
			needed[path] = true
		} else if strings.HasPrefix(name, "checked") { // of another batch package
			needed["fuzz/"+name] = true
		}
	}
	var paths []string
	for p := range needed {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	var b strings.Builder
	fmt.Fprintf(&b, "// Code generated for fuzzing. DO NOT EDIT.\n\npackage %s\n\nimport (\n", pkg)
	for _, p := range paths {
		fmt.Fprintf(&b, "%q\n", p)
	}
	b.WriteString(")\n\n" + body)
	src, err := format.Source([]byte(b.String()))
	if err != nil {
		return []byte(b.String()), fmt.Errorf("generated program: %w", err)
	}
	return src, nil
}
