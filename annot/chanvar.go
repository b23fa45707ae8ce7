package annot

import (
	"go/types"
)

// channel returns the element type of the channels that the variable holds, nil after reporting that it holds none.
func (r *guardReader) channel(d *directive) types.Type {
	if ch, ok := r.v.Type().Underlying().(*types.Chan); ok {
		return ch.Elem()
	}
	hint := d.name() + " is for channels"
	if d.verb.name == "transfers" {
		hint += " and for variables of type sync.Pool"
	}
	r.errorf(d, CodeType, hint,
		"%s (type %s) is not a channel", r.v.Name(), r.typeString(r.v.Type()))
	return nil
}

// transfers reads transfers, which pools may have as well.
func (r *guardReader) transfers(d *directive) {
	switch {
	case !isNamed(r.v.Type(), "sync", "Pool") && r.channel(d) == nil:
	case r.guard.Transfers:
		r.errorf(d, CodeConflict, "", "transfers is given twice for %s", r.v.Name())
	default:
		r.guard.Transfers = true
	}
}

// closable reads closable_if P.
func (r *guardReader) closable(d *directive) {
	if r.channel(d) == nil {
		return
	}
	cl, later := r.clause(d, r.t.scope(noOld))
	r.guard.Unsupported = append(r.guard.Unsupported, later...)
	if cl != nil {
		r.guard.Closes = append(r.guard.Closes, cl)
	}
}

// carries reads carries P and carries[v] P, where v is any value that is sent.
func (r *guardReader) carries(d *directive) {
	elem := r.channel(d)
	if elem == nil {
		return
	}
	s := r.t.scope(noOld)
	if d.index != nil {
		if r.guard.Value == nil {
			r.guard.Value = &Bound{d.index.name, elem, d.index.start}
		}
		s.index = &indexName{d.index.name, r.guard.Value}
		r.recordBound(d.index, r.guard.Value)
	}
	cl, later := r.clause(d, s)
	r.guard.Unsupported = append(r.guard.Unsupported, later...)
	switch {
	case cl == nil:
	case !ofValue(cl.Expr):
		r.errorf(d, CodeType, "while a value is in the channel only the value itself stays the same, not what it points to",
			"carries depends on the value alone")
	default:
		r.guard.Carries = append(r.guard.Carries, cl)
	}
}

// ofValue reports whether e speaks of nothing but the value that is bound, and so does not change.
func ofValue(e Expr) bool {
	switch e := e.(type) {
	case *Const, *NilLit, *BoundVar:
		return true
	case *Unary:
		return ofValue(e.X)
	case *Binary:
		return ofValue(e.X) && ofValue(e.Y)
	case *Implies:
		return ofValue(e.X) && ofValue(e.Y)
	case *Convert:
		return ofValue(e.X)
	case *Select:
		return !e.Deref && ofValue(e.X)
	case *Builtin:
		return (e.Name == "len" || e.Name == "cap") && ofValue(e.Args[0])
	}
	return false
}
