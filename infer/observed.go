package infer

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
)

// An Observation says how executions were seen to access memory at one place of the source.
type Observation struct {
	Position token.Position // where the expression begins
	Write    bool
	// Alone counts accesses while only one goroutine had come to the memory, Shared those from then on.
	Alone, Shared int
	Locks         []ObservedLock // that were held at shared ones
}

// An ObservedLock is a lock that was held at some accesses.
type ObservedLock struct {
	Position token.Position // where it was taken: the call
	Offset   int64          // from what was accessed to the lock
	Reading  bool
	Count    int // shared accesses
}

// accessRecord is what was seen of an access.
type accessRecord struct {
	alone, shared int
	// held counts the shared accesses at which a lock was held, in a way that allows them: a package variable, or a field of
	// the same object.
	held map[*types.Var]int
}

// observe adds to the accesses what was seen of them. A lock that was held whenever the memory was shared is as good as one
// that the code shows; one that was not is none, whatever the code seems to show; and where the memory never was shared there is
// no need for one. Functions that must have been called with a lock count as demanding it; new tells whether there are more of
// those than before.
func (p *program) observe(observed []Observation) (more bool) {
	seen := p.accessRecords(observed)
	for _, key := range slices.SortedFunc(maps.Keys(p.accesses), func(a, b accessKey) int { return p.inOrder(a, b) }) {
		a := p.accesses[key]
		at := seen[recordKey{p.fset.Position(a.pos), a.variable}]
		if at == nil || a.fresh {
			continue
		}
		a.seen = at
		for l := range a.held {
			if v := p.beside(a, l); v != nil && at.held[v] < at.shared {
				delete(a.held, l)
			}
		}
		for v, n := range at.held {
			l := p.lockAt(a, v)
			if l == nil || n < at.shared || a.held[l] != 0 {
				continue
			}
			a.held[l] = writing
			if !a.write && annot.LockOf(v.Type()) == annot.RWMutex {
				a.held[l] = writing | reading
			}
			more = p.called(a, l) || more
		}
	}
	return more
}

// lockAt returns the place of a lock that was seen at an access.
func (p *program) lockAt(a *access, v *types.Var) *memory.Place {
	switch {
	case v.IsField() && a.base != nil:
		return a.base.Field(v)
	case !v.IsField() && a.fn.Pkg != nil && a.fn.Pkg.Pkg == v.Pkg():
		if g := a.fn.Pkg.Var(v.Name()); g != nil {
			return p.Target(g)
		}
	}
	return nil
}

// unshared reports whether the access was seen, and never to memory that others had come to, without a lock.
func (a *access) unshared() bool {
	return a.seen != nil && a.seen.shared == 0 && a.seen.alone > 0 && len(a.held) == 0
}

// called notes that the function with the access demands the lock, if it can name it and does not take it itself.
func (p *program) called(a *access, l *memory.Place) bool {
	param, ok := l.Root.Value.(*ssa.Parameter)
	f := &flow{program: p, fn: a.fn}
	if !ok || param.Parent() != a.fn || a.fn.Parent() != nil || memory.Declared(a.fn) == nil || p.demands[a.fn][l] != 0 || f.acquires(l) {
		return false
	}
	if p.demands[a.fn] == nil {
		p.demands[a.fn] = holds{}
	}
	p.demands[a.fn][l] = a.held[l]
	p.seenHeld[a.fn] = true
	for at, c := range p.sites[a.fn] {
		call, ok := at.(ssa.CallInstruction)
		if !ok || !p.calls(call.Common(), a.fn) || c.held[l] != 0 || c.fresh[l.Base()] {
			continue
		}
		of := &flow{program: p, fn: c.caller}
		if q := of.Outward(a.fn, call, call.Common(), l); q != nil {
			p.called(&access{fn: c.caller, held: holds{q: a.held[l]}}, q)
		}
	}
	return true
}

