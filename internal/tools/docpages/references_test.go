package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// exact are the pages in which everything in backquotes and every command has to be something that there is.
var exact = []string{"CONTRIBUTING.md"}

// plain are the words in backquotes that name nothing of the repository's own: words of Go, of annotations, of other tools, and names that
// an example makes up.
var plain = []string{
	"// failed", "// unknown", "IsPathSeparator(c)", "IsPathSeparator(c); ensures result", "Lock", "Unlock", "go", "Next", "Done", "main", "unsupported",
	"bin/calvin", "dist", "goreleaser release --clean", "go bad", "go good", "guarded_by", "CV….md", "sync.Gate", "auto", "dfs", "dpor", "gofmt", "brew install z3",
}

var (
	quoted     = regexp.MustCompile("`([^`\n]+)`")
	blocks     = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")
	identifier = regexp.MustCompile(`^((?:[a-z][a-z0-9]*/)*[a-z][a-z0-9_]*)((?:\.[A-Za-z]\w*)+)$`)
	flagName   = regexp.MustCompile(`^-[a-z]+$`)
	codeName   = regexp.MustCompile(`^CV\d{4}$`)
)

// TestReferences: what the pages for contributors name is there.
func TestReferences(t *testing.T) {
	r, err := newRepository(root)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, page := range exact {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		names, commands := references(string(text))
		if len(names) == 0 {
			t.Errorf("%s names nothing", page)
		}
		for _, name := range names {
			if slices.Contains(plain, name) {
				used[name] = true
			} else if err := r.check(name); err != nil {
				t.Errorf("%s: `%s`: %v", page, name, err)
			}
		}
		for _, c := range commands {
			if err := r.command(c); err != nil {
				t.Errorf("%s: %s: %v", page, c, err)
			}
		}
	}
	for _, name := range plain {
		if !used[name] {
			t.Errorf("no page says `%s`", name)
		}
	}
}

// references returns what a page has in backquotes, and the commands in its blocks.
func references(page string) (names, commands []string) {
	for _, block := range blocks.FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(block[1]) {
			line, _, _ = strings.Cut(line, "  #")
			commands = append(commands, strings.TrimSpace(line))
		}
	}
	for _, m := range quoted.FindAllStringSubmatch(fences.ReplaceAllString(page, ""), -1) {
		names = append(names, m[1])
	}
	return names, commands
}

// A repository knows its files and what its packages declare.
type repository struct {
	root     string
	packages map[string]map[string]bool // what each declares, by its folder; methods and fields by TYPE.NAME
	names    map[string][]string        // the folders of the packages, by the name in their clause and by the last part of their path
	targets  []string                   // of make
}

func newRepository(root string) (*repository, error) {
	r := &repository{root, map[string]map[string]bool{}, map[string][]string{}, nil}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel != "." && (strings.HasPrefix(d.Name(), ".") || rel == "examples" || d.Name() == "testdata" && rel != "testdata" || path.Dir(rel) == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(rel)
		if r.packages[dir] == nil {
			r.packages[dir] = map[string]bool{}
		}
		for _, name := range []string{f.Name.Name, path.Base(dir)} {
			if !slices.Contains(r.names[name], dir) {
				r.names[name] = append(r.names[name], dir)
			}
		}
		declared(f, r.packages[dir])
		return nil
	})
	if err != nil {
		return nil, err
	}
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		return nil, err
	}
	for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z0-9/-]*):`).FindAllStringSubmatch(string(makefile), -1) {
		r.targets = append(r.targets, m[1])
	}
	return r, nil
}

// declared adds what a file declares.
func declared(f *ast.File, names map[string]bool) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = base(d.Recv.List[0].Type) + "." + name
			}
			names[name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = true
					}
				case *ast.TypeSpec:
					names[s.Name.Name] = true
					for _, field := range fields(s.Type) {
						names[s.Name.Name+"."+field] = true
					}
				}
			}
		}
	}
}

// base is the name of a receiver's type.
func base(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return base(x.X)
	case *ast.IndexExpr:
		return base(x.X)
	case *ast.IndexListExpr:
		return base(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// fields are the names of a struct's fields, or of an interface's methods.
func fields(x ast.Expr) (names []string) {
	var list *ast.FieldList
	switch x := x.(type) {
	case *ast.StructType:
		list = x.Fields
	case *ast.InterfaceType:
		list = x.Methods
	default:
		return nil
	}
	for _, f := range list.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// check returns an error unless name is a file, an identifier PACKAGE.NAME or PACKAGE.TYPE.NAME, a command, a flag of calvin or a code.
func (r *repository) check(name string) error {
	switch {
	case r.isFile(name), isStandard(name):
		return nil
	case strings.Contains(name, " "):
		return r.command(name)
	case name == "make":
		return nil
	case codeName.MatchString(name):
		if !r.isFile("report/explain/" + name + ".md") {
			return fmt.Errorf("no such code")
		}
		return nil
	case flagName.MatchString(name):
		return r.flag(name)
	}
	m := identifier.FindStringSubmatch(name)
	if m == nil {
		return fmt.Errorf("neither file, identifier, command, flag nor code")
	}
	return r.declares(m[1], m[2][1:])
}

// isFile reports whether name is a file or folder of the repository, as it is written.
func (r *repository) isFile(name string) bool {
	_, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(name)))
	return err == nil && !path.IsAbs(name)
}

// isStandard reports whether name is a package of the standard library or something exported by one.
func isStandard(name string) bool {
	pkg, ident, _ := strings.Cut(name, ".")
	p, err := build.Import(pkg, "", build.FindOnly)
	if err != nil || !p.Goroot {
		return false
	}
	if ident == "" {
		return true
	}
	files, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
	if err != nil {
		return false
	}
	names := map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return false
		}
		declared(f, names)
	}
	return names[ident]
}

// declares returns an error unless the package of that name or path declares ident.
func (r *repository) declares(pkg, ident string) error {
	dirs := r.names[pkg]
	if r.packages[pkg] != nil {
		dirs = []string{pkg}
	}
	if len(dirs) == 0 {
		return fmt.Errorf("no such package")
	}
	for _, dir := range dirs {
		if r.packages[dir][ident] {
			return nil
		}
	}
	return fmt.Errorf("%s does not declare %s", strings.Join(dirs, ", "), ident)
}

// flag returns an error unless calvin, or a test with golden files or which takes long, has the flag.
func (r *repository) flag(name string) error {
	if name == "-update" {
		return nil
	}
	sources, err := filepath.Glob(filepath.Join(r.root, "internal/cli/*.go"))
	if err != nil {
		return err
	}
	for _, file := range append(sources, filepath.Join(r.root, "internal/thorough/thorough.go")) {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if strings.Contains(string(text), `"`+name[1:]+`", "`) || strings.Contains(string(text), `"`+name[1:]+`", f`) {
			return nil
		}
	}
	return fmt.Errorf("no such flag")
}

