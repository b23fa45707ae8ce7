// Package sequential takes a call and gives the interfaces of which it uses what is behind them, where one goroutine at
// a time may use that: an io.Writer, a hash.Hash and a rand.Source say nothing of goroutines.
//
//	sequential.go  these interfaces, and calls that use what is behind them
//	holders.go     fields and package variables that hold such an object for certain
//	guarded.go     fields of which most uses are made under a lock
package sequential

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// Is reports whether a type is an interface of the standard library that says nothing of goroutines. Those of package
// io that both read and write are mostly connections, of which the documentation says more.
func Is(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "io" {
		return Certainly(t)
	}
	i, ok := n.Underlying().(*types.Interface)
	return ok && !(declares(i, "Read") && declares(i, "Write")) && !declares(i, "ReadAt") && !declares(i, "WriteAt")
}

// IsDiscard reports whether a variable is io.Discard, to which goroutines may write together: it does nothing.
func IsDiscard(v *types.Var) bool {
	return v.Name() == "Discard" && v.Pkg() != nil && v.Pkg().Path() == "io"
}

// responding are the functions of net/http that return a response to whoever calls them alone, who closes its body.
var responding = []string{
	"net/http.Get", "net/http.Head", "net/http.Post", "net/http.PostForm", "(*net/http.Client).Do",
	"(*net/http.Client).Get", "(*net/http.Client).Head", "(*net/http.Client).Post", "(*net/http.Client).PostForm",
}

// Responds reports whether a function returns another response each time.
func Responds(fn *types.Func) bool { return fn != nil && slices.Contains(responding, fn.FullName()) }

// Certainly reports whether it is one of which all types are so: nobody makes a hash or a source of random numbers that
// goroutines may share.
func Certainly(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && types.IsInterface(n) && slices.Contains([]string{"hash", "math/rand", "math/rand/v2"}, n.Obj().Pkg().Path())
}

func declares(i *types.Interface, name string) bool {
	for m := range i.Methods() {
		if m.Name() == name {
			return true
		}
	}
	return false
}

// usesNothing are methods of these interfaces that do not touch what changes, or that come from another goroutine on purpose.
var usesNothing = []string{"BlockSize", "Close", "Size"}

// Used returns the values of which a call uses what is behind them: the receiver of a method that is not at hand, and
// arguments of which a function of the standard library calls methods, as far as its row says so.
func Used(call *ssa.CallCommon, rowOf func(*types.Func) *library.Row) (all []ssa.Value) {
	if call.IsInvoke() {
		if !slices.Contains(usesNothing, call.Method.Name()) {
			all = append(all, call.Value)
		}
		return all
	}
	fn := call.StaticCallee()
	if fn == nil || fn.Blocks != nil || slices.Contains(usesNothing, fn.Name()) {
		return nil
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	row := rowOf(obj)
	for i, arg := range call.Args {
		isReceiver := i == 0 && fn.Signature.Recv() != nil
		if row == nil || row.Unknown != "" || row.Keeps(i) {
			continue
		}
		if isReceiver || (row.Calls(i) || row.Writes(i)) && !row.Aliases(i) && !row.Copies(i) { // a method that returns a part of its receiver looks at that, too
			all = append(all, arg)
		}
	}
	return all
}

// Receiver returns the receiver of a method of the standard library, if its type is taken neither for safe nor for one
// goroutine at a time, or is made before goroutines share it: they may call those of its methods that only read at the
// same time. It also returns whether this one writes.
func Receiver(call *ssa.CallCommon) (recv ssa.Value, writes bool) {
	fn := call.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || len(call.Args) == 0 || slices.Contains(usesNothing, fn.Name()) {
		return nil, false
	}
	ptr, ok := types.Unalias(fn.Signature.Recv().Type()).(*types.Pointer)
	if !ok {
		return nil, false
	}
	n, ok := types.Unalias(ptr.Elem()).(*types.Named)
	obj, isFunc := fn.Object().(*types.Func)
	if !ok || !isFunc || n.Obj().Pkg() == nil {
		return nil, false
	}
	writes, told := library.WritesAlone(n.Obj().Pkg().Path()+"."+n.Obj().Name(), fn.Name())
	if !told {
		return nil, false
	}
	if row := library.Of(obj.FullName()); row != nil {
		writes = row.Writes(0)
	}
	return call.Args[0], writes
}

// Unconverted returns what an interface was before it became another one, or the value that it was made of.
func Unconverted(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return v
		}
	}
}
