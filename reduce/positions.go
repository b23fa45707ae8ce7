package reduce

import (
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// positions is the set of places in the specification that the execution may have reached, one Bool each: the subset
// construction over the specification's flow graph, in place of the paper's pc and its hand-set witnesses.
type positions struct {
	spec  *ir.Spec
	safe  bool
	name  string
	begin *ir.Var
	node  []*ir.Var
}

// A judgement says what the block that ends here is. Actions may hold at once.
type judgement struct {
	skip   *ir.Expr
	action []*ir.Expr
	// allowed restricts skip (first) and the actions by witnesses.
	allowed []*ir.Expr
}

// A witness is a flag: the block has passed one that names the action.
type witness struct {
	action string
	flag   *ir.Var
}

func (a *abstraction) newPositions() {
	a.exact = a.positionSet("at", false)
	a.safe = a.exact
	if (a.anyAboutResults() || a.fn.Spec.ResultBinding != nil) && a.yields {
		a.safe = a.positionSet("safe", true)
	}
}

func (a *abstraction) positionSet(name string, safe bool) *positions {
	p := &positions{spec: a.fn.Spec, safe: safe, name: name, begin: a.variable(name+".begin", ir.Bool)}
	for _, n := range nodeNames(a.fn.Spec) {
		p.node = append(p.node, a.variable(name+"."+n, ir.Bool))
	}
	return p
}

// nodeNames names the nodes by their actions, with a number where that is not enough.
func nodeNames(s *ir.Spec) []string {
	count := map[string]int{}
	for _, n := range s.Nodes {
		count[n.Name]++
	}
	var names []string
	for i, n := range s.Nodes {
		name := n.Name
		if name == "" || name == "begin" || count[name] > 1 {
			name = fmt.Sprintf("%s%d", name, i)
		}
		names = append(names, name)
	}
	return names
}

func (a *abstraction) beginPositions() {
	for _, v := range a.positionVars() {
		a.assign(v, ir.B(v == a.exact.begin || v == a.safe.begin))
	}
}

func (a *abstraction) positionVars() []*ir.Var {
	var vs []*ir.Var
	for _, p := range a.positionSets() {
		vs = append(append(vs, p.begin), p.node...)
	}
	return vs
}

func (a *abstraction) positionSets() []*positions {
	switch {
	case a.exact == nil:
		return nil
	case a.exact == a.safe:
		return []*positions{a.exact}
	}
	return []*positions{a.exact, a.safe}
}

// findWitnesses makes a flag for each action that a witness statement names.
func (a *abstraction) findWitnesses() {
	if a.fn.Spec == nil {
		return
	}
	for _, b := range a.order {
		for _, s := range b.Stmts {
			if s, ok := s.(*ir.Witness); ok && a.flagOf(s.Action) == nil {
				a.witnesses = append(a.witnesses, &witness{s.Action, a.variable("witness."+s.Action, ir.Bool)})
			}
		}
	}
}

func (a *abstraction) flagOf(action string) *ir.Var {
	for _, w := range a.witnesses {
		if w.action == action {
			return w.flag
		}
	}
	return nil
}

// witness: the block is that action and no other, nor skip.
func (a *abstraction) witness(w *ir.Witness) {
	if flag := a.flagOf(w.Action); flag != nil {
		a.assign(flag, ir.True)
	}
}

// judge evaluates what the block is, into variables.
func (a *abstraction) judge(p *positions) *judgement {
	prefix := "block."
	if p != a.exact {
		prefix = "block.safe."
	}
	return a.judging(p, func(name string, e *ir.Expr) *ir.Expr {
		if e.Op == ir.OpTrue || e.Op == ir.OpFalse {
			return e
		}
		v := a.variable(prefix+name, ir.Bool)
		a.assign(v, e)
		return ir.V(v)
	})
}

// judging is judge with its conditions as hold gives them back.
func (a *abstraction) judging(p *positions, hold func(name string, e *ir.Expr) *ir.Expr) *judgement {
	j := &judgement{skip: hold("skip", a.apart()), allowed: []*ir.Expr{a.noWitnessBut("")}}
	for i, n := range nodeNames(p.spec) {
		j.action = append(j.action, hold(n, a.satisfies(p.spec.Nodes[i], p.safe)))
		j.allowed = append(j.allowed, a.noWitnessBut(p.spec.Nodes[i].Name))
	}
	return j
}

func (a *abstraction) noWitnessBut(action string) *ir.Expr {
	var all []*ir.Expr
	for _, w := range a.witnesses {
		if w.action != action {
			all = append(all, ir.Not(ir.V(w.flag)))
		}
	}
	return ir.And(all...)
}

// free is the judgement without the witnesses.
func (j *judgement) free() *judgement { return &judgement{skip: j.skip, action: j.action} }

func (j *judgement) skips() *ir.Expr {
	if j.allowed == nil {
		return j.skip
	}
	return ir.And(j.skip, j.allowed[0])
}

func (j *judgement) is(i int) *ir.Expr {
	if j.allowed == nil {
		return j.action[i]
	}
	return ir.And(j.action[i], j.allowed[i+1])
}

// atBegin and atNode say whether the position is possible after the block.
func (p *positions) atBegin(j *judgement) *ir.Expr { return ir.And(j.skips(), ir.V(p.begin)) }

func (p *positions) atNode(j *judgement, i int) *ir.Expr {
	var from []*ir.Expr
	if slices.Contains(p.spec.First, i) {
		from = append(from, ir.V(p.begin))
	}
	for k, next := range p.spec.Follow {
		if slices.Contains(next, i) {
			from = append(from, ir.V(p.node[k]))
		}
	}
	return ir.Or(ir.And(j.skips(), ir.V(p.node[i])), ir.And(j.is(i), ir.Or(from...)))
}

// any says that some position is possible after the block.
func (p *positions) any(j *judgement) *ir.Expr {
	all := []*ir.Expr{p.atBegin(j)}
	for i := range p.node {
		all = append(all, p.atNode(j, i))
	}
	return ir.Or(all...)
}

// final says that a position is possible after the block at which the specification may end.
func (p *positions) final(j *judgement) *ir.Expr {
	var all []*ir.Expr
	if p.spec.Empty {
		all = append(all, p.atBegin(j))
	}
	for i := range p.node {
		if p.spec.Final[i] {
			all = append(all, p.atNode(j, i))
		}
	}
	return ir.Or(all...)
}

// move replaces the positions by those after the block.
func (p *positions) move(b *builder, j *judgement) {
	type change struct {
		v    *ir.Var
		next *ir.Expr
	}
	changes := []change{{p.begin, p.atBegin(j)}}
	for i, v := range p.node {
		changes = append(changes, change{v, p.atNode(j, i)})
	}
	for _, c := range changes {
		b.assign(b.snapshot("next", c.v), c.next)
	}
	for _, c := range changes {
		b.assign(c.v, ir.V(b.snapshot("next", c.v)))
	}
}
