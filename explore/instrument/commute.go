package instrument

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// The order in which a loop visits a map is a choice, unless it cannot be seen: whatever one iteration does commutes with what
// another does. That is so if an iteration
//
//   - changes what belongs to its key alone: m[k] = v, delete(m, k);
//   - counts: n += x for integers, b = b || x, n = max(n, x);
//   - assigns the same constant as all others: found = true, set[x] = true;
//   - appends to a slice that is sorted right after the loop;
//   - fails the test;
//   - ends the loop, when it does nothing else and all that end it do the same;
//
// and reads nothing that another one changes. Whoever sees these variables before the loop is over races with it.

// A commuting is a loop that is looked at.
type commuting struct {
	*rewriter
	over   types.Object              // the map, if it is a variable or field
	typ    types.Type                // of the map
	key    types.Object              // of the iteration, nil if it has none
	own    map[types.Object]bool     // variables of an iteration
	writes map[types.Object]string   // variables that iterations change, with how they do it: what differs for one does not commute
	reads  map[types.Object]bool     // variables that they read
	sorted string                    // a slice that is sorted after the loop, as written
	labels map[types.Object]bool     // of the loops inside
	result func(*ast.ReturnStmt) int // what a return statement is
	elsewhere,
	mapped bool // a map is read at another key than that of the iteration; some map is changed
	effects int             // statements that change something, but in what ends the loop
	exits   map[string]bool // what ends the loop, as written
}

// What a return statement in the body is.
const (
	goesOn  = iota // to the next iteration
	ends           // the loop
	returns        // from the function
)

// orderUnseen reports whether the order of a loop over a map makes no difference.
func (r *rewriter) orderUnseen(s *ast.RangeStmt) bool {
	if s.Tok == token.ASSIGN {
		return false
	}
	c := newCommuting(r, s.X, s.Key, s.Value)
	c.sorted = r.sortedAfter(s)
	return c.unseen(s.Body)
}

// callUnseen is orderUnseen for a function literal that is called for each element, and returns whether there is to be another.
func (r *rewriter) callUnseen(over ast.Expr, f ast.Expr) bool {
	lit, ok := unparen(f).(*ast.FuncLit)
	if !ok {
		return false
	}
	var params []ast.Expr
	for _, p := range lit.Type.Params.List {
		for _, name := range p.Names {
			params = append(params, name)
		}
	}
	if len(params) != 2 {
		return false
	}
	c := newCommuting(r, over, params[0], params[1])
	c.result = func(s *ast.ReturnStmt) int {
		if len(s.Results) == 1 {
			if v := r.info.Types[s.Results[0]].Value; v != nil && v.Kind() == constant.Bool {
				if constant.BoolVal(v) {
					return goesOn
				}
				return ends
			}
		}
		return returns
	}
	return c.unseen(lit.Body)
}

func newCommuting(r *rewriter, over ast.Expr, vars ...ast.Expr) *commuting {
	c := &commuting{
		rewriter: r, own: map[types.Object]bool{}, writes: map[types.Object]string{}, reads: map[types.Object]bool{},
		labels: map[types.Object]bool{}, exits: map[string]bool{}, result: func(*ast.ReturnStmt) int { return returns },
	}
	c.over, c.typ = c.variable(over), r.info.TypeOf(over)
	for i, e := range vars {
		if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
			c.own[r.info.Defs[id]] = true
			if i == 0 {
				c.key = r.info.Defs[id]
			}
		}
	}
	return c
}

func (c *commuting) unseen(body *ast.BlockStmt) bool {
	if !c.list(body.List) {
		return false
	}
	for o := range c.writes {
		if c.reads[o] || o == c.over {
			return false
		}
	}
	return !(c.mapped && c.elsewhere) && len(c.exits) <= 1 && (len(c.exits) == 0 || c.effects == 0)
}

// list looks at statements one after the other. The constants that variables are given just before the end of the loop belong to
// that.
func (c *commuting) list(stmts []ast.Stmt) bool {
	for i, s := range stmts {
		if c.constants(s) && c.end(stmts[i:]) {
			continue
		}
		if c.leaves(s) {
			end := c.source(s)
			for i > 0 && c.constants(stmts[i-1]) {
				i--
				end = c.source(stmts[i]) + "; " + end
			}
			c.exits[end] = true
			return c.values(s)
		}
		if !c.stmt(s) {
			return false
		}
	}
	return true
}

