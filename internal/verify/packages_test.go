package verify

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/desugar"
	"github.com/calvin-go/calvin/desugar/digest"
	"github.com/calvin-go/calvin/internal/thorough"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// An edit is put in place of a comment of testdata/packages.txtar.
type edit struct{ at, text string }

var edits = []edit{
	{"main.main", "st.Add(2)"},
	{"main.main", "lib.Limit = 7"},
	{"main.main", "lib.Handler = handle"},
	{"main.main", "lib.Handler = func(n int) int { lib.Limit++; return n }"},
	{"main.main", "go func() { p.A = 1 }()"},
	{"main.main", "q := &p.A; go func() { *q = 2 }()"},
	{"main.main", "a := &p.A; fmt.Println(*a)"},
	{"main.main", "p.C = make(chan int); close(p.C)"},
	{"main.main", "var i any = *p; fmt.Println(i)"},
	{"main.main", "close(st.Ready)"},
	{"main.main", "st.Ready = nil"},
	{"main.main", "lib.ErrFull = nil"},
	{"main.main", "defer st.Add(2)"},
	{"main.main", "go st.Add(2)"},
	{"main.main", "go p.Set(2)"},
	{"main.main", "f := p.Set; go f(1)"},
	{"main.main", "g := (*lib.Plain).Set; fmt.Println(lib.Call(func(n int) int { g(p, n); return n }))"},
	{"main.main", "xs := st.Swap(nil); go func() { xs[0] = 1 }()"},
	{"main.main", "ps := [2]lib.Plain{}; fmt.Println(lib.Sum(&ps[1]))"},
	{"main.main", "var d lib.Doer = &impl.T{}; go d.Do(1)"},
	{"main.main", "impl.Count++"},
	{"main.handle", "lib.Limit = n"},
	{"main.handle", "n++"},
	{"main.handle", "lib.Mu.Lock(); lib.Mu.Unlock()"},
	{"pool.After", "f()"},
	{"pool.After", "p.n++"},
	{"impl.Do", "n++"},
	{"impl.Do", "t.mu.Lock(); t.n++; t.mu.Unlock()"},
	{"impl.Do", "lib.Limit = n"},
	{"impl.Do", "Count = n"},
	{"impl.Do", "for { }"},
	{"impl.Do", "panic(t)"},
	{"impl.Do", "lib.Handler = double"},
	{"impl.double", "Count++"},
	{"impl.double", "lib.Limit = n"},
	{"impl.double", "n--"},
	{"lib.Add", "s.byName[\"y\"] = nil"},
	{"lib.Add", "s.first = nil"},
	{"lib.Add", "Limit++"},
	{"lib.NewStore", "s.first = func(n int) int { return n }"},
	{"lib.NewStore", "close(s.Ready)"},
	{"lib.NewStore", "Names[0] = \"c\""},
}

// hooked has main put a function into a variable of lib.
var hooked = edit{"main.init", "lib.Hook = handle"}

