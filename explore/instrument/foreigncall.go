package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/explore/border"
	"github.com/calvin-go/calvin/library"
)

// A call of a function that is not instrumented tells the runtime what it is passed: f(rt.Pass(how, x), rt.Calls(site, ...)). What
// the runtime makes of it is said there.

// A callee is a rt.Callee.
type callee struct {
	name, pkg, method        string
	operates, believed, logs bool
	reflects                 bool
	trusted                  bool // the caller is of the standard library
	outside                  string
}

// A foreignCall is a call of a function that is not instrumented.
type foreignCall struct {
	callee callee
	recv   how
	args   []how
}

// A how says how an operand is passed, in the constants of package rt.
type how struct{ effect, shape string }

func (h how) passed() bool { return h.effect != "" }

// foreignCall returns what the runtime is to know of a call of fn, nil if it is nothing.
func (r *rewriter) foreignCall(fn *types.Func, e *ast.CallExpr) *foreignCall {
	if fn.Pkg() == nil || r.uncrossed[e] {
		return nil
	}
	path := fn.Pkg().Path()
	c := &foreignCall{callee: callee{name: fn.Origin().FullName(), trusted: serving[r.pkg.PkgPath]}, args: make([]how, len(e.Args))}
	row := library.Of(c.callee.name)
	switch recv := fn.Signature().Recv(); {
	case recv != nil && types.IsInterface(recv.Type()):
		if border.Modelled(path) {
			return nil
		}
		c.callee.method = fn.Name()
		c.recv = how{"Dispatches", "AsValue"}
		r.reaches(c, e)
	case r.instrumented[path] || strings.HasPrefix(path, "internal/"):
		return nil
	case recv != nil && r.container(recv.Type()) != nil:
		c.recv = howOf(recv.Type(), r.container(recv.Type()).Method(fn.Name()))
		r.containers(c, row, e)
	case reachesOut(fn):
		c.callee.outside = c.callee.name + " is outside control"
	case border.Modelled(path):
		return nil
	case path == "log" && row != nil:
		c.callee.logs = strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fatal") || strings.HasPrefix(fn.Name(), "Panic")
		if recv != nil {
			c.recv = how{"Logs", "AsValue"}
		}
	case row != nil && path != "os":
		r.containers(c, row, e)
	case border.Assertions(path):
		return nil
	default:
		if recv != nil {
			c.recv = r.reachedBy(recv.Type())
		}
		passes := r.reaches(c, e) || c.recv.passed()
		c.callee.operates = !border.Stateless(path)
		c.callee.believed = passes && !(c.callee.trusted && standard(path))
		if c.callee.operates {
			c.callee.pkg = path
		}
	}
	if k := &c.callee; !c.passes() && k.method == "" && !k.operates && !k.believed && !k.reflects && !k.logs && k.outside == "" {
		return nil
	}
	return c
}

// passes reports whether something is passed that matters.
func (c *foreignCall) passes() bool {
	return c.recv.passed() || slices.ContainsFunc(c.args, how.passed)
}

// container is what is known of the type t or *t, nil if it is nothing.
func (r *rewriter) container(t types.Type) *border.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	return border.Of(n.Obj().Pkg().Path(), n.Obj().Name())
}

// howOf is how a container of type t is passed.
func howOf(t types.Type, e border.Effect) how {
	effect := map[border.Effect]string{border.Read: "Reads", border.Write: "Writes", border.Through: "UsesSource"}[e]
	switch t.Underlying().(type) {
	case *types.Pointer:
		return how{effect, "AsWord"}
	case *types.Map:
		return how{effect, "AsMap"}
	case *types.Interface:
		return how{effect, "AsValue"}
	case *types.Slice:
		return how{effect, "AsSlice"}
	}
	return how{}
}