// beside returns the field that the lock is, if executions tell whether it is the one of the same object.
func (p *program) beside(a *access, l *memory.Place) *types.Var {
	if l.Up == nil || l.Up != a.base || l.Step.Kind != memory.ToField || a.element {
		return nil
	}
	if _, ok := p.distance(a.variable, l.Step.Field); !ok || annot.LockOf(l.Step.Field.Type()) == annot.Once {
		return nil
	}
	return l.Step.Field
}

// A recordKey is an access: an expression, and the variable in it.
type recordKey struct {
	at token.Position
	v  *types.Var
}

// accessRecords finds the variables and locks that observations are of.
func (p *program) accessRecords(observed []Observation) map[recordKey]*accessRecord {
	by := map[placeKey][]*access{}
	for _, a := range p.accesses {
		at := p.fset.Position(a.pos)
		by[keyOf(at)] = append(by[keyOf(at)], a)
	}
	locks := p.lockCalls()
	all := map[recordKey]*accessRecord{}
	for _, o := range observed {
		for _, a := range by[keyOf(o.Position)] {
			key := recordKey{p.fset.Position(a.pos), a.variable}
			at := all[key]
			if at == nil {
				at = &accessRecord{held: map[*types.Var]int{}}
				all[key] = at
			}
			at.alone += o.Alone
			at.shared += o.Shared
			for _, l := range o.Locks {
				v := locks[keyOf(l.Position)]
				if v == nil || o.Write && l.Reading {
					continue
				}
				// Of what is behind a slice or map there is no telling how far the lock is: that of the variable goes for it.
				if offset, ok := p.distance(a.variable, v); !v.IsField() || ok && (offset == l.Offset || a.element) {
					at.held[v] += l.Count
				}
			}
		}
	}
	return all
}

// A placeKey is a place in a file.
type placeKey struct {
	file      string
	line, col int
}

func keyOf(p token.Position) placeKey { return placeKey{p.Filename, p.Line, p.Column} }

// lockCalls finds the calls that take locks that are fields or package variables.
func (p *program) lockCalls() map[placeKey]*types.Var {
	all := map[placeKey]*types.Var{}
	for _, pkg := range p.pkgs {
		for _, file := range pkg.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				sel, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || memory.LockMethods[sel.Sel.Name] == memory.NoOperation {
					return true
				}
				if v := p.lockVariable(pkg.TypesInfo, sel); v != nil {
					all[keyOf(p.fset.Position(call.Pos()))] = v
				}
				return true
			})
		}
	}
	return all
}

// lockVariable returns the lock whose method is selected; an embedded one is the field that it is embedded as.
func (p *program) lockVariable(info *types.Info, sel *ast.SelectorExpr) *types.Var {
	if s := info.Selections[sel]; s != nil && len(s.Index()) == 2 {
		t := s.Recv()
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if st, ok := t.Underlying().(*types.Struct); ok && memory.IsLock(st.Field(s.Index()[0]).Type()) {
			return st.Field(s.Index()[0]).Origin()
		}
	}
	switch x := sel.X.(type) {
	case *ast.SelectorExpr:
		v, _ := info.Uses[x.Sel].(*types.Var)
		if v != nil {
			return v.Origin()
		}
	case *ast.Ident:
		if v, ok := info.Uses[x].(*types.Var); ok && v.Parent() == v.Pkg().Scope() {
			return v
		}
	}
	return nil
}

// distance is how far the lock lies behind the variable, in the struct that has both.
func (p *program) distance(v, lock *types.Var) (int64, bool) {
	st := p.structs[v]
	if st == nil || p.structs[lock] != st || p.pkgs[v.Pkg()] == nil || st.owner != nil && isGeneric(st.owner.Type()) {
		return 0, false
	}
	offsets := p.pkgs[v.Pkg()].TypesSizes.Offsetsof(st.fields)
	i, j := slices.Index(st.fields, v), slices.Index(st.fields, lock)
	return offsets[j] - offsets[i], true
}

// isGeneric reports whether values of the type differ in how they lie in memory.
func isGeneric(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.TypeParams().Len() > 0
}

// times counts how often accesses were seen once the memory was shared.
func times(all []*access) int {
	n := 0
	for _, a := range all {
		if a.seen != nil {
			n += a.seen.shared
		}
	}
	return n
}
