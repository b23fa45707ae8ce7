package annot

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A contract file has contracts of functions of one package that is not checked, in declarations without bodies. It is a Go
// file, but no part of a package.

// A Contract is what a contract file says of one function. Nobody proves it.
type Contract struct {
	// Func is the function as the file declares it: Spec speaks of its parameters. Of is the function as its package declares it.
	Func, Of *types.Func
	Spec     *FuncSpec
	// Start and End are where it stands, with its directives.
	Start, End token.Pos
	// Where names the place for reports, Text is what stands there, and Head what stands in the file before all
	// contracts: whoever has read the file fills them in.
	Where, Text, Head string
}

// A ContractSource is a parsed contract file, with the package that it is about.
type ContractSource struct {
	Fset     *token.FileSet
	File     *ast.File
	Types    *types.Package
	Importer types.Importer // of what the file imports
	Sizes    types.Sizes
}

// ContractPath returns the import path of the package that a file has contracts of: what its line //calvin:contracts
// names, else the name in its package clause. Where the line stands comes with it. It reports whether there is such a
// line before the package clause.
func ContractPath(f *ast.File) (path string, pos, end token.Pos, ok bool) {
	for _, c := range header(f) {
		if rest, found := strings.CutPrefix(c.Text, prefix+"contracts"); found && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			path, _, _ = strings.Cut(rest, "//")
			if path = strings.TrimSpace(path); path == "" {
				path = f.Name.Name
			}
			return path, c.Pos(), c.End(), true
		}
	}
	return "", 0, 0, false
}

// header lists the comments before the package clause.
func header(f *ast.File) (all []*ast.Comment) {
	for _, g := range f.Comments {
		if g.Pos() < f.Package {
			all = append(all, g.List...)
		}
	}
	return all
}

// CheckContracts reads a contract file. The errors come in order of position; of what is ill-formed there is no contract.
func CheckContracts(src ContractSource) ([]*Contract, []*Error) {
	c := &checker{
		src: Source{Fset: src.Fset, Types: src.Types, Info: &types.Info{
			Defs: map[*ast.Ident]types.Object{}, Scopes: map[ast.Node]*types.Scope{}, Types: map[ast.Expr]types.TypeAndValue{},
			Uses: map[*ast.Ident]types.Object{},
		}},
		believed: true,
		actions:  map[*types.Func][]string{}, pure: map[*types.Func]bool{}, ghostGuards: map[*directive]ghostGuard{},
		out: &Package{Types: src.Types, Fset: src.Fset, Funcs: map[*types.Func]*FuncSpec{}},
	}
	r := &contractFile{checker: c, source: src}
	r.head()
	declared := r.declarations()
	contracts := r.contracts(declared)
	slices.SortFunc(c.errs, byPlace)
	c.errs = slices.CompactFunc(c.errs, func(a, b *Error) bool { return *a == *b })
	return contracts, c.errs
}

// A contractFile is read.
type contractFile struct {
	*checker
	source ContractSource
}

// head checks what stands before the package clause, and the name in it.
func (r *contractFile) head() {
	f := r.source.File
	for _, comment := range header(f) {
		d := r.comment(comment, &ast.CommentGroup{List: []*ast.Comment{comment}})
		if d != nil && (d.verb == nil || d.verb.name != "contracts") {
			r.errorf(d, CodePlace, "a contract file has directives before its functions, and contracts before the package clause",
				"%s does not apply to a contract file", d.name())
		}
	}
	if f.Name.Name != r.src.Types.Name() {
		r.errorf(f.Name, CodeType, "write package "+r.src.Types.Name(), "the package at %s is called %s, not %s", r.src.Types.Path(), r.src.Types.Name(), f.Name.Name)
	}
}

// A declaredFunc is a declaration of the file with the function that it is about.
type declaredFunc struct {
	decl   *ast.FuncDecl
	fn, of *types.Func
}

