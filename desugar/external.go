package desugar

import "golang.org/x/tools/go/ssa"

// external translates a call of a function of a package that is not under check.
func (t *translator) external(inv *invocation, fn *ssa.Function) value {
	return t.foreign(inv, fn.RelString(t.pkg.ssa.Pkg))
}
