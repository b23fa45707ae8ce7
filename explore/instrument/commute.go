package instrument

import (
	"go/ast"
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
// and reads nothing that another one changes (memory.go says what may be the same memory). An operation that may panic ends the loop in
// another way (computation.go). Whoever sees these variables before the loop is over races with it.

// An order says whether the order in which a loop visits a map can be seen.
type order int

const (
	seen         order = iota
	unseen             // it cannot
	unseenNonNil       // it cannot if no value in the map is nil
	unseenWhole        // it cannot if no panic leaves the loop
)

// A commuting is a loop that is looked at.
type commuting struct {
	*rewriter
	typ        types.Type          // of the map
	key, value *types.Var          // of the iteration, nil if it has none
	own        map[*types.Var]bool // variables of an iteration
	sorted     ast.Expr            // a slice that is sorted after the loop
	inside     bool                // a loop or switch in the body is looked at
	reads      []memory            // what iterations read that is not their own
	writes     []write             // what they change
	effects    bool                // something is changed, but in what ends the loop
	exits      map[string]bool     // what ends the loop, by its identity
	hazards                        // what else may end it
}

// A write is a change of memory. Changes in one way commute.
type write struct {
	memory
	how string
}

// ownKey is how an iteration changes an element of a map that has the iteration's key.
const ownKey = "key"

// orderOf looks at a loop over a map.
func (r *rewriter) orderOf(s *ast.RangeStmt) order {
	if s.Tok == token.ASSIGN {
		return seen
	}
	return newCommuting(r, r.info.TypeOf(s.X), r.sortedAfter(s), s.Key, s.Value).order(s.Body)
}

// newCommuting takes the type of the map, a slice that is sorted after the loop, and the variables of the loop.
func newCommuting(r *rewriter, typ types.Type, sorted ast.Expr, vars ...ast.Expr) *commuting {
	c := &commuting{rewriter: r, typ: typ, own: map[*types.Var]bool{}, sorted: sorted, exits: map[string]bool{}}
	for i, e := range vars {
		if v := c.declare(e); i == 0 {
			c.key = v
		} else {
			c.value = v
		}
	}
	return c
}

// declare makes the variable that an identifier declares one of the iteration.
func (c *commuting) declare(e ast.Expr) *types.Var {
	id, _ := e.(*ast.Ident)
	if id == nil {
		return nil
	}
	v, _ := c.info.Defs[id].(*types.Var)
	if v != nil {
		c.own[v] = true
	}
	return v
}

func (c *commuting) order(body *ast.BlockStmt) order {
	if !c.list(body.List) || c.conflict() {
		return seen
	}
	risks := c.risks || c.dereferences && !c.nonNil()
	switch {
	case len(c.exits) == 0 && (risks || c.dereferences) && c.effects:
		return unseenWhole
	case len(c.exits) == 0:
		return unseen
	case len(c.exits) > 1 || c.effects || risks || c.endless:
		return seen
	case c.dereferences:
		return unseenNonNil
	}
	return unseen
}

// conflict reports whether an iteration may change what another reads, or changes in another way.
func (c *commuting) conflict() bool {
	for i, w := range c.writes {
		if w.variable != nil && w.variable == c.key {
			return true
		}
		for _, r := range c.reads {
			if c.overlap(w.memory, r) && (w.how != ownKey || r.anyKey) {
				return true
			}
		}
		for _, o := range c.writes[:i] {
			if o.how != w.how && c.overlap(w.memory, o.memory) {
				return true
			}
		}
	}
	return false
}

// list looks at statements one after the other. The constants that variables are given just before the end of the loop belong to
// that.
func (c *commuting) list(stmts []ast.Stmt) bool {
	for i, s := range stmts {
		if c.constants(s) && c.end(stmts[i:]) {
			continue
		}
		if c.leaves(s) {
			end := c.identity(s)
			for i > 0 && c.constants(stmts[i-1]) {
				i--
				end = c.identity(stmts[i]) + end
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
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK && (s.Label != nil || !c.inside)
	case *ast.ExprStmt:
		e, ok := s.X.(*ast.CallExpr)
		return ok && c.testing(e, "Fatal", "Fatalf", "FailNow")
	}
	return false
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
		return s.Label == nil && (s.Tok == token.CONTINUE || s.Tok == token.BREAK)
	case *ast.IncDecStmt:
		return c.counts(s.X, "+")
	case *ast.AssignStmt:
		return c.assigns(s)
	case *ast.DeclStmt:
		return c.declares(s)
	case *ast.IfStmt:
		return c.maximum(s) || c.stmt(s.Init) && c.pure(s.Cond) && c.stmt(s.Body) && c.stmt(s.Else)
	case *ast.SwitchStmt:
		return s.Init == nil && c.pure(s.Tag) && c.cases(s)
	case *ast.ForStmt:
		c.endless = true
		return c.stmt(s.Init) && c.pure(s.Cond) && c.stmt(s.Post) && c.within(s.Body)
	case *ast.RangeStmt:
		return c.ranges(s)
	case *ast.ExprStmt:
		return c.calls(s.X)
	}
	return false
}

// within looks at the body of a loop, or a switch, inside: a break is one of that.
func (c *commuting) within(s ast.Stmt) bool {
	was := c.inside
	c.inside = true
	ok := c.stmt(s)
	c.inside = was
	return ok
}

func (c *commuting) cases(s *ast.SwitchStmt) bool {
	for _, clause := range s.Body.List {
		k := clause.(*ast.CaseClause)
		for _, e := range k.List {
			c.compares(e)
		}
		if !c.all(k.List...) || !c.within(&ast.BlockStmt{List: k.Body}) {
			return false
		}
	}
	if s.Tag != nil {
		c.compares(s.Tag)
	}
	return true
}

func (c *commuting) ranges(s *ast.RangeStmt) bool {
	if s.Tok == token.ASSIGN || !c.pure(s.X) {
		return false
	}
	switch t := coreType(c.info.TypeOf(s.X)).(type) {
	case *types.Chan, *types.Signature, nil:
		return false
	case *types.Map:
		c.readAnyKey(s.X)
	case *types.Slice:
		c.readElement(t.Elem())
	case *types.Pointer: // to an array
		c.risks = true
		c.readElement(t.Elem().Underlying().(*types.Array).Elem())
	}
	c.declare(s.Key)
	c.declare(s.Value)
	return c.within(s.Body)
}

func (c *commuting) declares(s *ast.DeclStmt) bool {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return ok
	}
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		for _, name := range v.Names {
			c.declare(name)
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
	switch {
	case c.testing(call, "Error", "Errorf", "Fail", "Helper"):
		c.effects = true
		return c.all(call.Args...)
	case c.testing(call, "Log", "Logf"): // what it prints may have a method for that
		for _, e := range call.Args {
			if _, ok := c.info.TypeOf(e).(*types.Basic); !ok {
				return false
			}
		}
		c.effects = true
		return c.all(call.Args...)
	case c.builtin(call) == "delete":
		return c.isKey(call.Args[1]) && c.pure(call.Args[0]) && c.changesContent(call.Args[0], ownKey)
	}
	return false
}

// testing reports whether e is a call of one of these methods of a test.
func (c *commuting) testing(e *ast.CallExpr, names ...string) bool {
	fn := c.callee(e)
	if fn == nil || fn.Signature().Recv() == nil || !strings.HasPrefix(fn.FullName(), "(*testing.") {
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

// isKey reports whether e is the key of the iteration: others have another.
func (c *commuting) isKey(e ast.Expr) bool {
	id, ok := unparen(e).(*ast.Ident)
	return ok && c.key != nil && c.info.Uses[id] == c.key
}

// isOwn reports whether e is in a variable of the iteration, other than its key.
func (c *commuting) isOwn(e ast.Expr) bool {
	v := rootOf(c.info, e)
	return v != nil && c.own[v] && v != c.key
}

// assigns looks at an assignment.
func (c *commuting) assigns(s *ast.AssignStmt) bool {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := strings.TrimSuffix(s.Tok.String(), "=")
		c.divides(op, s.Lhs[0], s.Rhs[0])
		return c.counts(s.Lhs[0], op) && c.pure(s.Rhs[0])
	}
	if len(s.Lhs) == 1 && c.folds(s.Lhs[0], s.Rhs[0]) {
		return true
	}
	if assert, ok := unparen(s.Rhs[0]).(*ast.TypeAssertExpr); ok && len(s.Lhs) == 2 && len(s.Rhs) == 1 {
		if !c.pure(assert.X) {
			return false
		}
	} else if !c.all(s.Rhs...) {
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
	if isBlank(e) || c.declare(e) != nil {
		return true
	}
	constant := ""
	if value != nil {
		constant = c.constant(value)
	}
	if c.isOwn(e) {
		c.changed(e)
		return c.located(e)
	}
	if ix, ok := c.mapIndex(e); ok && c.isKey(ix.Index) {
		return c.pure(ix.X) && c.changesContent(ix.X, ownKey)
	}
	return constant != "" && c.changes(e, "="+constant)
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

// changes notes that e is changed in a way.
func (c *commuting) changes(e ast.Expr, how string) bool {
	if ix, ok := c.mapIndex(e); ok {
		return c.another(ix.X) && c.all(ix.X, ix.Index) && c.changesContent(ix.X, how)
	}
	c.effects = true
	m, ok := c.memoryOf(e)
	c.writes = append(c.writes, write{m, how})
	return ok && c.located(e)
}

// changesContent notes that a map is changed in a way.
func (c *commuting) changesContent(m ast.Expr, how string) bool {
	c.effects, c.risks = true, true // it may be nil
	c.writes = append(c.writes, write{memory{typ: c.info.TypeOf(m), content: true}, how})
	return true
}

// another reports whether a map is another than the one that is visited.
func (c *commuting) another(m ast.Expr) bool { return !unifies(c.info.TypeOf(m), c.typ) }

// commutative are the operations on integers that may be done in any order, by what they must not be mixed with.
var commutative = map[string]string{"+": "+", "-": "+", "*": "*", "|": "|", "&": "&", "&^": "&", "^": "^"}

// counts looks at e op= x.
func (c *commuting) counts(e ast.Expr, op string) bool {
	if c.isOwn(e) {
		c.changed(e)
		return c.located(e)
	}
	how := commutative[op]
	b, ok := c.info.TypeOf(e).Underlying().(*types.Basic)
	return ok && how != "" && b.Info()&types.IsInteger != 0 && c.changes(e, how)
}

// folds looks at x = append(x, ...), x = x || y, x = x && y, x = max(x, y).
func (c *commuting) folds(x, value ast.Expr) bool {
	how, args := "", []ast.Expr(nil)
	switch e := unparen(value).(type) {
	case *ast.BinaryExpr:
		how, args = e.Op.String(), []ast.Expr{e.X, e.Y}
	case *ast.CallExpr:
		how, args = c.builtin(e), e.Args
	}
	if len(args) < 2 || c.identity(args[0]) != c.identity(x) || c.isOwn(x) {
		return false
	}
	before := c.hazards
	c.hazards = hazards{}
	ok, risky := c.all(args[1:]...), c.hazards != hazards{}
	if c.hazards = c.hazards.or(before); !ok {
		return false
	}
	switch how {
	case "||", "&&": // it depends on those before whether y is evaluated
		if risky {
			return false
		}
	case "min", "max":
		if !exact(c.info.TypeOf(x)) {
			return false
		}
	case "append":
		if c.sorted == nil || c.identity(x) != c.identity(c.sorted) {
			return false
		}
		list := c.info.TypeOf(x)
		for _, e := range args[1:] {
			c.readElements(e)
		}
		if s, ok := is[*types.Slice](list); ok {
			c.writes = append(c.writes, write{memory{typ: s.Elem()}, how})
		}
	default:
		return false
	}
	return c.changes(x, how)
}

// exact reports whether values of a type that are equal cannot be told apart. The blank identifier has no type.
func exact(t types.Type) bool {
	if t == nil {
		return false
	}
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
	if !ok || a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 || !exact(c.info.TypeOf(a.Lhs[0])) || c.isOwn(a.Lhs[0]) {
		return false
	}
	switch cond.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return false
	}
	op, x, y := cond.Op, c.identity(cond.X), c.identity(cond.Y)
	best, value := c.identity(a.Lhs[0]), c.identity(a.Rhs[0])
	greater := op == token.GTR || op == token.GEQ
	switch {
	case x == value && y == best:
	case x == best && y == value:
		greater = !greater
	default:
		return false
	}
	how := "min"
	if greater {
		how = "max"
	}
	return c.pure(a.Rhs[0]) && c.changes(a.Lhs[0], how)
}