// end reports whether statements end the loop after they have given constants to variables.
func (c *commuting) end(stmts []ast.Stmt) bool {
	for _, s := range stmts {
		if c.leaves(s) {
			return true
		}
		if !c.constants(s) {
			break
		}
	}
	return false
}

// leaves reports whether a statement ends the loop.
func (c *commuting) leaves(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return c.result(s) != goesOn
	case *ast.BranchStmt:
		return s.Tok == token.BREAK && !c.inner(s)
	case *ast.ExprStmt:
		e, ok := s.X.(*ast.CallExpr)
		return ok && c.testing(e, "Fatal", "Fatalf", "FailNow")
	}
	return false
}

// inner reports whether a branch is one of a loop inside.
func (c *commuting) inner(s *ast.BranchStmt) bool {
	if s.Label != nil {
		return c.labels[c.info.Uses[s.Label]]
	}
	return c.labels[nil]
}

// values reports whether a statement that ends the loop does the same in all iterations.
func (c *commuting) values(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			if tv := c.info.Types[e]; tv.Value == nil && !tv.IsNil() {
				return false
			}
		}
	case *ast.ExprStmt:
		return c.all(s.X.(*ast.CallExpr).Args...)
	}
	return true
}

// constants reports whether s gives constants to variables of the function.
func (c *commuting) constants(s ast.Stmt) bool {
	a, ok := s.(*ast.AssignStmt)
	if !ok || a.Tok != token.ASSIGN || len(a.Lhs) != len(a.Rhs) {
		return false
	}
	for i, e := range a.Lhs {
		if _, ok := e.(*ast.Ident); !ok || c.constant(a.Rhs[i]) == "" {
			return false
		}
	}
	return true
}

func (c *commuting) stmt(s ast.Stmt) bool {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
		return true
	case *ast.BlockStmt:
		return c.list(s.List)
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE && s.Label == nil || s.Tok == token.BREAK && c.inner(s)
	case *ast.ReturnStmt:
		return c.result(s) == goesOn
	case *ast.IncDecStmt:
		return c.counts(s.X, "+")
	case *ast.AssignStmt:
		return c.assigns(s)
	case *ast.DeclStmt:
		return c.declares(s)
	case *ast.IfStmt:
		return c.maximum(s) || c.stmt(s.Init) && c.pure(s.Cond) && c.stmt(s.Body) && c.stmt(s.Else)
	case *ast.SwitchStmt:
		return s.Init == nil && c.pure(s.Tag) && c.cases(s.Body.List)
	case *ast.ForStmt:
		return c.stmt(s.Init) && c.pure(s.Cond) && c.stmt(s.Post) && c.loop(s.Body)
	case *ast.RangeStmt:
		return c.ranges(s)
	case *ast.ExprStmt:
		return c.calls(s.X)
	}
	return false
}

// loop looks at the body of a loop, or a switch, inside: a break is one of that.
func (c *commuting) loop(s ast.Stmt) bool {
	was := c.labels[nil]
	c.labels[nil] = true
	ok := c.stmt(s)
	c.labels[nil] = was
	return ok
}

func (c *commuting) cases(list []ast.Stmt) bool {
	for _, s := range list {
		k := s.(*ast.CaseClause)
		if !c.all(k.List...) || !c.loop(&ast.BlockStmt{List: k.Body}) {
			return false
		}
	}
	return true
}

func (c *commuting) ranges(s *ast.RangeStmt) bool {
	switch coreType(c.info.TypeOf(s.X)).(type) {
	case *types.Chan, *types.Signature, nil:
		return false
	}
	if s.Tok == token.ASSIGN || !c.pure(s.X) {
		return false
	}
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if id, ok := e.(*ast.Ident); ok {
			c.own[c.info.Defs[id]] = true
		}
	}
	return c.loop(s.Body)
}

func (c *commuting) declares(s *ast.DeclStmt) bool {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return ok
	}
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		for _, name := range v.Names {
			c.own[c.info.Defs[name]] = true
		}
		if !c.all(v.Values...) {
			return false
		}
	}
	return true
}

