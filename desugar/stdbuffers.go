package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// bufferModels are the methods of strings.Builder and bytes.Buffer that deal with values alone: each reads or writes its
// receiver, whose fields no other code sees, and touches nothing else but slices that it is passed, which it reads.
var bufferModels = map[string]model{
	"(*strings.Builder).Cap":         onReceiver,
	"(*strings.Builder).Len":         onReceiver,
	"(*strings.Builder).String":      onReceiver,
	"(*strings.Builder).Reset":       onReceiver,
	"(*strings.Builder).Write":       onReceiver,
	"(*strings.Builder).WriteByte":   onReceiver,
	"(*strings.Builder).WriteRune":   onReceiver,
	"(*strings.Builder).WriteString": onReceiver,
	"(*bytes.Buffer).Cap":            onReceiver,
	"(*bytes.Buffer).Len":            onReceiver,
	"(*bytes.Buffer).String":         onReceiver,
	"(*bytes.Buffer).ReadByte":       onReceiver,
	"(*bytes.Buffer).ReadRune":       onReceiver,
	"(*bytes.Buffer).ReadString":     onReceiver,
	"(*bytes.Buffer).Reset":          onReceiver,
	"(*bytes.Buffer).Write":          onReceiver,
	"(*bytes.Buffer).WriteByte":      onReceiver,
	"(*bytes.Buffer).WriteRune":      onReceiver,
	"(*bytes.Buffer).WriteString":    onReceiver,
}

// onReceiver translates a call of a method that reads its receiver, or writes it, as its row says.
func onReceiver(t *translator, inv *emit.Invocation) emit.Value {
	p, ok := t.receiverPlace(inv)
	if !ok || p.IsLocal() {
		return t.foreign(inv, inv.Name)
	}
	t.onFields(p, library.Of(inv.Name).Writes(0), t.receiverText(inv))
	return t.pureOn(inv, t.passed(inv)[1:])
}

// onFields emits a step that reads all that is at a place, or gives it an arbitrary value.
func (t *translator) onFields(p heap.Place, write bool, text string) {
	mods, err := t.Mem.ModifiesPlace(p)
	if err != nil {
		t.Unsupported(t.Frame.Pos(), "%v", err)
		return
	}
	b := &actionStep{t: t, step: &ir.Step{}}
	for _, m := range mods {
		switch {
		case m.Map.Heap.Class != ir.Plain:
		case write:
			b.modify(m)
		case m.In == nil:
			b.touch(m.Map, m.Index, m.Map.Heap.Keys[len(m.Index):], false)
		}
	}
	b.step.Do = append(b.indices, b.changes...)
	b.step.Access = t.described(b.step.Access, text)
	t.Step(b.step)
}

// writes translates a call of a function that prints to the writer which is its first argument: a buffer, or a file.
func writes(t *translator, inv *emit.Invocation) emit.Value {
	args := t.passed(inv)
	if len(args) == 0 {
		return t.foreign(inv, inv.Name)
	}
	switch types.TypeString(args[0].typ, nil) {
	case "*strings.Builder", "*bytes.Buffer":
		t.NonNilExpr(args[0].expr, t.Text(inv.Argv[0]))
		t.onFields(t.Mem.Deref(t.Stable(args[0].expr), analysis.Deref(args[0].typ)), true, t.Text(inv.Argv[0]))
	case "*os.File":
	default:
		return t.foreign(inv, inv.Name)
	}
	return t.pureOn(inv, args[1:])
}
