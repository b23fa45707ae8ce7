package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A generic function is checked once, for all type arguments. What is checked is an instance of it, of which each type
// argument is an abstract type: a type of which nothing is known, as of the type parameter itself. What it calls are
// instances of other generic functions then, over the same abstract types: package ssa substitutes in these, which it
// does not do for a type parameter. So calls, types that refer to each other, and methods of generic types are what
// they are anywhere else.
//
// An abstract type is a named type of no package, in no scope, whose underlying type is the constraint. Where a
// constraint lists types, code may do with a value what those types have in common, such as to range over it: then
// there is no abstract type, and the function is checked as it is declared. If they are numbers, strings and booleans,
// as those of cmp.Ordered, then there is one. What an operator or a conversion gives is any value then.

// IsTypeParam reports whether t is a type parameter, or an abstract type in place of one.
func IsTypeParam(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		return isAbstract(t)
	}
	return false
}

// isAbstract reports whether a type is an abstract one.
func isAbstract(t *types.Named) bool {
	return t.Obj().Pkg() == nil && t.Obj().Parent() == nil && types.IsInterface(t)
}

// An abstractTypes has the instances that are checked in place of generic functions.
type abstractTypes struct {
	params   map[token.Pos]*types.Named      // by where the type parameter is declared
	of       map[*ssa.Function]*ssa.Function // by the function as it is declared
	is       map[*ssa.Function]bool          // the instances
	mentions *ssa.Package                    // see instantiate
	// inReplaced are the type parameters of the functions that instances replace, by where they are declared.
	inReplaced map[token.Pos]bool
}

// findAbstractTypes makes the instances for the generic functions of the packages. The program has been built.
func (p *Facts) findAbstractTypes() *abstractTypes {
	s := &abstractTypes{params: map[token.Pos]*types.Named{}, of: map[*ssa.Function]*ssa.Function{}, is: map[*ssa.Function]bool{}, inReplaced: map[token.Pos]bool{}}
	prog := p.Ssa
	var functions []*types.Func
	for _, path := range p.Paths {
		info := p.Packages[path]
		info.abstractTypes = s
		for _, obj := range info.definitions() {
			fn, ok := obj.(*types.Func)
			if !ok || info.decls[fn] == nil || fn.Signature().TypeParams().Len() > 0 && fn.Signature().RecvTypeParams().Len() > 0 {
				continue
			}
			switch sig := fn.Signature(); {
			case sig.RecvTypeParams().Len() > 0:
				s.method(prog, fn)
			case sig.TypeParams().Len() > 0 && sig.Recv() == nil:
				if s.argumentsFor(sig.TypeParams()) != nil {
					functions = append(functions, fn)
				}
			}
		}
	}
	s.instantiate(prog, functions)
	return s
}

// method makes the instance of a method of a generic type. The methods that name the type parameters as the type does
// have the same abstract types. The others have their own, as the types in their annotations are told by these names.
func (s *abstractTypes) method(prog *ssa.Program, fn *types.Func) {
	recv := fn.Signature().Recv().Type()
	ptr, isPtr := types.Unalias(recv).(*types.Pointer)
	if isPtr {
		recv = ptr.Elem()
	}
	named, ok := types.Unalias(recv).(*types.Named)
	if !ok {
		return
	}
	params := named.Origin().TypeParams()
	if own := fn.Signature().RecvTypeParams(); !slices.Equal(paramNames(own), paramNames(params)) {
		params = own
	}
	args := s.argumentsFor(params)
	if args == nil {
		return
	}
	typ, err := types.Instantiate(nil, named.Origin(), args, false)
	if err != nil {
		return
	}
	if isPtr {
		typ = types.NewPointer(typ)
	}
	sel := types.NewMethodSet(typ).Lookup(fn.Pkg(), fn.Name())
	if sel == nil || len(sel.Index()) != 1 {
		return
	}
	s.note(prog.FuncValue(fn), prog.MethodValue(sel))
}

func paramNames(params *types.TypeParamList) []string {
	var names []string
	for p := range params.TypeParams() {
		names = append(names, p.Obj().Name())
	}
	return names
}

// note notes that an instance is checked in place of the function as it is declared.
func (s *abstractTypes) note(declared, inst *ssa.Function) {
	if declared != nil && inst != nil && inst.Blocks != nil && inst.Syntax() == declared.Syntax() {
		s.of[declared] = inst
		s.is[inst] = true
		sig := declared.Object().(*types.Func).Signature()
		for _, param := range slices.Concat(slices.Collect(sig.TypeParams().TypeParams()), slices.Collect(sig.RecvTypeParams().TypeParams())) {
			s.inReplaced[param.Obj().Pos()] = true
		}
	}
}

