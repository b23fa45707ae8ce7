package summary

import "slices"

// A node is a class of objects that may be the same. Its contents are by the type of the cells that hold them, since memory of one
// type is not read as another without package unsafe. Steensgaard, "Points-to analysis in almost linear time", POPL 1996; that a
// summary is such a graph is Lattner, Lenharth and Adve, "Making context-sensitive points-to analysis with heap cloning practical
// for the real world", PLDI 2007.
type node struct {
	parent    int32
	flags     flag
	collapsed bool // its contents are one class, whose label is all
	edges     []edge
	types     []string // concrete types in the interface, as typeKey writes them
	funcs     []string // functions that a function value may be
	called    []string // methods that are called of it, or direct
	globals   []string // variables that it may be
	bare      []string // concrete types of what it is itself, where a generic function calls methods of it
	nested    []string // types of parts of what is in the interface, which package fmt may print
	unlocked  []string // types of variables that are written while no lock is held; see held.go
	applied   map[string]bool
}

// An edge leads to what the cells of one type hold.
type edge struct {
	Label  string `json:"l"`
	To     int32  `json:"t"`
	Stored bool   `json:"s,omitempty"` // something was put there
}

// all is the label of contents where types tell nothing.
const all = "*"

// direct stands in node.called for a call of the function itself.
const direct = "()"

type flag uint8

const (
	written  flag = 1 << iota
	kept          // by a goroutine, or by something unknown
	later         // called later
	outside       // memory that unknown code may reach
	opaque        // what may be in it is not known
	mirrored      // nor is it here, where reflection selects parts of it, except that it is of the same owner
)

// A graph has the classes of some functions.
type graph struct {
	nodes   []node
	named   map[string]int32 // of global variables
	out     int32            // what unknown code reaches; none if negative
	changes int              // how much the graph has changed
	work    [][2]int32
	merging bool
}

func newGraph() *graph { return &graph{named: map[string]int32{}, out: -1} }

func (g *graph) fresh() int32 {
	n := int32(len(g.nodes))
	g.nodes = append(g.nodes, node{parent: n})
	return n
}

func (g *graph) find(n int32) int32 {
	for g.nodes[n].parent != n {
		g.nodes[n].parent = g.nodes[g.nodes[n].parent].parent
		n = g.nodes[n].parent
	}
	return n
}

func (g *graph) at(n int32) *node { return &g.nodes[g.find(n)] }

// set adds flags.
func (g *graph) set(n int32, f flag) {
	if p := g.at(n); p.flags&f != f {
		p.flags |= f
		g.changes++
	}
}

// add adds items to a sorted list. It makes at most one copy: of lists that are merged hundreds of names may be new.
func add(list []string, items ...string) []string {
	var fresh []string
	for _, s := range items {
		if _, found := slices.BinarySearch(list, s); !found {
			fresh = append(fresh, s)
		}
	}
	if fresh == nil {
		return list
	}
	all := slices.Concat(list, fresh)
	slices.Sort(all)
	return slices.Compact(all)
}

// addUnlocked says of which type the variables of a class are that are written while no lock is held.
func (g *graph) addUnlocked(n int32, typ string) {
	p := g.at(n)
	if list := add(p.unlocked, typ); len(list) != len(p.unlocked) {
		p.unlocked = list
		g.changes++
	}
}

func (g *graph) addCalled(n int32, name string) {
	p := g.at(n)
	if list := add(p.called, name); len(list) != len(p.called) {
		p.called = list
		g.changes++
	}
}

// union makes one class of two. While it does, a nested call only notes what else is to be done.
func (g *graph) union(a, b int32) {
	g.work = append(g.work, [2]int32{a, b})
	if g.merging {
		return
	}
	g.merging = true
	for len(g.work) > 0 {
		pair := g.work[len(g.work)-1]
		g.work = g.work[:len(g.work)-1]
		if a, b := g.find(pair[0]), g.find(pair[1]); a != b {
			g.merge(a, b)
		}
	}
	g.merging = false
}

