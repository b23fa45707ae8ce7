package random

// Shrink returns the smallest program it finds, by leaving out goroutines, operations and conditions, for which bad
// still holds.
func Shrink(p *Program, bad func(*Program) bool) *Program {
	for {
		smaller := shrinkOnce(p, bad)
		if smaller == nil {
			return p
		}
		p = smaller
	}
}

func shrinkOnce(p *Program, bad func(*Program) bool) *Program {
	for _, q := range variants(p) {
		if bad(q) {
			return q
		}
	}
	return nil
}

// variants are the programs that are a little simpler than p, the simplest first.
func variants(p *Program) []*Program {
	var list []*Program
	add := func(change func(*Program)) {
		q := *p
		q.Goroutines = nil
		for _, ops := range p.Goroutines {
			q.Goroutines = append(q.Goroutines, append([]Op(nil), ops...))
		}
		change(&q)
		list = append(list, &q)
	}
	for g := range p.Goroutines {
		add(func(q *Program) { q.Goroutines = append(q.Goroutines[:g], q.Goroutines[g+1:]...) })
	}
	for g, ops := range p.Goroutines {
		for k := range ops {
			add(func(q *Program) { q.Goroutines[g] = append(q.Goroutines[g][:k], q.Goroutines[g][k+1:]...) })
		}
	}
	for g, ops := range p.Goroutines {
		for k, o := range ops {
			if o.If != Always {
				add(func(q *Program) { q.Goroutines[g][k].If = Always })
			}
		}
	}
	if p.Pending > 0 {
		add(func(q *Program) { q.Pending-- })
	}
	return list
}
