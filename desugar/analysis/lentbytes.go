package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// The bytes of the methods Read and Write, as package io has them. Who calls one by way of io.Reader or io.Writer has
// the bytes to himself during the call, and the method keeps nothing of them, and Write does not change them: package
// io says so, and it is checked of those in the checked packages. So they count on their callers for the bytes, and the
// callers have them back.

// ioMethods are the names of these methods, and the methods by which interfaces have them.
var ioMethods = map[string]string{"Read": "(io.Reader).Read", "Write": "(io.Writer).Write"}

// findLentBytes fills lentBytes: the names of these methods, if all checked ones keep to that, and checked code calls
// them by the interfaces of package io.
func (p *Facts) findLentBytes() {
	p.lentBytes = map[string]bool{"Read": true, "Write": true}
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			if call.IsInvoke() && p.lentBytes[call.Method.Name()] && !isOfIO(call.Method) {
				p.lentBytes[call.Method.Name()] = false
			}
		}
	}
	for changed := true; changed; { // one that passes the bytes on depends on those
		changed = false
		for _, fn := range p.functions {
			m := Object(fn)
			if m == nil || !p.lentBytes[m.Name()] || !isIOMethod(m) || fn.Blocks == nil || len(fn.Params) < 2 {
				continue
			}
			w := &borrowWalk{prog: p, seen: map[ssa.Value]bool{}, reads: m.Name() == "Write"}
			if !w.value(fn.Params[1]) || w.reads && p.WritesThrough(fn.Params[1]) {
				p.lentBytes[m.Name()], changed = false, true
			}
		}
	}
}

// isIOMethod reports whether a method is Read or Write as package io has them.
func isIOMethod(m *types.Func) bool {
	sig := m.Signature()
	return sig.Recv() != nil && ioMethods[m.Name()] != "" && sig.Params().Len() == 1 && IsByteSlice(sig.Params().At(0).Type()) && sig.Results().Len() == 2
}

// isBytesOfIO reports whether a parameter is for the bytes of Read or Write, whose callers leave nothing to them, by what package io says.
func isBytesOfIO(param *ssa.Parameter) bool {
	fn := param.Parent()
	m := Object(fn)
	return m != nil && fn.Parent() == nil && isIOMethod(m) && len(fn.Params) == 2 && param == fn.Params[1]
}

// isOfIO reports whether a method of an interface is Read or Write of package io, or of net.Conn or
// http.ResponseWriter, which have to keep to the same.
func isOfIO(m *types.Func) bool {
	name := m.FullName()
	return name == ioMethods[m.Name()] || name == "(net.Conn)."+m.Name() || name == "(net/http.ResponseWriter).Write"
}

// IsByteSlice reports whether a type is one of slices of bytes.
func IsByteSlice(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem().Underlying(), types.Typ[types.Byte])
}

// LendsBytes reports whether a call by way of an interface of package io, or of one that implements those, passes bytes
// that its caller has back afterwards.
func (p *Facts) LendsBytes(call *ssa.CallCommon) bool {
	return call.IsInvoke() && p.lentBytes[call.Method.Name()] && isOfIO(call.Method)
}

// LendsBytesTo reports whether an argument of a call of such a method, or of ReadAt or WriteAt, which is not at hand,
// is bytes that its caller has back afterwards. It may pass them on to methods at hand.
func (p *Facts) LendsBytesTo(call *ssa.CallCommon, arg int) bool {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks != nil || arg != 1 || !p.LendsAllBytes() {
		return false
	}
	m := Object(fn)
	if m == nil || m.Signature().Recv() == nil || m.Signature().Params().Len() == 0 || m.Signature().Results().Len() != 2 {
		return false
	}
	switch m.Name() {
	case "Read", "Write", "ReadAt", "WriteAt":
		return IsByteSlice(m.Signature().Params().At(0).Type())
	}
	return false
}

// LendsAllBytes reports whether these methods of the checked packages keep nothing of the bytes that they get.
func (p *Facts) LendsAllBytes() bool { return p.lentBytes["Read"] && p.lentBytes["Write"] }

// isLentBytes reports whether a parameter is for the bytes that callers of such a method have to themselves.
func (p *Facts) isLentBytes(param *ssa.Parameter) bool {
	fn := param.Parent()
	m := Object(fn)
	return m != nil && fn.Parent() == nil && len(fn.Params) == 2 && param == fn.Params[1] && p.lentBytes[m.Name()] && isIOMethod(m) &&
		!p.Spawned[fn] && !p.Valued[m] && p.ContractOf(fn) == nil && p.abstractTypes.isDeclared(fn)
}
