package desugar

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// A decoder writes a variable that it is passed by pointer, and what that leads to. It keeps nothing of it. What it
// makes it stores there and nowhere else. So if nobody else knew the variable before, the call does what the goroutine
// could have done itself: each slice, map and pointer of the variable is what it was, or nil, or leads to a new object,
// which the goroutine has as if it had made it.
//
// That holds if no method of the checked packages gets to know the variable or a part of it, as decoders run such methods.

// decoders has the functions of which that is known, and which of their arguments is the pointer, the receiver first.
var decoders = map[string]int{
	"encoding/json.Unmarshal": 1, "(*encoding/json.Decoder).Decode": 1,
	"encoding/xml.Unmarshal": 1, "(*encoding/xml.Decoder).Decode": 1,
	"(*encoding/gob.Decoder).Decode": 1,
}

// maxDecoded bounds the slices, maps and pointers of one variable that are looked at each by itself, and the elements of arrays.
const maxDecoded = 16

// A decoding is a call that decodes into a variable, with what it is before the call.
type decoding struct {
	arg   int // which argument points to it
	ref   *ir.Expr
	from  ssa.Value
	fresh bool     // nothing has been done to the variable yet
	own   *ir.Expr // whether nobody else knows it
	parts []decodedPart
}

// A decodedPart is a slice, map or pointer in the variable, or a field that decoders cannot name.
type decodedPart struct {
	heap.Place
	was   *ir.Expr
	deep  bool // there are further references behind it
	stays bool
}

// decodesInto returns the type of the pointer to what a call decodes into, nil if it is none, or one of which nothing is known.
func (t *translator) decodesInto(inv *emit.Invocation) types.Type {
	arg, ok := decodedArg(inv.Common)
	if !ok || inv.Contract != nil || arg >= len(inv.Argv) || inv.Argv[arg] == nil {
		return nil
	}
	mi := passedAs(inv.Argv[arg], t.Frame)
	if mi == nil {
		return nil
	}
	ptr, ok := mi.X.Type().Underlying().(*types.Pointer)
	if !ok || types.Unalias(mi.X.Type()) != types.Type(ptr) {
		return nil
	}
	d := &decodable{t: t, by: strings.TrimPrefix(declaredAt(inv.Common).Pkg().Path(), "encoding/"), seen: map[types.Type]bool{}}
	if !d.variable(ptr.Elem()) || d.parts > maxDecoded {
		return nil
	}
	return mi.X.Type()
}

// beginDecoding returns what is known of a variable before a call decodes into it; nil if the call does not.
func (t *translator) beginDecoding(inv *emit.Invocation) *decoding {
	typ := t.decodesInto(inv)
	if typ == nil {
		return nil
	}
	t.Mem.WantsOwnership = true
	if t.Mem.Status == nil {
		return nil // there is another pass
	}
	args := t.passed(inv)
	at, _ := decodedArg(inv.Common)
	i := slices.IndexFunc(args, func(p passed) bool { return p.arg == at })
	if i < 0 || args[i].from == nil || !types.Identical(args[i].typ, typ) {
		return nil
	}
	ref := t.Stable(args[i].expr)
	d := &decoding{arg: at, ref: ref, from: inv.Argv[at], own: ir.True}
	if direct, ok := inv.Argv[at].(*ssa.MakeInterface); ok {
		d.from, d.fresh = direct.X, isUntouched(direct)
	}
	if !d.fresh && analysis.IsGeneric(typ) && !isMap(analysis.Deref(typ)) {
		return nil // it may write what values of a type parameter lead to that were there before; entries of a map it replaces
	}
	if !d.fresh {
		d.own = t.Save(ir.And(ir.Ne(ref, ir.Nil), t.Mem.Mine(ref)))
	}
	if !t.partsAt(d, t.Mem.Deref(ref, analysis.Deref(typ)), true) {
		return nil
	}
	t.writesParts(d, inv.Name)
	return d
}

func isMap(typ types.Type) bool {
	_, ok := typ.Underlying().(*types.Map)
	return ok
}

// calledWith returns the call that an interface is made for; nil if there are several, or it is deferred.
func calledWith(mi *ssa.MakeInterface) (call *ssa.Call) {
	for _, use := range *mi.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if call != nil && call != use {
				return nil
			}
			call = use
		default:
			return nil
		}
	}
	return call
}

// isUntouched reports whether what an interface holds is the address of a variable to which nothing is done before the call that gets it.
func isUntouched(mi *ssa.MakeInterface) bool {
	a, ok := mi.X.(*ssa.Alloc)
	call := calledWith(mi)
	if !ok || call == nil || !analysis.ComesBefore(a, call) || comesAgain(call, a) {
		return false
	}
	for _, use := range *a.Referrers() {
		if _, ok := use.(*ssa.DebugRef); !ok && use != ssa.Instruction(mi) && !analysis.ComesBefore(call, use) {
			return false
		}
	}
	return true
}

