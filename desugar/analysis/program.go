package analysis

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// Facts are what is known of a set of packages as a whole. They are read-only once they are found.
type Facts struct {
	Fset      *token.FileSet
	Ssa       *ssa.Program
	Packages  map[string]*PkgInfo // by import path
	Paths     []string            // sorted
	functions []*ssa.Function     // whose instructions are at hand
	Escapes   *escapes
	Owners    map[*types.Var]string     // the name of the type that declares a field
	inside    map[*types.Var]types.Type // the struct type that declares a field, with a name or without
	twins     twins
	// typed holds the types whose references have to be told apart: those with invariants or transitions, or that a
	// quantifier ranges over.
	Typed      map[*types.TypeName]bool
	Containers map[string][]Container   // by type key: the variables that hold values of the type inside them
	Spawned    map[*ssa.Function]bool   // run by some goroutine that is started for it:
	ByGo       map[*ssa.Function]bool   // by a go statement,
	ByGroup    map[*ssa.Function]bool   // or by Go of a WaitGroup
	Channels   []*types.Var             // that own the channels which they hold
	Loose      map[*ssa.Function]bool   // function literals that code which is not at hand may call
	Borrowed   map[*types.Var]token.Pos // variables with a store whose initial value may not be theirs alone: where it is given
	Valued     map[*types.Func]bool     // declared functions that are used as values
	Unnamed    map[*types.Func]bool     // those that may be called without their names; see unnamed.go
	Sentinels  map[*types.Var]bool
	Open       map[*types.Var]bool            // that hold only channels which nobody closes
	Settled    map[*types.Var]*ssa.Store      // where package variables get the only value that they ever have
	Contents   map[*types.Var]*Contents       // of the variables of type sync.Map, sync.Pool and atomic.Value of which it is known
	Runners    map[*types.Var]*ssa.Call       // package variables that hold what sync.OnceFunc and its like have returned
	kept       map[*types.Var][]*ssa.Function // functions that are stored in fields and package variables
	SpecBits   map[types.BasicKind]bool
	sizes      map[*ssa.Function]int  // in instructions, with all calls inlined
	Apart      map[*ssa.Function]bool // of which some calls are steps of their own
	Aliases    map[*types.TypeName][]AliasedPart
	Homes      map[*types.TypeName][]*types.Var // where all values of some types are
	// refinements are the methods behind interfaces that have to be checked for the contracts there.
	refinements []*Refinement
	// implementers are the methods that may be behind each method of an interface with a contract; see implementers.go.
	Implementers map[*types.Func][]*ssa.Function
	Ghosts       map[*types.Var]bool              // package variables and fields that only annotations know
	fieldsOf     map[*types.TypeName][]*types.Var // the ghost fields of a type, in order of declaration
	touching     map[*ssa.Function]bool           // see touches.go
	Changing     map[*types.Var]bool              // likewise
	Guarding     bool                             // somebody has said of some variable who may access it
	// otherLockers: a sync.Locker may be something else than a lock of package sync.
	OtherLockers bool
}

// PkgInfo is one package under check.
type PkgInfo struct {
	syntax *packages.Package
	Ssa    *ssa.Package
	Annot  *annot.Package
	decls  map[*types.Func]*ast.FuncDecl
}

// A Function names a function that can be translated.
type Function struct {
	ir.Span        // the func keyword to the end of the signature
	Name    string // as reports write it
	Package string // import path
	// Trusted: the contract is believed, the body is not looked at. Annotated: the function has a contract.
	Trusted, Annotated bool
	// Lends: it passes addresses of variables to code that is not at hand, and is believed to get them back.
	Lends bool
	// Outside: nothing is claimed but what it does to annotated things; see touches.go.
	Outside bool
	Fn      *ssa.Function
	Refines *Refinement // the contract of an interface's method, which is what fn is checked for; else nil
}

// ForInterface reports whether the function is a method as what an interface with contracts says: it depends on both, and on
// the conversions.
func (f *Function) ForInterface() bool { return f.Refines != nil }

