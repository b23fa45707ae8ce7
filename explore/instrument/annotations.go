package instrument

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/explore/evaluate"
)

// An IllFormedError lists annotations that are in error.
type IllFormedError struct {
	Fset *token.FileSet
	List []IllFormed // sorted by position
}

// An IllFormed is an annotation that is in error, with the path of its package.
type IllFormed struct {
	Package string
	*annot.Error
}

func (e *IllFormedError) Error() string {
	first := e.List[0]
	return fmt.Sprintf("%s: %s", e.Fset.Position(first.Pos), first.Msg)
}

// annotations are what the annotations of all packages say.
type annotations struct {
	packages  map[*types.Package]*annot.Package
	elsewhere map[*types.Package]bool // packages of other modules that have no annotations
	guards    map[*types.Var]*annot.Guard
	// contained has the types of values inside annotated variables: what such a value's fields may be used for is not only
	// for the fields to say.
	contained map[string]bool
	numbers   map[*types.Var]int // of variables
	ghosts    map[*types.Var]int // their numbers
	transfers map[string]bool    // the types of what some channels hand over
	typeSpecs []*typeSpec
	lending   lending
	regions   regions
	directive map[token.Pos]string
	sizes     types.Sizes
}

// readAnnotations reads the annotations of the packages, each after those that it imports.
func readAnnotations(prog *program) (*annotations, error) {
	a := &annotations{
		packages: map[*types.Package]*annot.Package{}, elsewhere: map[*types.Package]bool{}, guards: map[*types.Var]*annot.Guard{}, contained: map[string]bool{},
		numbers: map[*types.Var]int{}, ghosts: map[*types.Var]int{},
		transfers: map[string]bool{}, directive: map[token.Pos]string{},
	}
	imports := map[string]*annot.Package{}
	var faults []IllFormed
	for _, p := range prog.source {
		a.sizes = p.TypesSizes
		out, errs := annot.Check(annot.Source{Fset: p.Fset, Files: p.Syntax, Types: p.Types, Info: p.TypesInfo, Imports: imports})
		for _, err := range errs {
			faults = append(faults, IllFormed{p.PkgPath, err})
		}
		imports[p.PkgPath], a.packages[p.Types] = out, out
		a.elsewhere[p.Types] = p.Module != nil && !p.Module.Main && !out.Annotated
		maps.Copy(a.guards, out.Guards)
		for _, g := range out.Ghosts {
			a.ghosts[g.Var] = len(a.ghosts) + 1
		}
		a.readDirectives(p)
		a.readTypeSpecs(out)
	}
	if len(faults) > 0 {
		return nil, illFormed(prog.fset, faults)
	}
	for v, g := range a.guards {
		if !g.Immutable {
			a.contain(v.Type())
		}
		if c, ok := v.Type().Underlying().(*types.Chan); ok && g.Transfers {
			a.transfers[typeKey(c.Elem())] = true
		}
	}
	a.lending, a.regions = newLending(a, prog.source), newRegions(a)
	return a, nil
}

// illFormed sorts faults; those of a package that is there with its tests and without are one.
func illFormed(fset *token.FileSet, faults []IllFormed) error {
	where := func(f IllFormed) string { return fset.Position(f.Pos).String() }
	slices.SortStableFunc(faults, func(x, y IllFormed) int {
		p, q := fset.Position(x.Pos), fset.Position(y.Pos)
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
	})
	faults = slices.CompactFunc(faults, func(x, y IllFormed) bool { return where(x) == where(y) && x.Msg == y.Msg })
	return &IllFormedError{fset, faults}
}

// readDirectives notes the text of the annotations.
func (a *annotations) readDirectives(p *packages.Package) {
	for _, f := range p.Syntax {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if isAnnotation(c) {
					a.directive[c.Pos()] = strings.TrimPrefix(c.Text, "//calvin:")
				}
			}
		}
	}
}

func isAnnotation(c *ast.Comment) bool {
	return strings.HasPrefix(c.Text, "//calvin:") || strings.HasPrefix(c.Text, "// +check")
}

// contain notes what is inside a variable of type t.
func (a *annotations) contain(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Array:
		a.contain(u.Elem())
	case *types.Slice:
		a.contain(u.Elem())
	case *types.Struct:
		if key := typeKey(t); !a.contained[key] {
			a.contained[key] = true
			for f := range u.Fields() {
				if _, slice := f.Type().Underlying().(*types.Slice); !slice {
					a.contain(f.Type())
				}
			}
		}
	}
}

