package program

import "strings"

// A state is something that an object keeps, and that one goroutine at a time may have.
type state struct {
	name, typ, init string
	reads, writes   []string // {p} is the object
	touch           string   // reads and writes all of it
}

// noteType is what states lead to.
const noteType = "// A note has no lock.\ntype note@ struct {\nn int\nnext *note@\n}\n\nfunc (t *note@) mark() {\nt.n++\n}\n\n"

var states = []state{
	{
		name: "sum", typ: "int", init: "1",
		reads:  []string{"_ = {p}.sum", "if {p}.sum > 1 {\n_ = 0\n}"},
		writes: []string{"{p}.sum++", "{p}.sum = 2", "{\nz := &{p}.sum\n*z = 3\n}", "{p}.sum += {p}.sum"},
		touch:  "{p}.sum++",
	},
	{
		name: "all", typ: "[]int", init: "[]int{1, 2}",
		reads:  []string{"_ = len({p}.all)", "for _, z := range {p}.all {\n_ = z\n}", "if len({p}.all) > 1 {\n_ = {p}.all[1]\n}", "if z := {p}.all; len(z) > 0 {\n_ = z[0]\n}"},
		writes: []string{"{p}.all = append({p}.all, 1)", "{p}.all = nil", "if len({p}.all) > 0 {\n{p}.all[0]++\n}", "if z := {p}.all; len(z) > 0 {\nz[0] = 3\n}", "{p}.all = {p}.all[:0]", "for z := range {p}.all {\n{p}.all[z] = 1\n}"},
		touch:  "for z := range {p}.all {\n{p}.all[z]++\n}\n{p}.all = append({p}.all, 1)",
	},
	{
		name: "by", typ: "map[string]*note@", init: "map[string]*note@{\"a\": {n: 1}}",
		reads:  []string{"_ = len({p}.by)", "if z := {p}.by[\"a\"]; z != nil {\n_ = z.n\n}", "for _, z := range {p}.by {\nif z != nil {\n_ = z.n\n}\n}", "_, _ = {p}.by[\"b\"]"},
		writes: []string{"{p}.by = map[string]*note@{\"a\": {n: 2}}", "if {p}.by != nil {\n{p}.by[\"a\"] = &note@{n: 3}\n}", "delete({p}.by, \"a\")", "if z := {p}.by[\"a\"]; z != nil {\nz.n++\n}", "clear({p}.by)"},
		touch:  "if {p}.by == nil {\n{p}.by = map[string]*note@{}\n}\n{p}.by[\"b\"] = &note@{}\nif z := {p}.by[\"a\"]; z != nil {\nz.mark()\n}",
	},
	{
		name: "top", typ: "*note@", init: "&note@{n: 1, next: &note@{}}",
		reads:  []string{"_ = {p}.top == nil", "if {p}.top != nil {\n_ = {p}.top.n\n}", "if z := {p}.top; z != nil && z.next != nil {\n_ = z.next.n\n}"},
		writes: []string{"{p}.top = &note@{next: {p}.top}", "if {p}.top != nil {\n{p}.top.mark()\n}", "if z := {p}.top; z != nil {\nz.n = 2\nz.next = nil\n}", "if {p}.top != nil {\nz := &{p}.top.n\n*z = 4\n}"},
		touch:  "if {p}.top != nil {\n{p}.top.n++\nif z := {p}.top.next; z != nil {\nz.n++\n}\n}\n{p}.top = &note@{next: {p}.top}",
	},
	{
		name: "row", typ: "[4]int",
		reads:  []string{"_ = {p}.row[1]", "for _, z := range {p}.row {\n_ = z\n}", "_ = {p}.row"},
		writes: []string{"{p}.row[2]++", "{p}.row = [4]int{}", "for z := range {p}.row {\n{p}.row[z] = z\n}", "for z := range {p}.row[:] {\n{p}.row[z]++\n}"},
		touch:  "for z := range {p}.row {\n{p}.row[z]++\n}",
	},
	{
		name: "rec", typ: "struct {\na, b int\n}",
		reads:  []string{"_ = {p}.rec.a", "{\nz := {p}.rec\n_ = z.a\n}"},
		writes: []string{"{p}.rec.a++", "{p}.rec.b = {p}.rec.a", "{\nz := &{p}.rec\nz.a = 2\n}"},
		touch:  "{p}.rec.a++\n{p}.rec.b++",
	},
	{
		name: "box", typ: "any", init: "&note@{n: 1}",
		reads:  []string{"if z, ok := {p}.box.(*note@); ok && z != nil {\n_ = z.n\n}", "_ = {p}.box == nil", "switch z := {p}.box.(type) {\ncase *note@:\nif z != nil {\n_ = z.n\n}\ncase int:\n_ = z\n}"},
		writes: []string{"{p}.box = &note@{n: 2}", "{p}.box = 3", "if z, ok := {p}.box.(*note@); ok && z != nil {\nz.n++\n}", "if z, ok := {p}.box.(interface{ mark() }); ok {\n_ = z\n}\n{p}.box = nil"},
		touch:  "if z, ok := {p}.box.(*note@); ok && z != nil {\nz.n++\n}\n{p}.box = &note@{}",
	},
	{
		name: "lis", typ: "*list.List", init: "list.New()",
		reads:  []string{"_ = {p}.lis == nil", "if {p}.lis != nil {\n_ = {p}.lis.Len()\n}", "if {p}.lis != nil {\nif z := {p}.lis.Front(); z != nil {\n_ = z.Value\n}\n}"},
		writes: []string{"{p}.lis = list.New()", "if {p}.lis != nil {\n{p}.lis.PushBack(&note@{n: 1})\n}", "if {p}.lis != nil {\nif z := {p}.lis.Front(); z != nil {\n{p}.lis.Remove(z)\n}\n}", "if {p}.lis != nil {\nif z := {p}.lis.Back(); z != nil {\nif y, ok := z.Value.(*note@); ok && y != nil {\ny.n++\n}\n}\n}"},
		touch:  "if {p}.lis != nil {\n{p}.lis.PushFront(&note@{})\nif z := {p}.lis.Back(); z != nil {\nif y, ok := z.Value.(*note@); ok && y != nil {\ny.n++\n}\n}\n}",
	},
	{
		name: "buf", typ: "bytes.Buffer",
		reads:  []string{"_ = {p}.buf.Len()", "_ = {p}.buf.String()"},
		writes: []string{"{p}.buf.WriteString(\"x\")", "{p}.buf.Reset()", "{\nz := &{p}.buf\nz.WriteByte('a')\n}"},
		touch:  "{p}.buf.WriteString(\"x\")",
	},
}

