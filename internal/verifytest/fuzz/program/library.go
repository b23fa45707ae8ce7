package program

import (
	"regexp"
	"slices"
	"strings"
)

// A libraryCall is a call of the standard library: its result's type, and its text with holes for arguments.
type libraryCall struct{ typ, text string }

// libraryCalls are expressions; argument holes are {i} int, {n} a small int, {m} one that is not negative, {s} string,
// {b} []byte, {x} []int, {u} uint64, {v} uint32, {f} float64, {k} int64, {r} rune, {y} byte, {q} map[string]int.
var libraryCalls = []libraryCall{
	{"int", "strings.Index({s}, {s})"}, {"int", "strings.IndexByte({s}, {y})"}, {"int", "strings.LastIndex({s}, {s})"},
	{"int", "strings.Count({s}, {s})"}, {"int", "strings.Compare({s}, {s})"}, {"int", "strings.IndexAny({s}, {s})"},
	{"int", "bytes.Index({b}, {b})"}, {"int", "bytes.IndexByte({b}, {y})"}, {"int", "bytes.Compare({b}, {b})"},
	{"int", "utf8.RuneCountInString({s})"}, {"int", "utf8.RuneLen({r})"}, {"int", "bits.Len64({u})"}, {"int", "bits.TrailingZeros32({v})"},
	{"int", "bits.OnesCount64({u})"}, {"int", "len(strings.Fields({s}))"}, {"int", "len(strings.Split({s}, {s}))"},
	{"int", "slices.Index({x}, {i})"}, {"int", "sort.SearchInts({x}, {i})"}, {"int", "cmp.Compare({i}, {i})"},
	{"int", "len(strconv.Itoa({i}))"}, {"int", "len(strconv.Quote({s}))"}, {"int", "slices.Max({x})"}, {"int", "slices.Min({x})"},
	{"int", "max({i}, {i}, 3)"}, {"int", "len(fmt.Sprint({i}, {s}))"}, {"int", "len(strings.Repeat({s}, {n}))"},
	{"int", "int(math.Floor({f}))"}, {"int", "copy({b}, {s})"}, {"int", "copy({x}, {x})"}, {"int", "strings.IndexFunc({s}, unicode.IsSpace)"},
	{"int", "len(bytes.Repeat({b}, {n}))"}, {"int", "len(slices.Repeat({x}, {n}))"}, {"int", "len(fmt.Sprintf({s}, {i}, {s}))"},
	{"int", "len(strings.SplitN({s}, {s}, {i}))"}, {"int", "utf8.EncodeRune({b}, {r})"}, {"int", "binary.PutUvarint({b}, {u})"},
	{"int64", "time.Duration({k}).Milliseconds()"}, {"int64", "int64(math.Float64bits({f}))"}, {"int64", "time.Unix({k}, {k}).Unix()"},
	{"int64", "int64(binary.LittleEndian.Uint32({b}))"}, {"int64", "int64(bits.Reverse64({u}))"}, {"int64", "int64(bits.Rem64({u}, {u}, {u}))"},
	{"int64", "int64(time.Duration({k}).Round(time.Duration({k})))"}, {"int64", "int64(time.Duration({k}) % time.Second)"},
	{"string", "strings.ToUpper({s})"}, {"string", "strings.TrimSpace({s})"}, {"string", "strings.TrimPrefix({s}, {s})"},
	{"string", "strings.Repeat({s}, {n})"}, {"string", "strconv.FormatInt({k}, {n})"}, {"string", "strconv.FormatInt({k}, 10)"},
	{"string", "strconv.Itoa({i})"}, {"string", "strings.ReplaceAll({s}, {s}, {s})"}, {"string", "fmt.Sprintf(\"%d-%s\", {i}, {s})"},
	{"string", "strconv.FormatFloat({f}, 'g', {n}, {n})"}, {"string", "strconv.FormatFloat({f}, 'g', -1, 64)"}, {"string", "strconv.FormatUint({u}, {i})"},
	{"string", "string(rune({r}))"}, {"string", "path.Join({s}, {s})"}, {"string", "strings.Join([]string{{s}, {s}}, {s})"},
	{"string", "string({b})"}, {"string", "string({r})"}, {"string", "strings.Map(unicode.ToUpper, {s})"}, {"string", "html.EscapeString({s})"},
	{"string", "strings.Trim({s}, {s})"}, {"string", "strings.ToValidUTF8({s}, {s})"}, {"string", "path.Base({s})"},
	{"string", "strings.NewReplacer({s}, {s}).Replace({s})"}, {"string", "time.Duration({k}).String()"},
	{"bool", "strings.HasPrefix({s}, {s})"}, {"bool", "strings.Contains({s}, {s})"}, {"bool", "bytes.Equal({b}, {b})"},
	{"bool", "slices.Contains({x}, {i})"}, {"bool", "math.IsNaN({f})"}, {"bool", "unicode.IsDigit({r})"}, {"bool", "utf8.ValidString({s})"},
	{"bool", "strings.EqualFold({s}, {s})"}, {"bool", "slices.Equal({x}, {x})"}, {"bool", "errors.Is(errors.New({s}), io.EOF)"},
	{"bool", "slices.IsSorted({x})"}, {"bool", "errors.As(errors.New({s}), new(*strconv.NumError))"},
	{"[]byte", "bytes.ToUpper({b})"}, {"[]byte", "append([]byte(nil), {b}...)"}, {"[]byte", "[]byte({s})"}, {"[]byte", "bytes.Clone({b})"},
	{"[]byte", "bytes.TrimSpace({b})"}, {"[]byte", "strconv.AppendInt({b}, {k}, {i})"}, {"[]byte", "utf8.AppendRune({b}, {r})"},
	{"[]byte", "bytes.Repeat({b}, {n})"}, {"[]byte", "binary.AppendUvarint({b}, {u})"}, {"[]byte", "binary.BigEndian.AppendUint16({b}, uint16({u}))"},
	{"[]int", "slices.Clone({x})"}, {"[]int", "append([]int(nil), {x}...)"}, {"[]int", "slices.Sorted(slices.Values({x}))"},
	{"[]int", "slices.Concat({x}, {x})"}, {"[]int", "slices.Repeat({x}, {n})"}, {"[]int", "append({x}, {i})"}, {"[]int", "slices.Grow({x}, {n})"},
	{"[]int", "slices.Insert({x}, {n}, {i})"}, {"[]int", "slices.Delete({x}, {n}, {n})"}, {"[]int", "slices.Compact({x})"},
	{"float64", "math.Sqrt({f})"}, {"float64", "float64({i})"}, {"float64", "math.Mod({f}, {f})"}, {"float64", "{f} / {f}"},
	{"error", "func() error { _, err := strconv.Atoi({s}); return err }()"}, {"error", "fmt.Errorf(\"x: %w\", io.EOF)"},
	{"error", "func() error { _, err := strconv.ParseInt({s}, {i}, {i}); return err }()"},
	{"error", "errors.Join(io.EOF, errors.New({s}))"}, {"error", "errors.Unwrap(io.EOF)"},
}

