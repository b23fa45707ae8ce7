package analysis

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A construction follows the objects that a function makes until all fields that are made once have been set. It is a data-flow
// analysis: what may be unset, and which local variables may refer to an object with something unset.
type construction struct {
	prog *Facts
	fn   *ssa.Function
	// parts returns the fields of interest that a value of the type has inside it, by path.
	parts func(types.Type) []part
	// exposed is called for a field that others may see unset.
	exposed func(*types.Var)
	// loaded is called for a read of a field, once the analysis has come to its end; set: whoever made the object has set the field.
	loaded func(load *ssa.UnOp, set bool)

	cells map[*ssa.Alloc]bool // variables that hold pointers, and whose address is no value
	final bool                // the states do not change any more
}

// A part is a field inside of a value, as in "/0/2".
type part struct {
	path  string
	field *types.Var
}

// A spot is a place inside an object that the function makes.
type spot struct {
	object *ssa.Alloc
	path   string
}

// spots is where a pointer may lead to. The nil map stands for objects that are complete.
type spots map[spot]bool

// elsewhere is the spot of all complete objects, in a set with others.
var elsewhere = spot{}

// making is the state at one point.
type making struct {
	unset    map[spot]bool       // fields that may be unset
	holds    map[ssa.Value]spots // by pointer value, or variable of a pointer type
	captured map[*ssa.Alloc]bool // variables that a function literal may read or write
}

func newMaking() *making {
	return &making{unset: map[spot]bool{}, holds: map[ssa.Value]spots{}, captured: map[*ssa.Alloc]bool{}}
}

func (s *making) clone() *making {
	out := &making{unset: maps.Clone(s.unset), holds: map[ssa.Value]spots{}, captured: maps.Clone(s.captured)}
	for v, at := range s.holds {
		out.holds[v] = maps.Clone(at)
	}
	return out
}

// join adds what may be so in the state from as well, and reports whether anything is new.
func (s *making) join(from *making) bool {
	changed := false
	for at := range from.unset {
		changed = changed || !s.unset[at]
		s.unset[at] = true
	}
	for v, at := range from.holds {
		if s.holds[v] == nil {
			s.holds[v] = spots{}
		}
		for x := range at {
			changed = changed || !s.holds[v][x]
			s.holds[v][x] = true
		}
	}
	for a := range from.captured {
		changed = changed || !s.captured[a]
		s.captured[a] = true
	}
	return changed
}

// begins fills cells, and reports whether the function makes anything of interest. Most do not.
func (c *construction) begins() bool {
	c.cells = map[*ssa.Alloc]bool{}
	makes := false
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok {
				makes = makes || len(c.parts(Deref(a.Type()))) > 0
				if isCell(a) {
					c.cells[a] = true
				}
			}
		}
	}
	return makes
}

// run analyses the function.
func (c *construction) run() {
	in := map[*ssa.BasicBlock]*making{}
	if c.begins() {
		in = c.states()
	} else {
		for _, b := range c.fn.Blocks {
			in[b] = newMaking()
		}
	}
	c.final = true
	for _, b := range c.fn.Blocks {
		if in[b] == nil {
			continue
		}
		s := in[b].clone()
		for _, instr := range b.Instrs {
			c.step(s, instr)
		}
	}
}

// states returns the state at the beginning of each block that can be reached.
func (c *construction) states() map[*ssa.BasicBlock]*making {
	in := map[*ssa.BasicBlock]*making{c.fn.Blocks[0]: newMaking()}
	work := []*ssa.BasicBlock{c.fn.Blocks[0]}
	if r := c.fn.Recover; r != nil {
		in[r] = c.recovering()
		c.noteRecovered(in[c.fn.Blocks[0]], r)
		work = append(work, r)
	}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		out := in[b].clone()
		for _, instr := range b.Instrs {
			c.step(out, instr)
		}
		for _, next := range b.Succs {
			if in[next] == nil {
				in[next] = out.clone()
			} else if !in[next].join(out) {
				continue
			}
			if !slices.Contains(work, next) {
				work = append(work, next)
			}
		}
	}
	return in
}

// isCell reports whether a holds a pointer and is only read and assigned by its name, here or in function literals.
func isCell(a *ssa.Alloc) bool {
	if _, ok := Deref(a.Type()).Underlying().(*types.Pointer); !ok {
		return false
	}
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp, *ssa.MakeClosure:
		case *ssa.Store:
			if use.Val == a {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// recovering is the state after a panic has been recovered: objects may be unset in all their fields.
func (c *construction) recovering() *making {
	s := newMaking()
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.Alloc); ok {
				c.begin(s, a)
			}
		}
	}
	return s
}

