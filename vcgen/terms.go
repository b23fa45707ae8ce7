package vcgen

import (
	"encoding/binary"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// terms hash-conses expressions: equal terms are one pointer, so that what is shared in a program stays shared, walks
// are linear in the graph and comparisons take no time.
type terms struct {
	byKey map[string]*ir.Expr
	notes map[*ir.Expr]*note
	vars  map[*ir.Var]uint64
	fns   map[*ir.Fn]uint64
	sorts map[string]uint64
	memo  map[*ir.Sort]uint64
	keyed []byte // the key that was made last
	// more is asked now and then whether there may be more terms; its error ends what goes on, by a panic, since it may be deep
	// in a term, and is kept for who recovers.
	more  func() error
	ended error
}

// A note is what terms knows of a canonical expression.
type note struct {
	id   uint64
	free []*ir.Var // the bound variables that occur free
	// polar: the meaning depends on the sign of the occurrence, because of a quantifier or an equality of arrays below.
	polar      bool
	quantified bool // a quantifier below
	plain      bool // no connectives, cases or arithmetic: a solver takes it in a pattern
	size       int  // of the text without sharing, saturating
}

// sizeLimit is where the sizes of notes saturate: only whether a term is small matters.
const sizeLimit = 1 << 20

func newTerms() *terms {
	return &terms{
		byKey: map[string]*ir.Expr{}, notes: map[*ir.Expr]*note{}, vars: map[*ir.Var]uint64{},
		fns: map[*ir.Fn]uint64{}, sorts: map[string]uint64{}, memo: map[*ir.Sort]uint64{},
	}
}

// canon returns the canonical form of e.
func (t *terms) canon(e *ir.Expr) *ir.Expr {
	if t.notes[e] != nil {
		return e
	}
	return t.rewrite(e, nil, map[*ir.Expr]*ir.Expr{})
}

// subst returns the canonical form of e with variables replaced by canonical terms, ground unless they replace a
// variable of the program by one bound outside e. A nil answer keeps the variable.
func (t *terms) subst(e *ir.Expr, leaf func(*ir.Var) *ir.Expr) *ir.Expr {
	return t.rewrite(e, leaf, map[*ir.Expr]*ir.Expr{})
}

func (t *terms) rewrite(e *ir.Expr, leaf func(*ir.Var) *ir.Expr, memo map[*ir.Expr]*ir.Expr) *ir.Expr {
	if leaf == nil && t.notes[e] != nil {
		return e
	}
	if r, ok := memo[e]; ok {
		return r
	}
	r := t.rewriteNode(e, leaf, memo)
	memo[e] = r
	return r
}

func (t *terms) rewriteNode(e *ir.Expr, leaf func(*ir.Var) *ir.Expr, memo map[*ir.Expr]*ir.Expr) *ir.Expr {
	if e.Op == ir.OpVar && leaf != nil {
		if r := leaf(e.Var); r != nil {
			return r
		}
	}
	if len(e.Bound) > 0 && leaf != nil {
		// A variable bound here hides one of the same identity outside.
		outer := leaf
		leaf = func(v *ir.Var) *ir.Expr {
			if slices.Contains(e.Bound, v) {
				return nil
			}
			return outer(v)
		}
		memo = map[*ir.Expr]*ir.Expr{}
	}
	if len(e.Args) == 0 {
		return t.intern(e)
	}
	args := make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = t.rewrite(a, leaf, memo)
	}
	return t.build(e, args)
}

// verbatim is canon without simplification of function applications. The facts of a function state the very equations
// by which it simplifies.
func (t *terms) verbatim(e *ir.Expr) *ir.Expr {
	if t.notes[e] != nil {
		return e
	}
	args := make([]*ir.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = t.verbatim(a)
	}
	if e.Op != ir.OpApply {
		return t.build(e, args)
	}
	return t.intern(&ir.Expr{Op: ir.OpApply, Sort: e.Sort, Args: args, Fn: e.Fn})
}

// build applies e's operator to canonical arguments.
func (t *terms) build(e *ir.Expr, args []*ir.Expr) *ir.Expr {
	if t.notes[e] != nil && slices.Equal(args, e.Args) {
		return e
	}
	if e.Op == ir.OpSelect {
		return t.selectFrom(args[0], args[1:])
	}
	r := ir.Rebuild(e, args)
	if r.Op == e.Op && len(r.Args) == len(args) && slices.Equal(r.Args, args) {
		return t.intern(r)
	}
	return t.canon(r)
}

