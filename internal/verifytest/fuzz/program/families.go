package program

import "strings"

// A family is functions of the library that are called alike: % stands for the name.
type family struct{ typ, text, names string }

var families = []family{
	{"float64", "math.%({f})", "Abs Acos Acosh Asin Asinh Atan Atanh Cbrt Ceil Cos Cosh Erf Erfc Erfcinv Erfinv Exp Exp2 Expm1 Floor Gamma J0 J1 Log Log10 Log1p Log2 Logb Round RoundToEven Sin Sinh Tan Tanh Trunc Y0 Y1"},
	{"float64", "math.%({f}, {f})", "Atan2 Copysign Dim Hypot Max Min Nextafter Pow Remainder"},
	{"float64", "%", "math.FMA({f}, {f}, {f}) math.Ldexp({f}, {i}) math.Pow10({i}) math.Float64frombits({u}) float64(math.Float32frombits({v})) math.Inf({i}) math.NaN() math.Jn(2, {f}) math.Yn(3, {f})"},
	{"bool", "%", "math.IsInf({f}, {i}) math.Signbit({f}) (unicode.To({i}, {r}) == {r}) strings.ContainsRune({s}, {r}) bytes.Contains({b}, {b}) bytes.HasPrefix({b}, {b}) bytes.EqualFold({b}, {b}) path.IsAbs({s}) cmp.Less({i}, {i}) strconv.CanBackquote({s}) utf8.FullRuneInString({s}) utf8.FullRune({b}) utf8.Valid({b}) utf8.ValidRune({r}) utf8.RuneStart({y}) sort.IntsAreSorted({x}) (sort.SearchStrings([]string{{s}}, {s}) >= 0) maps.Equal({q}, {q}) slices.EqualFunc({x}, {x}, func(a, b int) bool { return a == b }) slices.ContainsFunc({x}, func(a int) bool { return a > 1 }) slices.IsSortedFunc({x}, func(a, b int) int { return a - b }) time.Unix({k}, 0).IsZero() time.Unix({k}, 0).After(time.Unix(1, 1)) time.Unix({k}, 0).Before(time.Unix({k}, {k})) errors.Is(fmt.Errorf(\"%w\", io.EOF), io.EOF)"},
	{"bool", "unicode.%({r})", "IsControl IsGraphic IsLower IsMark IsNumber IsPrint IsPunct IsSymbol IsTitle IsUpper IsLetter"},
	{"int", "int(unicode.%({r}))", "SimpleFold ToLower ToTitle ToUpper"},
	{"int", "bits.%({u})", "LeadingZeros64 OnesCount64 TrailingZeros64 Len64"},
	{"int", "bits.%({v})", "LeadingZeros32 OnesCount32 Len32"},
	{"int", "bits.%(uint({u}))", "LeadingZeros OnesCount TrailingZeros Len"},
	{"int", "bits.%({y})", "LeadingZeros8 OnesCount8 TrailingZeros8 Len8"},
	{"int", "bits.%(uint16({u}))", "LeadingZeros16 OnesCount16 TrailingZeros16 Len16"},
	{"int64", "int64(bits.%({u}))", "Reverse64 ReverseBytes64"},
	{"int64", "int64(bits.%({v}))", "Reverse32 ReverseBytes32"},
	{"int64", "int64(bits.%)", "RotateLeft64({u}, {i}) RotateLeft32({v}, {i}) RotateLeft8({y}, {i}) RotateLeft16(uint16({v}), {i}) Reverse8({y}) Rem32({v}, {v}, {v})"},
	{"int", "%", "math.Ilogb({f}) utf8.RuneCount({b}) strings.LastIndexByte({s}, {y}) strings.LastIndexAny({s}, {s}) strings.IndexRune({s}, {r}) strings.LastIndexFunc({s}, unicode.IsSpace) bytes.Count({b}, {b}) bytes.IndexAny({b}, {s}) bytes.LastIndex({b}, {b}) bytes.LastIndexByte({b}, {y}) bytes.IndexRune({b}, {r}) slices.IndexFunc({x}, func(a int) bool { return a == 2 }) slices.Compare({x}, {x}) slices.MinFunc({x}, func(a, b int) int { return a - b }) sort.Search(len({x}), func(k int) bool { return k > 1 }) len(strings.SplitAfterN({s}, {s}, {n})) len(bytes.Split({b}, {b})) len(bytes.Fields({b})) len(bytes.Runes({b})) len(strings.FieldsFunc({s}, unicode.IsSpace)) len(fmt.Sprintln({i})) len(strconv.AppendQuote({b}, {s})) len(slices.AppendSeq({x}, slices.Values({x}))) len(maps.Clone({q})) len(slices.Collect(slices.Chunk({x}, {n})))"},
	{"int64", "%", "time.Unix({k}, 0).UnixNano() time.Unix({k}, 0).UnixMilli() time.UnixMilli({k}).UnixMicro() time.Duration({k}).Abs().Nanoseconds() time.Duration({k}).Microseconds() int64(time.Duration({k}).Truncate(time.Duration({k}))) int64(time.Unix({k}, 0).Weekday()) int64(time.Unix({k}, 0).UTC().Year()) int64(time.Unix({k}, 0).Sub(time.Unix(1, 0)))"},
	{"float64", "time.Duration({k}).%()", "Hours Minutes Seconds"},
	{"string", "strings.%({s})", "Clone ToLower ToTitle Title"},
	{"string", "strings.%({s}, {s})", "TrimLeft TrimRight TrimSuffix"},
	{"string", "strings.%({s}, unicode.IsSpace)", "TrimFunc TrimLeftFunc TrimRightFunc"},
	{"string", "path.%({s})", "Clean Dir Ext"},
	{"string", "strconv.%({s})", "QuoteToASCII QuoteToGraphic Quote"},
	{"string", "strconv.%({r})", "QuoteRune QuoteRuneToASCII QuoteRuneToGraphic"},
	{"string", "%", "strings.Replace({s}, {s}, {s}, {i}) strconv.FormatBool({i} > 1) time.Unix({k}, 0).UTC().Format({s}) cmp.Or({s}, {s}) html.UnescapeString({s}) strings.Join(strings.SplitAfter({s}, {s}), {s})"},
	{"[]byte", "bytes.%({b})", "ToLower ToTitle Title"},
	{"[]byte", "bytes.%({b}, {s})", "Trim TrimLeft TrimRight"},
	{"[]byte", "bytes.%({b}, {b})", "TrimPrefix TrimSuffix"},
	{"[]byte", "%", "bytes.ToValidUTF8({b}, {b}) bytes.Replace({b}, {b}, {b}, {i}) bytes.Join([][]byte{{b}, {b}}, {b}) bytes.TrimFunc({b}, unicode.IsSpace) bytes.Map(unicode.ToUpper, {b}) strconv.AppendBool({b}, {i} > 0) strconv.AppendUint({b}, {u}, {n}) strconv.AppendFloat({b}, {f}, 'e', {n}, 64) strconv.AppendQuoteRune({b}, {r}) fmt.Append({b}, {i}) fmt.Appendf({b}, {s}, {i}) binary.AppendVarint({b}, {k}) binary.LittleEndian.AppendUint64({b}, {u}) bytes.Clone({b})"},
	{"[]int", "%", "slices.Clip({x}) slices.Replace({x}, {n}, {n}, {i}) slices.SortedFunc(slices.Values({x}), cmp.Compare[int]) slices.CompactFunc({x}, func(a, b int) bool { return a == b }) slices.DeleteFunc({x}, func(a int) bool { return a < 0 }) slices.Collect(slices.Values({x})) slices.Sorted(maps.Values({q}))"},
	{"error", "func() error { _, err := %; return err }()", "strconv.ParseBool({s}) strconv.ParseFloat({s}, {n}) strconv.Unquote({s}) time.ParseDuration({s}) path.Match({s}, {s}) fmt.Sscanf({s}, {s}, new(int)) time.Parse(time.RFC3339, {s})"},
}

