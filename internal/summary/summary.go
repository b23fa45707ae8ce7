package summary

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Summary says what a caller has to know of one function.
type Summary struct {
	Name    string   // as go/types gives it: (*strings.Builder).Grow
	Params  []string // the receiver first
	Results []string
	Opaque  string // unknown code that it may call, directly or not, which may do anything with what it reaches; empty if there is none
	Unknown string // why the worst is said of the function; empty if its body was looked at

	Effects      []Effect // on parameters
	Origins      []Origin // of results
	Nil          []When   // results are nil
	Waits        bool     // may wait for what others do, or for a time
	MayEnd       bool     // may end the program, or the goroutine
	MayPanic     bool
	NeverReturns bool
	Ends         bool // does not return, as the program ends, or the goroutine, or a loop does not
	Changes      bool // may write what global variables lead to

	shape shape
}

// An Effect is what a function may do with what one of its arguments refers to.
type Effect uint16

const (
	Writes  Effect = 1 << iota // it may write what the argument leads to
	Keeps                      // what the argument refers to may be reached after the return by another way than the results
	Aliases                    // the results may lead to what the argument refers to
	Copies                     // the results, or what is written, may lead to what is behind what the argument refers to
	Calls                      // the argument, or methods of it, may be called
	Later                      // so, after the return or by another goroutine
)

// An Origin says where the memory of a result may come from, but for parameters.
type Origin uint8

const (
	Shared   Origin = 1 << iota // global variables lead to it, or something unknown
	Argument                    // a parameter does
)

// When says when a result is nil.
type When uint8

const (
	Maybe   When = iota
	OnError      // only if the last result, an error, is not
	Never
)

// Has reports whether the function may have an effect on its argument i, counted from the receiver.
func (s *Summary) Has(e Effect, i int) bool {
	return len(s.Effects) > 0 && s.Effects[min(i, len(s.Effects)-1)]&e != 0
}

// Fresh reports whether all memory that result i leads to was made by the call.
func (s *Summary) Fresh(i int) bool { return s.Origins[i] == 0 }

// Panics reports whether the function does not return, as it panics: nothing else is found to keep it from that.
func (s *Summary) Panics() bool { return s.NeverReturns && !s.Ends }

// describe derives the clauses of a summary from its shape.
func describe(fn *ssa.Function, sh shape) *Summary {
	s := &Summary{shape: sh}
	for i, p := range fn.Params {
		name := p.Name()
		if name == "" || name == "_" || name == "result" || slices.Contains(s.Params, name) {
			name = fmt.Sprint("p", i)
		}
		s.Params = append(s.Params, name)
	}
	results := fn.Signature.Results()
	for i := range results.Len() {
		name := results.At(i).Name()
		if name == "" || name == "_" {
			name = "result"
			if results.Len() > 1 {
				name = fmt.Sprint("r", i)
			}
		}
		s.Results = append(s.Results, name)
	}
	s.Nil = make([]When, results.Len())
	s.clauses()
	return s
}

// clauses sets what follows from the shape.
func (s *Summary) clauses() {
	sh := &s.shape
	r := newReader(sh)
	s.Effects, s.Origins = make([]Effect, len(sh.Params)), make([]Origin, len(sh.Results))
	for i := range sh.Params {
		s.Effects[i] = r.effects(i)
	}
	for i := range sh.Results {
		for n := range r.from(sh.Results[i].Nodes) {
			if r.numbers[n] {
				s.Origins[i] |= Shared
			}
			for j := range r.owned {
				if r.owned[j][n] {
					s.Origins[i] |= Argument
				}
			}
		}
	}
	for n := range r.numbers {
		s.Changes = s.Changes || sh.Nodes[n].Flags&uint8(written) != 0
	}
}

// A reader reads a shape.
type reader struct {
	*shape
	owned   []map[int32]bool // what each parameter leads to, then each free variable
	results map[int32]bool   // what results lead to
	shared  map[int32]bool   // what global variables, goroutines and unknown code lead to
	numbers map[int32]bool   // these, and global variables without references
}

func newReader(sh *shape) *reader {
	r := &reader{shape: sh}
	for _, p := range slices.Concat(sh.Params, sh.Free) {
		r.owned = append(r.owned, r.from(p.Nodes))
	}
	var results, shared, numbers []int32
	for _, p := range sh.Results {
		results = append(results, p.Nodes...)
	}
	for i, n := range sh.Nodes {
		isNumber := func(name string) bool { return strings.HasPrefix(name, number) }
		switch {
		case n.Flags&uint8(kept|outside) != 0 || slices.ContainsFunc(n.Globals, func(name string) bool { return !isNumber(name) }):
			shared = append(shared, int32(i))
		case len(n.Globals) > 0:
			numbers = append(numbers, int32(i))
		}
	}
	r.results, r.shared, r.numbers = r.from(results), r.from(shared), r.from(slices.Concat(shared, numbers))
	return r
}

// from returns what some nodes lead to.
func (r *reader) from(nodes []int32) map[int32]bool {
	seen := map[int32]bool{}
	stack := slices.Clone(nodes)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		for _, e := range r.Nodes[n].Edges {
			stack = append(stack, e.To)
		}
	}
	return seen
}

// first returns the objects that a parameter itself refers to: of an interface, the box and what is in it.
func (r *reader) first(i int) map[int32]bool {
	nodes := map[int32]bool{}
	for j, n := range r.Params[i].Nodes {
		nodes[n] = true
		if l := r.Params[i].Labels[j]; l == all || l == "func" || isInterface(l) {
			for _, e := range r.Nodes[n].Edges {
				nodes[e.To] = true
			}
		}
	}
	return nodes
}

func (r *reader) effects(i int) (e Effect) {
	first, own := r.first(i), r.owned[i]
	for n := range own {
		p := &r.Nodes[n]
		if p.Flags&uint8(written) != 0 {
			e |= Writes
		}
		if p.Flags&uint8(kept|outside) != 0 {
			e |= Keeps
		}
		if p.Flags&uint8(later) != 0 {
			e |= Later | Calls
		}
		for _, c := range p.Called {
			if strings.HasPrefix(c, laterPrefix) {
				e |= Later
			} else {
				e |= Calls
			}
			if !strings.HasSuffix(c, direct) || !slices.Contains(r.Params[i].Nodes, n) {
				e |= Writes // what code behind an interface does, or a function in a struct
			}
		}
		if r.results[n] {
			e |= aliasOr(Aliases, first[n])
		}
	}
	for o := range r.Nodes {
		for _, edge := range r.Nodes[o].Edges {
			if !edge.Stored || !r.othersOwn(i, int32(o)) {
				continue
			}
			for n := range r.from([]int32{edge.To}) {
				if own[n] {
					e |= aliasOr(Keeps, first[n] || r.shared[int32(o)])
				}
			}
		}
	}
	return e
}

// aliasOr is the effect on what an argument itself refers to, or that on what lies behind.
func aliasOr(e Effect, first bool) Effect {
	if first {
		return e
	}
	return Copies
}

// othersOwn reports whether something else than parameter i leads to an object.
func (r *reader) othersOwn(i int, n int32) bool {
	if r.shared[n] {
		return true
	}
	for j := range r.owned {
		if j != i && r.owned[j][n] {
			return true
		}
	}
	return false
}

// Classes returns how many classes of memory the summary tells apart.
func (s *Summary) Classes() int { return len(s.shape.Nodes) }
