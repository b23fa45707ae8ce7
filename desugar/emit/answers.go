package emit

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// answerable returns the frame of the function that a check is about: the one under translation, but where that counts on its callers
// to leave it what it stores, or to lend it what it passes on, the one that calls it.
func (t *Builder) answerable(c ir.Check) *Frame {
	counts := func(fn *ssa.Function) bool { return slices.ContainsFunc(fn.Params, t.Mem.Facts.TakesOver) }
	switch c.Kind {
	case ir.OtherRegion, ir.LentApart, ir.Binding:
	case ir.NotOwn:
		counts = func(fn *ssa.Function) bool { return len(t.Mem.Facts.LentParams(t.Mem.Facts.CheckedFor(fn))) > 0 }
	default:
		return t.Frame
	}
	f := t.Frame
	for f != nil && f.Caller != nil && counts(f.Fn) {
		f = f.Caller
	}
	return f
}

// answer has the accesses of the instruction under translation stand at a call, if it is up to the caller that a function may make
// them.
func (t *Builder) answer(all []ir.Access) {
	if t.Frame == nil || t.Frame.Caller == nil || t.Frame.At == nil || len(all) == 0 {
		return
	}
	a := &answers{Builder: t, frame: t.Frame}
	for i := range all {
		a.texts = append(a.texts, all[i].Text)
	}
	a.climb(accessed(t.Frame.At))
	if a.at == nil {
		return
	}
	who := &ir.Caller{Callee: analysis.FunctionName(a.callee.Fn), Renamed: !a.lost}
	who.Span, _ = t.Statement(a.at)
	if call, ok := a.at.At.(*ssa.Call); ok {
		if e := DebugExpr(call); e != nil {
			who.Span = t.Span(e.Pos(), e.End())
		}
	}
	for f := t.Frame; f != a.callee; f = f.Caller {
		span, text := t.Statement(f.Caller)
		who.Calls = append(who.Calls, ir.Note{Span: span, Text: "called here: " + text})
	}
	who.Calls = append(who.Calls, relatedTo(t, a.at)...)
	for i := range all {
		all[i].Caller = who
		if !a.lost {
			all[i].Text = a.texts[i]
		}
	}
}

// answers finds out who answers for some accesses.
type answers struct {
	*Builder
	frame      *Frame   // whose operands are looked at
	at, callee *Frame   // who answers, and what that calls; nil: whoever makes the accesses
	texts      []string // what is accessed, in the words of who answers
	lost       bool     // there are no such words
}

// climb goes from callee to caller, as long as the memory that operands lead to comes from parameters for which the callee counts
// on its callers. A function literal is part of the function that makes it.
func (a *answers) climb(operands []ssa.Value) {
	for {
		f, from := a.frame, originsOf(operands)
		if f.Fn.Parent() != nil {
			if len(from.captured) == 0 {
				return
			}
			if !isUnderWay(f.Maker, f) {
				if f.Caller != nil && a.Mem.Facts.IsIterator(f.Fn) { // who calls it answers for what it captures
					a.at, a.callee, a.lost = f.Caller, f, true
				}
				return
			}
			operands, a.frame = bindingsOf(f.Fn, from.captured), f.Maker
			continue
		}
		if f.Caller == nil || f.Caller.Calling == nil {
			return
		}
		inv, wraps := f.Caller.Calling, analysis.IsWrapper(f.Fn)
		if inv.Callee.Fn == nil || inv.Callee.Fn.Fn != f.Fn || len(inv.Argv) != len(f.Fn.Params) {
			return
		}
		operands = nil
		for i, p := range f.Fn.Params {
			if inv.Argv[i] != nil && slices.ContainsFunc(from.params, func(o origin) bool { return o.param == p && (wraps || a.countsOn(f.Fn, o)) }) {
				operands = append(operands, inv.Argv[i])
			}
		}
		if len(operands) == 0 {
			return
		}
		for i, text := range a.texts {
			a.texts[i] = a.renamed(text, f.Fn, inv.Argv)
		}
		a.frame = f.Caller
		if !wraps {
			a.callee, a.at = f, f.Caller
		}
	}
}

// countsOn reports whether a function counts on its callers that it may touch what it comes to by a parameter.
func (a *answers) countsOn(fn *ssa.Function, o origin) bool {
	facts := a.Mem.Facts
	declared := facts.CheckedFor(fn) // what an instance counts on is what the function does that is checked in its place
	param := declared.Params[slices.Index(fn.Params, o.param)]
	if facts.CountsOn(param) || facts.TakesOver(param) || facts.IsRequired(param) {
		return true
	}
	groups := facts.LocksExpected(declared, param)
	return len(groups) > 0 && (o.field == nil || slices.Contains(groups, facts.GroupOf(o.field)))
}

