package memory_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/calvin-go/calvin/infer/memory"
)

// TestElementOfItself asks for elements at indices that are stored only in themselves.
func TestElementOfItself(t *testing.T) {
	const source = `package p

func f(rows []int) int {
	var i, j, k int
	get := func() int { return rows[i] + rows[j] + rows[k] }
	i = i
	j, k = k, j
	return get()
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""), []*ast.File{file}, 0)
	if err != nil {
		t.Fatal(err)
	}
	outer := p.Func("f")
	vs := memory.NewValues()
	for _, b := range outer.Blocks {
		for _, in := range b.Instrs {
			if m, ok := in.(*ssa.MakeClosure); ok {
				vs.Made[m.Fn.(*ssa.Function)] = m
			}
		}
	}
	asked := 0
	for _, b := range outer.AnonFuncs[0].Blocks {
		for _, in := range b.Instrs {
			if at, ok := in.(*ssa.IndexAddr); ok {
				asked++
				first := vs.Element(at.Index)
				if first.Kind != memory.ToElement || first.Index == nil {
					t.Errorf("the element at %s is %+v", at.Index, first)
				}
				if again := vs.Element(at.Index); again != first {
					t.Errorf("the element at %s is %+v, then %+v", at.Index, first, again)
				}
			}
		}
	}
	if asked != 3 {
		t.Errorf("%d elements, want 3", asked)
	}
}
