package desugar

import (
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// contextModels are the methods of context.Context and the functions that make one. A context is a value that touches no
// variable of the program; what it is asked may change at any time.
var contextModels = map[string]model{
	"(context.Context).Deadline": (*translator).arbitrary,
	"(context.Context).Done":     (*translator).arbitrary,
	"(context.Context).Err":      (*translator).arbitrary,
	"(context.Context).Value":    (*translator).arbitrary,
	"context.Background":         made,
	"context.TODO":               made,
	"context.WithCancel":         made,
	"context.WithCancelCause":    made,
	"context.WithDeadline":       made,
	"context.WithTimeout":        made,
	"context.WithoutCancel":      made,
	"context.Cause":              (*translator).arbitrary,
}

// arbitrary translates a call that touches nothing and returns anything.
func (t *translator) arbitrary(inv *emit.Invocation) emit.Value { return t.Unknown(inv.Result) }

// made translates a call that touches nothing and returns what is not nil.
func made(t *translator, inv *emit.Invocation) emit.Value {
	v := t.Unknown(inv.Result)
	_, results, _ := t.operands(inv, v)
	for _, r := range results {
		t.Assume(ir.Ne(r, heap.ZeroOf(r.Sort)))
	}
	return v
}