// declarations type-checks the declarations of functions, and finds the functions of the package that they are about.
func (r *contractFile) declarations() (all []declaredFunc) {
	var fns []*ast.FuncDecl
	for _, d := range r.source.File.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if r.isPlain(d) {
				fns = append(fns, d)
			}
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				r.errorf(span{d.Pos(), d.Pos() + token.Pos(len(d.Tok.String()))}, CodePlace, "", "a contract file declares functions, nothing else")
			}
		}
	}
	sigs := r.signatures(fns)
	first := map[*types.Func]*ast.FuncDecl{}
	for i, d := range fns {
		if sigs[i] == nil {
			continue
		}
		of := r.find(d, sigs[i])
		if of == nil {
			continue
		}
		if other := first[of]; other != nil {
			r.errorf(d.Name, CodeConflict, "", "the contract of %s is given twice", of.FullName())
			continue
		}
		first[of] = d
		fn := types.NewFunc(d.Name.Pos(), r.src.Types, d.Name.Name, sigs[i])
		r.src.Info.Defs[d.Name] = fn
		all = append(all, declaredFunc{d, fn, of})
	}
	return all
}

// isPlain reports a declaration that is none of a function that a contract can be about.
func (r *contractFile) isPlain(d *ast.FuncDecl) bool {
	switch {
	case d.Body != nil:
		r.errorf(span{d.Body.Lbrace, d.Body.Lbrace + 1}, CodePlace, "remove it", "a declaration in a contract file has no body")
		return false
	case d.Type.TypeParams != nil:
		r.errorf(d.Name, CodePlace, "", "a contract file cannot say anything of generic functions")
		return false
	case isVariadic(d):
		r.errorf(d.Name, CodePlace, "", "a contract file cannot say anything of variadic functions")
		return false
	case d.Recv != nil && len(d.Recv.List) != 1:
		r.errorf(d.Name, CodeType, "", "a method has one receiver")
		return false
	}
	return true
}

func isVariadic(d *ast.FuncDecl) bool {
	params := d.Type.Params.List
	if len(params) == 0 {
		return false
	}
	_, variadic := params[len(params)-1].Type.(*ast.Ellipsis)
	return variadic
}

// signatures type-checks declarations in the scope of the package; nil where that fails. A method counts as a function
// whose first parameter is the receiver, as the methods of a package can be declared in it alone.
func (r *contractFile) signatures(fns []*ast.FuncDecl) []*types.Signature {
	f := r.source.File
	flat := &ast.File{Package: f.Package, Name: f.Name, FileStart: f.FileStart, FileEnd: f.FileEnd}
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			flat.Decls = append(flat.Decls, d)
		}
	}
	var flattened []*ast.FuncDecl
	for _, d := range fns {
		one := &ast.FuncDecl{Name: &ast.Ident{NamePos: d.Name.NamePos, Name: "_"}, Type: &ast.FuncType{Func: d.Type.Func, Params: withReceiver(d), Results: d.Type.Results}}
		flattened, flat.Decls = append(flattened, one), append(flat.Decls, one)
	}
	around := types.NewPackage(r.src.Types.Path(), f.Name.Name)
	for _, name := range r.src.Types.Scope().Names() {
		around.Scope().Insert(r.src.Types.Scope().Lookup(name))
	}
	var faults []types.Error
	conf := types.Config{Importer: r.source.Importer, Sizes: r.source.Sizes, Error: func(err error) {
		if err, ok := err.(types.Error); ok && !err.Soft { // an import may be for annotations alone
			faults = append(faults, err)
		}
	}}
	info := r.src.Info
	types.NewChecker(&conf, r.src.Fset, around, info).Files([]*ast.File{flat}) // its errors are in faults
	info.Scopes[f] = info.Scopes[flat]
	for _, e := range faults {
		code := CodeType
		if strings.HasPrefix(e.Msg, "undefined: ") {
			code = CodeUnknownName
		}
		r.errorf(span{e.Pos, e.Pos}, code, "", "%s", e.Msg)
	}
	sigs := make([]*types.Signature, len(fns))
	for i, one := range flattened {
		fn, _ := info.Defs[one.Name].(*types.Func)
		faulty := slices.ContainsFunc(faults, func(e types.Error) bool { return fns[i].Pos() <= e.Pos && e.Pos < fns[i].End() })
		if fn == nil || faulty {
			continue
		}
		info.Scopes[fns[i].Type] = info.Scopes[one.Type]
		sigs[i] = asMethod(fn.Signature(), fns[i].Recv != nil)
	}
	return sigs
}

