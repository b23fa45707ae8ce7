package desugar

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
)

// The end of a goroutine. A test that calls t.Fatal or t.Skip ends its goroutine, as runtime.Goexit does: the deferred
// calls of all functions under way are made, the innermost first, and none of the functions goes on. A recover in them
// gets nil and stops nothing. So the execution makes them, as for a panic that a contract allows (panics.go), and ends
// there: what others find then is checked as at a return.
//
// It is known what that leaves behind only if all functions under way are those that are translated here, from the one
// under translation on, which has to be the first of its goroutine, or one whose callers all have its body in place of
// their calls. An exported helper that gets the test has callers elsewhere, too: that these are ready for the end of
// the test is an assumption. Everywhere else such a call is not supported: in a deferred call, in a function that the
// standard library calls back, in one with a contract, by which its callers go on, in one that is called without its
// name, and in a goroutine that the program starts, as others may wait for that.

// An ending is a function that ends the goroutine.
type ending struct {
	// reports is the function that writes what this one writes before; empty: it writes nothing.
	reports string
	// overridden: a type that embeds the interface may have a method of this name that returns.
	overridden bool
}

// endings are the functions that end their goroutine.
var endings = func() map[string]ending {
	table := map[string]ending{goexit: {}}
	for name, reports := range map[string]string{
		"FailNow": "Fail", "Fatal": "Error", "Fatalf": "Errorf", "Skip": "Log", "Skipf": "Logf", "SkipNow": "",
	} {
		for receiver, overridden := range map[string]bool{"(*testing.common).": false, "(testing.TB).": true} {
			e := ending{overridden: overridden}
			if reports != "" {
				e.reports = receiver + reports
			}
			table[receiver+name] = e
		}
	}
	return table
}()

const goexit = "runtime.Goexit"

const endsGoroutine = "which ends the goroutine with what it holds"

// endsHere translates a call that ends the goroutine, if it is one, and reports whether it is. What follows the call is not reached.
func (t *translator) endsHere(inv *emit.Invocation, name string) bool {
	e, ok := endings[name]
	if !ok {
		return false
	}
	elsewhere := t.subtest() == nil && hasCallersElsewhere(t.root)
	if !t.knowsAllUnderWay() || elsewhere && (name == goexit || !getsTest(t.root)) {
		pos := inv.Pos
		for f := t.Frame; f.Caller != nil && (t.Within == 0 || analysis.IsWrapper(f.Fn)); f = f.Caller { // called by somebody else, it may well do so
			pos = f.Caller.Pos()
		}
		t.Unsupported(pos, "call of %s, %s", name, endsGoroutine)
		return true
	}
	if elsewhere {
		t.Assumption(t.root.Pos(), "whoever calls %s elsewhere has its goroutine end there: it holds no lock then, and leaves nothing half done", analysis.FunctionName(t.root))
	}
	if e.reports != "" {
		said := *inv
		said.Name = e.reports
		if _, ok := t.reportsOfTest(&said); !ok {
			t.foreign(&said, e.reports)
		}
	}
	t.SaveAll()
	ways := t.Fork("goexit", 2)
	t.Cur = ways[0]
	t.aside(t.endGoroutine)
	t.Cur = ways[1]
	if !e.overridden {
		t.Emit(&ir.Assume{Cond: ir.False, Ends: true})
	}
	return true
}

// endGoroutine makes the deferred calls of all functions under way, and ends there: the subtest, or else the function under translation.
func (t *translator) endGoroutine() {
	sub := t.subtest()
	if sub == nil {
		t.unwind()
		t.Cur.Return.Span, t.Cur.Return.Text = t.Statement(t.outermost())
		return
	}
	at := t.Frame
	for f := at; f != sub.Caller; f = f.Caller {
		t.Frame = f
		t.runDefers()
	}
	t.Frame = at
	emit.Link(t.Cur, sub.Exit)
}

// knowsAllUnderWay reports whether all functions under way are translated here, up to one that nobody goes on after.
func (t *translator) knowsAllUnderWay() bool {
	sub := t.subtest()
	if sub == nil && (t.refines != nil || t.contract != nil) || t.Within > 0 {
		return false
	}
	for f := t.Frame; f != nil; f = f.Caller {
		for _, d := range f.Defers {
			if d.Loop != nil || d.Inv != nil && d.Flag == nil && !emit.Dominates(f, d.Site, f.At) {
				return false
			}
		}
		if f == sub {
			return true
		}
	}
	fn := t.root
	if t.prog.Spawned[fn] || t.prog.ByGroup[fn] || t.prog.Outlined[fn] || len(t.prog.LentParams(fn)) > 0 || analysis.IsInit(fn) || analysis.IsMain(fn) {
		return false
	}
	if fn.Parent() != nil {
		return isSubtest(fn)
	}
	plain := fn.Synthetic == "" && fn.Signature.Recv() == nil && fn.TypeParams().Len() == 0
	return plain && t.prog.CalledByNameAlone(fn)
}

// hasCallersElsewhere reports whether code that is not at hand may call a function that knowsAllUnderWay is true of.
func hasCallersElsewhere(fn *ssa.Function) bool {
	return fn.Parent() == nil && token.IsExported(fn.Name()) && !isTest(fn)
}

// getsTest reports whether a function has a parameter that is a test, so that its callers have to do with one.
func getsTest(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		return slices.Contains([]string{"testing.TB", "*testing.T", "*testing.B", "*testing.F"}, types.TypeString(p.Type(), nil))
	})
}

// outermost is the activation of the function under translation.
func (t *translator) outermost() *emit.Frame {
	f := t.Frame
	for f.Caller != nil {
		f = f.Caller
	}
	return f
}

// isTest reports whether go test runs a declared function as a test, a benchmark or a fuzz test: in a goroutine of its own.
func isTest(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	if params.Len() != 1 || fn.Signature.Results().Len() > 0 {
		return false
	}
	for prefix, typ := range map[string]string{"Test": "*testing.T", "Benchmark": "*testing.B", "Fuzz": "*testing.F"} {
		if strings.HasPrefix(fn.Name(), prefix) && types.TypeString(params.At(0).Type(), nil) == typ {
			return true
		}
	}
	return false
}

// isSubtest reports whether a function literal is passed to what runs a subtest, and used for nothing else.
func isSubtest(fn *ssa.Function) bool {
	runs := 0
	var onlyRun func(v ssa.Value) bool
	onlyRun = func(v ssa.Value) bool {
		uses := v.Referrers()
		return uses != nil && !slices.ContainsFunc(*uses, func(use ssa.Instruction) bool {
			switch use := use.(type) {
			case *ssa.DebugRef:
				return false
			case *ssa.MakeClosure:
				return use.Fn != v || !onlyRun(use)
			case *ssa.Call:
				callee := use.Call.StaticCallee()
				if callee == nil || !slices.Contains(analysis.SubtestRunners, nameOfDeclared(callee)) || slices.Index(use.Call.Args, v) != analysis.SubtestArgument {
					return true
				}
				runs++
				return false
			}
			return true
		})
	}
	return onlyRun(fn) && runs == 1
}

// nameOfDeclared is the name that go/types gives a declared function.
func nameOfDeclared(fn *ssa.Function) string {
	if obj := analysis.Object(fn); obj != nil {
		return obj.FullName()
	}
	return ""
}
