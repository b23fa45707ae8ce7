package infer

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/infer/memory"
)

// proposals are those of the guards that are not written yet.
func (p *program) proposals(guards map[*types.Var]*guard) []*Proposal {
	var all []*Proposal
	for v, g := range guards {
		if len(g.lines) == 0 {
			continue
		}
		name := v.Name()
		if st := p.structs[v]; st != nil && st.owner != nil {
			name = st.owner.Name() + "." + name
		}
		prop := &Proposal{
			Package: v.Pkg().Path(), Name: name, Var: v, Position: p.fset.Position(v.Pos()), Lines: g.lines,
			Agree: len(g.agree), Total: len(g.agree) + len(g.against), declared: v.Pos(),
		}
		prop.Evidence = fmt.Sprintf("%d of %d accesses %s", prop.Agree, prop.Total, g.evidence)
		if n := times(g.agree); n > 0 {
			prop.Evidence += fmt.Sprintf(", %d times in the tests", n)
		}
		if prop.Total == 0 {
			prop.Evidence = g.evidence
		}
		for _, a := range g.against {
			prop.Against = append(prop.Against, p.show(a))
		}
		for _, a := range slices.Concat(g.agree, g.against) {
			shown := p.show(a)
			prop.Accesses = append(prop.Accesses, shown)
			prop.Functions = append(prop.Functions, shown.Function)
		}
		for _, a := range g.elsewhere {
			prop.Functions = append(prop.Functions, p.functionName(a.fn))
		}
		slices.Sort(prop.Functions)
		prop.Functions = slices.Compact(prop.Functions)
		all = append(all, prop)
	}
	return all
}

// show describes an access.
func (p *program) show(a *access) Access {
	out := Access{Position: p.fset.Position(a.pos), Function: p.functionName(a.fn), Write: a.write}
	for l := range a.held {
		if text := p.text(a.fn, l); text != "" {
			out.Held = append(out.Held, text)
		}
	}
	slices.Sort(out.Held)
	return out
}

// functionName names a function as reports do.
func (p *program) functionName(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return fmt.Sprintf("%s$%d", p.functionName(fn.Parent()), 1+slices.Index(fn.Parent().AnonFuncs, fn))
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return fn.Name()
	}
	n, ok := memory.Named(recv.Type())
	if !ok {
		return fn.Name()
	}
	if _, ptr := types.Unalias(recv.Type()).(*types.Pointer); ptr {
		return "(*" + n.Obj().Name() + ")." + fn.Name()
	}
	return n.Obj().Name() + "." + fn.Name()
}

// text writes a place as the function can; "" if it cannot be written.
func (p *program) text(fn *ssa.Function, at *memory.Place) string {
	name := ""
	switch r := at.Root.Value.(type) {
	case *ssa.Parameter:
		name = r.Name()
	case *ssa.Global:
		name = r.Name()
		if r.Pkg != nil && fn.Pkg != nil && r.Pkg != fn.Pkg {
			name = r.Pkg.Pkg.Name() + "." + name
		}
	}
	if name == "" || name == "_" || at.Root.Result != 0 {
		return ""
	}
	steps, _ := at.Under(at.Base())
	for _, s := range steps {
		switch s.Kind {
		case memory.ToField:
			if s.Field.Name() == "_" {
				return ""
			}
			name += "." + s.Field.Name()
		case memory.ToElement:
			switch i := s.Index.(type) {
			case string:
				name += "[" + i + "]"
			case *ssa.Parameter:
				name += "[" + i.Name() + "]"
			default:
				return ""
			}
		}
	}
	return name
}