// memberCalls are the calls of the families.
var memberCalls = members()

func members() []libraryCall {
	var all []libraryCall
	for _, f := range families {
		names := strings.Fields(f.names)
		if strings.Contains(f.names, "(") {
			names = calls(f.names)
		}
		for _, n := range names {
			all = append(all, libraryCall{f.typ, strings.Replace(f.text, "%", n, 1)})
		}
	}
	return all
}

// calls splits a text where a call ends and a space follows, outside of all parentheses, before the next call.
func calls(text string) []string {
	var all []string
	from, depth := 0, 0
	for n := range len(text) {
		switch text[n] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case ' ':
			word, _, _ := strings.Cut(text[n+1:], "(")
			if depth == 0 && text[n-1] == ')' && !strings.ContainsAny(word, " <>=") {
				all = append(all, text[from:n])
				from = n + 1
			}
		}
	}
	return append(all, text[from:])
}

// effects are calls of several results, or of none.
var effects = []string{
	"_, _ = math.Frexp({f})", "_, _ = math.Modf({f})", "_, _ = math.Sincos({f})", "_, _ = math.Lgamma({f})", "_, _ = bits.Mul64({u}, {u})", "_, _ = bits.Sub64({u}, {u}, {u})",
	"_, _ = bits.Add32({v}, {v}, {v})", "_, _ = bits.Div32({v}, {v}, {v})", "_, _ = strings.CutPrefix({s}, {s})", "_, _ = strings.CutSuffix({s}, {s})", "_, _, _ = bytes.Cut({b}, {b})",
	"_, _ = utf8.DecodeLastRune({b})", "_, _ = utf8.DecodeLastRuneInString({s})", "_, _ = path.Split({s})", "_, _ = slices.BinarySearch({x}, {i})", "sort.Stable(sort.Reverse(sort.IntSlice({x})))",
	"_, _ = slices.BinarySearchFunc({x}, {i}, func(a, b int) int { return a - b })", "slices.SortStableFunc({x}, func(a, b int) int { return a - b })",
	"sort.SliceStable({x}, func(i, j int) bool { return i < j })", "sort.Sort(sort.IntSlice({x}))", "maps.Copy({q}, {q})", "maps.DeleteFunc({q}, func(k string, v int) bool { return v > 1 })",
	"_, _ = sort.Find({n}, func(i int) int { return 1 - i })", "_, _, _ = time.Unix({k}, 0).Date()", "_, _, _ = time.Unix({k}, 0).Clock()", "_ = time.Unix({k}, {k}).AddDate({i}, {i}, {i})",
	"_ = time.NewTimer(time.Duration({k})).Stop()", "_ = time.After(time.Duration({k}))", "_ = time.Tick(time.Duration({k}))", "time.NewTicker(time.Duration({k}) | 1).Reset(time.Duration({k}))",
	"_ = time.Date({i}, 1, {i}, {i}, 0, 0, {i}, time.UTC)", "_ = time.FixedZone({s}, {i})", "_ = rand.Perm({n})", "_ = rand.Int64N({k})", "_ = rand.Uint32N({v})", "_ = rand.Float64()", "_ = rand.N({i})",
	"_, _ = strings.NewReader({s}).Read({b})", "_, _, _ = strings.NewReader({s}).ReadRune()", "_, _ = bytes.NewReader({b}).ReadByte()", "_, _ = bytes.NewBuffer({b}).ReadBytes({y})",
	"_, _ = bufio.NewReaderSize(strings.NewReader({s}), {i}).ReadString({y})", "_, _ = bufio.NewReader(strings.NewReader({s})).Peek({i})", "_ = bufio.NewScanner(strings.NewReader({s})).Scan()",
	"_, _ = io.ReadAll(strings.NewReader({s}))", "_, _ = io.ReadAtLeast(strings.NewReader({s}), {b}, {i})", "_, _ = io.WriteString(io.Discard, {s})", "_, _ = io.CopyN(io.Discard, strings.NewReader({s}), {k})",
	"_ = strings.Map(func(r rune) rune { return r + 1 }, {s})", "for range strings.Lines({s}) {\n}", "_, _, _ = bufio.ScanRunes({b}, {i} > 0)", "_, _, _ = bufio.ScanWords({b}, {i} > 0)",
	"_ = binary.BigEndian.Uint64({b})", "binary.PutVarint({b}, {k})", "_, _, _, _ = strconv.UnquoteChar({s}, {y})", "_, _ = fmt.Sscanln({s}, new(string))", "_, _ = strconv.ParseComplex({s}, {n})",
	"_ = slices.Insert({x}, {n}, {x}...)", "_ = slices.Collect(slices.Chunk({x}, {i}))", "_ = new(big.Int).Quo(big.NewInt({k}), big.NewInt({k}))", "_ = new(big.Int).Exp(big.NewInt({k}), big.NewInt(2), nil)",
}

