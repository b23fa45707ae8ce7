package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// hazards are what may end a loop besides its statements.
type hazards struct {
	risks        bool // an operation may panic
	dereferences bool // the value of the iteration is a pointer that is followed
	reassigned   bool // and is another than what the map has
	endless      bool // a loop inside may not end
}

func (h hazards) or(o hazards) hazards {
	return hazards{h.risks || o.risks, h.dereferences || o.dereferences, h.reassigned || o.reassigned, h.endless || o.endless}
}

// nonNil reports whether no more is needed for the pointers that are followed than that the map has no nil.
func (c *commuting) nonNil() bool {
	m, ok := c.typ.Underlying().(*types.Map)
	if !ok || c.reassigned {
		return false
	}
	_, ok = types.Unalias(m.Elem()).(*types.Pointer)
	return ok
}

// follows notes that a pointer is followed.
func (c *commuting) follows(p ast.Expr) {
	id, ok := unparen(p).(*ast.Ident)
	if ok && c.value != nil && c.info.Uses[id] == c.value {
		c.dereferences = true
		return
	}
	c.risks = true
}

// changed notes that a variable of the iteration is assigned.
func (c *commuting) changed(e ast.Expr) {
	c.reassigned = c.reassigned || c.value != nil && rootOf(c.info, e) == c.value
}

// divides notes that an operation may panic, by what its operands are.
func (c *commuting) divides(op string, x, y ast.Expr) {
	b, ok := c.info.TypeOf(x).Underlying().(*types.Basic)
	isFloat := ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
	switch op {
	case "/", "%", "<<", ">>": // by zero, or by a negative number
		c.risks = c.risks || !isFloat && c.info.Types[y].Value == nil
	}
}

// compares notes that the comparison of e may panic, as that of interfaces does that hold slices.
func (c *commuting) compares(e ast.Expr) {
	c.risks = c.risks || holdsInterface(c.info.TypeOf(e))
}

// holdsInterface reports whether an interface is part of values of a type.
func holdsInterface(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface: // a type parameter's, too
		return true
	case *types.Array:
		return holdsInterface(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsInterface(f.Type()) {
				return true
			}
		}
	}
	return false
}

func (c *commuting) all(list ...ast.Expr) bool {
	for _, e := range list {
		if !c.pure(e) {
			return false
		}
	}
	return true
}

// pure reports whether e has no effect, and notes what it reads and whether it may panic.
func (c *commuting) pure(e ast.Expr) bool {
	if e == nil {
		return true
	}
	if tv := c.info.Types[e]; tv.Value != nil || tv.IsType() || tv.IsNil() {
		return true
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.pure(e.X)
	case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr:
		return c.reading(e)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && e.Op != token.AND && c.pure(e.X)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ:
			c.compares(e.X)
			c.compares(e.Y)
		default:
			c.divides(e.Op.String(), e.X, e.Y)
		}
		return c.all(e.X, e.Y)
	case *ast.SliceExpr: // of an array it would take the address
		_, array := c.info.TypeOf(e.X).Underlying().(*types.Array)
		c.risks = true
		return !array && c.all(e.X, e.Low, e.High, e.Max)
	case *ast.TypeAssertExpr:
		c.risks = true
		return c.pure(e.X)
	case *ast.CompositeLit:
		return c.elements(e)
	case *ast.CallExpr:
		return c.pureCall(e)
	}
	return false
}

// reading notes what an operand reads.
func (c *commuting) reading(e ast.Expr) bool {
	if id, ok := e.(*ast.Ident); ok {
		if _, ok := c.info.Uses[id].(*types.Func); ok {
			return true
		}
	}
	if ix, ok := c.mapIndex(e); ok {
		c.reads = append(c.reads, memory{typ: c.info.TypeOf(ix.X), content: true, anyKey: !c.isKey(ix.Index)})
		c.compares(ix.Index)
		return c.all(ix.X, ix.Index)
	}
	m, ok := c.memoryOf(e)
	if v := rootOf(c.info, e); v == nil || !c.own[v] {
		c.reads = append(c.reads, m)
	}
	return ok && c.located(e)
}

func (c *commuting) readElement(t types.Type) { c.reads = append(c.reads, memory{typ: t}) }

func (c *commuting) readAnyKey(m ast.Expr) {
	c.reads = append(c.reads, memory{typ: c.info.TypeOf(m), content: true, anyKey: true})
}

