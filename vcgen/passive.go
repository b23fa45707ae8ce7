package vcgen

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/calvin-go/calvin/ir"
)

// A passive program has no assignments left: every expression in it is canonical and speaks of versions, each of which
// has one value in an execution (Flanagan and Saxe, POPL 2001). An assigned variable simply stands for the term it was
// assigned, which the graph shares; havocs and joins make new versions.
type passive struct {
	blocks []*block
	points []*point // in program order
}

// A block is reached when the literal of its first segment is true. It is split into segments after assertions, so that
// each goal has exactly the assumptions before it.
type block struct {
	name     string
	number   int // its place in the passive program
	in       []*edge
	segments []*segment
	marks    []marked
	env      map[*ir.Var]*ir.Expr // at the end, of what is live there
	known    *known
	before   map[*block]bool // memo of leading
	around   blockSet        // memo
}

// An edge is how control comes from another block.
type edge struct {
	from  *block
	lit   *ir.Expr             // the literal of from's end if this is the only edge into its block
	equal []*ir.Expr           // versions made at the join, equated with what they are along this edge
	value map[*ir.Var]*ir.Expr // the same: what each is
}

type segment struct {
	lit     *ir.Expr
	assumed []*ir.Expr
}

// A point is an Assert or a Cover.
type point struct {
	block  *block
	reach  *ir.Expr // literal of the segment that ends here
	marks  int      // how many of the block's marks come before
	assert *ir.Assert
	cover  *ir.Cover
	cond   *ir.Expr // canonical, of assert
	shows  []show
}

type marked struct {
	mark  *ir.Mark
	mover *ir.Expr // may be nil
	shows []show
}

type show struct {
	label string
	value *ir.Expr
}

// end is the literal that is true where control leaves b.
func (b *block) end() *ir.Expr { return b.segments[len(b.segments)-1].lit }

// passify brings the program into passive form.
func (g *generator) passify() (*passive, error) {
	preds, err := predecessors(g.prog.Blocks)
	if err != nil {
		return nil, err
	}
	live := liveIn(g.prog.Blocks, g.terms.heed)
	p := &passive{}
	made := map[*ir.Block]*block{}
	for i, src := range g.prog.Blocks {
		w := &passifier{generator: g, out: p}
		w.enter(src, i == 0, preds[src], made, live[src])
		for _, s := range src.Stmts {
			g.terms.heed()
			if err := w.stmt(s); err != nil {
				return nil, fmt.Errorf("block %s: %w", src.Name, err)
			}
		}
		w.settle()
		w.keepLive(src, live)
		made[src] = w.block
		p.blocks = append(p.blocks, w.block)
	}
	return p, nil
}

// predecessors inverts the graph, and makes sure that the blocks are in topological order.
func predecessors(blocks []*ir.Block) (map[*ir.Block][]*ir.Block, error) {
	if len(blocks) == 0 {
		return nil, fmt.Errorf("the program has no blocks")
	}
	position := map[*ir.Block]int{}
	for i, b := range blocks {
		position[b] = i
	}
	preds := map[*ir.Block][]*ir.Block{}
	for i, b := range blocks {
		for _, s := range b.Succs {
			if j, ok := position[s]; !ok || j <= i {
				return nil, fmt.Errorf("block %s leads to %s: the program is not in topological order", b.Name, s.Name)
			}
			if !slices.Contains(preds[s], b) {
				preds[s] = append(preds[s], b)
			}
		}
	}
	return preds, nil
}

// A passifier translates one block.
type passifier struct {
	*generator
	out     *passive
	block   *block
	env     map[*ir.Var]*ir.Expr
	assumed []*ir.Expr // the assumptions since the last point, which no segment holds yet
}