// calls looks at a statement that is a call.
func (c *commuting) calls(e ast.Expr) bool {
	call, ok := unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	if c.testing(call, "Error", "Errorf", "Fail", "Log", "Logf", "Helper") {
		c.effects++
		return c.all(call.Args...)
	}
	if id, ok := unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := c.info.Uses[id].(*types.Builtin); ok && b.Name() == "delete" {
			c.effects++
			c.mapped = true
			return c.isKey(call.Args[1]) && c.pure(call.Args[0])
		}
	}
	return false
}

// testing reports whether e is a call of one of these methods of a test.
func (c *commuting) testing(e *ast.CallExpr, names ...string) bool {
	fn := c.callee(e)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "testing" {
		return false
	}
	sel, ok := unparen(e.Fun).(*ast.SelectorExpr)
	if !ok || !c.pure(sel.X) {
		return false
	}
	for _, name := range names {
		if fn.Name() == name {
			return true
		}
	}
	return false
}

// isKey reports whether e is the key of the iteration, or derived from nothing else so that others have another.
func (c *commuting) isKey(e ast.Expr) bool {
	id, ok := unparen(e).(*ast.Ident)
	return ok && c.key != nil && c.info.Uses[id] == c.key && c.writes[c.key] == ""
}

// assigns looks at an assignment.
func (c *commuting) assigns(s *ast.AssignStmt) bool {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		return c.counts(s.Lhs[0], strings.TrimSuffix(s.Tok.String(), "=")) && c.pure(s.Rhs[0])
	}
	if len(s.Lhs) == 1 && c.folds(s.Lhs[0], s.Rhs[0]) {
		return true
	}
	if !c.all(s.Rhs...) {
		return false
	}
	for i, e := range s.Lhs {
		var value ast.Expr
		if len(s.Lhs) == len(s.Rhs) {
			value = s.Rhs[i]
		}
		if !c.assign(e, value) {
			return false
		}
	}
	return true
}

// assign looks at the assignment of a value to e.
func (c *commuting) assign(e, value ast.Expr) bool {
	if isBlank(e) {
		return true
	}
	if id, ok := unparen(e).(*ast.Ident); ok && c.info.Defs[id] != nil {
		c.own[c.info.Defs[id]] = true
		return true
	}
	if v := rootOf(c.info, e); v != nil && c.own[v] && v != c.key {
		return c.places(e)
	}
	c.effects++
	if ix, ok := unparen(e).(*ast.IndexExpr); ok {
		if _, ok := is[*types.Map](c.info.TypeOf(ix.X)); ok {
			c.mapped = true
			same := value != nil && c.constant(value) != ""
			return c.places(ix.X) && (c.isKey(ix.Index) || same && c.pure(ix.Index) && c.changes(ix.X, "="+c.constant(value)) && c.another(ix.X))
		}
	}
	if value == nil || c.constant(value) == "" {
		return false
	}
	return c.changes(e, "="+c.constant(value))
}

// constant is a text for a value that is the same in all iterations, "" for others.
func (c *commuting) constant(e ast.Expr) string {
	switch tv := c.info.Types[e]; {
	case tv.Value != nil:
		return tv.Value.ExactString()
	case tv.IsNil():
		return "nil"
	}
	if l, ok := unparen(e).(*ast.CompositeLit); ok && len(l.Elts) == 0 {
		if _, ok := is[*types.Struct](c.info.TypeOf(l)); ok {
			return "{}"
		}
	}
	return ""
}

// changes notes that e, a variable or field, is changed in a way; it reports false if it is changed in another way, too.
func (c *commuting) changes(e ast.Expr, how string) bool {
	o := c.variable(e)
	if o == nil || c.writes[o] != "" && c.writes[o] != how {
		return false
	}
	c.writes[o] = how
	return c.places(e)
}

// variable is the variable, or field, that is changed when e is.
func (c *commuting) variable(e ast.Expr) types.Object {
	switch e := unparen(e).(type) {
	case *ast.Ident:
		return c.info.Uses[e]
	case *ast.SelectorExpr:
		return c.info.Uses[e.Sel]
	case *ast.IndexExpr:
		return c.variable(e.X)
	case *ast.StarExpr:
		return c.variable(e.X)
	}
	return nil
}

