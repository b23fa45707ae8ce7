package infer

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/infer/memory"
)

// An option sets up an object that its caller has made and that nobody else can reach yet. It is called without its
// name, so which functions are options is told by the form of calls: the types of parameters, and the name of a method.
// If the packages have functions of a form that write what a parameter leads to, and some call of that form passes an
// object that is fresh, then these functions find it fresh, and it is fresh after such a call. A call that passes
// another is a mistake of its own.

// A form is what calls without a name that may run the same functions have in common.
type form string

// formOf tells a form by the structs that parameters point to, whatever their type arguments are.
func (p *program) formOf(method string, sig *types.Signature) form {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%d", method, sig.Results().Len())
	for v := range sig.Params().Variables() {
		b.WriteByte('/')
		if name := p.setUp(v.Type()); name != nil {
			b.WriteString(name.Pkg().Path() + "." + name.Name())
		}
	}
	return form(b.String())
}

// setUp returns the struct type of the packages that t points to, nil if it points to none.
func (p *program) setUp(t types.Type) *types.TypeName {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	n, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || p.pkgs[n.Obj().Pkg()] == nil {
		return nil
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return nil
	}
	return n.Origin().Obj()
}

// A lending is what is known of the calls of one form.
type lending struct {
	called bool
	writes map[int]bool // by number of the argument: some function of this form writes what it leads to
	passed map[int]passed
	known  map[int]bool // each call passes what others may reach
}

// What calls pass, as far as this round has seen.
type passed struct{ fresh, known bool }

func (a passed) or(b passed) passed { return passed{a.fresh || b.fresh, a.known || b.known} }

func (p *program) lendingOf(f form) *lending {
	if p.lendings[f] == nil {
		p.lendings[f] = &lending{writes: map[int]bool{}, passed: map[int]passed{}, known: map[int]bool{}}
	}
	return p.lendings[f]
}

// lends reports whether argument i is an object that is set up.
func (l *lending) lends(i int) bool { return l.called && l.writes[i] && !l.known[i] }

// findLending finds the forms of which there are calls, and functions that write what they are passed.
func (p *program) findLending() {
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && memory.Callee(call.Common()) == nil {
					p.lendingOf(p.formOfCall(call.Common())).called = true
				}
				for _, op := range instr.Operands(nil) {
					if used := valued(instr, *op); used != nil {
						p.options[used] = p.formOf("", used.Signature)
					}
				}
			}
		}
		if recv := fn.Signature.Recv(); recv != nil {
			p.options[fn] = p.formOf(fn.Name(), fn.Signature)
		}
	}
	for fn, form := range p.options {
		for i, param := range optionParams(fn) {
			if p.setUp(param.Type()) != nil && writesBehind(fn, param) {
				p.lendingOf(form).writes[i] = true
			}
		}
	}
}

// valued returns the function that an instruction uses as a value, nil if v is none.
func valued(instr ssa.Instruction, v ssa.Value) *ssa.Function {
	switch i := instr.(type) {
	case *ssa.DebugRef: // the name of what is called
		return nil
	case ssa.CallInstruction:
		if i.Common().Value == v {
			return nil
		}
	}
	fn, _ := v.(*ssa.Function)
	return fn
}

func (p *program) formOfCall(c *ssa.CallCommon) form {
	if c.IsInvoke() {
		return p.formOf(c.Method.Name(), c.Signature())
	}
	return p.formOf("", c.Signature())
}

// optionParams are the parameters of a function without the receiver.
func optionParams(fn *ssa.Function) []*ssa.Parameter {
	if fn.Signature.Recv() != nil && len(fn.Params) > 0 {
		return fn.Params[1:]
	}
	return fn.Params
}

// writesBehind reports whether a function writes what a parameter leads to, and passes it to no method of a lock.
func writesBehind(fn *ssa.Function, param *ssa.Parameter) bool {
	leads := func(v ssa.Value) bool {
		for {
			switch x := v.(type) {
			case *ssa.FieldAddr:
				v = x.X
			case *ssa.IndexAddr:
				v = x.X
			case *ssa.UnOp:
				v = x.X
			default:
				return v == ssa.Value(param)
			}
		}
	}
	writes := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Store:
				writes = writes || leads(i.Addr)
			case *ssa.MapUpdate:
				writes = writes || leads(i.Map)
			case ssa.CallInstruction:
				if memory.OperationOf(memory.Declared(memory.Callee(i.Common()))) == memory.OpLock && leads(i.Common().Args[0]) {
					return false
				}
			}
		}
	}
	return writes
}

// lendTo reports whether a call without a name passes an object to be set up, which nobody else can reach when it returns.
func (f *flow) lendTo(c *ssa.CallCommon, i int, s *state) bool {
	l := f.lendingOf(f.formOfCall(c))
	if !l.lends(i) {
		return false
	}
	fresh := memory.IsNil(c.Args[i]) || f.isFresh(f.Target(c.Args[i]), s)
	if f.record {
		all := f.notes[f.fn].passed
		if all[l] == nil {
			all[l] = map[int]passed{}
		}
		all[l][i] = all[l][i].or(passed{fresh, !fresh})
	}
	return fresh
}

// endLending ends a round: what no call passes fresh is no object that options set up. It reports whether there is something new.
func (p *program) endLending() bool {
	changed := false
	for _, n := range p.notes {
		for l, args := range n.passed {
			for i, was := range args {
				l.passed[i] = l.passed[i].or(was)
			}
		}
	}
	for _, l := range p.lendings {
		for i, was := range l.passed {
			if was.known && !was.fresh && !l.known[i] {
				l.known[i], changed = true, true
			}
		}
		clear(l.passed)
	}
	return changed
}

// given notes the variables that an option sets to what others may have, such as a parameter of the function that made
// the option: no lock of the object guards what that leads to.
func (f *flow) given(at *memory.Place, v ssa.Value, s *state) {
	if _, isOption := f.options[f.fn]; !isOption || !f.record || memory.IsNil(v) || !memory.Refers(v.Type()) || f.isFresh(f.Target(v), s) {
		return
	}
	if field, _, _ := f.variable(at); field != nil {
		f.notes[f.fn].fromOthers[field] = true
	}
}

// isLent reports whether a function finds what a parameter points to fresh when it is called without its name, and
// fresh in all other calls.
func (p *program) isLent(fn *ssa.Function, param *ssa.Parameter) bool {
	form, ok := p.options[fn]
	if !ok || !p.lendingOf(form).lends(slices.Index(optionParams(fn), param)) {
		return false
	}
	for at, c := range p.sites[fn] {
		if call, ok := at.(ssa.CallInstruction); ok && p.calls(call.Common(), fn) && !c.fresh[p.Target(param)] {
			return false
		}
	}
	return true
}