func (g *graph) merge(a, b int32) {
	g.changes++
	if len(g.nodes[a].edges) < len(g.nodes[b].edges) {
		a, b = b, a
	}
	if g.nodes[a].collapsed != g.nodes[b].collapsed {
		g.collapse(a)
		g.collapse(b)
	}
	p, q := &g.nodes[a], &g.nodes[b]
	q.parent = a
	p.flags |= q.flags
	p.types = add(p.types, q.types...)
	p.funcs = add(p.funcs, q.funcs...)
	p.called = add(p.called, q.called...)
	p.globals = add(p.globals, q.globals...)
	p.bare = add(p.bare, q.bare...)
	p.nested = add(p.nested, q.nested...)
	p.unlocked = add(p.unlocked, q.unlocked...)
	for s := range q.applied {
		p.apply(s)
	}
	for _, e := range q.edges {
		g.link(a, e)
	}
	q.edges, q.types, q.funcs, q.called, q.globals, q.bare, q.nested, q.unlocked, q.applied = nil, nil, nil, nil, nil, nil, nil, nil, nil
}

func (n *node) apply(s string) {
	if n.applied == nil {
		n.applied = map[string]bool{}
	}
	n.applied[s] = true
}

// link adds an edge to a class, which is the representative.
func (g *graph) link(a int32, e edge) {
	p := &g.nodes[a]
	if p.collapsed {
		e.Label = all
	}
	for i := range p.edges {
		if p.edges[i].Label == e.Label {
			p.edges[i].Stored = p.edges[i].Stored || e.Stored
			g.union(p.edges[i].To, e.To)
			return
		}
	}
	p.edges = append(p.edges, e)
}

// collapse forgets the types of what a class holds.
func (g *graph) collapse(n int32) {
	n = g.find(n)
	p := &g.nodes[n]
	if p.collapsed {
		return
	}
	g.changes++
	edges := p.edges
	p.collapsed, p.edges = true, nil
	for _, e := range edges {
		g.link(g.find(n), e)
	}
}

// content returns the class of what cells of a type hold.
func (g *graph) content(n int32, label string) int32 {
	n = g.find(n)
	if label == all {
		g.collapse(n)
		n = g.find(n)
	}
	p := &g.nodes[n]
	if p.collapsed {
		label = all
	}
	for _, e := range p.edges {
		if e.Label == label {
			return e.To
		}
	}
	to := g.fresh()
	g.nodes[n].edges = append(g.nodes[n].edges, edge{Label: label, To: to})
	return to
}

// store puts a value into cells of an object.
func (g *graph) store(n int32, label string, value int32) {
	g.union(g.content(n, label), value)
	p := g.at(n)
	if p.collapsed {
		label = all
	}
	for i := range p.edges {
		if p.edges[i].Label == label && !p.edges[i].Stored {
			p.edges[i].Stored = true
			g.changes++
		}
	}
}

// smash makes one class of all that a class leads to.
func (g *graph) smash(n int32) {
	g.union(g.content(n, all), n)
	p := g.at(n)
	for i := range p.edges {
		p.edges[i].Stored = true
	}
}

// global returns the class of a global variable.
func (g *graph) global(name string) int32 {
	if g.out >= 0 {
		return g.out
	}
	if n, ok := g.named[name]; ok {
		return n
	}
	n := g.fresh()
	g.nodes[n].globals = []string{name}
	g.named[name] = n
	return n
}

// unknown returns the class of what unknown code reaches: all global variables, and what was passed to it.
func (g *graph) unknown() int32 {
	if g.out >= 0 {
		return g.out
	}
	g.out = g.fresh()
	g.nodes[g.out].flags = outside | opaque
	g.smash(g.out)
	for _, n := range g.named {
		g.union(n, g.out)
	}
	g.at(g.out).globals = nil
	return g.out
}

// reach calls visit with all classes that some lead to, once each.
func (g *graph) reach(from []int32, visit func(n int32)) {
	seen := map[int32]bool{}
	g.reachNew(from, seen, visit)
}

func (g *graph) reachNew(from []int32, seen map[int32]bool, visit func(n int32)) {
	stack := slices.Clone(from)
	for len(stack) > 0 {
		n := g.find(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		visit(n)
		for _, e := range g.nodes[n].edges {
			stack = append(stack, e.To)
		}
	}
}
