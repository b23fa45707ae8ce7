package desugar

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

// A Program is a set of packages ready for translation. It is read-only after Build: functions of it may be
// translated concurrently.
type Program struct {
	*Facts
	models   map[string]model // of the standard library
	relating bool             // see newcomers.go
}

// Facts are what is known of a set of packages as a whole. They are read-only once they are found.
type Facts struct {
	fset      *token.FileSet
	ssa       *ssa.Program
	packages  map[string]*pkgInfo // by import path
	paths     []string            // sorted
	functions []*ssa.Function     // whose instructions are at hand
	escapes   *escapes
	owners    map[*types.Var]string     // the name of the type that declares a field
	inside    map[*types.Var]types.Type // the struct type that declares a field, with a name or without
	twins     twins
	// typed holds the types whose references have to be told apart: those with invariants or transitions, or that a
	// quantifier ranges over.
	typed      map[*types.TypeName]bool
	containers map[string][]container   // by type key: the variables that hold values of the type inside them
	spawned    map[*ssa.Function]bool   // run by some goroutine that is started for it:
	byGo       map[*ssa.Function]bool   // by a go statement,
	byGroup    map[*ssa.Function]bool   // or by Go of a WaitGroup
	channels   []*types.Var             // that own the channels which they hold
	loose      map[*ssa.Function]bool   // function literals that code which is not at hand may call
	borrowed   map[*types.Var]token.Pos // variables with a store whose initial value may not be theirs alone: where it is given
	valued     map[*types.Func]bool     // declared functions that are used as values
	unnamed    map[*types.Func]bool     // those that may be called without their names; see unnamed.go
	sentinels  map[*types.Var]bool
	open       map[*types.Var]bool            // that hold only channels which nobody closes
	settled    map[*types.Var]*ssa.Store      // where package variables get the only value that they ever have
	contents   map[*types.Var]*contents       // of the variables of type sync.Map, sync.Pool and atomic.Value of which it is known
	runners    map[*types.Var]*ssa.Call       // package variables that hold what sync.OnceFunc and its like have returned
	kept       map[*types.Var][]*ssa.Function // functions that are stored in fields and package variables
	specBits   map[types.BasicKind]bool
	sizes      map[*ssa.Function]int  // in instructions, with all calls inlined
	apart      map[*ssa.Function]bool // of which some calls are steps of their own
	aliases    map[*types.TypeName][]aliasedPart
	homes      map[*types.TypeName][]*types.Var // where all values of some types are
	// refinements are the methods behind interfaces that have to be checked for the contracts there.
	refinements []*refinement
	// implementers are the methods that may be behind each method of an interface with a contract; see implementers.go.
	implementers map[*types.Func][]*ssa.Function
	ghosts       map[*types.Var]bool              // package variables and fields that only annotations know
	fieldsOf     map[*types.TypeName][]*types.Var // the ghost fields of a type, in order of declaration
	touching     map[*ssa.Function]bool           // see touches.go
	changing     map[*types.Var]bool              // likewise
	guarding     bool                             // somebody has said of some variable who may access it
	// otherLockers: a sync.Locker may be something else than a lock of package sync.
	otherLockers bool
}

// pkgInfo is one package under check.
type pkgInfo struct {
	syntax *packages.Package
	ssa    *ssa.Package
	annot  *annot.Package
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
	fn      *ssa.Function
	refines *refinement // the contract of an interface's method, which is what fn is checked for; else nil
}

// ForInterface reports whether the function is a method as what an interface with contracts says: it depends on both, and on
// the conversions.
func (f *Function) ForInterface() bool { return f.refines != nil }

// Build prepares the packages, which must have been loaded with syntax, for translation. The annotations are by import
// path; a package may have none.
func Build(pkgs []*packages.Package, annots map[string]*annot.Package) (*Program, error) {
	found, err := Find(pkgs, annots)
	if err != nil {
		return nil, err
	}
	p := &Program{Facts: found, models: standardLibrary()}
	p.relating = p.findRelating()
	return p, nil
}