// selectFrom is ir.Select, flattened and read through the stores to the same keys.
func (t *terms) selectFrom(a *ir.Expr, keys []*ir.Expr) *ir.Expr {
	if len(keys) == 0 {
		return a
	}
	switch a.Op {
	case ir.OpSelect:
		return t.selectFrom(a.Args[0], slices.Concat(a.Args[1:], keys))
	case ir.OpConstArray:
		return t.selectFrom(a.Args[0], keys[1:])
	case ir.OpStore:
		stored := a.Args[1 : len(a.Args)-1]
		if len(stored) <= len(keys) && slices.Equal(stored, keys[:len(stored)]) {
			return t.selectFrom(a.Args[len(a.Args)-1], keys[len(stored):])
		}
	}
	return t.intern(ir.Select(a, keys...))
}

// intern returns the canonical node with e's operator and arguments, which are canonical.
func (t *terms) intern(e *ir.Expr) *ir.Expr {
	if e.Op == ir.OpInt && e.Sort.Kind == ir.KindInt && e.Sort.Bits != 0 {
		e = ir.BigInt(e.Int, ir.Int)
	}
	key := t.key(e)
	if old := t.byKey[string(key)]; old != nil { // which copies nothing; most terms are there already
		return old
	}
	if len(t.notes)%moreEvery == 0 {
		t.heed()
	}
	t.byKey[string(key)] = e
	t.notes[e] = t.describe(e)
	return e
}

// heed ends what goes on if there may be no more terms. It is asked now and then by what takes long and makes none, too.
func (t *terms) heed() {
	if t.more == nil {
		return
	}
	if t.ended = t.more(); t.ended != nil {
		panic(t.ended)
	}
}

// moreEvery is how many terms are made without asking whether there may be more.
const moreEvery = 1 << 12

// key is the same for terms that are equal, and for no others. It is good until the next one is made.
func (t *terms) key(e *ir.Expr) []byte {
	b := append(t.keyed[:0], byte(e.Op))
	b = binary.AppendUvarint(b, t.sortID(e.Sort))
	for _, a := range e.Args {
		b = binary.AppendUvarint(b, t.notes[a].id)
	}
	switch e.Op {
	case ir.OpVar:
		b = binary.AppendUvarint(b, number(t.vars, e.Var))
	case ir.OpInt:
		b = append(b, e.Int.String()...)
	case ir.OpConst:
		b = append(b, e.Name...)
	case ir.OpField, ir.OpUpdate:
		b = binary.AppendUvarint(b, uint64(e.Index))
	case ir.OpApply:
		b = binary.AppendUvarint(b, number(t.fns, e.Fn))
	case ir.OpForall, ir.OpExists:
		b = binary.AppendUvarint(b, uint64(len(e.Bound)))
		for _, v := range slices.Concat(e.Bound, e.On) {
			b = binary.AppendUvarint(b, number(t.vars, v))
		}
	}
	t.keyed = b
	return b
}

func (t *terms) sortID(s *ir.Sort) uint64 {
	id, ok := t.memo[s]
	if !ok {
		id = number(t.sorts, sortKey(s))
		t.memo[s] = id
	}
	return id
}

// number returns the number of x, the next one if it has none.
func number[T comparable](m map[T]uint64, x T) uint64 {
	n, ok := m[x]
	if !ok {
		n = uint64(len(m))
		m[x] = n
	}
	return n
}

// inPatterns has the operators that may occur in a pattern.
var inPatterns = map[ir.Op]bool{
	ir.OpVar: true, ir.OpSelect: true, ir.OpStore: true, ir.OpApply: true, ir.OpField: true, ir.OpTuple: true,
	ir.OpNil: true, ir.OpFree: true, ir.OpConst: true, ir.OpInt: true,
}

func (t *terms) describe(e *ir.Expr) *note {
	n := &note{id: uint64(len(t.notes)), size: 1}
	if e.Op == ir.OpVar && e.Var.Kind == ir.BoundVar {
		n.free = []*ir.Var{e.Var}
	}
	n.quantified = e.Op == ir.OpForall || e.Op == ir.OpExists
	n.plain = inPatterns[e.Op]
	n.polar = n.quantified || e.Op == ir.OpEq && e.Args[0].Sort.Kind == ir.KindArray
	for _, a := range e.Args {
		an := t.notes[a]
		n.polar = n.polar || an.polar
		n.quantified = n.quantified || an.quantified
		n.plain = n.plain && an.plain
		n.size = min(n.size+an.size, sizeLimit)
		for _, v := range an.free {
			if !slices.Contains(n.free, v) && !slices.Contains(e.Bound, v) {
				n.free = append(n.free, v)
			}
		}
	}
	return n
}

func (t *terms) ground(e *ir.Expr) bool { return len(t.notes[e].free) == 0 }

// mentions reports whether one of vars occurs free in e.
func (t *terms) mentions(e *ir.Expr, vars []*ir.Var) bool {
	return slices.ContainsFunc(t.notes[e].free, func(v *ir.Var) bool { return slices.Contains(vars, v) })
}
