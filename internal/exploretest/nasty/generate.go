// Package nasty generates programs that are hard to rewrite: names that shadow predeclared ones, imports that are
// used in one place, labels and jumps over statements, types without a name. Each package of a program prints what it
// does, so the compiler and a run can show whether the rewriter has kept it.
package nasty

import (
	"cmp"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Program has the files of a module by their names.
type Program struct{ Files map[string]string }

// Generate makes a program of so many packages from a seed.
func Generate(seed uint64, packages int) *Program {
	p := &Program{Files: map[string]string{"go.mod": "module nasty\n\ngo 1.24\n", "out/out.go": outSource}}
	var main strings.Builder
	main.WriteString("package main\n\nimport (\n")
	for i := range packages {
		fmt.Fprintf(&main, "\tp%d \"nasty/p%[1]d\"\n", i)
		g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(i))), program: p, dir: fmt.Sprintf("p%d", i), index: i}
		g.pkg()
	}
	main.WriteString(")\n\nfunc main() {\n")
	for i := range packages {
		fmt.Fprintf(&main, "\tprintln(\"p%d\")\n\tp%[1]d.Run()\n", i)
	}
	main.WriteString("}\n")
	p.Files["main.go"] = main.String()
	return p
}

// outSource is what the generated packages print with.
const outSource = `package out

import "fmt"

// Print prints values.
func Print(args ...any) { fmt.Println(args...) }

// A Hidden value has a type that only this package can name.
type hidden struct{ N int }

// Add is a method of a type without a name elsewhere.
func (h *hidden) Add(n int) int { h.N += n; return h.N }

// New makes one.
func New() *hidden { return &hidden{1} }

// Value has a type that only this package can name.
var Value = hidden{2}
`

// A generator makes one package.
type generator struct {
	*rand.Rand
	program *Program
	dir     string

	shadowed []string // predeclared names that the package declares
	index    int      // of the package
	number   int      // of the form at hand
	top      []string // declarations outside functions
	imports  []string
}

// names are what variables, parameters, labels and imports may be called.
var names = append(slices.DeleteFunc(types.Universe.Names(), func(name string) bool { return name == "nil" }),
	"nil", "rt", "rt2", "rt_1", "rt_2", "rt_fmt", "x", "ok", "init", "main", "testing", "unsafe", "sync", "calvin", "string_", "yield")

// pkg writes the files of the package.
func (g *generator) pkg() {
	for range g.IntN(4) {
		name := types.Universe.Names()[g.IntN(len(types.Universe.Names()))]
		if !slices.Contains(g.shadowed, name) && name != "iota" {
			g.shadowed = append(g.shadowed, name)
		}
	}
	files := 1 + g.IntN(2)
	var calls []string
	for i := range files {
		calls = append(calls, g.file(i)...)
	}
	g.imports, g.top = nil, nil
	for _, name := range g.shadowed {
		g.top = append(g.top, g.shadow(name))
	}
	run := "package " + g.dir + "\n\n" + strings.Join(g.top, "\n") + "\n\n// Run runs all forms.\nfunc Run() {\n"
	for _, c := range calls {
		run += "\t" + c + "()\n"
	}
	g.program.Files[g.dir+"/run.go"] = run + "}\n"
	g.program.Files[g.dir+"/data.txt"] = "embedded"
	g.program.Files[g.dir+"/stub.s"] = "// There is nothing here, but a package with assembly is allowed functions without bodies.\n"
}

// shadow declares a predeclared name for the package.
func (g *generator) shadow(name string) string {
	forms := []string{"type %s struct{ n, m uint16 }", "func %s(a, b, c uint16) {}", "const %s = 'c'", "var %s = struct{ uint16 }{7}", "var %s, %s_more = 1, 2"}
	f := forms[g.IntN(len(forms))]
	if slices.Contains(g.shadowed, "uint16") {
		f = "const %s = 'c'"
	}
	return strings.ReplaceAll(f, "%s", name)
}

