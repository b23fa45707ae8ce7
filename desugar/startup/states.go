package startup

import (
	"golang.org/x/tools/go/ssa"
)

// A state says what may have happened before, on some way.
type state uint8

const (
	reached state = 1 << iota
	given         // code of others has something of the program's, and keeps it for now
	asked         // code of others was called of which nothing is known
	others        // other goroutines may run checked code
)

// walk calls visit for each instruction of a function that begins in a state, with what is known before and after it,
// on whatever way it is reached.
func (f *finder) walk(fn *ssa.Function, entry state, visit func(instr ssa.Instruction, before, after state)) {
	if len(fn.Blocks) == 0 {
		return
	}
	at := map[*ssa.BasicBlock]state{fn.Blocks[0]: entry}
	if fn.Recover != nil { // a panic leads there from anywhere
		at[fn.Recover] = reached | given | asked | others
	}
	for changed := true; changed; {
		changed = false
		for _, b := range fn.Blocks {
			s := at[b]
			if s == 0 {
				continue
			}
			for _, instr := range b.Instrs {
				s = f.after(instr, s)
			}
			for _, next := range b.Succs {
				if at[next]|s != at[next] {
					at[next] |= s
					changed = true
				}
			}
		}
	}
	for _, b := range fn.Blocks {
		s := at[b]
		if s == 0 {
			continue
		}
		for _, instr := range b.Instrs {
			next := f.after(instr, s)
			visit(instr, s, next)
			s = next
		}
	}
}

// after returns the state after an instruction.
func (f *finder) after(instr ssa.Instruction, s state) state {
	e, ok := f.single[instr]
	if !ok {
		r := &reach{finder: f, seen: map[*ssa.Function]bool{}}
		r.instr(instr)
		e = r.effects
		f.single[instr] = e
	}
	return e.after(s)
}

// effects are what an instruction, or a function, does with all that it calls. As it is not said in which order, all counts at once.
type effects struct {
	lets  bool // others run
	gives bool // code of others is given something
	asks  bool // code of others is called of which nothing is known
	runs  bool // code of others is called that may run what it was given, before it returns
}

// after returns the state after something that was begun in a state.
func (e effects) after(s state) state {
	if e.gives {
		s |= given
	}
	if e.asks {
		s |= asked
	}
	if e.lets || s&given != 0 && (s&asked != 0 || e.runs) {
		s |= others
	}
	return s
}
