package annot

import "go/types"

// A Publication says that nobody writes a field any more once a channel, a field of the same struct, is closed.
type Publication struct {
	Channel *types.Var
	Closed  *Clause // that the channel is closed
	Alone   bool    // nothing else guards the field
	dir     *directive
}

// publishedBy reads published_by CHANNEL.
func (r *guardReader) publishedBy(d *directive) {
	x, err := parse(d.args, d.argsPos, (*parser).expr)
	if err != nil {
		r.report(err, d)
		return
	}
	if r.guard.Published != nil {
		r.errorf(d, CodeConflict, "", "%s is given twice for %s", d.name(), r.v.Name())
		return
	}
	r.with(d, r.t.scope(noOld), func(e *exprChecker) {
		ch, v := e.guardChannel(x)
		if ch == nil {
			e.fail(x, CodeType, "published_by names a channel that is a field of the same struct", "%s is no channel", e.describe(e.expr(x)))
		}
		r.guard.Published = &Publication{Channel: v, Closed: d.clause(x, closed(x, ch)), dir: d}
	})
}

// finishPublication sees to it that a field that is published by a channel has locks as guards, or nothing else that says who writes it.
func (r *guardReader) finishPublication() {
	p := r.guard.Published
	switch {
	case p == nil || r.locks != nil && r.alone == nil:
	case r.discipline == nil && r.elements == nil:
		p.Alone = true
		nobody := literally(false, p.Closed)
		r.guard.Read, r.guard.Write = []*Clause{nobody}, []*Clause{nobody}
	default:
		r.errorf(p.dir, CodeConflict, "", "published_by goes with guarded_by only if that names a Mutex, an RWMutex or a sync.Locker")
	}
}
