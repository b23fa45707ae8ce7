package fusion

// This file finds numbers that cannot overflow. The terms that put a sum back into its range cost the solver more than half
// of its time, and most programs count to small numbers only.

// limits are bounds of what shared cells hold. A value goes from cell to cell by way of writes, each of which happens once;
// so no value is greater than the greatest constant and all that the writes add together, if every write adds a constant to
// what one read gave, or writes a constant.
type limits struct {
	tame  map[*cell]bool // all writes are of that form
	most  int64          // the bound of what they hold
	reads map[*term]*reading
}

// huge stands for everything that is too large to tell.
const huge = 1 << 61

func plus(a, b int64) int64 { return min(a+b, huge) }

func magnitude(v int64) int64 {
	if v <= -huge || v >= huge {
		return huge
	}
	return max(v, -v)
}

// newLimits looks at what is read and written after the cut.
func newLimits(f *formula) *limits {
	l := &limits{tame: map[*cell]bool{}, reads: f.reads}
	for c := range f.c.initial {
		l.tame[c] = true
	}
	for _, b := range f.c.branches {
		for _, c := range b.writes {
			l.tame[c] = l.tame[c] && b.at < f.cut
		}
	}
	for changed := true; changed; {
		changed = false
		for _, it := range f.c.items {
			if it.val != nil && l.tame[it.cell] && f.suffix(it) && !l.additive(it.val) {
				l.tame[it.cell], changed = false, true
			}
		}
	}
	greatest, sum := int64(0), int64(0)
	for c, t := range f.c.initial {
		if l.tame[c] {
			greatest = max(greatest, magnitude(t.val))
		}
	}
	for _, it := range f.c.items {
		switch {
		case it.val == nil || !l.tame[it.cell]:
		case f.suffix(it):
			sum = plus(sum, l.constants(it.val))
		default:
			greatest = max(greatest, magnitude(it.val.val))
		}
	}
	l.most = plus(greatest, sum)
	return l
}

// additive reports whether a term is a constant, or a constant and a symbol of a tame cell.
func (l *limits) additive(t *term) bool {
	switch t.op {
	case opConst:
		return true
	case opSymbol:
		r := l.reads[t]
		return r == nil || l.tame[r.item.cell]
	case opAdd, opSub:
		return t.kind.signed && l.additive(t.args[0]) && isConst(t.args[1]) || t.op == opAdd && t.kind.signed && isConst(t.args[0]) && l.additive(t.args[1])
	case "ite":
		return l.additive(t.args[1]) && l.additive(t.args[2])
	}
	return t.kind == truth
}

// constants is the sum of the constants in an additive term. What was read before the cut is one.
func (l *limits) constants(t *term) int64 {
	switch {
	case t.op == opConst, t.op == opSymbol && l.reads[t] == nil:
		return magnitude(t.val)
	case t.op == "ite":
		return plus(l.constants(t.args[1]), l.constants(t.args[2]))
	case t.kind == truth:
		return 1
	}
	sum := int64(0)
	for _, a := range t.args {
		sum = plus(sum, l.constants(a))
	}
	return sum
}

// bound is a bound of the magnitude of a term, huge if there is none.
func (l *limits) bound(t *term) int64 {
	switch t.op {
	case opConst:
		return magnitude(t.val)
	case opSymbol:
		r := l.reads[t]
		switch {
		case r == nil:
			return magnitude(t.val)
		case l.tame[r.item.cell]:
			return l.most
		}
	case opAdd, opSub:
		return plus(l.bound(t.args[0]), l.bound(t.args[1]))
	case opMul:
		a, b := l.bound(t.args[0]), l.bound(t.args[1])
		if a != 0 && b > huge/a {
			return huge
		}
		return a * b
	case "ite":
		return max(l.bound(t.args[1]), l.bound(t.args[2]))
	}
	return huge
}

// fits reports whether a term cannot leave the range of its type.
func (l *limits) fits(t *term) bool {
	return t.kind.signed && l.bound(t) < min(int64(1)<<(t.kind.bits-1)-1, huge)
}
