package infer

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/liveness"
	"github.com/calvin-go/calvin/infer/memory"
)

// Channels that hand objects over: what is sent on them is new, or was left to the function by its callers, whoever
// sends it does not touch it any more, and who receives it writes it. A queue of jobs, of which the workers note how
// far they are, is one.

// A sending says of one place where something is sent on the channel in a variable whether it is handed over.
type sending struct {
	channel *types.Var
	over    bool
}

// sends notes that a value is sent.
func (f *flow) sends(at ssa.Instruction, ch, x ssa.Value, s *state) {
	if !f.record {
		return
	}
	if v := f.channelVariable(ch); v != nil {
		over := memory.IsNil(x) || (f.isFresh(f.Target(x), s) || isLeft(x)) && !liveness.After(x, at)
		f.notes[f.fn].sendings = append(f.notes[f.fn].sendings, sending{v, over})
	}
}

// isLeft reports whether a value is what a function gets from its callers. One that sends it counts on them to leave it.
func isLeft(x ssa.Value) bool {
	p, ok := x.(*ssa.Parameter)
	return ok && !(p.Parent().Signature.Recv() != nil && p == p.Parent().Params[0])
}

// channelVariable returns the field or package variable that a channel is read from, nil if it is read from none.
func (p *program) channelVariable(ch ssa.Value) *types.Var {
	if c, ok := ch.(*ssa.ChangeType); ok { // to one that may only be sent on
		ch = c.X
	}
	load, ok := ch.(*ssa.UnOp)
	if !ok {
		return nil
	}
	switch at := load.X.(type) {
	case *ssa.FieldAddr:
		return fieldOf(at)
	case *ssa.Global:
		v, _ := at.Object().(*types.Var)
		return v
	}
	return nil
}

// receives notes that a value which was received is the goroutine's own, if the channel hands it over.
func (f *flow) receives(v, ch ssa.Value, s *state) {
	if f.handsOver[f.channelVariable(ch)] {
		s.fresh[f.Target(v)] = true
	}
}

// extract is receives for a part of what a receive or a select gives.
func (f *flow) extract(v *ssa.Extract, s *state) {
	switch t := v.Tuple.(type) {
	case *ssa.UnOp:
		if v.Index == 0 {
			f.receives(v, t.X, s)
		}
	case *ssa.Select:
		i := 2 // after which case it is, and whether the channel is open
		for _, c := range t.States {
			if c.Dir != types.RecvOnly {
				continue
			}
			if i == v.Index {
				f.receives(v, c.Chan, s)
			}
			i++
		}
	}
}

// endHanding notes the channels that hand over objects without synchronisation which change later, by what the last
// analyses have noted. It reports whether there are new ones: what is received from these and sent on is handed over,
// too.
func (p *program) endHanding() bool {
	p.collect(p.functions)
	changed := false
	for v := range p.sendings {
		if p.handsOver[v] || !p.isHandedOver(v) {
			continue
		}
		ptr, ok := types.Unalias(v.Type().Underlying().(*types.Chan).Elem()).(*types.Pointer)
		if ok && p.changesUnguarded(ptr.Elem(), map[*types.TypeName]bool{}) {
			p.handsOver[v], changed = true, true
		}
	}
	return changed
}

// isHandedOver reports whether all that is sent on the channel in a variable is handed over.
func (p *program) isHandedOver(v *types.Var) bool {
	_, ok := v.Type().Underlying().(*types.Chan)
	return ok && p.written(v) == nil && !slices.ContainsFunc(p.sendings[v], func(s sending) bool { return !s.over })
}

// handing proposes that these channels transfer what they carry.
func (p *program) handing(guards map[*types.Var]*guard) {
	for v := range p.handsOver {
		if guards[v] != nil || !p.isHandedOver(v) {
			continue
		}
		object := v.Type().Underlying().(*types.Chan).Elem()
		object = types.Unalias(object).(*types.Pointer).Elem()
		if !p.guardsFieldsOf(object, guards) {
			guards[v] = &guard{variable: v, lines: []string{"transfers"},
				evidence: fmt.Sprintf("%s has no lock of its own, and whoever sends one does not use it any more", types.TypeString(object, types.RelativeTo(v.Pkg())))}
		}
	}
}

// guardsFieldsOf reports whether some field of a struct type has a guard.
func (p *program) guardsFieldsOf(t types.Type, guards map[*types.Var]*guard) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	st, ok := n.Origin().Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return guards[f] != nil || p.written(f) != nil })
}
