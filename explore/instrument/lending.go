package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/annot"
)

// A goroutine takes over objects from the one that starts it, and gives them back (docs/language.md). Here the text
// tells of objects of which types that may be: a function that a goroutine runs takes over what it assigns, or what is
// written. Which objects these are tells the run, see lending.go of the runtime.

// lending has the types of what goroutines take over.
type lending struct {
	taken   map[token.Pos][]string // by where the go statement or the call of Go begins; sorted
	numbers map[string]int         // of the types, from 1
}

// A runnable is a function that a goroutine may run.
type runnable struct {
	body  *ast.BlockStmt
	takes []*annot.Clause
	info  *types.Info
}

// A lender looks for go statements.
type lender struct {
	annotations *annotations
	declared    map[*types.Func]runnable
	literals    map[*ast.FuncLit]runnable
	held        map[*types.Var][]*ast.FuncLit // by the variables that hold them
}

// newLending looks at all packages: a goroutine may run a function of another than that which starts it.
func newLending(a *annotations, source []*packages.Package) lending {
	l := &lender{annotations: a, declared: map[*types.Func]runnable{}, literals: map[*ast.FuncLit]runnable{}, held: map[*types.Var][]*ast.FuncLit{}}
	for _, p := range source {
		l.functions(p)
	}
	out := lending{taken: map[token.Pos][]string{}, numbers: map[string]int{}}
	for _, p := range source {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				if fun, byGroup := started(p.TypesInfo, n); fun != nil {
					keys := map[string]bool{}
					for _, r := range l.run(p.TypesInfo, fun) {
						r.types(l, byGroup, keys)
					}
					if len(keys) > 0 {
						out.taken[n.Pos()] = slices.Sorted(maps.Keys(keys))
					}
				}
				return true
			})
		}
	}
	all := map[string]bool{}
	for _, keys := range out.taken {
		for _, key := range keys {
			all[key] = true
		}
	}
	for i, key := range slices.Sorted(maps.Keys(all)) {
		out.numbers[key] = i + 1
	}
	return out
}

// number is that of a type of which goroutines take objects over, 0 for others.
func (l *lending) number(t types.Type) int {
	if t == nil {
		return 0
	}
	return l.numbers[firstKey(t)]
}

// firstKey is the key of the struct type with which a value of type t begins, and so of all that have one address.
func firstKey(t types.Type) string {
	for {
		st, ok := t.Underlying().(*types.Struct)
		if !ok || st.NumFields() == 0 {
			return typeKey(t)
		}
		first := st.Field(0).Type()
		inner, ok := first.Underlying().(*types.Struct)
		if !ok || inner.NumFields() == 0 || isOfSync(first) {
			return typeKey(t)
		}
		t = first
	}
}

// takenAt writes what the goroutine may take over that starts at the site.
func (l *lending) takenAt(rt string, s Site) string {
	keys := l.taken[s.Pos]
	if len(keys) == 0 || s.Op != "Go" && s.Op != "WaitGroupGo" {
		return ""
	}
	var list []string
	for _, key := range keys {
		list = append(list, strconv.Itoa(l.numbers[key]))
	}
	return fmt.Sprintf(", Takes: %s.ObjectTypes{%s}", rt, strings.Join(list, ", "))
}

// functions collects the functions of a package.
func (l *lender) functions(p *packages.Package) {
	info, annotated := p.TypesInfo, l.annotations.packages[p.Types]
	for _, f := range p.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if fn, ok := info.Defs[n.Name].(*types.Func); ok && n.Body != nil {
					r := runnable{body: n.Body, info: info}
					if annotated != nil && annotated.Funcs[fn] != nil {
						r.takes = annotated.Funcs[fn].Takes
					}
					l.declared[fn] = r
				}
			case *ast.FuncLit:
				l.literals[n] = runnable{body: n.Body, info: info}
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i, e := range n.Lhs {
						l.holds(info, e, n.Rhs[i])
					}
				}
			case *ast.ValueSpec:
				if len(n.Names) == len(n.Values) {
					for i, e := range n.Names {
						l.holds(info, e, n.Values[i])
					}
				}
			}
			return true
		})
	}
	if annotated == nil {
		return
	}
	for _, list := range annotated.Body {
		for _, s := range list {
			if r, ok := l.literals[s.Lit]; ok && s.Kind == annot.TakesStmt {
				r.takes = append(r.takes, s.Takes...)
				l.literals[s.Lit] = r
			}
		}
	}
}

// holds notes that e is assigned value.
func (l *lender) holds(info *types.Info, e, value ast.Expr) {
	id, ok := unparen(e).(*ast.Ident)
	if !ok {
		return
	}
	v, ok := info.ObjectOf(id).(*types.Var)
	if lit, isLit := unparen(value).(*ast.FuncLit); ok && isLit {
		l.held[v] = append(l.held[v], lit)
	}
}