// TestPackageDigests edits bodies of functions. As long as the digest of a package is the same, so is what its functions and its
// declarations are translated to.
func TestPackageDigests(t *testing.T) {
	thorough.Not(t)
	module, err := txtar.ParseFile("testdata/packages.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := into(t, dir)
	for _, f := range module.Files {
		write(f.Name, string(f.Data))
	}
	listing, err := load.List(t.Context(), load.Config{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]map[string]string{} // by package and digest: what is translated, by name
	kept, changed := 0, map[string]bool{}
	base := map[string]string{}
	cases := [][]edit{nil}
	for _, e := range edits {
		cases = append(cases, []edit{e})
		if strings.HasPrefix(e.at, "main.") {
			cases = append(cases, []edit{hooked, e})
		}
	}
	for i, edits := range cases {
		overlay := map[string][]byte{}
		for _, f := range module.Files {
			text := string(f.Data)
			for _, e := range edits {
				text = strings.Replace(text, "// "+e.at+"\n", e.text+"\n", 1)
			}
			overlay[filepath.Join(dir, f.Name)] = []byte(text)
		}
		listing.Overlay(overlay)
		for path, p := range translations(t, listing) {
			was, ok := known[p.digest]
			if !ok {
				known[p.digest] = p.functions
				was = p.functions
			}
			for name, now := range p.functions {
				if was[name] != now {
					t.Errorf("with %+v: %s in %s is translated otherwise, and the digest is the same", edits, name, path)
				}
			}
			if i == 0 {
				base[path] = p.digest
			} else if base[path] == p.digest {
				kept++
			} else if !strings.HasPrefix(edits[0].at, path[strings.LastIndex(path, "/")+1:]) {
				for name, now := range p.functions {
					if known[base[path]][name] != now {
						changed[path] = true
					}
				}
			}
		}
	}
	if kept < 12 { // most edits do something that may concern others
		t.Errorf("after %d edits %d packages kept their digest", len(cases), kept)
	}
	if len(changed) < 2 {
		t.Errorf("edits change translations of other packages in %v alone", changed)
	}
}

// translated is what becomes of a package.
type translated struct {
	digest    string
	functions map[string]string
}

// translations translates the packages as they are now.
func translations(t *testing.T, listing *load.Listing) map[string]translated {
	t.Helper()
	pkgs, err := listing.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	annots, malformed := annotate(pkgs, nil)
	if len(malformed) > 0 {
		t.Fatal(malformed[0].Message)
	}
	progs, err := build(pkgs, annots, desugar.Others{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]translated{}
	for _, p := range pkgs {
		prog := progs[p.PkgPath]
		sums, err := prog.Digests(digest.Sources{Text: listing.Read, MayAnnotate: load.MayAnnotate, NamesContent: load.NamesContent})
		if err != nil {
			t.Fatal(err)
		}
		sum := sums[p.PkgPath]
		became := translated{fmt.Sprintf("%s %x", p.PkgPath, sum), map[string]string{}}
		note := func(name string, f *ir.Func) {
			text, ok := ir.Digest(ir.Exact, f)
			if !ok {
				t.Fatalf("%s has no digest", name)
			}
			became.functions[name] = fmt.Sprintf("%x", text)
		}
		note("declarations", prog.Declarations(p.PkgPath))
		for _, fn := range functionsOf(prog, p.PkgPath, false) {
			f, err := prog.Translate(t.Context(), fn)
			if err != nil {
				t.Fatal(err)
			}
			note(fn.Name, f)
		}
		all[p.PkgPath] = became
	}
	return all
}

// TestPackageProofs: what was proved of a package counts until something that it depends on is edited, be it in another package.
func TestPackageProofs(t *testing.T) {
	thorough.Not(t)
	module, err := txtar.ParseFile("testdata/packages.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	store, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	verdicts := func(edits ...edit) (of map[string]report.FunctionVerdict, recalled int) {
		write := into(t, dir)
		for _, f := range module.Files {
			text := string(f.Data)
			for _, e := range edits {
				text = strings.Replace(text, "// "+e.at+"\n", e.text+"\n", 1)
			}
			write(f.Name, text)
		}
		opts := Options{Load: load.Config{Dir: dir}, Patterns: []string{"./..."}, Checks: AllChecks, Workers: 2, Cache: store, All: true,
			Run: regexp.MustCompile(`Hooked|Start|Sum|double|Put`)}
		result, err := Run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		of = map[string]report.FunctionVerdict{}
		for _, f := range result.Functions {
			of[f.Package+"."+f.Function] = f.Verdict
		}
		return of, int(result.Stats.recalled.Load())
	}
	if of, recalled := verdicts(hooked); of["m/lib.Hooked"] != report.Verified || recalled != 0 {
		t.Errorf("at first: %v, %d recalled", of, recalled)
	}
	if of, recalled := verdicts(hooked, edit{"lib.Add", "e = nil"}); of["m/lib.Hooked"] != report.Verified || recalled > 3 {
		t.Errorf("after an edit of a package that all others but one import: %v, %d recalled", of, recalled)
	}
	if of, recalled := verdicts(edit{"main.main", "// nothing"}); of["m/hook.Start"] != report.Verified || recalled != 0 {
		t.Errorf("without the hook: %v, %d recalled", of, recalled)
	}
	if of, recalled := verdicts(edit{"main.main", "st.Add(2)"}); of["m/hook.Start"] != report.Verified || recalled < 7 {
		t.Errorf("after an edit that concerns nobody else: %v, %d recalled", of, recalled)
	}
	if of, _ := verdicts(hooked, edit{"main.handle", "lib.Mu.Lock(); lib.Mu.Unlock()"}); of["m/lib.Hooked"] == report.Verified {
		t.Errorf("where the hook takes a lock that its caller holds: %v", of)
	}
}
