package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A shape is what a summary says of memory: the classes that can be reached from parameters, results and global variables. Its
// nodes are numbered in the order in which they are met.
type shape struct {
	Nodes   []snode `json:"n,omitempty"`
	Params  []root  `json:"p,omitempty"` // the receiver first
	Results []root  `json:"r,omitempty"`
	Free    []root  `json:"v,omitempty"` // variables of an enclosing function
}

// A root says to which classes the cells of a value lead.
type root struct {
	Labels []string `json:"l,omitempty"`
	Nodes  []int32  `json:"n,omitempty"`
}

func (r root) value(at []int32) value {
	v := value{labels: r.Labels}
	for _, n := range r.Nodes {
		v.nodes = append(v.nodes, at[n])
	}
	return v
}

// An snode is a node as it is stored.
type snode struct {
	Flags     uint8    `json:"f,omitempty"`
	Collapsed bool     `json:"c,omitempty"`
	Edges     []edge   `json:"e,omitempty"`
	Types     []string `json:"t,omitempty"`
	Funcs     []string `json:"fn,omitempty"`
	Called    []string `json:"ca,omitempty"`
	Globals   []string `json:"g,omitempty"`
	Bare      []string `json:"b,omitempty"`
	Nested    []string `json:"ne,omitempty"`
	Unlocked  []string `json:"u,omitempty"`
}

// maxNodes is how many classes a summary has. In larger ones what lies deep is made one class.
const maxNodes = 48

// maxGlobals is how many global variables a summary tells apart.
const maxGlobals = 12

// extract returns the part of the graph that callers of a function see.
func (s *solver) extract(fn *ssa.Function) shape {
	for depth := 4; ; depth-- {
		sh := s.cut(fn)
		if len(sh.Nodes) <= maxNodes || depth < 0 {
			return sh
		}
		s.flatten(fn, depth)
	}
}

// roots returns the classes of parameters, results and free variables.
func (s *solver) roots(fn *ssa.Function) []int32 {
	var list []int32
	for _, p := range fn.Params {
		list = append(list, s.value(p).nodes...)
	}
	for _, p := range fn.FreeVars {
		list = append(list, s.value(p).nodes...)
	}
	for _, r := range s.within[fn].results {
		list = append(list, r.nodes...)
	}
	return list
}

// flatten makes one class of all that is reached from another by more than depth steps.
func (s *solver) flatten(fn *ssa.Function, depth int) {
	level := s.roots(fn)
	if len(s.named) > maxGlobals {
		s.unknown() // all global variables are one
	}
	for _, name := range sortedKeys(s.named) {
		level = append(level, s.named[name])
	}
	seen := map[int32]bool{}
	for range depth {
		var next []int32
		for _, n := range level {
			if n = s.find(n); !seen[n] {
				seen[n] = true
				for _, e := range s.nodes[n].edges {
					next = append(next, e.To)
				}
			}
		}
		level = next
	}
	for _, n := range level {
		if !seen[s.find(n)] || depth == 0 {
			s.smash(n)
		}
	}
}

// cut copies what can be reached.
func (s *solver) cut(fn *ssa.Function) shape {
	c := &cutter{solver: s, number: map[int32]int32{}, keep: map[int32]bool{}, uses: map[int32]int{}}
	roots := s.roots(fn)
	var globals []int32
	for _, name := range sortedKeys(s.named) {
		globals = append(globals, s.find(s.named[name]))
	}
	for _, n := range roots {
		c.keep[s.find(n)] = true
	}
	if s.out >= 0 {
		c.keep[s.find(s.out)] = true
		globals = append(globals, s.out)
	}
	c.prune(slices.Concat(roots, globals))
	number := func(v value) root {
		r := root{Labels: v.labels}
		for _, n := range v.nodes {
			r.Nodes = append(r.Nodes, c.visit(n))
		}
		return r
	}
	for _, p := range fn.Params {
		c.out.Params = append(c.out.Params, number(s.value(p)))
	}
	for _, p := range fn.FreeVars {
		c.out.Free = append(c.out.Free, number(s.value(p)))
	}
	for _, r := range s.within[fn].results {
		c.out.Results = append(c.out.Results, number(r))
	}
	for _, n := range globals {
		if c.keep[s.find(n)] {
			c.visit(n)
		}
	}
	return c.out
}

// A cutter copies classes into a shape.
type cutter struct {
	*solver
	out    shape
	number map[int32]int32
	keep   map[int32]bool // what says something
	uses   map[int32]int  // how many edges lead to a class
}

// prune finds the classes that say something: a class with a mark, or that several others lead to, and what leads to it. A caller
// makes the others anew when it needs them.
func (c *cutter) prune(from []int32) {
	var order []int32
	c.reach(from, func(n int32) {
		order = append(order, n)
		for _, e := range c.nodes[n].edges {
			c.uses[c.find(e.To)]++
		}
	})
	for _, n := range order {
		p := &c.nodes[n]
		marked := p.flags != 0 || len(p.types)+len(p.funcs)+len(p.called) > 0 || c.uses[n] > 1 || c.uses[n] > 0 && c.keep[n]
		stored := slices.ContainsFunc(p.edges, func(e edge) bool { return e.Stored })
		if marked || stored {
			c.keep[n] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range order {
			if c.keep[n] {
				continue
			}
			for _, e := range c.nodes[n].edges {
				if c.keep[c.find(e.To)] {
					c.keep[n], changed = true, true
				}
			}
		}
	}
}

// visit returns the number of a class, and copies it if it is new.
func (c *cutter) visit(n int32) int32 {
	n = c.find(n)
	if i, ok := c.number[n]; ok {
		return i
	}
	i := int32(len(c.out.Nodes))
	c.number[n] = i
	p := &c.nodes[n]
	c.out.Nodes = append(c.out.Nodes, snode{
		Flags: uint8(p.flags), Collapsed: p.collapsed, Types: p.types, Funcs: p.funcs, Called: p.called, Globals: p.globals, Bare: p.bare, Nested: p.nested, Unlocked: p.unlocked,
	})
	var edges []edge
	for _, e := range p.edges {
		if e.Stored || c.keep[c.find(e.To)] {
			edges = append(edges, edge{e.Label, c.visit(e.To), e.Stored})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return compare(a.Label, b.Label) })
	c.out.Nodes[i].Edges = edges
	return i
}
