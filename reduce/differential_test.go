package reduce

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/calvin-go/calvin/ir"
)

// What the checks accept never goes wrong: of random tiny programs, those in which the exploration of all
// interleavings finds a data race, a forbidden access, a broken invariant, transition or assertion, or an outcome that
// the specifications do not explain must be refused.
func TestDifferential(t *testing.T) {
	wrong, right, accepted := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p := drawTiny(rt)
		if p.alone(0).explore() != "" || p.alone(1).explore() != "" {
			if rapid.IntRange(0, 15).Draw(rt, "try all the same") > 0 { // seen by anyone
				return
			}
		}
		found := p.explore()
		if found == "" {
			right++
			if right%8 == 0 && p.verified(t) { // acceptance is slow to establish, and tested elsewhere
				accepted++
			}
			return
		}
		wrong++
		if p.verified(t) {
			rt.Fatalf("verified:\n%s\nbut %s", p, found)
		}
	})
	t.Logf("%d wrong programs refused; %d without a violation, %d of %d tried accepted", wrong, right, accepted, right/8)
}

// alone is the program with one of its goroutines.
func (p *tiny) alone(i int) *tiny {
	q := *p
	q.threads[1-i] = thread{}
	return &q
}

// verified reports whether both functions pass both checks and the annotations theirs.
func (p *tiny) verified(t *testing.T) bool {
	for i := range p.threads {
		f := p.function(i)
		if err := ir.CheckFunc(f); err != nil {
			t.Fatal(err)
		}
		for _, reduction := range []func(context.Context, *ir.Func) (*ir.Program, error){Abstraction, Access} {
			program, err := reduction(context.Background(), f)
			if err != nil {
				t.Fatalf("%v\n%s", err, p)
			}
			if failed := prove(t, program); len(failed) > 0 {
				return false
			}
		}
	}
	annotations, err := Predicates(context.Background(), p.function(0))
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range annotations {
		if len(prove(t, program)) > 0 {
			return false
		}
	}
	return true
}

// drawTiny draws a program that is likely to be nearly right: critical sections, with a specification derived from
// running them alone, and then perhaps a mistake.
func drawTiny(t *rapid.T) *tiny {
	p := &tiny{
		invariant: rapid.IntRange(0, 3).Draw(t, "invariant") == 0,
		monotone:  rapid.IntRange(0, 2).Draw(t, "monotone") == 0,
		ordered:   rapid.IntRange(0, 2).Draw(t, "ordered") == 0,
	}
	for v := range p.guard {
		p.guard[v] = guard(rapid.IntRange(0, int(numGuards)-1).Draw(t, "guard"))
	}
	for i := range p.threads {
		p.threads[i] = p.drawThread(t, fmt.Sprint(i))
	}
	return p
}

func (p *tiny) drawThread(t *rapid.T, name string) thread {
	var th thread
	th.ret = rapid.IntRange(0, numRegs-1).Draw(t, name+"returns")
	sections := rapid.IntRange(1, 2).Draw(t, name+"sections")
	cuts := []int{}
	for range sections {
		th.code = append(th.code, p.drawSection(t, name, len(th.code))...)
		cuts = append(cuts, len(th.code))
	}
	// Two sections are two actions, or one, or the second alone if the first changes nothing.
	if sections == 2 && rapid.Bool().Draw(t, name+"one action") {
		cuts = cuts[1:]
	}
	th.specify(cuts)
	if rapid.IntRange(0, 2).Draw(t, name+"mistake") == 0 {
		th.mistake(t, name)
	}
	return th
}

// drawSection draws statements under locks that fit some guards, or a loop around a compare-and-swap.
func (p *tiny) drawSection(t *rapid.T, name string, offset int) []op {
	reg := func() int { return rapid.IntRange(0, numRegs-1).Draw(t, name+"register") }
	if (p.guard[varZ] == byAll || p.guard[varZ] == whenOrdered) && rapid.IntRange(0, 4).Draw(t, name+"loop") == 0 {
		r := reg()
		return []op{
			{kind: opLoad, v: varZ, r: r}, {kind: opSwap, v: varZ, r: r}, {kind: opUntil, back: offset},
		}
	}
	var inside []op
	for range rapid.IntRange(1, 3).Draw(t, name+"statements") {
		o := op{
			kind: rapid.SampledFrom([]opKind{opLoad, opLoad, opStore, opStore, opAdd, opSet}).Draw(t, name+"kind"),
			v:    rapid.IntRange(0, numVars-1).Draw(t, name+"variable"), r: reg(),
			e: term2{rapid.IntRange(-1, numRegs-1).Draw(t, name+"term"), rapid.IntRange(0, 1).Draw(t, name+"plus")},
		}
		if o.kind == opAdd {
			o.v = varZ
		}
		inside = append(inside, o)
		if p.invariant && o.kind == opStore && o.v != varZ && rapid.IntRange(0, 3).Draw(t, name+"keep") > 0 {
			o.v = varX + varY - o.v
			inside = append(inside, o)
		}
		if o.kind == opLoad && rapid.IntRange(0, 3).Draw(t, name+"assert") == 0 {
			inside = append(inside, op{kind: opAssert, v: o.v, e: term2{o.r, 0}})
		}
	}
	before, after := p.drawLocks(t, name, inside)
	return append(append(before, inside...), after...)
}

