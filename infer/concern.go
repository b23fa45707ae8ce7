package infer

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// Concerns reports whether there may be a proposal about something in the package: about a field, a variable that
// functions or goroutines share, or a function that is called or used otherwise. It looks at what the package declares,
// and analyses nothing.
func Concerns(pkg *packages.Package) bool {
	for _, obj := range pkg.TypesInfo.Defs {
		switch obj := obj.(type) {
		case *types.TypeName:
			return true
		case *types.Var:
			if obj.IsField() || obj.Parent() == pkg.Types.Scope() {
				return true
			}
		case *types.Func:
			if obj.Signature().Recv() != nil || obj.Exported() {
				return true
			}
		}
	}
	for _, obj := range pkg.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() == pkg.Types { // nothing is held where nobody calls it
			return true
		}
	}
	for _, file := range pkg.Syntax {
		found := false
		ast.Inspect(file, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncLit, *ast.StructType:
				found = true
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
