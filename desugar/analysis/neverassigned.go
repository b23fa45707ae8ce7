package analysis

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Package variables that nobody assigns to, var none Entry, or var none = Entry{}, hold what they hold at first: zero.
// Only names that other packages cannot use count, as whoever imports a package may set the others. So do all types but
// string: the linker sets variables of that type, with -ldflags=-X. What a directive fills, go:embed or go:linkname,
// and what assembly may set is left out.

// findNeverAssigned returns the package variables that are only read: no instruction stores to them or to a part of
// them, and none uses their address.
func (p *Facts) findNeverAssigned() map[*types.Var]bool {
	out := map[*types.Var]bool{}
	for _, path := range p.Paths {
		info := p.Packages[path]
		if len(info.syntax.OtherFiles) > 0 {
			continue
		}
		filled := info.filledByDirectives()
		for _, v := range info.Variables() {
			if b, ok := v.Type().Underlying().(*types.Basic); (!ok || b.Info()&types.IsString == 0) && !v.Exported() && p.Guard(v) == nil && !filled[v.Name()] {
				out[v] = true
			}
		}
	}
	var operands []*ssa.Value
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				operands = instr.Operands(operands[:0])
				for _, op := range operands {
					if g, ok := (*op).(*ssa.Global); ok && !readsAt(instr) && !isZeroAtFirst(instr, g) {
						if v, ok := g.Object().(*types.Var); ok {
							delete(out, v)
						}
					}
				}
			}
		}
	}
	return out
}

// filledByDirectives returns the names of package variables that go:linkname directives speak of, and of those in files
// with go:embed: between such a directive and its variable there may be other comments.
func (info *PkgInfo) filledByDirectives() map[string]bool {
	filled := map[string]bool{}
	for _, file := range info.syntax.Syntax {
		embeds := false
		for _, group := range file.Comments {
			for _, c := range group.List {
				embeds = embeds || strings.HasPrefix(c.Text, "//go:embed")
				if words := strings.Fields(c.Text); len(words) > 1 && words[0] == "//go:linkname" {
					filled[words[1]] = true
				}
			}
		}
		if !embeds {
			continue
		}
		for name, obj := range info.syntax.TypesInfo.Defs {
			if obj != nil && obj.Parent() == info.syntax.Types.Scope() && file.FileStart <= name.Pos() && name.Pos() < file.FileEnd {
				filled[name.Name] = true
			}
		}
	}
	return filled
}

// readsAt reports whether an instruction that has the address of a variable only reads what is there, or a part of it.
func readsAt(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.DebugRef, *ssa.UnOp:
		return true
	case *ssa.FieldAddr, *ssa.IndexAddr:
		for _, use := range *i.(ssa.Value).Referrers() {
			if !readsAt(use) {
				return false
			}
		}
		return true
	}
	return false
}

// isZeroAtFirst reports whether an instruction gives a variable the initial value zero, which it has anyway.
func isZeroAtFirst(instr ssa.Instruction, g *ssa.Global) bool {
	s, ok := instr.(*ssa.Store)
	if !ok || s.Addr != g || !IsInitialiser(s.Parent()) {
		return false
	}
	switch v := s.Val.(type) {
	case *ssa.Const:
		return v.Value == nil
	case *ssa.UnOp: // of go/ssa's own variable for a literal
		a, ok := v.X.(*ssa.Alloc)
		if !ok || a.Comment != "complit" {
			return false
		}
		for _, use := range *a.Referrers() {
			if _, debug := use.(*ssa.DebugRef); !debug && use != v {
				return false
			}
		}
		return true
	}
	return false
}