// containers are the containers, the slices, and the pointers behind interfaces that a function is passed of which there is a row.
func (r *rewriter) containers(c *foreignCall, row *library.Row, e *ast.CallExpr) {
	if row == nil {
		return
	}
	shift := 0
	if strings.HasPrefix(row.Name, "(") {
		shift = 1
	}
	for i, a := range e.Args {
		t, k := r.info.TypeOf(a), i+shift
		if t == nil || isTypeParam(t) || !row.Writes(k) && (row.Keeps(k) || row.Aliases(k) || row.Later(k)) {
			continue
		}
		effect := border.Read
		if row.Writes(k) {
			effect = border.Write
		}
		if _, isSlice := t.Underlying().(*types.Slice); isSlice || types.IsInterface(t) || r.container(t) != nil {
			c.args[i] = howOf(t, effect)
			continue
		}
		if throughInterface(e, r.info, i) && leads(t) && !isLiteral(a) {
			if effect == border.Write {
				c.args[i] = how{"Writes", "AsPointer"}
			}
			c.callee.reflects = c.callee.reflects || !showsItself(t)
		}
	}
}

// throughInterface reports whether argument i of a call is passed as an interface, so that the function may go through
// all that it leads to.
func throughInterface(e *ast.CallExpr, info *types.Info, i int) bool {
	sig, ok := info.TypeOf(e.Fun).Underlying().(*types.Signature)
	if !ok || e.Ellipsis.IsValid() {
		return false
	}
	p := sig.Params().At(min(i, sig.Params().Len()-1)).Type()
	if s, ok := p.(*types.Slice); ok && sig.Variadic() && i >= sig.Params().Len()-1 {
		p = s.Elem()
	}
	return types.IsInterface(p)
}

// isLiteral reports whether e makes what it leads to.
func isLiteral(e ast.Expr) bool {
	e = unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = unparen(u.X)
	}
	_, ok := e.(*ast.CompositeLit)
	return ok
}

// leads reports whether a value of type t leads to memory that a function may go through.
func leads(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map:
		return true
	}
	return false
}

// showsItself reports whether a value of type t has a method by which it is printed or encoded: that is under control.
func showsItself(t types.Type) bool {
	set := types.NewMethodSet(t)
	for _, name := range []string{"Error", "String", "Format", "GoString", "MarshalJSON", "MarshalText", "MarshalXML", "LogValue"} {
		if sel := set.Lookup(nil, name); sel != nil {
			return true
		}
	}
	return false
}

// reaches notes the arguments by which a function reaches objects, and reports whether there are any, or slices.
func (r *rewriter) reaches(c *foreignCall, e *ast.CallExpr) bool {
	some := false
	for i, a := range e.Args {
		if tv := r.info.Types[a]; tv.Value == nil && !tv.IsNil() {
			c.args[i] = r.reachedBy(tv.Type)
			some = some || c.args[i].passed()
		}
	}
	return some
}

// reachedBy is how a function is passed an operand of type t by which it reaches an object.
func (r *rewriter) reachedBy(t types.Type) how {
	named := t
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		named = p.Elem()
	}
	if n, ok := types.Unalias(named).(*types.Named); ok && n.Obj().Pkg() != nil && border.Common(n.Obj().Pkg().Path()) {
		return how{}
	}
	switch coreType(t).(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return how{"Reaches", "AsWord"}
	case *types.Slice:
		return how{"Reaches", "AsSlice"}
	case *types.Interface:
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == nil { // error
			return how{}
		}
		return how{"Reaches", "AsValue"}
	case nil:
		return how{"Reaches", "AsValue"}
	}
	return how{}
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// writeForeignCall writes a call of a function that is not instrumented. With the last operand that can be wrapped the call happens.
func (r *rewriter) writeForeignCall(c *foreignCall, fn *types.Func, e *ast.CallExpr) fragment {
	number := r.sites.callee(c.callee)
	last := -1
	if _, spread := r.spread(e); !spread {
		for i, a := range e.Args {
			if r.wraps(a) {
				last = i
			}
		}
	}
	passed := 0
	wrap := func(i int, h how, x fragment, n ast.Node) fragment {
		switch {
		case i == last:
			function := "Calls"
			if setsDeadline(fn) {
				function = "CallsUntil"
			}
			return r.callNaming(r.accessed(c, e), function, e, join(number), join(strconv.Itoa(passed)), join(r.how(h)), x)
		case h.passed() && i < last:
			passed++
			return join(r.rt+".Pass("+r.how(h)+", ", x, ")")
		}
		return x
	}
	fun, ok := r.crossedFunction(c, fn, e, func(x fragment) fragment { return wrap(-1, c.recv, x, e) })
	if !ok && last < 0 {
		if fn.Signature().TypeParams().Len() > 0 && !explicit(e) {
			return join(fun, r.arguments(e))
		}
		fun = r.callNaming(r.accessed(c, e), "Called", e, join(number), fun)
	}
	out := join(fun, span(e.Lparen, e.Lparen+1))
	pos := e.Lparen + 1
	for i, a := range e.Args {
		out = append(append(out, span(pos, a.Pos())...), wrap(i, c.args[i], r.value(a), a)...)
		pos = a.End()
	}
	return append(out, span(pos, e.Rparen+1)...)
}