// file writes one file and returns the functions in it that are to be called.
func (g *generator) file(number int) (calls []string) {
	g.top, g.imports = nil, nil
	dot := "" // package of a dot import: two may have a name in common
	for i := range 3 + g.IntN(6) {
		var form form
		for first := i == 0 && number == 0; ; first = false {
			if form = forms[g.IntN(len(forms))]; first {
				form = forms[g.index%len(forms)] // all come
			}
			if g.clash(form.words()) || form.dot != "" && dot != "" && form.dot != dot {
				continue
			}
			dot = cmp.Or(dot, form.dot)
			break
		}
		g.number++
		name := fmt.Sprintf("form%d_%d", number, g.number)
		body := g.fill(form, name)
		for range g.IntN(4) {
			if w := wrappers[g.IntN(len(wrappers))]; !g.clash(w.words()) {
				inner := form.words()
				inner = append(inner, w.words()...)
				body = strings.Replace(g.names(w.body, inner), "BODY", body, 1)
				form.uses += " " + w.uses
			}
		}
		g.top = append(g.top, "func "+name+"() {\n"+body+"\n}\n")
		calls = append(calls, name)
	}
	directive := ""
	if g.IntN(4) == 0 {
		directive = fmt.Sprintf("//line other%d.go:%d\n", number, 1+g.IntN(1000))
	}
	seen := map[string]bool{}
	var imports strings.Builder
	for _, i := range g.imports {
		if !seen[i] {
			imports.WriteString("import " + i + "\n")
		}
		seen[i] = true
	}
	g.program.Files[fmt.Sprintf("%s/f%d.go", g.dir, number)] = "package " + g.dir + "\n\n" + imports.String() + "\n" + directive + strings.Join(g.top, "\n")
	return calls
}

// clash reports whether the package declares one of the words.
func (g *generator) clash(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(g.shadowed, w) })
}

// fill writes the body of a form, and puts what it declares and imports where that belongs.
func (g *generator) fill(f form, name string) string {
	alias := fmt.Sprintf("out%d", g.number)
	if g.IntN(3) == 0 {
		alias = "out"
	}
	spec := `"nasty/out"`
	if alias != "out" {
		spec = alias + " " + spec
	}
	g.imports = append(g.imports, spec)
	fixed := func(s string) string {
		return strings.NewReplacer("OUT", alias+".Print", "PKG", alias, "TOP", "top_"+name).Replace(s)
	}
	for _, i := range f.imports {
		path := i
		as := fmt.Sprintf("pkg%d_%s", g.number, path[strings.LastIndex(path, "/")+1:])
		f.body, f.top = strings.ReplaceAll(f.body, "@"+i, as), strings.ReplaceAll(f.top, "@"+i, as)
		g.imports = append(g.imports, fmt.Sprintf("%s %q", as, path))
	}
	if f.dot != "" {
		g.imports = append(g.imports, fmt.Sprintf(". %q", f.dot))
	}
	if f.top != "" {
		g.top = append(g.top, fixed(g.names(f.top, f.words())))
	}
	return fixed(g.names(f.body, f.words()))
}

// names puts names in place of $a to $z, other than the words and the ones before.
func (g *generator) names(text string, words []string) string {
	taken := slices.Clone(words)
	for c := 'a'; c <= 'z'; c++ {
		mark := "$" + string(c)
		if !strings.Contains(text, mark) {
			continue
		}
		name := ""
		for name == "" || slices.Contains(taken, name) {
			name = names[g.IntN(len(names))]
		}
		taken = append(taken, name)
		text = strings.ReplaceAll(text, mark, name)
	}
	return text
}

// Write writes the files below dir.
func (p *Program) Write(dir string) error {
	for name, text := range p.Files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("write program: %w", err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return fmt.Errorf("write program: %w", err)
		}
	}
	return nil
}
