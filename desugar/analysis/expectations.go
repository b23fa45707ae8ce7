package analysis

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
)

// An Expectation is what a function counts on its callers for, beyond its contract: of the memory that a parameter leads to.
type Expectation struct {
	Param *ssa.Parameter
	// Group, if not nil, is a guard group of the object that the parameter points to: the callers satisfy its guard. Else the memory is the
	// callers' own.
	Group *Group
	Use   Use
	Left  bool // the callers leave it to the function for good
	// Awaited, if not nil, is the field with a WaitGroup for which the function waits: nobody else knows the object then.
	Awaited *types.Var
}

// CountsOn reports whether a function counts on its callers to have the memory that a parameter leads to.
func (p *Facts) CountsOn(param *ssa.Parameter) bool {
	return p.SynchronisedFor(param) && !p.LetsKnow(param) && !p.OpaqueParameter(param) && (p.LeadsToRegional(param.Type()) || p.WritesThrough(param) ||
		p.IsVariable(param) || p.ReadsOwned(param) || p.HasMessages(param.Type()))
}

// Expectations returns what a function counts on its callers for, in the order of its parameters. What it does not look at it counts on
// nobody for.
func (p *Facts) Expectations(fn *ssa.Function) []Expectation {
	var all []Expectation
	for _, param := range fn.Params {
		for _, g := range p.LocksExpected(fn, param) {
			all = append(all, Expectation{Param: param, Group: g, Use: p.useOfGroup(fn, param, g)})
		}
		if p.CountsOnMaker(param) {
			all = append(all, Expectation{Param: param, Use: Writes, Awaited: SoleGroup(Deref(param.Type()))})
		}
		switch left := p.TakesOver(param) || p.SynchronisedFor(param) && p.LetsKnow(param); {
		case left:
			all = append(all, Expectation{Param: param, Left: true, Use: Writes})
		case p.CountsOn(param):
			if use := p.UseOf(param); use != Untouched {
				all = append(all, Expectation{Param: param, Use: use})
			}
		}
	}
	return all
}

// useOfGroup is what a function may do to the variables of a guard group and to what they lead to.
func (p *Facts) useOfGroup(fn *ssa.Function, param *ssa.Parameter, g *Group) Use {
	w := p.newUseWalk()
	_, uses := p.locksExpected(fn, param)
	for _, at := range uses {
		if p.GroupOf(FieldOf(at)) == g {
			w.value(at)
		}
	}
	return w.use
}

// Says puts an expectation into words.
func (p *Facts) Says(e Expectation) string {
	name := e.Param.Name()
	switch {
	case e.Awaited != nil:
		return "its callers let nobody know " + name + " but goroutines that pay a Done of its " + e.Awaited.Name() + " last"
	case e.Left:
		return "its callers leave " + name + " to it"
	case e.Group != nil:
		guard := p.Guard(e.Group.Variable)
		if p.ExpectsGoroutine(e.Param.Parent(), e.Param, e.Group) {
			guard = &annot.Guard{Write: guard.Write[len(guard.Write)-1:]}
		}
		return "its callers " + guarding(guard, name, e.Use)
	case e.Use == Reads:
		return "it reads " + name + ": nobody writes it meanwhile"
	}
	return "its callers have " + name + " to themselves"
}

// guarding says what whoever uses a guarded variable of an object has to do.
func guarding(guard *annot.Guard, object string, use Use) string {
	var locks, conditions []string
	reading := ""
	for _, c := range guard.Write {
		text, lock := c.Of(object)
		text = strings.TrimPrefix(text, "this.") // where the object has no name
		switch {
		case lock == annot.NoLock:
			conditions = append(conditions, text)
		default:
			locks = append(locks, text)
			if lock == annot.RWMutex && use == Reads {
				reading = ", at least for reading"
			}
		}
	}
	with := " and "
	if use == Reads && len(guard.Read) > 0 {
		with = " or "
	}
	if len(conditions) > 0 {
		return "see to it that " + strings.Join(append(conditions, locks...), " and ")
	}
	return "hold " + strings.Join(locks, with) + reading
}