// contained are statements that call the containers of package sync, atomic variables, contexts and timers.
var contained = []string{
	"{v1} := new(sync.Map)\n{v1}.Store({s}, {i})\nif {v2}, ok{v2} := {v1}.Load({s}); ok{v2} {\n_, _ = {v2}.(int)\n⟨¦_ = {v2}.(string)⟩\n}",
	"{v1} := new(sync.Map)\n_, _ = {v1}.Swap({s}, 1)\n_ = {v1}.CompareAndSwap({s}, ⟨1¦[]int{}⟩, 2)\n_ = {v1}.CompareAndDelete({s}, ⟨{i}¦[]int{1}⟩)\n_, _ = {v1}.LoadAndDelete({i})\n{v1}.Clear()",
	"{v1} := new(sync.Map)\n{v1}.Store(⟨{s}¦[]int{}¦any([]int{1})⟩, {i})\n{v1}.Range(func(k, v any) bool {\n{v1}.Delete(k)\nreturn v ⟨!= nil¦.(string) != \"\"⟩\n})",
	"{v1} := new(atomic.Value)\n⟨{v1}.Store(1)¦{v1}.Store(any(nil))⟩\n_, _ = {v1}.Load().(int)\n⟨¦{v1}.Store(\"a\")⟩",
	"{v1} := new(atomic.Value)\n{v1}.Store(1)\nassert {v1} != nil\n{v2} := {v1}.Swap(⟨2¦\"b\"⟩)\n_ = {v1}.CompareAndSwap(2, ⟨3¦\"c\"⟩)\n_ = {v2}",
	"{v1} := new(atomic.Uint64)\n{v1}.Store({u})\n_ = {v1}.Or(1)\n{v2} := {v1}.And(7)\n{v3} := {v1}.Load()\nassert {v3} ⟨<= 7¦== {v2}⟩\n_, _ = {v2}, {v3}",
	"var {v1} atomic.Int32\n_ = {v1}.Add(⟨2¦1⟩)\n_ = {v1}.CompareAndSwap(2, 5)\n{v2} := {v1}.Swap(0)\nassert {v2} == 5\n_ = 10 / {v2}",
	"{v1} := uint32({v})\natomic.StoreUint32(&{v1}, 6)\n_ = atomic.AndUint32(&{v1}, 3)\n_ = atomic.OrUint32(&{v1}, ⟨8¦4⟩)\nassert {v1} == 10\n_ = atomic.SwapUint32(&{v1}, 0)",
	"{v1}, {v2} := context.WithCancel(context.Background())\ndefer {v2}()\n_ = {v1}.Err()\n_, _ = {v1}.Deadline()",
	"{v1} := context.WithValue(context.TODO(), ⟨1¦[]int{}¦any(nil)⟩, {i})\n_ = {v1}.Value({i})\n_ = context.Cause({v1})",
	"{v1}, {v2} := context.WithTimeout(⟨context.Background()¦nil⟩, time.Duration({k}))\nselect {\ncase <-{v1}.Done():\n⟨_ = {v1}.Err()¦assert {v1} == nil\n_ = {v1}.Err().Error()⟩\ndefault:\n}\n{v2}()",
	"{v1} := context.WithoutCancel(context.Background())\n{v2} := context.AfterFunc({v1}, func() {})\n_ = {v2}()",
	"{v1} := 0\n{v2} := time.AfterFunc(time.Duration({k}) % 3, func() {\n⟨_ = 1¦{v1}++⟩\n})\n{v1}++\n_ = {v2}.Stop()",
	"{v1} := time.NewTimer(time.Hour)\n_ = {v1}.Reset(time.Duration({k}))\nselect {\ncase <-{v1}.C:\ndefault:\n}\n_ = {v1}.Stop()",
	"{v1} := 0\n{v2} := sync.OnceValues(func() (int, error) {\n{v1}++\nreturn 4 / ⟨1¦{v1} - 1⟩, nil\n})\n{v3}, _ := {v2}()\n_, _ = {v2}()\n_ = {v3}",
}