// requires finds the locks that functions rely on their callers to hold.
func (p *program) requires(guards map[*types.Var]*guard) []*Proposal {
	needs := p.needs(guards)
	alone, unguarded := p.alone(guards)
	var all []*Proposal
	for _, fn := range p.functions {
		obj := memory.Declared(fn)
		if obj == nil || fn.Parent() != nil || isInit(fn) {
			continue
		}
		type clause struct {
			line  string
			agree int // of the calls
		}
		var clauses []clause
		for _, l := range p.sorted(fn, needs[fn]) {
			if p.believed[fn][l] == 0 && !p.isExpected(fn, l) {
				clauses = append(clauses, clause{"requires " + p.heldText(fn, l), p.callsWith(fn, l)})
			}
		}
		for _, param := range fn.Params {
			if alone[param] && !p.local[param] && !p.isLent(fn, param) && (unguarded[param] || !p.isShown(fn)) {
				clauses = append(clauses, clause{"requires local(" + param.Name() + ")", len(p.sites[fn])})
			}
		}
		functions := []string{p.functionName(fn)}
		for _, c := range p.sites[fn] {
			functions = append(functions, p.functionName(c.caller))
		}
		slices.Sort(functions)
		functions = slices.Compact(functions)
		for _, c := range clauses {
			all = append(all, &Proposal{
				Package: obj.Pkg().Path(), Name: p.functionName(fn), Func: obj, Position: p.fset.Position(obj.Pos()), Lines: []string{c.line},
				Functions: functions, Evidence: p.callEvidence(fn, c.line, c.agree), Agree: c.agree, Total: len(p.sites[fn]), declared: obj.Pos(),
			})
		}
	}
	return all
}

// callsWith counts the calls at which a lock is held, or which are on an object that nobody else can reach.
func (p *program) callsWith(fn *ssa.Function, l *memory.Place) int {
	n := 0
	for _, c := range p.sites[fn] {
		if c.held[l] != 0 || c.fresh[l.Base()] {
			n++
		}
	}
	return n
}

func (p *program) callEvidence(fn *ssa.Function, line string, agree int) string {
	n := len(p.sites[fn])
	switch {
	case strings.HasPrefix(line, "requires local(") && !strings.Contains(line, "held"):
		return fmt.Sprintf("%d of %d calls are on objects that no other goroutine can reach yet", n, n)
	case p.seenHeld[fn]:
		return "it is held at all accesses in the tests"
	case n == 0 && p.demands[fn] != nil:
		return "it releases what it has not acquired"
	case n == 0:
		return "its name or comment says so"
	}
	return fmt.Sprintf("%d of %d calls hold it", agree, n)
}

// sorted lists the locks that can be written in a clause of fn, in order of their text.
func (p *program) sorted(fn *ssa.Function, locks map[*memory.Place]bool) []*memory.Place {
	var all []*memory.Place
	for l := range locks {
		if p.text(fn, l) != "" {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b *memory.Place) int { return cmp.Compare(p.text(fn, a), p.text(fn, b)) })
	return all
}

// heldText is the condition that a lock is held on entry as it is found at all calls. Where fn is called on an object that
// nobody else can reach yet, without the lock, that is part of it.
func (p *program) heldText(fn *ssa.Function, l *memory.Place) string {
	text := p.text(fn, l)
	cond, shared := "held("+text+")", "rheld("+text+")"
	switch {
	case lockKind(l) == annot.Once:
		shared = "done(" + text + ")"
	case isChannel(l):
		shared = "closed(" + text + ")"
	}
	switch p.entries[fn].held[l] {
	case reading:
		cond = shared
	case reading | writing:
		cond += " || " + shared
	}
	if param, ok := l.Base().Root.Value.(*ssa.Parameter); ok && p.setsUp(fn, l, map[*ssa.Function]bool{}) {
		return "local(" + param.Name() + ") || " + cond
	}
	return cond
}

// setsUp reports whether fn is called on an object that nobody else can reach yet, without the object's lock l: by a
// function that has made the object, or by one of which the same holds.
func (p *program) setsUp(fn *ssa.Function, l *memory.Place, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for at, c := range p.sites[fn] {
		if c.held[l] == 0 && c.fresh[l.Base()] {
			return true
		}
		if !isCallOf(at, fn) {
			continue
		}
		call := at.(*ssa.Call)
		f := &flow{program: p, fn: c.caller}
		q, e := f.Outward(fn, call, call.Common(), l), p.entries[c.caller]
		if q != nil && e != nil && e.held[q] != 0 && p.setsUp(c.caller, q, seen) {
			return true
		}
	}
	return false
}

// lockKind is the kind of lock at a place, as far as its type is known.
func lockKind(l *memory.Place) annot.LockKind {
	switch {
	case l.Up == nil:
		if to, ok := l.Root.Value.Type().Underlying().(*types.Pointer); ok {
			return annot.LockOf(to.Elem())
		}
	case l.Step.Kind == memory.ToField:
		return annot.LockOf(l.Step.Field.Type())
	}
	return annot.NoLock
}

