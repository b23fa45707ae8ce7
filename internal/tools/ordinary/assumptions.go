package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/build"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/library"
	"github.com/calvin-go/calvin/load"
)

const assumptionsIntro = `# What is assumed of code of others

The first %d modules of [ordinary.md](ordinary.md) that were checked to the end, with half a second for a function: what is proved does not matter here. Two questions are asked of each:

- How many lines does calvin list as assumed, at calls of code that is not checked? Once with the calvin of this commit, once with one from before package
  ` + "`internal/summary`" + ` was used, on the same machine and with the same limit for a function. A line that several functions list counts once for each.
- What is known of the functions of others that the module calls by name? A call counts where it stands in the source, tests left out: as one of a function in a table of package
  ` + "`library`" + `, of one with a summary, or of one whose summary says that it runs code of which nothing is known, or of which there is none.

It is made by

` + "```\n$ go run ./internal/tools/ordinary -time 100s -budget 500ms -out DIR\n$ go run ./internal/tools/ordinary -time 100s -budget 500ms -calvin EARLIER -out DIR2\n$ go run ./internal/tools/ordinary -assumptions -before DIR2 -out DIR\n```" + `

with %s.

`

// assumedModules is how many modules the page is about.
const assumedModules = 24

// assumed writes the page of what the results assume.
func (r runner) assumed(ctx context.Context, dir, file string, results []*result) error {
	p := &assumptionPage{unknown: map[string]int{}, kinds: map[string][2]int{}}
	for _, res := range results {
		if res.check == nil || len(p.rows) == assumedModules {
			continue
		}
		row := assumptionRow{name: res.module.Path + " " + res.module.Version, now: p.lines(res, 1), before: -1}
		if r.before != "" {
			s := storeOf(r.before, res.module)
			old, err := s.read()
			if err == nil && old != nil && old.Failure == nil {
				err = s.complete(ctx, old)
			}
			if err != nil {
				return fmt.Errorf("%s, before: %w", res.module.Named(), err)
			}
			if old != nil && old.check != nil {
				row.before = p.lines(old, 0)
			}
		}
		var err error
		if row.calls, err = p.callsOf(ctx, storeOf(dir, res.module).src()); err != nil {
			return fmt.Errorf("%s: %w", res.module.Named(), err)
		}
		p.rows = append(p.rows, row)
	}
	if err := os.WriteFile(file, p.text(), 0o644); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

// An assumptionPage counts assumptions and calls.
type assumptionPage struct {
	rows    []assumptionRow
	unknown map[string]int    // calls of which nothing is known, by reason
	kinds   map[string][2]int // lines, before and now, by what they assume
}

type assumptionRow struct {
	name        string
	before, now int // lines; negative if there is no result
	calls       calls
}

// calls counts calls of functions of others by name.
type calls struct{ table, summary, unknown int }

func (c calls) total() int { return c.table + c.summary + c.unknown }

// assumptionKinds are the kinds of lines, the first that matches.
var assumptionKinds = []struct {
	text *regexp.Regexp
	kind string
}{
	{regexp.MustCompile(`respects the annotations.*it may run code that is not known`), "a call by name of a function that may run unknown code respects the annotations, leaves the locks alone and returns"},
	{regexp.MustCompile(`^(method .* of interface|function value ).*respects the annotations`), "so does a call of a function value or of a method of an interface"},
	{regexp.MustCompile(`respects the annotations`), "so does another call by name"},
	{regexp.MustCompile(`^no other goroutine races with`), "no other goroutine races with a call that reads or writes what its arguments lead to"},
	{regexp.MustCompile(`returns without a panic`), "a call returns without a panic"},
}

// lines counts the assumptions about calls, and their kinds.
func (p *assumptionPage) lines(r *result, when int) (n int) {
	for _, f := range r.check.Functions {
		for _, a := range f.Assumptions {
			for _, k := range assumptionKinds {
				if a.Position != "" && k.text.MatchString(a.Text) {
					count := p.kinds[k.kind]
					count[when]++
					p.kinds[k.kind] = count
					n++
					break
				}
			}
		}
	}
	return n
}

// callsOf counts the calls in a module of functions that its packages do not declare.
func (p *assumptionPage) callsOf(ctx context.Context, dir string) (c calls, err error) {
	conf := load.Config{Dir: dir, Env: append(os.Environ(), "GOWORK=off")}
	pkgs, err := load.Load(ctx, conf, "./...")
	if err != nil {
		return c, err
	}
	l, err := load.List(ctx, conf, "./...")
	if err != nil {
		return c, err
	}
	called := calledBy(pkgs)
	paths := map[string]bool{}
	for _, fn := range called {
		paths[fn.Pkg().Path()] = true
	}
	store, err := openStore()
	if err != nil {
		return c, err
	}
	set, err := summary.Among(ctx, l, slices.Sorted(maps.Keys(paths)), store)
	if err != nil {
		return c, err
	}
	for _, fn := range called {
		name := fn.Origin().FullName()
		sum := set.Func(name)
		switch {
		case library.Of(name) != nil, fn.Pkg().Path() == "sync", fn.Pkg().Path() == "sync/atomic":
			c.table++
		case sum == nil:
			c.unknown++
			p.unknown["there is no summary of "+name]++
		case sum.Unknown != "" || sum.Opaque != "":
			c.unknown++
			p.unknown[name+" may run "+cmp.Or(sum.Unknown, sum.Opaque)]++
		default:
			c.summary++
		}
	}
	return c, nil
}

func openStore() (*cache.Store, error) {
	dir, err := cache.Dir()
	if err != nil || dir == "" {
		return nil, err
	}
	return cache.Open(dir)
}

// calledBy lists the functions of other packages that some call by their names, once for each call.
func calledBy(pkgs []*packages.Package) (list []*types.Func) {
	own := map[string]bool{}
	for _, p := range pkgs {
		own[p.PkgPath] = true
	}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				fn := calleeOf(p.TypesInfo, call)
				if fn == nil || fn.Pkg() == nil || own[fn.Pkg().Path()] {
					return true
				}
				if recv := fn.Signature().Recv(); recv == nil || !types.IsInterface(recv.Type()) {
					list = append(list, fn)
				}
				return true
			})
		}
	}
	return list
}

