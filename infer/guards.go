package infer

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
)

// A guard is what is proposed for a variable, or what is written there.
type guard struct {
	variable  *types.Var
	locks     []string // any of them for reading, all for writing; none: no lock is meant
	lines     []string // to be added; none: it is written already
	evidence  string
	elsewhere []*access // that do not count
	agree     []*access
	against   []*access
}

// Strong evidence for a guard in spite of accesses without it: so many accesses agree, and such a share of all.
const (
	strongCount = 2
	strongShare = 2.0 / 3
)

// guards chooses the guards of all variables, from what is written or else from the accesses.
func (p *program) guards() map[*types.Var]*guard {
	by := map[*types.Var][]*access{}
	for _, key := range slices.SortedFunc(maps.Keys(p.accesses), func(a, b accessKey) int { return p.inOrder(a, b) }) {
		if a := p.accesses[key]; !a.fresh {
			by[key.variable] = append(by[key.variable], a)
		}
	}
	guards := map[*types.Var]*guard{}
	for v, all := range by {
		var g *guard
		if written := p.written(v); written != nil {
			g = p.asWritten(v, written, all)
		} else if p.anyway && p.isCovered(v) {
			continue
		} else {
			if g = p.forAppended(v, all); g == nil {
				g = p.choose(v, all)
			}
		}
		if g == nil { // what was seen to happen before the memory was shared may not count
			g = p.choose(v, slices.DeleteFunc(slices.Clone(all), (*access).unshared))
		}
		if g != nil {
			guards[v] = g
		}
	}
	for key, a := range p.accesses {
		if g := guards[key.variable]; g != nil && a.fresh {
			g.elsewhere = append(g.elsewhere, a)
		}
	}
	p.publish(guards)
	p.pools(guards)
	p.handing(guards)
	p.closers(guards)
	for v, locks := range p.conds {
		if g := condition(v, locks); g != nil && p.written(v) == nil {
			guards[v] = g
		}
	}
	return guards
}

func (p *program) inOrder(a, b accessKey) int {
	x, y := p.fset.Position(a.pos), p.fset.Position(b.pos)
	return cmp.Or(cmp.Compare(x.Filename, y.Filename), cmp.Compare(x.Offset, y.Offset))
}

// written returns the guard that the variable has in the source.
func (p *program) written(v *types.Var) *annot.Guard {
	if v.Pkg() == nil || p.annots[v.Pkg().Path()] == nil {
		return nil
	}
	return p.annots[v.Pkg().Path()].Guards[v]
}

// asWritten reads which locks the guard in the source is about.
func (p *program) asWritten(v *types.Var, w *annot.Guard, all []*access) *guard {
	g := &guard{variable: v}
	for _, clauses := range [][]*annot.Clause{w.Read, w.Write, w.ElemRead, w.ElemWrite} {
		for _, c := range clauses {
			for _, l := range locksIn(c.Expr) {
				if text := lockText(l); !slices.Contains(g.locks, text) {
					g.locks = append(g.locks, text)
				}
			}
		}
	}
	g.agree = all
	return g
}

// choose picks the guard that most accesses keep to; nil if none is needed, or none stands out.
func (p *program) choose(v *types.Var, all []*access) *guard {
	if !slices.ContainsFunc(all, func(a *access) bool { return a.write }) { // as it was when the object was shared, for good
		return p.forWhatIsBehind(v, all)
	}
	if memory.IsAtomic(v.Type()) {
		return p.chooseAtomic(v, all)
	}
	if p.anyway {
		if g := p.byLockAndAtomics(v, all); g != nil {
			return g
		}
	}
	if g := p.byAtomicElements(v, all); g != nil {
		return g
	}
	if n := count(all, func(a *access) bool { return a.atomic }); n > 0 && p.enough(n, len(all)) {
		return split(&guard{variable: v, lines: []string{"atomic_only"}, evidence: "go through sync/atomic"}, all,
			func(a *access) bool { return a.atomic })
	}
	if g := p.byGoroutine(v, all); g != nil && (onlyByGoroutine(g) || len(g.against) == 0 && p.byOne(v, all) == nil) {
		return g
	}
	for _, way := range []func(*types.Var, []*access) *guard{p.byOne, p.byAll, p.byBoth, p.byElement, p.byMost, p.byWrites, p.byGoroutine} {
		if g := way(v, all); g != nil {
			return g
		}
	}
	if p.anyway && slices.ContainsFunc(all, func(a *access) bool { return a.atomic }) { // whoever uses sync/atomic expects other goroutines
		return split(&guard{variable: v, lines: []string{"atomic_only"}, evidence: "go through sync/atomic"}, all,
			func(a *access) bool { return a.atomic })
	}
	return nil
}

