package reduce

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// The exclusive-access predicates, as the rules of the package comment of exclusive.go give them.
func TestExclusive(t *testing.T) {
	mu := mutex("mu", ir.Ref)
	w, r := rwMutex("rw", ir.Ref)
	owner := heap("owner", ir.Atomic, ir.Tid, always, always, ir.Ref)
	ready := atomicVar("ready", ir.Bool, ir.Ref)
	reading := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.Or(ir.Eq(at(w, k...), who), at(r, append(k[:len(k):len(k)], who)...))
	}
	isReady := func(k []*ir.Expr, _ *ir.Expr) *ir.Expr { return at(ready, k...) }
	building := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.And(ir.Not(at(ready, k...)), ir.Eq(at(mu, k...), who))
	}
	both := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.And(ir.Eq(at(mu, k...), who), ir.Eq(at(owner, k...), who))
	}
	either := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.Or(ir.Eq(at(mu, k...), who), ir.Eq(at(owner, k...), who))
	}
	all := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		other := bound("o", ir.Ref)
		return ir.Forall([]*ir.Var{other}, ir.Eq(at(mu, ir.V(other)), who))
	}
	owned := func(then, otherwise accessPredicate) accessPredicate {
		return func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
			return ir.Ite(at(ready, k...), then(k, who), otherwise(k, who))
		}
	}
	for _, test := range []struct {
		name        string
		read, write accessPredicate
		wantRead    string
		wantWrite   string
	}{
		{"guarded", heldBy(mu), heldBy(mu), "mu[k0] == tid", "mu[k0] == tid"},
		{"the paper's", freeOrHeldBy(mu), freeOrHeldBy(mu), "mu[k0] == tid", "mu[k0] == tid"},
		{"read by all", always, heldBy(mu), "mu[k0] == tid", "false"},
		{"immutable", always, never, "true", "false"},
		{"for all", always, always, "false", "false"},
		{"read lock", reading, heldBy(w), "rw.writer[k0] == tid || rw.readers[k0][tid]", "rw.writer[k0] == tid"},
		{"once ready", isReady, building, "ready[k0]", "!ready[k0] && mu[k0] == tid"},
		{"ready or building", func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
			return ir.Or(at(ready, k...), building(k, who))
		}, building, "(ready[k0] || !ready[k0] && mu[k0] == tid) && (mu[k0] == tid || ready[k0])", "!ready[k0] && mu[k0] == tid"},
		{"two locks", both, both, "mu[k0] == tid && owner[k0] == tid", "mu[k0] == tid && owner[k0] == tid"},
		{"one of two locks", either, either, "mu[k0] == tid && owner[k0] == tid", "mu[k0] == tid && owner[k0] == tid"},
		{"read one, write both", either, both,
			"(mu[k0] == tid || owner[k0] == tid) && (mu[k0] == tid || owner[k0] != mu[k0]) && " +
				"(owner[k0] == tid || mu[k0] != owner[k0])", "mu[k0] == tid && owner[k0] == tid"},
		{"an element, if it has an owner", owned(heldBy(mu), always), owned(heldBy(mu), never),
			"ready[k0] ? mu[k0] == tid : true", "ready[k0] && mu[k0] == tid"},
		{"all locks", all, all, "(forall o ref :: mu[o] == tid) && !(forall o ref :: false) && " +
			"(forall o ref :: mu[o] != tid ==> !(forall o ref :: mu[o] == mu[o]))", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			x := heap("x", ir.Plain, intSort, test.read, test.write, ir.Ref)
			f := &ir.Func{Name: "f", Tid: tid, Heap: []*ir.Var{mu, owner, r, ready, w, x}}
			world, err := newWorld(&stopper{ctx: context.Background()}, f)
			if err != nil {
				t.Fatal(err)
			}
			sole := world.rules[x].sole
			if got := sole[read].String(); got != test.wantRead && test.wantWrite != "" {
				t.Errorf("E^r:\n got %s\nwant %s", got, test.wantRead)
			}
			if got := sole[write].String(); got != test.wantWrite && test.wantWrite != "" {
				t.Errorf("E^w:\n got %s\nwant %s", got, test.wantWrite)
			}
		})
	}
}