// needs finds for each function the locks that it has from its callers and relies on: for an access under a guard, to
// release them, or for a call of a function that does.
func (p *program) needs(guards map[*types.Var]*guard) map[*ssa.Function]map[*memory.Place]bool {
	needs := map[*ssa.Function]map[*memory.Place]bool{}
	need := func(fn *ssa.Function, l *memory.Place) bool {
		e := p.entries[fn]
		if e == nil || e.held[l] == 0 || needs[fn][l] || isChannel(l) && e.held[l] != reading || isGroup(l) { // that one may close it no clause says
			return false
		}
		if needs[fn] == nil {
			needs[fn] = map[*memory.Place]bool{}
		}
		needs[fn][l] = true
		return true
	}
	for _, g := range guards {
		for _, a := range g.agree {
			for _, text := range g.locks {
				if l := p.heldAs(a, text); l != nil {
					need(a.fn, l)
				}
			}
		}
	}
	for fn, sum := range p.summaries {
		for l := range sum.released {
			need(fn, l)
		}
		for l := range p.demands[fn] {
			need(fn, l)
		}
	}
	for again := true; again; {
		again = false
		for _, fn := range p.functions {
			for l := range needs[fn] {
				for at, c := range p.sites[fn] {
					if p.passOn(fn, at, c, l, need) {
						again = true
					}
				}
			}
		}
	}
	return needs
}

// alone finds the parameters that are fresh wherever a function is called, and that it accesses guarded variables of
// without their locks, or sets variables of that have no guard. Unguarded are those of which it accesses variables that
// no lock guards, or that it passes on.
func (p *program) alone(guards map[*types.Var]*guard) (alone, unguarded map[*ssa.Parameter]bool) {
	alone, unguarded = map[*ssa.Parameter]bool{}, map[*ssa.Parameter]bool{}
	need := func(fn *ssa.Function, at *memory.Place) bool {
		param, ok := at.Root.Value.(*ssa.Parameter)
		e := p.entries[fn]
		if !ok || at.Up != nil || param.Parent() != fn || e == nil || !e.fresh[at] || alone[param] || param.Name() == "_" {
			return false
		}
		alone[param] = true
		return true
	}
	for key, a := range p.accesses {
		if a.fresh && (guards[key.variable] != nil || p.isSetUp(a.fn) || a.write && !p.nameless[a.fn] && p.isSetOnly(key.variable, guards)) {
			at := a.base.Object()
			need(a.fn, at)
			if param, ok := at.Root.Value.(*ssa.Parameter); ok && (guards[key.variable] == nil || len(guards[key.variable].locks) == 0) {
				unguarded[param] = true
			}
		}
	}
	for again := true; again; {
		again = false
		for _, fn := range p.functions {
			for at, c := range p.sites[fn] {
				call, ok := at.(ssa.CallInstruction)
				if !ok || !p.calls(call.Common(), fn) {
					continue
				}
				for i, param := range fn.Params {
					args := call.Common().Args
					if !alone[param] || i >= len(args) {
						continue
					}
					at := p.Target(args[i]).Object()
					again = need(c.caller, at) || again
					if passed, ok := at.Root.Value.(*ssa.Parameter); ok {
						unguarded[passed] = true
					}
				}
			}
		}
	}
	return alone, unguarded
}

// passOn makes the caller need what its callee does, where it has it from its own callers.
func (p *program) passOn(fn *ssa.Function, at ssa.Instruction, c *context, l *memory.Place, need func(*ssa.Function, *memory.Place) bool) bool {
	if c.held[l] == 0 {
		return false
	}
	call, ok := at.(ssa.CallInstruction)
	if !ok {
		return false
	}
	f := &flow{program: p, fn: c.caller}
	q := l
	if p.calls(call.Common(), fn) {
		q = f.Outward(fn, call, call.Common(), l)
	} else if !memory.Shared(fn, l.Root) {
		return false
	}
	return q != nil && need(c.caller, q)
}

