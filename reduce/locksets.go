package reduce

import (
	"maps"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// A lockset says which locks the goroutine holds, by the text of the function alone: which it takes and gives back under the
// same name. That is a guess, by which no candidate is proposed that the text contradicts; nothing is proved by it. Two
// candidates that exclude each other make all that follows true, and each proof of that names them.
type lockset struct {
	must, may []*ir.Expr       // on every way, and on some way
	any       map[*ir.Var]bool // heap variables of which the text does not say what happens to them
}

// heldBefore returns what is held where control comes to the head of the loop from outside.
func (t *translation) heldBefore(head *ir.Block) lockset {
	if t.text.held == nil {
		t.text.held = t.findHeld()
	}
	return t.heldMeet(head, t.text.held, false)
}

// findHeld returns what is held at the end of each block.
func (t *translation) findHeld() map[*ir.Block]lockset {
	out := map[*ir.Block]lockset{}
	for grown := true; grown; {
		grown = false
		for _, b := range t.order {
			t.heed()
			held := t.heldIn(b, out)
			for _, s := range b.Stmts {
				held = held.after(t.tid, s)
			}
			grown = grown || held.size() > out[b].size() // what may be held only grows
			out[b] = held
		}
	}
	return out
}

// heldIn is what is held at the start of a block, whatever the iteration of a loop that begins there.
func (t *translation) heldIn(b *ir.Block, out map[*ir.Block]lockset) lockset {
	held := t.heldMeet(b, out, false)
	if b.Loop == nil {
		return held
	}
	written, _ := t.targets(b)
	held.must = slices.DeleteFunc(held.must, func(e *ir.Expr) bool { return written[lockMap(e)] })
	held.add(t.heldMeet(b, out, true))
	return held
}

func (t *translation) heldAtEntry() lockset {
	held := lockset{any: map[*ir.Var]bool{}}
	says := func(e *ir.Expr) {
		for v := range heapVars(e) {
			if v.Heap != nil && isLock(v) {
				held.any[v] = true
			}
		}
	}
	for _, e := range t.fn.Given {
		says(e)
	}
	for _, c := range t.fn.Requires {
		says(c.Cond)
	}
	return held
}

// heldMeet joins the ways forward into b, or those back to it.
func (t *translation) heldMeet(b *ir.Block, out map[*ir.Block]lockset, back bool) lockset {
	if b == t.order[0] && !back {
		return t.heldAtEntry()
	}
	joined := lockset{any: map[*ir.Var]bool{}}
	first := true
	for _, p := range t.preds[b] {
		if t.back(p, b) != back {
			continue
		}
		way := out[p]
		if first {
			joined.must, first = slices.Clone(way.must), false
		} else {
			joined.must = slices.DeleteFunc(joined.must, func(e *ir.Expr) bool { return !containsExpr(way.must, e) })
		}
		joined.add(way)
	}
	return joined
}

func (h *lockset) add(way lockset) {
	for _, e := range way.may {
		if !containsExpr(h.may, e) {
			h.may = append(h.may, e)
		}
	}
	maps.Copy(h.any, way.any)
}

func (h lockset) size() int { return len(h.may) + len(h.any) }

// of reports whether the goroutine may hold a lock of m.
func (h lockset) of(m *ir.Var) bool {
	return h.any[m] || slices.ContainsFunc(h.may, func(e *ir.Expr) bool { return lockMap(e) == m })
}

// after is what is held after the statement.
func (h lockset) after(tid *ir.Expr, s ir.Stmt) lockset {
	switch s := s.(type) {
	case *ir.Step:
		for _, d := range s.Do {
			h = h.after(tid, d)
		}
	case *ir.Havoc:
		for _, v := range s.Vars {
			h = h.unclear(v)
		}
	case *ir.Assign:
		return h.assigned(tid, s)
	}
	return h
}

// unclear is what is held after v has got any value.
func (h lockset) unclear(v *ir.Var) lockset {
	h.must = slices.DeleteFunc(slices.Clone(h.must), func(e *ir.Expr) bool {
		return mentions(e, func(x *ir.Var) bool { return x == v })
	})
	if v.Heap != nil && isLock(v) {
		h.any = maps.Clone(h.any)
		h.any[v] = true
	}
	return h
}

func (h lockset) assigned(tid *ir.Expr, s *ir.Assign) lockset {
	lock := lockTerm(s.Src)
	if s.Dst.Heap == nil || !isLock(s.Dst) || s.Src.Op != ir.OpStore || lock == nil || lockMap(lock) != s.Dst {
		return h.unclear(s.Dst)
	}
	same := func(e *ir.Expr) bool { return ir.Equal(e, lock) }
	switch value := s.Src.Args[len(s.Src.Args)-1]; {
	case ir.Equal(value, tid), value.Op == ir.OpTrue:
		h.must, h.may = append(slices.Clip(h.must), lock), append(slices.Clip(h.may), lock)
	case ir.Equal(value, ir.Free), value.Op == ir.OpFalse:
		h.must = slices.DeleteFunc(slices.Clone(h.must), func(e *ir.Expr) bool { return lockMap(e) == s.Dst })
		h.may = slices.DeleteFunc(slices.Clone(h.may), same)
	default:
		return h.unclear(s.Dst)
	}
	return h
}
