package desugar

// syncOperation returns the meaning of a function or method of package sync, nil if it has none here.
func syncOperation(name string) syncOp {
	if op := lockOps[name]; op != nil {
		return op
	}
	if op := mapOps()[name]; op != nil {
		return op
	}
	return map[string]syncOp{
		"(*sync.Pool).Get":       getFromPool,
		"(*sync.Pool).Put":       putIntoPool,
		"sync.OnceFunc":          runsOnce,
		"sync.OnceValue":         runsOnce,
		"sync.OnceValues":        runsOnce,
		"(*sync.Once).Do":        doOnce,
		"(*sync.WaitGroup).Add":  addToGroup,
		"(*sync.WaitGroup).Done": doneOfGroup,
		"(*sync.WaitGroup).Wait": waitForGroup,
		"(*sync.WaitGroup).Go":   goOfGroup,
		"sync.NewCond":           newCond,
		"(*sync.Cond).Wait":      waitForCond,
		"(*sync.Cond).Signal":    signal,
		"(*sync.Cond).Broadcast": signal,
	}[name]
}
