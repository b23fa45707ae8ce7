package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A command sets some of its package variables in main, and then starts what uses them: a server, say. No goroutine but the first one runs code of package main
// before that code starts one, or lets code of other packages have a function of package main or a value with methods. These packages cannot import package
// main. So what main sets before is set before anybody else can look, and after that it never changes.

// IsSetFirst reports whether main, or the initialiser, sets a package variable of a command before any other goroutine can run code of the command, and nothing else does.
func (p *Facts) IsSetFirst(v *types.Var) bool { return p.setFirst[v] }

// IsMain reports whether fn is the main function of a command.
func IsMain(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && fn.Name() == "main" && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main"
}

// findSetFirst returns these variables.
func (p *Facts) findSetFirst() map[*types.Var]bool {
	first := map[*types.Var]bool{}
	for _, path := range p.Paths {
		pkg := p.Packages[path].Ssa
		main, init := pkg.Func("main"), pkg.Func("init")
		if main == nil || !IsMain(main) || init == nil || importsC(pkg.Pkg) {
			continue
		}
		l := &letting{pkg: pkg}
		if l.letsRun(init, map[*ssa.Function]bool{}) {
			continue
		}
		early := l.early(main)
		for _, member := range pkg.Members {
			g, ok := member.(*ssa.Global)
			if !ok {
				continue
			}
			if v, ok := g.Object().(*types.Var); ok && p.Guard(v) == nil && !p.Ghosts[v] {
				first[v] = true
			}
		}
		for _, fn := range p.functions {
			if fn.Pkg == nil || fn.Pkg == pkg { // no other package can name what a command declares; an instance has no package
				notSetFirst(fn, main, early, first)
			}
		}
	}
	return first
}

func importsC(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(q *types.Package) bool { return q.Path() == "C" || q.Path() == "unsafe" })
}

// notSetFirst takes out of first the variables to which a function does more than read them, but for stores of main in early, and initialisation. A function that
// calls main has it run again.
func notSetFirst(fn, main *ssa.Function, early map[ssa.Instruction]bool, first map[*types.Var]bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.DebugRef); ok {
				continue
			}
			for _, op := range instr.Operands(nil) {
				if used, ok := (*op).(*ssa.Function); ok && used == main {
					clear(first)
					return
				}
				g, ok := (*op).(*ssa.Global)
				if !ok {
					continue
				}
				v, ok := g.Object().(*types.Var)
				if !ok || !first[v] {
					continue
				}
				switch i := instr.(type) {
				case *ssa.UnOp:
					continue
				case *ssa.Store:
					if i.Addr == ssa.Value(g) && (early[i] || IsInit(fn)) {
						continue
					}
				}
				delete(first, v)
			}
		}
	}
}

// letting finds what lets others run code of a command.
type letting struct{ pkg *ssa.Package }

// early returns the instructions of main before which nothing lets others run code of the command, on any way there.
func (l *letting) early(main *ssa.Function) map[ssa.Instruction]bool {
	late := map[*ssa.BasicBlock]bool{}
	var reach func(*ssa.BasicBlock)
	reach = func(b *ssa.BasicBlock) {
		if !late[b] {
			late[b] = true
			for _, s := range b.Succs {
				reach(s)
			}
		}
	}
	first := map[*ssa.BasicBlock]int{} // the first such instruction of a block
	for _, b := range main.Blocks {
		first[b] = len(b.Instrs)
		if i := slices.IndexFunc(b.Instrs, func(i ssa.Instruction) bool { return l.instr(i, map[*ssa.Function]bool{}) }); i >= 0 {
			first[b] = i
			for _, s := range b.Succs {
				reach(s)
			}
		}
	}
	early := map[ssa.Instruction]bool{}
	for _, b := range main.Blocks {
		if !late[b] && b != main.Recover {
			for _, instr := range b.Instrs[:first[b]] {
				early[instr] = true
			}
		}
	}
	return early
}

// letsRun reports whether a function of the command, or one of those that it calls, may let others run code of it.
func (l *letting) letsRun(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return l.instr(i, seen) })
	})
}

func (l *letting) instr(instr ssa.Instruction, seen map[*ssa.Function]bool) bool {
	switch i := instr.(type) {
	case *ssa.DebugRef:
		return false
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MakeClosure:
		return true
	case *ssa.MakeInterface:
		return l.mentions(i.X.Type(), map[types.Type]bool{})
	case ssa.CallInstruction:
		if callee := i.Common().StaticCallee(); callee != nil && l.calls(callee, seen) {
			return true
		}
	}
	for _, op := range instr.Operands(nil) {
		fn, ok := (*op).(*ssa.Function)
		call, isCall := instr.(ssa.CallInstruction)
		if ok && !(isCall && op == &call.Common().Value) && (fn.Pkg == nil || l.isOurs(fn)) {
			return true
		}
	}
	return false
}

// calls reports whether a callee may let others run code of the command. One of another package may if it is told types of the command.
func (l *letting) calls(callee *ssa.Function, seen map[*ssa.Function]bool) bool {
	if l.isOurs(callee) {
		return l.letsRun(callee, seen)
	}
	if callee.Pkg == nil && callee.Origin() == nil { // a method of a field, say, which go/ssa has made
		return true
	}
	return slices.ContainsFunc(callee.TypeArgs(), func(t types.Type) bool { return l.mentions(t, map[types.Type]bool{}) })
}

// isOurs reports whether a function is one of the command, a literal in one, or an instance.
func (l *letting) isOurs(fn *ssa.Function) bool {
	root := Root(fn)
	if root.Origin() != nil {
		root = root.Origin()
	}
	return root.Pkg == l.pkg
}

// mentions reports whether a type is made of types that the command declares, which may have methods.
func (l *letting) mentions(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	if IsTypeParam(t) {
		return true
	}
	if n, ok := t.(*types.Named); ok {
		if n.Obj().Pkg() == l.pkg.Pkg || slices.ContainsFunc(slices.Collect(n.TypeArgs().Types()), func(a types.Type) bool { return l.mentions(a, seen) }) {
			return true
		}
	}
	found := false
	eachComponent(t, func(c types.Type) { found = found || l.mentions(c, seen) })
	return found
}
