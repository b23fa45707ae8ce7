package library

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"io"
	"log"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

//go:generate go run ../internal/tools/librarycalls

var (
	calls = flag.Int("calls", 150, "how often TestConformance calls each function")
	seed  = flag.Uint64("seed", 1, "what TestConformance begins to draw from")
)

// costly says which calls are left out: they would take too much memory or time, or change what other tests need.
var costly = map[string]string{
	"strings.Repeat":                "len(s)*count > 1000000 && len(s)*count <= 2*maxLen",
	"bytes.Repeat":                  "len(b)*count > 1000000 && len(b)*count <= 2*maxLen",
	"slices.Repeat":                 "len(x)*count*size(x) > 1000000 && len(x)*count*size(x) <= 2*maxLen",
	"slices.Grow":                   "n > 1000 && n*size(s) <= 2*maxLen",
	"(*strings.Builder).Grow":       "n > 1000000 && n <= 2*maxLen",
	"(*bytes.Buffer).Grow":          "n > 1000000 && n <= 2*maxLen",
	"bufio.NewReaderSize":           "size > 100000",
	"bufio.NewWriterSize":           "size > 100000",
	"(*bufio.Scanner).Buffer":       "max > 100000",
	"math/rand.Perm":                "n > 1000 && n <= maxLen",
	"math/rand/v2.Perm":             "n > 1000 && n <= maxLen",
	"(*math/rand.Rand).Perm":        "n > 1000 && n <= maxLen",
	"(*math/rand/v2.Rand).Perm":     "n > 1000 && n <= maxLen",
	"math/rand.Shuffle":             "n > 1000",
	"math/rand/v2.Shuffle":          "n > 1000",
	"(*math/rand.Rand).Shuffle":     "n > 1000",
	"(*math/rand/v2.Rand).Shuffle":  "n > 1000",
	"container/ring.New":            "n > 1000",
	"(*container/ring.Ring).Move":   "n > 1000 || n < -1000",
	"(*container/ring.Ring).Unlink": "n > 1000",
	"(*math/big.Int).ProbablyPrime": "n > 20",
	"encoding/json.Indent":          "len(indent) > 100",
	"encoding/json.MarshalIndent":   "len(indent) > 100",
	"strconv.FormatFloat":           "prec > 10000 && prec <= 2*maxLen",
	"strconv.FormatComplex":         "prec > 10000 && prec <= 2*maxLen",
	"strconv.AppendFloat":           "prec > 10000",
	"math.Jn":                       "n > 1000 || n < -1000",
	"math.Yn":                       "n > 1000 || n < -1000",
	"time.Sleep":                    "d > 1000",
	"time.AfterFunc":                "f == nil", // panics in a goroutine of its own
	"context.AfterFunc":             "f == nil",
	"runtime.GOMAXPROCS":            "n > 4",
}

// rare are functions that take long.
var rare = []string{"runtime.GC", "time.Sleep", "path/filepath.Glob", "path/filepath.EvalSymlinks", "os.Hostname"}

// isRare reports whether a function takes long: those listed, and those of compressors, whose objects take a long time to compare.
func isRare(r *Row) bool {
	return slices.Contains(rare, r.Name) || strings.HasPrefix(r.Package(), "compress/") && r.Package() != "compress/lzw"
}

const endsVariable = "CALVIN_LIBRARY_ENDS"

// survived is the exit code of a process in which a function returned that is said to end it.
const survived = 77

func TestMain(m *testing.M) {
	if name := os.Getenv(endsVariable); name != "" {
		fn := reflect.ValueOf(functions[name][0])
		var args []reflect.Value
		for i := range fn.Type().NumIn() {
			arg := reflect.Zero(fn.Type().In(i))
			if arg.Type() == reflect.TypeFor[*log.Logger]() {
				arg = reflect.ValueOf(log.Default())
			}
			args = append(args, arg)
		}
		if fn.Type().IsVariadic() {
			fn.CallSlice(args)
		} else {
			fn.Call(args)
		}
		os.Exit(survived)
	}
	flag.Parse()
	log.SetOutput(io.Discard)
	m.Run()
}

