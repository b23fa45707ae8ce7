package infer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Accesses are those that functions make to variables which other goroutines may reach; nil: none is known. What
// conflicts with an access, and is likely to be run by another goroutine at the same time, is looked for among them.
// Nothing is proved: a reader is told where to look.
type Accesses struct {
	all    []*site            // in order of position
	byFile map[string][]*site // likewise
	usual  map[*types.Var]string
}

// A site is an access with what is to be known of it after the analysis has ended.
type site struct {
	Access
	variable                      *types.Var
	declared, of, end             token.Position
	element, atomic, fresh, early bool
	missing                       missing
}

// An Other is the access that conflicts with one that a finding is about.
type Other struct {
	Access
	End      token.Position // of the expression
	Itself   bool           // it is the same access, which several goroutines make
	Atomic   bool           // it goes through sync/atomic
	Declared token.Position // where the variable is
	// Of is where the type is declared of which the variable is a field, if nobody holds a lock where it is accessed,
	// or does so by sync/atomic.
	Of token.Position
	// Missing is the lock under which most accesses to the variable are made, but not this one, by the name that its function has for it, and
	// MissingOf what it is called as a field of its type: "c.mu", "Cache.mu". Either may be unknown.
	Missing, MissingOf string
	// Everywhere: the function that makes the access is called by its name alone, and no call holds that lock.
	Everywhere bool
}

// accessesOf keeps what findings need of the accesses of a program.
func (p *program) accessesOf() *Accesses {
	out := &Accesses{byFile: map[string][]*site{}, usual: map[*types.Var]string{}}
	ends, of, locks := map[string]map[token.Pos]token.Pos{}, p.typesOfFields(), p.usualLocks()
	for _, key := range slices.SortedFunc(maps.Keys(p.accesses), func(a, b accessKey) int {
		return cmp.Or(p.inOrder(a, b), cmp.Compare(a.variable.Pos(), b.variable.Pos()))
	}) {
		a := p.accesses[key]
		if !p.assignedLate[a.variable] || !a.pos.IsValid() {
			continue
		}
		s := &site{
			Access: p.show(a), variable: a.variable, declared: p.fset.Position(a.variable.Pos()), element: a.element, atomic: a.atomic, fresh: a.fresh,
			early: isInit(a.fn),
		}
		if at := of[a.variable]; at.IsValid() {
			s.of = p.fset.Position(at)
		}
		file := s.Position.Filename
		if ends[file] == nil {
			ends[file] = p.endsIn(a.pos)
		}
		if end := ends[file][a.pos]; end.IsValid() {
			s.end = p.fset.Position(end)
		}
		s.Held = p.heldNames(a.fn, a.held)
		lock := locks[a.variable]
		s.missing = p.missingAt(a, lock)
		if !lock.alone {
			out.usual[a.variable] = lock.text
		}
		out.all = append(out.all, s)
		out.byFile[file] = append(out.byFile[file], s)
	}
	return out
}

// typesOfFields gives for the fields of the named struct types where these types are declared.
func (p *program) typesOfFields() map[*types.Var]token.Pos {
	of := map[*types.Var]token.Pos{}
	for _, pkg := range p.pkgs {
		for _, name := range pkg.Types.Scope().Names() {
			obj, ok := pkg.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok || obj.IsAlias() {
				continue
			}
			if st, ok := obj.Type().Underlying().(*types.Struct); ok {
				for f := range st.Fields() {
					if f.Pkg() == obj.Pkg() {
						of[f] = obj.Pos()
					}
				}
			}
		}
	}
	return of
}

// endsIn gives for the file around a place where the longest expression ends that begins at a place and names a variable.
func (p *program) endsIn(pos token.Pos) map[token.Pos]token.Pos {
	ends := map[token.Pos]token.Pos{}
	for _, pkg := range p.pkgs {
		for _, file := range pkg.Syntax {
			if pos < file.FileStart || file.FileEnd <= pos {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n.(type) {
				case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
					ends[n.Pos()] = max(ends[n.Pos()], n.End())
				}
				return true
			})
		}
	}
	return ends
}

