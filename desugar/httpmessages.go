package desugar

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// Who may access the headers of a message of HTTP is told by who has the message (httpmessages.go of package heap). A
// function is believed to be called with messages that its caller has. So each call asserts it of which the callee is
// not looked at, and may be such a function.

// leavesHeaders are the methods of messages that do not look at headers.
var leavesHeaders = map[string]bool{
	"(*net/http.Request).Context": true, "(*net/http.Request).PathValue": true, "(*net/http.Request).SetPathValue": true, "(*net/http.Request).ProtoAtLeast": true,
	"(*net/http.Request).WithContext": true,
}

// messageResult says what is known of the messages and headers that a call of code which is not at hand returns, and reports whether
// it returns any.
func (t *translator) messageResult(inv *emit.Invocation, v emit.Value, typ types.Type) bool {
	if tuple, ok := typ.(*types.Tuple); ok {
		any := false
		for i, part := range v.Parts {
			if i < tuple.Len() && t.messageResult(inv, part, tuple.At(i).Type()) {
				any = true
			}
		}
		return any
	}
	_, isMap := typ.Underlying().(*types.Map)
	if v.Expr == nil || !isMap && !analysis.IsMessage(typ) {
		return false
	}
	if newForms[inv.Name] { // which tells it
		return true
	}
	if t.prog.models[inv.Name] != nil || !t.givesMessages(inv) {
		return false
	}
	has := ir.True
	for _, m := range t.messagesOf(inv) {
		if m.Expr == nil {
			return false
		}
		has = ir.And(has, m.Expr)
	}
	if isMap {
		t.Assume(t.Mem.HeadersOf(has, v.Expr, typ)...)
	} else {
		t.Assume(ir.Implies(has, ir.And(t.Mem.Gets(v.Expr, typ)...)))
	}
	return true
}

// isHeaderOfWriter reports whether a call is one of the method Header of an http.ResponseWriter, by way of the
// interface and of no type parameter.
func isHeaderOfWriter(inv *emit.Invocation) bool {
	return inv.Common.IsInvoke() && inv.Common.Method.FullName() == "(net/http.ResponseWriter).Header" && analysis.IsResponseWriter(inv.Common.Value.Type())
}

// givesMessages reports whether a message that a call returns is new, or one that it is passed.
func (t *translator) givesMessages(inv *emit.Invocation) bool {
	if isHeaderOfWriter(inv) {
		return true
	}
	fn := inv.Common.StaticCallee()
	if fn == nil { // see returnsMessages
		return isExchange(inv.Common.Signature())
	}
	obj := analysis.Object(fn)
	return t.IsForeign(fn) && obj != nil && obj.Pkg() != nil && analysis.MakesMessages(obj.Pkg().Path())
}

// returnsMessages checks of a function that makes a response for a request, as RoundTrip does, that its caller may have
// the response to itself: nothing tells which such function a client calls.
func (t *translator) returnsMessages(fn *ssa.Function, values []*ir.Expr) {
	if t.refines != nil || !isExchange(fn.Signature) || len(values) == 0 || values[0] == nil {
		return
	}
	v := values[0]
	has := ir.Or(ir.Eq(v, heap.ZeroOf(v.Sort)), t.Mem.Has(v, fn.Signature.Results().At(0).Type()))
	t.Check(has, ir.Check{Kind: ir.LeavesRegion})
}

// isExchange reports whether a function makes a response for a request.
func isExchange(sig *types.Signature) bool {
	is := func(t types.Type, name string) bool {
		return analysis.IsMessage(t) && types.TypeString(t, nil) == "*net/http."+name
	}
	return sig.Params().Len() == 1 && is(sig.Params().At(0).Type(), "Request") && sig.Results().Len() == 2 && is(sig.Results().At(0).Type(), "Response")
}

// A passedMessage is the condition that the goroutine has a message that it passes, nil if that is not known.
type passedMessage struct {
	*ir.Expr
	none *ir.Expr // the condition that it is nil
	text string
}