// forAppended picks the guard of a slice to which the program only appends, if elements are read without it: nobody
// writes one that others know.
func (p *program) forAppended(v *types.Var, all []*access) *guard {
	if !p.appendOnly[v] {
		return nil
	}
	g := p.choose(v, slices.DeleteFunc(slices.Clone(all), func(a *access) bool { return a.element }))
	if g == nil || len(g.locks) != 1 || len(g.lines) != 1 ||
		count(all, func(a *access) bool { return a.element && !p.holding(a, g.locks[0]) }) == 0 {
		return nil
	}
	g.lines = append(g.lines, fmt.Sprintf("readable_if[%s] true", index), fmt.Sprintf("writable_if[%s] false", index))
	return g
}

func count(all []*access, is func(*access) bool) int {
	n := 0
	for _, a := range all {
		if is(a) {
			n++
		}
	}
	return n
}

// enough reports whether so many of all are evidence as strong as is asked for.
func (p *program) enough(n, all int) bool {
	if p.anyway {
		return n > 0 && 2*n >= all
	}
	return n == all || n >= strongCount && float64(n) >= strongShare*float64(all)
}

func split(g *guard, all []*access, agrees func(*access) bool) *guard {
	for _, a := range all {
		if agrees(a) {
			g.agree = append(g.agree, a)
		} else {
			g.against = append(g.against, a)
		}
	}
	return g
}

// holding reports whether the access is made under the lock of that name.
func (p *program) holding(a *access, lock string) bool {
	return p.heldAs(a, lock) != nil
}

func (p *program) heldAs(a *access, lock string) *memory.Place {
	for l, m := range a.held {
		if !m.allows(a.write) {
			continue
		}
		for _, n := range p.named(a, l) {
			if n.text == lock {
				return l
			}
		}
	}
	return nil
}

// candidates lists the locks that some access is made under, the most likely first. A lock that is held as often as a
// channel is closed, or about to be, says more: it is taken each time.
func (p *program) candidates(all []*access) []guardLock {
	found := map[guardLock]int{}
	closed := map[guardLock]int{} // 1 if it is a channel
	for _, a := range all {
		own := map[guardLock]bool{}
		for l, m := range a.held {
			if m.allows(a.write) {
				for _, n := range p.named(a, l) {
					own[n] = true
					if isChannel(l) {
						closed[n] = 1
					}
				}
			}
		}
		for n := range own {
			found[n]++
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b guardLock) int {
		return cmp.Or(cmp.Compare(found[b], found[a]), cmp.Compare(closed[a], closed[b]), cmp.Compare(a.far, b.far), cmp.Compare(a.text, b.text))
	})
}

// byOne finds a lock that is held at every access.
func (p *program) byOne(v *types.Var, all []*access) *guard {
	for _, c := range p.candidates(all) {
		if c.indexed || count(all, func(a *access) bool { return !p.holding(a, c.text) }) > 0 {
			continue
		}
		return &guard{variable: v, locks: []string{c.text}, lines: []string{"guarded_by " + c.text}, evidence: "hold " + c.text, agree: all}
	}
	return nil
}

// byAll finds locks that are all held at every write, and at least one of them at every read.
func (p *program) byAll(v *types.Var, all []*access) *guard {
	var locks []string
	for _, c := range p.candidates(all) {
		if !c.indexed && c.far < elsewhere && count(all, func(a *access) bool { return a.write && !p.holding(a, c.text) }) == 0 {
			locks = append(locks, c.text)
		}
	}
	if len(locks) < 2 {
		return nil
	}
	slices.Sort(locks)
	for _, a := range all {
		if !slices.ContainsFunc(locks, func(l string) bool { return p.holding(a, l) }) {
			return nil
		}
	}
	list := strings.Join(locks, ", ")
	return &guard{variable: v, locks: locks, lines: []string{"guarded_by " + list}, agree: all,
		evidence: "hold one of " + list + "; writes hold all"}
}