// accessed is the first container that a call is passed, as the source names it.
func (r *rewriter) accessed(c *foreignCall, e *ast.CallExpr) string {
	isAccess := func(h how) bool { return h.effect == "Reads" || h.effect == "Writes" || h.effect == "UsesSource" }
	if sel, ok := unparen(e.Fun).(*ast.SelectorExpr); ok && (isAccess(c.recv) || c.callee.method != "") {
		return r.source(sel.X)
	}
	for i, h := range c.args {
		if isAccess(h) {
			return strings.TrimPrefix(r.source(e.Args[i]), "&")
		}
	}
	return ""
}

// callNaming is call with the name of what is accessed.
func (r *rewriter) callNaming(name, function string, n ast.Node, args ...fragment) fragment {
	f := r.call(function, n, args...)
	r.sites.list[len(r.sites.list)-1].Var = name
	return f
}

// setsDeadline reports whether fn, a method, sets a deadline: of a socket, say, which knows the real clock alone.
func setsDeadline(fn *types.Func) bool {
	switch fn.Name() {
	case "SetDeadline", "SetReadDeadline", "SetWriteDeadline":
		p := fn.Signature().Params()
		return fn.Signature().Recv() != nil && p.Len() == 1 && types.TypeString(p.At(0).Type(), nil) == "time.Time"
	}
	return false
}

