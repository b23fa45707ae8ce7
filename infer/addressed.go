package infer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/addressed"
	"github.com/calvin-go/calvin/infer/memory"
	"github.com/calvin-go/calvin/library"
)

// writeAddressed notes that a call of code that is not analysed writes the variables whose addresses it names:
// rows.Scan(&s.name), yaml.Unmarshal(data, &s.config). Code of which the library's table says that it only reads them
// does not count, nor a variable that synchronises itself.
func (f *flow) writeAddressed(at ssa.CallInstruction, c *ssa.CallCommon, fn *types.Func, s *state) {
	if !f.record {
		return
	}
	var row *library.Row
	if fn != nil {
		row = library.Of(fn.FullName())
	}
	for _, arg := range append(addressed.Arguments(c), passedOn(c)...) {
		i := arg.Index
		if c.IsInvoke() {
			i++ // the receiver is no argument
		}
		isReceiver := i == 0 && fn != nil && fn.Signature().Recv() != nil
		if row != nil && !row.Writes(i) || row == nil && isReceiver && !addressed.Decodes(fn.Name()) || f.keepsItself(arg.Value) {
			continue
		}
		f.access(at, f.Target(arg.Value), true, false, s)
	}
}

// passedOn returns the arguments of a call that are parameters of the function around it: what its callers have named.
func passedOn(c *ssa.CallCommon) []addressed.Argument {
	var all []addressed.Argument
	for i, arg := range c.Args {
		if v, ok := arg.(*ssa.MakeInterface); ok {
			arg = v.X
		}
		if p, ok := arg.(*ssa.Parameter); ok {
			all = append(all, addressed.Argument{Index: i, Value: p})
		}
	}
	return all
}

// keepsItself reports whether an address is that of a value that several goroutines may use at the same time.
func (f *flow) keepsItself(at ssa.Value) bool {
	if types.IsInterface(at.Type()) {
		return false
	}
	ptr, ok := types.Unalias(at.Type()).(*types.Pointer)
	if !ok {
		return true
	}
	if n, ok := memory.Named(ptr.Elem()); ok && n.Obj().Pkg() != nil && library.IsSynchronised(n.Obj().Pkg().Path()+"."+n.Obj().Name()) {
		return true
	}
	st, ok := ptr.Elem().Underlying().(*types.Struct)
	return ok && f.synchronises(st)
}
