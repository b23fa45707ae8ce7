package program

import (
	"slices"
	"strings"
	"unicode"
)

// An ex is an expression, with its value in terms of the state before the step if that is known.
type ex struct {
	text, sym string
	constant  bool
}

var integers = []string{"int", "uint8", "int64", "uint", "int8", "uint64", "int32", "uint32", "int16", "uint16"}

func isInteger(typ string) bool { return slices.Contains(integers, typ) }

// edges are constants at the ends of a type's range.
var edges = map[string][]string{
	"int": {"7", "-1", "100", "-9223372036854775808", "9223372036854775807"}, "int64": {"5", "-1", "-9223372036854775808", "9223372036854775807"},
	"int32": {"9", "-1", "-2147483648", "2147483647"}, "int16": {"11", "-1", "-32768", "32767"}, "int8": {"6", "-1", "-128", "127"},
	"uint": {"8", "18446744073709551615", "9223372036854775808"}, "uint64": {"10", "18446744073709551615", "9223372036854775808"},
	"uint32": {"12", "4294967295", "2147483648"}, "uint16": {"13", "65535"}, "uint8": {"14", "255", "128"},
}

func (g *generator) constant(typ string) ex {
	texts := append([]string{"0", "1", "2", "3"}, edges[typ]...)
	at := g.pick(len(texts) + 4)
	if at >= len(texts) {
		at -= len(texts)
	}
	return ex{texts[at], texts[at], true}
}

// atom is a variable, a field or a conversion of one: nothing that is constant, if there is such a thing.
func (g *generator) atom(typ string) ex {
	if path, ok := g.readable(typ); ok && !g.chance(4) {
		return path
	}
	for _, other := range integers[g.pick(len(integers)):] {
		if other == typ {
			continue
		}
		if x, ok := g.readable(other); ok {
			return ex{text: typ + "(" + x.text + ")", sym: wrap(x.sym, typ+"(%s)")}
		}
	}
	if x, ok := g.readable(typ); ok {
		return x
	}
	for _, other := range integers {
		if x, ok := g.readable(other); ok {
			return ex{text: typ + "(" + x.text + ")", sym: wrap(x.sym, typ+"(%s)")}
		}
	}
	return g.constant(typ)
}

// readable chooses a variable or field of the type.
func (g *generator) readable(typ string) (ex, bool) {
	vars, fields := g.variables(typ), g.fields(false, typ)
	if len(vars)+len(fields) == 0 {
		return ex{}, false
	}
	at := g.pick(len(vars) + len(fields))
	if at < len(fields) {
		return ex{text: fields[at], sym: comparable(typ, g.fieldSym(fields[at]))}, true
	}
	v := vars[at-len(fields)]
	return ex{text: v.name, sym: comparable(typ, v.sym)}, true
}

// comparable is the symbolic value if contracts can say that something is equal to it.
func comparable(typ, sym string) string {
	if isInteger(typ) || typ == "string" || typ == "bool" {
		return sym
	}
	return ""
}

// fieldSym is the symbolic value of a field.
func (g *generator) fieldSym(path string) string {
	if s, ok := g.f.symbolic[path]; ok {
		return s
	}
	return "old(" + path + ")"
}

// symbolic reports whether the term is none of constants alone.
func symbolic(sym string) bool { return strings.ContainsFunc(sym, unicode.IsLetter) }

// wrap puts the term where format has %s, everywhere.
func wrap(sym, format string) string {
	if len(sym) > 100 || !symbolic(sym) { // Go does not let constants overflow
		return ""
	}
	return strings.ReplaceAll(format, "%s", sym)
}

// integer is an expression of an integer type.
func (g *generator) integer(typ string, depth int) ex {
	if depth <= 0 {
		if g.chance(4) {
			return g.constant(typ)
		}
		return g.atom(typ)
	}
	switch g.pick(12) {
	default:
		return g.atom(typ)
	case 3:
		return g.constant(typ)
	case 4, 5, 6, 7:
		return g.binary(typ, depth)
	case 8:
		return g.unary(typ)
	case 9:
		return g.size(typ)
	case 10:
		return g.effect(typ)
	case 11:
		if typ == "int" || typ == "int64" {
			return g.library(typ)
		}
		return g.binary(typ, depth)
	}
}

func (g *generator) unary(typ string) ex {
	x := g.atom(typ)
	op := g.oneOf("-", "^")
	if x.constant {
		return x
	}
	return ex{text: op + x.text, sym: wrap(x.sym, op+"(%s)")}
}

func (g *generator) binary(typ string, depth int) ex {
	x := g.atom(typ)
	if x.constant {
		return x
	}
	op := g.oneOf("+", "-")
	if g.chance(3) {
		op = g.oneOf("*", "&", "|", "^", "&^", "<<", ">>", "/", "%", "min", "max")
	}
	switch op {
	case "<<", ">>":
		y := g.oneOf("1", "3", "7", "31", "63", "64")
		if u, ok := g.readable("uint8"); ok && g.chance(2) {
			return ex{text: "(" + x.text + " " + op + " " + u.text + ")"}
		}
		if i, ok := g.readable("int"); ok && g.flaw(5) {
			return ex{text: "(" + x.text + " " + op + " " + i.text + ")"}
		}
		return ex{text: "(" + x.text + " " + op + " " + y + ")", sym: wrap(x.sym, "(%s "+op+" "+y+")")}
	case "/", "%":
		y := g.oneOf("2", "3", "7", "10")
		if g.flaw(5) {
			return ex{text: "(" + x.text + " " + op + " " + g.atom(typ).text + ")"}
		}
		return ex{text: "(" + x.text + " " + op + " " + y + ")", sym: wrap(x.sym, "(%s "+op+" "+y+")")}
	case "min", "max":
		return ex{text: op + "(" + x.text + ", " + g.integer(typ, depth-1).text + ")"}
	}
	y := g.integer(typ, depth-1)
	sym := ""
	if symbolic(x.sym) && y.sym != "" && len(x.sym)+len(y.sym) < 100 {
		sym = "(" + x.sym + " " + op + " " + y.sym + ")"
	}
	return ex{text: "(" + x.text + " " + op + " " + y.text + ")", sym: sym}
}