// byBoth finds a lock for a variable that one goroutine alone writes, under the lock: that goroutine may read without it, and does.
func (p *program) byBoth(v *types.Var, all []*access) *guard {
	alone := p.goroutinesOf(v, all)
	var loop *types.Func
	for _, a := range all {
		if a.write && (alone[a] == nil || loop != nil && alone[a] != loop) {
			return nil
		} else if a.write {
			loop = alone[a]
		}
	}
	if loop == nil {
		return nil
	}
	for _, c := range p.candidates(all) {
		holds := func(a *access) bool { return p.holding(a, c.text) }
		agrees := func(a *access) bool { return holds(a) || !a.write && alone[a] == loop }
		without := count(all, func(a *access) bool { return !holds(a) && agrees(a) })
		if c.indexed || c.far >= elsewhere || without == 0 || !p.enough(count(all, agrees), len(all)) ||
			!slices.ContainsFunc(all, func(a *access) bool { return a.write && holds(a) }) {
			continue
		}
		return split(&guard{variable: v, locks: []string{c.text}, lines: []string{"guarded_by " + c.text, "confined_to " + loop.Name()},
			evidence: "hold " + c.text + ", or read in the goroutine that runs " + loop.Name() + ", which makes all writes"}, all, agrees)
	}
	return nil
}

// byElement finds a lock for the elements alone, of an array or a slice that stays what it is.
func (p *program) byElement(v *types.Var, all []*access) *guard {
	switch v.Type().Underlying().(type) {
	case *types.Array, *types.Slice:
	default:
		return nil
	}
	var elements []*access
	for _, a := range all {
		switch {
		case a.element:
			elements = append(elements, a)
		case a.write:
			return nil
		}
	}
	for _, c := range p.candidates(elements) {
		agrees := func(a *access) bool { return p.holding(a, c.text) }
		if !p.enough(count(elements, agrees), len(elements)) {
			continue
		}
		g := &guard{variable: v, locks: []string{c.text}, evidence: "hold " + c.text, lines: []string{fmt.Sprintf("accessible_if[%s] held(%s)", index, c.text)}}
		if slices.ContainsFunc(elements, func(a *access) bool { return agrees(a) && a.held[p.heldAs(a, c.text)]&reading != 0 }) {
			g.lines = []string{
				fmt.Sprintf("readable_if[%s] held(%s) || rheld(%s)", index, c.text, c.text), fmt.Sprintf("writable_if[%s] held(%s)", index, c.text),
			}
		}
		return split(g, elements, agrees)
	}
	return nil
}

// byAtomicElements finds a slice of which the elements are accessed by sync/atomic. Where several goroutines may do
// that, whoever uses it expects others, so one access is enough if a guard is needed. The slice itself is set before
// others can reach it.
func (p *program) byAtomicElements(v *types.Var, all []*access) *guard {
	if _, ok := v.Type().Underlying().(*types.Slice); !ok {
		return nil
	}
	var elements []*access
	for _, a := range all {
		switch {
		case a.element:
			elements = append(elements, a)
		case a.write:
			return nil
		}
	}
	atomic := func(a *access) bool { return a.atomic }
	if n := count(elements, atomic); n == 0 || !p.anyway && !p.enough(n, len(elements)) {
		return nil
	}
	return split(&guard{variable: v, lines: []string{"atomic_only"}, evidence: "go through sync/atomic"}, elements, atomic)
}

// byMost finds a lock that is held nearly always: where it is not, that is likely to be wrong.
func (p *program) byMost(v *types.Var, all []*access) *guard {
	for _, c := range p.candidates(all) {
		agrees := func(a *access) bool { return p.holding(a, c.text) }
		if c.indexed || !p.enough(count(all, agrees), len(all)) || p.tellsOfNoWrite(all, c.text) {
			continue
		}
		return split(&guard{variable: v, locks: []string{c.text}, lines: []string{"guarded_by " + c.text}, evidence: "hold " + c.text}, all, agrees)
	}
	return nil
}

