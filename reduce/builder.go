package reduce

import (
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// A builder makes a sequential program block by block. Statements go to the end of cur.
type builder struct {
	stop   *stopper
	prog   *ir.Program
	cur    *ir.Block
	blocks map[string]int // how often a block name was asked for
	made   map[string]*ir.Var
	taken  map[string]bool // names of variables
	never  *ir.Var         // an array of truth values that are all false
}

func newBuilder(s *stopper, f *ir.Func, name string) *builder {
	b := &builder{
		stop:   s,
		prog:   &ir.Program{Name: name, Func: f},
		blocks: map[string]int{}, made: map[string]*ir.Var{}, taken: map[string]bool{},
	}
	b.constants(f.Tid)
	b.constants(f.Params...)
	b.constants(f.Results...)
	b.variables(f.Locals...)
	b.variables(f.Heap...)
	for _, v := range []*ir.Var{f.Status, f.Stored} {
		if v != nil {
			b.variables(v)
		}
	}
	b.prog.Facts = append(b.prog.Facts, ir.Ne(ir.V(f.Tid), ir.Free))
	b.cur = b.block("start")
	b.prog.Blocks = []*ir.Block{b.cur}
	return b
}

func (b *builder) constants(vs ...*ir.Var) {
	for _, v := range vs {
		b.taken[v.Name] = true
		b.prog.Consts = append(b.prog.Consts, v)
	}
}

func (b *builder) variables(vs ...*ir.Var) {
	for _, v := range vs {
		b.taken[v.Name] = true
		b.prog.Vars = append(b.prog.Vars, v)
	}
}

// variable returns the program's own variable of that name, which is made on first use.
func (b *builder) variable(name string, s *ir.Sort) *ir.Var {
	if v := b.made[name]; v != nil {
		return v
	}
	v := &ir.Var{Name: b.free(name), Sort: s, Kind: ir.LocalVar}
	b.made[name] = v
	b.variables(v)
	return v
}

// arbitrary makes a constant of any value, fixed for the whole run.
func (b *builder) arbitrary(name string, s *ir.Sort) *ir.Var {
	v := &ir.Var{Name: b.free(name), Sort: s, Kind: ir.ConstVar}
	b.constants(v)
	return v
}

func (b *builder) free(name string) string {
	for b.taken[name] {
		name += "'"
	}
	return name
}

// snapshot returns the variable that keeps an earlier value of v.
func (b *builder) snapshot(prefix string, v *ir.Var) *ir.Var {
	return b.variable(prefix+"."+v.Name, v.Sort)
}

// save keeps the current values of the variables under the prefix.
func (b *builder) save(prefix string, vs []*ir.Var) {
	for _, v := range vs {
		b.assign(b.snapshot(prefix, v), ir.V(v))
	}
}

// saveRead is save for those variables of which the conditions read the snapshot.
func (b *builder) saveRead(prefix string, vs []*ir.Var, conds []*ir.Expr) {
	read := map[*ir.Var]bool{}
	for _, c := range conds {
		allVars(c, read)
	}
	b.save(prefix, slices.DeleteFunc(slices.Clone(vs), func(v *ir.Var) bool {
		return !read[b.made[prefix+"."+v.Name]]
	}))
}

// saved reads the variables from their snapshots under the prefix, and others from the current state.
func (b *builder) saved(prefix string, vs []*ir.Var) view {
	in := make(map[*ir.Var]bool, len(vs))
	for _, v := range vs {
		in[v] = true
	}
	return func(v *ir.Var) *ir.Expr {
		if !in[v] {
			return nil
		}
		return ir.V(b.snapshot(prefix, v))
	}
}

// A view says where to read a variable from; nil is its current value.
type view func(*ir.Var) *ir.Expr

func now(*ir.Var) *ir.Expr { return nil }

// of returns e as read in the view.
func (in view) of(e *ir.Expr) *ir.Expr { return ir.Rewrite(e, in) }

// block makes a block with a name of its own.
func (b *builder) block(name string) *ir.Block {
	b.blocks[name]++
	if n := b.blocks[name]; n > 1 {
		name = fmt.Sprintf("%s.%d", name, n)
	}
	return &ir.Block{Name: name}
}

func (b *builder) emit(s ir.Stmt) {
	b.stop.heed()
	b.cur.Stmts = append(b.cur.Stmts, s)
}

// settled is e where no element of never is true.
func (b *builder) settled(e *ir.Expr) *ir.Expr {
	if b.never == nil || len(e.Args) == 0 || !mentions(e, func(v *ir.Var) bool { return v == b.never }) {
		return e
	}
	if e.Op == ir.OpSelect && e.Args[0].Op == ir.OpVar && e.Args[0].Var == b.never {
		return ir.False
	}
	return ir.Rebuild(e, each(e.Args, b.settled))
}

func (b *builder) assume(cond *ir.Expr) {
	cond = b.settled(cond)
	if cond.Op == ir.OpAnd {
		for _, c := range cond.Args {
			b.assume(c)
		}
		return
	}
	if cond.Op != ir.OpTrue {
		b.emit(&ir.Assume{Cond: cond})
	}
}

func (b *builder) assert(span ir.Span, cond *ir.Expr, check ir.Check) {
	if cond = b.settled(cond); cond.Op != ir.OpTrue {
		b.emit(&ir.Assert{Span: span, Cond: cond, Check: check})
	}
}

func (b *builder) assign(dst *ir.Var, src *ir.Expr) {
	if src = b.settled(src); src.Op != ir.OpVar || src.Var != dst {
		b.emit(&ir.Assign{Dst: dst, Src: src})
	}
}

func (b *builder) havoc(vs []*ir.Var) {
	if len(vs) > 0 {
		b.emit(&ir.Havoc{Vars: slices.Clone(vs)})
	}
}

func (b *builder) jump(to *ir.Block) { b.cur.Succs = append(b.cur.Succs, to) }

func (b *builder) start(at *ir.Block) { b.cur = at }

// when executes then if cond holds. Both ways go on after it.
func (b *builder) when(cond *ir.Expr, name string, then func()) {
	b.choose(cond, name, then, func() {})
}

// choose executes then if cond holds and otherwise else.
func (b *builder) choose(cond *ir.Expr, name string, then, otherwise func()) {
	switch cond.Op {
	case ir.OpTrue:
		then()
		return
	case ir.OpFalse:
		otherwise()
		return
	}
	yes, no, join := b.block(name), b.block(name+".else"), b.block(name+".end")
	b.jump(yes)
	b.jump(no)
	b.start(yes)
	b.assume(cond)
	then()
	b.jump(join)
	b.start(no)
	b.assume(ir.Not(cond))
	otherwise()
	b.jump(join)
	b.start(join)
}

// aside executes what in a side branch from which no way leads back.
func (b *builder) aside(name string, what func()) {
	side, on := b.block(name), b.block(name+".end")
	b.jump(side)
	b.jump(on)
	b.start(side)
	what()
	b.start(on)
}

// finish puts the blocks in topological order; unreachable ones are left out.
func (b *builder) finish() (*ir.Program, error) {
	const open, done = 1, 2
	state := map[*ir.Block]int{}
	var order []*ir.Block
	var visit func(*ir.Block) error
	visit = func(x *ir.Block) error {
		switch state[x] {
		case open:
			return fmt.Errorf("%s: block %s is in a cycle that no loop head cuts", b.prog.Name, x.Name)
		case done:
			return nil
		}
		state[x] = open
		for _, s := range slices.Backward(x.Succs) {
			if err := visit(s); err != nil {
				return err
			}
		}
		state[x] = done
		order = append(order, x)
		return nil
	}
	if err := visit(b.prog.Blocks[0]); err != nil {
		return nil, err
	}
	slices.Reverse(order)
	b.prog.Blocks = order
	return b.prog, nil
}
