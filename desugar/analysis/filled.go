package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// Methods such as Read write the slice that they are passed, as sorting does. Where code passes them a slice of a
// field, objects with that field change, as if it copied elements there itself.

// sliceWriters are the methods of interfaces of the standard library, besides those that read into a slice, that write
// the slice of bytes which they are passed first.
var sliceWriters = map[string]bool{
	"(crypto/cipher.AEAD).Open": true, "(crypto/cipher.AEAD).Seal": true, "(crypto/cipher.Block).Decrypt": true,
	"(crypto/cipher.Block).Encrypt": true, "(crypto/cipher.BlockMode).CryptBlocks": true, "(crypto/cipher.Stream).XORKeyStream": true,
	"(hash.Hash).Sum": true,
}

// ReadsInto reports whether a method is Read, ReadAt or ReadFrom, or another one that writes bytes, and its first
// parameter the slice of bytes to which it does.
func ReadsInto(m *types.Func) bool {
	if m == nil || m.Signature().Recv() == nil {
		return false
	}
	switch m.Name() {
	case "Read", "ReadAt", "ReadFrom":
		params := m.Signature().Params()
		return params.Len() > 0 && IsByteSlice(params.At(0).Type())
	}
	return types.IsInterface(m.Signature().Recv().Type()) && sliceWriters[m.FullName()]
}

// filled returns the slices and maps that a call of code which is not at hand writes: its row says so, or it is such a method.
func filled(call *ssa.CallCommon) (all []ssa.Value) {
	m, args := call.Method, call.Args
	if !call.IsInvoke() {
		fn := call.StaticCallee()
		if fn == nil || fn.Blocks != nil {
			return nil
		}
		if m = Object(fn); m == nil {
			return nil
		}
		if m.Signature().Recv() != nil && len(args) > 0 {
			args = args[1:]
		}
	}
	if ReadsInto(m) && len(args) > 0 {
		all = append(all, args[0])
	}
	row := library.Of(m.Origin().FullName())
	if row == nil {
		return all
	}
	first := 0 // the receiver is the first that a row has
	if call.IsInvoke() {
		first = 1
	}
	for i, arg := range call.Args {
		if v := unwrapped(arg); row.Writes(first+i) && isSliceOrMap(v.Type()) {
			all = append(all, v)
		}
	}
	return all
}

// unwrapped returns what was converted, or put into an interface, to become a value.
func unwrapped(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}
