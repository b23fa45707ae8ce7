package desugar

import (
	"go/types"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/library"
)

// Decoders, encoders and drivers of databases that others wrote have the forms of those of the standard library:
// Unmarshal([]byte, any), Decode(any), Marshal(any), Encode(any), Scan(...any). What the standard library does with
// such arguments is what these are believed to do, in one line of the report for each call: a decoder and Scan write
// what the pointers lead to, an encoder reads it, and none of them keeps anything of it.

// A convention is what the name and the parameters of a function of others say.
type convention uint8

const (
	noConvention convention = iota
	decodesOne              // into what its one parameter any leads to
	encodesOne              // what its one parameter any holds
	scansAll                // into what its variadic parameters lead to
)

// conventionOf returns what the name and the parameters of a function say of which no more is known, and which
// parameter it says that of, not counting the receiver.
func conventionOf(fn *types.Func) (convention, int) {
	if fn == nil || fn.Pkg() == nil || library.Of(fn.FullName()) != nil {
		return noConvention, 0
	}
	if _, told := handlings[fn.FullName()]; told {
		return noConvention, 0
	}
	sig := fn.Signature()
	if fn.Name() == "Scan" && sig.Variadic() && sig.Params().Len() == 1 && isEmptyInterface(variadicElem(sig)) {
		return scansAll, 0
	}
	at, ok := soleOpaque(sig)
	switch {
	case !ok:
	case beginsWith(fn.Name(), "Unmarshal"), beginsWith(fn.Name(), "Decode"):
		return decodesOne, at
	case beginsWith(fn.Name(), "Marshal"), beginsWith(fn.Name(), "Encode"):
		return encodesOne, at
	}
	return noConvention, 0
}

// beginsWith reports whether the first word of a name is verb: DecodeJSON, and not DecoderFor.
func beginsWith(name, verb string) bool {
	rest, ok := strings.CutPrefix(name, verb)
	return ok && (rest == "" || !unicode.IsLower([]rune(rest)[0]))
}

// variadicElem is the type of single variadic arguments.
func variadicElem(sig *types.Signature) types.Type {
	return sig.Params().At(sig.Params().Len() - 1).Type().Underlying().(*types.Slice).Elem()
}

// soleOpaque returns the number of the one parameter that is an empty interface, if the others are input or output:
// bytes, strings, numbers, or interfaces with methods. So what is decoded shares no memory with them.
func soleOpaque(sig *types.Signature) (int, bool) {
	at := -1
	for i := range sig.Params().Len() {
		switch typ := sig.Params().At(i).Type(); {
		case isEmptyInterface(typ):
			if at >= 0 {
				return 0, false
			}
			at = i
		case analysis.IsByteSlice(typ), types.IsInterface(typ) && !analysis.IsTypeParam(typ):
		default:
			if _, ok := typ.Underlying().(*types.Basic); !ok {
				return 0, false
			}
		}
	}
	return at, at >= 0 && !sig.Variadic()
}

// declaredAt returns the function that a call names, or the method of an interface.
func declaredAt(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		return analysis.Object(fn)
	}
	return nil
}

// decodedArg returns which argument of a call of code that is not at hand is a pointer to what it decodes into.
func decodedArg(c *ssa.CallCommon) (int, bool) {
	fn := declaredAt(c)
	if fn == nil {
		return 0, false
	}
	if arg, ok := decoders[fn.FullName()]; ok {
		return arg, !c.IsInvoke()
	}
	kind, arg := conventionOf(fn)
	if !c.IsInvoke() && fn.Signature().Recv() != nil {
		arg++
	}
	return arg, kind == decodesOne && arg < len(c.Args)
}

// scansInto reports whether a call writes what its arguments point to and keeps none of them, as its name says.
func scansInto(inv *emit.Invocation) bool {
	kind, _ := conventionOf(declaredAt(inv.Common))
	return kind == scansAll
}

// isScanned reports whether an argument of such a call is a pointer to a variable of which the callee runs no method that could keep it.
func (t *translator) isScanned(inv *emit.Invocation, p passed) bool {
	ptr, ok := p.typ.Underlying().(*types.Pointer)
	if !ok || !scansInto(inv) || p.from == nil {
		return false
	}
	return (t.prog.Exposes(ptr.Elem()) <= analysis.ExposesMethods || t.isForeignStruct(ptr.Elem())) && !t.prog.HasMethods(ptr.Elem()) && !analysis.IsTypeParam(ptr.Elem())
}

// onlyDecoded reports whether a function does nothing with an interface that it is passed but to pass it on to decoders
// as what they decode into, which keep nothing of it.
func onlyDecoded(fn *ssa.Function, i int) bool {
	return i < len(fn.Params) && decodedAlone(fn.Params[i], map[ssa.Value]bool{})
}

// decodedAlone is onlyDecoded for a value.
func decodedAlone(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		ok := false
		switch use := use.(type) {
		case *ssa.DebugRef:
			ok = true
		case *ssa.Store: // of a parameter into its variable
			cell, isCell := use.Addr.(*ssa.Alloc)
			ok = isCell && !cell.Heap && (use.Addr == v || decodedAlone(cell, seen))
		case *ssa.UnOp:
			ok = decodedAlone(use, seen)
		case *ssa.Call:
			ok = decodedBy(&use.Call, v, seen)
		}
		if !ok {
			return false
		}
	}
	return true
}

// decodedBy is decodedAlone for an argument of a call.
func decodedBy(call *ssa.CallCommon, v ssa.Value, seen map[ssa.Value]bool) bool {
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks == nil {
		at, ok := decodedArg(call)
		for i, arg := range call.Args {
			ok = ok && (arg != v || i == at)
		}
		return ok && call.Value != v
	}
	for i, arg := range call.Args {
		if arg == v && (i >= len(fn.Params) || !decodedAlone(fn.Params[i], seen)) {
			return false
		}
	}
	return true
}
