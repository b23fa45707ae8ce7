package desugar

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// A Group of golang.org/x/sync/errgroup is modelled by its WaitGroup, which nobody else can get at: so each Done of it
// is paid by a goroutine that the Group has started, when the function has returned that the goroutine runs. What the
// function returns, Wait may return to anybody.

const errGroup = "(*" + annot.ErrGroupPath + ".Group)."

var errGroupOps = map[string]syncOp{
	annot.ErrGroupPath + ".WithContext": groupWithContext,
	errGroup + "Go":                     goOfErrGroup,
	errGroup + "TryGo":                  tryGoOfErrGroup,
	errGroup + "Wait":                   waitForErrGroup,
	errGroup + "SetLimit":               limitErrGroup,
}

// groupWithContext translates WithContext, which returns a new Group and a context.
func groupWithContext(t *translator, inv *emit.Invocation) emit.Value {
	v := made(t, inv)
	group, ok := inv.Result.(*types.Tuple)
	if !ok || len(v.Parts) != 2 {
		return v
	}
	ref, step, err := t.Mem.Allocate(analysis.Deref(group.At(0).Type()), "group")
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return v
	}
	t.Step(step)
	v.Parts[0] = emit.Value{Expr: ref}
	return v
}

// goOfErrGroup translates Go, which waits where the Group has a limit.
func goOfErrGroup(t *translator, inv *emit.Invocation) emit.Value {
	t.Step(&ir.Step{Mover: ir.NonMover, MayStall: true})
	goOfGroup(t, inv)
	return emit.Value{}
}

// tryGoOfErrGroup translates TryGo, which starts a goroutine or does not.
func tryGoOfErrGroup(t *translator, inv *emit.Invocation) emit.Value {
	started := t.Local("", ir.Bool)
	set := func(to *ir.Expr) { t.Emit(&ir.Assign{Dst: started, Src: to}) }
	t.SaveAll()
	t.Choose("try",
		func() {
			goOfGroup(t, inv)
			set(ir.True)
		},
		func() { set(ir.False) })
	return emit.Value{Expr: ir.V(started)}
}

// waitForErrGroup translates Wait, which returns what one of the functions has returned.
func waitForErrGroup(t *translator, inv *emit.Invocation) emit.Value {
	waitForGroup(t, inv)
	return t.Unknown(inv.Result)
}

// limitErrGroup translates SetLimit. It must come before the first Go, and while nobody else can use the Group: the
// same is asked as where the WaitGroup in it is overwritten.
func limitErrGroup(t *translator, inv *emit.Invocation) emit.Value {
	if _, _, ok := t.waitGroup(inv); !ok {
		return emit.Value{}
	}
	group := t.groupPlace(inv.Args[0], analysis.Deref(inv.Argv[0].Type()))
	unused, err := t.Mem.Zero(group.Type)
	if err != nil {
		t.Unsupported(inv.Pos, "%v", err)
		return emit.Value{}
	}
	t.Write(*group, unused, inv.Argv[0])
	return emit.Value{}
}

// shareResults makes what a function returns shared that a group may run, an errgroup.Group then: Wait returns it to others.
func (t *translator) shareResults(fn *ssa.Function, values []*ir.Expr) {
	if !t.prog.ByGroup[fn] {
		return
	}
	var refs []*ir.Expr
	for i, v := range values {
		if v != nil {
			refs = append(refs, t.Mem.Publishable(v, fn.Signature.Results().At(i).Type())...)
		}
	}
	t.Publish(emit.NotNil(refs))
}