// started is the function that n has another goroutine run, nil for none: a go statement, or Go of a WaitGroup.
func started(info *types.Info, n ast.Node) (fun ast.Expr, byGroup bool) {
	switch n := n.(type) {
	case *ast.GoStmt:
		return n.Call.Fun, false
	case *ast.CallExpr:
		if fn := staticCallee(info, n); fn != nil && fn.FullName() == "(*sync.WaitGroup).Go" && len(n.Args) == 1 {
			return n.Args[0], true
		}
	}
	return nil, false
}

// run are the functions that an expression may stand for, as far as they are known.
func (l *lender) run(info *types.Info, fun ast.Expr) []runnable {
	fun = unparen(fun)
	if lit, ok := fun.(*ast.FuncLit); ok {
		return []runnable{l.literals[lit]}
	}
	if fn := functionNamed(info, fun); fn != nil {
		if r, ok := l.declared[fn.Origin()]; ok {
			return []runnable{r}
		}
		return nil
	}
	var out []runnable
	if id, ok := fun.(*ast.Ident); ok {
		v, _ := info.ObjectOf(id).(*types.Var)
		for _, lit := range l.held[v] {
			out = append(out, l.literals[lit])
		}
	}
	return out
}

// types adds the types of what a goroutine that runs the function takes over.
func (r runnable) types(l *lender, byGroup bool, keys map[string]bool) {
	written := false
	for _, c := range r.takes {
		if t := takenType(c); t != nil {
			written = true
			within(t, keys)
		}
	}
	if written {
		return
	}
	owes := byGroup || r.callsDone()
	inspectOwn(r.body, func(n ast.Node) bool {
		for _, e := range assignedIn(n) {
			if t := r.takenFor(l, e, owes); t != nil {
				within(t, keys)
			}
		}
		return true
	})
}

// takenType is the type of the memory that a clause takes over, nil if it is a right.
func takenType(c *annot.Clause) types.Type {
	t := c.Expr.Type()
	if s, ok := c.Expr.(*annot.Slice); ok {
		return s.Type().Underlying().(*types.Slice).Elem()
	}
	_, isChan := t.Underlying().(*types.Chan)
	if isChan || isSync(t, "WaitGroup") {
		return nil
	}
	return t
}

// within adds the struct types of which there is a value in one of type t.
func within(t types.Type, keys map[string]bool) {
	switch u := t.Underlying().(type) {
	case *types.Array:
		within(u.Elem(), keys)
	case *types.Struct:
		keys[firstKey(t)] = true
		for f := range u.Fields() {
			within(f.Type(), keys)
		}
	}
}

// callsDone reports whether the function calls Done of a WaitGroup.
func (r runnable) callsDone() bool {
	found := false
	inspectOwn(r.body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			fn := staticCallee(r.info, call)
			found = found || fn != nil && fn.FullName() == "(*sync.WaitGroup).Done"
		}
		return !found
	})
	return found
}

// assignedIn lists what a statement assigns by itself.
func assignedIn(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return slices.DeleteFunc([]ast.Expr{n.Key, n.Value}, func(e ast.Expr) bool { return e == nil })
		}
	}
	return nil
}

// takenFor returns the type of what the function takes over as it assigns e, nil for nothing: the variable of the function around it, the
// element of a slice that it was given or, if it owes a Done, the struct that a pointer leads to which it was given, unless the field has a
// guard.
func (r runnable) takenFor(l *lender, e ast.Expr, owes bool) types.Type {
	guarded, field := false, false
	for {
		switch x := unparen(e).(type) {
		case *ast.Ident:
			if v := r.given(x); v != nil {
				return v.Type()
			}
			return nil
		case *ast.SelectorExpr:
			sel := r.info.Selections[x]
			if sel == nil {
				return nil
			}
			path := fieldsOn(sel.Recv(), sel.Index())
			field = true
			for i, f := range slices.Backward(path) {
				guarded = guarded || l.annotations.guards[f.Origin()] != nil
				if i > 0 && isPointer(path[i-1].Type()) {
					return nil
				}
			}
			if p, ok := is[*types.Pointer](sel.Recv()); ok {
				return r.struct_(x.X, p.Elem(), owes && !guarded)
			}
			e = x.X
		case *ast.IndexExpr:
			switch u := coreType(r.info.TypeOf(x.X)).(type) {
			case *types.Array:
				e = x.X
			case *types.Slice:
				return r.struct_(x.X, u.Elem(), true)
			default:
				return nil
			}
		case *ast.StarExpr:
			return r.struct_(x.X, r.info.TypeOf(x), owes && field && !guarded)
		default:
			return nil
		}
	}
}

// struct_ is t if it is taken and by is a variable that the function was given.
func (r runnable) struct_(by ast.Expr, t types.Type, taken bool) types.Type {
	if id, ok := unparen(by).(*ast.Ident); ok && taken && r.given(id) != nil {
		return t
	}
	return nil
}

// given is the variable that an identifier names, if it is a parameter or belongs to a function around.
func (r runnable) given(id *ast.Ident) *types.Var {
	v, ok := r.info.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() || isGlobal(v) || r.body.Pos() <= v.Pos() && v.Pos() < r.body.End() {
		return nil
	}
	return v
}
