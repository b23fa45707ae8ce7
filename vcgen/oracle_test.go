package vcgen

import (
	"slices"
	"strconv"

	"github.com/calvin-go/calvin/ir"
)

// The oracle runs a program on all its states at once. Sorts are finite: integers of a few bits, Booleans, and arrays
// of these. A value is an int: the integer itself, 0 or 1, or for an array the number whose digits are its elements.

func sortSize(s *ir.Sort) int {
	switch s.Kind {
	case ir.KindBool:
		return 2
	case ir.KindArray:
		size := 1
		for range sortSize(s.Key) {
			size *= sortSize(s.Elem)
		}
		return size
	}
	return 1 << s.Bits
}

// lowest is the value that is digit 0 where an integer is a digit or key.
func lowest(s *ir.Sort) int {
	if s.Kind == ir.KindInt && s.Signed {
		return -1 << (s.Bits - 1)
	}
	return 0
}

// A state gives the program variables' values.
type state [8]int16

type oracle struct {
	slot map[*ir.Var]int
	size []int           // of the variables' sorts
	low  []int           // their lowest values
	env  map[*ir.Var]int // of bound variables
}

// A stateSet tells of every state, by number, whether it is in the set.
type stateSet []bool

func (o *oracle) number(st *state) int {
	n := 0
	for i, size := range o.size {
		n = n*size + int(st[i]) - o.low[i]
	}
	return n
}

func (o *oracle) none() stateSet {
	size := 1
	for _, n := range o.size {
		size *= n
	}
	return make(stateSet, size)
}

// each calls f for the states of the set.
func (o *oracle) each(set stateSet, f func(*state)) {
	for n, in := range set {
		if !in {
			continue
		}
		var st state
		for i := len(o.size) - 1; i >= 0; i-- {
			st[i] = int16(n%o.size[i] + o.low[i])
			n /= o.size[i]
		}
		f(&st)
	}
}

func (o *oracle) eval(e *ir.Expr, st *state) int {
	arg := func(i int) int { return o.eval(e.Args[i], st) }
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	switch e.Op {
	case ir.OpVar:
		if e.Var.Kind == ir.BoundVar {
			return o.env[e.Var]
		}
		return int(st[o.slot[e.Var]])
	case ir.OpInt:
		return int(e.Int.Int64())
	case ir.OpTrue, ir.OpFalse:
		return truth(e.Op == ir.OpTrue)
	case ir.OpNot:
		return 1 - arg(0)
	case ir.OpAnd, ir.OpOr:
		for i := range e.Args {
			if (arg(i) == 1) == (e.Op == ir.OpOr) {
				return truth(e.Op == ir.OpOr)
			}
		}
		return truth(e.Op == ir.OpAnd)
	case ir.OpImplies:
		return truth(arg(0) == 0 || arg(1) == 1)
	case ir.OpEq:
		return truth(arg(0) == arg(1))
	case ir.OpLt:
		return truth(arg(0) < arg(1))
	case ir.OpLe:
		return truth(arg(0) <= arg(1))
	case ir.OpIte:
		return arg(2 - arg(0))
	case ir.OpAdd:
		return arg(0) + arg(1)
	case ir.OpSub:
		return arg(0) - arg(1)
	case ir.OpQuo:
		return arg(0) / arg(1)
	case ir.OpRem:
		return arg(0) % arg(1)
	case ir.OpWrap:
		size := sortSize(e.Sort)
		return ((arg(0)-lowest(e.Sort))%size+size)%size + lowest(e.Sort)
	case ir.OpSelect:
		a, s := arg(0), e.Args[0].Sort
		for i := range e.Args[1:] {
			a, s = element(a, s, arg(i+1)), s.Elem
		}
		return a
	case ir.OpStore:
		var keys []int
		for i := range e.Args[1 : len(e.Args)-1] {
			keys = append(keys, arg(i+1))
		}
		return replace(arg(0), e.Sort, keys, arg(len(e.Args)-1))
	case ir.OpConstArray:
		a := 0
		for k := range sortSize(e.Sort.Key) {
			a = replace(a, e.Sort, []int{k + lowest(e.Sort.Key)}, arg(0))
		}
		return a
	case ir.OpForall, ir.OpExists:
		return truth(o.quantify(e, e.Bound, st))
	}
	panic("the oracle does not know the operator")
}

func (o *oracle) quantify(e *ir.Expr, vs []*ir.Var, st *state) bool {
	if len(vs) == 0 {
		return o.eval(e.Args[0], st) == 1
	}
	old := o.env[vs[0]]
	defer func() { o.env[vs[0]] = old }()
	for i := range sortSize(vs[0].Sort) {
		o.env[vs[0]] = lowest(vs[0].Sort) + i
		if o.quantify(e, vs[1:], st) == (e.Op == ir.OpExists) {
			return e.Op == ir.OpExists
		}
	}
	return e.Op == ir.OpForall
}