// TestEveryRow checks that each row has a function, instances of generic ones, and that no function is without a row.
func TestEveryRow(t *testing.T) {
	for _, r := range Rows() {
		if len(functions[r.Name]) == 0 {
			t.Errorf("%s: no function; run go generate ./library", r.Name)
		}
	}
	for name := range functions {
		if Of(name) == nil {
			t.Errorf("%s has no row; run go generate ./library", name)
		}
	}
	for name, text := range costly {
		r := Of(name)
		if r == nil {
			t.Errorf("%s, which is costly, has no row", name)
			continue
		}
		x, err := parser.ParseExpr(text)
		if err == nil {
			err = Condition{Text: text, Expr: x}.sane(r.Params)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestConformance calls each function with drawn arguments, and compares what it does with what its row says.
func TestConformance(t *testing.T) {
	silence(t)
	total := &count{}
	for _, r := range Rows() {
		if r.Ends {
			continue
		}
		c := &count{}
		n := *calls
		if isRare(r) {
			n = min(n, 5)
		}
		for i := range n {
			if err := call(r, newChooser(*seed+uint64(i)), c); err != nil {
				t.Errorf("seed %d: %s: %v", *seed+uint64(i), r.Name, err)
				break
			}
		}
		if len(r.Requires) > 0 && c.panics == 0 && n > 100 && needsTrial(r) {
			t.Errorf("%s: of %d calls none panicked", r.Name, c.calls)
		}
		if c.calls*4 < n {
			t.Errorf("%s: only %d of %d calls were made", r.Name, c.calls, n)
		}
		if c.calls > 0 && c.calls == c.panics && !r.Panics {
			t.Errorf("%s: all %d calls panicked", r.Name, c.calls)
		}
		total.add(c)
	}
	fmt.Fprintf(t.Output(), "%d rows, %d functions and instances, %d calls, %d panics, %d writes to arguments, %d calls of arguments\n",
		len(Rows()), instances(), total.calls, total.panics, total.writes, total.called)
}

// silence has what is printed go nowhere until the test ends.
func silence(t testing.TB) {
	stdout := os.Stdout
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout = null
	t.Cleanup(func() { os.Stdout = stdout })
}

// needsTrial reports whether it should be seen that a function panics: what is only asked for may never make a difference.
func needsTrial(r *Row) bool {
	return slices.ContainsFunc(r.Requires, func(c Condition) bool { return c.Exact })
}

func instances() int {
	n := 0
	for _, list := range functions {
		n += len(list)
	}
	return n
}

// TestEnds runs the functions that are said to end the program, each in a process of its own.
func TestEnds(t *testing.T) {
	for _, r := range Rows() {
		if !r.Ends {
			continue
		}
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), endsVariable+"="+r.Name)
		err := cmd.Run()
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == survived || err != nil && exit == nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
}

// FuzzConformance draws which function is called, and its arguments, from the input.
func FuzzConformance(f *testing.F) {
	rows := slices.DeleteFunc(Rows(), func(r *Row) bool { return r.Ends || isRare(r) })
	for i := range rows {
		f.Add(uint16(i), []byte{byte(i), 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5})
	}
	f.Fuzz(func(t *testing.T, row uint16, input []byte) {
		silence(t)
		r, in := rows[int(row)%len(rows)], tape(input)
		if err := call(r, &in, &count{}); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	})
}

// A count is what calls came to.
type count struct{ calls, panics, writes, called int }

func (c *count) add(d *count) {
	c.calls += d.calls
	c.panics += d.panics
	c.writes += d.writes
	c.called += d.called
}

// A trial is one call of a function under observation.
type trial struct {
	row     *Row
	params  []string
	args    []reflect.Value
	results []reflect.Value
	drawer  *drawer
	env     environment
	before  []string // images of the arguments
	panic   any
}

// call draws arguments for one call of the function of a row, makes the call, and says what is not as in the row.
func call(r *Row, from chooser, c *count) error {
	d := &drawer{chooser: from, prober: &prober{}, hints: numbersOf(r)}
	list := functions[r.Name]
	fn := reflect.ValueOf(list[d.IntN(len(list))])
	t := &trial{row: r, drawer: d, env: environment{}}
	params := r.Params[len(r.Params)-fn.Type().NumIn():] // without the receiver of a method of a variable
	for i, name := range params {
		v := d.draw(fn.Type().In(i))
		if _, pointer, _ := r.Method(); pointer && i == 0 && v.IsNil() {
			v.Set(reflect.New(v.Type().Elem())) // no row is about a nil receiver
		}
		if strings.HasPrefix(r.Name, "(context.Context)") && i == 0 && v.IsNil() {
			v.Set(reflect.ValueOf(context.TODO()))
		}
		t.params, t.args = params, append(t.args, v)
		t.env[name] = v
	}
	if text, ok := costly[r.Name]; ok {
		x, err := parser.ParseExpr(text)
		if err != nil {
			return err
		}
		if t.env.holds(Condition{Expr: x}) {
			return nil
		}
	}
	for _, a := range t.args {
		t.before = append(t.before, image(a))
	}
	t.run(fn)
	c.calls++
	c.called += int(d.funcs.Load() + d.methods.Load() + d.prints.Load())
	if t.panic != nil {
		c.panics++
	}
	if err := t.check(c); err != nil {
		return fmt.Errorf("with %s: %w", strings.Join(t.before, ", "), err)
	}
	return nil
}

// numbersOf returns the numbers in the conditions of a row.
func numbersOf(r *Row) []int64 {
	var list []int64
	for _, c := range slices.Concat(r.Requires, r.Ensures) {
		ast.Inspect(c.Expr, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok {
				if v, err := strconv.ParseInt(lit.Value, 0, 64); err == nil {
					list = append(list, v)
				}
			}
			return true
		})
	}
	return list
}

func (t *trial) run(fn reflect.Value) {
	defer func() {
		t.drawer.returned.Store(true)
		t.panic = recover()
	}()
	args := slices.Clone(t.args)
	if fn.Type().IsVariadic() {
		t.results = fn.CallSlice(args)
	} else {
		t.results = fn.Call(args)
	}
	if len(t.results) == len(t.row.Results) {
		for i, name := range t.row.Results {
			t.env[name] = t.results[i]
		}
	}
}

// check compares what the call did with what the row says.
func (t *trial) check(c *count) error {
	asked, demanded := true, t.row.Panics // that all holds which the function needs, and that it panics
	for _, cond := range t.row.Requires {
		if !t.env.holds(cond) {
			asked, demanded = false, demanded || cond.Exact
		}
	}
	allowed := !asked || t.row.Panics || len(t.row.Believed) > 0
	switch {
	case t.panic != nil && !allowed:
		return fmt.Errorf("it panics: %v", t.panic)
	case t.panic != nil:
		return nil
	case demanded:
		return errors.New("it does not panic")
	}
	for _, cond := range t.row.Ensures {
		if asked && !t.env.holds(cond) {
			return fmt.Errorf("%s does not hold of %v", cond.Text, t.results)
		}
	}
	return errors.Join(t.checkWrites(c), t.checkCalls(), t.checkKept())
}

// at returns the parameter of an argument.
func (t *trial) at(i int) int { return i + len(t.row.Params) - len(t.params) }

// mixes reports whether what argument i leads to may be reached from other arguments afterwards.
func (t *trial) mixes(i int) bool { return t.row.Keeps(t.at(i)) || t.row.Copies(t.at(i)) }

// checkWrites compares the arguments before and after the call. Where arguments share memory, it is enough that one of them may
// be written.
func (t *trial) checkWrites(c *count) error {
	for i, a := range t.args {
		if image(a) == t.before[i] {
			continue
		}
		c.writes++
		if !t.row.Writes(t.at(i)) && !(t.drawer.shared && len(t.row.writes) > 0) && !t.callsBack() {
			return fmt.Errorf("it writes %s", t.params[i])
		}
	}
	return nil
}

// callsBack reports whether code of the arguments may have run, which may write them.
func (t *trial) callsBack() bool {
	return t.drawer.funcs.Load()+t.drawer.methods.Load()+t.drawer.prints.Load() > 0
}

// checkCalls compares which functions and methods of the arguments were called.
func (t *trial) checkCalls() error {
	switch r, d := t.row, t.drawer; {
	case d.funcs.Load() > 0 && len(r.calls) == 0 && len(r.later) == 0:
		return errors.New("it calls a function")
	case d.methods.Load() > 0 && len(r.calls) == 0 && len(r.writes) == 0:
		return errors.New("it calls a method")
	case d.prints.Load() > 0 && len(r.prints) == 0 && len(r.calls) == 0:
		return errors.New("it calls a method that prints")
	}
	return nil
}

// checkKept changes the arguments one after the other: neither the results nor another argument may change with them, unless
// the row says so.
func (t *trial) checkKept() error {
	if t.drawer.shared {
		return nil
	}
	for i, a := range t.args {
		results, others := images(t.results), make([]string, len(t.args))
		for j, b := range t.args {
			others[j] = image(b)
		}
		scramble(a, t.row.Copies(t.at(i)))
		if !t.row.Aliases(t.at(i)) && !slices.Equal(results, images(t.results)) {
			return fmt.Errorf("the results lead to memory of %s", t.params[i])
		}
		for j, b := range t.args {
			if j != i && !t.mixes(i) && !t.mixes(j) && image(b) != others[j] {
				return fmt.Errorf("%s leads to memory of %s afterwards", t.params[j], t.params[i])
			}
		}
	}
	if t.drawer.late.Load() > 0 && len(t.row.later)+len(t.row.aliases)+len(t.row.keeps) == 0 {
		return errors.New("it calls a function after it has returned")
	}
	return nil
}

func images(list []reflect.Value) []string {
	var all []string
	for _, v := range list {
		all = append(all, image(v))
	}
	return all
}
