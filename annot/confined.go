package annot

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A Confinement says that some fields of a struct type are touched by one goroutine alone, for each object: the one that runs Func
// on it, or a function literal that a go statement in Func starts.
type Confinement struct {
	Pos   token.Pos // of the name, where it is written first
	Owner *types.TypeName
	Func  *types.Func
	// Goroutine is a field that only annotations know: the goroutine that the fields were handed to; free before.
	Goroutine *types.Var
}

const confinedForm = "confined_to names the method, or the function of the package, that the goroutine runs"

// confinedTo reads confined_to FUNC.
func (r *guardReader) confinedTo(d *directive) {
	x, err := parse(d.args, d.argsPos, func(p *parser) *nameX { return p.name("the name of a function") })
	if err != nil {
		r.report(err, d)
		return
	}
	named := ownerOf(r.t.this)
	if named == nil {
		r.errorf(d, CodePlace, "", "%s does not apply to a field of a struct type without a name", d.name())
		return
	}
	fn := r.runner(named, x)
	if fn == nil {
		return
	}
	c := r.confinement(named.Obj(), fn, x.start)
	bool, tid := node(x, types.Typ[types.Bool]), node(x, TidType{})
	this := &This{node(x, r.t.this)}
	is := &Binary{bool, token.EQL, &Select{tid, this, true, c.Goroutine}, &Tid{tid}}
	only := &Clause{x.start, x.end, d.name() + " " + x.name, is}
	r.guard.Confined = c
	r.guard.Read, r.guard.Write = []*Clause{only}, []*Clause{only}
	r.alone = &ways{d, r.guard.Read, r.guard.Write}
	r.both(d)
}

// ownerOf is the type with a name that this, a pointer to the object, leads to; else nil.
func ownerOf(this types.Type) *types.Named {
	if this == nil {
		return nil
	}
	t, _ := deref(this)
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// runner finds the function that confined_to names: a method of the type, or a function of the package. It returns nil after an error.
func (r *guardReader) runner(named *types.Named, x *nameX) *types.Func {
	named = named.Origin()
	var names []string
	scope := r.src.Types.Scope()
	fn, _ := scope.Lookup(x.name).(*types.Func)
	for m := range named.Methods() {
		if m.Name() == x.name {
			fn = m
		}
		names = append(names, m.Name())
	}
	if fn != nil {
		if r.mayRun(fn, named) {
			r.recordObject(x, fn)
			return fn
		}
		r.errorf(x, CodeType, confinedForm, "%s is passed no *%s, and has no function literal for a goroutine to run", x.name, named.Obj().Name())
		return nil
	}
	for _, name := range scope.Names() {
		if _, ok := scope.Lookup(name).(*types.Func); ok {
			names = append(names, name)
		}
	}
	hint := didYouMean(x.name, names)
	if hint == "" {
		hint = confinedForm
	}
	if scope.Lookup(x.name) != nil {
		r.errorf(x, CodeType, confinedForm, "%s is no function", x.name)
	} else {
		r.errorf(x, CodeUnknownName, hint, "%s has no method %s, nor has the package such a function", named.Obj().Name(), x.name)
	}
	return nil
}

// mayRun reports whether a goroutine that runs the function, or a literal that it starts, can come to have an object of the type.
func (r *guardReader) mayRun(fn *types.Func, named *types.Named) bool {
	params := slices.Collect(fn.Signature().Params().Variables())
	if recv := fn.Signature().Recv(); recv != nil {
		params = append(params, recv)
	}
	for _, p := range params {
		if t, isPointer := deref(p.Type()); isPointer {
			if n, ok := types.Unalias(t).(*types.Named); ok && n.Origin() == named {
				return true
			}
		}
	}
	starts := false
	for _, f := range r.src.Files {
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || r.src.Info.Defs[d.Name] != fn || d.Body == nil {
				continue
			}
			ast.Inspect(d.Body, func(n ast.Node) bool {
				_, isLit := n.(*ast.FuncLit)
				starts = starts || isLit
				return !starts
			})
		}
	}
	return starts
}

// confinement returns what is said of the fields of a type that are confined to one function.
func (c *checker) confinement(owner *types.TypeName, fn *types.Func, pos token.Pos) *Confinement {
	for _, known := range c.out.Confined {
		if known.Owner == owner && known.Func == fn {
			return known
		}
	}
	v := types.NewField(pos, c.src.Types, "goroutine of "+fn.Name(), TidType{}, false)
	known := &Confinement{pos, owner, fn, v}
	at := &Clause{pos, pos, "", nil}
	c.out.Confined = append(c.out.Confined, known)
	c.out.Guards[v] = &Guard{Pos: pos, Read: []*Clause{literally(true, at)}, Write: []*Clause{literally(false, at)}}
	return known
}