// comesAgain reports whether control may come from an instruction to itself without coming by another, which is before it.
func comesAgain(at, by ssa.Instruction) bool {
	if at.Block() == by.Block() {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	var reaches func(b *ssa.BasicBlock) bool
	reaches = func(b *ssa.BasicBlock) bool {
		if b == by.Block() || seen[b] {
			return false
		}
		seen[b] = true
		return b == at.Block() || slices.ContainsFunc(b.Succs, reaches)
	}
	return slices.ContainsFunc(at.Block().Succs, reaches)
}

// writesParts emits the accesses to what the parts of a variable of the goroutine's own lead to: a decoder writes it,
// whether anybody has said who may access it or not.
func (t *translator) writesParts(d *decoding, name string) {
	if d.fresh {
		return
	}
	u := use{by: name, write: true, sure: true, fields: exportedFields, deep: true}
	for _, p := range d.parts {
		if p.deep || p.stays {
			continue
		}
		t.SaveAll()
		t.Choose("decoded",
			func() { t.Assume(ir.Not(d.own)) },
			func() {
				t.Assume(d.own)
				t.reach(p.was, p.Type, u, t.LocationBase(d.from))
			})
	}
}

// partsAt adds the parts at a place of the variable, as they are now. It reports whether all of them have terms.
func (t *translator) partsAt(d *decoding, p heap.Place, named bool) bool {
	if analysis.IsSyncValue(p.Type) || named && (!analysis.LeadsToMemory(p.Type) || t.isForeignStruct(p.Type)) {
		return true // what structs of other packages refer to, as a time does, is theirs
	}
	switch u := p.Type.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			q := t.Mem.Field(p, f)
			q.Type = f.Type()
			if !t.partsAt(d, q, named && (f.Exported() || f.Embedded())) {
				return false
			}
		}
		return true
	case *types.Array:
		if named {
			for i := range u.Len() {
				if !t.partsAt(d, t.Mem.Index(p, ir.N(i, heap.IntSort)), true) {
					return false
				}
			}
			return true
		}
	case *types.Interface:
		if named {
			return true
		}
	}
	if !t.IsHeld(p) {
		return false
	}
	now, err := t.Mem.Read(p)
	if err != nil {
		return false
	}
	was := heap.ZeroOf(now.Sort)
	if !d.fresh {
		was = ir.V(t.Anything(now.Sort))
		t.Assume(ir.Implies(d.own, ir.Eq(was, now))) // nobody else writes it, so it is no step
	}
	part := decodedPart{Place: p, was: was, deep: named && leadsFurther(p.Type), stays: !named}
	if !d.fresh {
		for _, fact := range t.Mem.Loaded(part.was, p, p.Type) {
			t.Assume(ir.Implies(d.own, fact))
		}
	}
	d.parts = append(d.parts, part)
	return true
}

// leadsFurther reports whether there are references in what a slice, map or pointer leads to.
func leadsFurther(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Slice:
		return hasParts(u.Elem())
	case *types.Map:
		return hasParts(u.Elem())
	case *types.Pointer:
		return hasParts(u.Elem())
	}
	return false
}

// hasParts reports whether a value of the type has slices, maps or pointers in it, where decoders find them.
func hasParts(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Pointer:
		return true
	case *types.Array:
		return hasParts(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if named(f) && hasParts(f.Type()) {
				return true
			}
		}
	}
	return false
}

// keepsNone returns the references that others come to know by the call: the variable, if it is not the goroutine's own, and what has
// references behind it and was there before.
func (d *decoding) keepsNone(t *translator, refs []*ir.Expr) []*ir.Expr {
	var kept []*ir.Expr
	for _, r := range refs {
		kept = append(kept, ir.Ite(d.own, ir.Nil, r))
	}
	for _, p := range d.parts {
		if p.deep && !d.fresh {
			for _, r := range t.Mem.Publishable(p.was, p.Type) {
				kept = append(kept, ir.Ite(d.own, r, ir.Nil))
			}
		}
	}
	return kept
}

// endDecoding says what the call has left in a variable of the goroutine's own.
func (t *translator) endDecoding(d *decoding) {
	if len(d.parts) == 0 {
		return
	}
	t.SaveAll()
	if d.fresh {
		t.decodedParts(d)
		return
	}
	t.Choose("decoded",
		func() { t.Assume(ir.Not(d.own)) },
		func() {
			t.Assume(d.own)
			t.decodedParts(d)
		})
}

// decodedParts says what the call has left in the parts of the variable.
func (t *translator) decodedParts(d *decoding) {
	made, ok := t.makeBehind(d)
	for _, p := range d.parts {
		if ok {
			t.decoded(d, p, made)
		}
	}
}