// command returns an error unless the packages, tests, targets and subcommands of a command are there.
func (r *repository) command(line string) error {
	words := strings.Fields(strings.ReplaceAll(line, "'", ""))
	switch words[0] {
	case "make":
		if len(words) != 2 || !slices.Contains(r.targets, words[1]) {
			return fmt.Errorf("no such target")
		}
		return nil
	case "calvin":
		if !r.isFile("internal/cli/" + words[1] + ".go") {
			return fmt.Errorf("no such command")
		}
		for _, w := range words[2:] {
			if err := r.flag(w); err != nil {
				return err
			}
		}
		return nil
	case "go":
		return r.goCommand(words[1:])
	}
	return fmt.Errorf("a command that is not checked")
}

// goCommand checks the packages and tests of a command of go.
func (r *repository) goCommand(words []string) error {
	var dirs, tests []string
	for i, w := range words {
		switch {
		case strings.HasPrefix(w, "./"):
			dir := path.Clean(strings.TrimSuffix(w, "/..."))
			if dir != "." && r.packages[dir] == nil {
				return fmt.Errorf("%s is no package", w)
			}
			dirs = append(dirs, dir)
		case i > 0 && words[i-1] == "-run":
			tests = strings.Split(strings.NewReplacer("(", " ", ")", " ").Replace(w), "|")
		}
	}
	if len(dirs) == 0 {
		return fmt.Errorf("no package")
	}
	if strings.Contains(strings.Join(words, " "), "/(") { // subtests of one test
		tests = []string{words[slices.Index(words, "-run")+1]}
	}
	for _, test := range tests {
		name, below, _ := strings.Cut(test, "/")
		if !slices.ContainsFunc(dirs, func(dir string) bool { return r.packages[dir][name] }) {
			return fmt.Errorf("there is no test %s", name)
		}
		for _, sub := range strings.FieldsFunc(below, func(c rune) bool { return strings.ContainsRune("()|$", c) }) {
			if !r.isSubtest(name, sub) {
				return fmt.Errorf("%s has nothing of the name %s", name, sub)
			}
		}
	}
	return nil
}

// isSubtest reports whether a test that has a subtest for each file or folder has one of that name.
func (r *repository) isSubtest(test, sub string) bool {
	switch test {
	case "TestWrong":
		return r.isFile("testdata/bad/wrong/" + sub)
	case "TestScripts":
		return r.isFile("internal/cli/testdata/" + sub + ".txtar")
	case "TestLongScripts":
		return r.isFile("internal/cli/testdata/long/" + sub + ".txtar")
	}
	return false
}

// TestWrongReferences: what is not there is an error.
func TestWrongReferences(t *testing.T) {
	r, err := newRepository(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"ir/check.go", "report/explain", "ir.CheckKind", "ir.CheckKind.Panics", "rt.Strategy", "rt.Strategy.Next", "rt.Event.Kind", "desugar.lockOps",
		"sync", "sync.Mutex", "CV0101", "-strategy", "make help", "calvin explain", "go doc ./library", "internal/tools/docpages.families",
		"go test ./testdata -run 'TestWrong/locks$'", "go test ./internal/cli -run 'TestScripts/(forms|usage)$'", "go test ./ir ./report -run 'TestJSON|TestSane'",
	} {
		if err := r.check(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{
		"ir/chequers.go", "/ir", "ir.Chequers", "ir.CheckKind.Chequers", "rt.Strategy.Previous", "chequers.Kind", "desugar.acquireLock", "sync.Gate",
		"syncs", "CV0199", "-chequers", "make chequers", "calvin chequers", "calvin explore -chequers", "go doc ./chequers", "go doc", "ls ir",
		"go test ./testdata -run 'TestWrong/chequers$'", "go test ./testdata -run 'TestChequers'", "go test ./ir -run 'TestSane|TestJSON'",
		"go test ./internal/cli -run 'TestScripts/(forms|chequers)$'", "something else", "something",
	} {
		if r.check(name) == nil {
			t.Errorf("%s passes", name)
		}
	}
	page := "See `a.B`, `c/d.go`.\n\n```sh\ngo test ./x  # a test\nmake y\n```\n"
	names, commands := references(page)
	if got := strings.Join(append(names, commands...), ", "); got != "a.B, c/d.go, go test ./x, make y" {
		t.Errorf("the page names %s", got)
	}
}