// noteRecovered notes the variables that are read after a panic: who has recovered it sees what they hold then.
func (c *construction) noteRecovered(s *making, r *ssa.BasicBlock) {
	for _, instr := range r.Instrs {
		if load, ok := instr.(*ssa.UnOp); ok {
			if a, ok := load.X.(*ssa.Alloc); ok {
				s.captured[a] = true
			}
		}
	}
}

// begin makes a an object with nothing set.
func (c *construction) begin(s *making, a *ssa.Alloc) {
	parts := c.parts(Deref(a.Type()))
	for _, p := range parts {
		at := spot{a, p.path}
		if s.unset[at] {
			c.exposed(p.field) // the object of the round before, which a variable may still hold
		}
		s.unset[at] = true
	}
	if len(parts) == 0 {
		return
	}
	for _, at := range s.holds { // older objects are not this one
		for x := range at {
			if x.object == a {
				delete(at, x)
				at[elsewhere] = true
			}
		}
	}
	s.holds[a] = spots{spot{a, ""}: true}
}

func (c *construction) step(s *making, instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
	case *ssa.Alloc:
		if c.cells[i] {
			s.holds[i] = spots{}
			return
		}
		c.begin(s, i)
	case *ssa.FieldAddr:
		at := spots{}
		for x := range s.holds[i.X] {
			if x != elsewhere {
				x.path += "/" + strconv.Itoa(i.Field)
			}
			at[x] = true
		}
		s.set(i, at)
	case *ssa.UnOp:
		if i.Op == token.MUL {
			c.load(s, i)
			return
		}
		c.uses(s, instr)
	case *ssa.Store:
		c.store(s, i)
	case *ssa.MakeClosure:
		for _, b := range i.Bindings {
			c.expose(s, s.holds[b])
			if a, ok := b.(*ssa.Alloc); ok {
				s.captured[a] = true
			}
		}
	default:
		c.uses(s, instr)
	}
}

// set notes where the pointer v leads to.
func (s *making) set(v ssa.Value, at spots) {
	if len(at) == 0 {
		delete(s.holds, v)
		return
	}
	s.holds[v] = at
}

// uses has others see what the operands lead to.
func (c *construction) uses(s *making, instr ssa.Instruction) {
	for _, op := range instr.Operands(nil) {
		if *op == nil {
			continue
		}
		c.expose(s, s.holds[*op])
		c.zero(*op)
	}
}

// zero has others see a value of which no field is set, if v is one.
func (c *construction) zero(v ssa.Value) {
	if k, ok := v.(*ssa.Const); ok {
		for _, p := range c.parts(k.Type()) {
			c.exposed(p.field)
		}
	}
}

// expose has others see what is at the spots.
func (c *construction) expose(s *making, at spots) {
	for x := range at {
		if x == elsewhere {
			continue
		}
		for _, p := range c.parts(Deref(x.object.Type())) {
			if isInside(p.path, x.path) && s.unset[spot{x.object, p.path}] {
				c.exposed(p.field)
			}
		}
	}
}

func isInside(path, outer string) bool { return path == outer || strings.HasPrefix(path, outer+"/") }

func (c *construction) load(s *making, load *ssa.UnOp) {
	if a, ok := load.X.(*ssa.Alloc); ok && c.cells[a] {
		at := maps.Clone(s.holds[a])
		if s.captured[a] && at != nil {
			at[elsewhere] = true
		}
		s.set(load, at)
		return
	}
	at := s.holds[load.X]
	set := true
	for x := range at {
		set = set && !s.unset[x]
	}
	if c.final {
		c.loaded(load, set)
	}
	if IsComposite(load.Type()) {
		c.expose(s, at)
	}
}

func (c *construction) store(s *making, i *ssa.Store) {
	if a, ok := i.Addr.(*ssa.Alloc); ok && c.cells[a] {
		if s.captured[a] {
			c.expose(s, s.holds[i.Val])
		}
		at := maps.Clone(s.holds[i.Val])
		if len(at) == 0 {
			at = spots{elsewhere: true}
		}
		s.holds[a] = at
		return
	}
	c.expose(s, s.holds[i.Val])
	at := s.holds[i.Addr]
	_, isZero := i.Val.(*ssa.Const)
	isZero = isZero && IsComposite(i.Val.Type())
	if isZero && (len(at) == 0 || at[elsewhere]) {
		c.zero(i.Val)
	}
	for x := range at {
		if x == elsewhere {
			continue
		}
		for _, p := range c.parts(Deref(x.object.Type())) {
			if !isInside(p.path, x.path) {
				continue
			}
			if isZero {
				s.unset[spot{x.object, p.path}] = true
			} else if len(at) == 1 {
				delete(s.unset, spot{x.object, p.path})
			}
		}
	}
}