// Find finds out about the packages, which must have been loaded with syntax. The annotations are by import path; a package may
// have none.
func Find(pkgs []*packages.Package, annots map[string]*annot.Package) (*Facts, error) {
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("build: no packages")
	}
	prog, ssaPkgs := ssautil.Packages(pkgs, ssa.NaiveForm|ssa.GlobalDebug|ssa.InstantiateGenerics)
	p := &Facts{
		Fset:     pkgs[0].Fset,
		Ssa:      prog,
		Packages: map[string]*PkgInfo{},
		Owners:   map[*types.Var]string{},
		inside:   map[*types.Var]types.Type{},
		Typed:    map[*types.TypeName]bool{},
		Spawned:  map[*ssa.Function]bool{},
		ByGo:     map[*ssa.Function]bool{},
		ByGroup:  map[*ssa.Function]bool{},
		Ghosts:   map[*types.Var]bool{},
		fieldsOf: map[*types.TypeName][]*types.Var{},
		Loose:    map[*ssa.Function]bool{},
		Valued:   map[*types.Func]bool{},
		Borrowed: map[*types.Var]token.Pos{},
	}
	for i, pkg := range pkgs {
		if ssaPkgs[i] == nil {
			return nil, fmt.Errorf("build %s: the package does not compile", pkg.PkgPath)
		}
		ssaPkgs[i].Build()
		info := &PkgInfo{syntax: pkg, Ssa: ssaPkgs[i], Annot: annots[pkg.PkgPath], decls: map[*types.Func]*ast.FuncDecl{}}
		if info.Annot == nil {
			info.Annot = &annot.Package{Types: pkg.Types, Fset: pkg.Fset}
		}
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok {
					if obj, ok := pkg.TypesInfo.Defs[fd.Name].(*types.Func); ok {
						info.decls[obj] = fd
					}
				}
			}
		}
		p.Packages[pkg.PkgPath] = info
		p.Paths = append(p.Paths, pkg.PkgPath)
	}
	slices.Sort(p.Paths)
	p.functions = p.everyFunction()
	p.findTwins()
	p.Escapes = p.findEscapes()
	p.findTypes()
	p.Guarding = p.findGuards()
	for _, path := range p.Paths {
		p.noteInitial(p.Packages[path])
	}
	p.findAliases()
	p.findChannels()
	p.containInstances()
	p.findHomes()
	p.Sentinels = p.findSentinels()
	p.Settled = p.findSettled()
	p.Open = p.findOpen()
	p.Contents = p.findContents()
	p.Runners = p.findRunners()
	p.kept = p.findKept()
	p.SpecBits = p.findSpecBits()
	p.refinements = p.findRefinements()
	p.Implementers = p.findImplementers()
	p.Unnamed = p.findUnnamed()
	p.sizes = p.findSizes()
	p.Apart = p.findApart()
	p.touching = p.findTouching()
	p.Changing = p.findUnsettled()
	p.OtherLockers = p.findOtherLockers()
	return p, nil
}

// sourceFunctions returns the functions of the package that have a body, literals included, in source order.
func (info *PkgInfo) sourceFunctions() []*ssa.Function {
	var fns []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		fns = append(fns, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for obj := range info.decls {
		if fn := info.Ssa.Prog.FuncValue(obj); fn != nil {
			add(fn)
		}
	}
	if init := info.Ssa.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs { // literals in initialisers of package variables
			add(anon)
		}
	}
	slices.SortFunc(fns, func(a, b *ssa.Function) int {
		return cmp.Or(InOrder(info.syntax.Fset, a.Pos(), b.Pos()), cmp.Compare(a.Name(), b.Name()))
	})
	return fns
}

// eachInstruction visits the instructions of the checked packages, those that give package variables their initial values
// included; init is the function that holds these.
func (p *Facts) eachInstruction(visit func(instr ssa.Instruction, init *ssa.Function)) {
	for _, path := range p.Paths {
		info := p.Packages[path]
		fns, init := info.sourceFunctions(), info.Ssa.Func("init")
		if init != nil {
			fns = append(fns, init)
		}
		for _, fn := range fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					visit(instr, init)
				}
			}
		}
	}
}

// Functions returns the functions of a package that are checked by themselves, in source order: the declared ones and
// the function literals that go statements run or that code which is not at hand may call; then methods once more for each
// contract of an interface that they are behind.
func (p *Facts) Functions(path string) []*Function {
	info := p.Packages[path]
	if info == nil {
		return nil
	}
	var out []*Function
	if p.promisesInitially(info) {
		at := p.Fset.Position(info.syntax.Syntax[0].Package)
		out = append(out, &Function{Span: ir.Span{Start: at, End: at}, Name: "initial values", Package: path, Fn: info.Ssa.Func("init")})
	}
	for _, fn := range info.sourceFunctions() {
		if fn.Parent() != nil && !p.Spawned[fn] && !p.Loose[fn] {
			continue
		}
		f := &Function{Span: p.functionSpan(info, fn), Name: FunctionName(fn), Package: path, Fn: fn}
		if spec := p.ContractOf(fn); spec != nil {
			f.Annotated, f.Trusted, f.Lends = true, spec.Trusted, p.Escapes.lends[fn]
		}
		out = append(out, f)
	}
	return append(out, p.refinementsIn(path)...)
}

func (p *Facts) functionSpan(info *PkgInfo, fn *ssa.Function) ir.Span {
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return ir.Span{Start: p.Fset.Position(n.Type.Func), End: p.Fset.Position(n.Type.End())}
	case *ast.FuncLit:
		return ir.Span{Start: p.Fset.Position(n.Type.Func), End: p.Fset.Position(n.Type.End())}
	}
	return ir.Span{Start: p.Fset.Position(fn.Pos()), End: p.Fset.Position(fn.Pos())}
}