// withReceiver returns the parameters of a declaration, the receiver first. If some have names, all have.
func withReceiver(d *ast.FuncDecl) *ast.FieldList {
	if d.Recv == nil {
		return d.Type.Params
	}
	fields := slices.Concat(d.Recv.List, d.Type.Params.List)
	if slices.ContainsFunc(fields, func(f *ast.Field) bool { return len(f.Names) > 0 }) {
		for i, f := range fields {
			if len(f.Names) == 0 {
				fields[i] = &ast.Field{Names: []*ast.Ident{{NamePos: f.Type.Pos(), Name: "_"}}, Type: f.Type}
			}
		}
	}
	return &ast.FieldList{Opening: d.Type.Params.Opening, List: fields, Closing: d.Type.Params.Closing}
}

// asMethod takes the first parameter of a function for the receiver, if it is one.
func asMethod(sig *types.Signature, isMethod bool) *types.Signature {
	if !isMethod {
		return sig
	}
	params := slices.Collect(sig.Params().Variables())
	return types.NewSignatureType(params[0], nil, nil, types.NewTuple(params[1:]...), sig.Results(), sig.Variadic())
}

// find returns the function of the package that a declaration is about; nil after reporting that there is none.
func (r *contractFile) find(d *ast.FuncDecl, sig *types.Signature) *types.Func {
	pkg := r.src.Types
	if !d.Name.IsExported() {
		r.errorf(d.Name, CodePlace, "", "no other package can call %s, which is not exported", d.Name.Name)
		return nil
	}
	var of *types.Func
	if sig.Recv() != nil {
		named, candidates := r.receiver(d, sig)
		if named == nil {
			return nil
		}
		for m := range named.Methods() {
			candidates = append(candidates, m.Name())
			if m.Name() == d.Name.Name {
				of = m
			}
		}
		if of == nil {
			r.errorf(d.Name, CodeUnknownName, didYouMean(d.Name.Name, candidates), "%s has no method %s of its own", r.typeString(named), d.Name.Name)
			return nil
		}
		if !types.Identical(of.Signature().Recv().Type(), sig.Recv().Type()) {
			r.errorf(d.Recv.List[0].Type, CodeType, "", "the receiver of %s is a %s, not a %s", of.FullName(), r.typeString(of.Signature().Recv().Type()), r.typeString(sig.Recv().Type()))
			return nil
		}
	} else if of, _ = pkg.Scope().Lookup(d.Name.Name).(*types.Func); of == nil {
		r.errorf(d.Name, CodeUnknownName, didYouMean(d.Name.Name, functionsOf(pkg)), "package %s has no function %s", pkg.Path(), d.Name.Name)
		return nil
	}
	real := of.Signature()
	if real.TypeParams().Len() > 0 || real.RecvTypeParams().Len() > 0 {
		r.errorf(d.Name, CodePlace, "", "a contract file cannot say anything of generic functions")
		return nil
	}
	if !types.Identical(real, sig) {
		r.errorf(d.Name, CodeType, "", "the signature of %s is %s, not %s", of.FullName(), r.typeString(real), r.typeString(sig))
		return nil
	}
	return of
}

// receiver returns the type that a method belongs to; nil after reporting that it is none of the package with methods of its own.
func (r *contractFile) receiver(d *ast.FuncDecl, sig *types.Signature) (named *types.Named, candidates []string) {
	typ, _ := deref(sig.Recv().Type())
	at := d.Recv.List[0].Type
	named, _ = types.Unalias(typ).(*types.Named)
	switch {
	case named == nil || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != r.src.Types.Path():
		r.errorf(at, CodeType, "", "%s is no type of package %s", r.typeString(typ), r.src.Types.Path())
		return nil, nil
	case types.IsInterface(named):
		r.errorf(at, CodePlace, "", "a contract file cannot say anything of the methods of interfaces")
		return nil, nil
	}
	return named, nil
}

func functionsOf(pkg *types.Package) (names []string) {
	for _, name := range pkg.Scope().Names() {
		if _, ok := pkg.Scope().Lookup(name).(*types.Func); ok {
			names = append(names, name)
		}
	}
	return names
}

