package instrument

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A program may declare any predeclared name: a variable len, a type string, a constant nil. What we write uses such a name only
// if the package declares it nowhere, whatever the scope; else it uses the runtime's name for the same thing.

// word is a predeclared name, or the runtime's for it.
func (u *unit) predeclared(name string) string {
	if !u.declares[name] {
		return name
	}
	return u.rt + ".Plain" + strings.ToUpper(name[:1]) + name[1:]
}

// truth is a boolean constant.
func (u *unit) truth(b bool) string { return u.predeclared(strconv.FormatBool(b)) }

// declaredIn has the predeclared names that a package declares.
func declaredIn(p *packages.Package) map[string]bool {
	out := map[string]bool{}
	declare := func(obj types.Object) {
		switch obj := obj.(type) {
		case nil, *types.Label:
			return
		case *types.Var:
			if obj.IsField() {
				return
			}
		case *types.Func:
			if obj.Signature().Recv() != nil {
				return
			}
		}
		if types.Universe.Lookup(obj.Name()) != nil {
			out[obj.Name()] = true
		}
	}
	for _, obj := range p.TypesInfo.Defs {
		declare(obj)
	}
	for _, obj := range p.TypesInfo.Implicits { // of imports and type switches
		declare(obj)
	}
	return out
}

// inStandardLibrary reports whether a package is part of it.
func inStandardLibrary(p *packages.Package) bool {
	first, _, _ := strings.Cut(p.PkgPath, "/")
	return (p.Module == nil || p.Module.Path == "std") && !strings.Contains(first, ".") && first != "command-line-arguments"
}
