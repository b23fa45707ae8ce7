package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// newForms are the functions that return a new map.
var newForms = map[string]bool{"(*net/url.URL).Query": true, "net/url.ParseQuery": true}

// headerModels are the functions that read and write headers and forms, which are maps from names to slices of strings:
// as code would that looks at some entry of the map, or sets it to a new slice. Nothing is known of the strings.
func headerModels() map[string]model {
	models := map[string]model{}
	for name := range newForms {
		models[name] = makesHeader
	}
	for _, name := range []string{"net/http.Header", "net/url.Values", "net/textproto.MIMEHeader"} {
		for method, m := range map[string]model{"Get": readsHeader, "Values": headerValues, "Has": readsHeader, "Encode": readsHeader, "Clone": clonesHeader,
			"Set": setsHeader, "Add": setsHeader, "Del": deletesHeader} {
			models["("+name+")."+method] = m
		}
	}
	for _, none := range []string{"(net/url.Values).Values", "(net/url.Values).Clone", "(net/textproto.MIMEHeader).Has", "(net/textproto.MIMEHeader).Encode",
		"(net/textproto.MIMEHeader).Clone", "(net/http.Header).Has", "(net/http.Header).Encode"} {
		delete(models, none)
	}
	return models
}

// readsHeader translates a function that looks at some entry of a map.
func readsHeader(t *translator, inv *emit.Invocation) emit.Value {
	if m := t.mapOf(inv.Argv[0]); m != nil {
		t.ifNotNil(m, func() { t.readEntry(m, t.headerText(inv)) })
	}
	return t.Unknown(inv.Result)
}

// readEntry emits the step that looks for some key in a map, and returns what stands there, zero if nothing does.
func (t *translator) readEntry(m *mapValue, text string) *ir.Expr {
	stands := t.standIn(m, ir.V(t.Anything(m.Keys.Of)))
	_, x := m.Lookup(m.ref, stands)
	got := t.Local("", x.Sort)
	t.Step(&ir.Step{Do: []ir.Stmt{&ir.Assign{Dst: got, Src: x}}, Access: t.touches(m, stands, false, text)})
	t.Assume(t.found(m, ir.V(got), m.Type.Elem(), stands)...)
	return ir.V(got)
}

func (t *translator) headerText(inv *emit.Invocation) string { return t.Operand(inv.Argv[0]) + "[…]" }

// headerValues translates Values, which returns the slice that is in the map.
func headerValues(t *translator, inv *emit.Invocation) emit.Value {
	m := t.mapOf(inv.Argv[0])
	if m == nil {
		return t.Unknown(inv.Result)
	}
	out := t.Local("", heap.SliceSort)
	t.Emit(&ir.Assign{Dst: out, Src: heap.ZeroOf(out.Sort)})
	t.ifNotNil(m, func() { t.Emit(&ir.Assign{Dst: out, Src: t.readEntry(m, t.headerText(inv))}) })
	return emit.Value{Expr: ir.V(out)}
}

// setsHeader translates Set and Add. That Add may write behind the end of the slice that was there makes no difference:
// the strings there are any strings afterwards.
func setsHeader(t *translator, inv *emit.Invocation) emit.Value {
	m := t.mapOf(inv.Argv[0])
	if m == nil {
		return emit.Value{}
	}
	elem := m.Type.Elem().Underlying().(*types.Slice).Elem()
	if analysis.Object(inv.Callee.Fn.Fn).Name() == "Add" {
		t.anyStrings(t.readEntry(m, t.headerText(inv)), elem)
	}
	r, n := t.Mem.NewRef(""), ir.V(t.Anything(heap.IntSort))
	t.Mem.NoteAllocated(elem)
	t.Step(t.Mem.Create(r, nil))
	t.Assume(ir.Le(ir.N(1, heap.IntSort), n), heap.NoMore(n, elem))
	key := ir.V(t.Anything(m.Keys.Of))
	t.putEntry(m, entry{t.standIn(m, key), key, t.Mem.MakeSliceValue(ir.V(r), heap.ZeroInt, n, n)}, t.headerText(inv))
	return emit.Value{}
}

// anyStrings says that what is in the array of a slice, behind its end, may be anything from now on.
func (t *translator) anyStrings(s *ir.Expr, elem types.Type) {
	s = t.Stable(s)
	p := t.Mem.Elem(s, elem, t.Mem.SliceLen(s))
	sort, err := t.Mem.Sort(elem)
	if err != nil || p.Family == nil {
		return
	}
	was := ir.Select(ir.V(p.Family), p.Keys...)
	now := ir.Ite(ir.Ne(t.Mem.SliceArr(s), ir.Nil), ir.V(t.Anything(sort)), was)
	t.Step(&ir.Step{Mover: ir.BothMover, Foreign: true, Do: []ir.Stmt{&ir.Assign{Dst: p.Family, Src: ir.Store(ir.V(p.Family), p.Keys, now)}}})
}

// deletesHeader translates Del.
func deletesHeader(t *translator, inv *emit.Invocation) emit.Value {
	m := t.mapOf(inv.Argv[0])
	if m == nil {
		return emit.Value{}
	}
	t.ifNotNil(m, func() {
		key := t.standIn(m, ir.V(t.Anything(m.Keys.Of)))
		t.Step(&ir.Step{
			Do:     append(t.Mem.Removed(m.valuePlace(key), m.MapStore), m.Delete(m.ref, key)...),
			Access: t.touches(m, key, true, t.headerText(inv)),
		})
	})
	return emit.Value{}
}

// clonesHeader translates Clone: nil for the nil map, and else a new map with new slices.
func clonesHeader(t *translator, inv *emit.Invocation) emit.Value {
	m := t.mapOf(inv.Argv[0])
	if m == nil {
		return t.Unknown(inv.Result)
	}
	out := t.Local("", ir.Ref)
	t.Emit(&ir.Assign{Dst: out, Src: ir.Nil})
	t.ifNotNil(m, func() {
		t.readEntry(m, t.headerText(inv))
		if made := t.newHeader(inv.Result); made != nil {
			t.Emit(&ir.Assign{Dst: out, Src: made})
		}
	})
	return emit.Value{Expr: ir.V(out)}
}

// makesHeader translates a function that returns a new map. It counts as one of the caller's own, which is less than
// what is new, and all that most code needs.
func makesHeader(t *translator, inv *emit.Invocation) emit.Value {
	t.reached(inv, inv.Name, nil)
	v := t.Unknown(inv.Result)
	made := v.Expr
	if len(v.Parts) > 0 {
		made = v.Parts[0].Expr
	}
	t.Assume(ir.Ne(made, ir.Nil))
	t.Assume(t.Mem.HeadersOf(ir.True, made, firstResult(inv.Result))...)
	return v
}

// newHeader makes a new map of any content, of which nobody else knows; nil in a pass that keeps no account of that.
func (t *translator) newHeader(typ types.Type) *ir.Expr {
	made, step, err := t.Mem.MakeMany([]types.Type{typ})
	if err != nil {
		if t.Mem.Status != nil {
			t.Unsupported(t.Frame.Pos(), "%v", err)
		}
		return nil
	}
	t.Step(step)
	ref, chosen := made.One(typ)
	t.Step(chosen)
	return ref
}