// Other finds the access that conflicts with one in a stretch of a file, by offsets: a write there, or else any access.
// Named reports whether the variable of that name is meant; where none is, and one variable alone is accessed there,
// that is it. It reports false if nothing is known to conflict.
func (a *Accesses) Other(file string, from, to int, write bool, named func(name string) bool) (Other, bool) {
	here := a.within(file, from, to)
	if meant := keep(here, func(s *site) bool { return named(s.variable.Name()) }); len(meant) > 0 {
		here = meant
	}
	if writes := keep(here, func(s *site) bool { return s.Write }); write && len(writes) > 0 {
		here = writes
	}
	if len(here) == 0 || slices.ContainsFunc(here, func(s *site) bool { return s.variable != here[0].variable }) {
		return Other{}, false
	}
	one := here[0]
	conflicting := keep(a.all, func(s *site) bool { return s != one && one.conflicts(s) })
	if one.Write && !one.fresh {
		conflicting = append([]*site{one}, conflicting...)
	}
	if len(conflicting) == 0 {
		return Other{}, false
	}
	best := slices.MinFunc(conflicting, func(x, y *site) int { return cmp.Compare(one.unlikely(x), one.unlikely(y)) })
	other := a.other(best)
	other.Itself = slices.Contains(here, best)
	other.Missing, other.MissingOf, other.Everywhere = one.missing.name, one.missing.of, one.missing.everywhere
	return other, true
}

// Behind finds the access that conflicts with one of a field that is made by a pointer to it. It knows where the field is declared, and
// what the object is called.
func (a *Accesses) Behind(declared token.Position, object string, write bool) (Other, bool) {
	one := &site{Access: Access{Write: write}}
	if a == nil {
		return Other{}, false
	}
	conflicting := keep(a.all, func(s *site) bool {
		if s.declared != declared {
			return false
		}
		one.variable = s.variable
		return !s.element && one.conflicts(s)
	})
	if len(conflicting) == 0 {
		return Other{}, false
	}
	other := a.other(slices.MinFunc(conflicting, func(x, y *site) int { return cmp.Compare(one.unlikely(x), one.unlikely(y)) }))
	if lock := a.usual[one.variable]; lock != "" {
		other.Missing = object + "." + lock
	}
	return other, true
}

// other is what is to be said of an access that conflicts with another one.
func (a *Accesses) other(best *site) Other {
	other := Other{Access: best.Access, End: best.end, Atomic: best.atomic, Declared: best.declared}
	if !slices.ContainsFunc(a.all, func(s *site) bool { return s.variable == best.variable && (s.atomic || len(s.Held) > 0) }) {
		other.Of = best.of
	}
	return other
}

// Private reports whether variables are accessed in a stretch of a file, and all of them can be named in their own package alone.
func (a *Accesses) Private(file string, from, to int) bool {
	here := a.within(file, from, to)
	return len(here) > 0 && !slices.ContainsFunc(here, func(s *site) bool { return s.variable.Exported() })
}

func keep(all []*site, is func(*site) bool) []*site {
	return slices.DeleteFunc(slices.Clone(all), func(s *site) bool { return !is(s) })
}

// within are the accesses that begin in a stretch of a file.
func (a *Accesses) within(file string, from, to int) []*site {
	if a == nil {
		return nil
	}
	all := a.byFile[file]
	begin, _ := slices.BinarySearchFunc(all, from, func(s *site, offset int) int { return cmp.Compare(s.Position.Offset, offset) })
	end := begin
	for end < len(all) && (all[end].Position.Offset == from || all[end].Position.Offset < to) {
		end++
	}
	return all[begin:end]
}

// conflicts reports whether two accesses to one variable are a data race if nothing orders them. Who accesses an
// element reads the variable itself, too.
func (s *site) conflicts(t *site) bool {
	if s.variable != t.variable || t.fresh || t.early || s.atomic && t.atomic {
		return false
	}
	if s.element == t.element {
		return s.Write || t.Write
	}
	whole := s
	if s.element {
		whole = t
	}
	return whole.Write
}

// guarded reports whether the access is made under a lock, a write under one that is not held for reading alone, or by sync/atomic.
func (s *site) guarded() bool {
	return s.atomic || slices.ContainsFunc(s.Held, func(lock string) bool { return !s.Write || !strings.HasSuffix(lock, " for reading") })
}

// unlikely orders the accesses that conflict with s: those under a lock, or by sync/atomic, first, as they are what is
// meant to be, then those in other functions, but not the one around, and writes.
func (s *site) unlikely(t *site) int {
	n := 0
	if !t.guarded() {
		n += 4
	}
	if t.Function == s.Function {
		n += 2
	}
	if strings.HasPrefix(s.Function, t.Function+"$") { // who starts the goroutine is likely to wait for it
		n += 3
	}
	if !t.Write {
		n++
	}
	return n
}
