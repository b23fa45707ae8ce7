package strategy

import (
	"math"

	"github.com/calvin-go/calvin/explore/rt"
)

// A Divisible strategy can run a part of the executions, and give away a part of what it has left to run. Who hands out
// the parts keeps a [Frontier].
type Divisible interface {
	rt.Strategy
	// Resume makes a new strategy run what t says, and leave what concerns others to e.
	Resume(t Task, e Exchange)
	// Rest gives up what is left after an execution; there is something left.
	Rest() []Branch
}

// AsDivisible returns s, or the strategy that it wraps, if that is divisible, else nil.
func AsDivisible(s rt.Strategy) Divisible {
	for {
		if d, ok := s.(Divisible); ok {
			return d
		}
		w, ok := s.(interface{ unwrap() rt.Strategy })
		if !ok {
			return nil
		}
		s = w.unwrap()
	}
}

// An Exchange is where a strategy that runs a part of the executions leaves what concerns others. A strategy calls it
// between two executions.
type Exchange interface {
	// Wanted reports whether others would take some of the work.
	Wanted() bool
	// Give hands over decisions, the ones that follow those of the task and what was given before. What is left to try
	// there now is the business of others; the strategy keeps what begins with the decisions that it has taken.
	Give(branches []Branch)
	// Escape hands over an execution that asks for something to be tried at a decision of others. The strategy took so many
	// decisions in it.
	Escape(decisions int, x *rt.Execution)
}

// A Task is a part of the executions of a test: those that begin with the decisions of the path, but for what sleeps there.
type Task struct {
	Path      []Branch
	Inherited int // of what sleeps at the last decision, the first so many may go on to sleep
}

// A Branch is a decision, with what else is, or was, to be tried in its place.
type Branch struct {
	Decision  int32           // a goroutine, or ^k for alternative k
	Operation *rt.EventRecord // what the decision leads to; nil if that is of no matter
	Seen      bool            // it has, otherwise it is foreseen
	Sleep     []rt.EventRecord
	Tree      []Wakeup // what is to be tried otherwise
	Of        int32    // how many alternatives are to be tried, in the tree or not; zero if all are in the tree
	Tried     []int32  // the alternatives of a choice that have been tried, but for the decision
}

// nowhere is the decision of a branch where none is under way.
const nowhere = math.MinInt32

// A Wakeup is a node of a wakeup tree, as a value that can be sent to another process.
type Wakeup struct {
	Operation rt.EventRecord
	Below     []Wakeup
}

// Translate translates the numbers in the task.
func (t *Task) Translate(d *rt.Dictionary) {
	TranslateBranches(t.Path, d)
}

// TranslateBranches translates the numbers in branches.
func TranslateBranches(branches []Branch, d *rt.Dictionary) {
	for i := range branches {
		b := &branches[i]
		if b.Decision >= 0 {
			b.Decision = int32(d.Goroutine(rt.GID(b.Decision)))
		}
		if b.Operation != nil {
			b.Operation.Translate(d)
		}
		for k := range b.Sleep {
			b.Sleep[k].Translate(d)
		}
		translateTree(b.Tree, d)
	}
}

func translateTree(tree []Wakeup, d *rt.Dictionary) {
	for i := range tree {
		tree[i].Operation.Translate(d)
		translateTree(tree[i].Below, d)
	}
}

// record and actionOf turn an operation into a record and back.
func (a *action) record() rt.EventRecord { return a.event.Record(a.parts) }

func actionOf(r *rt.EventRecord) action {
	e, parts := r.Operation()
	return action{event: e, parts: parts}
}

// recordTree and treeOf do the same for a wakeup tree.
func recordTree(tree []*wakeup) []Wakeup {
	var out []Wakeup
	for _, w := range tree {
		out = append(out, Wakeup{w.action.record(), recordTree(w.children)})
	}
	return out
}

func treeOf(tree []Wakeup) []*wakeup {
	var out []*wakeup
	for i := range tree {
		out = append(out, &wakeup{actionOf(&tree[i].Operation), treeOf(tree[i].Below)})
	}
	return out
}