// isUnderWay reports whether an activation is one of those around another.
func isUnderWay(f, inner *Frame) bool {
	for ; f != nil && inner != nil; inner = inner.Caller {
		if inner == f {
			return true
		}
	}
	return false
}

// aPath is the text of a variable, or of a part of one.
var aPath = regexp.MustCompile(`^[\pL_][\pL\pN_]*([.][\pL_][\pL\pN_]*|\[[\pL\pN_]*\])*$`)

// IsPath reports whether a text is that of a variable, or of a part of one.
func IsPath(text string) bool { return aPath.MatchString(text) }

// renamed writes a place in the words of the caller: the parameter at its beginning is what is passed for it.
func (a *answers) renamed(text string, fn *ssa.Function, argv []ssa.Value) string {
	if text == "" {
		return ""
	}
	for i, p := range fn.Params {
		rest, ok := strings.CutPrefix(text, p.Name())
		if !ok || rest != "" && rest[0] != '.' && rest[0] != '[' {
			continue
		}
		if passed := a.LocationBase(argv[i]); IsPath(passed) {
			return passed + rest
		}
	}
	a.lost = true
	return text
}

// origins are what the operands of an instruction come from.
type origins struct {
	seen     map[ssa.Value]bool
	params   []origin
	captured []*ssa.FreeVar
}

// An origin is a parameter, and the field of what it points to by which the function goes on from there; nil: by none, or it is not known.
type origin struct {
	param *ssa.Parameter
	field *types.Var
}

func originsOf(operands []ssa.Value) *origins {
	o := &origins{seen: map[ssa.Value]bool{}}
	for _, v := range operands {
		o.follow(v, nil)
	}
	return o
}

func (o *origins) follow(v ssa.Value, field *types.Var) {
	if p, ok := v.(*ssa.Parameter); ok {
		o.params = append(o.params, origin{p, field})
		return
	}
	if v == nil || o.seen[v] {
		return
	}
	o.seen[v] = true
	switch v := v.(type) {
	case *ssa.FreeVar:
		o.captured = append(o.captured, v)
	case *ssa.FieldAddr:
		o.follow(v.X, analysis.FieldOf(v))
	case *ssa.Alloc:
		o.stored(v, field)
	case *ssa.Call:
		for _, arg := range v.Call.Args {
			o.follow(arg, nil)
		}
	case *ssa.IndexAddr:
		o.follow(v.X, field)
	case *ssa.Lookup:
		o.follow(v.X, field)
	case *ssa.Slice:
		o.follow(v.X, field)
	case *ssa.Index:
		o.follow(v.X, field)
	case *ssa.Phi:
		for _, e := range v.Edges {
			o.follow(e, field)
		}
	case *ssa.Field, *ssa.UnOp, *ssa.ChangeType, *ssa.Convert, *ssa.SliceToArrayPointer, *ssa.Extract, *ssa.Range, *ssa.Next,
		*ssa.TypeAssert, *ssa.ChangeInterface, *ssa.MakeInterface:
		for _, op := range v.(ssa.Instruction).Operands(nil) {
			o.follow(*op, field)
		}
	}
}

// stored follows what a variable of the function holds, or a part of it.
func (o *origins) stored(at ssa.Value, field *types.Var) {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr == at {
				o.follow(use.Val, field)
			}
		case *ssa.FieldAddr:
			o.stored(use, field)
		case *ssa.IndexAddr:
			o.stored(use, field)
		}
	}
}

// bindingsOf returns what a function literal captures, where it is made.
func bindingsOf(lit *ssa.Function, captured []*ssa.FreeVar) []ssa.Value {
	var all []ssa.Value
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.MakeClosure)
			if !ok || c.Fn != lit {
				continue
			}
			for i, fv := range lit.FreeVars {
				if slices.Contains(captured, fv) {
					all = append(all, c.Bindings[i])
				}
			}
		}
	}
	return all
}

// accessed returns the operands of an instruction that lead to the memory which it touches.
func accessed(instr ssa.Instruction) []ssa.Value {
	switch i := instr.(type) {
	case *ssa.Store:
		return []ssa.Value{i.Addr}
	case *ssa.MapUpdate:
		return []ssa.Value{i.Map}
	case *ssa.Lookup:
		return []ssa.Value{i.X}
	case ssa.CallInstruction:
		return i.Common().Args
	}
	var all []ssa.Value
	for _, op := range instr.Operands(nil) {
		all = append(all, *op)
	}
	return all
}
