package analysis

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// aliasClasses puts all values that lead to channels or WaitGroups into classes, so that two of them are in one class
// if they may ever lead to the same (Steensgaard, Points-to analysis in almost linear time, 1996). What is not followed
// is in the class unfollowed of its type. A channel that can only be received from is not looked at: nobody closes it
// by that name. Generic code has channels under types that differ from those of its instances: see anyType.
type aliasClasses struct {
	prog   *Facts
	known  map[*ssa.Function]bool // whose instructions are looked at
	parent map[any]any            // of a value, a variable, a result, or an unfollowed
	loose  map[*ssa.Function]bool // that are more than called by their names
	// uses are what is done that matters to the classes: channels that are closed, WaitGroups and what is called of them.
	uses []use
	// unseen are the WaitGroups that code gets which is not looked at.
	unseen []ssa.Value
	starts map[*ssa.Function][]start
	// had are the values that lead to channels or WaitGroups, once they are gathered.
	had      []had
	gathered bool
	ops      []*ssa.Value // of the instruction that is looked at
}

// A use is a channel that is closed, or a WaitGroup of which a method is called, by the function fn.
type use struct {
	fn     *ssa.Function
	value  ssa.Value
	method string    // of the WaitGroup
	delta  ssa.Value // what Add is passed
	call   ssa.CallInstruction
}

// A start is a place where a goroutine is started.
type start struct {
	by   *ssa.Function
	args []ssa.Value
}

type result struct {
	fn *ssa.Function
	i  int
}

type unfollowed string

// anyType is the class of channels that generic code does not follow and of which it does not know the elements: they
// may be any channels that are not followed elsewhere.
const anyType unfollowed = "chan"

// classKey tells what a value of the type leads to, a channel or a WaitGroup: the name of its class if it is not
// followed. It is empty for other types.
func classKey(t types.Type) unfollowed {
	if t == nil {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		switch {
		case u.Dir() == types.RecvOnly:
			return ""
		case IsGeneric(u.Elem()):
			return anyType
		}
		return unfollowed("chan " + TypeKey(u.Elem()))
	case *types.Pointer:
		if IsWaitGroup(u.Elem()) {
			return "group"
		}
	}
	return ""
}

// cellKey is the classKey of what is in the variables that a pointer leads to.
func cellKey(t types.Type) unfollowed {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return classKey(ptr.Elem())
	}
	return ""
}

func (p *Facts) findAliasClasses() *aliasClasses {
	c := &aliasClasses{
		prog: p, known: map[*ssa.Function]bool{}, parent: map[any]any{}, loose: map[*ssa.Function]bool{}, starts: map[*ssa.Function][]start{},
	}
	for _, fn := range p.functions {
		c.known[fn] = true
	}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c.look(instr)
			}
		}
	}
	for _, fn := range p.functions {
		if c.loose[fn] || IsWrapper(fn) || fn.Parent() == nil && p.CalledByOthers(fn) {
			c.open(fn)
		}
	}
	return c
}

// open has the parameters and results of a function that others may call be anything.
func (c *aliasClasses) open(fn *ssa.Function) {
	for _, param := range fn.Params {
		c.escape(param)
	}
	results := fn.Signature.Results()
	for i := range results.Len() {
		if key := classKey(results.At(i).Type()); key != "" {
			c.union(result{fn, i}, key)
		}
	}
}

func (c *aliasClasses) find(x any) any {
	for {
		up, ok := c.parent[x]
		if !ok {
			return x
		}
		if above, ok := c.parent[up]; ok {
			c.parent[x] = above
		}
		x = up
	}
}

func (c *aliasClasses) union(x, y any) {
	if x, y = c.find(x), c.find(y); x != y {
		c.parent[x] = y
	}
}

// join puts two values into one class; nil is in any.
func (c *aliasClasses) join(v, w ssa.Value) {
	if !isNilConst(v) && !isNilConst(w) {
		c.union(c.node(v), c.node(w))
	}
}

func isNilConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// escape puts a value into the class of what is not followed.
func (c *aliasClasses) escape(v ssa.Value) {
	if key := classKey(v.Type()); key != "" && !isNilConst(v) {
		c.union(c.node(v), key)
	}
}

// node is what stands for a value.
func (c *aliasClasses) node(v ssa.Value) any {
	if g, ok := v.(*ssa.Global); ok {
		return c.variable(g.Object(), classKey(v.Type()))
	}
	return v
}

