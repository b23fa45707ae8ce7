package nasty

import "strings"

// A form is a function body with names to be chosen: $a to $z stand for names, OUT for what prints, TOP for the beginning of names
// that it declares for the package, @path for an imported package.
type form struct {
	uses    string // predeclared names that have their meaning here
	imports []string
	dot     string // package of a dot import
	top     string
	body    string
}

func (f form) words() []string { return strings.Fields(f.uses) }

var forms = []form{
	{uses: "int", body: `	$a := []int{3, 1, 2}
	for $b, $c := range $a {
		OUT($b, $c)
	}`},
	{uses: "int", body: `	$a := [3]int{3, 1, 2}
	$p := &$a
	for $b := range $p {
		OUT($b)
	}
	for $b, $c := range $p {
		$p[$b]++
		OUT($b, $c, $p[$b])
	}
	$c := 2
	for $c, $p[$c] = range $a {
		OUT($c)
	}`, top: "var TOPunused int"},
	{uses: "string rune", body: `	$a := "aé"
	var $b rune
	$f := func() rune { return $b }
	for _, $b = range $a {
		OUT($b, $f())
	}
	for $c, $d := range $a {
		OUT($c, string($d))
	}`},
	{uses: "int string", body: `	$m := map[string]int{"a": 1}
	for $k, $v := range $m {
		OUT($k, $v)
	}
	if $v, $o := $m["a"]; $o {
		OUT($v)
	}
	$m["b"]++
	$m["b"] += 2
	delete_ := $m["b"]
	OUT(delete_)`},
	{uses: "int make len cap close", body: `	$c := make(chan int, 3)
	$c <- 1
	$c <- 2
	OUT(len($c), cap($c))
	close($c)
	for $v := range $c {
		OUT($v)
	}
	$v, $o := <-$c
	OUT($v, $o)`},
	{uses: "int make", body: `	$c, $d := make(chan int, 1), make(chan int)
	$l:
	for {
		select {
		case $c <- 1:
			OUT("sent")
		case $v, $o := <-$c:
			OUT($v, $o)
			break $l
		case <-$d:
		}
	}
	select {
	case $v := <-$c:
		OUT($v)
	default:
		OUT("default")
	}`},
	{uses: "int", imports: []string{"sync"}, body: `	var $m @sync.Mutex
	var $w @sync.WaitGroup
	$n := 0
	for $i := 0; $i < 3; $i++ {
		$w.Add(1)
		go func($j int) {
			defer $w.Done()
			$m.Lock()
			defer $m.Unlock()
			$n += $j
		}($i)
	}
	$w.Wait()
	OUT($n)
	$f, $g := $m.Lock, $m.Unlock
	$f()
	$g()
	OUT($m.TryLock())`},
	{uses: "int int32", imports: []string{"sync/atomic"}, body: `	var $n @sync/atomic.Int64
	$f := $n.Add
	OUT($f(2), $n.Load(), $n.CompareAndSwap(2, 5))
	var $i int32
	OUT(@sync/atomic.AddInt32(&$i, 2))`},
	{uses: "error string", top: `type TOPerr struct{ s string }

func (e *TOPerr) Error() string { return e.s }

func TOPfail() ($e error) {
	defer func() { $f := $e; OUT($f) }()
	$e = &TOPerr{"failed"}
	return $e
}

var TOPnone error`, body: `	if $e := TOPfail(); $e != TOPnone {
		OUT($e.Error())
	}`},
	{imports: []string{"io", "os"}, top: `var TOPw @io.Writer = @os.Stdout`, body: `	OUT(TOPw == @os.Stdout)`},
	{uses: "error string", imports: []string{"io", "strings"}, top: `var TOPr @io.Reader = @strings.NewReader("abc")
var TOPs, TOPt interface{} = TOPr, @strings.ToUpper("x")`, body: `	$b, $e := @io.ReadAll(TOPr)
	OUT(string($b), $e, TOPt)`},
	{imports: []string{"time"}, top: `const TOPd @time.Duration = 3 * @time.Second
var TOPv = [...]@time.Month{@time.May: @time.June}
var TOPf = @time.Now`, body: `	OUT(TOPd, TOPv[@time.May], TOPf().IsZero())`},
	{dot: "strings", body: `	OUT(ToUpper("dot"))
	var $b Builder
	$f := $b.WriteString
	$f("x")
	OUT($b.String())`},
	{dot: "sync", body: `	var $m Mutex
	func() {
		$m.Lock()
		defer $m.Unlock()
		OUT("locked")
	}()`},
	{dot: "time", body: `	$n := Now
	OUT($n().IsZero(), Duration(3)*Second)`},
	{dot: "sync/atomic", body: `	var $n Int32
	$n.Add(3)
	OUT($n.Load())`},
	{uses: "int", imports: []string{"math/rand"}, body: `	OUT(@math/rand.Intn(1), @math/rand.New(@math/rand.NewSource(1)).Intn(1))`},
	{uses: "int comparable any", top: `type TOPpair[K comparable, V any] struct {
	k K
	v V
}

func (p *TOPpair[K, V]) get() (K, V) { return p.k, p.v }

func TOPmap[T, U any]($s []T, $f func(T) U) ($r []U) {
	for _, $x := range $s {
		$r = append_TOP($r, $f($x))
	}
	return
}

func append_TOP[T any](s []T, x T) []T {
	t := new_TOP[T](s)
	for i := range s {
		t[i] = s[i]
	}
	t[count_TOP(s)] = x
	return t
}

func new_TOP[T any](s []T) []T { n := [8]T{}; return n[:count_TOP(s)+1] }

func count_TOP[T any](s []T) int {
	n := 0
	for range s {
		n++
	}
	return n
}`, body: `	$p := TOPpair[int, []int]{1, []int{2}}
	$k, $v := $p.get()
	$g := (*TOPpair[int, []int]).get
	_, $w := $g(&$p)
	OUT($k, $v, $w, TOPmap([]int{1, 2}, func($i int) int { return $i * 2 }))`},
	{uses: "int len cap append copy clear min max make new", body: `	$s := make([]int, 2, 5)
	$f := func() []int { $s = append($s, 4); return $s }
	$t := append($s, $f()...)
	OUT(len($t), cap($s), copy($s, $t), min($s[0], 1), max(3, len($s)))
	$m := map[int]int{1: 2}
	clear($m)
	clear($s)
	$n := new(int)
	*$n = len($m)
	OUT($m, $s, *$n)`},
	{uses: "int iota", top: `const (
	TOPa = 1 << iota
	_
	TOPb
	TOPc = "x"
)

type TOPenum int

const (
	TOPd TOPenum = iota + 1
	TOPe
)

func (e TOPenum) Next() TOPenum { return e + 1 }`, body: `	$a := [...]TOPenum{TOPd: TOPe, TOPe: TOPd}
	$f := $a[1].Next
	OUT(TOPa, TOPb, TOPc, $a, $f(), TOPenum.Next(4))`},
	{uses: "int string", imports: []string{"encoding/json"}, top: "type TOPs struct {\n\tA int `json:\"len,omitempty\"`\n\tstruct_ struct {\n\t\tlen, cap int\n\t}\n\tB *string `json:\"b\" x:\"}\"`\n}", body: `	$s := &TOPs{A: 1}
	$s.struct_.len++
	$s.struct_.cap = $s.struct_.len + 1
	$b, $e := @encoding/json.Marshal($s)
	OUT(string($b), $e, $s.struct_)`},
	{uses: "int string error", body: `	for _, $v := range []interface{}{1, "s", 2.5, []int{1}, &struct{ len int }{3}} {
		switch $x := $v.(type) {
		case int, string:
			OUT($x)
		case []int:
			OUT($x[0])
		case *struct{ len int }:
			$x.len++
			OUT($x.len)
		case error:
		default:
			OUT("other")
		}
	}`},
	{uses: "int", body: `	$i := 0
	$p := &$i
$l:
	if *$p < 3 {
		*$p++
		$f := func() int { return $i }
		$i, *$p = $f(), $f()
		goto $l
	}
	OUT($i)`},
	{uses: "int", body: `	$n := 0
	$f := func() int { $n++; return $n }
	goto $l
$k:
	OUT($n, $f())
	return
$l:
	switch $n + $f() {
	case $n + $f():
		OUT("equal")
	default:
		OUT("not")
	}
	goto $k`},
	{uses: "int", body: `	$n := 0
	$s := []int{1, 2}
	$f := func() []int { $n++; return $s }
	goto $l
$l:
	for $i, $x := range $f() {
		if $x > 1 {
			break $l
		}
		$s[$i] += $n
		continue $l
	}
	OUT($s, $n)`},
	{uses: "int", body: `$l:
	for $i := 0; $i < 3; $i++ {
	$m:
		for {
			switch {
			case $i == 1:
				continue $l
			case $i == 2:
				break $l
			default:
				break $m
			}
		}
		OUT($i)
	}`},
	{uses: "int bool", body: `	$s := func($y func(int, int) bool) {
		for $i := 0; $i < 3; $i++ {
			if !$y($i, $i*$i) {
				return
			}
		}
	}
	$t := 0
	for $i, $v := range $s {
		defer func() { OUT("deferred", $i) }()
		if $i == 2 {
			break
		}
		$t += $v
	}
	for $t = range 3 {
		OUT($t)
	}
	OUT($t)`},
	{uses: "int", body: `	$h := PKG.New()
	$p := &PKG.Value
	$f := $h.Add
	OUT($h.Add(1), $f(2), $p.N, $h.N)
	$h.N, $p.N = $f(1), $h.Add(1)
	$v := PKG.Value
	$g := func() { $v.N++ }
	$g()
	OUT($h.N, $v.N)
	PKG.Value.N = 2`},
	{uses: "int16", top: `var TOPh, TOPi = PKG.New(), PKG.Value
var TOPl = []interface{}{PKG.New(), &PKG.Value}
var TOPg = func() int16 { return 4 }()`, body: `	OUT(TOPh.N, TOPi.N, TOPg)
	_ = TOPl`},
	{uses: "int string", top: `type TOPbase struct{ n int }

func (b *TOPbase) Inc() int { b.n++; return b.n }
func (b TOPbase) Get() int  { return b.n }

type TOPmid struct{ *TOPbase }
type TOPalias = TOPmid
type TOPouter struct {
	TOPalias
	s string
}`, body: `	$o := TOPouter{TOPalias{&TOPbase{1}}, "s"}
	$f, $g := $o.Inc, $o.Get
	$f()
	defer $o.Inc()
	go TOPouter.Get($o)
	OUT($o.n, $g(), $o.Get(), TOPouter.Inc($o), (*TOPouter).Get(&$o), $o.s)`},
	{uses: "int", top: `func TOPresults($a, $b int) ($c int, $d func() int) {
	$d = func() int { return $c }
	{
		$c := $b
		if $a > 1 {
			return $a, $d
		}
		_ = $c
	}
	$c++
	return $c + $b, func() int { return $c }
}`, body: `	$r, $f := TOPresults(1, 2)
	OUT($r, $f())
	$r, $f = TOPresults(3, 4)
	OUT($r, $f())`},
	{uses: "int panic recover", body: `	func() {
		defer func() {
			$r := recover()
			OUT($r)
		}()
		var $a []int
		$p := &$a
		(*$p)[2]++
	}()
	func() {
		defer func() { OUT(recover()) }()
		panic("p")
	}()`},
	{uses: "int", imports: []string{"context", "time"}, body: `	$c, $f := @context.WithTimeout(@context.Background(), @time.Hour)
	defer $f()
	OUT($c.Err() == TOPnil(), @context.Cause($c))
	$g := @context.WithCancel
	$d, $h := $g($c)
	$h()
	<-$d.Done()
	OUT($d.Err())`, top: `func TOPnil() (e interface{ Error() string }) { return }`},
	{uses: "int string", body: `	$m := map[string]map[int][]int{"a": {1: {2}}}
	$f := func() string { return "a" }
	$m[$f()][1][0]++
	$m[$f()][1] = $m["a"][1]
	OUT($m[$f()][1][0], $m)
	$n := map[string]int{$f(): 1, "b": $m[$f()][1][0]}
	OUT($n)
	$k := [...]string{$f(), "x"}
	$p := &$k
	$n[$p[1]], $p[0] = 4, "z"
	OUT($n, $k)`},
	{uses: "int complex64 real imag complex float32 uint8 uintptr bool byte", body: `	var $c complex64 = complex(1, 2)
	$f := func() { $c += 1 }
	$f()
	OUT(real($c), imag($c), uint8(3), uintptr(4), !bool($c == 2), []byte("x"), float32(1)/2)
	$s := 3
	$g := func() int { $s++; return $s }
	$a := uint8(1)<<$s + uint8($g())
	OUT($a, $s == $g() || $s != 0, $s&^1)`},
	{uses: "int true false", body: `	$a, $b := true, false
	$f := func() { $a, $b = $b, $a }
	$f()
	if $a || !$b && true {
		OUT($a, $b)
	}
	for $i := 0; $a != true; $i++ {
		$f()
	}
	OUT($a)`},
	{uses: "int nil", body: `	var $m map[int]int
	var $s []int
	var $f func()
	var $e interface{}
	$g := func() { $s, $m, $f, $e = nil, nil, nil, nil }
	$g()
	OUT($m == nil, $s == nil, $f == nil, $e == nil, $m[3])
	for range $m {
	}
	for range $s {
	}`},
	{uses: "string", imports: []string{"embed"}, top: `//go:embed data.txt
var TOPdata string

//go:embed data.txt
var TOPfs @embed.FS`, body: `	$b, $e := TOPfs.ReadFile("data.txt")
	OUT(TOPdata, string($b), $e)`},
	{uses: "string", imports: []string{"fmt", "strconv"}, top: `type TOPt struct{ s string }

func (t TOPt) String() string { return @strconv.Quote(t.s) }

var _ @fmt.Stringer = TOPt{}`, body: `	type $t = TOPt
	type $u struct {
		$t
		f func() @fmt.Stringer
	}
	$v := $u{f: func() @fmt.Stringer { return $t{"f"} }}
	$v.s = "v"
	$p := &$v
	$f := $p.String
	OUT($p, $f(), $v.f().String())`},
	{uses: "int", body: `	type $t struct{ a, b int }
	$v := $t{1, 2}
	$p := &$v
	$f := func() $t { $p.a++; return $v }
	$w := []$t{$v, $f(), *$p}
	$m := map[$t]*$t{*$p: $p, $f(): $p}
	$v.a, $w[0].b = $f().a, $w[1].a
	OUT($v, $w)
	for $k, $x := range $m {
		_, _ = $k, $x
	}
	$c := [1]chan $t{}
	_ = $c`},
	{uses: "int int32", imports: []string{"unsafe"}, body: `	var $a struct{ x, y int32 }
	$p := @unsafe.Pointer(&$a)
	*(*int32)(@unsafe.Add($p, @unsafe.Offsetof($a.y))) = 5
	OUT($a.y, @unsafe.Sizeof($a))`},
	{uses: "int make", body: `	$c := make(chan func() int, 2)
	$n := 4
	$c <- func() int { $n++; return $n }
	$f := <-$c
	$d := make(chan<- int, $f())
	$d <- $n + $f()
	OUT($n)
	var $e <-chan func() int = $c
	$c <- $f
	OUT((<-$e)())`},
	{uses: "int bool", imports: []string{"sort", "sync"}, top: `type TOPlist struct {
	@sync.RWMutex
	items []int
}

func (l *TOPlist) Len() int           { return lenOf_TOP(l.items) }
func (l *TOPlist) Less(i, j int) bool { return l.items[i] < l.items[j] }
func (l *TOPlist) Swap(i, j int)      { l.items[i], l.items[j] = l.items[j], l.items[i] }

func lenOf_TOP(s []int) (n int) {
	for range s {
		n++
	}
	return n
}`, body: `	$l := &TOPlist{items: []int{3, 1, 2}}
	$l.Lock()
	@sort.Sort($l)
	$l.Unlock()
	var $k @sync.Locker = $l.RLocker()
	$k.Lock()
	defer $k.Unlock()
	OUT($l.items)`},
	{uses: "int bool", imports: []string{"sync"}, body: `	$o := @sync.OnceValue(func() int { OUT("once"); return 1 })
	OUT($o(), $o())
	var $p = @sync.Pool{New: func() interface{} { return 3 }}
	OUT($p.Get())
	var $m @sync.Map
	$m.Store(1, 2)
	$m.Range(func($k, $v interface{}) bool { OUT($k, $v); return 1 > 0 })`},
	{uses: "int", body: `	$x := 1
	$p := &$x
	switch $y := *$p; $y {
	case 1:
		$x++
		fallthrough
	case 5:
		OUT($x, $y)
	case *$p:
	}
	switch $f := func() int { $x++; return $x }; {
	case *$p == $f():
		OUT("read late")
	default:
		OUT("read early")
	}`},
	{uses: "int int8 bool", top: `type TOPtree[T interface{ ~int | ~int8 }] struct {
	left, right *TOPtree[T]
	v           T
}

func (t *TOPtree[T]) walk($y func(T) bool) bool {
	return t == TOPno[T]() || t.left.walk($y) && $y(t.v) && t.right.walk($y)
}

func (t *TOPtree[T]) all() func(func(T) bool) {
	return func($y func(T) bool) { t.walk($y) }
}

func TOPno[T interface{ ~int | ~int8 }]() (t *TOPtree[T]) { return }`, body: `	$t := &TOPtree[int]{v: 2, left: &TOPtree[int]{v: 1}}
	for $v := range $t.all() {
		OUT($v)
	}`},
	{uses: "int string bool", top: `type TOPt struct {
	s []map[string]int
	p []*map[int]bool
	n int
	m map[[1]int][]map[string]string
}

func TOPn() int { return 3 }

var TOPv = &TOPt{
	s: []map[string]int{{"one": 1}, {"two": TOPn()}},
	p: []*map[int]bool{{1: TOPn() > 2}},
	n: TOPn(),
	m: map[[1]int][]map[string]string{{TOPn()}: {{"k": "v"}}},
}`, body: `	$f := func() int { TOPv.n++; return TOPv.n }
	$s := []map[string]int{{"a": TOPv.n}, {"b": $f()}}
	$t := [][2]struct{ x, y int }{{{TOPv.n, $f()}, {1, 2}}, {{y: $f()}}}
	OUT(TOPv.s, *TOPv.p[0], TOPv.m, $s, $t)`},
	{uses: "int uint64 uint8 float64 len", body: `	$a := struct{ m uint64 }{1}
	$p := &$a
	$s := []int{1, 2, 3}
	$f := func() int { $s = $s[1:]; return len($s) }
	$p.m = 1<<len($s) - 1
	$p.m += 1<<40>>$f() | 1<<$s[0]
	$b, $c := uint8(1)<<len($s), -(1 << $f())
	var $d uint64 = 1 << $s[0]
	$d, $p.m = 1<<$f()+2, 1<<62>>len($s)
	OUT($a.m, $b, $c, $d, float64($p.m))
	go func(...uint64) {}(1<<len($s), 1)`},
	{uses: "byte string append copy len int make any", top: `func TOPadd[T []byte | string](dst []byte, src T) []byte {
	dst = append(dst, src[1:]...)
	dst = append(dst, src...)
	$n := copy(dst, src)
	$n += copy(dst[1:], src[:1])
	OUT($n)
	return dst
}

func TOPall[S ~[]E, E any, T ~string]($s S, $t T) (S, []byte) {
	$u := append($s[:1], $s[1:]...)
	copy($u, $s[1:])
	return $u, append([]byte(nilOf_TOP()), $t...)
}

func nilOf_TOP() (b []byte) { return }`, body: `	OUT(TOPadd([]byte("ab"), "cd"), string(TOPadd(make([]byte, 1), []byte("xyz"))))
	$a, $b := TOPall([]int{1, 2}, "t")
	OUT($a, $b)`},
	{uses: "int string", top: `type TOPi interface {
	m() string
	TOPj
}

type TOPj interface{ ~int | ~string }

type TOPk[T ~struct{ x, y int }, P interface{ *T }] struct{ p P }

func (TOPk[T, P]) get($v P) T { return *$v }`, body: `	type $t = struct{ x, y int }
	$v := $t{1, 2}
	$k := TOPk[$t, *$t]{&$v}
	$f := $k.get
	*$k.p = $t{$v.y, $f(&$v).x}
	OUT($v, $f($k.p))`},
}

