package fusion

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

const branching = `package p

func f(x int) int {
	if x > 0 { // meets at "return x"
		x++
	}
	return x
}

func early(x int) int {
	if x > 0 { // meets at the end
		return 1
	}
	return 2
}

func loop(x int) int {
	for x > 0 { // meets behind the loop
		x--
	}
	return x
}

func never(x int) {
	if x > 0 { // does not meet
		for {
		}
	}
	panic("no")
}
`

// Branches meet again in a block, at the end of the function, or nowhere.
func TestJoins(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", branching, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{}, fset, types.NewPackage("p", "p"), []*ast.File{file}, ssa.SanityCheckFunctions)
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{joins: map[*ssa.Function]*joins{}}
	for _, c := range []struct {
		name  string
		meets bool
		end   bool // of the function
		line  int  // of the return in the block
	}{
		{"f", true, false, 7},
		{"early", true, true, 0},
		{"loop", true, false, 21},
		{"never", false, false, 0},
	} {
		var branch *ssa.BasicBlock
		for _, b := range pkg.Func(c.name).Blocks {
			if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && branch == nil {
				branch = b
			}
		}
		join, meets := p.join(branch)
		if meets != c.meets || meets && (join == nil) != c.end {
			t.Errorf("%s: meets: %t, at %v", c.name, meets, join)
			continue
		}
		if join != nil {
			if line := fset.Position(join.Instrs[len(join.Instrs)-1].Pos()).Line; line != c.line {
				t.Errorf("%s: meets in line %d, want %d", c.name, line, c.line)
			}
		}
	}
}
