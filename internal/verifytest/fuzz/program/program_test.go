package program

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// check type-checks the file, and returns what is wrong with it.
func check(imp types.Importer, fset *token.FileSet, src []byte) error {
	f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	conf := types.Config{Importer: imp}
	_, err = conf.Check("p", fset, []*ast.File{f}, nil)
	return err
}

// Every program compiles, as it is checked and as it is run.
func TestProgramsCompile(t *testing.T) {
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "source", nil)
	for _, mode := range []Mode{Checked, Run} {
		var texts []string
		for n := range 1400 {
			p := Draw(7, uint64(n))
			if n >= 600 && !p.Designed() {
				continue
			}
			texts = append(texts, p.Source(fmt.Sprint(n), mode))
			if mode == Run {
				var callers []int
				for k, f := range p.Funcs {
					if f.Callable() {
						callers = append(callers, k)
					}
				}
				texts = append(texts, p.Driver(fmt.Sprint(n), Run, callers))
			}
		}
		if mode == Run {
			texts = append(texts, Runtime[strings.Index(Runtime, ")\n")+2:])
		}
		src, err := File("p", texts...)
		if err == nil {
			err = check(imp, fset, src)
		}
		if err != nil {
			var line int
			if m := strings.SplitN(err.Error(), ":", 4); len(m) > 2 {
				fmt.Sscan(m[1], &line)
			}
			lines := strings.Split(string(src), "\n")
			t.Errorf("%v\n%s", err, strings.Join(lines[max(0, line-15):min(len(lines), line+15)], "\n"))
		}
	}
}

// The choices of a program lead to the same program again.
func TestReplay(t *testing.T) {
	for n := range 200 {
		p := Draw(8, uint64(n))
		q := Replay(p.Choices)
		if a, b := p.Source("1", Checked), q.Source("1", Checked); a != b || !slices.Equal(p.Choices, q.Choices) {
			t.Fatalf("program %d is\n%s\nreplayed\n%s", n, a, b)
		}
	}
}
