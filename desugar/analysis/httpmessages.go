package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A message of HTTP is a request, a response, or a part of one, as package net/http and those around it have it: a
// pointer to a struct, or the interface by which a handler writes its response. It leads to maps of headers and of
// forms. Nobody asks net/http for a lock: the goroutine that makes a message, or that a handler is called in, has these
// maps to itself. See httpmessages.go of package heap.
var messageStructs = map[string][]string{
	"net/http":          {"Request", "Response"},
	"net/http/httptest": {"ResponseRecorder"},
	"mime/multipart":    {"Form", "FileHeader"},
}

// IsMessage reports whether values of a type are messages of HTTP.
func IsMessage(t types.Type) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		return isMessageStruct(ptr.Elem())
	}
	return IsResponseWriter(t)
}

func isMessageStruct(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && slices.Contains(messageStructs[n.Obj().Pkg().Path()], n.Obj().Name())
}

// IsResponseWriter reports whether a type is the interface by which handlers write responses, or another one with its
// method Header: one that embeds it, or is declared as it is.
func IsResponseWriter(t types.Type) bool {
	if !IsInterface(t) {
		return false
	}
	for m := range t.Underlying().(*types.Interface).Methods() {
		if m.FullName() == "(net/http.ResponseWriter).Header" {
			return true
		}
	}
	return false
}

// findOwnHeaders reports whether a function of the packages, with or without a name, takes nothing and returns headers:
// it may be the method Header of a writer, or run by one of other packages.
func (p *Facts) findOwnHeaders() bool {
	return slices.ContainsFunc(p.functions, func(fn *ssa.Function) bool {
		results := fn.Signature.Results()
		if fn.Synthetic != "" && fn.Syntax() == nil || fn.Signature.Params().Len() > 0 || results.Len() != 1 {
			return false
		}
		t := types.Unalias(results.At(0).Type())
		return IsGeneric(t) || types.TypeString(t, nil) == "net/http.Header"
	})
}

// IsHeader reports whether a field is one of the maps of a message, or leads to the URL of a request, which belongs to
// who has the message as they do.
func IsHeader(f *types.Var) bool {
	if f == nil || !f.IsField() || f.Pkg() == nil {
		return false
	}
	_, isMap := f.Type().Underlying().(*types.Map)
	return (isMap || f.Name() == "URL") && MessageOf(f) != nil
}

// MessageOf returns the type of messages of which f is a field, nil if it is none of any.
func MessageOf(f *types.Var) types.Type {
	if f.Pkg() == nil {
		return nil
	}
	for _, name := range messageStructs[f.Pkg().Path()] {
		obj := f.Pkg().Scope().Lookup(name)
		if obj == nil {
			continue
		}
		for field := range obj.Type().Underlying().(*types.Struct).Fields() {
			if field == f {
				return obj.Type()
			}
		}
	}
	return nil
}

// HoldsMessages reports whether t is a struct type that messages are in, or that is one itself.
func HoldsMessages(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || IsSyncValue(t) {
		return false
	}
	if isMessageStruct(t) {
		return true
	}
	for f := range st.Fields() {
		if IsMessage(f.Type()) || HoldsMessages(f.Type()) {
			return true
		}
	}
	return false
}

// HasMessages reports whether t points to a struct without synchronisation of its own that messages are in: whoever has
// the struct has the messages.
func (p *Facts) HasMessages(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && HoldsMessages(ptr.Elem()) && !isMessageStruct(ptr.Elem()) && p.IsPlain(ptr.Elem())
}

// CountsOnMessages reports whether a function takes the messages that it is passed for those of its caller, which has
// their headers to itself while the function runs. A function does not that a goroutine runs, or of which a call need
// not show the callee what is passed: generic code may call a function value with values of its type parameters, and
// nothing tells that these are messages.
func (p *Facts) CountsOnMessages(fn *ssa.Function) bool {
	if p.Spawned[fn] || Replaced(fn, p.ContractOf(fn)) {
		return false
	}
	return !p.genericMessages || p.CalledByName(fn)
}

