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
		if LockOf(lock.Type()) != Mutex && !isOwnLocker(lock) {
			e.fail(x, CodeType, "the lock of a Cond must be a sync.Mutex, or in a field of type sync.Locker beside it", "%s is neither", e.describe(lock))
		}
		r.guard.Condition = lock
	})
	r.guard.Unsupported = append(r.guard.Unsupported, later...)
}

// isOwnLocker reports whether x is a field of type sync.Locker of the object that the directive is about.
func isOwnLocker(x Expr) bool {
	s, ok := x.(*Select)
	if !ok || !IsLocker(s.Type()) {
		return false
	}
	_, own := s.X.(*This)
	return own
}
