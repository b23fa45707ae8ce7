package ir

// The paper's examples by hand: small, and enough to see the syntax and every rule of the sanity check.

var (
	testTid   = &Var{Name: "tid", Sort: Tid, Kind: ConstVar}
	testInt   = Integer(64, true)
	testPhase = &Var{Name: "phase", Sort: Int, Kind: LocalVar}
)

func local(name string, s *Sort) *Var { return &Var{Name: name, Sort: s, Kind: LocalVar} }

// field makes the heap variable of a field guarded by lock, as figure 1 writes it; a nil lock makes it the lock.
func field(name string, elem *Sort, lock *Var) *Var {
	key, who := &Var{Name: "this", Sort: Ref, Kind: BoundVar}, &Var{Name: "who", Sort: Tid, Kind: BoundVar}
	v := &Var{Name: name, Sort: Array(Ref, elem), Kind: HeapVar, Heap: &Heap{Keys: []*Var{key}, Who: who, Object: V(key)}}
	if lock == nil {
		lock = v
		v.Heap.Class = Holder
	}
	holder := Select(V(lock), V(key))
	held := Or(Eq(holder, Free), Eq(holder, V(who)))
	v.Heap.Read, v.Heap.Write = held, held
	return v
}

// example is the paper's Counter (figure 1): the function, and what its programs are made of.
type example struct {
	f             *Func
	c, j          *Var
	mu, count     *Var
	acquire, load *Step
	store, free   *Step
}

func increment() *example {
	x := &example{c: &Var{Name: "c", Sort: Ref, Kind: ConstVar}, j: local("j", testInt)}
	x.mu = field("Counter.mu", Tid, nil)
	x.count = field("Counter.count", testInt, x.mu)
	c := []*Expr{V(x.c)}
	mu, count := Select(V(x.mu), c...), Select(V(x.count), c...)
	x.acquire = &Step{
		Text: "c.mu.Lock()",
		When: Eq(mu, Free),
		Pre:  []*Assert{{Cond: Ne(mu, V(testTid)), Check: Check{Kind: SelfDeadlock, Subject: "c.mu"}}},
		Do:   []Stmt{&Assign{x.mu, Store(V(x.mu), c, V(testTid))}},

		Access: []Access{{Map: x.mu, Index: c, Write: true}}, Mover: RightMover,
	}
	x.load = &Step{Text: "j := c.count", Do: []Stmt{&Assign{x.j, count}}, Access: []Access{{Map: x.count, Index: c}}}
	x.store = &Step{Text: "c.count = j", Do: []Stmt{&Assign{x.count, Store(V(x.count), c, V(x.j))}},
		Access: []Access{{Map: x.count, Index: c, Write: true}}}
	x.free = &Step{Text: "c.mu.Unlock()", Do: []Stmt{&Assign{x.mu, Store(V(x.mu), c, Free)}},
		Pre:    []*Assert{{Cond: Eq(mu, V(testTid)), Check: Check{Kind: NotHeld, Subject: "c.mu"}}},
		Access: []Access{{Map: x.mu, Index: c, Write: true}}, Mover: LeftMover}
	action := &Action{
		Name:     "Increment",
		When:     []*Clause{{Text: "c.mu == free", Cond: Eq(mu, Free)}},
		Modifies: []*Modify{{Text: "c.count", Map: x.count, Index: c}},
		Ensures: []*Clause{{Text: "c.count == old(c.count)+1",
			Cond: Eq(count, Wrap(Add(Old(count), N(1, testInt)), testInt))}},
	}
	x.f = &Func{
		Name: "(*Counter).Increment", Tid: testTid,
		Params: []*Var{x.c}, Locals: []*Var{x.j}, Heap: []*Var{x.count, x.mu},
		Given: []*Expr{Ne(V(x.c), Nil)},
		Spec: &Spec{Clause: Clause{Text: "Increment"}, Nodes: []*Action{action}, First: []int{0},
			Follow: [][]int{{}}, Final: []bool{true}},
		Blocks: []*Block{{
			Name:   "entry",
			Stmts:  []Stmt{x.acquire, x.load, &Assign{x.j, Wrap(Add(V(x.j), N(1, testInt)), testInt)}, x.store, x.free},
			Return: &Return{Text: "return"},
		}},
	}
	return x
}

