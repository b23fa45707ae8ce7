package analysis

import "golang.org/x/tools/go/ssa"

// SumsNew reports whether a call of a method by way of hash.Hash returns a new slice: Sum(nil), as the interface's
// documentation says, if no type of the checked packages has a method that may be behind it. What such a method returns
// its code tells.
func (p *Facts) SumsNew(call *ssa.CallCommon) bool {
	if !call.IsInvoke() || call.Method.FullName() != "(hash.Hash).Sum" || p.hasSums {
		return false
	}
	c, ok := call.Args[0].(*ssa.Const)
	return ok && c.IsNil()
}

// findSums reports whether a checked package declares a method Sum that may be behind hash.Hash.
func (p *Facts) findSums() bool {
	for _, path := range p.Paths {
		for fn := range p.Packages[path].decls {
			if fn.Name() == "Sum" && fn.Signature().Recv() != nil && fn.Signature().Params().Len() == 1 && IsByteSlice(fn.Signature().Params().At(0).Type()) {
				return true
			}
		}
	}
	return false
}
