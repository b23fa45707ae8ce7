package annot

import (
	"go/types"
	"slices"
)

// typeSpec reads the directives about a type or about the package's variables.
func (c *checker) typeSpec(t *target) {
	spec := c.out.Package
	switch {
	case t.named != nil:
		spec = &TypeSpec{}
		c.out.Named[t.named] = spec
	case spec == nil:
		spec = &TypeSpec{}
		c.out.Package = spec
	}
	for _, d := range t.dirs {
		if d.gvisor != "" {
			c.alias(t, spec, d)
			continue
		}
		switch d.verb.name {
		case "invariant":
			cl, later := c.clause(d, promise(t, noOld))
			spec.Invariants = appendClause(spec.Invariants, cl)
			spec.Unsupported = append(spec.Unsupported, later...)
		case "transition":
			cl, later := c.clause(d, promise(t, ""))
			if cl != nil && !SpeaksOfBefore(cl.Expr) {
				spec.Always = append(spec.Always, cl)
				cl = nil
			}
			spec.Transitions = appendClause(spec.Transitions, cl)
			spec.Unsupported = append(spec.Unsupported, later...)
		case "ghost":
			c.guardGhost(t, d)
		case "lock_order":
			c.lockOrder(t, d)
		case "panics":
			c.out.AsksPanics = true
		case "contracts":
			c.errorf(d, CodePlace, "it begins a file with contracts of another package, which has a line //go:build ignore", "this file is part of package %s", c.src.Types.Name())
		case "immutable":
			c.ofStruct(t, d, &spec.Immutable)
		case "concurrent":
			c.ofStruct(t, d, &spec.Concurrent)
		}
	}
}

// ofStruct reads a directive without arguments about the objects of a struct type.
func (c *checker) ofStruct(t *target, d *directive, said **Clause) {
	if t.named == nil {
		return
	}
	if _, ok := t.named.Type().Underlying().(*types.Struct); !ok {
		c.errorf(d, CodePlace, "write it before a struct type, or on a variable", "%s says nothing of %s, which is no struct type", d.name(), t.named.Name())
		return
	}
	if *said != nil {
		c.errorf(d, CodeConflict, "", "%s is given twice for %s", d.name(), t.named.Name())
		return
	}
	*said = &Clause{Start: d.pos, End: d.end, Text: d.name()}
}

// immutableTypes checks that nothing in an immutable type is there to be changed.
func (c *checker) immutableTypes() {
	for name, spec := range c.out.Named {
		if spec.Immutable == nil {
			continue
		}
		for f := range name.Type().Underlying().(*types.Struct).Fields() {
			switch g := c.out.Guards[f]; {
			case g != nil && !g.Immutable:
				c.errorf(span{spec.Immutable.Start, spec.Immutable.End}, CodeConflict, "", "immutable contradicts what is said of the field %s", f.Name())
			case LockOf(f.Type()) != NoLock || atomicValue(f.Type()) != nil:
				c.errorf(span{spec.Immutable.Start, spec.Immutable.End}, CodeConflict, "leave it out: fields without a directive are immutable", "immutable contradicts the type of the field %s (%s)",
					f.Name(), c.typeString(f.Type()))
			}
		}
	}
}

// OnlyImmutable reports whether all that is said of a type is that it is immutable.
func (s *TypeSpec) OnlyImmutable() bool {
	return s.Immutable != nil && s.Concurrent == nil && len(s.Invariants)+len(s.Always)+len(s.Transitions)+len(s.Aliases)+len(s.Unsupported) == 0
}

// promise is the scope of a condition that all goroutines may rely on.
func promise(t *target, old string) scope {
	s := t.scope(old)
	s.local = "a condition that all goroutines rely on cannot depend on which of them owns an object"
	return s
}

// SpeaksOfBefore reports whether e mentions the state before a step.
func SpeaksOfBefore(e Expr) bool {
	found := false
	Walk(e, func(x Expr) bool {
		_, old := x.(*Old)
		found = found || old
		return !found
	})
	return found
}

// Promises returns the conditions on single states: those that hold at yield points, and those that hold always.
func (s *TypeSpec) Promises() []*Clause { return slices.Concat(s.Invariants, s.Always) }

func appendClause(cls []*Clause, cl *Clause) []*Clause {
	if cl == nil {
		return cls
	}
	return append(cls, cl)
}