// messagesOf returns the messages that a call passes, with the receiver.
func (t *translator) messagesOf(inv *emit.Invocation) (all []passedMessage) {
	add := func(v ssa.Value, typ types.Type, text string, x *ir.Expr) {
		for !analysis.IsMessage(typ) {
			c, ok := v.(*ssa.ChangeInterface)
			if !ok {
				break
			}
			v, typ = c.X, c.X.Type()
		}
		switch {
		case !analysis.IsMessage(typ):
		case x == nil:
			all = append(all, passedMessage{nil, ir.False, text})
		default:
			none := ir.Eq(x, heap.ZeroOf(x.Sort))
			all = append(all, passedMessage{ir.Or(none, t.Mem.Has(x, typ)), none, text})
		}
	}
	if inv.Common.IsInvoke() {
		add(inv.Common.Value, inv.Common.Value.Type(), t.Text(inv.Common.Value), t.ExprOf(inv.Callee))
	}
	for i, arg := range inv.Argv {
		if i < len(inv.Args) {
			add(arg, inv.TypeOf(i), t.operandText(inv, i), t.ExprOf(inv.Args[i]))
		}
	}
	return all
}

// operandText is an argument as the source has it, or the parameter's name.
func (t *translator) operandText(inv *emit.Invocation, i int) string {
	if v := inv.Argv[i]; v != nil {
		return t.Text(v)
	}
	return inv.Callee.Fn.Fn.Params[i].Name()
}

// passMessages checks that the goroutine has the messages that it passes to code which is not at hand.
func (t *translator) passMessages(inv *emit.Invocation, name string) {
	if t.Mem.Alone || leavesHeaders[inv.Name] {
		return
	}
	if known := inv.Common.StaticCallee() != nil || inv.Common.IsInvoke() && analysis.IsResponseWriter(inv.Common.Value.Type()); known {
		if !t.prog.Spawned[t.root] && !slices.Contains([]string{"ServeHTTP", "RoundTrip", "Do"}, methodName(inv)) {
			return // which uses them as long as the call lasts
		}
	}
	t.assertMessages(inv, name)
}

// demandMessages checks that the goroutine has the messages that it passes to a function which is cut off, and counts on that.
func (t *translator) demandMessages(inv *emit.Invocation, fn *ssa.Function) {
	if !t.Mem.Alone && t.prog.CountsOnMessages(fn) {
		t.assertMessages(inv, analysis.FunctionName(fn))
	}
}

func (t *translator) assertMessages(inv *emit.Invocation, name string) {
	for _, m := range t.messagesOf(inv) {
		cond := m.Expr
		if cond == nil {
			cond = ir.False
		}
		t.Check(cond, ir.Check{Kind: ir.WriteDenied, Subject: ir.HeaderOf + m.text, Detail: name + " may write it"})
	}
}

// passesGenerically refuses a function of messages that is passed to generic code which is not at hand: that calls it
// with what it finds, in a slice say, and nobody asks who has that. A function that is translated in place counts on
// nothing.
func (t *translator) passesGenerically(inv *emit.Invocation, fn *ssa.Function) {
	if len(fn.TypeArgs()) == 0 {
		return
	}
	for i, arg := range inv.Argv {
		typ := inv.TypeOf(i)
		if _, isFunc := typ.Underlying().(*types.Signature); isFunc && analysis.MentionsMessages(typ) && (t.prog.models[inv.Name] == nil || inv.Args[i].Fn == nil) {
			t.Unsupported(inv.Pos, "%s of requests or responses, passed to generic code as argument %d", t.Text(arg), i+1)
		}
	}
}

// startWithMessages checks that a goroutine gets no messages, if it runs a function that may count on it to have them.
// Who starts it has them still.
func (t *translator) startWithMessages(inv *emit.Invocation, name string) {
	for _, m := range t.messagesOf(inv) {
		check := ir.Check{Kind: ir.WriteDenied, Subject: ir.HeaderOf + m.text, Detail: name + ", which a goroutine runs, may write it"}
		t.Check(m.none, check)
	}
}

func methodName(inv *emit.Invocation) string {
	if inv.Common.IsInvoke() {
		return inv.Common.Method.Name()
	}
	if fn := inv.Common.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}

// writer notes of the interface i, which is made of x, that the goroutine has it as a writer of responses if it has the
// one that x leads to.
func (t *translator) writer(v *ssa.MakeInterface, i, x *ir.Expr) *ir.Expr {
	if analysis.IsResponseWriter(v.Type()) && (analysis.IsMessage(v.X.Type()) || len(t.prog.HeadersFrom(v.X.Type())) > 0) {
		i = t.Stable(i)
		t.Assume(ir.Implies(t.Mem.HasBehind(x, v.X.Type()), ir.And(t.Mem.Gets(i, v.Type())...)))
	}
	return i
}
