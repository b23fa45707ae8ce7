package reduce

import (
	"context"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

func TestNeeded(t *testing.T) {
	mu := mutex("T.mu", ir.Ref)
	w, r := rwMutex("T.rw", ir.Ref)
	shards := mutex("[]sync.Mutex", ir.Ref, intSort)
	slice := ir.Tuple("slice", ir.Field{Name: "arr", Sort: ir.Ref}, ir.Field{Name: "off", Sort: ir.Int})
	locks := heap("T.locks", ir.Plain, slice, always, never, ir.Ref)
	done := atomicVar("T.done", ir.Bool, ir.Ref)
	object := heap("store.object", ir.Immutable, ir.Ref, nil, nil, ir.Ref)
	offset := heap("store.offset", ir.Immutable, ir.Int, nil, nil, ir.Ref)
	owner := heap("store.owner", ir.Immutable, ir.Opaque("place"), nil, nil, ir.Ref)
	reading := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		return ir.Or(ir.Eq(at(w, k...), who), at(r, append(k[:len(k):len(k)], who)...))
	}
	c := param("c", ir.Ref)
	i := local("i", intSort)
	shard := func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
		own := ir.Eq(at(owner, k[0]), ir.Const("&T.bits", ir.Opaque("place")))
		s := at(locks, at(object, k[0]))
		index := ir.Add(ir.GetField(s, 1), ir.Sub(k[1], at(offset, k[0])))
		return ir.Ite(own, ir.Eq(at(shards, ir.GetField(s, 0), index), who), ir.False)
	}
	for _, test := range []struct {
		text        string
		read, write accessPredicate
		keys        []*ir.Sort
		index       []*ir.Expr
		kind        kind
		race        bool
		want        string
	}{
		{"c.x", heldBy(mu), heldBy(mu), []*ir.Sort{ir.Ref}, []*ir.Expr{ir.V(c)}, read, false, "c.mu held"},
		{"f().x", heldBy(mu), heldBy(mu), []*ir.Sort{ir.Ref}, []*ir.Expr{ir.V(local("t", ir.Ref))}, read, false, "f().mu held"},
		{"c.x", freeOrHeldBy(mu), freeOrHeldBy(mu), []*ir.Sort{ir.Ref}, []*ir.Expr{ir.V(c)}, write, false, "c.mu held"},
		{"c.x", reading, heldBy(w), []*ir.Sort{ir.Ref}, []*ir.Expr{ir.V(c)}, read, false, "c.rw held or c.rw held for reading"},
		{"c.x", reading, heldBy(w), []*ir.Sort{ir.Ref}, []*ir.Expr{ir.V(c)}, write, false, "c.rw held"},
		{"c.x", always, heldBy(mu), []*ir.Sort{ir.Ref}, []*ir.Expr{ir.V(c)}, read, true, "c.mu held"},
		{"c.x", always, never, []*ir.Sort{ir.Ref}, []*ir.Expr{ir.V(c)}, write, false, ""},
		{"c.x", func(k []*ir.Expr, who *ir.Expr) *ir.Expr {
			return ir.Or(at(done, k...), heldBy(mu)(k, who))
		}, never, []*ir.Sort{ir.Ref}, []*ir.Expr{ir.V(c)}, read, false, "c.done or c.mu held"},
		{"a.bits[i]", shard, shard, []*ir.Sort{ir.Ref, intSort}, []*ir.Expr{ir.V(local("t", ir.Ref)), ir.V(i)}, write, false,
			"a.locks[i] held"},
	} {
		x := heap("T.x", ir.Plain, intSort, test.read, test.write, test.keys...)
		f := &ir.Func{Name: "f", Tid: tid, Heap: []*ir.Var{done, locks, mu, r, shards, x, object, offset, owner, w}}
		world, err := newWorld(&stopper{ctx: context.Background()}, f)
		if err != nil {
			t.Fatal(err)
		}
		tr := &translation{world: world}
		kinds := [2]ir.CheckKind{read: ir.ReadDenied, write: ir.WriteDenied}
		if test.race {
			kinds = [2]ir.CheckKind{read: ir.ReadRace, write: ir.WriteRace}
		}
		a := &ir.Access{Map: x, Index: test.index, Write: test.kind == write, Text: test.text}
		if got := tr.guardCheck(kinds[test.kind], a).Needed; got != test.want {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

// TestDenied checks what messages say of a variable for which nothing is written, and of one that is written to be immutable.
func TestDenied(t *testing.T) {
	c := local("c", ir.Ref)
	clause := &ir.Clause{Text: "immutable"}
	for _, test := range []struct {
		class          ir.Class
		guards         []*ir.Clause
		needed, detail string
	}{
		{ir.Plain, nil, "", "others may access it, and no guard is held"},
		{ir.Latch, nil, "", "another goroutine may close it, too"},
		{ir.Plain, []*ir.Clause{clause}, "an object that no other goroutine can reach", ""},
	} {
		x := heap("T.x", test.class, intSort, always, never, ir.Ref)
		x.Heap.Guards = test.guards
		world, err := newWorld(&stopper{ctx: context.Background()}, &ir.Func{Name: "f", Tid: tid, Heap: []*ir.Var{x}})
		if err != nil {
			t.Fatal(err)
		}
		got := (&translation{world: world}).guardCheck(ir.WriteDenied, &ir.Access{Map: x, Index: []*ir.Expr{ir.V(c)}, Write: true, Text: "c.x"})
		if got.Needed != test.needed || got.Detail != test.detail {
			t.Errorf("%s with %d guards: needed %q, detail %q", test.class, len(test.guards), got.Needed, got.Detail)
		}
	}
}
