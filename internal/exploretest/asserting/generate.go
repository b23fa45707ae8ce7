package asserting

import "math/rand/v2"

// maxSchedules bounds how many schedules the operations of a program can have, were none ever blocked.
const maxSchedules = 3000

// Generate makes a program of two or three goroutines.
func Generate(seed uint64) *Program {
	g := generator{rand.New(rand.NewPCG(seed, 2))}
	for {
		p := &Program{}
		style := styles[g.IntN(len(styles))]
		for range 2 + g.IntN(3)/2 {
			p.Goroutines = append(p.Goroutines, g.block(style, 1+g.IntN(4), 2))
		}
		if g.IntN(2) == 0 {
			p.After = g.block(style, 1+g.IntN(2), 1)
		}
		if p.schedules() <= maxSchedules {
			p.Number()
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
		case "lock", "lockat", "trylock", "go":
			operations[g] += 2
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

// styles are what programs are made of, forms and phrases: those that use few have more of what matters to each.
var styles = [][]string{
	{"read", "write", "set", "look", "if", "lock"},
	{"read", "write", "readat", "writeat", "look", "if"},
	{"load", "store", "swap", "count", "error", "if", "lock"},
	{"write", "look", "fatal", "lock", "lock", "trylock", "guard"},
	{"read", "write", "load", "store", "error", "send", "recv", "if"},
	{"write", "write", "look", "lock", "store", "go"},
	{"read", "write", "write", "look", "lock", "lockat"},
	{"copy", "copy", "write", "look"},
	{"guard", "guard", "write", "look"},
	{"guard", "write", "write", "look", "lock"},
	{"guard", "guard", "lock", "lock", "write", "look"},
	{"write", "look", "lock", "lock", "trylock", "guard", "copy"},
	{"read", "write", "readat", "writeat", "load", "store", "add", "count", "swap", "set", "error", "fatal", "panic", "send", "recv",
		"if", "lock", "lockat", "trylock", "go", "copy", "guard", "look"},
}

type generator struct{ *rand.Rand }

// object chooses a shared variable, the first one more often than others.
func (g generator) object() int { return g.IntN(5) / 2 }

// block makes a block of so many statements or phrases, with others in them down to some depth.
func (g generator) block(style []string, n, depth int) (list []*Statement) {
	for range n {
		do := style[g.IntN(len(style))]
		if phrase := g.phrase(do, style, depth); phrase != nil {
			list = append(list, phrase...)
			continue
		}
		s := &Statement{Do: do, Obj: g.IntN(4) / 3, To: g.IntN(3) / 2, From: g.IntN(3) / 2, V: g.IntN(4), W: g.IntN(2)}
		switch do {
		case "read", "write":
			s.Obj = g.object()
		case "guard":
			continue
		case "if", "lock", "lockat", "trylock", "go":
			if depth == 0 {
				continue
			}
			s.Body = g.block(style, 1+g.IntN(2), depth-1)
		}
		list = append(list, s)
	}
	return list
}

// phrase returns several statements that belong together, nil if it is a form that is asked for.
func (g generator) phrase(what string, style []string, depth int) []*Statement {
	switch {
	case what == "copy":
		return []*Statement{{Do: "read", Obj: g.object()}, {Do: "write", Obj: g.object(), W: 1, V: g.IntN(2)}}
	case what == "look":
		return []*Statement{{Do: "read", Obj: g.object()}, {Do: "error", V: g.IntN(4)}}
	case what == "guard" && depth > 0:
		s := &Statement{Do: "if", V: g.IntN(3)}
		if s.Body = g.block(style, 1, depth-1); len(s.Body) == 0 {
			s.Body = []*Statement{{Do: "write", Obj: g.object(), V: 1 + g.IntN(3)}}
		}
		return []*Statement{{Do: "read", Obj: g.object()}, s}
	}
	return nil
}
