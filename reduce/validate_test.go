package reduce

import (
	"context"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/ir"
)

// Shared memory that is touched in secret is refused.
func TestValidate(t *testing.T) {
	mu := mutex("mu")
	x := guarded("x", intSort, heldBy(mu))
	fixed := heap("fixed", ir.Plain, intSort, always, never)
	v := local("v", intSort)
	without := func(s *ir.Step) *ir.Step { s.Access = nil; return s }
	indexed := store(num(1), atomicVar("a", intSort, intSort), ir.V(x))
	for _, test := range []struct {
		name string
		stmt ir.Stmt
		want string
	}{
		{"a read outside a step", set(v, ir.V(x)), "x is read outside a step"},
		{"a write outside a step", set(x, num(1)), "assignment to x outside a step"},
		{"a havoc outside a step", &ir.Havoc{Vars: []*ir.Var{x}}, "x is changed outside a step"},
		{"a constant", set(v, ir.V(fixed)), ""},
		{"an unlisted read", without(load(v, x)), "reads x without listing it"},
		{"an unlisted write", without(store(num(1), x)), "writes x without listing it"},
		{"an unlisted condition", &ir.Step{When: ir.Eq(ir.V(x), num(1))}, "reads x without listing it"},
		{"a write listed as a read", &ir.Step{Do: []ir.Stmt{set(x, num(1))}, Access: touch(x, false, nil)},
			"writes x without listing it"},
		{"an unlisted lock", &ir.Step{When: ir.Eq(ir.V(mu), ir.Free)}, "reads mu without listing it"},
		{"too few keys", &ir.Step{Access: []ir.Access{{Map: indexed.Access[0].Map}}}, "0 keys for 1"},
		{"an index that is shared", indexed, "index of a reads x"},
		{"nothing wrong", load(v, x), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := &ir.Func{Name: "f", Tid: tid, Locals: []*ir.Var{v}, Heap: []*ir.Var{indexed.Access[0].Map, fixed, mu, x}}
			_, err := Access(context.Background(), body(f, returning(block("entry", test.stmt))))
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got error %v, want %q", err, test.want)
			}
		})
	}
}
