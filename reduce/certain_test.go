package reduce

import (
	"context"
	"slices"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// What is certain at the end of a few statements.
func TestCertain(t *testing.T) {
	mu, x := mutex("mu", ir.Ref), atomicVar("x", intSort, ir.Ref)
	status := &ir.Var{Name: "status", Sort: ir.Array(ir.Ref, ir.Int), Kind: ir.HeapVar}
	c, p, q := param("c", ir.Ref), local("p", ir.Ref), local("q", ir.Ref)
	obj := []*ir.Expr{ir.V(p)}
	give := func(code int64) *ir.Step {
		return &ir.Step{Mover: ir.BothMover, Do: []ir.Stmt{put(status, obj, ir.N(code, ir.Int))}}
	}
	publish := &ir.Step{Mover: ir.BothMover, Publish: []*ir.Expr{ir.V(q)}}
	tryLock := &ir.Step{Do: []ir.Stmt{put(mu, []*ir.Expr{ir.V(c)},
		ir.Ite(ir.Eq(at(mu, ir.V(c)), ir.Free), me, at(mu, ir.V(c))))}, Access: touch(mu, true, []*ir.Expr{ir.V(c)})}
	for _, test := range []struct {
		name  string
		stmts []ir.Stmt
		want  []string
	}{
		{"locked", []ir.Stmt{lock(mu, ir.V(c))}, []string{"mu[c] == tid"}},
		{"unlocked", []ir.Stmt{lock(mu, ir.V(c)), unlock(mu, ir.V(c))}, nil},
		{"another unlocked, which may be the same", []ir.Stmt{lock(mu, ir.V(c)), unlock(mu, ir.V(p))}, nil},
		{"perhaps locked", []ir.Stmt{tryLock}, nil},
		{"the local changes", []ir.Stmt{lock(mu, ir.V(p)), set(p, ir.V(q))}, nil},
		{"another name", []ir.Stmt{lock(mu, ir.V(p)), set(q, ir.V(p))}, []string{"mu[p] == tid", "mu[q] == tid"}},
		{"another name for something else", []ir.Stmt{lock(mu, ir.V(p)), set(q, ir.V(p)), set(q, ir.Nil)}, []string{"mu[p] == tid"}},
		{"created", []ir.Stmt{give(ir.Mine)}, []string{"status[p] == 2"}},
		{"created and published by another name", []ir.Stmt{give(ir.Mine), publish}, nil},
		{"given away by another name", []ir.Stmt{
			give(ir.Mine), set(q, ir.V(p)),
			&ir.Step{Mover: ir.BothMover, Do: []ir.Stmt{put(status, []*ir.Expr{ir.V(q)}, ir.N(ir.Theirs, ir.Int))}},
		}, []string{"status[q] == 3"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			next := returning(block("next"))
			entry := block("entry", test.stmts...)
			entry.Succs = []*ir.Block{next}
			f := body(&ir.Func{
				Name: "f", Tid: tid, Params: []*ir.Var{c}, Locals: []*ir.Var{p, q}, Heap: []*ir.Var{mu, x}, Status: status,
			}, entry, next)
			if got := certainAtStart(t, f, next); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func certainAtStart(t *testing.T, f *ir.Func, b *ir.Block) []string {
	t.Helper()
	w, err := newWorld(&stopper{ctx: context.Background()}, f)
	if err != nil {
		t.Fatal(err)
	}
	fl, err := newFlow(f, w.stopper)
	if err != nil {
		t.Fatal(err)
	}
	w.noteCertain(fl)
	var texts []string
	for _, q := range w.certainIn[b] {
		if text := q.condition().String(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// Where ways join, what all agree on remains; a loop may begin with the function itself.
func TestCertainOnAllWays(t *testing.T) {
	mu := mutex("mu")
	f := func(first, second []ir.Stmt) (*ir.Func, *ir.Block, *ir.Block) {
		head, left, right := block("head"), block("left", first...), block("right", second...)
		join, end := block("join"), returning(block("end"))
		head.Succs = []*ir.Block{left, right}
		left.Succs, right.Succs = []*ir.Block{join}, []*ir.Block{join}
		join.Succs = []*ir.Block{head, end}
		f := &ir.Func{Name: "f", Tid: tid, Heap: []*ir.Var{mu}, Requires: []*ir.Clause{clause(ir.Eq(ir.V(mu), me))}}
		return body(f, head, left, right, join, end), head, join
	}
	for _, test := range []struct {
		name          string
		first, second []ir.Stmt
		head, join    []string
	}{
		{"never unlocked", nil, nil, []string{"mu == tid"}, []string{"mu == tid"}},
		{"unlocked on one way", []ir.Stmt{unlock(mu)}, nil, nil, nil},
		{"unlocked and locked again", []ir.Stmt{unlock(mu), lock(mu)}, nil, []string{"mu == tid"}, []string{"mu == tid"}},
		{"locked on both", []ir.Stmt{lock(mu)}, []ir.Stmt{lock(mu)}, []string{"mu == tid"}, []string{"mu == tid"}},
		{"unlocked on both", []ir.Stmt{unlock(mu)}, []ir.Stmt{unlock(mu)}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, head, join := f(test.first, test.second)
			if got := certainAtStart(t, f, head); !slices.Equal(got, test.head) {
				t.Errorf("at the head: got %q, want %q", got, test.head)
			}
			if got := certainAtStart(t, f, join); !slices.Equal(got, test.join) {
				t.Errorf("where the ways join: got %q, want %q", got, test.join)
			}
		})
	}
}