func TestNotCompared(t *testing.T) {
	allowed := heap("allowed", ir.Atomic, ir.Bool, always, always, ir.Tid)
	allowed.Heap.Object = nil
	x := guarded("x", intSort, func(_ []*ir.Expr, who *ir.Expr) *ir.Expr { return at(allowed, who) })
	_, err := Access(context.Background(), body(&ir.Func{Name: "f", Tid: tid, Heap: []*ir.Var{allowed, x}}, returning(block("entry"))))
	if err == nil || !strings.Contains(err.Error(), "tid may only be compared") {
		t.Errorf("got error %v", err)
	}
}

func TestPredicates(t *testing.T) {
	mu := mutex("mu", ir.Ref)
	w, r := rwMutex("rw", ir.Ref)
	at1 := atomicVar("at", ir.Ref, ir.Ref)
	ready := atomicVar("ready", ir.Bool, ir.Ref)
	handle := guarded("handle", ir.Ref, heldBy(mu), ir.Ref)
	fixed := heap("fixed", ir.Plain, ir.Ref, always, never, ir.Ref)
	through := func(field *ir.Var) accessPredicate {
		return func(k []*ir.Expr, who *ir.Expr) *ir.Expr { return ir.Eq(at(mu, at(field, k...)), who) }
	}
	reading := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.Or(ir.Eq(at(w, k...), who), at(r, append(k[:len(k):len(k)], who)...))
	}
	both := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.And(through(handle)(k, who), heldBy(mu)(k, who))
	}
	eitherLock := func(k []*ir.Expr, who *ir.Expr) *ir.Expr { return ir.Or(heldBy(mu)(k, who), reading(k, who)) }
	bothLocks := func(k []*ir.Expr, who *ir.Expr) *ir.Expr { return ir.And(heldBy(mu)(k, who), heldBy(w)(k, who)) }
	isReady := func(k []*ir.Expr, _ *ir.Expr) *ir.Expr { return at(ready, k...) }
	this := bound("this", ir.Ref)
	isT := &ir.Fn{Name: "isT", Params: []*ir.Sort{ir.Ref}, Result: ir.Bool}
	latched := &ir.Invariant{
		Clause: *clause(ir.Implies(ir.Old(at(ready, ir.V(this))), at(ready, ir.V(this)))), Type: "T", This: this,
		Is: ir.Apply(isT, ir.V(this)), On: []*ir.Var{ready},
	}
	count := atomicVar("count", intSort, ir.Ref)
	ready.Heap.Is = ir.Apply(isT, ir.V(ready.Heap.Keys[0]))
	now, before := at(count, ir.V(this)), ir.Old(at(count, ir.V(this)))
	transition := func(cond *ir.Expr) []*ir.Invariant {
		return []*ir.Invariant{{Clause: *clause(cond), Type: "T", This: this, Is: ir.True, On: []*ir.Var{count}}}
	}
	for _, test := range []struct {
		name        string
		vars        []*ir.Var
		transitions []*ir.Invariant
		want        []string
	}{
		{name: "mutex", vars: []*ir.Var{mu, guarded("x", intSort, heldBy(mu), ir.Ref)}},
		{name: "the paper's", vars: []*ir.Var{mu, guarded("x", intSort, freeOrHeldBy(mu), ir.Ref)}},
		{name: "read lock", vars: []*ir.Var{r, w, heap("x", ir.Plain, intSort, reading, heldBy(w), ir.Ref)}},
		{name: "read under either of two locks, written under both", vars: []*ir.Var{
			mu, r, w, heap("x", ir.Plain, intSort, eitherLock, bothLocks, ir.Ref)}},
		{name: "lock found through a constant", vars: []*ir.Var{fixed, mu, guarded("x", intSort, through(fixed), ir.Ref)}},
		{
			name: "lock found through what others change",
			vars: []*ir.Var{at1, mu, guarded("x", intSort, through(at1), ir.Ref)}, want: []string{"unstable"},
		},
		{
			name: "lock found through what the lock does not guard",
			vars: []*ir.Var{handle, mu, guarded("x", intSort, through(handle), ir.Ref)}, want: []string{"unstable"},
		},
		{name: "lock found through what a lock guards", vars: []*ir.Var{handle, mu, guarded("x", intSort, both, ir.Ref)}},
		{
			name: "flag that others may reset",
			vars: []*ir.Var{ready, heap("x", ir.Plain, intSort, isReady, never, ir.Ref)}, want: []string{"unstable"},
		},
		{
			name: "flag that stays", vars: []*ir.Var{ready, heap("x", ir.Plain, intSort, isReady, never, ir.Ref)},
			transitions: []*ir.Invariant{latched},
		},
		{name: "not below", vars: []*ir.Var{count}, transitions: transition(ir.Le(before, now))},
		{
			name: "above", vars: []*ir.Var{count}, transitions: transition(ir.Lt(before, now)),
			want: []string{"not reflexive"},
		},
		{
			name: "by one at most", vars: []*ir.Var{count},
			transitions: transition(ir.And(ir.Le(before, now), ir.Le(now, ir.Add(before, num(1))))),
			want:        []string{"not transitive"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			ps, err := Predicates(context.Background(), &ir.Func{Name: "annotations", Tid: tid, Heap: test.vars, Transitions: test.transitions})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range ps {
				for _, g := range prove(t, p) {
					got = append(got, g.Assert.Check.Kind.String())
				}
			}
			if got = slices.Compact(got); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// The check of an annotation speaks of what bears on it, however much else there is in the package.
func TestPredicatesAreSeparate(t *testing.T) {
	mu, other := mutex("mu", ir.Ref), mutex("other", ir.Ref)
	x, y := guarded("x", intSort, heldBy(mu), ir.Ref), guarded("y", intSort, heldBy(other), ir.Ref)
	count := atomicVar("count", intSort, ir.Ref)
	this := bound("this", ir.Ref)
	grows := &ir.Invariant{
		Clause: *clause(ir.Le(ir.Old(at(count, ir.V(this))), at(count, ir.V(this)))), Type: "T", This: this,
		Is: ir.True, On: []*ir.Var{count},
	}
	// What z is guarded by depends on x, and a transition relates x and count.
	z := guarded("z", intSort, func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.And(ir.Eq(at(mu, k...), who), ir.Eq(at(x, k...), num(0)))
	}, ir.Ref)
	follows := &ir.Invariant{
		Clause: *clause(ir.Eq(at(x, ir.V(this)), at(count, ir.V(this)))), Type: "U", This: this, Is: ir.True,
		On: []*ir.Var{x, count},
	}
	programs := func(transitions []*ir.Invariant, vars ...*ir.Var) map[string]string {
		ps, err := Predicates(context.Background(), &ir.Func{Name: "annotations", Tid: tid, Heap: vars, Transitions: transitions})
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		for _, p := range ps {
			texts[p.Name] = p.String()
		}
		return texts
	}
	alone := programs(nil, mu, x)
	among := programs([]*ir.Invariant{grows}, mu, other, x, y, count)
	if len(alone) == 0 {
		t.Fatal("no programs")
	}
	for name, text := range alone {
		if among[name] != text {
			t.Errorf("%s alone:\n%s\namong others:\n%s", name, text, among[name])
		}
	}
	related := programs([]*ir.Invariant{grows, follows}, mu, other, x, y, z, count)["z/stable reading"]
	for _, part := range []string{"havoc mu, x, z, count", "pre.count[this] <= count[this]", "x[this] == count[this]"} {
		if !strings.Contains(related, part) {
			t.Errorf("no %q in\n%s", part, related)
		}
	}
	if strings.Contains(related, "other[") || strings.Contains(related, "y[") {
		t.Errorf("unrelated variables in\n%s", related)
	}
}
