package lockorder_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/internal/lockorder"
	"github.com/calvin-go/calvin/load"
)

// TestOutline edits bodies at random. As long as the outline is the same, so is what is found: a circle that an edit
// makes, or takes away, shows in the outline.
func TestOutline(t *testing.T) {
	const rounds = 5
	kept, changed := 0, 0
	for _, archive := range []string{"wrong", "right"} {
		listing := listed(t, archive)
		base := loaded(t, listing)
		was := map[string]outlined{}
		for _, p := range base {
			was[p.PkgPath] = outlineOf(t, p)
			if again := outlineOf(t, p); was[p.PkgPath] != again || again.sum == "" && !hasTypes(p) {
				t.Fatalf("%s: outlines %q and %q of one package", p.PkgPath, was[p.PkgPath].sum, again.sum)
			}
		}
		draw := rand.New(rand.NewPCG(1, uint64(len(base))))
		for range rounds {
			overlay := map[string][]byte{}
			for _, p := range base {
				file := p.CompiledGoFiles[0]
				text, err := listing.Read(file)
				if err != nil {
					t.Fatal(err)
				}
				overlay[file] = []byte(mutated(draw, p, string(text)))
			}
			for _, p := range compiling(t, listing, overlay) {
				now := outlineOf(t, p)
				if old := was[p.PkgPath]; old.found != now.found {
					changed++
					if old.sum == now.sum && old.sum != "" {
						t.Errorf("the outline is the same, and what is found is not: %s\nbefore:\n%s\nnow:\n%s\nof\n%s",
							p.PkgPath, old.found, now.found, overlay[p.CompiledGoFiles[0]])
					}
				} else if old.sum == now.sum && old.sum != "" {
					kept++
				}
			}
		}
	}
	if kept < 5*rounds || changed < rounds {
		t.Errorf("%d outlines are kept, and of %d what is found has changed: too few to compare", kept, changed)
	}
}

// outlined is what is known of a package.
type outlined struct{ sum, found string }

func outlineOf(t *testing.T, p *packages.Package) outlined {
	t.Helper()
	form, err := lockorder.Build([]*packages.Package{p})
	if err != nil {
		t.Fatal(err)
	}
	sum, _ := form.Outline(p, map[string]bool{p.PkgPath: true})
	result, err := form.Find(t.Context(), map[string]*annot.Package{p.PkgPath: annotations(t, p)})
	if err != nil {
		t.Fatal(err)
	}
	var found strings.Builder
	for _, c := range result.Cycles {
		fmt.Fprintln(&found, c.Function, text(c), c.Peers, c.Sure)
	}
	for _, v := range result.Violations {
		fmt.Fprintln(&found, v.Function, v.Edge.Held, v.Edge.Acquired, v.Order, v.Sure)
	}
	return outlined{sum, found.String()}
}

func hasTypes(p *packages.Package) bool {
	local := false
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				ast.Inspect(fn, func(n ast.Node) bool {
					_, is := n.(*ast.TypeSpec)
					local = local || is
					return true
				})
			}
		}
	}
	return local
}

// listed unpacks an archive, and lists its packages.
func listed(t *testing.T, name string) *load.Listing {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com\n\ngo 1.26\n")
	for _, f := range archive.Files {
		write(t, dir, f.Name, string(f.Data))
	}
	listing, err := load.List(t.Context(), load.Config{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	return listing
}

func loaded(t *testing.T, listing *load.Listing) []*packages.Package {
	t.Helper()
	pkgs, err := listing.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// compiling loads the packages with other texts, and returns those that differ and compile. Each is loaded by itself:
// one that does not compile fails all.
func compiling(t *testing.T, listing *load.Listing, overlay map[string][]byte) (all []*packages.Package) {
	t.Helper()
	for _, file := range slices.Sorted(maps.Keys(overlay)) {
		listing.Overlay(map[string][]byte{file: overlay[file]})
		pkgs, err := listing.Load(t.Context())
		if err != nil {
			continue
		}
		for _, p := range pkgs {
			if p.CompiledGoFiles[0] == file {
				all = append(all, p)
			}
		}
	}
	listing.Overlay(nil)
	return all
}

// mutated edits the text of a function at one place.
func mutated(draw *rand.Rand, p *packages.Package, text string) string {
	offset := func(pos token.Pos) int { return p.Fset.Position(pos).Offset }
	var edits []func() string
	replace := func(from, to token.Pos, by string) {
		edits = append(edits, func() string { return text[:offset(from)] + by + text[offset(to):] })
	}
	names := []string{}
	for _, f := range p.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !slices.Contains(names, id.Name) {
				names = append(names, id.Name)
			}
			return true
		})
	}
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BlockStmt:
					for i, s := range n.List {
						own := text[offset(s.Pos()):offset(s.End())]
						replace(s.Pos(), s.End(), "")
						replace(s.Pos(), s.End(), own+"\n"+own)
						replace(s.Pos(), s.End(), "{ var extra = 3; extra++; _ = extra * 2 }\n"+own)
						replace(s.Pos(), s.End(), "if len(\"x\") > 0 {\n"+own+"\n}")
						replace(s.Pos(), s.End(), "func() {\n"+own+"\n}()")
						if i > 0 {
							before := n.List[i-1]
							replace(before.Pos(), s.End(), own+"\n"+text[offset(before.Pos()):offset(before.End())])
						}
					}
				case *ast.BasicLit:
					by := map[token.Token]string{token.INT: fmt.Sprint(draw.IntN(4)), token.STRING: `"other"`}[n.Kind]
					if by != "" {
						replace(n.Pos(), n.End(), by)
					}
				case *ast.BinaryExpr:
					for _, op := range []string{"+", "-", "<", ">", "==", "!=", "&&"} {
						replace(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op)
					}
				case *ast.Ident:
					replace(n.Pos(), n.End(), names[draw.IntN(len(names))])
				case *ast.IncDecStmt:
					replace(n.TokPos, n.TokPos+2, " += 7")
				}
				return true
			})
		}
	}
	if len(edits) == 0 {
		return text
	}
	return edits[draw.IntN(len(edits))]()
}