// believe reads what contracts say of locks on entry.
func (p *program) believe() {
	for _, fn := range p.functions {
		obj := memory.Declared(fn)
		if obj == nil || p.annots[obj.Pkg().Path()] == nil {
			continue
		}
		spec := p.annots[obj.Pkg().Path()].Funcs[obj]
		if spec == nil {
			continue
		}
		for _, c := range spec.Requires {
			if l, ok := c.Expr.(*annot.Local); ok {
				if v, ok := l.X.(*annot.Var); ok {
					if i := slices.IndexFunc(fn.Params, func(q *ssa.Parameter) bool { return q.Object() == v.Obj }); i >= 0 {
						p.local[fn.Params[i]] = true
					}
				}
			}
			for _, x := range locksIn(c.Expr) {
				l := p.placeOf(fn, x)
				if l == nil {
					continue
				}
				m := writing
				if h, ok := x.(*annot.Held); ok && h.Read {
					m = reading
				}
				if p.believed[fn] == nil {
					p.believed[fn] = holds{}
				}
				p.believed[fn][l] |= m
			}
		}
	}
}

// locksIn returns the locks that a condition says are held: those of held(L), rheld(L) and L == tid.
func locksIn(x annot.Expr) []annot.Expr {
	switch x := x.(type) {
	case *annot.Held:
		return []annot.Expr{x}
	case *annot.Builtin:
		if x.Name == "done" && len(x.Args) == 1 {
			return []annot.Expr{&annot.Held{Node: annot.Node{T: x.Type()}, X: x.Args[0], Read: true}}
		}
	case *annot.Binary:
		switch x.Op {
		case token.LAND, token.LOR:
			return append(locksIn(x.X), locksIn(x.Y)...)
		case token.EQL:
			for _, pair := range [2][2]annot.Expr{{x.X, x.Y}, {x.Y, x.X}} {
				h, isHolder := pair[0].(*annot.Holder)
				if _, isTid := pair[1].(*annot.Tid); isHolder && isTid {
					return []annot.Expr{&annot.Held{Node: h.Node, X: h.X}}
				}
			}
		}
	}
	return nil
}

// lockText writes a lock of a written guard as a proposal would.
func lockText(x annot.Expr) string {
	switch x := x.(type) {
	case *annot.Held:
		return lockText(x.X)
	case *annot.Select:
		if _, ok := x.X.(*annot.This); ok {
			return x.Field.Name()
		}
		return lockText(x.X) + "." + x.Field.Name()
	case *annot.Index:
		switch i := x.I.(type) {
		case *annot.BoundVar:
			return lockText(x.X) + "[" + index + "]"
		case *annot.Const:
			return lockText(x.X) + "[" + i.Value.ExactString() + "]"
		}
	case *annot.Var:
		return x.Obj.Name()
	}
	return "?"
}

// placeOf returns the place of a lock in a clause of fn, nil if it cannot be told.
func (p *program) placeOf(fn *ssa.Function, x annot.Expr) *memory.Place {
	switch x := x.(type) {
	case *annot.Held:
		return p.placeOf(fn, x.X)
	case *annot.Var:
		if i := slices.IndexFunc(fn.Params, func(v *ssa.Parameter) bool { return v.Object() == x.Obj }); i >= 0 {
			return p.Target(fn.Params[i])
		}
		if fn.Pkg != nil {
			if g := fn.Pkg.Var(x.Obj.Name()); g != nil && g.Object() == x.Obj {
				return p.Target(g)
			}
		}
	case *annot.Select:
		up := p.placeOf(fn, x.X)
		if up == nil {
			return nil
		}
		if _, isVar := x.X.(*annot.Var); x.Deref && !(isVar && isParameter(up)) {
			up = up.To(memory.Step{Kind: memory.ToTarget})
		}
		return up.Field(x.Field)
	case *annot.Index:
		up := p.placeOf(fn, x.X)
		if up == nil {
			return nil
		}
		if _, ok := x.X.Type().Underlying().(*types.Slice); ok && !isParameter(up) {
			up = up.To(memory.Step{Kind: memory.ToStore})
		}
		switch i := x.I.(type) {
		case *annot.Const:
			return up.To(memory.Step{Kind: memory.ToElement, Index: i.Value.ExactString()})
		case *annot.Var:
			if n := slices.IndexFunc(fn.Params, func(v *ssa.Parameter) bool { return v.Object() == i.Obj }); n >= 0 {
				return up.To(memory.Step{Kind: memory.ToElement, Index: ssa.Value(fn.Params[n])})
			}
		}
	}
	return nil
}

func isParameter(p *memory.Place) bool {
	_, ok := p.Root.Value.(*ssa.Parameter)
	return ok && p.Up == nil
}

// directive is the text of a line as it stands in the source.
func directive(line string) string { return "//calvin:" + strings.TrimSpace(line) }