// readElements notes that the elements of e are read, if it is a slice.
func (c *commuting) readElements(e ast.Expr) {
	if s, ok := is[*types.Slice](c.info.TypeOf(e)); ok {
		c.readElement(s.Elem())
	}
}

// located reports whether it has no effect to find out where e is, and notes what that reads.
func (c *commuting) located(e ast.Expr) bool {
	switch e := unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := c.info.Selections[e]
		switch {
		case sel == nil:
			return true
		case !throughPointer(sel):
			return c.located(e.X)
		}
		if c.embeds(sel) {
			c.risks = true
		} else {
			c.follows(e.X)
		}
		return c.pure(e.X)
	case *ast.IndexExpr:
		if _, array := c.info.TypeOf(e.X).Underlying().(*types.Array); array {
			c.risks = c.risks || c.info.Types[e.Index].Value == nil
			return c.located(e.X) && c.pure(e.Index)
		}
		c.risks = true
		return c.all(e.X, e.Index)
	case *ast.StarExpr:
		c.follows(e.X)
		return c.pure(e.X)
	}
	return c.pure(e)
}

// embeds notes the pointers that a selection follows without saying so, and reports whether there are some.
func (c *commuting) embeds(sel *types.Selection) (found bool) {
	t := sel.Recv()
	for i, k := range sel.Index() {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			if t = p.Elem(); i > 0 {
				found = true
			}
		}
		owner, ok := t.Underlying().(*types.Struct)
		if !ok {
			return found
		}
		t = owner.Field(k).Type()
		if i < len(sel.Index())-1 {
			c.reads = append(c.reads, memory{owner: owner, field: k, typ: t})
		}
	}
	return found
}

func (c *commuting) elements(l *ast.CompositeLit) bool {
	_, isStruct := is[*types.Struct](c.info.TypeOf(l))
	for _, e := range l.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if !isStruct {
				c.compares(kv.Key)
				if !c.pure(kv.Key) {
					return false
				}
			}
			e = kv.Value
		}
		if !c.pure(e) {
			return false
		}
	}
	return true
}

// purePackages have no functions with an effect, if they are passed no functions, but those that append or encode.
var purePackages = map[string]bool{"strings": true, "strconv": true, "unicode": true, "unicode/utf8": true, "math": true, "math/bits": true, "path": true}

// panicking are functions of these packages that panic for some arguments.
var panicking = map[string]bool{
	"strings.Repeat": true, "strings.NewReplacer": true, "strconv.FormatInt": true, "strconv.FormatUint": true, "strconv.FormatFloat": true,
	"strconv.FormatComplex": true, "math/bits.Div": true, "math/bits.Div32": true, "math/bits.Div64": true,
	"math/bits.Rem": true, "math/bits.Rem32": true, "math/bits.Rem64": true,
}

// builtin is the name of the predeclared function that is called, "" for others.
func (c *commuting) builtin(e *ast.CallExpr) string {
	if id, ok := unparen(e.Fun).(*ast.Ident); ok {
		if b, ok := c.info.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}

// pureCall looks at a call: a conversion, the length of something, or a function that is known.
func (c *commuting) pureCall(e *ast.CallExpr) bool {
	if c.info.Types[e.Fun].IsType() {
		return c.converts(e)
	}
	switch c.builtin(e) {
	case "len", "cap":
		switch coreType(c.info.TypeOf(e.Args[0])).(type) {
		case *types.Map:
			c.readAnyKey(e.Args[0])
		case *types.Chan, nil:
			return false
		}
		return c.all(e.Args...)
	case "min", "max", "real", "imag", "complex":
		return c.all(e.Args...)
	}
	fn := c.callee(e)
	if fn == nil || fn.Pkg() == nil || !purePackages[fn.Pkg().Path()] || fn.Signature().Recv() != nil ||
		strings.HasPrefix(fn.Name(), "Append") || strings.HasPrefix(fn.Name(), "Encode") {
		return false
	}
	c.risks = c.risks || panicking[fn.FullName()]
	for _, a := range e.Args {
		if _, ok := is[*types.Signature](c.info.TypeOf(a)); ok {
			return false
		}
		c.readElements(a)
	}
	return c.all(e.Args...)
}

// converts looks at a conversion. One to an array, or to a pointer to one, panics if the slice is too short.
func (c *commuting) converts(e *ast.CallExpr) bool {
	c.readElements(e.Args[0])
	switch coreType(c.info.TypeOf(e)).(type) {
	case *types.Array, *types.Pointer, nil:
		c.risks = true
	}
	return c.all(e.Args...)
}
