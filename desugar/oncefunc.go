package desugar

// runsOnce translates sync.OnceFunc, OnceValue and OnceValues. The function is checked by itself where it is a literal, as code
// that is not at hand calls it; a call of the function that is returned is one of such code too.
func runsOnce(t *translator, inv *invocation) value {
	f := t.exprOf(inv.args[0])
	if f == nil {
		t.lost()
		return t.unknown(inv.result)
	}
	if inv.args[0].fn == nil {
		t.nonNilExpr(f, t.text(inv.argv[0]))
	}
	t.publish(t.published(inv))
	return made(t, inv)
}

// runnable checks, where a function value is called, that the goroutine holds no lock which a function may acquire that the value
// is known to run.
func (t *translator) runnable(inv *invocation) {
	for _, fn := range t.prog.Runs(inv.common.Value) {
		t.functionLockFree(fn, &invocation{pos: inv.pos}, t.text(inv.common.Value), nil)
	}
}