// instantiate makes the instances of functions. Package ssa makes one where code mentions it, so here is such code: a package
// with a function that does nothing else.
func (s *abstractTypes) instantiate(prog *ssa.Program, functions []*types.Func) {
	if len(functions) == 0 {
		return
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Instances: map[*ast.Ident]types.Instance{},
	}
	body := &ast.BlockStmt{}
	for _, fn := range functions {
		args := s.argumentsFor(fn.Signature().TypeParams())
		sig, err := types.Instantiate(nil, fn.Signature(), args, false)
		if err != nil {
			continue
		}
		id := ast.NewIdent(fn.Name())
		info.Uses[id] = fn
		info.Types[id] = types.TypeAndValue{Type: sig}
		info.Instances[id] = types.Instance{TypeArgs: typeList(args), Type: sig}
		body.List = append(body.List, &ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN, Rhs: []ast.Expr{id}})
	}
	pkg := types.NewPackage("instances", "instances")
	name := ast.NewIdent("instances")
	info.Defs[name] = types.NewFunc(token.NoPos, pkg, name.Name, types.NewSignatureType(nil, nil, nil, nil, nil, false))
	pkg.Scope().Insert(info.Defs[name])
	mention := &ast.FuncDecl{Name: name, Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: body}
	s.mentions = prog.CreatePackage(pkg, []*ast.File{{Name: name, Decls: []ast.Decl{mention}}}, info, false)
	s.mentions.Build()
	for _, b := range s.mentions.Func(name.Name).Blocks {
		for _, instr := range b.Instrs {
			if ref, ok := instr.(*ssa.DebugRef); ok {
				if inst, ok := ref.X.(*ssa.Function); ok && inst.Origin() != nil {
					s.note(inst.Origin(), inst)
				}
			}
		}
	}
}

// typeList makes a list of types, which only instances of generic types have.
func typeList(args []types.Type) *types.TypeList {
	params := make([]*types.TypeParam, len(args))
	for i := range params {
		params[i] = types.NewTypeParam(types.NewTypeName(token.NoPos, nil, "_", nil), types.Universe.Lookup("any").Type())
	}
	n := types.NewNamed(types.NewTypeName(token.NoPos, nil, "list", nil), types.NewStruct(nil, nil), nil)
	n.SetTypeParams(params)
	inst, err := types.Instantiate(nil, n, args, false)
	if err != nil {
		return nil
	}
	return inst.(*types.Named).TypeArgs()
}

// argumentsFor returns the abstract types for type parameters that are declared together; nil if one of them has none.
func (s *abstractTypes) argumentsFor(params *types.TypeParamList) []types.Type {
	var args []types.Type
	for param := range params.TypeParams() {
		if known := s.params[param.Obj().Pos()]; known != nil {
			args = append(args, known)
			continue
		}
		if !hasAbstract(param) {
			return nil
		}
		// It has no position: package ssa takes a type that is declared inside the function for another one in each instance.
		name := types.NewTypeName(token.NoPos, nil, param.Obj().Name(), nil)
		n := types.NewNamed(name, param.Constraint().Underlying(), nil)
		s.params[param.Obj().Pos()] = n
		args = append(args, n)
	}
	return args
}

// hasAbstract reports whether there is an abstract type in place of a type parameter: its constraint lists no types but
// basic ones, and does not speak of type parameters.
func hasAbstract(param *types.TypeParam) bool {
	constraint, ok := param.Constraint().Underlying().(*types.Interface)
	if !ok || !constraint.IsMethodSet() && !onlyComparable(constraint) && !onlyBasic(constraint) {
		return false
	}
	for m := range constraint.Methods() {
		if IsGeneric(m.Type()) {
			return false
		}
	}
	return true
}

// onlyComparable reports whether a constraint asks for nothing but methods and that values can be compared.
func onlyComparable(constraint *types.Interface) bool {
	for t := range constraint.EmbeddedTypes() {
		inner, ok := t.Underlying().(*types.Interface)
		if !ok || !inner.IsMethodSet() && !onlyComparable(inner) {
			return false
		}
	}
	return constraint.IsComparable()
}

// onlyBasic reports whether the underlying types of a constraint's type set are basic ones, by which values are
// numbers, strings or booleans. There are several, and not only strings: so no code has values of the type as what it
// ranges over, indexes or makes. (Package ssa does not build such code for an abstract type.)
func onlyBasic(constraint *types.Interface) bool {
	kinds := map[types.BasicKind]bool{}
	return basicKinds(constraint, kinds) && len(kinds) > 1
}

// IsBasicParam reports whether t is a type parameter, or an abstract type in place of one, of which all type arguments
// are numbers, strings or booleans.
func IsBasicParam(t types.Type) bool {
	if !IsTypeParam(t) {
		return false
	}
	constraint, ok := t.Underlying().(*types.Interface)
	return ok && basicKinds(constraint, map[types.BasicKind]bool{})
}