// places reports whether what e is in, an operand of an assignment, is told without reading what is changed.
func (c *commuting) places(e ast.Expr) bool {
	switch e := unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		if c.info.Selections[e] == nil {
			return true
		}
		return c.places(e.X)
	case *ast.IndexExpr:
		return c.places(e.X) && c.pure(e.Index)
	case *ast.StarExpr:
		return c.pure(e.X)
	}
	return false
}

// another reports whether a map is another than the one that is visited.
func (c *commuting) another(m ast.Expr) bool {
	return !types.Identical(c.info.TypeOf(m).Underlying(), c.typ.Underlying())
}

// commutative are the operations on integers that may be done in any order, by what they must not be mixed with.
var commutative = map[string]string{"+": "+", "-": "+", "*": "*", "|": "|", "&": "&", "&^": "&", "^": "^"}

// counts looks at e op= x.
func (c *commuting) counts(e ast.Expr, op string) bool {
	if v := rootOf(c.info, e); v != nil && c.own[v] && v != c.key {
		return c.places(e)
	}
	how := commutative[op]
	b, ok := c.info.TypeOf(e).Underlying().(*types.Basic)
	if !ok || how == "" || b.Info()&types.IsInteger == 0 {
		return false
	}
	if ix, ok := unparen(e).(*ast.IndexExpr); ok {
		if _, ok := is[*types.Map](c.info.TypeOf(ix.X)); ok {
			c.mapped = true
			if !c.another(ix.X) {
				return false
			}
		}
	}
	c.effects++
	return c.changes(e, how)
}

// folds looks at x = append(x, ...), x = x || y, x = x && y, x = max(x, y).
func (c *commuting) folds(x, value ast.Expr) bool {
	var how string
	var args []ast.Expr
	switch e := unparen(value).(type) {
	case *ast.BinaryExpr:
		if e.Op != token.LOR && e.Op != token.LAND {
			return false
		}
		how, args = e.Op.String(), []ast.Expr{e.X, e.Y}
	case *ast.CallExpr:
		id, ok := unparen(e.Fun).(*ast.Ident)
		if !ok || len(e.Args) < 2 || e.Ellipsis.IsValid() && len(e.Args) != 2 {
			return false
		}
		b, ok := c.info.Uses[id].(*types.Builtin)
		if !ok {
			return false
		}
		switch how, args = b.Name(), e.Args; how {
		case "append":
			if c.sorted == "" || c.source(x) != c.sorted {
				return false
			}
		case "min", "max":
			if !exact(c.info.TypeOf(x)) {
				return false
			}
		default:
			return false
		}
	default:
		return false
	}
	if c.source(args[0]) != c.source(x) || !c.all(args[1:]...) {
		return false
	}
	if v := rootOf(c.info, x); v != nil && c.own[v] {
		return true
	}
	c.effects++
	return c.changes(x, how)
}

// exact reports whether values of a type that are equal cannot be told apart.
func exact(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsString) != 0
}

// maximum looks at if x > max { max = x }.
func (c *commuting) maximum(s *ast.IfStmt) bool {
	cond, ok := unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || s.Init != nil || s.Else != nil || len(s.Body.List) != 1 {
		return false
	}
	a, ok := s.Body.List[0].(*ast.AssignStmt)
	if !ok || a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 || !exact(c.info.TypeOf(a.Lhs[0])) {
		return false
	}
	switch cond.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return false
	}
	op, x, y := cond.Op, c.source(cond.X), c.source(cond.Y)
	best, value := c.source(a.Lhs[0]), c.source(a.Rhs[0])
	greater := op == token.GTR || op == token.GEQ
	switch {
	case x == value && y == best:
	case x == best && y == value:
		greater = !greater
	default:
		return false
	}
	c.effects++
	return c.pure(a.Rhs[0]) && c.changes(a.Lhs[0], either(greater, "max", "min"))
}

func either(cond bool, yes, no string) string {
	if cond {
		return yes
	}
	return no
}

func (c *commuting) all(list ...ast.Expr) bool {
	for _, e := range list {
		if !c.pure(e) {
			return false
		}
	}
	return true
}

