package evaluate

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/annot"
)

// An Unsupported says where an annotation cannot be evaluated at run time, and why.
type Unsupported struct {
	Pos    token.Pos
	Reason string // completes "not evaluated: "
}

// A Writer writes expressions for one place in the source.
type Writer struct {
	Place
	This   string                  // the object that the annotation is about, a pointer
	Bound  map[*annot.Bound]string // variables that have a name
	Index  *annot.Bound            // the index of the element that the annotation is about, nil for none
	Stable bool                    // what others may be in the midst of changing is not looked at
	// Results are the names of the results; nil where there are none yet.
	Results []string
	// Olds is what has to be evaluated in the state before, in the order of writing; nil where there is no such state.
	Olds *Olds

	names    int
	negative bool // below an odd number of negations
	mixed    bool // that cannot be told
}

// A Place is where expressions are written, with what there is around.
type Place struct {
	RT      string                           // the name of the runtime there
	Word    func(string) string              // a name for what is predeclared as this
	Unsafe  string                           // that of package unsafe
	Type    func(types.Type) (string, bool)  // spells a type; false if it has no name there
	Package func(path string) string         // the name of an import
	Own     *types.Package                   // that the place is in
	Pure    func(*types.Func) (string, bool) // what evaluates a pure function; false if nothing does
	Ghost   func(*types.Var) int             // the number of a ghost, 0 for what is none
	Guarded func(*types.Var) int             // the number of an annotated variable, 0 for one that is none
	// Elements reports whether the elements of a variable are guarded each by itself.
	Elements func(*types.Var) bool
}

// Condition writes a boolean expression.
func (w *Writer) Condition(e annot.Expr) (text string, why *Unsupported) {
	defer catch(&why)
	return w.expr(e), nil
}

// Value writes an expression of any type.
func (w *Writer) Value(e annot.Expr) (text string, why *Unsupported) { return w.Condition(e) }

// catch turns the panic that ends writing into the reason.
func catch(why **Unsupported) {
	switch r := recover().(type) {
	case nil:
	case *Unsupported:
		*why = r
	default:
		panic(r)
	}
}

func fail(e annot.Expr, format string, args ...any) {
	panic(&Unsupported{e.Pos(), fmt.Sprintf(format, args...)})
}

// unshadowed fails where a predeclared name that nothing can stand for is shadowed.
func (w *Writer) unshadowed(e annot.Expr, name string) {
	if w.Word(name) != name {
		fail(e, "%s in a package that declares another", name)
	}
}

// call writes a call of the runtime.
func (w *Writer) call(name string, args ...string) string {
	return w.RT + "." + name + "(" + strings.Join(args, ", ") + ")"
}

// expr writes a value, or a variable.
func (w *Writer) expr(e annot.Expr) string {
	switch e := e.(type) {
	case *annot.Const:
		return w.constant(e)
	case *annot.NilLit:
		w.unshadowed(e, "nil")
		return "nil"
	case *annot.Var:
		return w.variable(e)
	case *annot.This:
		return w.This
	case *annot.BoundVar:
		if name, ok := w.Bound[e.Var]; ok {
			return name
		}
	case *annot.Tid:
		return w.call("Self")
	case *annot.Free:
		return w.RT + ".Free"
	case *annot.Holder:
		return w.heldBy(e)
	case *annot.Held:
		return w.held(e)
	case *annot.AtomicValue:
		return w.expr(e.X) + ".Load()"
	case *annot.Local:
		return w.local(e)
	case *annot.Result:
		return w.result(e)
	case *annot.Old:
		return w.old(e)
	case *annot.Unary:
		return w.unary(e)
	case *annot.Binary:
		return w.binary(e)
	case *annot.Implies:
		return w.implies(e)
	case *annot.Quant:
		return w.quantifier(e)
	case *annot.Select:
		return w.selection(e)
	case *annot.Star:
		return "(*" + w.expr(e.X) + ")"
	case *annot.Index:
		return w.index(e)
	case *annot.Slice:
		return w.slice(e)
	case *annot.Convert:
		return "(" + w.typ(e, e.T) + ")(" + w.expr(e.X) + ")"
	case *annot.Builtin:
		return w.builtin(e)
	case *annot.Call:
		return w.pure(e)
	case *annot.Literal:
		return w.literal(e)
	}
	fail(e, "%s", annot.String(e))
	return ""
}

// typ spells the type t, of something in e.
func (w *Writer) typ(e annot.Expr, t types.Type) string {
	switch t := t.(type) {
	case annot.TidType:
		return w.RT + ".Tid"
	case *annot.SeqType:
		return w.RT + ".Seq[" + w.typ(e, t.Elem) + "]"
	case *annot.SetType:
		w.comparable(e, t.Elem)
		return w.RT + ".Collection[" + w.typ(e, t.Elem) + "]"
	case *annot.MapType:
		w.comparable(e, t.Key)
		return w.RT + ".Table[" + w.typ(e, t.Key) + ", " + w.typ(e, t.Elem) + "]"
	}
	if annot.IsInteger(t) {
		return w.Word("int") // no test counts further
	}
	if s, ok := w.Type(t); ok {
		return s
	}
	fail(e, "the type of %s has no name here", annot.String(e))
	return ""
}

// comparable rejects a type that Go cannot compare.
func (w *Writer) comparable(e annot.Expr, t types.Type) {
	if _, tid := t.(annot.TidType); !tid && (isMath(t) || !types.Comparable(t)) {
		fail(e, "sets and maps of values that Go cannot compare")
	}
}

// isMath reports whether t is one of the specification's own types.
func isMath(t types.Type) bool {
	switch t.(type) {
	case annot.TidType, *annot.SeqType, *annot.SetType, *annot.MapType:
		return true
	}
	return false
}