// basicKinds adds the kinds of the basic types that a type, or an interface that lists types, stands for; it reports
// false if there may be others, or if it is not one list that tells.
func basicKinds(t types.Type, kinds map[types.BasicKind]bool) bool {
	switch u := t.(type) {
	case *types.Union:
		for term := range u.Terms() {
			if !basicKinds(term.Type(), kinds) {
				return false
			}
		}
		return u.Len() > 0
	default:
		switch u := t.Underlying().(type) {
		case *types.Basic:
			kinds[u.Kind()] = true
			return u.Info()&(types.IsNumeric|types.IsString|types.IsBoolean) != 0
		case *types.Interface:
			return u.NumEmbeddeds() == 1 && basicKinds(u.EmbeddedType(0), kinds)
		}
	}
	return false
}

// isDeclared reports whether a function is one as a package declares it, or what is checked in its place.
func (s *abstractTypes) isDeclared(fn *ssa.Function) bool { return fn.Synthetic == "" || s.is[fn] }

// checked returns what is checked in place of a function that a package declares.
func (s *abstractTypes) checked(fn *ssa.Function) *ssa.Function {
	if inst := s.of[fn]; inst != nil {
		return inst
	}
	return fn
}

// checkedFor returns what is checked in place of the function of which a function is an instance, or the function if it is none.
func (s *abstractTypes) checkedFor(fn *ssa.Function) *ssa.Function {
	if fn.Origin() != nil {
		return s.checked(fn.Origin())
	}
	return fn
}

// counterpart returns what is checked in place of an instance, or of a function literal in one; nil if it is not told.
func (s *abstractTypes) counterpart(fn *ssa.Function) *ssa.Function {
	if fn.Parent() == nil {
		return s.checkedFor(fn)
	}
	around := s.counterpart(fn.Parent())
	i := slices.Index(fn.Parent().AnonFuncs, fn)
	if around == nil || i < 0 || i >= len(around.AnonFuncs) || around.AnonFuncs[i].Syntax() != fn.Syntax() {
		return nil
	}
	return around.AnonFuncs[i]
}

// CheckedFor returns the function that is checked in place of an instance, or the function itself if it is none.
func (p *Facts) CheckedFor(fn *ssa.Function) *ssa.Function {
	if checked := p.abstractTypes.checkedFor(fn); checked != nil && len(checked.Params) == len(fn.Params) {
		return checked
	}
	return fn
}

// replaced reports whether an instance is checked in place of a function, so that nothing is to be learnt from it: it
// is one as declared, or calls another from one.
func (s *abstractTypes) replaced(fn *ssa.Function) bool {
	root := Root(fn)
	return s.of[root] != nil || s.isMethodValueIn(root) || strings.HasPrefix(root.Synthetic, "instantiation wrapper") && s.of[root.Origin()] != nil ||
		s.mentions != nil && root.Pkg == s.mentions
}

// isMethodValueIn reports whether a function stands for a method as a value, or for a method expression, in a function
// that an instance replaces: its receiver has type parameters of that, which no other code speaks of.
func (s *abstractTypes) isMethodValueIn(fn *ssa.Function) bool {
	var recv types.Type
	switch {
	case fn.Synthetic == "" || fn.Object() == nil || fn.Signature.Recv() != nil:
		return false
	case len(fn.FreeVars) == 1:
		recv = fn.FreeVars[0].Type()
	case len(fn.Params) > 0:
		recv = fn.Params[0].Type()
	default:
		return false
	}
	n, ok := types.Unalias(Deref(recv)).(*types.Named)
	return ok && slices.ContainsFunc(slices.Collect(n.TypeArgs().Types()), func(arg types.Type) bool {
		param, ok := types.Unalias(arg).(*types.TypeParam)
		return ok && s.inReplaced[param.Obj().Pos()]
	})
}

// MayBeOne reports whether two types may be one, for some type arguments in place of the type parameters in them.
func MayBeOne(a, b types.Type) bool {
	if IsTypeParam(a) || IsTypeParam(b) {
		return true
	}
	if !IsGeneric(a) && !IsGeneric(b) {
		return types.Identical(a, b)
	}
	switch a := types.Unalias(a).(type) {
	case *types.Named:
		b, ok := types.Unalias(b).(*types.Named)
		if !ok || a.Origin() != b.Origin() {
			return false
		}
		for i := range min(a.TypeArgs().Len(), b.TypeArgs().Len()) {
			if !MayBeOne(a.TypeArgs().At(i), b.TypeArgs().At(i)) {
				return false
			}
		}
		return true
	case *types.Pointer:
		b, ok := types.Unalias(b).(*types.Pointer)
		return ok && MayBeOne(a.Elem(), b.Elem())
	case *types.Slice:
		b, ok := types.Unalias(b).(*types.Slice)
		return ok && MayBeOne(a.Elem(), b.Elem())
	case *types.Map:
		b, ok := types.Unalias(b).(*types.Map)
		return ok && MayBeOne(a.Key(), b.Key()) && MayBeOne(a.Elem(), b.Elem())
	case *types.Chan:
		b, ok := types.Unalias(b).(*types.Chan)
		return ok && MayBeOne(a.Elem(), b.Elem())
	}
	return reflect.TypeOf(types.Unalias(a)) == reflect.TypeOf(types.Unalias(b)) // functions, structs and arrays are not looked into
}
