package analysis

import (
	"golang.org/x/tools/go/ssa"
)

// OnlyMake reports whether all that New of a pool may be make an object and do nothing else.
func (c *Contents) OnlyMake() bool {
	if c.Untold {
		return false
	}
	for _, fn := range c.Makers {
		if !onlyMakes(fn) {
			return false
		}
	}
	return true
}

// onlyMakes reports whether a function has no other instructions than those that make an object of its own and fill it with
// constants and with other such objects.
func onlyMakes(fn *ssa.Function) bool {
	if len(fn.Blocks) != 1 || len(fn.FreeVars)+len(fn.Params) > 0 {
		return false
	}
	for _, instr := range fn.Blocks[0].Instrs {
		switch i := instr.(type) {
		case *ssa.DebugRef, *ssa.Alloc, *ssa.FieldAddr, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Return, *ssa.Slice,
			*ssa.RunDefers: // of which there are none
		case *ssa.Call:
			if !IsBuiltin(i, "ssa:deferstack") {
				return false
			}
		case *ssa.UnOp:
			if !isOwn(i.X) {
				return false
			}
		case *ssa.Store:
			if !isOwn(i.Addr) {
				return false
			}
		default:
			return false
		}
		for _, op := range instr.Operands(nil) {
			if _, ok := (*op).(*ssa.Global); ok {
				return false
			}
		}
	}
	return true
}

// isOwn reports whether an address is that of a variable which the function has made, or of a part of one.
func isOwn(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return true
		case *ssa.FieldAddr:
			addr = a.X
		default:
			return false
		}
	}
}

// PoolLiteral returns the variable in which a literal of a Pool is put together, if v is that literal, else nil.
func PoolLiteral(v ssa.Value) *ssa.Alloc {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok || !IsPoolLiteral(a) {
		return nil
	}
	return a
}

// IsPoolLiteral reports whether v is a new sync.Pool made by a literal that is only stored to.
func IsPoolLiteral(v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if !ok || a.Comment != "complit" || !IsSyncType(Deref(a.Type()), "sync", "Pool") {
		return false
	}
	for _, use := range *a.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !onlyStores(*use.Referrers(), func(s *ssa.Store) bool { return s.Addr == use }) {
				return false
			}
		case *ssa.UnOp:
			if !onlyStores(*use.Referrers(), func(s *ssa.Store) bool { return s.Val == use }) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyStores reports whether all instructions are assignments of which something holds.
func onlyStores(uses []ssa.Instruction, of func(*ssa.Store) bool) bool {
	for _, u := range uses {
		if _, ok := u.(*ssa.DebugRef); ok {
			continue
		}
		if s, ok := u.(*ssa.Store); !ok || !of(s) {
			return false
		}
	}
	return true
}

// poolsTransfer reports whether some pool hands over what it holds.
func (p *Facts) poolsTransfer() bool {
	for _, path := range p.Paths {
		for v, g := range p.Packages[path].Annot.Guards {
			if g.Transfers && IsSyncType(v.Type(), "sync", "Pool") {
				return true
			}
		}
	}
	return false
}
