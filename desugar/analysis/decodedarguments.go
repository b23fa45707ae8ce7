package analysis

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Generic code may have a decoder make values of a type parameter, as in json.Unmarshal(b, &list) with a []T. The
// decoder runs methods of what T is in an instance, by which values decode themselves, and passes them the address of a
// new element. Those of the checked packages are looked at: if none keeps its receiver, nobody comes to know what the
// decoder has made.

// KeepsDecoded reports whether some method of the checked packages by which a value decodes itself may let others know where the value is.
func (p *Facts) KeepsDecoded() bool { return p.keepsDecoded }

func (p *Facts) findKeepsDecoded() {
	p.keepsDecoded = false
	for _, path := range p.Paths {
		for obj := range p.Packages[path].decls {
			if slices.Contains(decoding, obj.Name()) && decodesItself(obj) { // what a copy of the value leads to is nobody's own
				p.keepsDecoded = p.keepsDecoded || p.KeepsReceiver(obj)
			}
		}
	}
}

// KeepsReceiver reports whether a method may let others know the address that it gets as its receiver, or one in what is there.
func (p *Facts) KeepsReceiver(m *types.Func) bool {
	fn := p.abstractTypes.checked(p.Ssa.FuncValue(m))
	w := &receiverWalk{prog: p, seen: map[ssa.Value]bool{}}
	return fn == nil || len(fn.Params) == 0 || !w.value(fn.Params[0])
}

// decoding are the methods that the decoders of json, xml and gob run.
var decoding = []string{"GobDecode", "UnmarshalBinary", "UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText", "UnmarshalXML", "UnmarshalXMLAttr"}

// DecodesItsReceiver reports whether the name is like those of methods that decoders run.
func DecodesItsReceiver(name string) bool {
	return strings.HasPrefix(name, "Unmarshal") || strings.HasPrefix(name, "GobDecode")
}

// A receiverWalk follows an address, and addresses in what is there, to see whether the function keeps one.
type receiverWalk struct {
	prog *Facts
	seen map[ssa.Value]bool
}

// value reports whether an address, or what the variable at an address holds, stays in the function and in those that it calls.
func (w *receiverWalk) value(v ssa.Value) bool {
	if w.seen[v] {
		return true
	}
	w.seen[v] = true
	if v.Referrers() == nil {
		return false
	}
	for _, use := range *v.Referrers() {
		if !w.use(v, use) {
			return false
		}
	}
	return true
}

func (w *receiverWalk) use(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.Lookup, *ssa.Range:
		return true
	case *ssa.UnOp:
		_, isCell := v.(*ssa.Alloc)
		return !isCell || w.value(use)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.ChangeType, *ssa.Phi, *ssa.Slice:
		return w.value(use.(ssa.Value))
	case *ssa.MapUpdate:
		return use.Map == v && use.Key != v && use.Value != v
	case *ssa.Store:
		if use.Val != v {
			return true
		}
		cell, ok := use.Addr.(*ssa.Alloc)
		return ok && !cell.Heap && w.value(cell)
	case *ssa.MakeInterface:
		return w.value(use)
	case *ssa.Call:
		return w.call(&use.Call, v)
	case *ssa.Defer:
		return w.call(&use.Call, v)
	}
	return false
}

// call is use for an argument of a call.
func (w *receiverWalk) call(call *ssa.CallCommon, v ssa.Value) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return true
	}
	fn := call.StaticCallee()
	if fn == nil || call.Value == v {
		return false
	}
	for i, arg := range call.Args {
		if arg == v && !w.argument(fn, i) {
			return false
		}
	}
	return true
}

func (w *receiverWalk) argument(fn *ssa.Function, i int) bool {
	if fn.Blocks != nil {
		return i < len(fn.Params) && w.value(fn.Params[i])
	}
	obj := Object(fn)
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	switch obj.Pkg().Path() {
	case "sync", "sync/atomic":
		return i == 0
	}
	row := w.prog.RowOf(obj)
	if row == nil || row.Unknown != "" || row.Keeps(i) || row.Aliases(i) || row.Later(i) {
		return false
	}
	return !row.Calls(i) || strings.HasPrefix(obj.Pkg().Path(), "encoding/") // of which the methods are those that are looked at here
}
