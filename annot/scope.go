package annot

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A scope says what names mean in one directive. Innermost are bound variables, then the fields of this, then a
// function's parameters and results, then Go's own scopes, and outermost the specification's words, which therefore
// give way to the program's names as Go's predeclared ones do.
type scope struct {
	this    types.Type       // a pointer to the object a field's or type's directive is about; nil elsewhere
	around  types.Type       // a pointer to the struct that the one of this is nested in; for messages
	sig     *types.Signature // in a function's directive
	results bool             // results have a value here
	old     string           // why old cannot be used here; empty: it has
	local   string           // the same of local
	outer   *types.Scope     // Go's scope
	pos     token.Pos        // where in it
	later   bool             // what the innermost scope declares after pos has a meaning, too: a lock that is declared after what it guards
	bound   []*Bound
	index   *indexName   // in VERB[j]
	inside  *ast.FuncLit // at whose beginning the directive stands
	// anyField: unexported fields of other packages can be named, as gVisor's annotations do.
	anyField bool
}

// indexName is the name of the element index in one directive; the Bound is common to the directives of a variable.
type indexName struct {
	name  string
	bound *Bound
}

// field finds the field that name is short for, with the path to it.
func (s *scope) field(pkg *types.Package, name string) (*types.Var, []int) {
	if s.this == nil {
		return nil, nil
	}
	obj, path, _ := types.LookupFieldOrMethod(s.this, true, pkg, name)
	v, _ := obj.(*types.Var)
	return v, path
}

// param finds the receiver or parameter called name.
func (s *scope) param(name string) *types.Var {
	if s.sig == nil || name == "_" {
		return nil
	}
	if r := s.sig.Recv(); r != nil && r.Name() == name {
		return r
	}
	for v := range s.sig.Params().Variables() {
		if v.Name() == name {
			return v
		}
	}
	return nil
}

// result finds the index of the result called name.
func (s *scope) result(name string) (int, bool) {
	if s.sig == nil || name == "_" {
		return 0, false
	}
	for i := range s.sig.Results().Len() {
		if s.sig.Results().At(i).Name() == name {
			return i, true
		}
	}
	return 0, false
}

// outOfReach is the hint for the bare name of a field of the receiver, a parameter or the struct around; or "".
func (s *scope) outOfReach(pkg *types.Package, name string) string {
	if s.around != nil {
		if obj, _, _ := types.LookupFieldOrMethod(s.around, true, pkg, name); obj != nil {
			return name + " belongs to the enclosing struct, which has no name here: put the directive on the nested struct as a whole"
		}
	}
	if s.sig == nil {
		return ""
	}
	params := slices.Collect(s.sig.Params().Variables())
	if r := s.sig.Recv(); r != nil {
		params = slices.Insert(params, 0, r)
	}
	for _, v := range params {
		obj, _, _ := types.LookupFieldOrMethod(v.Type(), true, pkg, name)
		if f, ok := obj.(*types.Var); ok {
			return "did you mean " + v.Name() + "." + f.Name() + "?"
		}
	}
	return ""
}

// object finds the Go object that name denotes by Go's scopes alone, or nil.
func (s *scope) object(name string) types.Object {
	if s.outer == nil || name == "_" {
		return nil
	}
	_, obj := s.outer.LookupParent(name, s.pos)
	if v, ok := s.outer.Lookup(name).(*types.Var); ok && obj == nil && s.later {
		return v
	}
	return obj
}

// hidden reports whether something inside of Go's scopes takes the name.
func (s *scope) hidden(pkg *types.Package, name string) bool {
	if slices.ContainsFunc(s.bound, func(b *Bound) bool { return b.Name == name }) {
		return true
	}
	if s.index != nil && s.index.name == name {
		return true
	}
	f, _ := s.field(pkg, name)
	_, result := s.result(name)
	return f != nil || s.param(name) != nil || result
}

// names lists what is in scope, for suggestions.
func (s *scope) names() []string {
	names := []string{"tid", "free"}
	for _, b := range s.bound {
		names = append(names, b.Name)
	}
	if s.index != nil {
		names = append(names, s.index.name)
	}
	if s.this != nil {
		names = append(names, "this")
		names = append(names, fieldNames(s.this)...)
	}
	if s.sig != nil {
		if r := s.sig.Recv(); r != nil {
			names = append(names, r.Name())
		}
		for v := range s.sig.Params().Variables() {
			names = append(names, v.Name())
		}
		for v := range s.sig.Results().Variables() {
			names = append(names, v.Name())
		}
		if s.results && s.sig.Results().Len() > 0 {
			names = append(names, "result")
		}
	}
	for o := s.outer; o != nil && o != types.Universe; o = o.Parent() {
		for _, n := range o.Names() {
			if _, obj := o.LookupParent(n, s.pos); obj != nil {
				names = append(names, n)
			}
		}
	}
	return names
}

// fieldNames lists the fields of the struct that t is or points to, those of embedded structs included.
func fieldNames(t types.Type) []string {
	var names []string
	seen := map[types.Type]bool{}
	var add func(t types.Type)
	add = func(t types.Type) {
		t, _ = deref(t)
		if seen[t] {
			return
		}
		seen[t] = true
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return
		}
		for f := range st.Fields() {
			names = append(names, f.Name())
			if f.Embedded() {
				add(f.Type())
			}
		}
	}
	add(t)
	return names
}