func typeKey(t types.Type) string { return types.TypeString(t, nil) }

// number is the number of a variable, of all variables of the program.
func (a *annotations) number(v *types.Var) int {
	if a.numbers[v] == 0 {
		a.numbers[v] = len(a.numbers) + 1
	}
	return a.numbers[v]
}

// unguarded reports whether the field f of a struct of type t is immutable because nothing else is said of it: the package is
// annotated, only objects of their own have such fields, and the type has synchronisation of its own. Objects of other types may be guarded
// by whatever leads to them.
func (a *annotations) unguarded(t types.Type, f *types.Var) bool {
	p := a.packages[f.Pkg()]
	return p != nil && p.Annotated && !a.contained[typeKey(t)] && !synchronises(f.Type()) && !a.plain(t)
}

// plain reports whether a struct type has no lock, atomic variable or annotation of its own.
func (a *annotations) plain(t types.Type) bool {
	if a.typeSpecOf(t) > 0 || synchronises(t) {
		return false
	}
	for f := range t.Underlying().(*types.Struct).Fields() {
		if inner, ok := f.Type().Underlying().(*types.Struct); a.guards[f] != nil || ok && inner.NumFields() > 0 && !a.plain(f.Type()) {
			return false
		}
	}
	return true
}

// synchronises reports whether t is a type of package sync or sync/atomic, or made of such.
func synchronises(t types.Type) bool { return holdsObjects(t, nil) }

// A use says what an operand is: the variable whose annotation governs it, if there is one, and the object that it lies
// in, so far before it.
type use struct {
	variable *types.Var
	object   bool
	of       types.Type // the type of the object
	offset   int64
	typeSpec int // of the object, or the package
}

// selected is the use of field number i of a struct of type t, which is o or what o points to.
func (a *annotations) selected(o operand, behind bool, t types.Type, i int) use {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || isGeneric(t) {
		return use{}
	}
	fields := make([]*types.Var, st.NumFields())
	for k := range fields {
		fields[k] = st.Field(k)
	}
	f, offset := fields[i], a.sizes.Offsetsof(fields)[i]
	promise := a.typeSpecOf(t)
	switch {
	case a.governs(f), behind && a.unguarded(t, f):
		return use{f, true, t, offset, promise}
	case behind, promise > 0:
		return use{nil, true, t, offset, promise}
	case synchronises(f.Type()):
		return use{nil, o.use.object, o.use.of, o.use.offset + offset, o.use.typeSpec}
	}
	return use{o.use.variable, o.use.object, o.use.of, o.use.offset + offset, o.use.typeSpec}
}

// isGeneric reports whether t is a generic type, an instance of one, or made of type parameters: annotations on its fields
// are not evaluated.
func isGeneric(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return hasTypeParam(t) || ok && n.TypeParams().Len()+n.TypeArgs().Len() > 0
}

// governs reports whether v is annotated with who may touch it.
func (a *annotations) governs(v *types.Var) bool {
	g := a.guards[v]
	return g != nil && g.Condition == nil && a.ghosts[v] == 0
}

// owns reports whether a variable with the annotation owns what it leads to, all of it in the same way.
func (a *annotations) owns(v *types.Var, g *annot.Guard) bool {
	if !a.governs(v) || g.Immutable || g.AtomicOnly || len(g.ElemRead)+len(g.ElemWrite) > 0 || !v.IsField() && !isGlobal(v) {
		return false
	}
	return len(g.Read)+len(g.Write) > 0
}

// guarded is the number of a variable whose annotation has conditions, 0 for others.
func (a *annotations) guarded(v *types.Var) int {
	v = v.Origin()
	if g := a.guards[v]; !a.governs(v) || g.Immutable || len(g.Read)+len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) == 0 {
		return 0
	}
	return a.number(v)
}

// elements reports whether the elements of v are guarded each by itself.
func (a *annotations) elements(v *types.Var) bool {
	g := a.guards[v.Origin()]
	return g != nil && len(g.ElemRead)+len(g.ElemWrite) > 0
}

// guardedElements reports whether the elements of an array have to be known as such: they are part of an annotated variable.
func (a *annotations) guardedElements(o operand) bool {
	return o.use.variable != nil && o.place && a.guards[o.use.variable] != nil
}

// A variableText is the annotation of a variable on its way into the source of a unit.
type variableText struct {
	u *unit
	a *annotations
	s *sites
}