// contracts reads the directives of the declarations.
func (r *contractFile) contracts(declared []declaredFunc) (all []*Contract) {
	f := *r.source.File
	f.Decls, f.Comments, f.Doc = nil, nil, nil
	known := map[*ast.CommentGroup]bool{}
	for _, d := range declared {
		f.Decls, known[d.decl.Doc] = append(f.Decls, d.decl), true
	}
	unknown := map[*ast.CommentGroup]bool{} // of what is in error
	for _, d := range r.source.File.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Doc != nil && !known[fn.Doc] {
			unknown[fn.Doc] = true
		}
	}
	for _, g := range r.source.File.Comments {
		if g.Pos() > f.Package && !unknown[g] {
			f.Comments = append(f.Comments, g)
		}
	}
	targets := map[*types.Func]*target{}
	for _, t := range r.file(&f) {
		targets[t.fn] = t
	}
	for _, d := range declared {
		t, before := targets[d.fn], len(r.errs)
		if t == nil {
			r.errorf(d.decl.Name, CodePlace, "say what it requires, or what it does: pure, or atomic with modifies and ensures", "nothing is said of %s", d.of.FullName())
			continue
		}
		if r.ours(t); len(t.dirs) == 0 {
			continue
		}
		r.function(t)
		spec := r.out.Funcs[d.fn]
		spec.For, spec.Trusted = d.fn, true
		r.subset(spec)
		if len(r.errs) == before {
			all = append(all, &Contract{Func: d.fn, Of: d.of, Spec: spec, Start: d.decl.Doc.Pos(), End: d.decl.End()})
		}
	}
	return all
}

// ours leaves out, and reports, the directives of other tools.
func (r *contractFile) ours(t *target) {
	t.dirs = slices.DeleteFunc(t.dirs, func(d *directive) bool {
		if d.verb == nil {
			r.errorf(d, CodePlace, "", "%s does not apply to a function in a contract file", d.name())
		}
		return d.verb == nil
	})
}

// ofContracts are the directives that a contract file may have.
var ofContracts = map[string]bool{
	"requires": true, "panics_if": true, "pure": true, "atomic": true, "performs": true, "action": true, "when": true, "modifies": true, "ensures": true,
}

// subset reports what a contract in a file cannot speak of. What the checker relies on elsewhere has to be proved
// somewhere: who holds a lock, who has the right to close a channel, whose an object is. That a lock is held may be
// required, since each call proves it, and nothing rests on it. And what code of other packages can write, without
// anybody here seeing it, no condition may count on: fields and variables that are not exported.
func (r *contractFile) subset(spec *FuncSpec) {
	each := func(e Expr, location, required bool) {
		Walk(e, func(x Expr) bool {
			if h, ok := x.(*Held); ok && required && r.canName(h.X) {
				return false // which each call is asked for
			}
			what := r.outside(x)
			if what == "" && location && x == e && (LockOf(x.Type()) != NoLock || atomicValue(x.Type()) != nil) {
				what = "a lock or an atomic variable"
			}
			if what != "" {
				r.errorf(span{x.Pos(), x.End()}, CodePlace, "", "a contract file cannot speak of %s", what)
			}
			return what == ""
		})
	}
	for _, cl := range spec.Requires {
		each(cl.Expr, false, true)
	}
	for _, cl := range spec.PanicsIf {
		each(cl.Expr, false, false)
	}
	if spec.Performs == nil {
		return
	}
	for _, a := range spec.Performs.Actions {
		for _, cl := range slices.Concat(a.When, a.Ensures) {
			each(cl.Expr, false, false)
		}
		for _, m := range a.Modifies {
			each(m, true, false)
		}
	}
}

// canName reports whether an expression speaks of nothing that a contract file cannot speak of.
func (r *contractFile) canName(e Expr) bool {
	can := true
	Walk(e, func(x Expr) bool {
		can = can && r.outside(x) == ""
		return can
	})
	return can
}

// outside names what an expression is about if no contract file can speak of it.
func (r *contractFile) outside(x Expr) string {
	switch x := x.(type) {
	case *Tid, *Free, *Holder, *Held, *Region:
		return "locks"
	case *Local:
		return "what is local"
	case *AtomicValue:
		return "atomic variables"
	case *This, *Call, *Literal, *Objects:
		return String(x)
	case *Unary:
		if x.Op == token.AND {
			return "addresses"
		}
	case *Builtin:
		if x.Name != "len" && x.Name != "cap" && x.Name != "has" {
			return "the rights to a channel"
		}
	case *Select:
		if !x.Field.Exported() {
			return "the field " + x.Field.Name() + ", which is not exported"
		}
	case *Var:
		if x.Obj.Parent() == r.src.Types.Scope() && !x.Obj.Exported() {
			return "the variable " + x.Obj.Name() + ", which is not exported"
		}
	case *Quant:
		for _, b := range x.Vars {
			if _, isBasic := b.Type.Underlying().(*types.Basic); !isBasic {
				return "all values of type " + r.typeString(b.Type)
			}
		}
	}
	return ""
}