// explicit reports whether the type arguments of a call are written.
func explicit(e *ast.CallExpr) bool {
	switch unparen(e.Fun).(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// how writes a how.
func (r *rewriter) how(h how) string {
	if !h.passed() {
		return "0"
	}
	return r.rt + "." + h.effect + "|" + r.rt + "." + h.shape
}

// crossedFunction is function for a call that crosses. It reports whether the receiver has been wrapped.
func (r *rewriter) crossedFunction(c *foreignCall, fn *types.Func, e *ast.CallExpr, wrap func(fragment) fragment) (fragment, bool) {
	sel, ok := unparen(e.Fun).(*ast.SelectorExpr)
	if !ok || !c.recv.passed() || r.info.Selections[sel] == nil || r.hidden(sel) {
		return r.function(e), false
	}
	o := r.receiver(sel)
	recv := fn.Signature().Recv().Type()
	switch {
	case isPointer(recv) && !isPointer(o.typ):
		if !o.place {
			return r.function(e), false
		}
		return join(wrap(o.address()), ".", text(sel.Sel)), true
	case isPointer(o.typ) && !isPointer(recv): // the call copies what o points to
		return r.function(e), false
	}
	return join(wrap(r.read(o, sel.X)), ".", text(sel.Sel)), true
}

// wraps reports whether a generic function may stand around an argument: it has a type by itself.
func (r *rewriter) wraps(e ast.Expr) bool {
	tv := r.info.Types[e]
	if tv.Value != nil || tv.IsNil() || tv.IsType() || tv.IsBuiltin() {
		return false
	}
	switch e := unparen(e).(type) {
	case *ast.BinaryExpr:
		return false // it may be untyped
	case *ast.UnaryExpr:
		return e.Op == token.AND || e.Op == token.ARROW
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		if s, ok := tv.Type.Underlying().(*types.Signature); ok { // a generic function takes its type from where it stands
			return s.TypeParams().Len() == 0 && !r.namesFunction(e)
		}
	case *ast.CallExpr:
		_, tuple := tv.Type.(*types.Tuple)
		return !tuple && !untyped(r.info, e)
	}
	return true
}

// namesFunction reports whether e is a function by its name.
func (r *rewriter) namesFunction(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Ident:
		_, ok := r.info.Uses[x].(*types.Func)
		return ok
	case *ast.SelectorExpr:
		_, ok := r.info.Uses[x.Sel].(*types.Func)
		return ok
	case *ast.IndexExpr:
		return r.namesFunction(unparen(x.X))
	case *ast.IndexListExpr:
		return r.namesFunction(unparen(x.X))
	}
	return false
}

// deferred writes the deferral of a call that crosses: what it means is deferred after it, and so happens right before it.
func (r *rewriter) deferred(s *ast.DeferStmt, c *foreignCall, fn *types.Func) []fragment {
	e := s.Call
	var pre []fragment
	var operands []fragment
	pass := func(h how, x fragment) {
		if h.passed() {
			operands = append(operands, join(r.rt+".P("+r.how(h)+", ", x, ")"))
		}
	}
	if sel, ok := unparen(e.Fun).(*ast.SelectorExpr); ok && c.recv.passed() && r.info.Selections[sel] != nil && !r.hidden(sel) {
		pre = append(pre, r.keepReceiver(sel)...)
		o := r.receiver(sel)
		if recv := fn.Signature().Recv().Type(); isPointer(recv) && !isPointer(o.typ) {
			pass(c.recv, o.address())
		} else if isPointer(recv) == isPointer(o.typ) {
			pass(c.recv, r.read(o, sel.X))
		}
	}
	if tuple, ok := r.spread(e); ok && r.keepable(e.Args[0]) {
		pre = append(pre, r.keepTuple(e.Args[0], tuple))
	} else {
		for i, a := range e.Args {
			pre = append(pre, r.keep(a)...)
			if r.wraps(a) {
				if _, lit := unparen(a).(*ast.FuncLit); !lit {
					pass(c.args[i], r.value(a))
				}
			}
		}
	}
	r.uncrossed[e] = true
	call := join(span(s.Pos(), e.Pos()), r.value(e))
	if c.callee.method != "" && len(operands) == 0 {
		return append(pre, call)
	}
	all := append([]fragment{join(r.sites.callee(c.callee))}, operands...)
	return append(pre, call, join("defer ", r.callNaming(r.accessed(c, e), "Deferred", s, all...)))
}

// callee numbers a function for the package at hand.
func (s *sites) callee(c callee) string {
	i := slices.Index(s.callees[s.firstCallee:], c)
	if i < 0 {
		s.callees = append(s.callees, c)
		i = len(s.callees) - 1 - s.firstCallee
	}
	return strconv.Itoa(s.firstCallee + i)
}

// registerCallees writes the statement that makes the package's callees known to the runtime.
func (u *unit) registerCallees(s *sites) string {
	own := s.callees[s.firstCallee:]
	if len(own) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\t%s.RegisterCallees(%d, []%[1]s.Callee{\n", u.rt, s.firstCallee)
	for _, c := range own {
		fmt.Fprintf(&b, "\t\t{Name: %q", c.name)
		for _, f := range []struct{ name, value string }{{"Package", c.pkg}, {"Method", c.method}, {"Outside", c.outside}} {
			if f.value != "" {
				fmt.Fprintf(&b, ", %s: %q", f.name, f.value)
			}
		}
		for _, f := range []struct {
			name string
			set  bool
		}{{"Operates", c.operates}, {"Believed", c.believed}, {"Reflects", c.reflects}, {"Logs", c.logs}, {"Trusted", c.trusted}} {
			if f.set {
				fmt.Fprintf(&b, ", %s: %s", f.name, u.truth(true))
			}
		}
		b.WriteString("},\n")
	}
	b.WriteString("\t})\n")
	return b.String()
}

// standard reports whether a path is that of a package of the standard library.
func standard(path string) bool {
	root, _, _ := strings.Cut(path, "/")
	return !strings.Contains(root, ".")
}

// isKnown reports whether the runtime has a function in the place of fn.
func isKnown(fn *types.Func) bool {
	if _, ok := isRandom(fn); ok || isLocker(fn) || isRunner(fn) || cryptoRandom[fn.FullName()] != "" {
		return true
	}
	_, ok := runtimeFunction(fn)
	return ok
}
