package annot

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
)

// A Use is a name in an annotation, and what it stands for.
type Use struct {
	Start, End token.Pos
	Name       string // without quotes
	// Object is Go's, or the variable of a ghost. Of the fields and methods of generic types it is the one that is declared.
	Object types.Object
	// Bound is a variable of a quantifier, or the index of VERB[j].
	Bound *Bound
	// ActionOf is the function of which Name is an action.
	ActionOf *types.Func
	// Type is that of the name; of a function of the language it is what this call of it gives. It may be nil.
	Type types.Type
}

// IsWord reports whether the name is the language's own: held, result, forall, tid.
func (u Use) IsWord() bool { return u.Object == nil && u.Bound == nil && u.ActionOf == nil }

// Same reports whether two names stand for the same; for words that is not asked.
func (u Use) Same(v Use) bool {
	switch {
	case u.IsWord() || v.IsWord():
		return false
	case u.Object != nil || v.Object != nil:
		return u.Object == v.Object
	case u.Bound != nil || v.Bound != nil:
		return u.Bound == v.Bound && u.Name == v.Name // readable_if[i] and writable_if[j] are of one index
	}
	return u.ActionOf == v.ActionOf && u.Name == v.Name
}

// Uses lists the names in the annotations of a package, each once, by position. Of an annotation that is ill-formed there are those
// before the fault.
func Uses(src Source) []Use {
	var all []Use
	checkSource(src, func(u Use) { all = append(all, u) })
	slices.SortStableFunc(all, func(a, b Use) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return slices.CompactFunc(all, func(a, b Use) bool { return a.Start == b.Start })
}

// record tells of a name, if somebody wants to know.
func (c *checker) record(at syntax, name string, u Use) {
	if c.used == nil {
		return
	}
	u.Start, u.End, u.Name = at.Pos(), at.End(), name
	if quotes := int(u.End-u.Start) - len(name); quotes == len(`""`) && u.ActionOf != nil {
		u.Start, u.End = u.Start+1, u.End-1
	}
	switch obj := u.Object.(type) {
	case *types.Var:
		u.Object = obj.Origin()
	case *types.Func:
		u.Object = obj.Origin()
	}
	c.used(u)
}

// recordObject tells of a name of Go's.
func (c *checker) recordObject(x *nameX, obj types.Object) {
	c.record(x, x.name, Use{Object: obj, Type: obj.Type()})
}

// recordWord tells of a name of the language's.
func (c *checker) recordWord(x *nameX, t types.Type) { c.record(x, x.name, Use{Type: t}) }

// recordBound tells of a bound variable.
func (c *checker) recordBound(x *nameX, b *Bound) { c.record(x, x.name, Use{Bound: b, Type: b.Type}) }

// recordAction tells of the name of an action.
func (c *checker) recordAction(x *nameX, fn *types.Func) { c.record(x, x.name, Use{ActionOf: fn}) }

// recordExpr tells what a bare name has turned out to stand for.
func (c *exprChecker) recordExpr(x *nameX, e Expr) {
	if c.used == nil {
		return
	}
	switch e := e.(type) {
	case *BoundVar:
		c.recordBound(x, e.Var)
	case *Select:
		c.recordObject(x, e.Field)
	case *Var:
		c.recordObject(x, e.Obj)
	case *Const:
		if obj := c.object(x.name); obj != nil {
			c.recordObject(x, obj)
		}
	case *Result:
		c.record(x, x.name, Use{Type: e.T, Object: c.namedResult(x.name, e.Index)})
	default:
		c.recordWord(x, e.Type())
	}
}

// namedResult is the variable of a result, if that is what it is called.
func (c *exprChecker) namedResult(name string, i int) types.Object {
	if v := c.sig.Results().At(i); v.Name() == name {
		return v
	}
	return nil
}

// recordOwn tells of the word that a construct of the language begins with, as forall does.
func (c *checker) recordOwn(x syntax, word string, t types.Type) {
	c.record(span{x.Pos(), x.Pos() + token.Pos(len(word))}, word, Use{Type: t})
}

// Callable reports whether a word of the language is used as a function: held(mu).
func Callable(word string) bool { return specFunction(word) != nil || word == "region" }
