package digest

import (
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// everyone is the home of facts that the translation of any function may ask for.
const everyone = ""

// A writer writes out facts, those about the functions of a package apart from all others.
type writer struct {
	facts  *analysis.Facts
	places *places
	lines  map[string][]string        // by home: what is known
	leads  map[string]map[string]bool // by package: those with functions to which facts about its variables, types and functions lead
	// functions and types are the names of those that were written: many facts are about each.
	functions map[*ssa.Function]string
	types     map[types.Type]string
	scratch   entry // the one that is written
	err       error
}

// skipped are the fields of Facts that are no findings: what they hold is told by the sources, or by what is found beside them.
var skipped = map[string]bool{"Fset": true, "Ssa": true, "Packages": true, "functions": true, "namedMethods": true, "abstractTypes": true, "instances": true, "others": true,
	"carriedInOrder": true}

var (
	posType      = reflect.TypeFor[token.Pos]()
	positionType = reflect.TypeFor[token.Position]()
	typesMap     = reflect.TypeFor[typeutil.Map]()
)

// write writes out all that was found. A kind of value that it does not know is an error.
func (w *writer) write() error {
	v := reflect.ValueOf(w.facts).Elem()
	for i := range v.NumField() {
		if field := v.Type().Field(i); !skipped[field.Name] {
			w.field(field.Name, readable(v.Field(i)))
		}
	}
	return w.err
}

// readable is the addressable v, also if it is in a field that is not exported.
func readable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}

// field writes a field of Facts, or of a struct that is one: maps entry by entry.
func (w *writer) field(name string, v reflect.Value) {
	switch {
	case v.Kind() == reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			home, about := w.home(entries.Key())
			w.entry(name, home, about, func(e *entry) { e.value(entries.Key()); e.value(entries.Value()) })
		}
	case v.Kind() == reflect.Pointer && !v.IsNil() && v.Type().Elem().Kind() == reflect.Struct:
		w.field(name, v.Elem())
	case v.Kind() == reflect.Struct && v.Type() != typesMap:
		for i := range v.NumField() {
			w.field(name+"."+v.Type().Field(i).Name, readable(v.Field(i)))
		}
	default:
		w.entry(name, everyone, everyone, func(e *entry) { e.value(v) })
	}
}

func (w *writer) entry(name, home, about string, write func(*entry)) {
	e := &w.scratch
	*e = entry{w: w, about: about, text: append(e.text[:0], name...)}
	write(e)
	w.lines[home] = append(w.lines[home], string(e.text))
}

// home returns the package of what an entry is about. Of functions nobody asks who cannot reach theirs: such an entry
// has a home. Where it leads to other functions, those get there who can reach what it is about.
func (w *writer) home(key reflect.Value) (home, about string) {
	if key.Kind() == reflect.Interface {
		key = key.Elem()
	}
	if key.Kind() != reflect.Pointer || key.IsNil() {
		return everyone, everyone
	}
	var fn *ssa.Function
	switch x := pointee(key).(type) {
	case *ssa.Function:
		fn = x
	case *ssa.Parameter:
		fn = x.Parent()
	case *ssa.FreeVar:
		fn = x.Parent()
	case ssa.Instruction:
		fn = x.Parent()
	case types.Object:
		if x.Pkg() != nil && w.facts.Packages[x.Pkg().Path()] != nil {
			about = x.Pkg().Path()
		}
		return everyone, about
	}
	home = w.packageOf(fn)
	return home, home
}

func (w *writer) packageOf(fn *ssa.Function) string {
	if fn != nil {
		if info := w.facts.InfoOf(fn); info != nil {
			return info.Ssa.Pkg.Path()
		}
	}
	return everyone
}

// pointee gives the pointer v as what it is, also if it comes from a field that is not exported.
func pointee(v reflect.Value) any {
	return reflect.NewAt(v.Type().Elem(), v.UnsafePointer()).Interface()
}

// sums returns the hashes of what was written, by home.
func (w *writer) sums() map[string]string {
	sums := map[string]string{}
	for home, lines := range w.lines {
		slices.Sort(lines)
		h := sha256.New()
		for _, line := range lines {
			part(h, line)
		}
		sums[home] = string(h.Sum(nil))
	}
	return sums
}

// An entry is what is written of one fact, with all that it leads to.
type entry struct {
	w     *writer
	about string // the package of its subject; everyone if it has none
	text  []byte
	seen  map[address]int // those that it has come to
}

type address struct {
	to reflect.Type
	at uintptr
}

func (e *entry) add(parts ...string) {
	for _, p := range parts {
		e.text = strconv.AppendQuote(append(e.text, ' '), p)
	}
}