// size is a length or capacity.
func (g *generator) size(typ string) ex {
	var of []string
	for _, v := range g.vars {
		if slices.Contains([]string{"[]int", "[]byte", "string", "map[string]int"}, v.typ) {
			of = append(of, v.name)
		}
	}
	of = append(of, g.fields(false, "[]int", "[]byte", "string", "map[string]int", "[4]int")...)
	if len(of) == 0 {
		return g.atom(typ)
	}
	path := of[g.pick(len(of))]
	fn := "len"
	if strings.HasPrefix(g.typeOf(path), "[]") {
		fn = g.oneOf("len", "cap")
	}
	if typ == "int" {
		return ex{text: fn + "(" + path + ")"}
	}
	return ex{text: typ + "(" + fn + "(" + path + "))"}
}

// condition is an expression of type bool.
func (g *generator) condition(depth int) ex {
	switch g.pick(9) {
	default:
		typ := integers[g.pick(len(integers))]
		if v, ok := g.anyInteger(); ok && !g.chance(5) {
			typ = v
		}
		op := g.oneOf("<", "==", ">", "<=", "!=", ">=")
		x, y := g.atom(typ), g.integer(typ, depth-1)
		if x.constant {
			return ex{text: "len(\"\") == 0"}
		}
		sym := ""
		if x.sym != "" && y.sym != "" && len(x.sym)+len(y.sym) < 80 {
			sym = x.sym + " " + op + " " + y.sym
		}
		return ex{text: x.text + " " + op + " " + y.text, sym: sym}
	case 5:
		if b, ok := g.readable("bool"); ok {
			return ex{text: g.oneOf("", "!") + b.text}
		}
		return g.condition(depth - 1)
	case 6:
		if depth > 0 {
			return ex{text: g.condition(depth-1).text + g.oneOf(" && ", " || ") + g.condition(depth-1).text}
		}
		return g.condition(0)
	case 7:
		return ex{text: g.str(0) + g.oneOf(" == ", " != ", " < ") + g.str(1)}
	case 8:
		return ex{text: g.libraryOf("bool").text}
	}
}

// anyInteger returns the integer type of some variable or field.
func (g *generator) anyInteger() (string, bool) {
	var types []string
	for _, v := range g.vars {
		if isInteger(v.typ) {
			types = append(types, v.typ)
		}
	}
	if len(types) == 0 {
		return "", false
	}
	return types[g.pick(len(types))], true
}

// str is an expression of type string.
func (g *generator) str(depth int) string {
	if depth > 0 {
		switch g.pick(6) {
		case 1:
			return g.str(0) + " + " + g.str(depth-1)
		case 2:
			return g.libraryOf("string").text
		case 3:
			if b, ok := g.readable("[]byte"); ok {
				return "string(" + b.text + ")"
			}
		}
	}
	if x, ok := g.readable("string"); ok {
		return x.text
	}
	return g.oneOf(`""`, `"a"`, `"ab,c"`, `"\xff\x00"`, `"日本"`)
}

// value is an expression of any type that the generator knows.
func (g *generator) value(typ string, depth int) ex {
	if isInteger(typ) {
		return g.integer(typ, depth)
	}
	switch typ {
	case "string":
		return ex{text: g.str(depth)}
	case "bool":
		return ex{text: g.condition(depth).text}
	case "float64":
		if x, ok := g.readable(typ); ok {
			return ex{text: g.oneOf("", "-", "2*", "0.5+") + x.text}
		}
		return ex{text: g.oneOf("0.5", "1e300", "-2.5")}
	case "error":
		if g.chance(2) {
			return ex{text: `errors.New("e")`}
		}
		return ex{text: "error(nil)"}
	case "any":
		if g.chance(2) {
			return ex{text: "any(" + g.str(0) + ")"}
		}
		return ex{text: "any(" + g.atom("int").text + ")"}
	}
	if x, ok := g.readable(typ); ok && !g.chance(3) {
		return x
	}
	return ex{text: g.newValue(typ)}
}

// newValue is a new slice or map.
func (g *generator) newValue(typ string) string {
	switch typ {
	case "[]int":
		return "[]int{" + g.integer("int", 1).text + ", " + g.integer("int", 0).text + "}"
	case "[]byte":
		return "[]byte(" + g.str(0) + ")"
	case "map[string]int":
		return "map[string]int{" + g.oneOf(`"a"`, `"b"`) + ": " + g.integer("int", 0).text + "}"
	case "[4]int":
		return "[4]int{1, " + g.integer("int", 0).text + "}"
	}
	return "*new(" + typ + ")"
}
