package ir

import (
	"fmt"
	"slices"
	"strings"
)

// checkNames is what dumps call the kinds of checks.
var checkNames = [...]string{
	NoCheck: "", ReadDenied: "read denied", WriteDenied: "write denied", ReadRace: "read race", WriteRace: "write race",
	SelfDeadlock: "self-deadlock", ReadTwice: "read twice", NotHeld: "not held", HeldAtReturn: "held at return", LockAtReturn: "lock at return", CalleeDeadlock: "callee deadlock", LockCopied: "lock copied",
	NotAtomic: "not atomic", ReturnTooSoon: "return too soon", WrongWitness: "wrong witness", SecondBlock: "second block",
	WhenAtCommit: "when at commit", EnsuresAtReturn: "ensures at return", FrameAtReturn: "frame at return",
	RequiresAtCall: "requires at call", RequiresAtGo: "requires at go", UserAssert: "assert",
	LoopEntry: "loop invariant on entry", LoopPreserved: "loop invariant preserved",
	InvariantAtYield: "invariant at yield", InvariantAtPublish: "invariant at publish",
	TransitionAtWrite: "transition at write", Binding: "binding", OtherRegion: "other region", LentApart: "lent apart", LeavesRegion: "leaves region", Exposed: "exposed", NotOwn: "not own", Kept: "kept", Unordered: "unordered",
	NilDereference: "nil dereference", IndexRange: "index range", SliceBounds: "slice bounds",
	DivideByZero: "division by zero", TypeAssertion: "type assertion", ExplicitPanic: "panic",
	MakeLength: "make length", NegativeShift: "negative shift", ArrayLength: "array length", NilMapWrite: "nil map write",
	Uncomparable: "uncomparable", Unhashable: "unhashable",
	SendOnClosed: "send on closed", CloseOfClosed: "close of closed", CloseOfNil: "close of nil", NegativeCounter: "negative counter",
	LibraryPanic: "library panic", PanicAtCall: "panic at call", ActsBeforePanic: "acts before panic",
	WaitsForItself: "waits for itself", NotOwed: "not owed", ToCome: "to come", NotGiven: "not given", HandedOut: "handed out", NotCarried: "not carried", GivenAway: "given away", GivenHeld: "given held", SharedCopy: "shared copy", NotGivenBack: "not given back", OtherLock: "other lock",
	Unstable: "unstable", NotReflexive: "not reflexive", NotTransitive: "not transitive",
	VacuousEntry: "vacuous entry", VacuousReturn: "vacuous return", VacuousLoop: "vacuous loop",
}

// String returns the kind's name in dumps.
func (k CheckKind) String() string {
	if int(k) >= len(checkNames) {
		return fmt.Sprintf("check %d", k)
	}
	return checkNames[k]
}

func (c Class) String() string {
	return [...]string{"plain", "atomic", "holder", "readers", "immutable", "latch", "token", "permission"}[c]
}

// String returns f as a dump shows it: the header, what it relies on, its blocks.
func (f *Func) String() string {
	p := &printer{}
	p.line("func %s(%s)%s%s", f.Name, declarations(f.Params), results(f.Results), at(f.Span))
	p.indent++
	p.vars("tid", compact(f.Tid))
	p.vars("local", f.Locals)
	p.vars("ownership", compact(f.Status, f.Stored))
	for _, v := range f.Heap {
		p.heap(v)
	}
	p.exprs("given", f.Given)
	p.exprs("taken", f.Taken)
	p.clauses("requires", f.Requires)
	p.clauses("returns", f.Returns)
	p.invariants("invariant", f.Invariants)
	p.invariants("transition", f.Transitions)
	p.spec(f.Spec)
	p.flag("keeps locks", f.KeepsLocks)
	p.flag("called", f.Called)
	p.lockSets("acquires", f.Acquires)
	p.flag("trusted", f.Trusted)
	p.notes("unsupported", f.Unsupported)
	p.flag("partial", f.Partial)
	p.notes("assumes", f.Assumptions)
	p.notes("assumes, of panics", f.NoPanics)
	p.indent--
	p.blocks(f.Blocks)
	return p.String()
}

// String returns the program as a dump shows it. The shape is that of the paper's figures 5, 7 and 9.
func (g *Program) String() string {
	p := &printer{}
	p.line("program %s", g.Name)
	p.indent++
	p.vars("const", g.Consts)
	p.vars("var", g.Vars)
	p.exprs("fact", g.Facts)
	p.indent--
	p.blocks(g.Blocks)
	return p.String()
}

// String returns the statement as a dump shows it; only a Step needs more than a line.
func (s *Assume) String() string  { return stmtString(s) }
func (s *Assert) String() string  { return stmtString(s) }
func (s *Assign) String() string  { return stmtString(s) }
func (s *Havoc) String() string   { return stmtString(s) }
func (s *Witness) String() string { return stmtString(s) }
func (s *Mark) String() string    { return stmtString(s) }
func (s *Cover) String() string   { return stmtString(s) }
func (s *Step) String() string    { return stmtString(s) }
func (s *Spawn) String() string   { return stmtString(s) }