// FunctionName writes a function as reports do: F, T.F, (*T).F; function literals with the enclosing function's name
// and a number.
func FunctionName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		for i, anon := range fn.Parent().AnonFuncs {
			if anon == fn {
				return fmt.Sprintf("%s$%d", FunctionName(fn.Parent()), i+1)
			}
		}
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return fn.Name()
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		return "(*" + TypeName(ptr.Elem()) + ")." + fn.Name()
	}
	return TypeName(t) + "." + fn.Name()
}

// TypeName is the name of a type without its package.
func TypeName(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return t.String()
}

// ContractOf returns the contract written on the function, nil if there is none.
func (p *Facts) ContractOf(fn *ssa.Function) *annot.FuncSpec {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	return p.Contract(obj)
}

// Contract returns the contract written on the function, nil if there is none.
func (p *Facts) Contract(fn *types.Func) *annot.FuncSpec {
	fn = fn.Origin()
	if fn.Pkg() == nil {
		return nil
	}
	if info := p.Packages[fn.Pkg().Path()]; info != nil {
		return info.Annot.Funcs[fn]
	}
	return nil
}

// Guard returns what is written on a variable about who may access it, nil if nothing is.
func (p *Facts) Guard(v *types.Var) *annot.Guard {
	v = p.Field(v)
	if g := p.twins.guard[v]; g != nil {
		return g
	}
	if v.Pkg() == nil {
		return nil
	}
	if info := p.Packages[v.Pkg().Path()]; info != nil {
		return info.Annot.Guards[v]
	}
	return nil
}

// TypeSpec returns what is declared of a named type, nil if nothing is.
func (p *Facts) TypeSpec(name *types.TypeName) *annot.TypeSpec {
	if name.Pkg() == nil {
		return nil
	}
	if info := p.Packages[name.Pkg().Path()]; info != nil {
		return info.Annot.Named[name]
	}
	return nil
}

// findTypes fills owners, typed and containers.
func (p *Facts) findTypes() {
	p.Containers = map[string][]Container{}
	defer p.ownUnnamed()
	for _, path := range p.Paths {
		info := p.Packages[path]
		for name, spec := range info.Annot.Named {
			if len(spec.Promises())+len(spec.Transitions) > 0 {
				p.Typed[name] = true
			}
		}
		for _, g := range info.Annot.Ghosts {
			p.Ghosts[g.Var] = true
			if g.Owner != nil {
				p.Owners[g.Var] = g.Owner.Name()
				p.fieldsOf[g.Owner] = append(p.fieldsOf[g.Owner], g.Var)
			}
		}
		for _, obj := range info.definitions() {
			switch obj := obj.(type) {
			case *types.TypeName:
				if st, ok := obj.Type().Underlying().(*types.Struct); ok && !obj.IsAlias() {
					p.ownFields(obj, st)
				}
			case *types.Var:
				if obj.Parent() == info.syntax.Types.Scope() {
					p.contain(obj, obj.Type(), true)
					p.ownForeign(obj.Type())
				}
			}
		}
	}
}

// ownUnnamed is ownFields for struct types without a name.
func (p *Facts) ownUnnamed() {
	fields := slices.SortedFunc(maps.Keys(p.twins.owner), func(a, b *types.Var) int { return InOrder(p.Fset, a.Pos(), b.Pos()) })
	for _, f := range fields {
		if p.inside[f] != nil || p.Packages[importPath(f)] == nil {
			continue
		}
		p.inside[f] = p.twins.owner[f]
		if !IsGeneric(f.Type()) {
			p.contain(f, f.Type(), false)
		}
		p.ownForeign(f.Type())
	}
}

func (p *Facts) ownFields(name *types.TypeName, st *types.Struct) {
	for i := range st.NumFields() {
		f := st.Field(i)
		if _, ok := p.Owners[f]; !ok {
			p.Owners[f], p.inside[f] = name.Name(), name.Type()
			if !IsGeneric(f.Type()) { // else see containInstances
				p.contain(f, f.Type(), false)
			}
			p.ownForeign(f.Type())
		}
	}
}

// ownForeign is ownFields for a struct type of a package that is not under check: what the fields of its values may be
// accessed for is said where a variable holds such a value.
func (p *Facts) ownForeign(t types.Type) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || p.Packages[n.Obj().Pkg().Path()] != nil || IsSyncValue(t) {
		return
	}
	if st, ok := n.Underlying().(*types.Struct); ok {
		p.ownFields(n.Obj(), st)
	}
}

// definitions returns every object the package defines, in source order.
func (info *PkgInfo) definitions() []types.Object {
	var objs []types.Object
	for _, obj := range info.syntax.TypesInfo.Defs {
		if obj != nil {
			objs = append(objs, obj)
		}
	}
	slices.SortFunc(objs, func(a, b types.Object) int { return InOrder(info.syntax.Fset, a.Pos(), b.Pos()) })
	return objs
}

// InOrder compares two places of the source. Files are parsed at the same time, so that a token.Pos of one may be before
// or after those of another: their names tell.
func InOrder(fset *token.FileSet, a, b token.Pos) int {
	p, q := fset.Position(a), fset.Position(b)
	return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
}