// variables writes the annotations of the variables that the unit declares, or uses first.
func (u *unit) variables(a *annotations, s *sites, files []*ast.File) string {
	var own []*types.Var
	for v := range a.guards {
		if a.governs(v) && slices.ContainsFunc(files, func(f *ast.File) bool { return f.FileStart <= v.Pos() && v.Pos() < f.FileEnd }) {
			own = append(own, v)
		}
	}
	for v := range u.unguarded {
		own = append(own, v)
	}
	slices.SortFunc(own, func(x, y *types.Var) int { return cmp.Compare(x.Pos(), y.Pos()) })
	t := &variableText{u: u, a: a, s: s}
	var b strings.Builder
	for _, v := range own {
		b.WriteString(t.variable(v))
	}
	return b.String()
}

// variable writes one.
func (t *variableText) variable(v *types.Var) string {
	g := t.a.guards[v]
	b := fmt.Sprintf("\t\t{Number: %d, Name: %q, TypeSpec: %d", t.a.number(v), v.Name(), t.a.typeSpecAround(v))
	size, holds := t.behind(v)
	yes := t.u.truth(true)
	switch {
	case g == nil:
		return b + fmt.Sprintf(", Where: %s, Immutable: %s},\n", t.site(v.Pos(), v.Pos()+token.Pos(len(v.Name())), v.Name()+" is immutable, as no annotation says otherwise"), yes)
	case g.Immutable, !g.AtomicOnly && len(g.Read)+len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) == 0:
		return b + fmt.Sprintf(", Where: %s, Immutable: %s},\n", t.site(g.Pos, g.Pos, t.says(g.Pos)), yes)
	case g.AtomicOnly && len(g.Write)+len(g.ElemRead)+len(g.ElemWrite) == 0:
		return b + fmt.Sprintf(", Where: %s, AtomicOnly: %s, Size: %d},\n", t.site(g.Pos, g.Pos, t.says(g.Pos)), yes, size)
	}
	for _, u := range g.Unsupported {
		t.u.notEvaluated(u.Pos, u.Reason)
	}
	if c := g.Confined; c != nil {
		at := g.Pos
		if g.Locked != nil { // which may stand first
			at = c.Pos
		}
		b += fmt.Sprintf(", Where: %s, Confined: %d, Size: %d, Holds: %s.%s", t.site(at, at, t.says(at)), t.a.number(c.Goroutine), size, t.u.rt, holds)
		if l := g.Locked; l != nil {
			b += ", Self: " + t.access(v, l, l.Read, l.Write)
		}
		return b + "},\n"
	}
	self, elem := t.access(v, g, g.Read, g.Write), t.access(v, g, g.ElemRead, g.ElemWrite)
	if p := g.Published; p != nil {
		b += ", Published: " + t.clauses(nil, false, []*annot.Clause{p.Closed})
		if p.Alone {
			b += ", First: " + yes
		}
	}
	if g.AtomicOnly {
		b += ", AtomicOnly: " + yes
	}
	return b + fmt.Sprintf(", Where: %s, Size: %d, Holds: %s.%s,\n\t\t\tSelf: %s,\n\t\t\tElem: %s},\n",
		t.site(g.Pos, g.Pos, t.says(g.Pos)), size, t.u.rt, holds, self, elem)
}

// behind says what a variable holds, with the size of an element.
func (t *variableText) behind(v *types.Var) (size int64, holds string) {
	switch x := v.Type().Underlying().(type) {
	case *types.Slice:
		if !hasTypeParam(x.Elem()) {
			return t.a.sizes.Sizeof(x.Elem()), "HoldsSlice"
		}
	case *types.Array:
		if !hasTypeParam(x.Elem()) {
			return t.a.sizes.Sizeof(x.Elem()), "HoldsValue"
		}
	case *types.Map:
		return 1, "HoldsMap"
	}
	return 1, "HoldsValue"
}

// access writes the conditions of one kind of access.
func (t *variableText) access(v *types.Var, g *annot.Guard, read, write []*annot.Clause) string {
	if !v.IsField() && v.Parent() != v.Pkg().Scope() {
		t.u.notEvaluated(g.Pos, "conditions on local variables")
		return fmt.Sprintf("%s.Access{Write: []%[1]s.Clause{{}}}", t.u.rt)
	}
	return fmt.Sprintf("%s.Access{Read: %s, Write: %s}", t.u.rt, t.clauses(g.Index, false, read), t.clauses(g.Index, false, write))
}