func stmtString(s Stmt) string {
	p := &printer{}
	p.stmt(s)
	return strings.TrimSuffix(p.String(), "\n")
}

// printer writes indented lines.
type printer struct {
	strings.Builder
	indent int
}

func (p *printer) line(format string, args ...any) {
	p.WriteString(strings.Repeat("\t", p.indent))
	p.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	p.WriteByte('\n')
}

func (p *printer) vars(word string, vars []*Var) {
	for _, v := range vars {
		p.line("%s %s %s%s", word, v.Name, v.Sort, comment(label(v)))
	}
}

func (p *printer) exprs(word string, es []*Expr) {
	for _, e := range es {
		p.line("%s %s", word, e)
	}
}

func (p *printer) clauses(word string, cs []*Clause) {
	for _, c := range cs {
		p.line("%s %s%s", word, c.Cond, comment(c.Text))
	}
}

func (p *printer) flag(word string, set bool) {
	if set {
		p.line("%s", word)
	}
}

func (p *printer) lockSets(word string, sets []LockSet) {
	for _, s := range sets {
		p.line("%s %s%s but %s", word, s.Map.Name, s.Keys, s.Except)
	}
}

func (p *printer) notes(word string, notes []Note) {
	for _, n := range notes {
		p.line("%s %s%s", word, n.Text, at(n.Span))
	}
}

func (p *printer) heap(v *Var) {
	if v.Heap == nil {
		p.vars("heap", []*Var{v})
		return
	}
	h := v.Heap
	p.line("heap %s %s  // %s%s", v.Name, v.Sort, h.Class, nonEmpty("; ", label(v)))
	p.indent++
	location := v.Name
	for _, k := range h.Keys {
		location += "[" + k.Name + "]"
	}
	for _, part := range []struct {
		word string
		cond *Expr
	}{{"readable if", h.Read}, {"writable if", h.Write}, {"always", h.Always}, {"part of", h.Object},
		{"lent if", h.Away}, {"borrowed if", h.Borrowed}} {
		if part.cond != nil {
			p.line("%s %s %s", location, part.word, part.cond)
		}
	}
	p.indent--
}

func (p *printer) invariants(word string, is []*Invariant) {
	for _, i := range is {
		if i.This == nil {
			p.clauses(word, []*Clause{&i.Clause})
			continue
		}
		p.line("%s of %s: %s%s", word, i.Type, quantify(OpForall, []*Var{i.This}, Implies(i.Is, i.Cond), i.On),
			comment(i.Text))
	}
}

func (p *printer) spec(s *Spec) {
	if s == nil {
		return
	}
	p.line("performs %s", s.Text)
	p.indent++
	p.line("begin -> %s", s.successors(s.First, s.Empty))
	for i, a := range s.Nodes {
		p.line("%s -> %s", s.nodeName(i), s.successors(s.Follow[i], s.Final[i]))
		p.indent++
		p.clauses("when", a.When)
		for _, m := range a.Modifies {
			p.line("modifies %s", location(m.Map, m.Index))
		}
		p.flag("modifies everything", a.ModifiesAll)
		p.clauses("ensures", a.Ensures)
		p.indent--
	}
	if s.ResultBinding != nil {
		p.exprs("settled", []*Expr{s.ResultBinding})
	}
	p.indent--
}

// nodeName tells the occurrences of an action apart by their numbers.
func (s *Spec) nodeName(i int) string { return fmt.Sprintf("%s#%d", s.Nodes[i].Name, i) }

func (s *Spec) successors(nodes []int, final bool) string {
	var names []string
	for _, n := range nodes {
		names = append(names, s.nodeName(n))
	}
	if final {
		names = append(names, "end")
	}
	return strings.Join(names, ", ")
}

// word is the keyword that a return begins with.
func (r *Return) word() string {
	if r.Panics {
		return "panic"
	}
	return "return"
}

func (p *printer) blocks(bs []*Block) {
	for _, b := range bs {
		p.line("%s:", b.Name)
		p.indent++
		p.loop(b.Loop)
		for _, s := range b.Stmts {
			p.stmt(s)
		}
		if r := b.Return; r != nil {
			p.line("%s%s%s", r.word(), nonEmpty(" ", list(r.Values)), comment(r.Text))
		}
		if len(b.Succs) > 0 {
			p.line("goto %s", blockNames(b.Succs))
		}
		p.indent--
	}
}

func (p *printer) loop(l *Loop) {
	if l == nil {
		return
	}
	bounded := ""
	if l.Bounded {
		bounded = " bounded"
	}
	p.line("loop%s { %s }%s", bounded, blockNames(l.Body), comment(l.Text))
	p.indent++
	p.clauses("invariant", l.Invariants)
	p.exprs("hint", l.Hints)
	p.exprs("in region", l.Regions)
	p.indent--
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assume:
		p.line("assume %s%s", s.Cond, comment(candidate(s.Candidate)))
	case *Assert:
		p.line("assert %s%s", s.Cond, comment(candidate(s.Candidate), s.Check.describe()))
	case *Assign:
		p.line("%s", assignment(s))
	case *Havoc:
		p.line("havoc %s%s", varNames(s.Vars), comment(nonEmpty("uses ", varNames(s.Uses))))
	case *Witness:
		p.line("witness %s", s.Action)
	case *Cover:
		p.line("cover%s", comment(s.Check.describe()))
	case *Mark:
		p.mark(s)
	case *Step:
		p.step(s)
	case *Spawn:
		p.spawn(s)
	}
}

