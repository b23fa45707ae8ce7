package heap

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// The headers of a message of HTTP are maps that no guard protects: whoever has been called with the message, or has
// made it, has them to itself. A predicate of messages says that the goroutine under check is the one: it *has* the
// message. It is known only of what the function was passed, has made, or got from net/http. Of a message that comes by
// a channel, a captured variable of a goroutine, or a shared place it is not known, and then nothing is known of the
// regions of its headers: no access is allowed.
//
// The headers of a message that the goroutine has are in its caller's region. They are never in that of a guard group:
// what is stored there is checked, and what net/http stores there it has made.

// Has is the condition that the goroutine has the message v of type t, or the messages in the struct that v points to.
func (m *Memory) Has(v *ir.Expr, t types.Type) *ir.Expr {
	if analysis.IsResponseWriter(t) {
		return ir.Apply(m.hasWriter, v)
	}
	return ir.Or(ir.Apply(m.hasMessage, v), ir.Apply(m.hasMessage, ir.Apply(m.Base, v)))
}

// Gets says that the goroutine has a message from now on, or the messages in the struct that v points to.
func (m *Memory) Gets(v *ir.Expr, t types.Type) []*ir.Expr {
	switch {
	case analysis.IsResponseWriter(t):
		return []*ir.Expr{ir.Apply(m.hasWriter, v)}
	case analysis.IsMessage(t), isPointer(t) && analysis.HoldsMessages(analysis.Deref(t)):
		return []*ir.Expr{ir.Apply(m.hasMessage, v)}
	}
	return nil
}

// messageAt says what is known of the value v that was read from a place in a message, and whether nothing else is.
// What a struct of the checked packages holds it holds for good, or what is stored there later is the storing
// function's, too.
func (m *Memory) messageAt(v *ir.Expr, t types.Type, p Place) (facts []*ir.Expr, all bool) {
	switch {
	case p.Variable == nil || p.Owner == nil:
		return nil, false
	case analysis.IsHeader(p.Variable):
		return m.HeadersOf(m.hasIn(p), v, t), true
	case analysis.IsMessage(t) && m.Facts.StaysIn(p.Variable):
		return []*ir.Expr{ir.Implies(m.hasIn(p), ir.Or(ir.Eq(v, ZeroOf(v.Sort)), ir.And(m.Gets(v, t)...)))}, false
	}
	return nil, false
}

// HasBehind is the condition that the goroutine has the message whose headers are those of a response writer that holds
// x, a pointer of type t.
func (m *Memory) HasBehind(x *ir.Expr, t types.Type) *ir.Expr {
	has := m.Has(x, t)
	if analysis.IsMessage(t) {
		return has
	}
	p := m.Deref(x, analysis.Deref(t))
	for _, f := range m.Facts.HeadersFrom(t) {
		if !m.Facts.StaysIn(f) {
			return ir.False
		}
		typ := f.Type()
		p = m.Field(p, f)
		if !analysis.IsMessage(typ) {
			continue
		}
		if v, err := m.Read(p); err == nil {
			return ir.Or(has, m.Has(v, typ))
		}
	}
	return ir.False
}

// HeadersOf says that the map v is one of a message, if the goroutine has that.
func (m *Memory) HeadersOf(has, v *ir.Expr, t types.Type) []*ir.Expr {
	m.usesHeaders = true
	return []*ir.Expr{ir.Implies(has, ir.And(m.CallersOwn(v, t)...))}
}

// hasIn is the condition that the goroutine has the messages in the struct of which p is a field.
func (m *Memory) hasIn(p Place) *ir.Expr { return m.hasOwner(p.Variable, p.Owner) }

func (m *Memory) hasOwner(f *types.Var, this *ir.Expr) *ir.Expr {
	owner := analysis.MessageOf(f)
	if owner == nil {
		owner = m.Facts.OwnerType(f)
	}
	if owner == nil {
		return ir.False
	}
	return m.Has(this, types.NewPointer(owner))
}

// storeInMessage says what storing v at a place in a message does to regions, and when it is right, and whether p is such a place.
func (m *Memory) storeInMessage(p Place, v *ir.Expr) (do []ir.Stmt, pre []*ir.Assert, is bool) {
	if p.Variable == nil || p.Owner == nil || p.IsLocal() {
		return nil, nil, false
	}
	check := ir.Check{Kind: ir.OtherRegion, Subject: p.Variable.Name()}
	switch {
	case analysis.IsHeader(p.Variable):
		if m.inRegions() == nil {
			return nil, nil, true
		}
		for _, ref := range m.RegionalRefs(v, p.Type) {
			its := m.regionOf(ref)
			stmts, ok := m.merge(ref, its, m.isFloating(ref, its), region{ofCaller, ir.Nil}, ir.False)
			do = append(do, stmts...)
			pre = append(pre, &ir.Assert{Cond: ir.Or(ir.Eq(ref, ir.Nil), ir.And(m.hasIn(p), ok)), Check: check})
		}
		return do, pre, true
	case analysis.IsMessage(p.Type) && analysis.MessageOf(p.Variable) != nil: // who has the one has the other
		ok := ir.Or(ir.Eq(v, ZeroOf(v.Sort)), ir.And(m.hasIn(p), m.Has(v, p.Type)))
		return nil, []*ir.Assert{{Cond: ok, Check: check}}, true
	}
	return nil, nil, false
}

// inMessage answers a question about a field of a message that checked code sets: nobody but who has the message reads or writes it.
func (m *Memory) inMessage(f *types.Var, this *ir.Expr, q Question) *ir.Expr {
	return ir.Ite(m.hasOwner(f, this), m.isMine(q), m.somebodyElses(q))
}

// Headers is the condition that a place, by the first key of a heap variable, may be in the headers of a message that
// the goroutine has. Code that gets the message may write them.
func (m *Memory) Headers(at *ir.Expr) *ir.Expr {
	if m.regions == nil || !m.usesHeaders {
		return ir.False
	}
	return ir.Eq(m.regionOf(at).kind, ofCaller)
}