// clauses writes conditions. One that cannot be evaluated has no function that does, so that it is not known to hold or not.
func (t *variableText) clauses(index *annot.Bound, stable bool, list []*annot.Clause) string {
	if list == nil {
		return t.u.rt + ".NoClauses"
	}
	rt := t.u.rt
	b := fmt.Sprintf("[]%s.Clause{", rt)
	for _, c := range list {
		holds, why := t.holds(index, stable, c)
		if why != nil {
			t.u.notEvaluated(why.Pos, why.Reason)
			holds = rt + ".NotEvaluated"
		}
		b += fmt.Sprintf("\n\t\t\t\t{Site: %s, Needs: %q, Holds: %s},", t.site(c.Start, c.End, t.says(c.Start)), needs(c.Expr), holds)
	}
	return b + "}"
}

// holds writes the function that evaluates a condition on a variable, or of an element of one with the given index.
func (t *variableText) holds(index *annot.Bound, stable bool, c *annot.Clause) (string, *evaluate.Unsupported) {
	rt := t.u.rt
	w := t.u.writer()
	w.This, w.Stable = rt+"_this", stable
	if index != nil {
		w.Index, w.Bound = index, map[*annot.Bound]string{index: rt + "_j"}
	}
	text, err := w.Condition(c.Expr)
	if err != nil {
		return "", err
	}
	cast, unsupported := t.this(c)
	if unsupported != nil {
		return "", unsupported
	}
	return fmt.Sprintf("func(%s_object %[1]s_unsafe.Pointer, %[1]s_j %[4]s) %[5]s { %[2]s return %[3]s }", rt, cast, text, t.u.predeclared("int"), t.u.predeclared("bool")), nil
}

// needs writes a condition out as it would be written where it stands; one that speaks of nothing but locks as calvin check says it.
func needs(e annot.Expr) string {
	if text, ok := heldText(e); ok {
		return text
	}
	return asWritten(e)
}

func asWritten(e annot.Expr) string { return strings.ReplaceAll(annot.String(e), "this.", "") }

// heldText says which locks a condition wants to be held, if it wants nothing else: all of them, or one of them.
func heldText(e annot.Expr) (string, bool) {
	switch e := e.(type) {
	case *annot.Held:
		if e.Read {
			return asWritten(e.X) + " held for reading", true
		}
		return asWritten(e.X) + " held", true
	case *annot.Binary:
		switch e.Op {
		case token.EQL:
			lock, isLock := e.X.(*annot.Holder)
			if _, own := e.Y.(*annot.Tid); isLock && own {
				return asWritten(lock.X) + " held", true
			}
		case token.LAND, token.LOR:
			x, okX := heldText(e.X)
			y, okY := heldText(e.Y)
			word := map[token.Token]string{token.LAND: " and ", token.LOR: " or "}[e.Op]
			other := map[token.Token]string{token.LAND: " or ", token.LOR: " and "}[e.Op]
			if okX && okY && !strings.Contains(x+y, other) {
				return x + word + y, true
			}
		}
	}
	return "", false
}

// this writes the declaration of the object that a condition is about, if it speaks of it.
func (t *variableText) this(c *annot.Clause) (string, *evaluate.Unsupported) {
	var typ types.Type
	annot.Walk(c.Expr, func(e annot.Expr) bool {
		if this, ok := e.(*annot.This); ok {
			typ = this.T
		}
		return true
	})
	if typ == nil {
		return "", nil
	}
	if p, ok := typ.Underlying().(*types.Pointer); ok && isGeneric(p.Elem()) {
		return "", &evaluate.Unsupported{Pos: c.Start, Reason: "conditions on fields of generic types"}
	}
	s, ok := t.u.spell(typ)
	if !ok {
		return "", &evaluate.Unsupported{Pos: c.Start, Reason: "conditions on fields of a type that has no name in its package"}
	}
	return fmt.Sprintf("%s_this := (%s)(%[1]s_object);", t.u.rt, s), nil
}

// site gives an annotation a number for messages.
func (t *variableText) site(pos, end token.Pos, says string) string {
	return t.s.add(Site{Position: t.u.pkg.Fset.Position(pos), Text: says, Op: "Annotation", Pos: pos, End: end})
}

func (t *variableText) says(pos token.Pos) string { return t.a.says(t.u.pkg.Fset, pos) }

// says is the text of the annotation at pos.
func (a *annotations) says(fset *token.FileSet, pos token.Pos) string {
	file := fset.File(pos)
	start := file.LineStart(file.Line(pos))
	for p := pos; p >= start; p-- {
		if s, ok := a.directive[p]; ok {
			return s
		}
	}
	return "its annotation"
}
