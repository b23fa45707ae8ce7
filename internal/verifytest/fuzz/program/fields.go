package program

// A fieldKind is what a struct may have as a field.
type fieldKind struct {
	name, typ, init, show string
	guard                 string // fixed guard, or empty: one is chosen
	pragma                string
	after                 string // an assignment to the field, once the object is made: _t
	ghost                 bool   // only annotations know it
}

// fieldKinds are guarded by some lock, unless they say otherwise. {r} stands for the source of random values.
var fieldKinds = []fieldKind{
	{name: "n", typ: "int", init: "_r.int()", show: "%s"},
	{name: "s", typ: "[]int", init: "_r.ints()", show: "%s"},
	{name: "k", typ: "uint8", init: "uint8(_r.bits())", show: "%s"},
	{name: "b", typ: "[]byte", init: "_r.bytes()", show: "%s"},
	{name: "m", typ: "map[string]int", init: "_r.table()", show: "%s"},
	{name: "str", typ: "string", init: "_r.str()", show: "%s"},
	{name: "arr", typ: "[4]int", init: "[4]int{1, _r.int()}", show: "%s"},
	{name: "u", typ: "uint", init: "uint(_r.bits())", show: "%s"},
	{name: "i8", typ: "int8", init: "int8(_r.bits())", show: "%s"},
	{name: "w", typ: "int64", init: "int64(_r.int())", show: "%s"},
	{name: "ok", typ: "bool", init: "_r.int()&1 == 0", show: "%s"},
	{name: "fl", typ: "float64", init: "_r.float()", show: "math.Float64bits(%s)"},
	{name: "buf", typ: "bytes.Buffer", init: "*bytes.NewBufferString(_r.str())", show: "%s.String()"},
	{name: "sb", typ: "strings.Builder", show: "%s.String()"},
	{name: "next", typ: "*node@", init: "_node@(_r)", show: "(%s == nil)"},
	{name: "p", typ: "pair@", init: "pair@{a: _r.int(), s: _r.ints()}", show: "%s"},
	{name: "q", typ: "pair@", init: "pair@{b: _r.int()}", show: "%s"},
	{name: "err", typ: "error", show: "%s"},
	{name: "e", typ: "any", init: "any(_r.int())", show: "%s"},
	{name: "lst", typ: "list.List", show: "%s.Len()"},
	{name: "big", typ: "big.Int", init: "*big.NewInt(3)", show: "%s.String()"},
	{name: "bw", typ: "*bufio.Writer", init: "bufio.NewWriter(io.Discard)"},
	{name: "rnd", typ: "*rand.Rand", init: "rand.New(rand.NewPCG(1, 2))"},
	{name: "in", typ: "inner@", guard: "other", show: "%s.v"},
	{name: "ins", typ: "[2]inner@", guard: "other", show: "[2]int{%s[0].v, %s[1].v}"},
	{name: "at", typ: "atomic.Int64", guard: "atomic", show: "%s.Load()"},
	{name: "au", typ: "atomic.Uint32", guard: "atomic", show: "%s.Load()"},
	{name: "ab", typ: "atomic.Bool", guard: "atomic", show: "%s.Load()"},
	{name: "ap", typ: "atomic.Pointer[node@]", guard: "atomic", show: "(%s.Load() == nil)"},
	{name: "cnt", typ: "int64", guard: "atomic", pragma: "atomic_only", show: "%s"},
	{name: "flag", typ: "uint32", guard: "atomic", pragma: "atomic_only", show: "%s"},
	{name: "av", typ: "atomic.Value", guard: "atomic"},
	{name: "sm", typ: "sync.Map", guard: "other"},
	{name: "pool", typ: "sync.Pool", guard: "other"},
	{name: "once", typ: "sync.Once", guard: "other"},
	{name: "id", typ: "int", init: "_r.int()", guard: "immutable", show: "%s"},
	{name: "size", typ: "int", init: "3", guard: "immutable", show: "%s"},
	{name: "tab", typ: "[]int", init: "_r.ints()", guard: "immutable", show: "%s"},
	{name: "name", typ: "string", init: "_r.str()", guard: "immutable", show: "%s"},
	{name: "ch", typ: "chan int", init: "make(chan int, 8)", guard: "immutable", pragma: "closable_if false"},
	{name: "done", typ: "chan struct{}", init: "make(chan struct{})", guard: "immutable", pragma: "closable_if mu == tid\n//calvin:carries false"},
	{name: "fn", typ: "func(int) int", init: "func(i int) int { return i ^ 1 }", guard: "immutable"},
	{name: "wg", typ: "sync.WaitGroup", guard: "other"},
}

