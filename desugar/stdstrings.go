package desugar

import (
	"go/types"

	"github.com/calvin-go/calvin/ir"
)

// stringsModels are the functions of packages strings, strconv and bytes of which more is known than that they touch
// nothing, or that need a check or make a slice.
var stringsModels = map[string]model{
	"strings.Contains":   shorter(1, 0),
	"strings.HasPrefix":  shorter(1, 0),
	"strings.HasSuffix":  shorter(1, 0),
	"strings.EqualFold":  (*translator).pure,
	"strings.Index":      pureModel(found),
	"strings.IndexByte":  pureModel(found),
	"strings.IndexAny":   pureModel(found),
	"strings.IndexRune":  pureModel(found),
	"strings.LastIndex":  pureModel(found),
	"strings.Count":      pureModel(notNegative),
	"strings.Repeat":     repeats,
	"strings.TrimSpace":  pureModel(notLonger),
	"strings.Trim":       pureModel(notLonger),
	"strings.TrimLeft":   pureModel(notLonger),
	"strings.TrimRight":  pureModel(notLonger),
	"strings.TrimPrefix": pureModel(notLonger),
	"strings.TrimSuffix": pureModel(notLonger),
	"strings.Fields":     makesSlice,
	"strings.Split":      makesSlice,
	"strings.SplitN":     makesSlice,
	"strings.SplitAfter": makesSlice,
	"strconv.Itoa": pureModel(func(t *translator, _, results []*ir.Expr) []*ir.Expr {
		n := t.mem.stringLen(results[0])
		return []*ir.Expr{ir.Le(ir.N(1, intSort), n), ir.Le(n, ir.N(20, intSort))}
	}),
	"unicode/utf8.RuneLen": pureModel(func(t *translator, _, results []*ir.Expr) []*ir.Expr {
		n := t.mem.asInt(results[0])
		return []*ir.Expr{ir.Le(ir.N(-1, intSort), n), ir.Ne(n, zeroInt), ir.Le(n, ir.N(4, intSort))}
	}),
	"unicode/utf8.RuneCountInString": pureModel(func(t *translator, args, results []*ir.Expr) []*ir.Expr {
		n := t.mem.asInt(results[0])
		return []*ir.Expr{ir.Le(zeroInt, n), ir.Le(n, t.mem.stringLen(args[0]))}
	}),
	"unicode/utf8.DecodeRuneInString":     pureModel(decoded),
	"unicode/utf8.DecodeLastRuneInString": pureModel(decoded),
	"unicode/utf8.DecodeRune":             pureModel(decoded),
	"unicode/utf8.DecodeLastRune":         pureModel(decoded),
}

// shorter makes a model of a function whose result, if true, says that one argument is not longer than another.
func shorter(a, b int) model {
	return pureModel(func(t *translator, args, results []*ir.Expr) []*ir.Expr {
		return []*ir.Expr{ir.Implies(results[0], ir.Le(t.mem.stringLen(args[a]), t.mem.stringLen(args[b])))}
	})
}

// found says that the result is an index into the first argument, or -1.
func found(t *translator, args, results []*ir.Expr) []*ir.Expr {
	n := t.mem.asInt(results[0])
	return []*ir.Expr{ir.Le(ir.N(-1, intSort), n), ir.Le(n, t.mem.stringLen(args[0]))}
}

func notNegative(t *translator, _, results []*ir.Expr) []*ir.Expr {
	return []*ir.Expr{ir.Le(zeroInt, t.mem.asInt(results[0]))}
}

// notLonger says that the result is a string not longer than the first argument.
func notLonger(t *translator, args, results []*ir.Expr) []*ir.Expr {
	return []*ir.Expr{ir.Le(t.mem.stringLen(results[0]), t.mem.stringLen(args[0]))}
}

// decoded says that the results are a rune and how many bytes of the argument it takes.
func decoded(t *translator, args, results []*ir.Expr) []*ir.Expr {
	r, n := t.mem.asInt(results[0]), t.mem.asInt(results[1])
	facts := []*ir.Expr{
		ir.Le(zeroInt, r), ir.Le(r, ir.N(0x10ffff, intSort)), ir.Le(zeroInt, n), ir.Le(n, ir.N(4, intSort)),
	}
	if args[0] == nil {
		return facts
	}
	length := t.mem.length(args[0])
	return append(facts, ir.Le(n, length), ir.Implies(ir.Lt(zeroInt, length), ir.Lt(zeroInt, n)))
}

// repeats translates strings.Repeat, which panics if the count is negative.
func repeats(t *translator, inv *invocation) value {
	if n := t.exprOf(inv.args[1]); n != nil {
		text := t.text(inv.argv[1])
		t.check(ir.Le(zeroInt, t.mem.asInt(n)), ir.Check{
			Kind: ir.MakeLength, Subject: text, Needed: "0 <= " + text, Shows: t.shows(inv.argv[1], n),
		})
	}
	return t.pure(inv)
}

// makesSlice translates a call that returns a new slice, of whatever length and elements.
func makesSlice(t *translator, inv *invocation) value {
	t.pure(inv)
	return t.freshSlice(inv, inv.result.Underlying().(*types.Slice).Elem())
}

// freshSlice returns a new slice of arbitrary length and elements, which is the goroutine's own.
func (t *translator) freshSlice(inv *invocation, elem types.Type) value {
	n := ir.V(t.anything(intSort))
	t.assume(ir.Le(zeroInt, n))
	s, step, err := t.mem.makeSlice(elem, n, n, "")
	if err != nil {
		t.unsupported(inv.pos, "%v", err)
		return t.unknown(inv.result)
	}
	t.step(step)
	t.fill(s, elem)
	return value{expr: s}
}