// makeBehind makes the objects for parts with references behind them.
func (t *translator) makeBehind(d *decoding) (*heap.ManyMade, bool) {
	var deep []types.Type
	for _, p := range d.parts {
		if p.deep {
			deep = append(deep, p.Type)
		}
	}
	if len(deep) == 0 {
		return nil, true
	}
	made, step, err := t.Mem.MakeMany(deep)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return nil, false
	}
	t.Step(step)
	return made, true
}

// decoded says what a part of a variable is after the call.
func (t *translator) decoded(d *decoding, p decodedPart, made *heap.ManyMade) {
	now, err := t.Mem.Read(p.Place)
	if err != nil {
		return // noted before
	}
	switch {
	case p.stays:
		t.Assume(ir.Eq(now, p.was))
		return
	case !p.deep:
		t.Choose("decoded",
			func() { t.Assume(ir.Or(ir.Eq(now, heap.ZeroOf(now.Sort)), t.sameObject(now, p.was))) },
			func() { t.storeMade(d, p, nil) })
		return
	}
	store, _ := t.Mem.StoreOf(p.was)
	if d.fresh {
		t.Choose("decoded",
			func() { t.Assume(ir.Eq(now, p.was)) },
			func() { t.storeMade(d, p, made) })
		return
	}
	t.Choose("decoded",
		func() { t.Assume(ir.Ne(store, ir.Nil)) }, // others know it, and what is there now
		func() { t.Assume(ir.Eq(store, ir.Nil), ir.Eq(now, heap.ZeroOf(now.Sort))) },
		func() {
			t.Assume(ir.Eq(store, ir.Nil))
			t.storeMade(d, p, made)
		})
}

// sameObject says that a slice, map or pointer leads to what it led to, a slice perhaps with another length.
func (t *translator) sameObject(now, was *ir.Expr) *ir.Expr {
	m := t.Mem
	if now.Sort.Name != heap.SliceSort.Name {
		return ir.Eq(now, was)
	}
	n := m.SliceLen(now)
	return ir.And(ir.Eq(now, m.MakeSliceValue(m.SliceArr(was), m.SliceOff(was), n, m.SliceCap(was))), ir.Le(heap.ZeroInt, n), ir.Le(n, m.SliceCap(was)))
}

// storeMade stores a new object in a part of the variable, as the goroutine itself would.
func (t *translator) storeMade(d *decoding, p decodedPart, made *heap.ManyMade) {
	var ref *ir.Expr
	var step *ir.Step
	if made != nil {
		ref, step = made.One(p.Type)
	} else {
		ref, step = t.Mem.Made(p.Type)
	}
	t.Step(step)
	value := ref
	if s, ok := p.Type.Underlying().(*types.Slice); ok {
		n, room := ir.V(t.Anything(heap.IntSort)), ir.V(t.Anything(heap.IntSort))
		t.Assume(ir.Le(heap.ZeroInt, n), ir.Le(n, room), heap.NoMore(room, s.Elem()))
		value = t.Mem.MakeSliceValue(ref, heap.ZeroInt, n, room)
	}
	t.Write(p.Place, value, d.from)
}

// decodedInside proposes that what calls in a loop decode into is the goroutine's own at its head, with what it leads to, and in no region.
func (t *translator) decodedInside(f *emit.Frame, l *emit.ForLoop, h, regions *hintSet) {
	if t.Mem.Status == nil {
		return
	}
	for _, b := range l.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			arg, ok := decodedArg(&call.Call)
			if !ok {
				continue
			}
			mi, ok := call.Call.Args[arg].(*ssa.MakeInterface)
			if !ok {
				continue
			}
			if ref := t.atHead(f, l, mi.X, 0); ref != nil && ref.Sort.Kind == ir.KindRef {
				h.add(t.Mem.Mine(ref))
				for _, hint := range t.Mem.ApartHints(ref) {
					regions.add(hint)
				}
				t.partsInside(t.Mem.Deref(ref, analysis.Deref(mi.X.Type())), h, regions, 0)
			}
		}
	}
}

// partsInside proposes that what the parts of a variable lead to is the goroutine's own.
func (t *translator) partsInside(p heap.Place, h, regions *hintSet, depth int) {
	switch u := p.Type.Underlying().(type) {
	case *types.Struct:
		if analysis.IsSyncValue(p.Type) || depth > 2 {
			return
		}
		for i := range u.NumFields() {
			if f := u.Field(i); named(f) && analysis.LeadsToMemory(f.Type()) {
				q := t.Mem.Field(p, f)
				q.Type = f.Type()
				t.partsInside(q, h, regions, depth+1)
			}
		}
	case *types.Slice, *types.Map, *types.Pointer:
		if now, err := t.Mem.Read(p); err == nil {
			store, _ := t.Mem.StoreOf(now)
			h.add(ir.Or(ir.Eq(store, ir.Nil), t.Mem.Mine(store)))
			for _, hint := range t.Mem.RegionHints(now, p.Type) {
				regions.add(hint)
			}
		}
	}
}
