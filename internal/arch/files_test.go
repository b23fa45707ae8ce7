package arch_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// indexed are packages of which the doc comment has to list the files. Others may, and then they have to list all, too.
var indexed = []string{
	"desugar", "desugar/analysis", "desugar/emit", "desugar/eval", "desugar/heap", "explore/strategy", "internal/cli", "internal/lsp",
	"internal/quickfix", "internal/summary", "internal/verify", "reduce", "report", "vcgen",
}

// fileLine is a line of a doc comment that says what is in one file, or begins to say what is in several.
var fileLine = regexp.MustCompile(`(?m)^\t([a-z0-9_]+\.go(?:, [a-z0-9_]+\.go)*)( +\S.*)?$`)

// theRest stands in a doc comment that lists some files and says of all others at once what is in them.
const theRest = "The other files "

// TestFilesAreListed: a doc comment that lists the files of its package lists each of them once.
func TestFilesAreListed(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			return nil
		}
		if name := d.Name(); path != root && (name == "testdata" || path == filepath.Join(root, "examples") || name[0] == '.') {
			return filepath.SkipDir
		}
		pkg, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		doc, own, files, err := documented(path)
		if err != nil {
			return err
		}
		listed := slices.DeleteFunc(listedIn(doc), func(f string) bool { return f == own })
		if len(listed) > 0 {
			found[filepath.ToSlash(pkg)] = true
			slices.Sort(listed)
			if strings.Contains(doc, theRest) {
				files = slices.DeleteFunc(files, func(f string) bool { return !slices.Contains(listed, f) })
			}
			if diff := cmp.Diff(files, listed); diff != "" {
				t.Errorf("the doc comment of %s (-files +listed):\n%s", pkg, diff)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range indexed {
		if !found[pkg] {
			t.Errorf("the doc comment of %s does not list the files", pkg)
		}
	}
}

// listedIn returns the files that a doc comment has a line for.
func listedIn(doc string) (files []string) {
	for _, m := range fileLine.FindAllStringSubmatch(doc, -1) {
		files = append(files, strings.Split(m[1], ", ")...)
	}
	return files
}

// documented returns the doc comment of the package in a folder, the file that it stands in, and the others but for tests, sorted.
func documented(dir string) (doc, own string, files []string, err error) {
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", "", nil, err
	}
	for _, path := range all {
		name := filepath.Base(path)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return "", "", nil, err
		}
		if f.Doc == nil {
			files = append(files, name)
		} else {
			doc, own = f.Doc.Text(), name
		}
	}
	return doc, own, files, nil
}

func TestListedIn(t *testing.T) {
	got := listedIn("Package p does.\n\nThe files:\n\n\ta.go    this\n\tb_c.go  that (see d.go)\n\te.go, f.go\n\t        both\n\tg       no file\nh.go i\n")
	if diff := cmp.Diff([]string{"a.go", "b_c.go", "e.go", "f.go"}, got); diff != "" {
		t.Errorf("listed differ (-want +got):\n%s", diff)
	}
}