func (e *entry) value(v reflect.Value) {
	switch t := v.Type(); {
	case t == posType:
		e.pos(token.Pos(v.Int()))
		return
	case t == positionType:
		e.add(e.w.places.name(position(v)))
		return
	case t == typesMap:
		e.typesMap(v)
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		e.add(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.add(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.add(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		e.add(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	case reflect.String:
		e.add(v.String())
	case reflect.Slice, reflect.Array:
		e.add(strconv.Itoa(v.Len()))
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			e.value(v.Field(i))
		}
	case reflect.Map:
		e.table(v)
	case reflect.Interface:
		if v.IsNil() {
			e.add("nil")
			return
		}
		e.add(v.Elem().Type().String())
		e.value(v.Elem())
	case reflect.Pointer:
		e.pointer(v)
	default:
		e.w.fail(v.Type())
	}
}

func (w *writer) fail(t reflect.Type) {
	if w.err == nil {
		w.err = fmt.Errorf("no digest of a %v", t)
	}
}

func (e *entry) pos(pos token.Pos) {
	if !pos.IsValid() {
		e.add("-")
		return
	}
	e.add(e.w.places.of(pos))
}

// position reads a token.Position, also in a field that is not exported.
func position(v reflect.Value) token.Position {
	return token.Position{Filename: v.Field(0).String(), Offset: int(v.Field(1).Int()), Line: int(v.Field(2).Int()), Column: int(v.Field(3).Int())}
}

// table writes a map in an order that depends on nothing but what is in it.
func (e *entry) table(v reflect.Value) {
	var lines []string
	for entries := v.MapRange(); entries.Next(); {
		inner := &entry{w: e.w, about: e.about}
		inner.value(entries.Key())
		inner.value(entries.Value())
		lines = append(lines, string(inner.text))
	}
	slices.Sort(lines)
	e.add(lines...)
}

func (e *entry) typesMap(v reflect.Value) {
	if !v.CanAddr() {
		e.w.fail(v.Type())
		return
	}
	var lines []string
	readable(v).Addr().Interface().(*typeutil.Map).Iterate(func(key types.Type, value any) {
		inner := &entry{w: e.w, about: e.about}
		inner.typ(key)
		if value != nil {
			inner.value(reflect.ValueOf(value))
		}
		lines = append(lines, string(inner.text))
	})
	slices.Sort(lines)
	e.add(lines...)
}

// pointer writes what has a name by its name, and follows the others.
func (e *entry) pointer(v reflect.Value) {
	if v.IsNil() {
		e.add("nil")
		return
	}
	switch x := pointee(v).(type) {
	case *ssa.Function:
		e.leads(x)
		e.function(x)
	case *ssa.Global:
		e.add(x.String())
	case *types.Scope, *token.FileSet, *ssa.Program: // told by the sources
	case *ssa.BasicBlock:
		e.function(x.Parent())
		e.add(strconv.Itoa(x.Index))
	case ssa.Instruction: // before ssa.Value: most are both
		e.instruction(x)
	case ssa.Value:
		e.add(x.Name(), x.Type().String())
		e.function(x.Parent())
	case types.Object:
		e.object(x)
	case types.Type:
		e.typ(x)
	case ast.Node:
		e.pos(x.Pos())
	case *analysis.PkgInfo:
		e.add(x.Ssa.Pkg.Path())
	case *ssa.Package:
		e.add(x.Pkg.Path())
	case *types.Package:
		e.add(x.Path())
	default:
		a := address{v.Type(), v.Pointer()}
		if n, ok := e.seen[a]; ok {
			e.add(strconv.Itoa(n))
			return
		}
		if e.seen == nil {
			e.seen = map[address]int{}
		}
		e.seen[a] = len(e.seen)
		e.value(v.Elem())
	}
}

// leads notes that the fact leads to a function of another package than the one that it is about.
func (e *entry) leads(fn *ssa.Function) {
	home := e.w.packageOf(fn)
	if home == everyone || home == e.about {
		return
	}
	if e.w.leads[e.about] == nil {
		e.w.leads[e.about] = map[string]bool{}
	}
	e.w.leads[e.about][home] = true
}

func (e *entry) function(fn *ssa.Function) {
	if fn == nil {
		e.add("nil")
		return
	}
	name, ok := e.w.functions[fn]
	if !ok {
		name = fn.String()
		e.w.functions[fn] = name
	}
	e.add(name, fn.Synthetic)
	e.pos(fn.Pos())
}

// instruction names an instruction by where it is. That it is a fact's value makes its function one.
func (e *entry) instruction(instr ssa.Instruction) {
	fn := instr.Parent()
	e.leads(fn)
	e.function(fn)
	e.add(instr.String())
	if v, ok := instr.(ssa.Value); ok {
		e.add(v.Name())
	}
	e.pos(instr.Pos())
}

func (e *entry) object(obj types.Object) {
	pkg := ""
	if obj.Pkg() != nil {
		pkg = obj.Pkg().Path()
	}
	e.add(pkg, obj.Name())
	e.pos(obj.Pos())
}

func (e *entry) typ(t types.Type) {
	name, ok := e.w.types[t]
	if !ok {
		name = types.TypeString(t, nil)
		e.w.types[t] = name
	}
	e.add(name)
	if n, ok := t.(*types.Named); ok {
		e.pos(n.Obj().Pos())
	}
}
