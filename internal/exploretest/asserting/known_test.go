package asserting_test

import (
	"testing"

	"github.com/calvin-go/calvin/explore/strategy"
	"github.com/calvin-go/calvin/internal/exploretest/asserting"
)

type (
	program   = asserting.Program
	statement = asserting.Statement
	block     = []*statement
)

func read(obj int) *statement                { return &statement{Do: "read", Obj: obj} }
func write(obj, v int) *statement            { return &statement{Do: "write", Obj: obj, V: v} }
func fails(v int) *statement                 { return &statement{Do: "error", V: v} }
func when(v int, b ...*statement) *statement { return &statement{Do: "if", V: v, Body: b} }
func in(do string, b ...*statement) *statement {
	return &statement{Do: do, Body: b}
}

// dashed has for each hope of the abstraction a program that dashes it, but not in the first execution. Some schedule fails.
var dashed = map[string]*program{
	"a statement that no execution has reached writes what is read": {Goroutines: []block{
		{read(1), when(1, write(0, 1))}, {write(1, 1)}, {read(0), fails(1)},
	}},
	"what is written was read from others": {Goroutines: []block{
		{read(1), {Do: "write", Obj: 0, W: 1}}, {write(1, 1)}, {read(0), fails(1)},
	}},
	"a write that was overwritten is read meanwhile": {Goroutines: []block{
		{write(0, 1), write(0, 2)}, {read(1), when(1, read(0), fails(1))}, {write(0, 3), write(1, 1)},
	}, After: block{read(0), fails(9)}},
	"something comes in the middle of a critical section": {Goroutines: []block{
		{in("lock", write(0, 1), write(0, 2))}, {read(1), when(1, read(0), fails(1))}, {write(1, 1)},
	}},
	"a mutex is tried": {Goroutines: []block{
		{in("lock", write(0, 1))}, {in("trylock", write(1, 1))},
	}, After: block{read(1), fails(0)}},
	"a mutex that is tried is locked where it did not seem to matter": {Goroutines: []block{
		{read(0), when(1, in("lock", write(2, 1)))}, {write(0, 1)}, {in("trylock", write(1, 1))},
	}, After: block{read(1), fails(0)}},
	"a critical section is never left": {Goroutines: []block{
		{in("lock", read(0), &statement{Do: "fatal", V: 1})}, {write(0, 1)}, {in("lock", write(2, 1))},
	}},
	"which mutex is locked is up to others": {Goroutines: []block{
		{read(1), in("lockat", read(0), &statement{Do: "write", Obj: 0, W: 1, V: 1})}, {write(1, 1)},
		{in("lock", read(0), &statement{Do: "write", Obj: 0, W: 1, V: 1})},
	}, After: block{read(0), fails(1)}},
}

func TestDashedHopes(t *testing.T) {
	for name, p := range dashed {
		t.Run(name, func(t *testing.T) {
			p.Number()
			if v := p.Judge(strategy.NewDFS()); len(v.Failed) == 0 && !v.Stuck {
				t.Fatalf("no schedule fails\n%v", p)
			}
			if difference := asserting.Check(p, &asserting.Tally{}); difference != "" {
				t.Errorf("%s\n%v", difference, p)
			}
		})
	}
}
