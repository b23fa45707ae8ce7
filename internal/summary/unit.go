package summary

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// A unit is one package while it is summarised.
type unit struct {
	path      string
	fset      *token.FileSet
	labels    *labeler
	known     known
	partsOf   map[types.Type][]string
	sums      map[string]*Summary
	types     []string
	constants map[string]string // see constants.go
	keys      map[*ssa.Function]string
	functions map[string]*ssa.Function // by key
	order     []*ssa.Function
	groups    map[*ssa.Function]*group
}

// A group is a set of functions that call each other.
type group struct {
	fns   []*ssa.Function
	state int // 0, begun, done
}

const (
	begun = 1
	done  = 2
)

// known is what is known of other packages.
type known interface {
	Func(key string) *Summary
	complete(typ string) bool        // all methods of a type are known
	constant(variable string) string // see constants.go
}

// summarise summarises the functions of a package.
func summarise(p *packages.Package, other known) (c *contents, err error) {
	defer func() {
		if r := recover(); r != nil {
			c, err = nil, fmt.Errorf("summarise %s: %v", p.PkgPath, r)
		}
	}()
	u := &unit{
		path: p.PkgPath, fset: p.Fset, labels: &labeler{map[types.Type][]string{}}, known: other, partsOf: map[types.Type][]string{}, constants: map[string]string{},
		sums: map[string]*Summary{}, keys: map[*ssa.Function]string{}, functions: map[string]*ssa.Function{}, groups: map[*ssa.Function]*group{},
	}
	pkg := buildSSA(p)
	u.collect(pkg)
	u.findConstants(pkg)
	u.group()
	for _, fn := range u.order {
		u.solve(u.groups[fn])
	}
	slices.Sort(u.types)
	return &contents{Types: u.types, Constants: u.constants, Functions: u.sums}, nil
}

// buildSSA builds a package alone: of what it imports there are only declarations.
func buildSSA(p *packages.Package) *ssa.Package {
	prog := ssa.NewProgram(p.Fset, 0)
	created := map[*types.Package]bool{}
	var create func(list []*types.Package)
	create = func(list []*types.Package) {
		for _, imp := range list {
			if !created[imp] {
				created[imp] = true
				prog.CreatePackage(imp, nil, nil, true)
				create(imp.Imports())
			}
		}
	}
	create(p.Types.Imports())
	files := slices.DeleteFunc(slices.Clone(p.Syntax), func(f *ast.File) bool { return f == nil })
	pkg := prog.CreatePackage(p.Types, files, p.TypesInfo, false)
	pkg.Build()
	return pkg
}

var inBrackets = regexp.MustCompile(`\[[^\[\]]*\]`)

// plainName is a name without type arguments.
func plainName(name string) string {
	for strings.Contains(name, "[") {
		next := inBrackets.ReplaceAllString(name, "")
		if next == name {
			break
		}
		name = next
	}
	return name
}

// keyOf names a function: as go/types does if it is declared, and by the package in which it is met if the compiler made it.
func (u *unit) keyOf(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if key, ok := u.keys[fn]; ok {
		return key
	}
	var key string
	if obj, ok := fn.Object().(*types.Func); ok && (fn.Synthetic == "" || len(fn.Blocks) == 0) {
		key = plainName(obj.FullName())
		if obj.Name() == "_" || obj.Name() == "init" {
			key += fmt.Sprint("#", len(u.keys))
		}
	} else {
		key = u.path + "!" + plainName(fn.RelString(nil))
		for u.functions[key] != nil { // instances of a generic one look alike
			key += "'"
		}
	}
	u.keys[fn] = key
	u.functions[key] = fn
	return key
}

// collect finds all functions of the package: declared, literals, and the methods that embedding gives to its types.
func (u *unit) collect(pkg *ssa.Package) {
	for _, name := range sortedKeys(pkg.Members) {
		switch m := pkg.Members[name].(type) {
		case *ssa.Function:
			if m.Synthetic == "" {
				u.include(m)
			} else {
				for _, anon := range m.AnonFuncs { // of the initialisers of variables
					u.include(anon)
				}
			}
		case *ssa.Type:
			u.methods(pkg.Prog, m.Type())
		}
	}
	for i := 0; i < len(u.order); i++ {
		for _, b := range u.order[i].Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if fn, ok := (*op).(*ssa.Function); ok {
						u.include(fn)
					}
				}
			}
		}
	}
}

