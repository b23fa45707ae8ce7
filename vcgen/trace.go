package vcgen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// A tracer turns models into executions: it walks back from the goal along the edges that are true, and reads off the
// marks on the way.
type tracer struct {
	prog   *ir.Program
	gen    *generator
	blocks map[*block]*tracedBlock
	tid    string // the running goroutine's term, or ""
}

// A tracedBlock has the terms of a block as they are to be evaluated.
type tracedBlock struct {
	in    []tracedEdge
	marks []tracedMark
}

type tracedEdge struct {
	from *block
	term string
}

type tracedMark struct {
	mark  *ir.Mark
	mover string // "" if unknown
	shows []tracedShow
}

type tracedShow struct {
	label, term string
	sort        *ir.Sort
}

func newTracer(w *writer, p *passive) *tracer {
	t := &tracer{prog: w.prog, gen: w.generator, blocks: map[*block]*tracedBlock{}}
	if f := w.prog.Func; f != nil && f.Tid != nil {
		t.tid = w.text(w.at(nil, f.Tid))
	}
	for _, b := range p.blocks {
		tb := &tracedBlock{}
		for _, e := range b.in {
			tb.in = append(tb.in, tracedEdge{e.from, w.text(e.lit)})
		}
		for _, m := range b.marks {
			tm := tracedMark{mark: m.mark, shows: writeShows(w, m.shows)}
			if m.mover != nil && !w.terms.notes[m.mover].quantified {
				tm.mover = w.symbol(m.mover)
			}
			tb.marks = append(tb.marks, tm)
		}
		t.blocks[b] = tb
	}
	return t
}

func writeShows(w *writer, in []show) []tracedShow {
	var out []tracedShow
	for _, s := range in {
		out = append(out, tracedShow{s.label, w.symbol(s.value), s.value.Sort})
	}
	return out
}

// attach gives the goal at pt its terms and its trace.
func (t *tracer) attach(goal *Goal, w *writer, pt *point) {
	failing := writeShows(w, pt.shows)
	terms := newTermList()
	t.collect(pt, terms)
	terms.shows(failing)
	specials := t.specials(terms.sorts)
	for _, s := range specials {
		terms.add(s.term)
	}
	goal.Terms = terms.list
	goal.Small = func(values map[string]string) (int, []string) { return t.small(pt, failing, values) }
	goal.Trace = func(values map[string]string) *Counterexample {
		f := newFormatter()
		for _, s := range specials {
			if e, ok := parseSexpr(values[s.term]); ok && f.special[e.String()] == "" {
				f.special[e.String()] = s.name
			}
		}
		return t.counterexample(pt, failing, values, f)
	}
}

// A termList collects terms, each once, and the sorts of the values that will be shown.
type termList struct {
	list  []string
	has   map[string]bool
	sorts []*ir.Sort
}

func newTermList() *termList { return &termList{has: map[string]bool{}} }

func (l *termList) add(term string) {
	if term != "" && !l.has[term] {
		l.has[term] = true
		l.list = append(l.list, term)
	}
}

func (l *termList) shows(shows []tracedShow) {
	for _, s := range shows {
		l.add(s.term)
		l.sorts = append(l.sorts, s.sort)
	}
}

// collect adds the terms of every block that may lie on the way to pt.
func (t *tracer) collect(pt *point, terms *termList) {
	seen := map[*block]bool{}
	var visit func(b *block, marks int)
	visit = func(b *block, marks int) {
		if seen[b] {
			return
		}
		seen[b] = true
		tb := t.blocks[b]
		for _, e := range tb.in {
			visit(e.from, len(t.blocks[e.from].marks))
			if len(tb.in) > 1 {
				terms.add(e.term)
			}
		}
		for _, m := range tb.marks[:marks] {
			terms.add(m.mover)
			terms.shows(m.shows)
		}
	}
	visit(pt.block, pt.marks)
}

// A special is a term whose value has a name of its own.
type special struct{ term, name string }

// specials lists those that may occur in values of the sorts.
func (t *tracer) specials(sorts []*ir.Sort) []special {
	kinds := map[ir.Kind]bool{}
	for _, s := range sorts {
		kindsIn(s, kinds)
	}
	var found []special
	if kinds[ir.KindRef] {
		found = append(found, special{"nil", "nil"})
	}
	if kinds[ir.KindTid] {
		found = append(found, special{"free", "free"})
		if t.tid != "" {
			found = append(found, special{t.tid, "G1"})
		}
	}
	if kinds[ir.KindOpaque] {
		for e, symbol := range t.gen.opaques {
			found = append(found, special{symbol, e.Name})
		}
		slices.SortFunc(found, func(a, b special) int { return cmp.Compare(a.term, b.term) })
	}
	return found
}

func kindsIn(s *ir.Sort, into map[ir.Kind]bool) {
	into[s.Kind] = true
	for _, f := range s.Fields {
		kindsIn(f.Sort, into)
	}
}

// counterexample reads the execution off a model.
func (t *tracer) counterexample(pt *point, failing []tracedShow, values map[string]string, f *formatter) *Counterexample {
	var path []*block
	for b := pt.block; b != nil; b = t.before(b, values) {
		path = append(path, b)
	}
	slices.Reverse(path)
	cx := &Counterexample{}
	last := map[string]string{}
	for _, b := range path {
		marks := t.blocks[b].marks
		if b == pt.block {
			marks = marks[:pt.marks]
		}
		for _, m := range marks {
			cx.Points = append(cx.Points, t.pointAt(m, values, f, last))
		}
	}
	for _, s := range failing {
		cx.Values = append(cx.Values, Value{s.label, f.text(values[s.term], s.sort)})
	}
	return cx
}

// before is the block from which the model's execution comes to b, nil at the entry.
func (t *tracer) before(b *block, values map[string]string) *block {
	in := t.blocks[b].in
	for _, e := range in {
		if len(in) == 1 || strings.TrimSpace(values[e.term]) == "true" {
			return e.from
		}
	}
	return nil
}

// pointAt shows a mark, and of its values those that differ from what was last shown under the same label.
func (t *tracer) pointAt(m tracedMark, values map[string]string, f *formatter, last map[string]string) Point {
	p := Point{Mark: m.mark}
	if e, ok := parseSexpr(values[m.mover]); ok {
		if n := integerValue(e); n != nil && n.IsInt64() && n.Int64() >= 0 && n.Int64() <= int64(ir.NonMover) {
			p.Mover = ir.Mover(n.Int64())
		}
	}
	for _, s := range m.shows {
		text := f.text(values[s.term], s.sort)
		if old, ok := last[s.label]; !ok || old != text {
			p.Shows = append(p.Shows, Value{s.label, text})
		}
		last[s.label] = text
	}
	return p
}