// contents are containers that hold values of one type alone.
var contents = []kit{
	{
		fields: []fieldKind{{name: "sess", typ: "sync.Map"}, {name: "cfg", typ: "atomic.Value", after: "cfg.Store([]int{1, 2})"}},
		helper: "node@",
		free: []string{
			"{o}.sess.Store({s}, ⟨&node@{val: {i}}¦(*node@)(nil)¦{i}⟩)",
			"if {v1}, ok{v1} := {o}.sess.Load({s}); ok{v1} {\n{v2} := {v1}.(*node@)\n⟨{v2}.mu.Lock()\n{v2}.val++\n{v2}.mu.Unlock()¦{v2}.val++⟩\n}",
			"{v1}, _ := {o}.sess.LoadOrStore({s}, &node@{})\n{v2} := {v1}.(*node@)\n⟨{v2}.mu.Lock()\n{v2}.val = 2\n{v2}.mu.Unlock()¦{v2}.val = 2⟩",
			"{o}.sess.Range(func(k, v any) bool {\n_ = k.(⟨string¦int⟩)\nreturn v.(*node@) != nil\n})",
			"if {i} == 77 {\n{o}.cfg.Store([]int{1, 2}) // as the driver does\n}\n{o}.cfg.Store(⟨[]int{{i}, 2}¦{i}¦\"x\"⟩)",
			"if {v1}, ok{v1} := {o}.cfg.Load().([]int); ok{v1} && len({v1}) > 1 {\n⟨_ = {v1}[1]¦{v1}[1] = 3¦_ = {v1}[2]⟩\n}",
			"{v1} := []int{1, 2}\n{v1}[0] = 2\n{o}.cfg.Store({v1})\n⟨_ = {v1}[0]¦{v1}[0] = 3⟩",
		},
		held: []string{"{o}.sess.Delete({s})"},
	},
}