var hole = regexp.MustCompile(`\{[a-z]\}`)

// fill puts arguments into the holes.
func (g *generator) fill(text string) string {
	return hole.ReplaceAllStringFunc(text, func(h string) string { return g.argument(h[1]) })
}

func (g *generator) argument(kind byte) string {
	switch kind {
	case 'i':
		return g.integer("int", 0).text
	case 'n':
		if g.flaw(4) {
			return g.integer("int", 0).text
		}
		return g.oneOf("2", "3", "10", "16", "0", "36", "64", "1", "-1", "37")
	case 'm': // no constant below zero: the compiler would not have it
		if x := g.atom("int"); !x.constant && g.flaw(2) {
			return x.text
		}
		return g.oneOf("2", "0", "10")
	case 's':
		return g.str(0)
	case 'b', 'x', 'f', 'q':
		typ := map[byte]string{'b': "[]byte", 'x': "[]int", 'f': "float64", 'q': "map[string]int"}[kind]
		return g.value(typ, 0).text
	case 'u':
		return typed("uint64", g.atom("uint64"))
	case 'v':
		return typed("uint32", g.atom("uint32"))
	case 'k':
		return typed("int64", g.atom("int64"))
	case 'r':
		return "rune(" + g.atom("int32").text + ")"
	}
	return "byte(" + g.atom("uint8").text + ")"
}

