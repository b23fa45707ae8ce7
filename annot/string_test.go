package annot

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// stringPackage declares what the generated expressions speak of.
const stringPackage = `package p

import ("sync"; "sync/atomic"; "time")

var global int

type B bool

type E struct { sync.Mutex; count int }

type T struct {
	E
	rw    sync.RWMutex
	locks []sync.Mutex
	ptr   *sync.Mutex
	n, m  int
	u     uint8
	i64   int64
	f     float64
	f32   float32
	s     string
	b     bool
	named B
	wait  time.Duration
	next  *T
	xs    []int
	grid  [4][4]int8
	any   any
	at    atomic.Int32
	head  atomic.Pointer[T]
	flag  atomic.Bool
}

func (t *T) do(x int, p *T, q **T) (r int, s string, e error) { return }
`

// leaves are the operands of the generated expressions, by type.
var leaves = map[string][]string{
	"bool":  {"t.b", "t.flag", "true", "false", "held(t.Mutex)", "rheld(t.rw)", "held(t.locks[x])", "local(p)", "t == nil", "t.any != nil", "t.b == t.named"},
	"int":   {"x", "t.n", "t.m", "t.count", "global", "0", "1", "-7", "1<<40", "len(t.xs)", "cap(t.xs)", "t.xs[x]", "p.next.E.count", "(*q).n", "r", "result.0", "int(t.u)", "int('a')", "i"},
	"uint8": {"t.u", "255", "t.s[0]", "uint8(t.n)", "uint8(3)"},
	"int64": {"t.i64", "int64(t.wait)", "-9223372036854775808", "9223372036854775807"},
	"float": {"t.f", "0.1", "1e300", "float64(t.n)", "-2.5", "3"},
	"f32":   {"t.f32", "0.1", "float32(t.f)"},
	"dur":   {"t.wait", "time.Second", "time.Duration(t.n)", "5"},
	"int8":  {"t.grid[1][x]", "-128", "(*p).grid[3][0]"},
	"int32": {"t.at", "old(t.at)", "int32(t.n)", "2147483647"},
	"str":   {"t.s", `"a\n\"b"`, "t.s[1:]", "t.s[:t.n]", "string(t.s)", "result.1"},
	"ptr":   {"t", "p", "t.next", "*q", "t.head", "t.head.next", "(*T)(nil)", "old(p)"},
	"tid":   {"tid", "free", "0", "t.Mutex", "t.rw", "t.locks[0]", "p.next.E.Mutex", "t.ptr", "*t.ptr", "old(t.rw)"},
}

// expression generates an expression of the type, which may or may not be well-typed to the last constant.
func expression(t *rapid.T, typ string, depth int, inOld bool) string {
	leaf := func() string { return rapid.SampledFrom(leaves[typ]).Draw(t, "leaf") }
	sub := func(typ string) string { return expression(t, typ, depth-1, inOld) }
	binary := func(typ string, ops ...string) string {
		return sub(typ) + " " + rapid.SampledFrom(ops).Draw(t, "op") + " " + sub(typ)
	}
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "stop") == 0 {
		return leaf()
	}
	switch form := rapid.IntRange(0, 9).Draw(t, "form"); {
	case form == 0:
		return "(" + sub(typ) + ")"
	case form == 1 && !inOld && typ != "tid":
		return "old(" + expression(t, typ, depth-1, true) + ")"
	case typ == "bool":
		return condition(t, form, depth, inOld)
	case typ == "str":
		return binary(typ, "+")
	case typ == "float" || typ == "f32":
		if form < 4 {
			return "-" + sub(typ)
		}
		return binary(typ, "+", "-", "*", "/")
	case typ == "ptr":
		return leaf()
	case typ == "tid":
		return leaf()
	case form == 2:
		return rapid.SampledFrom([]string{"-", "^", "+"}).Draw(t, "unary") + sub(typ)
	case form == 3:
		return sub(typ) + rapid.SampledFrom([]string{" << ", " >> "}).Draw(t, "shift") + rapid.SampledFrom([]string{"3", "t.u", "x"}).Draw(t, "count")
	}
	return binary(typ, "+", "-", "*", "/", "%", "&", "|", "^", "&^")
}

