package asserting

import "math/rand/v2"

// maxSchedules bounds how many schedules the operations of a program can have, were none ever blocked.
const maxSchedules = 3000

// Generate makes a program.
func Generate(seed uint64) *Program {
	r := rand.New(rand.NewPCG(seed, 2))
	for {
		p := &Program{}
		style := styles[r.IntN(len(styles))]
		for range 2 + r.IntN(3)/2 {
			p.Goroutines = append(p.Goroutines, statements(r, style, 1+r.IntN(5), 2))
		}
		if r.IntN(2) == 0 {
			p.After = statements(r, style, 1+r.IntN(3), 1)
		}
		if p.schedules() <= maxSchedules {
			p.number()
			return p
		}
	}
}

// schedules returns the number of interleavings of the operations of the goroutines, were all started at once.
func (p *Program) schedules() float64 {
	operations := map[int]int{} // by goroutine
	p.all(func(s *Statement, within []*Statement, g int) {
		switch s.Do {
		case "set", "error", "fatal", "panic", "if":
		case "lock", "trylock":
			operations[g] += 2
		case "go":
			operations[g]++
		default:
			operations[g]++
		}
	})
	total, product := 0, 1.0
	for _, n := range operations {
		for k := range n {
			total++
			product *= float64(total) / float64(k+1)
		}
	}
	return product
}

// styles are what programs are made of: those that use few kinds of statements have more of what matters to each.
var styles = [][]string{
	{"read", "write", "set", "error", "if", "lock"},
	{"read", "write", "readat", "writeat", "error", "if"},
	{"load", "store", "swap", "count", "error", "if", "lock"},
	{"read", "write", "error", "fatal", "lock", "lock", "trylock", "if"},
	{"read", "write", "load", "store", "error", "send", "recv", "if"},
	{"write", "write", "read", "error", "lock", "store", "go"},
	{"read", "write", "readat", "writeat", "load", "store", "add", "count", "swap", "set", "error", "fatal", "panic", "send", "recv", "if", "lock", "trylock", "go"},
}

// statements makes a block of so many, with others in them down to some depth. A block ends in an assertion often.
func statements(r *rand.Rand, style []string, n, depth int) (list []*Statement) {
	for range n {
		s := &Statement{
			Do: style[r.IntN(len(style))], Obj: r.IntN(4) / 3, To: r.IntN(3) / 2, From: r.IntN(3) / 2, V: r.IntN(3), W: r.IntN(2),
		}
		switch s.Do {
		case "if", "lock", "trylock", "go":
			if depth == 0 {
				continue
			}
			s.Body = statements(r, style, 1+r.IntN(2), depth-1)
		}
		list = append(list, s)
	}
	if r.IntN(3) == 0 {
		list = append(list, &Statement{Do: "read", Obj: r.IntN(4) / 3}, &Statement{Do: "error", V: r.IntN(3)})
	}
	return list
}