// cell is what stands for the content of the variables at an address.
func (c *aliasClasses) cell(addr ssa.Value) any {
	key := cellKey(addr.Type())
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return c.variable(FieldOf(a), key)
	case *ssa.Global:
		return c.variable(a.Object(), key)
	case *ssa.Alloc, *ssa.FreeVar:
		return a
	}
	return key
}

// variable is what stands for a field or package variable: for what is in it, or for the WaitGroup that it is. Others
// may get at one by themselves if its name is exported, or if it is none of a package at hand. What a field of a type
// parameter's type holds is not followed by generic code.
func (c *aliasClasses) variable(obj types.Object, key unfollowed) any {
	v, ok := obj.(*types.Var)
	if !ok {
		return key
	}
	if v.IsField() {
		v = c.prog.Field(v)
	}
	hidden := classKey(v.Type()) == "" && !IsWaitGroup(v.Type())
	if v.Exported() || v.Pkg() == nil || c.prog.Packages[v.Pkg().Path()] == nil || hidden {
		c.union(v, key)
	}
	return v
}

// look follows what an instruction gives and what it uses.
func (c *aliasClasses) look(instr ssa.Instruction) {
	if v, ok := instr.(ssa.Value); ok && classKey(v.Type()) != "" {
		c.define(v)
	}
	switch i := instr.(type) {
	case *ssa.Store:
		if key := classKey(i.Val.Type()); key != "" && !isNilConst(i.Val) {
			c.union(c.cell(i.Addr), c.node(i.Val))
		}
	case *ssa.Return:
		for n, v := range i.Results {
			if classKey(v.Type()) != "" && !isNilConst(v) {
				c.union(result{i.Parent(), n}, c.node(v))
			}
		}
	case *ssa.MakeClosure:
		c.capture(i)
	case ssa.CallInstruction:
		c.call(i)
	case *ssa.Convert:
		c.converted(i.X.Type(), i.Type())
		c.escape(i.X)
	case *ssa.ChangeType:
		c.converted(i.X.Type(), i.Type())
		if !IsChan(i.Type()) {
			c.escape(i.X)
		}
	default:
		c.operands(instr)
	}
	c.addresses(instr)
}

// define joins a value with what it comes from.
func (c *aliasClasses) define(v ssa.Value) {
	switch i := v.(type) {
	case *ssa.MakeChan, *ssa.Alloc:
		return
	case *ssa.FieldAddr:
		c.union(v, c.variable(FieldOf(i), classKey(v.Type())))
		return
	case *ssa.Field:
		c.union(v, c.variable(structUnder(i.X.Type()).Field(i.Field), classKey(v.Type())))
		return
	case *ssa.Phi:
		for _, e := range i.Edges {
			c.join(v, e)
		}
		return
	case *ssa.ChangeType:
		if classKey(i.X.Type()) == classKey(v.Type()) {
			c.join(v, i.X)
			return
		}
	case *ssa.UnOp:
		if i.Op == token.MUL {
			c.union(v, c.cell(i.X))
			return
		}
	case *ssa.Call:
		if fn := c.callee(&i.Call); fn != nil {
			c.union(v, result{fn, 0})
			return
		}
	case *ssa.Extract:
		if call, ok := i.Tuple.(*ssa.Call); ok {
			if fn := c.callee(&call.Call); fn != nil {
				c.union(v, result{fn, i.Index})
				return
			}
		}
	}
	c.escape(v)
}

// callee returns the function that a call runs, if it is looked at.
func (c *aliasClasses) callee(call *ssa.CallCommon) *ssa.Function {
	if fn := call.StaticCallee(); fn != nil && fn.Blocks != nil && c.known[fn] {
		return fn
	}
	return nil
}

// operands has everything escape that an instruction uses otherwise than where it stands.
func (c *aliasClasses) operands(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.UnOp, *ssa.Phi, *ssa.If, *ssa.Range, *ssa.FieldAddr:
		return
	case *ssa.Send:
		c.escape(i.X)
		return
	case *ssa.Select:
		for _, s := range i.States {
			if s.Send != nil {
				c.escape(s.Send)
			}
		}
		return
	}
	for _, op := range instr.Operands(nil) {
		if *op == nil || classKey((*op).Type()) == "" {
			continue
		}
		c.escape(*op)
		if _, boxed := instr.(*ssa.MakeInterface); boxed {
			c.unseen = append(c.unseen, *op)
		}
	}
}