// calleeOf is the function that a call names, nil if it names none.
func calleeOf(info *types.Info, call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	var obj types.Object
	switch x := fun.(type) {
	case *ast.Ident:
		obj = info.Uses[x]
	case *ast.SelectorExpr:
		obj = info.Uses[x.Sel]
	}
	fn, _ := obj.(*types.Func)
	return fn
}

func (p *assumptionPage) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, assumptionsIntro, len(p.rows), strings.Replace(runtime.Version(), "go", "Go ", 1))
	b.WriteString("| module | lines before | lines now | calls of others | in a table | with a summary | unknown |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	var both [2]int
	var all calls
	for _, r := range p.rows {
		before := "–"
		if r.before >= 0 {
			before = fmt.Sprint(r.before)
			both[0] += r.before
			both[1] += r.now
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %d |\n", r.name, before, r.now, r.calls.total(), r.calls.table, r.calls.summary, r.calls.unknown)
		all = calls{all.table + r.calls.table, all.summary + r.calls.summary, all.unknown + r.calls.unknown}
	}
	fmt.Fprintf(&b, "\nIn the modules that both came to the end of there were %d lines, and are %d. Of %d calls of functions of others %.1f %% are unknown; a table has %.1f %%.\n",
		both[0], both[1], all.total(), 100*float64(all.unknown)/float64(max(all.total(), 1)), 100*float64(all.table)/float64(max(all.total(), 1)))
	b.WriteString("\n## What is assumed\n\n| before | now | lines that say |\n| ---: | ---: | --- |\n")
	for _, k := range assumptionKinds {
		fmt.Fprintf(&b, "| %d | %d | %s |\n", p.kinds[k.kind][0], p.kinds[k.kind][1], k.kind)
	}
	b.WriteString("\n## Why calls are unknown\n\n| calls | reason |\n| ---: | --- |\n")
	for _, reason := range slices.SortedFunc(maps.Keys(p.unknown), func(x, y string) int { return cmp.Or(p.unknown[y]-p.unknown[x], strings.Compare(x, y)) }) {
		fmt.Fprintf(&b, "| %d | %s |\n", p.unknown[reason], cell(strings.ReplaceAll(reason, filepath.ToSlash(build.Default.GOROOT), "GOROOT")))
	}
	return b.Bytes()
}
