package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// Sentinel returns the value of a package variable that is a sentinel, nil for others.
func (m *Memory) Sentinel(v *types.Var) *ir.Expr {
	if v == nil || !m.Facts.Sentinels[v] {
		return nil
	}
	return ir.Const(v.Pkg().Path()+"."+v.Name(), interfaceSort)
}

// SentinelFacts returns what is known of an interface value read from a package variable that is a sentinel, or that is an
// error which another package exports: these are believed to compare, and to stay what they are.
func (m *Memory) SentinelFacts(v *types.Var, x *ir.Expr) []*ir.Expr {
	if m.Sentinel(v) != nil {
		return []*ir.Expr{ir.Eq(m.Dynamic.DynamicType(x), m.Dynamic.opaque("type of "+x.Name).Term)}
	}
	if v == nil || !analysis.IsPackageVar(v) || !v.Exported() || m.Facts.Packages[v.Pkg().Path()] != nil ||
		!analysis.IsError(v.Type()) {
		return nil
	}
	return m.NewError(x)
}

// NewError says that x is an error that compares by identity, as errors.New makes them.
func (m *Memory) NewError(x *ir.Expr) []*ir.Expr {
	d := m.Dynamic
	t := d.DynamicType(x)
	return []*ir.Expr{ir.Ne(x, NilInterface), ir.Apply(d.Plain, t), ir.Apply(d.Comparable, t)}
}