// include adds a function with a body, and those within it.
func (u *unit) include(fn *ssa.Function) {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) == 0 && fn.Pkg != nil && fn.Pkg.Pkg.Path() != u.path || u.groups[fn] != nil {
		return
	}
	if len(fn.Blocks) == 0 {
		if key := u.keyOf(fn); fn.Object() != nil && fn.Object().Pkg().Path() == u.path {
			u.sums[key] = u.bodiless(key, fn)
		}
		return
	}
	u.groups[fn] = &group{fns: []*ssa.Function{fn}}
	u.order = append(u.order, fn)
	u.keyOf(fn)
	for _, anon := range fn.AnonFuncs {
		u.include(anon)
	}
}

func (u *unit) methods(prog *ssa.Program, t types.Type) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(named) {
		return
	}
	if named.TypeParams().Len() > 0 {
		for i := range named.NumMethods() {
			if fn := prog.FuncValue(named.Method(i)); fn != nil {
				u.include(fn)
			}
		}
		return
	}
	for _, t := range []types.Type{named, types.NewPointer(named)} {
		set := prog.MethodSets.MethodSet(t)
		typ := typeKey(t)
		for i := range set.Len() {
			fn := prog.MethodValue(set.At(i))
			if fn == nil {
				continue
			}
			if key := methodKey(typ, set.At(i).Obj().Id()); fn.Synthetic != "" {
				u.keys[fn], u.functions[key] = key, fn
			}
			u.include(fn)
		}
		if typ != "" {
			u.types = append(u.types, typ)
		}
	}
}

// lacks reports whether it is known that a type has no method of a name.
func (u *unit) lacks(typ, key string) bool {
	if packageOf(typ) == u.path {
		return slices.Contains(u.types, typ) && u.functions[key] == nil
	}
	return u.known.Func(key) == nil && u.known.complete(typ)
}

// used returns the summary of a function that is called, nil if there is none, or not yet.
func (u *unit) used(key string) *Summary {
	if sum := intrinsic(key); sum != nil {
		return sum
	}
	if sum, ok := u.sums[key]; ok {
		return sum
	}
	if fn := u.functions[key]; fn != nil && len(fn.Blocks) > 0 {
		if g := u.groups[fn]; g != nil && g.state == 0 {
			u.solve(g)
		}
		return u.sums[key]
	}
	if owner, _, synthetic := strings.Cut(key, "!"); packageOf(key) == u.path || synthetic && owner == u.path {
		return nil
	}
	return u.known.Func(key)
}

// solve summarises the functions of a group.
func (u *unit) solve(g *group) {
	if g.state != 0 {
		return
	}
	g.state = begun
	for _, fn := range g.fns { // what is called comes first
		for _, callee := range u.references(fn) {
			if h := u.groups[callee]; h != g {
				u.solve(h)
			}
		}
	}
	s := newSolver(u, g.fns)
	s.solve()
	var all facts
	for _, fn := range g.fns {
		all.join(s.within[fn].facts)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				all.panics = all.panics || mayPanic(instr)
			}
		}
	}
	returns := u.returning(g.fns)
	for _, fn := range g.fns {
		sum := describe(fn, s.extract(fn))
		sum.Name = u.keyOf(fn)
		sum.Waits, sum.MayEnd, sum.MayPanic, sum.Opaque = all.waits, all.ends, all.panics, all.opaque
		sum.NeverReturns = !returns.returns[fn]
		sum.Ends = sum.NeverReturns && (returns.ends[fn] || !returns.panics[fn])
		sum.Nil = u.nilOf(fn)
		if isReflect(u.path) {
			u.reflect(fn, sum)
		}
		u.sums[sum.Name] = sum
	}
	g.state = done
}

// references returns the functions of the package that a function mentions.
func (u *unit) references(fn *ssa.Function) []*ssa.Function {
	var list []*ssa.Function
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				f, ok := (*op).(*ssa.Function)
				if ok && f.Origin() != nil {
					f = f.Origin()
				}
				if ok && u.groups[f] != nil {
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// group finds the functions that call each other: Tarjan's strongly connected components.
func (u *unit) group() {
	index, low := map[*ssa.Function]int{}, map[*ssa.Function]int{}
	var stack []*ssa.Function
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		index[fn] = len(index) + 1
		low[fn] = index[fn]
		stack = append(stack, fn)
		for _, f := range u.references(fn) {
			if index[f] == 0 {
				visit(f)
				low[fn] = min(low[fn], low[f])
			} else if slices.Contains(stack, f) {
				low[fn] = min(low[fn], index[f])
			}
		}
		if low[fn] == index[fn] {
			i := slices.Index(stack, fn)
			g := &group{fns: slices.Clone(stack[i:])}
			for _, f := range g.fns {
				u.groups[f] = g
			}
			stack = stack[:i]
		}
	}
	for _, fn := range u.order {
		if index[fn] == 0 {
			visit(fn)
		}
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

func compare(a, b string) int { return cmp.Compare(a, b) }
