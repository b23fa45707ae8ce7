package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// number stands in front of the name of a global variable without references: nothing is kept there, nor comes from there.
const number = "="

// A value is what the analysis knows of a Go value: the class that each cell of it leads to.
type value struct {
	labels []string
	nodes  []int32
}

// A solver finds the classes of functions that call each other. A call of one of them is not instantiated: its arguments and the
// parameters are of the same classes.
type solver struct {
	*graph
	unit   *unit
	fns    []*ssa.Function
	within map[*ssa.Function]*local
	values map[ssa.Value]value
	tuples map[ssa.Value][]value
	sites  []*site
	marked int  // changes when it was last found what callers pass
	locked bool // a lock is held at what is looked at
}

// A local is what is found of one of the functions.
type local struct {
	results []value
	facts   facts
}

// facts are what a summary says besides of memory.
type facts struct {
	waits  bool
	ends   bool   // may end the program, or the goroutine
	panics bool   // may panic
	opaque string // what unknown code it may call
}

func (f *facts) join(other facts) {
	f.waits = f.waits || other.waits
	f.ends = f.ends || other.ends
	f.panics = f.panics || other.panics
	if f.opaque == "" {
		f.opaque = other.opaque
	}
}

// A site is a call whose callee is found among the classes.
type site struct {
	in      *ssa.Function
	node    int32
	method  string // direct for a function value
	args    []value
	results []value
	spawned bool // by a go statement
	locked  bool // while a lock is held
	applied map[string]bool
}

func newSolver(u *unit, fns []*ssa.Function) *solver {
	s := &solver{
		graph: newGraph(), unit: u, fns: fns, within: map[*ssa.Function]*local{}, values: map[ssa.Value]value{}, tuples: map[ssa.Value][]value{},
	}
	for _, fn := range fns {
		loc := &local{}
		for i := range fn.Signature.Results().Len() {
			loc.results = append(loc.results, s.make(u.labels.of(fn.Signature.Results().At(i).Type())))
		}
		s.within[fn] = loc
	}
	return s
}

// solve finds the classes.
func (s *solver) solve() {
	for _, fn := range s.fns {
		held := locksHeld(fn)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s.locked = held[instr]
				s.instruction(fn, instr)
			}
		}
	}
	for {
		before := s.changes
		s.resolve()
		if s.changes == before {
			break
		}
	}
	var roots []int32
	for n := range s.nodes {
		if s.find(int32(n)) == int32(n) && s.nodes[n].flags&kept != 0 {
			roots = append(roots, int32(n))
		}
	}
	s.reach(roots, func(n int32) { s.nodes[n].flags |= kept })
}

// make returns a value of fresh classes.
func (s *solver) make(labels []string) value {
	v := value{labels: labels}
	for range labels {
		v.nodes = append(v.nodes, s.fresh())
	}
	return v
}

// value returns what is known of an operand.
func (s *solver) value(v ssa.Value) value {
	if known, ok := s.values[v]; ok {
		return known
	}
	known := s.make(s.unit.labels.of(v.Type()))
	switch v := v.(type) {
	case *ssa.Global:
		name := v.RelString(nil)
		if len(s.unit.labels.of(v.Type().(*types.Pointer).Elem())) == 0 {
			name = number + name
		}
		known.nodes = []int32{s.global(name)}
	case *ssa.Function:
		key := s.unit.keyOf(v)
		if bare, named := typeArguments(v); !named || len(bare) > 0 {
			s.nodes[known.nodes[0]].flags |= opaque // whose methods it calls is not seen at the call
		}
		s.nodes[known.nodes[0]].funcs = []string{key}
	case *ssa.Const:
		return known
	}
	s.values[v] = known
	return known
}

// only returns the class of a value that is one reference.
func (s *solver) only(v ssa.Value) int32 { return s.one(s.value(v)) }

// one returns the class that a value leads to, one of all if it has several cells.
func (s *solver) one(v value) int32 {
	if len(v.nodes) == 0 {
		return s.fresh()
	}
	for _, n := range v.nodes[1:] {
		s.union(v.nodes[0], n)
	}
	return v.nodes[0]
}

// bind has two values lead to the same classes.
func (s *solver) bind(a, b value) {
	if len(a.nodes) == 0 || len(b.nodes) == 0 {
		return
	}
	if slices.Equal(a.labels, b.labels) {
		for i := range a.nodes {
			s.union(a.nodes[i], b.nodes[i])
		}
		return
	}
	subset := func(x, y value) bool {
		return !slices.ContainsFunc(x.labels, func(l string) bool { return !slices.Contains(y.labels, l) })
	}
	if !subset(a, b) && !subset(b, a) || len(a.nodes) == 1 || len(b.nodes) == 1 {
		s.union(s.one(a), s.one(b))
		return
	}
	for i, l := range a.labels {
		if j := slices.Index(b.labels, l); j >= 0 {
			s.union(a.nodes[i], b.nodes[j])
		}
	}
}

// part returns the part of a value that has some labels: a field, or a component of a tuple.
func (s *solver) part(v value, labels []string) value {
	part := value{labels: labels}
	for _, l := range labels {
		i := slices.Index(v.labels, l)
		if i < 0 {
			i = slices.Index(v.labels, all)
		}
		switch {
		case i >= 0:
			part.nodes = append(part.nodes, v.nodes[i])
		default:
			part.nodes = append(part.nodes, s.one(v))
		}
	}
	return part
}

// load returns what the cells of an object hold.
func (s *solver) load(n int32, labels []string) value {
	v := value{labels: labels}
	for _, l := range labels {
		v.nodes = append(v.nodes, s.content(n, l))
	}
	return v
}

// put stores a value into an object.
func (s *solver) put(n int32, v value) {
	for i, l := range v.labels {
		s.store(n, l, v.nodes[i])
	}
}

// leak gives classes to unknown code.
func (s *solver) leak(v value) {
	for _, n := range v.nodes {
		s.union(n, s.unknown())
	}
}

// lose gives a class to unknown code that writes and calls what it finds.
func (s *solver) lose(n int32) {
	s.union(n, s.unknown())
	s.set(n, written|kept|later)
	s.addCalled(n, direct)
}

// unknownCall is a call of code of which nothing is known, but for what it can reach.
func (s *solver) unknownCall(fn *ssa.Function, what string, args, results []value) {
	s.lose(s.unknown())
	for _, v := range slices.Concat(args, results) {
		s.leak(v)
	}
	s.within[fn].facts.join(facts{waits: true, panics: true, opaque: what})
}