// drawLocks draws the locks that the guards of what is accessed ask for, or, rarely, any.
func (p *tiny) drawLocks(t *rapid.T, name string, code []op) (before, after []op) {
	var mu, rw, reading bool
	for _, o := range code {
		if o.kind == opSet || o.kind == opAssert {
			continue
		}
		writes := o.kind != opLoad
		switch p.guard[o.v] {
		case byMu, freeOrByMu:
			mu = true
		case byRW:
			rw, reading = rw || writes, reading || !writes
		case readAllWriteMu:
			mu = mu || writes || rapid.Bool().Draw(t, name+"read under mu")
		case readMuOrRWWriteBoth:
			mu, rw = true, rw || writes
		case byAll, whenOrdered:
			mu = mu || rapid.IntRange(0, 3).Draw(t, name+"needless mu") == 0
		}
	}
	if rapid.IntRange(0, 9).Draw(t, name+"other locks") == 0 {
		mu, rw = rapid.Bool().Draw(t, name+"mu"), rapid.Bool().Draw(t, name+"rw")
	}
	if mu {
		before, after = append(before, op{kind: opLock}), append(after, op{kind: opUnlock})
	}
	switch {
	case rw:
		before, after = append(before, op{kind: opWLock}), append(after, op{kind: opWUnlock})
	case reading:
		before, after = append(before, op{kind: opRLock}), append(after, op{kind: opRUnlock})
	}
	if rapid.Bool().Draw(t, name+"nested") {
		slices.Reverse(after)
	}
	return before, after
}

// specify derives the actions from running the code alone; cuts are where they end.
func (th *thread) specify(cuts []int) {
	known := map[int]bool{} // registers that hold what the current action has read
	regs := [numRegs]value{{v: -1}, {v: -1}}
	from := 0
	for _, to := range cuts {
		e := effect{}
		now := [numVars]value{{v: varX}, {v: varY}, {v: varZ}}
		for _, o := range th.code[from:to] {
			src := value{-1, o.e.plus}
			if o.e.reg >= 0 {
				src = regs[o.e.reg]
				src.plus += o.e.plus
			}
			switch o.kind {
			case opLock:
				e.when = true
			case opLoad:
				regs[o.r] = now[o.v]
				known[o.r] = true
			case opSet:
				regs[o.r] = src
			case opStore:
				now[o.v] = src
			case opAdd, opSwap:
				now[o.v].plus++
			default:
				continue
			}
			if o.kind == opStore || o.kind == opAdd || o.kind == opSwap {
				after := now[o.v]
				e.change[o.v] = &after
			}
		}
		if to == len(th.code) {
			r := regs[th.ret]
			e.result = &r
		}
		th.spec = append(th.spec, e)
		from = to
	}
}

// mistake drops, swaps or changes a statement, or changes the specification.
func (th *thread) mistake(t *rapid.T, name string) {
	at := rapid.IntRange(0, len(th.code)-1).Draw(t, name+"at")
	loop := false
	for _, o := range th.code {
		loop = loop || o.kind == opUntil
	}
	switch kind := rapid.IntRange(0, 4).Draw(t, name+"mistake kind"); {
	case kind == 0 && !loop && len(th.code) > 1:
		th.code = append(th.code[:at:at], th.code[at+1:]...)
	case kind == 1 && !loop && at > 0:
		code := append([]op(nil), th.code...)
		code[at-1], code[at] = code[at], code[at-1]
		th.code = code
	case kind == 2:
		e := &th.spec[len(th.spec)-1]
		v := rapid.IntRange(0, numVars-1).Draw(t, name+"changed")
		if e.change[v] != nil {
			e.change[v] = nil
		} else {
			e.change[v] = &value{v, 1}
		}
	case kind == 3:
		e := &th.spec[0]
		if e.result != nil {
			e.result = &value{e.result.v, e.result.plus + 1}
		}
	default:
		th.code[at].v = rapid.IntRange(0, numVars-1).Draw(t, name+"other variable")
		if th.code[at].kind == opAdd || th.code[at].kind == opSwap {
			th.code[at].v = varZ
		}
	}
}
