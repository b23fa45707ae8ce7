package infer

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
)

// A WaitGroup in a field tells whoever waits for it that what is beside it is written, if one is added to it once,
// before others know its object, and one Done follows. It counts as a channel that is closed by the Done.

// publishing finds these fields. All that is done with one is to call Add, Done and Wait, and Add(1) on new objects
// alone. Whoever waits for goroutines of an object that it has made has the object back then, and needs no guard.
func (p *program) publishing() map[*types.Var]bool {
	found, other := map[*types.Var]map[string]bool{}, map[*types.Var]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				a, ok := instr.(*ssa.FieldAddr)
				if !ok || !annot.IsWaitGroup(a.Type().Underlying().(*types.Pointer).Elem()) {
					continue
				}
				f := fieldOf(a)
				for _, use := range *a.Referrers() {
					switch name := groupMethod(use, a); {
					case name == "" && !isDebugRef(use), name == "Add" && !addsOneToNew(use.(ssa.CallInstruction), a), name == "Wait" && isInNew(a), f.Exported():
						other[f] = true
					case name != "":
						if found[f] == nil {
							found[f] = map[string]bool{}
						}
						found[f][name] = true
					}
				}
			}
		}
	}
	fields := map[*types.Var]bool{}
	for f, methods := range found {
		if !other[f] && methods["Add"] && methods["Done"] && methods["Wait"] {
			fields[f] = true
		}
	}
	return fields
}

func isDebugRef(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.DebugRef)
	return ok
}

func fieldOf(a *ssa.FieldAddr) *types.Var {
	return a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(a.Field).Origin()
}

// groupMethod names the method of a WaitGroup that an instruction calls, or defers, whose receiver v is; "" for all else.
func groupMethod(use ssa.Instruction, v ssa.Value) string {
	call, ok := use.(ssa.CallInstruction)
	if _, isGo := use.(*ssa.Go); !ok || isGo {
		return ""
	}
	fn := memory.Declared(memory.Callee(call.Common()))
	if fn == nil || len(call.Common().Args) == 0 || call.Common().Args[0] != v {
		return ""
	}
	switch fn.FullName() {
	case "(*sync.WaitGroup).Add", "(*sync.WaitGroup).Done", "(*sync.WaitGroup).Wait":
		return fn.Name()
	}
	return ""
}

// addsOneToNew reports whether a call of Add adds one, and the WaitGroup is in an object that the function makes.
func addsOneToNew(call ssa.CallInstruction, a *ssa.FieldAddr) bool {
	one, ok := call.Common().Args[1].(*ssa.Const)
	return ok && one.Int64() == 1 && isInNew(a)
}

// isInNew reports whether a field is one of an object that the function makes.
func isInNew(a *ssa.FieldAddr) bool {
	x := a.X
	if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL { // of a variable that a literal captures
		if v, ok := load.X.(*ssa.Alloc); ok {
			x = memory.OnlyStored(v)
		}
	}
	_, ok := x.(*ssa.Alloc)
	return ok
}

// publishes returns the place of such a WaitGroup if an instruction calls the method of it, else nil.
func (f *flow) publishes(call ssa.CallInstruction, method string) *memory.Place {
	if len(call.Common().Args) == 0 {
		return nil
	}
	a, ok := call.Common().Args[0].(*ssa.FieldAddr)
	if !ok || groupMethod(call, a) != method {
		return nil
	}
	at := f.Target(a)
	if at.Up == nil || at.Step.Kind != memory.ToField || !f.closed[at.Step.Field] {
		return nil
	}
	return at
}

// published notes that the Done of such a WaitGroup is paid: by this call, or before its Wait returns.
func (f *flow) published(call ssa.CallInstruction, s *state) {
	for _, method := range []string{"Done", "Wait"} {
		if at := f.publishes(call, method); at != nil {
			s.acquire(at, reading)
		}
	}
}

// isGroup reports whether what counts as a lock is such a WaitGroup.
func isGroup(l *memory.Place) bool {
	return l.Up != nil && l.Step.Kind == memory.ToField && annot.IsWaitGroup(l.Step.Field.Type())
}
