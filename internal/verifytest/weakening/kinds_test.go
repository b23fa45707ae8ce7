package weakening

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTables checks that the tables name functions, methods, types and fields that there are: after a rename, a name that
// is left over would silently drop a kind of sites.
func TestTables(t *testing.T) {
	declared := declaredIn(t, "../../../desugar", "../../../reduce", "../../../ir")
	if len(declared) < 2000 {
		t.Fatalf("%d names are declared, want at least 2,000", len(declared))
	}
	for _, table := range []struct {
		name string
		keys []string
	}{
		{"emitters", slices.Sorted(maps.Keys(emitters))},
		{"asserting", slices.Sorted(maps.Keys(asserting))},
		{"assuming", slices.Sorted(maps.Keys(assuming))},
		{"publishing", slices.Sorted(maps.Keys(publishing))},
		{"supposing", slices.Sorted(maps.Keys(supposing))},
		{"through", slices.Sorted(maps.Keys(through))},
		{"conditions", slices.Sorted(maps.Keys(conditions))},
		{"elements", slices.Sorted(maps.Keys(elements))},
		{"fields", slices.Sorted(maps.Keys(fields))},
	} {
		for _, key := range table.keys {
			if !declared[plain(key)] {
				t.Errorf("%s: no function, method, type or field is %s", table.name, key)
			}
		}
	}
}

// plain returns a key as package.name or package.type.name, whatever the form of the receiver.
func plain(key string) string {
	return strings.NewReplacer("(", "", ")", "", "*", "").Replace(key)
}

// declaredIn returns what is declared in all packages below the directories: functions, types, methods and fields.
func declaredIn(t *testing.T, dirs ...string) map[string]bool {
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
				declare(declared, file.Name.Name+".", d)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return declared
}

// declare enters what a declaration declares.
func declare(declared map[string]bool, pkg string, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		declared[pkg+receiver(d)+d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if typ, ok := spec.(*ast.TypeSpec); ok {
				declared[pkg+typ.Name.Name] = true
				declareMembers(declared, pkg+typ.Name.Name+".", typ.Type)
			}
		}
	}
}

// declareMembers enters the fields of a struct and the methods of an interface.
func declareMembers(declared map[string]bool, typ string, x ast.Expr) {
	var members *ast.FieldList
	switch x := x.(type) {
	case *ast.StructType:
		members = x.Fields
	case *ast.InterfaceType:
		members = x.Methods
	default:
		return
	}
	for _, m := range members.List {
		for _, name := range m.Names {
			declared[typ+name.Name] = true
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