// library is a call of the library that results in the integer type.
func (g *generator) library(typ string) ex { return g.libraryOf(typ) }

// libraryOf is a call of the library of which the result has the type.
func (g *generator) libraryOf(typ string) ex {
	if g.calls == 0 {
		return g.value(typ, 0)
	}
	g.calls--
	var fit []string
	table := libraryCalls
	if g.chance(2) {
		table = memberCalls
	}
	for _, c := range table {
		if c.typ == typ {
			fit = append(fit, c.text)
		}
	}
	if len(fit) == 0 {
		return g.value(typ, 0)
	}
	text := g.fill(fit[g.pick(len(fit))])
	if strings.HasPrefix(text, "copy(") {
		g.changed()
	}
	return ex{text: text}
}

// discarded calls the library for its effect, or assigns several results.
var libraryStatements = []string{
	"fmt.Fprintln(io.Discard, {i}, {s})", "sort.Ints({x})", "slices.Sort({x})", "slices.Reverse({x})", "clear({x})",
	"_, _ = fmt.Sscan({s}, new(int))", "_ = context.WithValue(context.Background(), 1, {i})", "rand.Shuffle({n}, func(i, j int) {})",
	"_ = rand.IntN({i})", "_, _, _ = strings.Cut({s}, {s})", "slices.SortFunc({x}, func(a, b int) int { return b - a })",
	"sort.Slice({x}, func(i, j int) bool { return i < j })", "_, _ = utf8.DecodeRuneInString({s})",
	"_, _ = utf8.DecodeRune({b})", "_ = time.Now().Add(time.Duration({k}))", "_, _ = json.Marshal({x})", "_ = os.Getenv({s})",
	"_, _ = binary.Uvarint({b})", "_ = [4]int({x})", "_ = unicode.IsSpace({r})", "binary.LittleEndian.PutUint64({b}, {u})",
	"_ = sort.Search({i}, func(i int) bool { return i >= 3 })", "_ = time.NewTicker(time.Duration({k}))",
	"_, _ = bits.Add64({u}, {u}, {u})", "_, _ = bits.Div64({u}, {u}, {u})", "_, _ = strconv.ParseUint({s}, {n}, {n})", "_ = bytes.NewBuffer({b}).Next({i})",
	"_ = strings.NewReader({s}).Len()", "_, _ = strings.NewReader({s}).ReadByte()", "bytes.NewBuffer({b}).Truncate({i})",
	"bytes.NewBuffer({b}).Grow({i})", "_ = new(big.Int).SetInt64({k}).String()", "_ = regexp.MustCompile({s})",
	"_, _ = context.WithTimeout(context.Background(), time.Duration({k}))", "time.Sleep(time.Duration({k}) % 3)",
	"_ = make([]int, {m})", "_ = make([]byte, 0, {m})", "_ = make(chan int, {m})", "_ = make(map[int]int, {m})", "_ = make([]byte, {y})",
}

func (g *generator) libraryStatement() {
	all := slices.Concat(libraryStatements, effects)
	text := g.fill(all[g.pick(len(all))])
	if strings.HasPrefix(text, "_ = rand") {
		g.f.Exact = false
	}
	g.emit("%s", text)
	if g.writesThrough(text) {
		g.changed()
	}
}

// writesThrough reports whether a call may write what its arguments refer to.
func (g *generator) writesThrough(text string) bool {
	for _, prefix := range []string{"sort.", "slices.", "clear(", "binary.", "maps.", "_, _ = strings.NewReader", "_, _ = io.ReadAtLeast"} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}
