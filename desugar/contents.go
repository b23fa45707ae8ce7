package desugar

import (
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// What is put into a sync.Map, a sync.Pool or an atomic.Value comes out as an interface of which nothing is known. Where all
// that the program puts into a variable has one type, and nothing else can get at the variable, that type is known of what
// comes out. A program keeps to this by its text alone, so it needs no check.

// typed is the condition that an interface which comes out of a variable, and is not nil, has the one type that is put there;
// true if none is known.
func (t *translator) typed(v *ir.Expr, o analysis.OneType) *ir.Expr {
	if o.Mixed || o.Type == nil {
		return ir.True
	}
	k, err := t.Mem.Dynamic.Functions(o.Type)
	if err != nil {
		return ir.True
	}
	is := ir.Eq(t.Mem.Dynamic.DynamicType(v), k.Term)
	if x := ir.Apply(k.Unwrap, v); !o.MaybeNil {
		is = ir.And(is, ir.Ne(x, heap.ZeroOf(x.Sort)))
	}
	return ir.Or(ir.Eq(v, heap.NilInterface), is)
}

// contentsAt returns what is put into the variable at p, nothing known if it may be any.
func (t *translator) contentsAt(p heap.Place) *analysis.Contents {
	if p.Variable != nil {
		if c := t.prog.Contents[p.Variable]; c != nil {
			return c
		}
	}
	return &analysis.Contents{Untold: true, Keys: analysis.OneType{Mixed: true}, Values: analysis.OneType{Mixed: true}}
}

// container returns the place of the sync.Map, sync.Pool or atomic.Value that an operation is about.
func (t *translator) container(inv *emit.Invocation) (heap.Place, bool) {
	p, ok := t.receiverPlace(inv)
	if !ok || p.IsLocal() || p.Family == nil {
		t.Unsupported(inv.Pos, "%s that Calvin cannot identify", t.Mem.AType(analysis.Deref(inv.Argv[0].Type())))
		return p, false
	}
	return p, true
}