// pure reports whether e has no effect, and notes what it reads.
func (c *commuting) pure(e ast.Expr) bool {
	if e == nil {
		return true
	}
	if tv := c.info.Types[e]; tv.Value != nil || tv.IsType() || tv.IsNil() {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		c.reads[c.info.Uses[e]] = true
		return true
	case *ast.ParenExpr:
		return c.pure(e.X)
	case *ast.SelectorExpr:
		c.reads[c.info.Uses[e.Sel]] = true
		s := c.info.Selections[e]
		return s == nil && c.isVar(e.Sel) || s != nil && s.Kind() == types.FieldVal && c.pure(e.X)
	case *ast.StarExpr:
		return c.pure(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && e.Op != token.AND && c.pure(e.X)
	case *ast.BinaryExpr:
		return c.all(e.X, e.Y)
	case *ast.IndexExpr:
		if _, ok := is[*types.Map](c.info.TypeOf(e.X)); ok && !c.isKey(e.Index) {
			c.elsewhere = true
		}
		return c.all(e.X, e.Index)
	case *ast.SliceExpr:
		return c.all(e.X, e.Low, e.High, e.Max)
	case *ast.TypeAssertExpr:
		return c.pure(e.X)
	case *ast.CompositeLit:
		return c.elements(e)
	case *ast.CallExpr:
		return c.pureCall(e)
	}
	return false
}

func (c *commuting) isVar(id *ast.Ident) bool {
	_, ok := c.info.Uses[id].(*types.Var)
	return ok
}

func (c *commuting) elements(l *ast.CompositeLit) bool {
	for _, e := range l.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if _, ok := is[*types.Struct](c.info.TypeOf(l)); !ok && !c.pure(kv.Key) {
				return false
			}
			e = kv.Value
		}
		if !c.pure(e) {
			return false
		}
	}
	return true
}

// purePackages have no functions with an effect, if they are passed no functions.
var purePackages = map[string]bool{"strings": true, "strconv": true, "unicode": true, "unicode/utf8": true, "math": true, "math/bits": true, "path": true}

// pureCall looks at a call: a conversion, the length of something, or a function that is known.
func (c *commuting) pureCall(e *ast.CallExpr) bool {
	if c.info.Types[e.Fun].IsType() {
		return c.all(e.Args...)
	}
	if id, ok := unparen(e.Fun).(*ast.Ident); ok {
		if b, ok := c.info.Uses[id].(*types.Builtin); ok {
			switch b.Name() {
			case "len", "cap", "min", "max", "real", "imag", "complex":
				if _, ok := is[*types.Map](c.info.TypeOf(e.Args[0])); ok {
					c.elsewhere = true
				}
				if _, ok := is[*types.Chan](c.info.TypeOf(e.Args[0])); ok {
					return false
				}
				return c.all(e.Args...)
			}
			return false
		}
	}
	fn := c.callee(e)
	return fn != nil && fn.Pkg() != nil && purePackages[fn.Pkg().Path()] && fn.Signature().Recv() == nil && c.all(e.Args...)
}

// sortedAfter is the slice that the statement after s sorts, as written, if that leaves nothing of the order in which it was; "" if
// there is none.
func (r *rewriter) sortedAfter(s ast.Stmt) string {
	if r.following == nil {
		r.following = followers(r.file)
	}
	x, ok := r.following[s].(*ast.ExprStmt)
	if !ok {
		return ""
	}
	e, ok := x.X.(*ast.CallExpr)
	if !ok || len(e.Args) == 0 {
		return ""
	}
	fn := r.callee(e)
	if fn == nil {
		return ""
	}
	list, ok := is[*types.Slice](r.info.TypeOf(e.Args[0]))
	if !ok || !exact(list.Elem()) {
		return ""
	}
	switch fn.FullName() {
	case "sort.Strings", "sort.Ints", "slices.Sort":
		return r.source(e.Args[0])
	}
	return ""
}

// followers maps statements to those after them.
func followers(f *ast.File) map[ast.Stmt]ast.Stmt {
	out := map[ast.Stmt]ast.Stmt{}
	ast.Inspect(f, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		for i, s := range list {
			if l, ok := s.(*ast.LabeledStmt); ok {
				s = l.Stmt
			}
			if i+1 < len(list) {
				out[s] = list[i+1]
			}
		}
		return true
	})
	return out
}