// access is the paper's figure 5.
func (x *example) access() *Program {
	g := x.program("access")
	b := &Block{Name: "entry"}
	for _, s := range x.f.Blocks[0].Stmts {
		step, ok := s.(*Step)
		if !ok {
			b.Stmts = append(b.Stmts, s)
			continue
		}
		b.Stmts = append(b.Stmts, &Mark{Kind: MarkEnv}, &Havoc{Vars: []*Var{x.count, x.mu}}, &Mark{Text: step.Text})
		if step.When != nil {
			b.Stmts = append(b.Stmts, &Assume{Cond: step.When})
		}
		for _, a := range step.Access {
			cond := Subst(a.Map.Heap.Write, map[*Var]*Expr{a.Map.Heap.Keys[0]: a.Index[0], a.Map.Heap.Who: V(testTid)})
			b.Stmts = append(b.Stmts, &Assert{Cond: cond, Check: Check{Kind: WriteDenied, Subject: "c.count"}})
		}
		b.Stmts = append(b.Stmts, step.Do...)
	}
	g.Blocks = []*Block{b}
	return g
}

// abstraction is the paper's figure 7.
func (x *example) abstraction() *Program {
	g := x.program("abstraction")
	oldMu, oldCount := local("old(Counter.mu)", x.mu.Sort), local("old(Counter.count)", x.count.Sort)
	g.Vars = append(g.Vars, testPhase, oldMu, oldCount)
	right, left := N(0, Int), N(1, Int)
	last := &Block{Name: "entry", Stmts: []Stmt{
		&Mark{Kind: MarkEntry}, &Assign{testPhase, right}, &Assign{oldMu, V(x.mu)}, &Assign{oldCount, V(x.count)},
	}}
	g.Blocks = []*Block{last}
	held := Eq(Select(V(x.mu), V(x.c)), V(testTid))
	for i, s := range x.f.Blocks[0].Stmts {
		step, ok := s.(*Step)
		if !ok {
			last.Stmts = append(last.Stmts, s)
			continue
		}
		n := string(rune('0' + i))
		when := True
		if step.When != nil {
			when = step.When
		}
		matching := &Block{Name: "right" + n, Stmts: append([]Stmt{&Assume{Cond: Eq(V(testPhase), right)},
			&Mark{Text: step.Text, Mover: V(testPhase)}, &Assume{Cond: when}}, step.Do...)}
		matching.Stmts = append(matching.Stmts, &Assign{testPhase, Ite(held, V(testPhase), left)})
		committed := &Block{Name: "left" + n, Stmts: append([]Stmt{&Assume{Cond: Ne(V(testPhase), right)},
			&Assert{Cond: And(held, when), Check: Check{Kind: NotAtomic}}}, step.Do...)}
		join := &Block{Name: "join" + n}
		last.Succs = []*Block{matching, committed}
		matching.Succs, committed.Succs = []*Block{join}, []*Block{join}
		g.Blocks = append(g.Blocks, matching, committed, join)
		last = join
	}
	at := func(v *Var) *Expr { return Select(V(v), V(x.c)) }
	last.Stmts = append(last.Stmts, &Assert{
		Cond:  And(Eq(at(oldMu), Free), Eq(at(x.count), Wrap(Add(at(oldCount), N(1, testInt)), testInt))),
		Check: Check{Kind: ReturnTooSoon},
	}, &Cover{Check: Check{Kind: VacuousReturn}})
	return g
}

