package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// A sentinel is a package variable that holds an error of its own, made by errors.New or fmt.Errorf where it is declared,
// and is never assigned again: a constant, and different from every other.

// sentinel returns the value of a package variable that is a sentinel, nil for others.
func (m *memory) sentinel(v *types.Var) *ir.Expr {
	if v == nil || !m.prog.Sentinels[v] {
		return nil
	}
	return ir.Const(v.Pkg().Path()+"."+v.Name(), interfaceSort)
}

// sentinelFacts returns what is known of an interface value read from a package variable that is a sentinel, or that is an
// error which another package exports: these are believed to compare, and to stay what they are.
func (m *memory) sentinelFacts(v *types.Var, x *ir.Expr) []*ir.Expr {
	if m.sentinel(v) != nil {
		return []*ir.Expr{ir.Eq(m.dynamic.dynamicType(x), m.dynamic.opaque("type of "+x.Name).term)}
	}
	if v == nil || !analysis.IsPackageVar(v) || !v.Exported() || m.prog.Packages[v.Pkg().Path()] != nil ||
		!types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
		return nil
	}
	return m.newError(x)
}

// newError says that x is an error that compares by identity, as errors.New makes them.
func (m *memory) newError(x *ir.Expr) []*ir.Expr {
	d := m.dynamic
	t := d.dynamicType(x)
	return []*ir.Expr{ir.Ne(x, nilInterface), ir.Apply(d.plain, t), ir.Apply(d.comparable, t)}
}
