package vcgen

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/calvin-go/calvin/ir"
)

// A formatter writes the values of one model in Go syntax. Identities get small names in the order in which they are
// met: p1, p2 for references; G1 for the running goroutine, G2, G3 for others.
type formatter struct {
	special map[string]string // answers with a name of their own: nil, free, the running goroutine, opaque constants
	names   map[string]string
	next    map[string]int
}

func newFormatter() *formatter {
	return &formatter{special: map[string]string{}, names: map[string]string{}, next: map[string]int{}}
}

// unknownValue stands for a value that the solver did not give, or not in a form that is understood.
const unknownValue = "?"

func (f *formatter) text(raw string, s *ir.Sort) string {
	e, ok := parseSexpr(raw)
	if !ok {
		return unknownValue
	}
	return f.value(e, s)
}

func (f *formatter) value(e sexpr, s *ir.Sort) string {
	switch s.Kind {
	case ir.KindBool:
		if e.atom == "true" || e.atom == "false" {
			return e.atom
		}
	case ir.KindInt:
		if n := integerValue(e); n != nil {
			return n.String()
		}
	case ir.KindBV:
		if n := bitsValue(e); n != nil {
			return signedValue(n, s).String()
		}
	case ir.KindRef:
		return f.identity(e, "p", 1)
	case ir.KindTid:
		return f.identity(e, "G", 2)
	case ir.KindOpaque:
		return f.identity(e, s.Name+"#", 1)
	case ir.KindTuple:
		return f.tuple(e, s)
	case ir.KindArray:
		return "[...]"
	}
	return unknownValue
}

// identity names an element of an uninterpreted sort.
func (f *formatter) identity(e sexpr, prefix string, first int) string {
	raw := e.String()
	if name := f.special[raw]; name != "" {
		return name
	}
	if f.names[raw] == "" {
		f.names[raw] = prefix + strconv.Itoa(first+f.next[prefix])
		f.next[prefix]++
	}
	return f.names[raw]
}

func (f *formatter) tuple(e sexpr, s *ir.Sort) string {
	args, ok := e.head(constructor(s))
	if !ok || len(args) != len(s.Fields) {
		return unknownValue
	}
	if n := s.FieldIndex("len"); n >= 0 && s.FieldIndex("arr") >= 0 && s.FieldIndex("cap") >= 0 {
		if f.value(args[s.FieldIndex("arr")], ir.Ref) == "nil" {
			return "nil"
		}
		return "len " + f.value(args[n], s.Fields[n].Sort)
	}
	fields := make([]string, len(args))
	for i, a := range args {
		fields[i] = f.value(a, s.Fields[i].Sort)
	}
	return s.Name + "{" + strings.Join(fields, ", ") + "}"
}

// integerValue reads 5 and (- 5).
func integerValue(e sexpr) *big.Int {
	if args, ok := e.head("-"); ok && len(args) == 1 {
		if n := integerValue(args[0]); n != nil {
			return n.Neg(n)
		}
		return nil
	}
	n, ok := new(big.Int).SetString(e.atom, 10)
	if !ok {
		return nil
	}
	return n
}

// bitsValue reads #x0f, #b01 and (_ bv5 8), without sign.
func bitsValue(e sexpr) *big.Int {
	text, base := e.atom, 0
	switch args, ok := e.head("_"); {
	case ok && len(args) == 2 && strings.HasPrefix(args[0].atom, "bv"):
		text, base = args[0].atom[2:], 10
	case strings.HasPrefix(text, "#x"):
		text, base = text[2:], 16
	case strings.HasPrefix(text, "#b"):
		text, base = text[2:], 2
	default:
		return nil
	}
	n, ok := new(big.Int).SetString(text, base)
	if !ok {
		return nil
	}
	return n
}

func signedValue(n *big.Int, s *ir.Sort) *big.Int {
	if s.Signed && n.Bit(s.Bits-1) == 1 {
		return new(big.Int).Sub(n, power(s.Bits))
	}
	return n
}