// digit returns the weight of the key's digit.
func digit(s *ir.Sort, key int) int {
	weight := 1
	for range key - lowest(s.Key) {
		weight *= sortSize(s.Elem)
	}
	return weight
}

func element(a int, s *ir.Sort, key int) int {
	return a/digit(s, key)%sortSize(s.Elem) + lowest(s.Elem)
}

func replace(a int, s *ir.Sort, keys []int, val int) int {
	if len(keys) > 1 {
		val = replace(element(a, s, keys[0]), s.Elem, keys[1:], val)
	}
	return a + (val-element(a, s, keys[0]))*digit(s, keys[0])
}

func newOracle(p *ir.Program) *oracle {
	o := &oracle{slot: map[*ir.Var]int{}, env: map[*ir.Var]int{}}
	for i, v := range p.Vars {
		o.slot[v] = i
		o.size = append(o.size, sortSize(v.Sort))
		o.low = append(o.low, lowest(v.Sort))
	}
	return o
}

// all is the set of all states.
func (o *oracle) all() stateSet {
	set := o.none()
	for n := range set {
		set[n] = true
	}
	return set
}

// failures runs p and tells of each assertion whether it can fail, and of each cover whether it can be reached.
func failures(p *ir.Program) (fail []bool) {
	o := newOracle(p)
	states := map[*ir.Block]stateSet{p.Blocks[0]: o.all()}
	for _, b := range p.Blocks {
		now := states[b]
		if now == nil {
			now = o.none()
		}
		for _, s := range b.Stmts {
			next, bad, goal := o.run(s, now)
			if goal {
				fail = append(fail, bad)
			}
			now = next
		}
		for _, s := range b.Succs {
			if states[s] == nil {
				states[s] = o.none()
			}
			for n, in := range now {
				states[s][n] = states[s][n] || in
			}
		}
	}
	return fail
}

// fails reports whether the goal of the given number fails in an execution that passes the points, one a block, with
// the values that they show.
func fails(p *ir.Program, goal int, points []Point) bool {
	o := newOracle(p)
	now := o.all()
	shown := map[string]string{}
	number := 0 // of the next goal
	for _, b := range p.Blocks {
		if len(points) == 0 || points[0].Mark != b.Stmts[0] {
			for _, s := range b.Stmts {
				if _, _, isGoal := o.run(s, o.none()); isGoal {
					number++
				}
			}
			continue
		}
		for _, v := range points[0].Shows {
			shown[v.Label] = v.Text
		}
		points = points[1:]
		now = o.matching(p, now, shown)
		for _, s := range b.Stmts {
			next, bad, isGoal := o.run(s, now)
			if isGoal && number == goal {
				return bad && len(points) == 0
			}
			if isGoal {
				number++
			}
			now = next
		}
		if len(points) > 0 && !slices.ContainsFunc(b.Succs, func(s *ir.Block) bool { return points[0].Mark == s.Stmts[0] }) {
			return false
		}
	}
	return false
}

// matching keeps the states that have the values shown.
func (o *oracle) matching(p *ir.Program, now stateSet, shown map[string]string) stateSet {
	var slots []int
	var want []int16
	for i, v := range p.Vars {
		if text, ok := shown[v.Name]; ok {
			n, err := strconv.Atoi(text)
			if err != nil && text == "true" {
				n = 1
			}
			slots, want = append(slots, i), append(want, int16(n))
		}
	}
	next := o.none()
	o.each(now, func(st *state) {
		for i, slot := range slots {
			if st[slot] != want[i] {
				return
			}
		}
		next[o.number(st)] = true
	})
	return next
}

// run executes one statement; goal tells whether it is one that may fail, and bad whether it does.
func (o *oracle) run(s ir.Stmt, now stateSet) (next stateSet, bad, goal bool) {
	next = o.none()
	add := func(st *state) { next[o.number(st)] = true }
	switch s := s.(type) {
	case *ir.Assume:
		o.each(now, func(st *state) {
			if o.eval(s.Cond, st) == 1 {
				add(st)
			}
		})
	case *ir.Assert:
		goal = true
		o.each(now, func(st *state) {
			if o.eval(s.Cond, st) == 1 {
				add(st)
			} else {
				bad = true
			}
		})
	case *ir.Cover:
		return now, slices.Contains(now, true), true
	case *ir.Assign:
		o.each(now, func(st *state) {
			st[o.slot[s.Dst]] = int16(o.eval(s.Src, st))
			add(st)
		})
	case *ir.Havoc:
		for _, v := range s.Vars {
			next = o.none()
			o.each(now, func(st *state) {
				for i := range sortSize(v.Sort) {
					st[o.slot[v]] = int16(lowest(v.Sort) + i)
					next[o.number(st)] = true
				}
			})
			now = next
		}
	case *ir.Mark:
		return now, false, false
	}
	return next, bad, goal
}