// enter makes the block, its edges and the versions that start there.
func (w *passifier) enter(src *ir.Block, entry bool, preds []*ir.Block, made map[*ir.Block]*block, live varSet) {
	w.block = &block{name: src.Name, number: len(w.out.blocks)}
	w.env = map[*ir.Var]*ir.Expr{}
	for _, p := range preds {
		from := made[p]
		e := &edge{from: from, lit: from.end(), value: map[*ir.Var]*ir.Expr{}}
		if len(preds) > 1 {
			e.lit = w.literal("edge." + from.name + "." + src.Name)
		}
		w.block.in = append(w.block.in, e)
	}
	w.join(live)
	w.segment(w.reached(entry))
	w.block.known = newKnown(w.dominator())
}

// dominator has what is known in the last block through which all ways here lead.
func (w *passifier) dominator() *known {
	var k *known
	for i, e := range w.block.in {
		if i == 0 {
			k = e.from.known
		} else {
			k = common(k, e.from.known)
		}
	}
	return k
}

// reached is what follows from the block's being reached.
func (w *passifier) reached(entry bool) []*ir.Expr {
	if entry {
		return nil
	}
	var ways []*ir.Expr
	for _, e := range w.block.in {
		ways = append(ways, e.lit)
	}
	return []*ir.Expr{w.terms.canon(ir.Or(ways...))}
}

// join gives every live variable its value at the start of the block: the common one, or a version.
func (w *passifier) join(live varSet) {
	if len(w.block.in) == 0 {
		return
	}
	for _, v := range w.assigned {
		if !live[v] {
			continue
		}
		first := w.at(w.block.in[0].from.env, v)
		same := true
		for _, e := range w.block.in[1:] {
			same = same && w.at(e.from.env, v) == first
		}
		if same {
			w.env[v] = first
			continue
		}
		merged := w.version(v, w.block, joined)
		w.env[v] = merged
		for _, e := range w.block.in {
			value := w.at(e.from.env, v)
			e.value[merged.Var] = value
			e.equal = append(e.equal, w.terms.canon(ir.Eq(merged, value)))
		}
	}
}

// segment opens a segment of the block that assumes conds.
func (w *passifier) segment(conds []*ir.Expr) {
	name := "block." + w.block.name
	if n := len(w.block.segments); n > 0 {
		conds = append([]*ir.Expr{w.block.end()}, conds...)
		name += "." + strconv.Itoa(n+1)
	}
	w.block.segments = append(w.block.segments, &segment{lit: w.literal(name), assumed: conds})
}

// settle makes the assumptions so far part of the literal that end returns.
func (w *passifier) settle() {
	if len(w.assumed) == 0 {
		return
	}
	if first := w.block.segments[0]; len(w.block.segments) == 1 && !w.used(first) {
		first.assumed = append(first.assumed, w.assumed...)
	} else {
		w.segment(w.assumed)
	}
	w.assumed = nil
}

// used reports whether a point already relies on what seg assumes.
func (w *passifier) used(seg *segment) bool {
	n := len(w.out.points)
	return n > 0 && w.out.points[n-1].reach == seg.lit
}

func (w *passifier) keepLive(src *ir.Block, live map[*ir.Block]varSet) {
	w.block.env = map[*ir.Var]*ir.Expr{}
	for _, s := range src.Succs {
		for v := range live[s] {
			if e := w.env[v]; e != nil {
				w.block.env[v] = e
			}
		}
	}
}

func (w *passifier) stmt(s ir.Stmt) error {
	switch s := s.(type) {
	case *ir.Assume:
		return w.assume(s)
	case *ir.Assert:
		return w.assert(s)
	case *ir.Assign:
		val, err := w.value(s.Src)
		if err != nil {
			return fmt.Errorf("assignment to %s: %w", s.Dst.Name, err)
		}
		w.env[s.Dst] = val
		w.label(val, w.versionName(s.Dst))
		return nil
	case *ir.Havoc:
		for _, v := range s.Vars {
			w.env[v] = w.version(v, w.block, arbitrary)
		}
		return nil
	case *ir.Mark:
		return w.mark(s)
	case *ir.Cover:
		return w.point(&point{cover: s}, s.Check.Shows)
	}
	return fmt.Errorf("statement %T has no encoding", s)
}

