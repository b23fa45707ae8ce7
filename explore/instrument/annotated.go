package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/explore/evaluate"
)

// annotated is what a unit has of annotations that are evaluated.
type annotated struct {
	annotations *annotations
	unguarded   map[*types.Var]bool // fields that are immutable, as nothing is said of them
	packages    map[string]string   // the imports of the file that registers the unit: path to name
	functions   []string
	pure        map[*types.Func]string // what evaluates them; "" while that is being written, or cannot be
}

// register writes the statement that makes the annotations known to the runtime.
func (u *unit) register(s *sites, files []*ast.File, test bool) string {
	a := u.annotations
	if a == nil {
		return ""
	}
	used := s.list[s.first:]
	var uses strings.Builder
	u.unguarded = map[*types.Var]bool{}
	for i, site := range used {
		v, more := site.use.variable, a.lending.takenAt(u.rt, site)
		if lead := a.lead(u.rt, site.place); lead != "" {
			more += ", Leads: " + lead
		}
		if lead := a.lead(u.rt, site.entry); lead != "" {
			more += ", Entries: " + lead
		}
		if v == nil && !site.use.object && site.use.typeSpec == 0 && more == "" {
			continue
		}
		number := 0
		if v != nil {
			number = a.number(v)
			if a.guards[v] == nil {
				u.unguarded[v] = true
			}
		}
		fmt.Fprintf(&uses, "\t\t{Site: %d, Variable: %d, Object: %s, Type: %d, Offset: %d, TypeSpec: %d%s},\n",
			s.first+i+1, number, u.truth(site.use.object), a.lending.number(site.use.of), site.use.offset, site.use.typeSpec, more)
	}
	from, to := 0, 0
	if test && !slices.ContainsFunc(files, hasAnnotation) {
		from, to = s.first+1, len(s.list)+1
	}
	variables, promises := u.variables(a, s, files), u.typeSpecs(a, s, files)
	return fmt.Sprintf("\t%s.RegisterAnnotations([]%[1]s.Variable{\n%[2]s\t}, []%[1]s.TypeSpec{\n%[6]s\t}, []%[1]s.Use{\n%[3]s\t}, %[4]d, %[5]d)\n",
		u.rt, variables, uses.String(), from, to, promises)
}

func hasAnnotation(f *ast.File) bool {
	for _, group := range f.Comments {
		if slices.ContainsFunc(group.List, isAnnotation) {
			return true
		}
	}
	return false
}

// notEvaluated says that something of an annotation is not.
func (u *unit) notEvaluated(pos token.Pos, reason string) {
	n := Note{u.pkg.Fset.Position(pos), "not evaluated: " + reason}
	if !slices.Contains(u.notes, n) {
		u.notes = append(u.notes, n)
	}
}

// writer writes expressions for the file that registers the unit.
func (u *unit) writer() *evaluate.Writer {
	return &evaluate.Writer{Place: u.place(u.spell, u.importName)}
}

// place is a place in the unit where types and packages are spelled in some way.
func (u *unit) place(spell func(types.Type) (string, bool), name func(string) string) evaluate.Place {
	a := u.annotations
	return evaluate.Place{
		RT: u.rt, Word: u.predeclared, Unsafe: u.rt + "_unsafe", Type: spell, Package: name, Own: u.pkg.Types, Pure: u.pureFunction,
		Ghost: func(v *types.Var) int { return a.ghosts[v] }, Guarded: a.guarded, Elements: a.elements,
	}
}

// spell writes a type for the file that registers the unit.
func (u *unit) spell(t types.Type) (string, bool) {
	s := &speller{unit: u, imported: u.importName, visible: func(obj *types.TypeName) bool { return obj.Parent() == obj.Pkg().Scope() }}
	return s.spell(t)
}

func (u *unit) importName(path string) string {
	if u.packages == nil {
		u.packages = map[string]string{}
	}
	if u.packages[path] == "" {
		u.packages[path] = newImport(u.packages, fmt.Sprintf("%s_of_%s", u.rt, identifier(path)))
	}
	return u.packages[path]
}