// Find finds out about the packages, which must have been loaded with syntax. The annotations are by import path; a package may
// have none.
func Find(pkgs []*packages.Package, annots map[string]*annot.Package) (*Facts, error) {
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("build: no packages")
	}
	prog, ssaPkgs := ssautil.Packages(pkgs, ssa.NaiveForm|ssa.GlobalDebug|ssa.InstantiateGenerics)
	p := &Facts{
		fset:     pkgs[0].Fset,
		ssa:      prog,
		packages: map[string]*pkgInfo{},
		owners:   map[*types.Var]string{},
		inside:   map[*types.Var]types.Type{},
		typed:    map[*types.TypeName]bool{},
		spawned:  map[*ssa.Function]bool{},
		byGo:     map[*ssa.Function]bool{},
		byGroup:  map[*ssa.Function]bool{},
		ghosts:   map[*types.Var]bool{},
		fieldsOf: map[*types.TypeName][]*types.Var{},
		loose:    map[*ssa.Function]bool{},
		valued:   map[*types.Func]bool{},
		borrowed: map[*types.Var]token.Pos{},
	}
	for i, pkg := range pkgs {
		if ssaPkgs[i] == nil {
			return nil, fmt.Errorf("build %s: the package does not compile", pkg.PkgPath)
		}
		ssaPkgs[i].Build()
		info := &pkgInfo{syntax: pkg, ssa: ssaPkgs[i], annot: annots[pkg.PkgPath], decls: map[*types.Func]*ast.FuncDecl{}}
		if info.annot == nil {
			info.annot = &annot.Package{Types: pkg.Types, Fset: pkg.Fset}
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
		p.packages[pkg.PkgPath] = info
		p.paths = append(p.paths, pkg.PkgPath)
	}
	slices.Sort(p.paths)
	p.functions = p.everyFunction()
	p.findTwins()
	p.escapes = p.findEscapes()
	p.findTypes()
	p.guarding = p.findGuards()
	for _, path := range p.paths {
		p.noteInitial(p.packages[path])
	}
	p.findAliases()
	p.findChannels()
	p.containInstances()
	p.findHomes()
	p.sentinels = p.findSentinels()
	p.settled = p.findSettled()
	p.open = p.findOpen()
	p.contents = p.findContents()
	p.runners = p.findRunners()
	p.kept = p.findKept()
	p.specBits = p.findSpecBits()
	p.refinements = p.findRefinements()
	p.implementers = p.findImplementers()
	p.unnamed = p.findUnnamed()
	p.sizes = p.findSizes()
	p.apart = p.findApart()
	p.touching = p.findTouching()
	p.changing = p.findUnsettled()
	p.otherLockers = p.findOtherLockers()
	return p, nil
}

// sourceFunctions returns the functions of the package that have a body, literals included, in source order.
func (info *pkgInfo) sourceFunctions() []*ssa.Function {
	var fns []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		fns = append(fns, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for obj := range info.decls {
		if fn := info.ssa.Prog.FuncValue(obj); fn != nil {
			add(fn)
		}
	}
	if init := info.ssa.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs { // literals in initialisers of package variables
			add(anon)
		}
	}
	slices.SortFunc(fns, func(a, b *ssa.Function) int {
		return cmp.Or(inOrder(info.syntax.Fset, a.Pos(), b.Pos()), cmp.Compare(a.Name(), b.Name()))
	})
	return fns
}

// eachInstruction visits the instructions of the checked packages, those that give package variables their initial values
// included; init is the function that holds these.
func (p *Facts) eachInstruction(visit func(instr ssa.Instruction, init *ssa.Function)) {
	for _, path := range p.paths {
		info := p.packages[path]
		fns, init := info.sourceFunctions(), info.ssa.Func("init")
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
	info := p.packages[path]
	if info == nil {
		return nil
	}
	var out []*Function
	if p.promisesInitially(info) {
		at := p.fset.Position(info.syntax.Syntax[0].Package)
		out = append(out, &Function{Span: ir.Span{Start: at, End: at}, Name: "initial values", Package: path, fn: info.ssa.Func("init")})
	}
	for _, fn := range info.sourceFunctions() {
		if fn.Parent() != nil && !p.spawned[fn] && !p.loose[fn] {
			continue
		}
		f := &Function{Span: p.functionSpan(info, fn), Name: functionName(fn), Package: path, fn: fn}
		if spec := p.contractOf(fn); spec != nil {
			f.Annotated, f.Trusted, f.Lends = true, spec.Trusted, p.escapes.lends[fn]
		}
		out = append(out, f)
	}
	return append(out, p.refinementsIn(path)...)
}

func (p *Facts) functionSpan(info *pkgInfo, fn *ssa.Function) ir.Span {
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return ir.Span{Start: p.fset.Position(n.Type.Func), End: p.fset.Position(n.Type.End())}
	case *ast.FuncLit:
		return ir.Span{Start: p.fset.Position(n.Type.Func), End: p.fset.Position(n.Type.End())}
	}
	return ir.Span{Start: p.fset.Position(fn.Pos()), End: p.fset.Position(fn.Pos())}
}

