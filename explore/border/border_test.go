package border_test

import (
	"go/importer"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/explore/border"
	"github.com/calvin-go/calvin/library"
)

// own are the exported methods of a type that are not promoted from a field, which has a type of its own.
func own(named *types.Named) (out []*types.Func) {
	set := types.NewMethodSet(types.NewPointer(named))
	for m := range set.Methods() {
		if fn := m.Obj().(*types.Func); fn.Exported() && len(m.Index()) == 1 {
			out = append(out, fn)
		}
	}
	return out
}

// TestMethods: the table has each exported method of its types, and no other.
func TestMethods(t *testing.T) {
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, typ := range border.Types() {
		dot := strings.LastIndexByte(typ.Name, '.')
		pkg, err := imp.Import(typ.Name[:dot])
		if err != nil {
			t.Fatal(err)
		}
		obj := pkg.Scope().Lookup(typ.Name[dot+1:])
		if obj == nil {
			t.Errorf("there is no type %s", typ.Name)
			continue
		}
		known := 0
		for _, fn := range own(obj.Type().(*types.Named)) {
			if typ.Method(fn.Name()) != border.Unknown {
				known++
			} else {
				t.Errorf("the table lacks %s", fn.FullName())
			}
		}
		if known != typ.Methods() {
			t.Errorf("%s: the table has %d methods, of which there are %d", typ.Name, typ.Methods(), known)
		}
		agrees(t, typ, obj.Type().(*types.Named))
	}
}

// agrees compares the effects with what package library believes, and tests.
func agrees(t *testing.T, typ *border.Type, named *types.Named) {
	t.Helper()
	for _, fn := range own(named) {
		row := library.Of(fn.FullName())
		if row == nil {
			continue
		}
		e := typ.Method(fn.Name())
		if row.Writes(0) != (e == border.Write) && e != border.Through && typ.Name != "container/ring.Ring" && e != border.Safe {
			t.Errorf("%s: the table has %d, package library %q", fn.FullName(), e, row.Text)
		}
	}
}
