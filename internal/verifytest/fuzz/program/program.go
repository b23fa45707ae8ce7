package program

import "math/rand/v2"

// A Program is a small package without its package clause. In its texts '@' stands for the number that tells its names
// from those of other programs in the same package.
type Program struct {
	Choices []int // that lead to it
	Funcs   []*Func
	types   []*structType
	decls   []string
}

// A Func is a function or method of a Program.
type Func struct {
	Name      string // without receiver
	Exact     bool   // one atomic step of which the outcome depends on nothing but what it finds
	Waits     bool   // may wait for ever
	Spawns    bool   // starts goroutines that may still run when it returns
	Sleeps    bool   // waits for a condition until somebody wakes it
	Recovers  bool   // has a call of recover
	recv      string // the receiver's type, or empty
	params    []param
	results   []param
	contract  []clause
	body      []line
	calls     []string // names of functions of the program
	symbolic  map[string]string
	modified  map[string]bool
	valueRecv bool
	abroad    bool // it stands in another package
	steps     bool // it is several steps, most likely
}

type param struct{ name, typ string }

// A clause is a line of a contract.
type clause struct{ verb, text string }

// A line of a body.
type line struct {
	indent int
	kind   lineKind
	text   string
}

type lineKind int

const (
	plain     lineKind = iota
	statement          // before which another goroutine may be let run
	assertion          // an annotation that is checked at run time
	loopInvariant
	ghostSet // an assignment to a ghost
)

// Draw draws a program at random.
func Draw(seed1, seed2 uint64) *Program {
	return draw(&source{random: rand.New(rand.NewPCG(seed1, seed2))})
}

// Replay draws the program that the choices lead to.
func Replay(choices []int) *Program { return draw(&source{replay: choices}) }

// A structType is a struct with its fields.
type structType struct {
	name       string // with @
	fields     []*field
	invariants []string

	transitions []string
	kit         *kit
}

// A field of a struct, or a package variable.
type field struct {
	name, typ string
	guard     string // the lock's name; "immutable", "atomic" or ""
	init      string // Go expression for a random value
	show      string // Go expression of its value as a string, of %s; empty: it is not shown
	pragma    string // its directive
	after     string // what is assigned to it once the object, _t, is made
	ghost     bool
}

// Reaches returns the names of the functions of the program that f calls, and of those that they call.
func (p *Program) Reaches(f *Func, number string) []string {
	seen := map[string]bool{f.fullName(): true}
	var all []string
	var visit func(*Func)
	visit = func(f *Func) {
		for _, name := range f.calls {
			if seen[name] {
				continue
			}
			seen[name] = true
			all = append(all, numbered(name, number))
			for _, callee := range p.Funcs {
				if callee.fullName() == name {
					visit(callee)
				}
			}
		}
	}
	visit(f)
	return all
}

// FullName is how reports name the function in a program with the number.
func (f *Func) FullName(number string) string { return numbered(f.fullName(), number) }

func (f *Func) fullName() string {
	switch {
	case f.recv == "":
		return f.Name
	case f.valueRecv:
		return f.recv + "." + f.Name
	}
	return "(*" + f.recv + ")." + f.Name
}