// functionName writes a function as reports do: F, T.F, (*T).F; function literals with the enclosing function's name
// and a number.
func functionName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		for i, anon := range fn.Parent().AnonFuncs {
			if anon == fn {
				return fmt.Sprintf("%s$%d", functionName(fn.Parent()), i+1)
			}
		}
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return fn.Name()
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		return "(*" + typeName(ptr.Elem()) + ")." + fn.Name()
	}
	return typeName(t) + "." + fn.Name()
}

func typeName(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return t.String()
}

// contractOf returns the contract written on the function, nil if there is none.
func (p *Facts) contractOf(fn *ssa.Function) *annot.FuncSpec {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	return p.contract(obj)
}

// contract returns the contract written on the function, nil if there is none.
func (p *Facts) contract(fn *types.Func) *annot.FuncSpec {
	fn = fn.Origin()
	if fn.Pkg() == nil {
		return nil
	}
	if info := p.packages[fn.Pkg().Path()]; info != nil {
		return info.annot.Funcs[fn]
	}
	return nil
}

// guard returns what is written on a variable about who may access it, nil if nothing is.
func (p *Facts) guard(v *types.Var) *annot.Guard {
	v = p.field(v)
	if g := p.twins.guard[v]; g != nil {
		return g
	}
	if v.Pkg() == nil {
		return nil
	}
	if info := p.packages[v.Pkg().Path()]; info != nil {
		return info.annot.Guards[v]
	}
	return nil
}

// typeSpec returns what is declared of a named type, nil if nothing is.
func (p *Facts) typeSpec(name *types.TypeName) *annot.TypeSpec {
	if name.Pkg() == nil {
		return nil
	}
	if info := p.packages[name.Pkg().Path()]; info != nil {
		return info.annot.Named[name]
	}
	return nil
}

// findTypes fills owners, typed and containers.
func (p *Facts) findTypes() {
	p.containers = map[string][]container{}
	defer p.ownUnnamed()
	for _, path := range p.paths {
		info := p.packages[path]
		for name, spec := range info.annot.Named {
			if len(spec.Promises())+len(spec.Transitions) > 0 {
				p.typed[name] = true
			}
		}
		for _, g := range info.annot.Ghosts {
			p.ghosts[g.Var] = true
			if g.Owner != nil {
				p.owners[g.Var] = g.Owner.Name()
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
	fields := slices.SortedFunc(maps.Keys(p.twins.owner), func(a, b *types.Var) int { return inOrder(p.fset, a.Pos(), b.Pos()) })
	for _, f := range fields {
		if p.inside[f] != nil || p.packages[importPath(f)] == nil {
			continue
		}
		p.inside[f] = p.twins.owner[f]
		if !isGeneric(f.Type()) {
			p.contain(f, f.Type(), false)
		}
		p.ownForeign(f.Type())
	}
}

func (p *Facts) ownFields(name *types.TypeName, st *types.Struct) {
	for i := range st.NumFields() {
		f := st.Field(i)
		if _, ok := p.owners[f]; !ok {
			p.owners[f], p.inside[f] = name.Name(), name.Type()
			if !isGeneric(f.Type()) { // else see containInstances
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
	if !ok || n.Obj().Pkg() == nil || p.packages[n.Obj().Pkg().Path()] != nil || isSyncValue(t) {
		return
	}
	if st, ok := n.Underlying().(*types.Struct); ok {
		p.ownFields(n.Obj(), st)
	}
}

// definitions returns every object the package defines, in source order.
func (info *pkgInfo) definitions() []types.Object {
	var objs []types.Object
	for _, obj := range info.syntax.TypesInfo.Defs {
		if obj != nil {
			objs = append(objs, obj)
		}
	}
	slices.SortFunc(objs, func(a, b types.Object) int { return inOrder(info.syntax.Fset, a.Pos(), b.Pos()) })
	return objs
}

// inOrder compares two places of the source. Files are parsed at the same time, so that a token.Pos of one may be before
// or after those of another: their names tell.
func inOrder(fset *token.FileSet, a, b token.Pos) int {
	p, q := fset.Position(a), fset.Position(b)
	return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
}