func (w *Writer) constant(e *annot.Const) string {
	v := e.Value.ExactString()
	switch e.Value.Kind() {
	case constant.Bool:
		v = w.Word(v)
	case constant.Float:
		f, _ := constant.Float64Val(e.Value)
		v = strconv.FormatFloat(f, 'g', -1, 64)
	case constant.Complex:
		fail(e, "a complex constant")
	}
	return "(" + w.typ(e, e.T) + ")(" + v + ")"
}

// name writes the name of a variable, which means the same here as where the annotation stands.
func (w *Writer) name(e *annot.Var) string {
	v := e.Obj
	if v.Name() == "" || v.Name() == "_" {
		fail(e, "a variable without a name")
	}
	if v.Pkg() == nil || v.Pkg() == w.Own || v.Parent() != v.Pkg().Scope() {
		return v.Name()
	}
	if !v.Exported() {
		fail(e, "%s belongs to package %s", v.Name(), v.Pkg().Name())
	}
	return w.Package(v.Pkg().Path()) + "." + v.Name()
}

// field is the name of a field, which must be one that can be used here.
func (w *Writer) field(e *annot.Select) string {
	if !e.Field.Exported() && e.Field.Pkg() != w.Own {
		fail(e, "%s belongs to package %s", e.Field.Name(), e.Field.Pkg().Name())
	}
	return e.Field.Name()
}

// holders are the functions of the runtime that say who holds a lock.
var holders = map[string]string{"sync.Mutex": "MutexHolder", "sync.RWMutex": "RWHolder", "sync.Once": "OnceHolder"}

func (w *Writer) holder(lock annot.Expr) string {
	f := holders[types.TypeString(types.Unalias(lock.Type()), nil)]
	if f == "" {
		fail(lock, "the holder of %s", annot.String(lock))
	}
	return w.call(f, "&"+w.expr(lock))
}

func (w *Writer) held(e *annot.Held) string {
	if e.Read {
		return w.call("RWReads", "&"+w.expr(e.X))
	}
	return "(" + w.holder(e.X) + " == " + w.call("Self") + ")"
}

func (w *Writer) unary(e *annot.Unary) string {
	if e.Op == token.AND {
		fail(e, "the address of a variable")
	}
	if e.Op == token.NOT {
		w.negative = !w.negative
		defer func() { w.negative = !w.negative }()
	}
	return e.Op.String() + "(" + w.expr(e.X) + ")"
}

func (w *Writer) binary(e *annot.Binary) string {
	if isMath(e.X.Type()) {
		return w.mathBinary(e)
	}
	if e.Op != token.LAND && e.Op != token.LOR {
		defer w.mix()()
	}
	return "(" + w.expr(e.X) + " " + e.Op.String() + " " + w.expr(e.Y) + ")"
}

func (w *Writer) implies(e *annot.Implies) string {
	if e.Iff {
		defer w.mix()()
		return "(" + w.expr(e.X) + " == " + w.expr(e.Y) + ")"
	}
	w.negative = !w.negative
	premise := w.expr(e.X)
	w.negative = !w.negative
	return "(!" + premise + " || " + w.expr(e.Y) + ")"
}

// mix says that what is written until the function it returns is called does not make the whole true by being true.
func (w *Writer) mix() func() {
	was := w.mixed
	w.mixed = true
	return func() { w.mixed = was }
}

// local is whether an object is known to be its maker's own. In doubt it is, and so it must not be what makes a condition
// false.
func (w *Writer) local(e *annot.Local) string {
	if w.negative || w.mixed {
		fail(e, "local(...) where it makes a condition false")
	}
	if _, ok := e.X.Type().Underlying().(*types.Slice); ok {
		fail(e, "local(...) of a slice")
	}
	return w.call("IsLocal", w.Unsafe+".Pointer("+w.expr(e.X)+")")
}

func (w *Writer) result(e *annot.Result) string {
	if e.Index >= len(w.Results) {
		fail(e, "the result")
	}
	return w.Results[e.Index]
}

func (w *Writer) slice(e *annot.Slice) string {
	lo, hi := "", ""
	if e.Lo != nil {
		lo = w.expr(e.Lo)
	}
	if e.Hi != nil {
		hi = w.expr(e.Hi)
	}
	return w.expr(e.X) + "[" + lo + ":" + hi + "]"
}

func (w *Writer) builtin(e *annot.Builtin) string {
	x := e.Args[0]
	if isMath(x.Type()) {
		return w.mathBuiltin(e)
	}
	switch e.Name {
	case "len", "cap":
		if _, ok := x.Type().Underlying().(*types.Chan); ok && e.Name == "len" {
			fail(e, "the length of a channel")
		}
		w.unshadowed(e, e.Name)
		return e.Name + "(" + w.expr(x) + ")"
	case "has":
		return w.call("Has", w.expr(x), w.expr(e.Args[1]))
	case "closed":
		if annot.IsWaitGroup(x.Type()) {
			fail(e, "that the Done of a WaitGroup is paid")
		}
		return w.call("IsClosed", w.expr(x))
	case "done":
		return w.call("OnceIsDone", "&"+w.expr(x))
	}
	fail(e, "the right to close a channel")
	return ""
}

func (w *Writer) pure(e *annot.Call) string {
	f, ok := w.Pure(e.Func)
	if !ok {
		fail(e, "the pure function %s", e.Func.Name())
	}
	var args []string
	for _, x := range e.Args {
		args = append(args, w.expr(x))
	}
	return f + "(" + strings.Join(args, ", ") + ")"
}
