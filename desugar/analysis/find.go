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
	"github.com/calvin-go/calvin/desugar/appendonly"
	"github.com/calvin-go/calvin/desugar/beforeclose"
	"github.com/calvin-go/calvin/desugar/sequential"
	"github.com/calvin-go/calvin/library"
)

// Find finds out about the packages, which must have been loaded with syntax. The annotations are by import path; a package may
// have none. Later facts stand on earlier ones: within each group of them, and from group to group, the order is that of need.
func Find(pkgs []*packages.Package, annots map[string]*annot.Package, others Others) (*Facts, error) {
	p, err := build(pkgs, annots, others)
	if err != nil {
		return nil, err
	}
	p.findFunctions()
	p.findOwnership()
	p.findPlaces()
	p.findValues()
	p.findCalls()
	p.findSharing()
	p.findAliasing()
	return p, nil
}

// build builds the SSA form of the packages, and returns facts that know of them, and of nothing else.
func build(pkgs []*packages.Package, annots map[string]*annot.Package, others Others) (*Facts, error) {
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("build: no packages")
	}
	prog, ssaPkgs := ssautil.Packages(pkgs, ssa.NaiveForm|ssa.GlobalDebug|ssa.InstantiateGenerics)
	if i := slices.Index(ssaPkgs, nil); i >= 0 {
		return nil, fmt.Errorf("build %s: the package does not compile", pkgs[i].PkgPath)
	}
	prog.Build() // several packages at a time
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
		others:   others,
	}
	for i, pkg := range pkgs {
		p.Packages[pkg.PkgPath] = newPkgInfo(pkg, ssaPkgs[i], annots[pkg.PkgPath])
		p.Paths = append(p.Paths, pkg.PkgPath)
	}
	slices.Sort(p.Paths)
	return p, nil
}

// newPkgInfo returns what is known of a package by its syntax and its annotations, which may be nil.
func newPkgInfo(pkg *packages.Package, built *ssa.Package, a *annot.Package) *PkgInfo {
	if a == nil {
		a = &annot.Package{Types: pkg.Types, Fset: pkg.Fset}
	}
	info := &PkgInfo{syntax: pkg, Ssa: built, Annot: a, defs: definitionsIn(pkg), decls: map[*types.Func]*ast.FuncDecl{}}
	for _, file := range pkg.Syntax {
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := pkg.TypesInfo.Defs[fd.Name].(*types.Func); ok {
					info.decls[obj] = fd
				}
			}
		}
	}
	return info
}

// findFunctions finds which functions and types there are, what is called by way of an interface or a table, and what escapes.
func (p *Facts) findFunctions() {
	p.namedMethods = p.findNamedMethods()
	p.abstractTypes = p.findAbstractTypes()
	p.functions = p.everyFunction()
	p.findDispatched()
	p.findTwins()
	p.findTables()
	p.Escapes = p.findEscapes()
	p.alone = p.findAlone()
}

// findOwnership finds what guards what: ghosts, hand-over, the types that synchronise, guard groups and their regions.
func (p *Facts) findOwnership() {
	p.findGhosts()
	p.findHandedOver()
	p.publishing = p.findPublishing()
	p.immutableArrays = p.findImmutableArrays()
	p.appendOnly = appendonly.Fields(p.functions)
	p.sequential, p.holdShared = sequential.Fields(p.functions), sequential.Holders(p.functions, library.IsSynchronised)
	p.heldWritten = p.findHeldWritten()
	p.beforeClose = beforeclose.Find(p.functions)
	p.findCopiedAtomics()
	p.findTypes()
	p.Guarding = p.findGuards()
	p.containInstances()
	p.findRegions()
	p.findInListsAlone()
	p.findSetInMessages()
	p.genericMessages = p.findGenericMessages()
	p.OwnHeaders = p.findOwnHeaders()
	for _, path := range p.Paths {
		p.noteInitial(p.Packages[path])
	}
}

// findPlaces finds which variables others may get at by a pointer, and what channels and containers lie where.
func (p *Facts) findPlaces() {
	p.findAliases()
	p.findChannels()
	p.findLocalChannels()
	p.sortContainers()
	p.holders = p.findHolders()
	p.findEmbeddingSites()
}

// findValues finds what variables hold: constants, what is assigned once, the dynamic types of interfaces, the contents of containers.
func (p *Facts) findValues() {
	p.Sentinels = p.findSentinels()
	p.AssignedOnce = p.findAssignedOnce()
	p.NeverAssigned = p.findNeverAssigned()
	p.Ownerless = p.findOwnerless()
	p.hasSums = p.findSums()
	p.Open = p.findOpen()
	p.findConstants()
	p.findDynamicTypes()
	p.fullMaps = p.findFullMaps()
	p.Contents = p.findContents()
}

