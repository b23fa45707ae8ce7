package summary

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/load"
)

// UnlockedOf is Unlocked for a type that is named with its import path, in a package that a listing has or one of them imports.
func (s *Set) UnlockedOf(l *load.Listing, name string) (methods []string, err error) {
	path := packageOf(name)
	for p := range packages.Postorder(l.Roots()) {
		if p.PkgPath != path {
			continue
		}
		pkg, err := l.Types(p)
		if err != nil {
			return nil, fmt.Errorf("read types of %s: %w", path, err)
		}
		if obj, ok := pkg.Scope().Lookup(name[len(path)+1:]).(*types.TypeName); ok {
			if t, ok := types.Unalias(obj.Type()).(*types.Named); ok {
				return s.Unlocked(t)
			}
		}
	}
	return nil, fmt.Errorf("there is no type %s", name)
}

// Unlocked returns the exported methods of a type that may write, while they hold no lock, a variable of a type that
// its fields lead to: only one goroutine at a time may call these. What code behind an interface or a function in the
// receiver does is not counted, nor is what the runtime and package sync do.
//
// It is a derivation to compare with what the documentation says, and not more. It does not ask which lock it is,
// whether a write is seen by others at all, or whether readers of what is written hold the lock, too.
func (s *Set) Unlocked(t *types.Named) (methods []string, err error) {
	leads := map[string]bool{}
	leadsTo(t, leads, map[types.Type]bool{})
	set := types.NewMethodSet(types.NewPointer(t))
	for i := range set.Len() {
		obj := set.At(i).Obj()
		if !obj.Exported() {
			continue
		}
		sum := s.methodOf(t, obj.Name())
		if sum == nil || len(sum.shape.Params) == 0 {
			return nil, fmt.Errorf("method %s of %s has no summary", obj.Name(), typeKey(t))
		}
		r := newReader(&sum.shape)
		for n := range r.owned[0] {
			if slices.ContainsFunc(r.Nodes[n].Unlocked, func(typ string) bool { return leads[typ] }) {
				methods = append(methods, obj.Name())
				break
			}
		}
	}
	return methods, nil
}

// methodOf returns the summary of a method of a type, of its own or by embedding; nil if there is none.
func (s *Set) methodOf(t *types.Named, name string) *Summary {
	typ := typeKey(t)
	if sum := s.Func("(*" + typ + ")." + name); sum != nil {
		return sum
	}
	return s.Func("(" + typ + ")." + name)
}

// leadsTo collects the types of variables that a value of a type consists of or leads to without an interface, a
// function or a channel, as variableType names them. What synchronises is left out, and what stands behind it. So are
// fields of other types, which methods write as part of their struct.
func leadsTo(t types.Type, leads map[string]bool, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil && isSynchronising(n.Obj().Pkg().Path()) {
		return
	}
	if _, isStruct := t.Underlying().(*types.Struct); isStruct {
		leads[nameOf(t)] = true
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		leads[nameOf(u.Elem())] = true
		leadsTo(u.Elem(), leads, seen)
	case *types.Slice:
		leads[variableType(u)] = true
		leadsTo(u.Elem(), leads, seen)
	case *types.Array:
		leadsTo(u.Elem(), leads, seen)
	case *types.Map:
		leads[variableType(u)] = true
		leadsTo(u.Key(), leads, seen)
		leadsTo(u.Elem(), leads, seen)
	case *types.Struct:
		for f := range u.Fields() {
			leadsTo(f.Type(), leads, seen)
		}
	}
}