func (x *example) program(check string) *Program {
	return &Program{Name: x.f.Name + "/" + check, Func: x.f, Consts: []*Var{testTid, x.c},
		Vars: []*Var{x.j, x.count, x.mu}, Facts: []*Expr{Ne(V(testTid), Free), Ne(V(x.c), Nil)}}
}

// scan is a function with a loop: for i := 0; i < n; i++ { set(bits[i]) }, with what else a dump may contain.
func scan() *Func {
	n, i := &Var{Name: "n", Sort: testInt, Kind: ConstVar}, local("i", testInt)
	result := &Var{Name: "result", Sort: testInt, Kind: ConstVar}
	k := &Var{Name: "k", Sort: testInt, Kind: BoundVar}
	who := &Var{Name: "who", Sort: Tid, Kind: BoundVar}
	this := &Var{Name: "this", Sort: Ref, Kind: BoundVar}
	bits := &Var{Name: "bits", Label: "bits", Sort: Array(testInt, Bool), Kind: HeapVar,
		Heap: &Heap{Class: Atomic, Keys: []*Var{k}, Who: who, Read: True, Write: True}}
	status := &Var{Name: "status", Sort: Array(Ref, Int), Kind: HeapVar}
	stored := &Var{Name: "stored", Sort: Array(Ref, Bool), Kind: HeapVar}
	child := &Var{Name: "G2", Sort: Tid, Kind: ConstVar}
	entry := &Block{Name: "entry", Stmts: []Stmt{&Assign{i, N(0, testInt)}}}
	head, body, done := &Block{Name: "head"}, &Block{Name: "body"}, &Block{Name: "done"}
	entry.Succs, head.Succs, body.Succs = []*Block{head}, []*Block{body, done}, []*Block{head}
	old := Old(Select(V(bits), V(i)))
	head.Loop = &Loop{Text: "for i := 0; i < n; i++", Bounded: true, Body: []*Block{head, body},
		Invariants: []*Clause{{Text: "0 <= i", Cond: Le(N(0, testInt), V(i))}}, Hints: []*Expr{Le(V(i), V(n))}}
	body.Stmts = []Stmt{
		&Assume{Cond: Lt(V(i), V(n))},
		&Step{Text: "bits[i] =\n\ttrue", Do: []Stmt{&Assume{Cond: Not(old)}, &Assign{bits, Store(V(bits), []*Expr{V(i)}, True)}},
			Access: []Access{{Map: bits, Index: []*Expr{V(i)}, Write: true}, {Map: bits, Index: []*Expr{V(i)}}}},
		&Assign{i, Wrap(Add(V(i), N(1, testInt)), testInt)},
	}
	done.Stmts = []Stmt{
		&Assume{Cond: Le(V(n), V(i))},
		&Spawn{Text: "go work(n)", Func: "work", Goroutine: child,
			Requires: []*Assert{{Cond: Ne(V(child), V(testTid)), Check: Check{Kind: RequiresAtGo}}}},
		&Witness{Action: "Done"},
	}
	done.Return = &Return{Text: "return i", Values: []*Expr{V(i)}}
	return &Func{
		Name: "scan", Tid: testTid, Params: []*Var{n}, Results: []*Var{result}, Locals: []*Var{i}, Heap: []*Var{bits},
		Status: status, Stored: stored,
		Requires:   []*Clause{{Text: "n >= 0", Cond: Le(N(0, testInt), V(n))}},
		Invariants: []*Invariant{{Clause: Clause{Text: "this != nil", Cond: Ne(V(this), Nil)}, Type: "Set", This: this, Is: True}},
		Transitions: []*Invariant{{Clause: Clause{Text: "forall k int :: old(bits[k]) ==> bits[k]",
			Cond: Forall([]*Var{k}, Implies(Old(Select(V(bits), V(k))), Select(V(bits), V(k))))}}},
		Assumptions: []Note{{Text: "work is trusted"}},
		Blocks:      []*Block{entry, head, body, done},
	}
}