// kept is what an object of a design keeps.
type kept struct {
	fields, inits, touch string
	accesses             accesses
	names                []string
}

// keep draws one or two states, each with a directive.
func (g *generator) keep(directive string) kept { return g.keepOf(directive, states) }

// keepByValue is keep for an object with a lock: what other states lead to, nobody may write.
func (g *generator) keepByValue() kept {
	if g.chance(4) {
		return g.keep("")
	}
	var simple []state
	for _, s := range states {
		switch s.name {
		case "sum", "all", "row", "rec", "buf":
			simple = append(simple, s)
		}
	}
	return g.keepOf("", simple)
}

func (g *generator) keepOf(directive string, from []state) kept {
	var k kept
	at := g.pick(len(from))
	chosen := []state{from[at]}
	if g.chance(4) && directive != "" {
		if more := g.pick(len(from)); more != at {
			chosen = append(chosen, from[more])
		}
	}
	for _, s := range chosen {
		if directive != "" {
			k.fields += "//calvin:" + directive + "\n"
		}
		k.fields += s.name + " " + s.typ + "\n"
		if s.init != "" && !g.chance(3) {
			k.inits += ", " + s.name + ": " + s.init
		}
		k.touch += s.touch + "\n"
		k.accesses.reads = append(k.accesses.reads, s.reads...)
		k.accesses.writes = append(k.accesses.writes, s.writes...)
		k.names = append(k.names, s.name)
	}
	return k
}

// fill puts what is kept into a text: {fields}, {inits} and {touch:x}.
func (k kept) fill(text string) string {
	text = strings.ReplaceAll(text, "{fields}", strings.TrimSuffix(k.fields, "\n"))
	text = strings.ReplaceAll(text, "{inits}", k.inits)
	text = strings.ReplaceAll(text, "{state}", k.names[0])
	return strings.ReplaceAll(text, "{touch}", strings.TrimSuffix(strings.ReplaceAll(k.touch, "{p}", "p"), "\n"))
}