func (w *passifier) assume(s *ir.Assume) error {
	cond, err := w.value(s.Cond)
	if err != nil {
		return fmt.Errorf("assume: %w", err)
	}
	if s.Candidate == nil {
		w.rely(cond)
	} else if w.skips(s.Candidate) {
		return nil
	} else if c := w.candidate(s.Candidate); !c.hopeless {
		c.assumed = true
		w.rely(w.implies(c.lit, cond))
		w.block.known.propose(c.lit, cond)
	}
	return nil
}

func (w *passifier) assert(s *ir.Assert) error {
	cond, err := w.value(s.Cond)
	if err != nil {
		return fmt.Errorf("assert: %w", err)
	}
	cond = w.rest(cond, w.block.known)
	switch {
	case s.Candidate != nil && w.skips(s.Candidate):
		return nil
	case s.Candidate != nil:
		return w.oblige(s, cond)
	}
	if err := w.point(&point{assert: s, cond: cond}, s.Check.Shows); err != nil {
		return err
	}
	w.rely(w.withoutLiterals(cond))
	return nil
}

// oblige makes an obligation of an asserted candidate, unless its form decides it. One that is false on the way into its
// loop, where it has not been assumed yet, is no candidate any more. (Of the 40 candidates for the loop of
// an allocator 28 are left then, and of their 80 obligations 22.)
func (w *passifier) oblige(s *ir.Assert, cond *ir.Expr) error {
	c := w.candidate(s.Candidate)
	c.hopeless = c.hopeless || cond.Op == ir.OpFalse && !c.assumed
	if c.hopeless || cond.Op == ir.OpTrue {
		return nil
	}
	return w.point(&point{assert: s, cond: cond}, s.Check.Shows)
}

// withoutLiterals is cond without the literals of candidates that rest has put for what follows from them. They are never relied on,
// as the candidates may fall.
func (w *passifier) withoutLiterals(cond *ir.Expr) *ir.Expr {
	isLiteral := func(e *ir.Expr) bool { return e.Op == ir.OpVar && w.origins[e.Var].kind == control }
	switch {
	case isLiteral(cond):
		return ir.True
	case cond.Op == ir.OpAnd:
		return w.terms.canon(ir.And(slices.DeleteFunc(slices.Clone(cond.Args), isLiteral)...))
	}
	return cond
}

// rely makes cond an assumption of what follows.
func (w *passifier) rely(cond *ir.Expr) {
	if cond.Op != ir.OpTrue {
		w.assumed = append(w.assumed, cond)
		w.block.known.add(cond)
	}
}

// point adds a point whose goal has the assumptions so far.
func (w *passifier) point(pt *point, shows []ir.Show) (err error) {
	w.settle()
	pt.block, pt.reach, pt.marks = w.block, w.block.end(), len(w.block.marks)
	pt.shows, err = w.shows(shows)
	w.out.points = append(w.out.points, pt)
	return err
}

func (w *passifier) mark(s *ir.Mark) error {
	m := marked{mark: s}
	var err error
	if s.Mover != nil {
		if m.mover, err = w.value(s.Mover); err != nil {
			return fmt.Errorf("mark: %w", err)
		}
	}
	m.shows, err = w.shows(s.Shows)
	w.block.marks = append(w.block.marks, m)
	return err
}

// shows evaluates what is to be shown. Truth values of quantified formulas are left out: a model need not settle them.
func (w *passifier) shows(in []ir.Show) ([]show, error) {
	var out []show
	for _, s := range in {
		val, err := w.value(s.Value)
		if err != nil {
			return nil, fmt.Errorf("value of %s: %w", s.Label, err)
		}
		if !w.terms.notes[val].quantified {
			out = append(out, show{s.Label, val})
		}
	}
	return out, nil
}

// value is e over the versions current here.
func (w *passifier) value(e *ir.Expr) (*ir.Expr, error) {
	val := w.terms.subst(e, func(v *ir.Var) *ir.Expr {
		if v.Kind == ir.BoundVar {
			return nil
		}
		return w.at(w.env, v)
	})
	if free := w.terms.notes[val].free; len(free) > 0 {
		return nil, fmt.Errorf("variable %s is not bound", free[0].Name)
	}
	return val, nil
}