// importLines writes the imports that a text needs.
func (u *unit) importLines(text string) string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(u.packages)) {
		if name := u.packages[path]; strings.Contains(text, name+".") {
			fmt.Fprintf(&b, "import %s %q\n", name, importPath(path))
		}
	}
	return b.String()
}

// pureFunction returns the name of the function that evaluates a pure function: what that returns, without the operations
// of instrumented code.
func (u *unit) pureFunction(f *types.Func) (string, bool) {
	f = f.Origin()
	if name, known := u.pure[f]; known {
		return name, name != ""
	}
	if u.pure == nil {
		u.pure = map[*types.Func]string{}
	}
	u.pure[f] = ""
	p := u.annotations.packages[f.Pkg()]
	if p == nil || p.Types != u.pkg.Types || p.Funcs[f] == nil || p.Funcs[f].Cases == nil {
		return "", false
	}
	name := fmt.Sprintf("%s_pure_%d", u.rt, len(u.pure))
	text, ok := u.pureText(name, f.Signature(), p.Funcs[f].Cases)
	if !ok {
		return "", false
	}
	u.functions = append(u.functions, text)
	u.pure[f] = name
	return name, true
}

// pureText writes a function that goes through cases.
func (u *unit) pureText(name string, sig *types.Signature, cases []annot.Case) (string, bool) {
	var params []string
	for i, v := range parameters(sig) {
		t, ok := u.spell(v.Type())
		if !ok || hasTypeParam(v.Type()) {
			return "", false
		}
		param := v.Name()
		if param == "" || param == "_" {
			param = fmt.Sprintf("%s_p%d", u.rt, i)
		}
		params = append(params, param+" "+t)
	}
	result, ok := u.spell(sig.Results().At(0).Type())
	if !ok {
		return "", false
	}
	b := fmt.Sprintf("func %s(%s) %s {\n", name, strings.Join(params, ", "), result)
	for _, c := range cases {
		w := u.writer()
		w.Stable = true
		value, why := w.Condition(c.Value)
		if why != nil {
			return "", false
		}
		if c.When == nil {
			return b + "\treturn " + value + "\n}", true
		}
		when, why := w.Condition(c.When)
		if why != nil {
			return "", false
		}
		b += "\tif " + when + " { return " + value + " }\n"
	}
	return b + "\tfor {\n\t}\n}", true
}

// variableUse is the use of a variable as a whole.
func (r *rewriter) variableUse(v *types.Var) use {
	switch a := r.annotations; {
	case a == nil:
		return use{}
	case !isGlobal(v):
		return use{object: true, of: v.Type()}
	case a.governs(v):
		return use{variable: v, typeSpec: a.packageSpecOf(v.Pkg())}
	default:
		return use{typeSpec: a.packageSpecOf(v.Pkg())}
	}
}

// fieldUse is the use of the field f of o, or of what o points to.
func (r *rewriter) fieldUse(o operand, f *types.Var) use {
	if r.annotations == nil {
		return use{}
	}
	t, behind := o.typ, false
	if p, ok := is[*types.Pointer](t); ok {
		t, behind = p.Elem(), true
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return use{}
	}
	for i := range st.NumFields() {
		if st.Field(i) == f {
			return r.annotations.selected(o, behind, t, i)
		}
	}
	return use{}
}

// item selects an element of an array that is part of an annotated variable.
func (r *rewriter) item(o operand, e *ast.IndexExpr, t types.Type) operand {
	p := join(r.rt, ".Item(", r.annotations.number(o.use.variable), ", ", r.unit.truth(o.use.object), ", ", o.use.offset, ", ", o.code, "[:], "+r.unit.predeclared("int")+"(", r.value(e.Index), "))")
	return operand{code: join("(*", p, ")"), pointer: p, typ: t, place: true, shared: o.shared}
}

// sent writes the value of a send statement.
func (r *rewriter) sent(s *ast.SendStmt) fragment {
	v := r.inside(s.Value)
	if t := r.info.TypeOf(s.Value); r.annotations != nil && isPointer(t) && r.annotations.transfers[typeKey(t)] {
		return join(r.rt, ".Hand(", v, ")")
	}
	return v
}