// condition generates an expression of type bool.
func condition(t *rapid.T, form, depth int, inOld bool) string {
	sub := func(typ string) string { return expression(t, typ, depth-1, inOld) }
	pick := func(s ...string) string { return rapid.SampledFrom(s).Draw(t, "pick") }
	numbers := []string{"int", "uint8", "int64", "float", "f32", "dur", "int8", "int32", "str"}
	switch form {
	case 2:
		return "!" + pick("", "(") + sub("bool")
	case 3:
		return sub("bool") + pick(" ==> ", " <==> ") + sub("bool")
	case 4:
		return pick("forall", "exists") + pick(" i int", " i, j int", " i int, k *T") + " :: " + sub("bool")
	case 5:
		return sub("tid") + pick(" == ", " != ") + sub("tid")
	case 6:
		return sub("ptr") + pick(" == ", " != ") + pick("nil", "t", "p.next")
	case 7:
		return sub("bool") + pick(" && ", " || ", " == ", " != ") + sub("bool")
	}
	typ := rapid.SampledFrom(numbers).Draw(t, "operands")
	return sub(typ) + pick(" == ", " != ", " < ", " <= ", " > ", " >= ") + sub(typ)
}

// TestFormatRoundTrip checks that what Format prints of an expression parses to the same expression again.
func TestFormatRoundTrip(t *testing.T) {
	src := load(t, "p.go", stringPackage)
	fn, _, _ := types.LookupFieldOrMethod(src.Types.Scope().Lookup("T").Type(), true, src.Types, "do")
	c := &checker{src: src, out: &Package{}}
	s := scope{sig: fn.(*types.Func).Signature(), results: true, outer: src.Info.Scopes[src.Files[0]]}
	read := func(text string) (Expr, *Error) {
		x, err := parse(text, 1, (*parser).expr)
		if err != nil {
			return nil, err
		}
		var e Expr
		c.errs = nil
		if _, ok := c.with(&directive{}, s, func(ec *exprChecker) { e = ec.predicate(x) }); !ok {
			return nil, c.errs[0]
		}
		return e, nil
	}
	valid, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		all++
		text := expression(t, "bool", rapid.IntRange(1, 4).Draw(t, "depth"), false)
		first, err := read(text)
		if err != nil {
			return
		}
		valid++
		printed := Format(first, types.RelativeTo(src.Types))
		second, err := read(printed)
		if err != nil {
			t.Fatalf("%s\nprinted as\n%s\n%s (%s)", text, printed, err.Msg, err.Hint)
		}
		if again := Format(second, types.RelativeTo(src.Types)); again != printed {
			t.Fatalf("%s\nprinted as\n%s\nand then as\n%s", text, printed, again)
		}
		if a, b := shape(first), shape(second); a != b {
			t.Fatalf("%s\nread as\n%s\nprinted as\n%s\nread as\n%s", text, a, printed, b)
		}
	})
	if valid < all/2 {
		t.Errorf("%d well-typed expressions of %d: the generator is of little use", valid, all)
	}
}

// shape prints an expression's nodes and their types.
func shape(e Expr) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s", strings.TrimPrefix(reflect.TypeOf(e).String(), "*annot."), e.Type())
	switch e := e.(type) {
	case *Const:
		fmt.Fprintf(&b, "=%s", e.Value.ExactString())
	case *Var:
		fmt.Fprintf(&b, "=%s", e.Obj)
	case *Select:
		fmt.Fprintf(&b, ".%s/%v", e.Field.Name(), e.Deref)
	case *Binary:
		b.WriteString(e.Op.String())
	}
	b.WriteString("(")
	for _, x := range Children(e) {
		b.WriteString(shape(x) + " ")
	}
	b.WriteString(")")
	return b.String()
}