func (p *printer) mark(m *Mark) {
	what := [...]string{MarkStep: "step", MarkEnv: "other goroutines", MarkLoop: "loop", MarkEntry: "entry"}[m.Kind]
	var values []string
	if m.Mover != nil {
		values = append(values, "mover "+m.Mover.String())
	}
	for _, s := range m.Shows {
		values = append(values, s.Label+" = "+s.Value.String())
	}
	p.line("// %s%s%s", what, nonEmpty(": ", oneLine(m.Text)), nonEmpty("  ", strings.Join(values, "; ")))
}

func (p *printer) step(s *Step) {
	if s.Text != "" {
		p.line("// %s%s", oneLine(s.Text), at(s.Span))
	}
	for _, pre := range s.Pre {
		p.line("pre %s%s", pre.Cond, comment(pre.Check.describe()))
	}
	when, body := "true", "skip"
	if s.When != nil {
		when = s.When.String()
	}
	var parts []string
	for _, d := range s.Do {
		// A comment inside a line would swallow what follows it.
		text, _, _ := strings.Cut(stmtString(d), "  //")
		parts = append(parts, text)
	}
	if len(parts) > 0 {
		body = strings.Join(parts, "; ")
	}
	reads, writes := accesses(s.Access, false), accesses(s.Access, true)
	notes := []string{nonEmpty("R: ", reads), nonEmpty("W: ", writes)}
	if s.Mover != ByPredicate {
		notes = append(notes, "mover: "+s.Mover.String())
	}
	if s.Contract {
		notes = append(notes, "by contract")
	}
	notes = append(notes, nonEmpty("publishes ", list(s.Publish)), nonEmpty("not ", list(s.Apart)), nonEmpty("uses ", varNames(s.Uses)))
	p.line("when %s do { %s }%s", when, body, comment(notes...))
}

func (p *printer) spawn(s *Spawn) {
	for _, r := range s.Requires {
		p.line("pre %s%s", r.Cond, comment(r.Check.describe()))
	}
	as := ""
	if s.Goroutine != nil {
		as = s.Goroutine.Name + " := "
	}
	p.line("%sgo %s%s", as, s.Func, comment(s.Text, nonEmpty("publishes ", list(s.Publish))))
}

// assignment prints an update of one element as Go does.
func assignment(s *Assign) string {
	if src := s.Src; src.Op == OpStore && src.Args[0].Op == OpVar && src.Args[0].Var == s.Dst {
		last := len(src.Args) - 1
		return location(s.Dst, src.Args[1:last]) + " := " + src.Args[last].String()
	}
	return s.Dst.Name + " := " + s.Src.String()
}

func location(v *Var, index []*Expr) string {
	var p exprPrinter
	p.WriteString(v.Name)
	p.keys(index, nil)
	return p.String()
}

func accesses(as []Access, write bool) string {
	var names []string
	for _, a := range as {
		if a.Write == write {
			names = append(names, location(a.Map, a.Index))
		}
	}
	return strings.Join(names, ", ")
}

func (c *Check) describe() string {
	text := c.Kind.String()
	if c.Subject != "" {
		text += ": " + c.Subject
	}
	return text
}

func candidate(c *Candidate) string {
	if c == nil {
		return ""
	}
	return "candidate " + c.Name
}

// comment joins the notes that are not empty into a trailing comment.
func comment(notes ...string) string {
	notes = slices.DeleteFunc(slices.Clone(notes), func(n string) bool { return n == "" })
	return nonEmpty("  // ", oneLine(strings.Join(notes, "; ")))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func at(s Span) string {
	if !s.Start.IsValid() {
		return ""
	}
	return comment(s.Start.String())
}

func nonEmpty(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// label is how the source calls v, where that differs.
func label(v *Var) string {
	if v.Label == v.Name {
		return ""
	}
	return v.Label
}

// compact returns the pointers that are not nil.
func compact[T any](ps ...*T) []*T {
	return slices.DeleteFunc(ps, func(p *T) bool { return p == nil })
}

func declarations(vars []*Var) string {
	return join(vars, func(v *Var) string { return v.Name + " " + v.Sort.String() })
}

func results(vars []*Var) string {
	if len(vars) == 0 {
		return ""
	}
	return " (" + declarations(vars) + ")"
}

func varNames(vars []*Var) string   { return join(vars, func(v *Var) string { return v.Name }) }
func blockNames(bs []*Block) string { return join(bs, func(b *Block) string { return b.Name }) }
func list(es []*Expr) string        { return join(es, (*Expr).String) }
func join[T any](xs []T, text func(T) string) string {
	var parts []string
	for _, x := range xs {
		parts = append(parts, text(x))
	}
	return strings.Join(parts, ", ")
}
