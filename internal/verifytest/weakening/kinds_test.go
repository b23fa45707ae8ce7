package weakening

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestEmitters checks that the table of emitters names functions and methods that there are: after a rename, a name that is
// left over would silently drop a kind of sites.
func TestEmitters(t *testing.T) {
	declared := declaredFunctions(t, "../../../desugar", "../../../reduce")
	if len(declared) < 500 {
		t.Fatalf("%d functions are declared, want at least 500", len(declared))
	}
	for name := range emitters {
		if !declared[name] {
			t.Errorf("no function or method is %s", name)
		}
	}
}

// declaredFunctions returns the names of the functions and methods of all packages below the directories, as the tables
// write them: package.function and package.type.method.
func declaredFunctions(t *testing.T, dirs ...string) map[string]bool {
	t.Helper()
	declared := map[string]bool{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() && entry.Name() == "testdata" {
				return cmp.Or(err, fs.SkipDir)
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range file.Decls {
				declare(declared, file.Name.Name, d)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return declared
}

// declare enters what a declaration declares: a function, a method, the methods of interfaces.
func declare(declared map[string]bool, pkg string, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		declared[pkg+"."+receiver(d)+d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			typ, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			methods, ok := typ.Type.(*ast.InterfaceType)
			if !ok {
				continue
			}
			for _, m := range methods.Methods.List {
				for _, name := range m.Names {
					declared[pkg+"."+typ.Name.Name+"."+name.Name] = true
				}
			}
		}
	}
}

// receiver returns the name of a method's receiver type with a dot, "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if index, ok := typ.(*ast.IndexExpr); ok {
		typ = index.X
	}
	return typ.(*ast.Ident).Name + "."
}
