package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/ir"
)

// bufferModels are the methods of strings.Builder and bytes.Buffer that deal with values alone: each reads or writes its
// receiver, whose fields no other code sees, and touches nothing else but slices that it is passed, which it reads.
var bufferModels = map[string]model{
	"(*strings.Builder).Cap":         receiver(false),
	"(*strings.Builder).Len":         receiver(false),
	"(*strings.Builder).String":      receiver(false),
	"(*strings.Builder).Reset":       receiver(true),
	"(*strings.Builder).Write":       receiver(true),
	"(*strings.Builder).WriteByte":   receiver(true),
	"(*strings.Builder).WriteRune":   receiver(true),
	"(*strings.Builder).WriteString": receiver(true),
	"(*bytes.Buffer).Cap":            receiver(false),
	"(*bytes.Buffer).Len":            receiver(false),
	"(*bytes.Buffer).String":         receiver(false),
	"(*bytes.Buffer).ReadByte":       receiver(true),
	"(*bytes.Buffer).ReadRune":       receiver(true),
	"(*bytes.Buffer).ReadString":     receiver(true),
	"(*bytes.Buffer).Reset":          receiver(true),
	"(*bytes.Buffer).Write":          receiver(true),
	"(*bytes.Buffer).WriteByte":      receiver(true),
	"(*bytes.Buffer).WriteRune":      receiver(true),
	"(*bytes.Buffer).WriteString":    receiver(true),
}

// receiver makes a model of a method that reads, or writes, its receiver.
func receiver(write bool) model {
	return func(t *translator, inv *invocation) value {
		p, ok := t.receiverPlace(inv)
		if !ok || p.isLocal() {
			return t.foreign(inv, inv.name)
		}
		t.onFields(p, write, t.receiverText(inv))
		v := t.pureOn(inv, t.passed(inv)[1:])
		if n := shortName(inv.name); n == "Len" || n == "Cap" {
			t.assume(ir.Le(zeroInt, t.mem.asInt(v.expr)))
		}
		return v
	}
}

// onFields emits a step that reads all that is at a place, or gives it an arbitrary value.
func (t *translator) onFields(p place, write bool, text string) {
	mods, err := t.mem.modifiesPlace(p)
	if err != nil {
		t.unsupported(t.frame.pos(), "%v", err)
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
	t.step(b.step)
}

// writes translates a call of a function that prints to the writer which is its first argument: a buffer, or a file.
func writes(t *translator, inv *invocation) value {
	args := t.passed(inv)
	if len(args) == 0 {
		return t.foreign(inv, inv.name)
	}
	switch types.TypeString(args[0].typ, nil) {
	case "*strings.Builder", "*bytes.Buffer":
		t.nonNilExpr(args[0].expr, t.text(inv.argv[0]))
		t.onFields(t.mem.deref(t.stable(args[0].expr), deref(args[0].typ)), true, t.text(inv.argv[0]))
	case "*os.File":
	default:
		return t.foreign(inv, inv.name)
	}
	return t.pureOn(inv, args[1:])
}
