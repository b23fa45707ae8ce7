package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Transfers are the methods Read and Write as package io has them. Who calls one by way of io.Reader or io.Writer has the bytes to himself during the call, and the method keeps nothing of
// them, and Write does not change them: package io says so, and it is checked of those in the checked packages. So they count on their callers for the bytes, and the callers have them back.

// transfers are the names of these methods, and the methods by which interfaces have them.
var transfers = map[string]string{"Read": "(io.Reader).Read", "Write": "(io.Writer).Write"}

// findTransfers fills transfers: the names of these methods, if all checked ones keep to that, and checked code calls them by the interfaces of package io.
func (p *Facts) findTransfers() {
	p.transfers = map[string]bool{"Read": true, "Write": true}
	for _, fn := range p.functions {
		for _, call := range AllCalls(fn) {
			if call.IsInvoke() && p.transfers[call.Method.Name()] && call.Method.FullName() != transfers[call.Method.Name()] {
				p.transfers[call.Method.Name()] = false
			}
		}
	}
	for changed := true; changed; { // one that passes the bytes on depends on those
		changed = false
		for _, fn := range p.functions {
			m := Object(fn)
			if m == nil || !p.transfers[m.Name()] || !isTransfer(m) || fn.Blocks == nil || len(fn.Params) < 2 {
				continue
			}
			w := &borrowWalk{prog: p, seen: map[ssa.Value]bool{}, reads: m.Name() == "Write"}
			if !w.value(fn.Params[1]) || w.reads && p.WritesThrough(fn.Params[1]) {
				p.transfers[m.Name()], changed = false, true
			}
		}
	}
}

// isTransfer reports whether a method is Read or Write as package io has them.
func isTransfer(m *types.Func) bool {
	sig := m.Signature()
	return sig.Recv() != nil && transfers[m.Name()] != "" && sig.Params().Len() == 1 && isByteSlice(sig.Params().At(0).Type()) && sig.Results().Len() == 2
}

func isByteSlice(t types.Type) bool {
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	basic, ok := slice.Elem().Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Byte
}

// LendsBytes reports whether a call by way of an interface of package io passes bytes that its caller has back afterwards.
func (p *Facts) LendsBytes(call *ssa.CallCommon) bool {
	return call.IsInvoke() && p.transfers[call.Method.Name()] && call.Method.FullName() == transfers[call.Method.Name()]
}

// LendsAllBytes reports whether these methods of the checked packages keep nothing of the bytes that they get.
func (p *Facts) LendsAllBytes() bool { return p.transfers["Read"] && p.transfers["Write"] }

// isTransferred reports whether a parameter is for the bytes that callers of such a method have to themselves.
func (p *Facts) isTransferred(param *ssa.Parameter) bool {
	fn := param.Parent()
	m := Object(fn)
	return m != nil && fn.Parent() == nil && len(fn.Params) == 2 && param == fn.Params[1] && p.transfers[m.Name()] && isTransfer(m) &&
		!p.Spawned[fn] && !p.Valued[m] && p.ContractOf(fn) == nil && p.abstractTypes.isDeclared(fn)
}