// TestCounts says of edits whether they show in the outline.
func TestCounts(t *testing.T) {
	const before = `package p

import (
	"errors"
	"fmt"
	"sync"
)

type account struct {
	mu sync.Mutex
	n  int
}

var accounts [4]account

var byName = map[string]*account{}

func add(a *account, n int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.n < 0 {
		return errors.New("a debt")
	}
	a.n++
	fmt.Println("added", n*2)
	return nil
}

func both(i, j int) {
	accounts[i].mu.Lock()
	accounts[j].mu.Lock()
	accounts[j].mu.Unlock()
	accounts[i].mu.Unlock()
}

func named(name string) {
	byName[name].mu.Lock()
	byName["other"].mu.Lock()
	byName["other"].mu.Unlock()
	byName[name].mu.Unlock()
}

func all(x, y *account) {
	both(0, 1)
	k := 2
	func() { accounts[k].mu.Lock(); accounts[3].mu.Lock(); accounts[3].mu.Unlock(); accounts[k].mu.Unlock() }()
	if x.n < y.n {
		x.mu.Lock()
		y.mu.Lock()
		y.mu.Unlock()
		x.mu.Unlock()
	}
	named("one")
}
`
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com\n\ngo 1.26\n")
	write(t, dir, "p.go", before)
	listing, err := load.List(t.Context(), load.Config{Dir: dir}, ".")
	if err != nil {
		t.Fatal(err)
	}
	file := listing.Roots()[0].CompiledGoFiles[0]
	pkgOf := func(text string) *packages.Package {
		t.Helper()
		listing.Overlay(map[string][]byte{file: []byte(text)})
		return loaded(t, listing)[0]
	}
	was := outlineOf(t, pkgOf(before))
	for _, test := range []struct {
		from, to string
		counts   bool
	}{
		{"a.n++", "a.n += 7", false},
		{"a.n++", "a.n = a.n*3 - n", true}, // one more parameter is looked at
		{"a debt", "no money", false},
		{"n*2", "n*2 + 1 - n", false},
		{"a.n < 0", "a.n < 5", false},
		{"\tk := 2\n", "\tm := 5\n\tm *= 2\n\t_ = m\n\tk := 2\n", false},
		{"both(0, 1)", "both(1, 0)", true},
		{"both(0, 1)", "both(0, 0)", true},
		{"k := 2", "k := 3", true},
		{"accounts[3].mu.Lock()", "accounts[2].mu.Lock()", true},
		{"x.n < y.n", "x.n != y.n", true},
		{"x.n < y.n", "x.n < 3", true},
		{`named("one")`, `named("other")`, true},
		{`byName["other"].mu.Lock()`, `byName["third"].mu.Lock()`, true},
		{"defer a.mu.Unlock()", "a.mu.Unlock()", true},
		{"a.n++", "go add(a, 1)", true},
		{"a.n++", "accounts[0].mu.Lock()", true},
		{"x.mu.Lock()\n\t\ty.mu.Lock()", "y.mu.Lock()\n\t\tx.mu.Lock()", true},
		{"fmt.Println(\"added\", n*2)", "defer fmt.Println(\"added\", n*2)", true},
		{"errors.New(\"a debt\")", "errors.Join()", true},
	} {
		text := strings.Replace(before, test.from, test.to, 1)
		if text == before {
			t.Fatalf("no %q", test.from)
		}
		if now := outlineOf(t, pkgOf(text)); was.sum == "" || now.sum == "" || (now.sum != was.sum) != test.counts {
			t.Errorf("%q for %q: the outlines are %q and %q, that counts: %v", test.to, test.from, was.sum, now.sum, test.counts)
		}
	}
	if now := outlineOf(t, pkgOf(strings.Replace(before, "k := 2", "type account struct{ mu sync.Mutex }; k := 2", 1))); now.sum != "" {
		t.Error("a package with a type of a function has an outline")
	}
	if now := outlineOf(t, pkgOf(strings.Replace(before, "a.n++", "\n//line other.go:3\n\t_ = a.n", 1))); now.sum != "" {
		t.Error("a package with a line directive has an outline")
	}
}