// findGenericMessages reports whether a type argument of generic code of the checked packages leads to messages.
func (p *Facts) findGenericMessages() bool {
	for _, all := range p.instances {
		for _, t := range all {
			if n, ok := types.Unalias(t).(*types.Named); ok && anyMentionsMessages(n.TypeArgs()) {
				return true
			}
		}
	}
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			callee := call.StaticCallee()
			if callee == nil || callee.Origin() == nil || callee.Origin().Blocks == nil { // of others; see passesGenerically
				continue
			}
			if slices.ContainsFunc(callee.TypeArgs(), MentionsMessages) {
				return true
			}
		}
		if obj := fn.Object(); obj != nil && obj.Pkg() != nil && p.Packages[obj.Pkg().Path()] == nil {
			continue // package ssa makes those that net/http has, too, such as methods of atomic.Pointer[response]
		}
		if slices.ContainsFunc(fn.TypeArgs(), MentionsMessages) {
			return true
		}
	}
	return false
}

func anyMentionsMessages(args *types.TypeList) bool {
	for t := range args.Types() {
		if MentionsMessages(t) {
			return true
		}
	}
	return false
}

// MentionsMessages reports whether a type is that of messages, or one that is made of it: a slice of requests, say, or a function of one.
func MentionsMessages(t types.Type) bool { return mentionsMessages(t, map[types.Type]bool{}) }

func mentionsMessages(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if IsMessage(t) {
		return true
	}
	in := func(t types.Type) bool { return mentionsMessages(t, seen) }
	if n, ok := types.Unalias(t).(*types.Named); ok {
		for arg := range n.TypeArgs().Types() {
			if in(arg) {
				return true
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return in(u.Elem())
	case *types.Slice:
		return in(u.Elem())
	case *types.Array:
		return in(u.Elem())
	case *types.Chan:
		return in(u.Elem())
	case *types.Map:
		return in(u.Key()) || in(u.Elem())
	case *types.Signature:
		return in(u.Params()) || in(u.Results())
	case *types.Tuple:
		for v := range u.Variables() {
			if in(v.Type()) {
				return true
			}
		}
	case *types.Struct:
		for f := range u.Fields() {
			if in(f.Type()) {
				return true
			}
		}
	}
	return false
}

// HeadersFrom returns the fields that lead from a struct, to which a pointer of type t points, to the message whose
// method Header the pointer has; nil if Header is a method of the checked packages: then nothing tells whose headers it
// returns.
func (p *Facts) HeadersFrom(t types.Type) (path []*types.Var) {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok || StructName(ptr.Elem()) == nil {
		return nil
	}
	m, index, _ := types.LookupFieldOrMethod(t, true, StructName(ptr.Elem()).Pkg(), "Header")
	if _, isMethod := m.(*types.Func); !isMethod {
		return nil
	}
	typ := ptr.Elem()
	for _, i := range index[:len(index)-1] {
		st, ok := typ.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		path, typ = append(path, st.Field(i)), st.Field(i).Type()
	}
	if len(path) == 0 || !IsMessage(typ) {
		return nil
	}
	return path
}

// SetInMessages reports whether checked code sets a field of a message that it has not just declared: the body of a request, say.
func (p *Facts) SetInMessages(f *types.Var) bool { return p.setInMessages[f] }

// findSetInMessages fills setInMessages.
func (p *Facts) findSetInMessages() {
	p.setInMessages = map[*types.Var]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.FieldAddr:
					if owner := Deref(i.X.Type()); isMessageStruct(owner) && !isFresh(i.X) && isSet(i) {
						p.setInMessages[FieldOf(i)] = true
					}
				case *ssa.Store:
					if t := Deref(i.Addr.Type()); isMessageStruct(t) && !isFresh(i.Addr) {
						for f := range t.Underlying().(*types.Struct).Fields() {
							p.setInMessages[f] = true
						}
					}
				}
			}
		}
	}
}

// isSet reports whether a field may be written by its address.
func isSet(a *ssa.FieldAddr) bool {
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.FieldAddr:
			if isSet(use) {
				return true
			}
		default:
			return true
		}
	}
	return false
}