// A wrapper is a statement with another in its place BODY.
type wrapper struct{ uses, body string }

func (w wrapper) words() []string { return strings.Fields(w.uses) }

var wrappers = []wrapper{
	{"", "func() {\nBODY\n}()"},
	{"", "func() {\ndefer func() {\nBODY\n}()\n}()"},
	{"", "for $i := range 2 {\n_ = $i\nfunc() {\nBODY\n}()\n}"},
	{"", "if $x := 1; $x > 0 {\nBODY\n}"},
	{"true", "switch true {\ncase true:\nfunc() {\nBODY\n}()\n}"},
	{"", "switch $v := interface{}(1).(type) {\ndefault:\n_ = $v\nfunc() {\nBODY\n}()\n}"},
	{"make int close", "{\n$c := make(chan int)\ngo func() {\ndefer close($c)\nBODY\n}()\n<-$c\n}"},
	{"make int", "{\n$c := make(chan int, 1)\nselect {\ncase $c <- 1:\nfunc() {\nBODY\n}()\n}\n}"},
	{"", "$l:\nfor {\nfunc() {\nBODY\n}()\nbreak $l\n}"},
	{"bool int", "for $i := range func($y func(int) bool) { $y(1) } {\n_ = $i\nfunc() {\nBODY\n}()\n}"},
	{"int", "{\nvar $x int\n$p := &$x\n*$p = 1\nfunc() {\nBODY\n}()\n}"},
	{"", "func() {\n$i := 0\n$l:\nif $i < 2 {\n$i++\nfunc() {\nBODY\n}()\ngoto $l\n}\n}()"},
}