// findCalls finds what calls may do: which functions they reach, what those keep, lend and give back, and how contracts refine each other.
func (p *Facts) findCalls() {
	p.Runners = p.findRunners()
	p.kept = p.findKept()
	p.SpecBits = p.findSpecBits()
	p.refinements = p.findRefinements()
	p.Implementers = p.findImplementers()
	p.Unnamed = p.findUnnamed()
	p.arranged = p.findArranged()
	p.findLentWriters()
	p.findConcurrent()
	p.findUnshared()
	p.findPassedMethods()
	p.findFlatReaders()
	p.dynamic = p.findDynamic()
	p.findLentBytes()
	p.findLentSlices()
	p.findKeepsDecoded()
	p.called = p.findCalled()
	p.findLending()
	p.lockless, p.started = p.findLockless(), p.findStarted()
	p.findSizes()
	p.Outlined = p.findOutlined()
	p.findNewSlices()
	p.findNewObjects()
	p.findInterfaceResults()
	p.knownUntilDone = p.findKnownUntilDone()
	p.takenOver = p.findTakenOver()
	p.takenAtStart = p.findTakenAtStart()
	p.keptBytes = p.findKeptBytes()
	p.usedTogether, p.sharedCopies = p.findUsedTogether(), p.findSharedCopies()
	p.iterators = p.findIterators()
}

// findSharing finds what functions touch of what is shared, and the locks that are not of package sync.
func (p *Facts) findSharing() {
	p.touching = p.findTouching()
	p.Changing = p.findUnsettled()
	p.heldMessages = p.findHeldMessages()
	p.findExposed()
	p.linked = p.findLinked()
	p.SpinLocks = p.findSpinLocks()
	p.OtherLockers = p.findOtherLockers()
	p.ReadLockers = p.findReadLockers()
	p.findFirstLockers()
	p.handsOver = p.findHandsOver()
}

// findAliasing finds the alias classes of channels, and by them what leaves the account of messages.
func (p *Facts) findAliasing() {
	classes := p.findAliasClasses()
	classes.settle()
	p.unaccounted, p.unaccountedIn = p.findUnaccounted(classes)
	p.sends = p.findSends(classes)
	p.ownedApart = p.findOwnedApart(classes)
	p.othersRun = p.findRunsOthers()
	p.unaccountedChannels = p.anyChannel(p.unaccounted)
}

// sourceFunctions returns the functions of the package that have a body, literals included, in source order: of generic
// ones what is checked in their place.
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
		if fn := info.abstractTypes.checked(info.Ssa.Prog.FuncValue(obj)); fn != nil {
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

// findGhosts notes the variables that only annotations know.
func (p *Facts) findGhosts() {
	for _, path := range p.Paths {
		for _, g := range p.Packages[path].Annot.Ghosts {
			p.Ghosts[g.Var] = true
			if g.Owner != nil {
				p.Owners[g.Var] = g.Owner.Name()
				p.fieldsOf[g.Owner] = append(p.fieldsOf[g.Owner], g.Var)
			}
		}
		for _, c := range p.Packages[path].Annot.Confined {
			p.Ghosts[c.Goroutine] = true
			p.Owners[c.Goroutine] = c.Owner.Name()
			p.fieldsOf[c.Owner] = append(p.fieldsOf[c.Owner], c.Goroutine)
		}
	}
}

// findTypes fills owners, typed and containers.
func (p *Facts) findTypes() {
	p.Containers, p.ownLocals = map[string][]Container{}, map[token.Pos]*types.Var{}
	defer p.ownUnnamed()
	for _, path := range p.Paths {
		info := p.Packages[path]
		for name, spec := range info.Annot.Named {
			if len(spec.Promises())+len(spec.Transitions) > 0 {
				p.Typed[name] = true
			}
		}
		for _, obj := range info.definitions() {
			switch obj := obj.(type) {
			case *types.TypeName:
				if st, ok := obj.Type().Underlying().(*types.Struct); ok && !obj.IsAlias() {
					p.ownFields(obj, st)
				}
			case *types.Var:
				switch {
				case obj.Parent() == info.syntax.Types.Scope():
					p.contain(obj, obj.Type(), true)
					p.ownForeign(obj.Type())
				case p.isSharedLocal(obj):
					p.ownLocals[obj.Pos()] = obj
					p.contain(obj, obj.Type(), false)
				}
			}
		}
	}
}

// isSharedLocal reports whether v is a slice or map of a function that goroutines share under a guard.
func (p *Facts) isSharedLocal(v *types.Var) bool {
	return !v.IsField() && !IsPackageVar(v) && p.OwnsStore(v) && !IsGeneric(v.Type())
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
func (info *PkgInfo) definitions() []types.Object { return info.defs }

func definitionsIn(p *packages.Package) []types.Object {
	var objs []types.Object
	for _, obj := range p.TypesInfo.Defs {
		if obj != nil {
			objs = append(objs, obj)
		}
	}
	slices.SortFunc(objs, func(a, b types.Object) int { return InOrder(p.Fset, a.Pos(), b.Pos()) })
	return objs
}
