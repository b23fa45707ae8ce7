package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// typeText spells a type so that it means the same at n. It fails for a type that has no name there: one that another
// package keeps to itself, or a local one that is shadowed.
func (r *rewriter) typeText(t types.Type, n ast.Node) (string, bool) {
	scope := r.pkg.Types.Scope().Innermost(n.Pos())
	s := &speller{unit: r.unit, imported: r.importName, visible: func(obj *types.TypeName) bool {
		if scope == nil {
			return false
		}
		_, found := scope.LookupParent(obj.Name(), n.Pos())
		return found == types.Object(obj)
	}}
	return s.spell(t)
}

// hasText reports whether a type can be spelled at n.
func (r *rewriter) hasText(t types.Type, n ast.Node) bool {
	_, ok := r.typeText(t, n)
	return ok
}

// A speller writes types for one place of a unit. Predeclared names stand for themselves only where the package declares no
// others of that name.
type speller struct {
	*unit
	imported func(path string) string   // the name of a package
	visible  func(*types.TypeName) bool // a type of the unit's own package has its name there
	nameless bool                       // something had no name
}

func (s *speller) spell(t types.Type) (string, bool) {
	text := s.typ(t)
	return text, !s.nameless
}

func (s *speller) typ(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		if s.named(t.Obj()) {
			return s.name(t.Obj(), t.TypeArgs())
		}
		return s.typ(types.Unalias(t))
	case *types.Named:
		if s.named(t.Obj()) {
			return s.name(t.Obj(), t.TypeArgs())
		}
	case *types.TypeParam:
		if s.visible(t.Obj()) {
			return t.Obj().Name()
		}
	case *types.Basic:
		switch {
		case t.Kind() == types.UnsafePointer:
			return s.imported("unsafe") + ".Pointer"
		case t.Info()&types.IsUntyped == 0:
			return s.predeclared(t.Name())
		}
	case *types.Pointer:
		return "*" + s.typ(t.Elem())
	case *types.Slice:
		return "[]" + s.typ(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), s.typ(t.Elem()))
	case *types.Chan:
		return s.channel(t)
	case *types.Map:
		return "map[" + s.typ(t.Key()) + "]" + s.typ(t.Elem())
	case *types.Signature:
		if t.TypeParams().Len() == 0 {
			return "func" + s.signature(t)
		}
	case *types.Struct:
		return s.structure(t)
	case *types.Interface:
		return s.interfaceType(t)
	case *types.Union:
		return s.union(t)
	}
	s.nameless = true
	return ""
}

// named reports whether a type can be called by its name.
func (s *speller) named(obj *types.TypeName) bool {
	switch {
	case obj.Pkg() == nil: // predeclared
		return true
	case obj.Pkg() == s.pkg.Types:
		return s.visible(obj)
	}
	return obj.Exported() && obj.Parent() == obj.Pkg().Scope() && s.importable(obj.Pkg())
}

// importable reports whether the unit may import a package that it reaches.
func (s *speller) importable(p *types.Package) bool {
	own := s.underTest()
	if p.Name() == "main" {
		return p.Path() == own
	}
	for rest, from := p.Path(), 0; ; {
		i := strings.Index(rest[from:], "internal")
		if i < 0 {
			return true
		}
		i += from
		from = i + len("internal")
		if i > 0 && rest[i-1] != '/' || from < len(rest) && rest[from] != '/' {
			continue
		}
		parent := strings.TrimSuffix(rest[:i], "/")
		if parent == "" && !inStandardLibrary(s.pkg) || parent != "" && own != parent && !strings.HasPrefix(own, parent+"/") {
			return false
		}
	}
}

// name writes the name of a type with its type arguments.
func (s *speller) name(obj *types.TypeName, args *types.TypeList) string {
	text := obj.Name()
	switch {
	case obj.Pkg() == nil:
		text = s.predeclared(text)
	case obj.Pkg() != s.pkg.Types:
		text = s.imported(obj.Pkg().Path()) + "." + text
	}
	var list []string
	for a := range args.Types() {
		list = append(list, s.typ(a))
	}
	if len(list) > 0 {
		text += "[" + strings.Join(list, ", ") + "]"
	}
	return text
}

func (s *speller) channel(t *types.Chan) string {
	elem := s.typ(t.Elem())
	switch t.Dir() {
	case types.SendOnly:
		return "chan<- " + elem
	case types.RecvOnly:
		return "<-chan " + elem
	}
	if e, ok := t.Elem().(*types.Chan); ok && e.Dir() == types.RecvOnly {
		elem = "(" + elem + ")"
	}
	return "chan " + elem
}

// signature writes the parameters and results of a function.
func (s *speller) signature(t *types.Signature) string {
	var params, results []string
	for i := range t.Params().Len() {
		p := t.Params().At(i).Type()
		list, isSlice := p.(*types.Slice)
		if t.Variadic() && i == t.Params().Len()-1 && isSlice {
			params = append(params, "..."+s.typ(list.Elem()))
		} else {
			params = append(params, s.typ(p))
		}
	}
	for v := range t.Results().Variables() {
		results = append(results, s.typ(v.Type()))
	}
	text := "(" + strings.Join(params, ", ") + ")"
	if len(results) > 0 {
		text += " (" + strings.Join(results, ", ") + ")"
	}
	return text
}

// own reports whether a field or method is the same when this package declares it.
func (s *speller) own(obj types.Object) bool { return obj.Exported() || obj.Pkg() == s.pkg.Types }

func (s *speller) structure(t *types.Struct) string {
	var fields []string
	for i := range t.NumFields() {
		f := t.Field(i)
		s.nameless = s.nameless || !s.own(f)
		text := s.typ(f.Type())
		if f.Embedded() {
			bare := text[strings.LastIndexAny(strings.SplitN(text, "[", 2)[0], ".*")+1:]
			bare, _, _ = strings.Cut(bare, "[")
			s.nameless = s.nameless || bare != f.Name()
		} else {
			text = f.Name() + " " + text
		}
		if tag := t.Tag(i); tag != "" {
			text += " " + strconv.Quote(tag)
		}
		fields = append(fields, text)
	}
	return "struct{" + strings.Join(fields, "; ") + "}"
}

func (s *speller) interfaceType(t *types.Interface) string {
	var parts []string
	for m := range t.ExplicitMethods() {
		s.nameless = s.nameless || !s.own(m)
		parts = append(parts, m.Name()+s.signature(m.Signature()))
	}
	for e := range t.EmbeddedTypes() {
		parts = append(parts, s.typ(e))
	}
	return "interface{" + strings.Join(parts, "; ") + "}"
}

func (s *speller) union(t *types.Union) string {
	var terms []string
	for term := range t.Terms() {
		text := s.typ(term.Type())
		if term.Tilde() {
			text = "~" + text
		}
		terms = append(terms, text)
	}
	return strings.Join(terms, " | ")
}