// capture joins what a function literal captures with what it is bound to.
func (c *aliasClasses) capture(mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	for n, b := range mc.Bindings {
		switch {
		case n >= len(fn.FreeVars):
		case classKey(b.Type()) != "":
			c.join(b, fn.FreeVars[n])
		case cellKey(b.Type()) != "":
			c.union(c.cell(b), fn.FreeVars[n])
		}
	}
	for _, user := range *mc.Referrers() {
		switch user := user.(type) {
		case *ssa.DebugRef:
		case ssa.CallInstruction:
			if user.Common().Value != mc || argued(user.Common(), mc) {
				c.loose[fn] = true
			}
		default:
			if !Starts(user, mc) {
				c.loose[fn] = true
			}
		}
	}
}

func argued(call *ssa.CallCommon, v ssa.Value) bool {
	for _, arg := range call.Args {
		if arg == v {
			return true
		}
	}
	return false
}

// call joins arguments with parameters, and notes what is done to channels and WaitGroups.
func (c *aliasClasses) call(instr ssa.CallInstruction) {
	call := instr.Common()
	by := instr.Parent()
	if started, ok := StartedBy(instr).(*ssa.MakeClosure); ok {
		fn := started.Fn.(*ssa.Function)
		c.starts[fn] = append(c.starts[fn], start{by, call.Args})
	} else if fn, ok := StartedBy(instr).(*ssa.Function); ok {
		c.starts[fn] = append(c.starts[fn], start{by, call.Args})
	}
	if b, ok := call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "close":
			c.uses = append(c.uses, use{fn: by, value: call.Args[0]})
			return
		case "len", "cap":
			return
		}
	}
	if method := groupMethod(call); method != "" {
		u := use{fn: by, value: call.Args[0], method: method, call: instr}
		if method == "Add" {
			u.delta = call.Args[1]
		}
		c.uses = append(c.uses, u)
		return
	}
	callee := c.callee(call)
	if started, ok := StartedBy(instr).(*ssa.MakeClosure); ok && callee == nil && call.Value == startedBy(instr) {
		callee = started.Fn.(*ssa.Function) // from a variable
	}
	for n, arg := range call.Args {
		switch {
		case classKey(arg.Type()) == "" || isNilConst(arg):
		case callee != nil && n < len(callee.Params):
			c.join(callee.Params[n], arg)
		default:
			c.escape(arg)
			c.unseen = append(c.unseen, arg)
		}
	}
}

// groupMethod returns the name of the method of a WaitGroup that is called, "" if none is.
func groupMethod(call *ssa.CallCommon) string {
	if fn := call.StaticCallee(); fn != nil && !IsWrapper(fn) && fn.Signature.Recv() != nil && len(call.Args) > 0 && classKey(call.Args[0].Type()) == "group" {
		if obj := Object(fn); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "sync" {
			return obj.Name()
		}
	}
	return ""
}

// addresses gives up on variables of which an instruction uses the address for more than to read or to assign it, and
// on functions that it uses as values.
func (c *aliasClasses) addresses(instr ssa.Instruction) {
	c.ops = instr.Operands(c.ops[:0])
	for _, op := range c.ops {
		if *op == nil {
			continue
		}
		if fn, ok := (*op).(*ssa.Function); ok {
			c.named(instr, fn)
			continue
		}
		key := cellKey((*op).Type())
		if key == "" {
			continue
		}
		switch i := instr.(type) {
		case *ssa.DebugRef, *ssa.MakeClosure:
			continue
		case *ssa.UnOp:
			if i.Op == token.MUL {
				continue
			}
		case *ssa.Store:
			if i.Addr == *op && i.Val != *op {
				continue
			}
		}
		c.union(c.cell(*op), key)
	}
}

// named notes that a function is more than called by its name.
func (c *aliasClasses) named(instr ssa.Instruction, fn *ssa.Function) {
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.MakeClosure:
		return
	case ssa.CallInstruction:
		if i.Common().Value == fn && !argued(i.Common(), fn) {
			return
		}
	}
	c.loose[fn] = true
	if recv := fn.Signature.Recv(); recv != nil && classKey(recv.Type()) == "group" {
		c.unseen = append(c.unseen, fn)
	}
}

// converted gives up on the fields of structs that become values of another type, which has fields of its own.
func (c *aliasClasses) converted(from, to types.Type) {
	w := &openWalk{prog: c.prog}
	w.converted(Deref(from), map[types.Type]bool{})
	w.converted(Deref(to), map[types.Type]bool{})
	for f := range w.lost {
		key := classKey(f.Type())
		if IsWaitGroup(f.Type()) {
			key = "group"
		}
		if key != "" {
			c.union(f, key)
		}
	}
}
