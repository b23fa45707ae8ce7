package quickfix

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/calvin-go/calvin/report"
)

// hold suggests to hold the lock over the fewest statements: those of the site, and those up to where the lock is held
// already, if it is given back too early or taken too late.
func hold(x *site) (report.Fix, bool) {
	if uses(x.list.stmts[x.first:x.last+1], x.lock) {
		return report.Fix{}, false // it is taken inside
	}
	for _, way := range []func(*site) (plan, bool){upgrade, unlockLater, lockEarlier, around} {
		if p, ok := way(x); ok {
			return report.Fix{Message: x.message(p), Edits: x.edits(p)}, true
		}
	}
	return report.Fix{}, false
}

// A plan is how a lock is to be held.
type plan struct {
	first, last int // the statements that it is held over, its operations included
	toTheEnd    bool
	writing     bool // said, where the other would be understood
	edits       *edits
}

func (x *site) message(p plan) string {
	how := ""
	switch {
	case p.writing:
		how = " for writing"
	case x.reading:
		how = " for reading"
	}
	line := func(i int, end bool) int {
		pos := x.list.stmts[i].Pos()
		if end {
			pos = x.list.stmts[i].End()
		}
		return x.pkg.Fset.Position(pos).Line
	}
	from, to := line(p.first, false), line(p.last, true)
	switch {
	case p.toTheEnd:
		return fmt.Sprintf("hold %s%s from line %d on", x.lock, how, from)
	case from == to:
		return fmt.Sprintf("hold %s%s over line %d", x.lock, how, from)
	}
	return fmt.Sprintf("hold %s%s over lines %d-%d", x.lock, how, from, to)
}

func (x *site) op(i int) op { return opOf(x.list.stmts[i], x.lock) }

// before returns the last statement before i that does something with the lock, -1 if there is none.
func (x *site) before(i int) int {
	for i--; i >= 0; i-- {
		if x.op(i).method != "" {
			return i
		}
	}
	return -1
}

// after returns the first statement after i that does something with the lock, -1 if there is none.
func (x *site) after(i int) int {
	for i++; i < len(x.list.stmts); i++ {
		if x.op(i).method != "" {
			return i
		}
	}
	return -1
}

func (x *site) stmts(from, to int) []ast.Stmt { return x.list.stmts[from:max(from, to)] }

// suits reports whether the operation takes the lock as the site needs it.
func (x *site) suits(o op) bool { return o.method == "Lock" || o.method == "RLock" && x.reading }

// method names the operation that takes the lock, or gives it back.
func (x *site) method(what string) string {
	if x.reading {
		return "R" + what
	}
	return what
}

// upgrade holds for writing what is held for reading.
func upgrade(x *site) (plan, bool) {
	acquire := x.before(x.first)
	release := x.after(x.last)
	if acquire >= 0 && x.op(acquire).method == "RUnlock" && x.op(acquire).deferred {
		acquire, release = x.before(acquire), acquire
	}
	if x.reading || acquire < 0 || release < 0 || x.op(acquire).method != "RLock" || x.op(release).method != "RUnlock" {
		return plan{}, false
	}
	if uses(x.stmts(acquire+1, min(release, x.first)), x.lock) || uses(x.stmts(x.last+1, release), x.lock) {
		return plan{}, false // it is given back elsewhere, too
	}
	e := x.newEdits()
	e.replace(x.op(acquire).name, "Lock")
	e.replace(x.op(release).name, "Unlock")
	return plan{first: acquire, last: max(release, x.last), toTheEnd: x.op(release).deferred, writing: true, edits: e}, true
}

// unlockLater moves an Unlock that comes before the site behind it.
func unlockLater(x *site) (plan, bool) {
	release := x.before(x.first)
	if release < 0 || !x.op(release).releases() || x.op(release).deferred {
		return plan{}, false
	}
	acquire := x.before(release)
	if acquire < 0 || !x.suits(x.op(acquire)) || moves(x.stmts(acquire, x.last+1), x.lock) {
		return plan{}, false
	}
	p := plan{first: acquire, last: x.last}
	end := x.list.stmts[x.last]
	_, returns := end.(*ast.ReturnStmt)
	between := x.stmts(release+1, x.last+1)
	if returns {
		between = x.stmts(release+1, x.last)
	}
	if leaves(between) || uses(x.stmts(acquire+1, release), x.lock) {
		return p, true
	}
	p.edits = x.newEdits()
	p.edits.remove(x.list.stmts[release])
	unlock := x.lock + "." + x.op(release).method + "()"
	if returns {
		p.edits.after(x.list.stmts[acquire], "defer "+unlock)
	} else {
		p.edits.after(end, unlock)
	}
	return p, true
}

// lockEarlier moves a Lock that comes after the site before it.
func lockEarlier(x *site) (plan, bool) {
	acquire := x.after(x.last)
	if acquire < 0 || !x.suits(x.op(acquire)) || moves(x.stmts(x.first, acquire), x.lock) {
		return plan{}, false
	}
	if b := x.before(x.first); b >= 0 && x.op(b).acquires() {
		return plan{}, false
	}
	p := plan{first: x.first, last: acquire, toTheEnd: true}
	if release := x.after(acquire); release >= 0 && !x.op(release).deferred {
		p.last, p.toTheEnd = release, false
	}
	if leaves(x.stmts(x.first, acquire)) {
		return p, true
	}
	p.edits = x.newEdits()
	p.edits.before(x.list.stmts[x.first], x.lock+"."+x.op(acquire).method+"()")
	p.edits.remove(x.list.stmts[acquire])
	return p, true
}

// around takes the lock before the site and gives it back behind it.
func around(x *site) (plan, bool) {
	if b := x.before(x.first); b >= 0 && (x.op(b).acquires() || x.op(b).deferred) || moves(x.stmts(x.first, x.last+1), x.lock) {
		return plan{}, false // it is held already, or seems to be
	}
	p := plan{first: x.first, last: x.last}
	first, last := x.list.stmts[x.first], x.list.stmts[x.last]
	lock, unlock := x.lock+"."+x.method("Lock")+"()", x.lock+"."+x.method("Unlock")+"()"
	_, returns := last.(*ast.ReturnStmt)
	switch {
	case !leaves(x.stmts(x.first, x.last+1)):
		p.edits = x.newEdits()
		p.edits.before(first, lock)
		p.edits.after(last, unlock)
	case returns && !leaves(x.stmts(x.first, x.last)):
		p.edits = x.newEdits()
		p.edits.before(first, lock, "defer "+unlock)
	case x.list.owner == ast.Node(x.body) && !uses(x.body.List, x.lock):
		p.toTheEnd = true
		p.edits = x.newEdits()
		p.edits.before(first, lock, "defer "+unlock)
	}
	return p, true
}

// edits returns those of the plan, if the file compiles with them.
func (x *site) edits(p plan) []report.Edit {
	if p.edits == nil || p.edits.failed || !compiles(x.pkg, x.file, p.edits.apply(x.text)) {
		return nil
	}
	return slices.Clone(p.edits.list)
}