// drawStruct draws the type that the program is about.
func (g *generator) drawStruct() *structType {
	t := &structType{name: "T@"}
	mutex := "sync.Mutex"
	if g.chance(3) {
		mutex = "sync.RWMutex"
	}
	t.add(&field{name: "mu", typ: mutex, guard: "other"})
	second := g.chance(4)
	if second {
		t.add(&field{name: "mu2", typ: "sync.Mutex", guard: "other"})
	}
	if g.chance(12) {
		t.add(&field{name: "mus", typ: "[2]sync.Mutex", guard: "other"})
	}
	taken := map[string]bool{}
	for range 1 + g.pick(5) {
		k := fieldKinds[g.pick(len(fieldKinds))]
		if taken[k.name] {
			continue
		}
		taken[k.name] = true
		f := &field{name: k.name, typ: k.typ, guard: k.guard, init: k.init, show: k.show, pragma: k.pragma}
		if f.guard == "" {
			f.guard, f.pragma = "mu", "guarded_by mu"
			if second && g.chance(3) {
				f.guard, f.pragma = "mu2", "guarded_by mu2"
			}
			if mutex == "sync.Mutex" && g.chance(6) {
				f.pragma = "accessible_if " + f.guard + " == tid"
			}
			if g.flaw(16) {
				f.pragma = g.oneOf("", "accessible_if true", "readable_if true\n//calvin:writable_if "+f.guard+" == tid", "immutable")
				if f.typ == "int64" && g.chance(3) {
					f.pragma = "atomic_only"
				}
			}
		}
		t.add(f)
	}
	g.drawKit(t)
	if g.chance(6) {
		for _, f := range t.fields {
			if f.typ == "int" && f.guard == "mu" {
				f.init = "_r.small()"
				t.invariants = append(t.invariants, "0 <= "+f.name+" && "+f.name+" <= 100")
				break
			}
		}
	}
	return t
}

func (t *structType) add(f *field) { t.fields = append(t.fields, f) }

// has returns the fields of the type that are in no kit.
func (t *structType) has(typ string) []*field {
	var all []*field
	for _, f := range t.fields {
		if f.typ == typ && f.guard != "kit" {
			all = append(all, f)
		}
	}
	return all
}

// ghostTypes are what ghosts are when programs are run: fields like others, but for those that Go cannot have.
var ghostTypes = map[string]string{
	"int": "int", "seq[int]": "[]int", "integer": "int", "set[string]": "map[string]bool", "mmap[string, int]": "map[string]int",
}

// text is the declaration.
func (t *structType) text(mode Mode) string {
	s := ""
	for _, f := range t.fields {
		if f.ghost && mode == Checked {
			s += "//calvin:ghost " + f.name + " " + f.typ + " " + f.pragma + "\n"
		}
	}
	for _, inv := range t.invariants {
		s += "//calvin:invariant " + inv + "\n"
	}
	for _, tr := range t.transitions {
		s += "//calvin:transition " + tr + "\n"
	}
	s += "type " + t.name + " struct {\n"
	for _, f := range t.fields {
		if f.ghost {
			if typ := ghostTypes[f.typ]; mode == Run && typ != "" {
				s += f.name + " " + typ + "\n"
			}
			continue
		}
		if f.pragma != "" {
			s += "//calvin:" + f.pragma + "\n"
		}
		s += f.name + " " + f.typ + "\n"
	}
	return s + "}\n"
}

// helpers are the types that others mention.
var helpers = []struct{ name, text string }{
	{"node@", "// A node is guarded by its own lock.\ntype node@ struct {\nmu sync.Mutex\n//calvin:guarded_by mu\nval int\n//calvin:guarded_by mu\nnext *node@\nkey int\n}\n"},
	{"pair@", "type pair@ struct {\na, b int\ns []int\n}\n"},
	{"item@", "// An item belongs to one goroutine at a time.\ntype item@ struct {\nv int\nnext *item@\ns []int\n}\n"},
	{"link@", "// A link is in a list that is taken as a whole.\ntype link@ struct {\nn int\nnext *link@\n}\n\nfunc fill@(s []int) {\nfor i := range s {\n_ = s[i]\n}\n}\n"},
	{"job@", "// A job is taken out by itself.\ntype job@ struct{ n int }\n\nfunc (j *job@) bump() { j.n++ }\n"},
	{"part@", "// A part is guarded by the lock of whatever leads to it.\ntype part@ struct {\nv int\nnext *part@\ns []int\n}\n\nfunc (p *part@) bump() { p.v++ }\n\nfunc grow@(p *part@, n int) *part@ {\nif p == nil {\nreturn &part@{v: n}\n}\nif n > 0 {\np.next = grow@(p.next, n-1)\n}\np.v++\nreturn p\n}\n\nfunc sum@(p *part@, n int) int {\nif p == nil || n <= 0 {\nreturn 0\n}\nreturn p.v + sum@(p.next, n-1)\n}\n"},
	{"cell@", "type cell@ struct {\nn int\ns []int\n}\n"},
	{"inner@", "type inner@ struct {\nmu sync.Mutex\n//calvin:guarded_by mu\nv int\n}\n"},
}
