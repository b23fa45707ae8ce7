package analysis

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A struct that has a request in a field, as web frameworks have:
//
//	func (c *Context) SetValue(k, v any) { c.req = c.req.WithContext(context.WithValue(c.req.Context(), k, v)) }
//	func (c *Context) SetLen(n int64)    { c.req.ContentLength = n }
//
// Whoever has the struct has the request, also where the field is assigned again, if each message that checked code
// stores there is one that the storing function has: a message that it was passed, made of one, or found in such a
// field.

// MakesMessages reports whether the functions of a package return messages that are new, or those that they are passed, or parts of them.
func MakesMessages(path string) bool {
	switch path {
	case "net/http", "net/http/httptest", "net/http/httputil", "mime/multipart":
		return true
	}
	return false
}

// StaysIn reports whether the message that a field holds is one that who has the struct has, too.
func (p *Facts) StaysIn(f *types.Var) bool {
	return MessageOf(f) != nil || !p.Changing[p.Field(f)] || p.heldMessages[p.Field(f)]
}

// findHeldMessages returns the fields that are assigned again of which each assignment tells so.
func (p *Facts) findHeldMessages() map[*types.Var]bool {
	h := &holdings{prog: p, passed: map[*ssa.Parameter][]ssa.Value{}, lost: map[*types.Var]bool{}}
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			h.call(call)
		}
	}
	held := map[*types.Var]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				h.instruction(instr, held)
			}
		}
	}
	for f := range h.lost {
		delete(held, f)
	}
	return held
}

// holdings looks for what is stored in fields of message types.
type holdings struct {
	prog   *Facts
	passed map[*ssa.Parameter][]ssa.Value // what checked code passes for a parameter by calls that name the function
	others []ssa.Value                    // messages that it passes by other calls
	lost   map[*types.Var]bool
}

func (h *holdings) call(call *ssa.CallCommon) {
	callee := call.StaticCallee()
	if callee != nil && len(callee.Params) == len(call.Args) {
		for i, param := range callee.Params {
			h.passed[param] = append(h.passed[param], call.Args[i])
		}
	}
	if callee == nil {
		h.others = append(h.others, slices.DeleteFunc(slices.Clone(call.Args), func(arg ssa.Value) bool { return !IsMessage(arg.Type()) })...)
	}
}

func (h *holdings) instruction(instr ssa.Instruction, held map[*types.Var]bool) {
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		f := h.prog.Field(FieldOf(i))
		switch {
		case f == nil || !IsMessage(f.Type()) || MessageOf(f) != nil:
		case h.onlyHolds(i):
			held[f] = true
		default:
			h.lost[f] = true
		}
	case *ssa.Store:
		if _, isVariable := i.Addr.(*ssa.Alloc); !isVariable {
			h.lose(i.Val.Type())
		}
	}
}

// lose notes the fields of a struct that is assigned as a whole.
func (h *holdings) lose(t types.Type) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || isMessageStruct(t) {
		return
	}
	for f := range st.Fields() {
		if IsMessage(f.Type()) {
			h.lost[h.prog.Field(f)] = true
		}
		h.lose(f.Type())
	}
}

// onlyHolds reports whether code reads a field by its address, or stores messages there that its function has, and does nothing else.
func (h *holdings) onlyHolds(at *ssa.FieldAddr) bool {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if use.Op != token.MUL {
				return false
			}
		case *ssa.Store:
			if use.Addr != ssa.Value(at) || !h.has(use.Val, at, map[*ssa.Parameter]bool{}) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// has reports whether the function that stores a message in a field has it: it was passed the message, which all
// checked code has that calls it, or found it in the same field, or has it made of such.
func (h *holdings) has(v ssa.Value, in *ssa.FieldAddr, seen map[*ssa.Parameter]bool) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Alloc:
		return isMessageStruct(Deref(v.Type()))
	case *ssa.Extract:
		return h.has(v.Tuple, in, seen)
	case *ssa.Call:
		return h.makes(&v.Call, in, seen)
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.FieldAddr); ok {
			base := ParameterOf(at.X)
			return v.Op == token.MUL && in != nil && FieldOf(at) == FieldOf(in) && base != nil && base == ParameterOf(in.X)
		}
		if s := onlyStore(v); s != nil {
			return h.has(s.Val, in, seen)
		}
	}
	param := ParameterOf(v)
	return param != nil && h.isPassed(param, seen)
}

// makes reports whether a call of code that is not at hand returns messages that are new, or made of what the function has.
func (h *holdings) makes(call *ssa.CallCommon, in *ssa.FieldAddr, seen map[*ssa.Parameter]bool) bool {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks != nil || Object(fn) == nil || Object(fn).Pkg() == nil || !MakesMessages(Object(fn).Pkg().Path()) {
		return false
	}
	for _, arg := range call.Args {
		if IsMessage(arg.Type()) && !h.has(arg, in, seen) {
			return false
		}
	}
	return true
}

// isPassed reports whether a parameter is a message that whoever calls the function has. Code that is not at hand calls
// functions with messages that it has.
func (h *holdings) isPassed(param *ssa.Parameter, seen map[*ssa.Parameter]bool) bool {
	fn := param.Parent()
	if seen[param] {
		return true
	}
	seen[param] = true
	if fn.Origin() != nil || fn.TypeParams().Len() > 0 || !h.prog.CountsOnMessages(fn) {
		return false
	}
	passed := h.passed[param]
	if !h.prog.CalledByName(fn) {
		passed = slices.Concat(passed, h.others)
	}
	return !slices.ContainsFunc(passed, func(arg ssa.Value) bool { return !h.has(arg, nil, seen) })
}
