package annot

// conditionOf reads condition_of LOCK.
func (r *guardReader) conditionOf(d *directive) {
	t, isPtr := deref(r.v.Type())
	switch {
	case !isPtr || !IsCond(t):
		r.errorf(d, CodeType, "condition_of names the lock of the sync.Cond that a variable points to",
			"%s (type %s) is not a pointer to a sync.Cond", r.v.Name(), r.typeString(r.v.Type()))
		return
	case r.guard.Condition != nil:
		r.errorf(d, CodeConflict, "", "condition_of is given twice for %s", r.v.Name())
		return
	}
	x, err := parse(d.args, d.argsPos, (*parser).expr)
	if err != nil {
		r.report(err, d)
		return
	}
	later, _ := r.with(d, r.t.scope(noOld), func(e *exprChecker) {
		lock := e.lockLocation(e.expr(x))
		if LockOf(lock.Type()) != Mutex {
			e.fail(x, CodeType, "the lock of a Cond must be a sync.Mutex", "%s is not a sync.Mutex", e.describe(lock))
		}
		r.guard.Condition = lock
	})
	r.guard.Unsupported = append(r.guard.Unsupported, later...)
}
