package testdata

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/internal/thorough"
)

// idiomsPage says which idioms are verified, and which wrong relatives are refused.
const idiomsPage = "../docs/evaluation/idioms.md"

// guardsOnly are the directives that say what guards a variable, or who closes a channel.
var guardsOnly = map[string]bool{"guarded_by": true, "condition_of": true, "confined_to": true, "closable_if": true}

// TestIdiomExamples checks that all functions of the idioms are verified.
func TestIdiomExamples(t *testing.T) {
	thorough.Only(t)
	allVerified(t, 120, "idioms", "./...")
}

// TestIdioms checks the page: the functions that it names exist, the wrong ones of each idiom are marked, four at least, and the examples
// have guards only.
func TestIdioms(t *testing.T) {
	text, err := os.ReadFile(idiomsPage)
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(text), "\n## ")
	idioms := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[2], "](") {
			continue
		}
		idioms++
		name := strings.TrimSpace(cells[1])
		if named(t, name, cells[2], rightFunc) < 1 {
			t.Errorf("%s: no function is named that is verified", name)
		}
		if n := named(t, name, cells[3], wrongFunc); n < 4 {
			t.Errorf("%s: %d wrong functions are named, want at least 4", name, n)
		}
	}
	if idioms < 15 {
		t.Errorf("%d idioms, want at least 15", idioms)
	}
}

var (
	linkTo   = regexp.MustCompile(`\]\(([^)]*)\)`)
	quoted   = regexp.MustCompile("`([^`]*)`")
	isMarked = regexp.MustCompile(`// failed`)
)

// named checks each function that a cell names after a link to its file, and returns how many there are.
func named(t *testing.T, idiom, cell string, check func(*testing.T, string, *source, *ast.FuncDecl)) (n int) {
	t.Helper()
	links := linkTo.FindAllStringSubmatchIndex(cell, -1)
	for i, link := range links {
		end := len(cell)
		if i+1 < len(links) {
			end = links[i+1][0]
		}
		src := readSource(t, filepath.Join(filepath.Dir(idiomsPage), cell[link[2]:link[3]]))
		for _, name := range quoted.FindAllStringSubmatch(cell[link[1]:end], -1) {
			n++
			found := false
			for _, d := range src.file.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == name[1] {
					found = true
					check(t, idiom, src, fn)
				}
			}
			if !found {
				t.Errorf("%s: %s has no function %s", idiom, src.path, name[1])
			}
		}
	}
	return n
}

// A source is a file of Go code.
type source struct {
	path  string
	lines []string
	fset  *token.FileSet
	file  *ast.File
}

func readSource(t *testing.T, path string) *source {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &source{path: path, lines: strings.Split(string(text), "\n"), fset: token.NewFileSet()}
	if s.file, err = parser.ParseFile(s.fset, path, text, parser.ParseComments); err != nil {
		t.Fatal(err)
	}
	return s
}

// rightFunc checks that a file of examples has guards only.
func rightFunc(t *testing.T, idiom string, s *source, _ *ast.FuncDecl) {
	t.Helper()
	for i, line := range s.lines {
		_, directive, ok := strings.Cut(line, "//calvin:")
		if word, _, _ := strings.Cut(directive, " "); ok && !guardsOnly[word] {
			t.Errorf("%s: %s:%d says more than what guards a variable", idiom, s.path, i+1)
		}
	}
}

// wrongFunc checks that a function has a mark.
func wrongFunc(t *testing.T, idiom string, s *source, fn *ast.FuncDecl) {
	t.Helper()
	from, to := s.fset.Position(fn.Pos()).Line, s.fset.Position(fn.End()).Line
	if !isMarked.MatchString(strings.Join(s.lines[from-1:to], "\n")) {
		t.Errorf("%s: %s:%d: %s has no mark", idiom, s.path, from, fn.Name.Name)
	}
}
