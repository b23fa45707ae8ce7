package analysis

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// findLinked returns the functions without a body that stand for one of a package which is not checked, by a go:linkname directive, with
// its name: a call of one is a call of that. They get and return numbers, truth values and strings only. What else they may touch by way of
// arguments the checked packages would have to account for.
func (p *Facts) findLinked() map[*types.Func]string {
	linked := map[*types.Func]string{}
	for _, path := range p.Paths {
		info := p.Packages[path]
		for fn, decl := range info.decls {
			if decl.Body != nil || fn.Signature().Recv() != nil || info.Annot.Funcs[fn] != nil || !scalarsOnly(fn.Signature()) {
				continue
			}
			name := linkedName(decl)
			if dot := strings.LastIndexByte(name, '.'); dot > 0 && p.Packages[name[:dot]] == nil {
				linked[fn] = name
			}
		}
	}
	return linked
}

// LinkedTo returns the name of the function that fn stands for, "" if it stands for none.
func (p *Facts) LinkedTo(fn *ssa.Function) string {
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Blocks != nil {
		return ""
	}
	return p.linked[obj]
}

// linkedName returns the name that a go:linkname directive at a declaration gives it, "" if there is none.
func linkedName(decl *ast.FuncDecl) string {
	if decl.Doc == nil {
		return ""
	}
	for _, c := range decl.Doc.List {
		if words := strings.Fields(c.Text); len(words) == 3 && words[0] == "//go:linkname" && words[1] == decl.Name.Name {
			return words[2]
		}
	}
	return ""
}

// scalarsOnly reports whether a function gets and returns nothing that leads to memory which can be written.
func scalarsOnly(sig *types.Signature) bool {
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range t.Variables() {
			if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Kind() == types.UnsafePointer {
				return false
			}
		}
	}
	return true
}
