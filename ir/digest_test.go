package ir

import (
	"go/token"
	"reflect"
	"testing"
)

func digestOf(t *testing.T, values ...any) string {
	t.Helper()
	sum, ok := Digest(Ordered, values...)
	if !ok {
		t.Fatal("no digest")
	}
	return string(sum[:])
}

// TestDigestSeesAll changes every field of a function and all that it leads to, one at a time: each change is another digest.
func TestDigestSeesAll(t *testing.T) {
	f := increment().f
	if digestOf(t, f) != digestOf(t, increment().f) {
		t.Fatal("two functions that are alike have two digests")
	}
	was := digestOf(t, f)
	changes := 0
	eachField(reflect.ValueOf(f), map[any]bool{}, func(path string, v reflect.Value) {
		before := reflect.New(v.Type()).Elem()
		before.Set(v)
		if !change(v) {
			return
		}
		changes++
		if digestOf(t, f) == was {
			t.Errorf("a change of %s leaves the digest as it was", path)
		}
		v.Set(before)
	})
	if changes < 200 {
		t.Errorf("only %d changes", changes)
	}
	if digestOf(t, f) != was {
		t.Error("the changes were not undone")
	}
}

// eachField visits the fields that v leads to, once each.
func eachField(v reflect.Value, seen map[any]bool, visit func(string, reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || v.Kind() == reflect.Pointer && seen[v.Interface()] {
			return
		}
		if v.Kind() == reflect.Pointer {
			seen[v.Interface()] = true
		}
		eachField(v.Elem(), seen, visit)
	case reflect.Slice:
		for i := range v.Len() {
			eachField(v.Index(i), seen, visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() && field.Type() != positionType {
				visit(v.Type().String()+"."+v.Type().Field(i).Name, field)
				eachField(field, seen, visit)
			}
		}
	}
}

// change gives v another value, if it can.
func change(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "'")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
	case reflect.Pointer, reflect.Slice, reflect.Interface:
		if v.IsNil() || v.Kind() == reflect.Slice && v.Len() == 0 {
			return false
		}
		v.SetZero()
	default:
		return false
	}
	return true
}

// TestDigestOfPlaces: a function may move within its file, but no two places may change sides.
func TestDigestOfPlaces(t *testing.T) {
	at := func(file string, offsets ...int) []Note {
		var notes []Note
		for _, o := range offsets {
			p := token.Position{Filename: file, Offset: o, Line: o / 10}
			notes = append(notes, Note{Span: Span{Start: p, End: p}})
		}
		return notes
	}
	was := at("a.go", 10, 30, 30, 20)
	for _, c := range []struct {
		name    string
		now     []Note
		ordered bool
	}{
		{"as it was", at("a.go", 10, 30, 30, 20), true},
		{"further down", at("a.go", 20, 40, 40, 30), true},
		{"further apart", at("a.go", 10, 300, 300, 200), true},
		{"two places in place of one", at("a.go", 10, 30, 31, 20), false},
		{"one in place of two", at("a.go", 10, 30, 30, 30), false},
		{"the other way round", at("a.go", 10, 20, 20, 30), false},
		{"another file", at("b.go", 10, 30, 30, 20), true},
		{"two files in place of one", append(at("a.go", 10), at("b.go", 30, 30, 20)...), false},
	} {
		if got := digestOf(t, was) == digestOf(t, c.now); got != c.ordered {
			t.Errorf("%s: same digest: %t", c.name, got)
		}
		a, _ := Digest(Exact, was)
		b, _ := Digest(Exact, c.now)
		if got, want := a == b, c.name == "as it was"; got != want {
			t.Errorf("%s: same digest of exact places: %t", c.name, got)
		}
	}
}

// TestDigestOfKnowledge: what Go code says of terms is told apart, also where only an argument of a certain form shows it.
func TestDigestOfKnowledge(t *testing.T) {
	positive := func(e *Expr) []*Expr { return []*Expr{Le(N(0, Int), e)} }
	negative := func(e *Expr) []*Expr { return []*Expr{Le(e, N(0, Int))} }
	one := func(*Expr) []*Expr { return []*Expr{Eq(N(1, Int), N(2, Int))} }
	fn := func(facts func(*Expr) []*Expr, simplify func([]*Expr) *Expr) []*Expr {
		f := &Fn{Name: "f", Params: []*Sort{Int}, Result: Int, Facts: facts, Simplify: simplify}
		g := &Fn{Name: "g", Params: []*Sort{Int}, Result: Int, Facts: positive}
		x := V(local("x", Int))
		apply := func(f *Fn, e *Expr) *Expr { return &Expr{Op: OpApply, Sort: f.Result, Fn: f, Args: []*Expr{e}} }
		return []*Expr{apply(f, x), apply(g, x)}
	}
	ofG := func(of, otherwise func(*Expr) []*Expr) func(*Expr) []*Expr {
		return func(app *Expr) []*Expr {
			if a := app.Args[0]; a.Op == OpApply && a.Fn.Name == "g" {
				return of(app)
			}
			return otherwise(app)
		}
	}
	constant := func(n int64) func([]*Expr) *Expr {
		return func(args []*Expr) *Expr {
			if args[0].Op == OpApply {
				return N(n, Int)
			}
			return nil
		}
	}
	held := func(values, points func(*Expr) []*Expr) *Expr {
		v := field("T.n", Int, nil)
		v.Heap.Values, v.Heap.Points = values, points
		return V(v)
	}
	deep := func(facts func(*Expr) []*Expr) func(*Expr) []*Expr { // of a function that only the facts of another mention
		h := &Fn{Name: "h", Params: []*Sort{Int}, Result: Int, Facts: facts}
		return func(app *Expr) []*Expr { return []*Expr{Eq(app, Apply(h, app.Args[0]))} }
	}
	values := map[string]any{
		"nothing known":          fn(nil, nil),
		"positive":               fn(positive, nil),
		"negative":               fn(negative, nil),
		"positive of g":          fn(ofG(positive, one), nil),
		"negative of g":          fn(ofG(negative, one), nil),
		"one of g":               fn(nil, constant(1)),
		"two of g":               fn(nil, constant(2)),
		"values are positive":    held(positive, nil),
		"values are negative":    held(negative, nil),
		"references":             held(nil, positive),
		"facts of facts":         fn(deep(positive), nil),
		"other facts of facts":   fn(deep(negative), nil),
		"no facts of these":      fn(deep(nil), nil),
		"nothing known of those": held(nil, nil),
	}
	names := map[string]string{}
	for name, v := range values {
		sum := digestOf(t, v)
		if other := names[sum]; other != "" {
			t.Errorf("%s: as %s", name, other)
		}
		names[sum] = name
	}
}