// tellsOfNoWrite reports whether a lock is a sync.Once, or the like, under which nobody writes what others write
// without it: that its function has run says nothing of such a variable.
func (p *program) tellsOfNoWrite(all []*access, lock string) bool {
	written := false
	for _, a := range all {
		l := p.heldAs(a, lock)
		if a.write && l != nil || l != nil && !isChannel(l) && lockKind(l) != annot.Once {
			return false
		}
		written = written || a.write
	}
	return written
}

// byWrites finds a lock of the same object that is held wherever the variable is written. That is evidence enough where
// a guard is needed, however many reads forget it.
func (p *program) byWrites(v *types.Var, all []*access) *guard {
	if !p.anyway {
		return nil
	}
	for _, c := range p.candidates(all) {
		if c.indexed || c.far >= elsewhere || count(all, func(a *access) bool { return a.write && !p.holding(a, c.text) }) > 0 {
			continue
		}
		return split(&guard{variable: v, locks: []string{c.text}, lines: []string{"guarded_by " + c.text}, evidence: "hold " + c.text}, all,
			func(a *access) bool { return p.holding(a, c.text) })
	}
	return nil
}

// chooseAtomic finds a lock that is held at every write of a variable that anybody may read at any time.
func (p *program) chooseAtomic(v *types.Var, all []*access) *guard {
	var writes []*access
	for _, a := range all {
		if a.write {
			writes = append(writes, a)
		}
	}
	for _, c := range p.candidates(writes) {
		held := func(a *access) bool { l := p.heldAs(a, c.text); return l != nil && !isChannel(l) }
		if c.indexed || count(writes, held) < len(writes) {
			continue
		}
		of := ""
		if _, ok := v.Type().Underlying().(*types.Array); ok {
			of = "[" + index + "]"
		}
		return &guard{
			variable: v, locks: []string{c.text}, evidence: "that write hold " + c.text, agree: writes,
			lines: []string{fmt.Sprintf("writable_if%s held(%s)", of, c.text)},
		}
	}
	return nil
}

// byLockAndAtomics finds a lock that is held at every write of a variable, which goes through sync/atomic, and at every read that does not.
func (p *program) byLockAndAtomics(v *types.Var, all []*access) *guard {
	atomics := count(all, func(a *access) bool { return a.atomic })
	for _, c := range p.candidates(all) {
		keeps := func(a *access) bool { return a.atomic && !a.write || (a.atomic || !a.write) && p.holding(a, c.text) }
		if c.indexed || atomics == 0 || atomics == len(all) || count(all, keeps) < len(all) {
			continue
		}
		return &guard{
			variable: v, locks: []string{c.text}, agree: all, evidence: "hold " + c.text + " or read by sync/atomic",
			lines: []string{"atomic_only", "writable_if held(" + c.text + ")"},
		}
	}
	return nil
}

// condition names the lock of the sync.Conds that a variable holds, if it is always the same.
func condition(v *types.Var, locks map[string]int) *guard {
	if len(locks) != 1 || locks[""] > 0 {
		return nil
	}
	for l := range locks {
		return &guard{variable: v, lines: []string{"condition_of " + l}, evidence: "made with " + l}
	}
	return nil
}

// condition notes of which lock a sync.Cond is that is stored at a place.
func (f *flow) condition(at *memory.Place, v ssa.Value) {
	if !f.record || f.initial || !strings.HasSuffix(v.Type().String(), "*sync.Cond") {
		return
	}
	field, base, in := f.variable(at)
	if field == nil || base == nil || len(in) > 0 {
		return
	}
	c := condOf{in: &access{variable: field, base: base}}
	if call, ok := v.(*ssa.Call); ok && memory.Declared(memory.Callee(&call.Call)) != nil && memory.Declared(memory.Callee(&call.Call)).FullName() == "sync.NewCond" {
		c.lock = f.Target(call.Call.Args[0])
	}
	f.notes[f.fn].conds = append(f.notes[f.fn].conds, c)
}
