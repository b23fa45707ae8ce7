package desugar

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/desugar/emit"
	"github.com/calvin-go/calvin/ir"
	"github.com/calvin-go/calvin/library"
)

// What functions of the standard library do with what they are passed is what their rows in package library say, with how they
// look at it: here are those that use reflection, or print. Of all others it is believed that they may write what their arguments
// lead to, and that they do not use reflection.

// A handling is what a function does with what its arguments lead to.
type handling uint8

const (
	mayWrite     handling = iota // what all of them lead to
	readsAll                     // reads what they lead to, as a method Write does
	writesFirst                  // may write what the first, or the receiver, leads to, and reads the others
	printsRest                   // prints those of interface types; may write the others
	encodesRest                  // reads the exported fields of those of interface types, in depth; may write the others
	decodesRest                  // writes them so; reads slices of bytes, and may write the others
	inspectsRest                 // looks into those of interface types by reflection, and may write them: nothing is believed
	compares                     // reads all fields of all of them, in depth
	touchesNone
	asItsRow // what its row in package library says
)

// handlings has the functions and methods of the standard library that use reflection or print: how they look at what interfaces
// hold. All but those of which nothing is believed have a row.
var handlings = byHandling(map[handling]string{
	printsRest: `
		errors.Join fmt.Append fmt.Appendf fmt.Appendln fmt.Errorf fmt.Fprint fmt.Fprintf fmt.Fprintln fmt.Print fmt.Printf
		fmt.Println fmt.Sprint fmt.Sprintf fmt.Sprintln
		log.Fatal log.Fatalf log.Fatalln log.Panic log.Panicf log.Panicln log.Print log.Printf log.Println
		(*log.Logger).Fatal (*log.Logger).Fatalf (*log.Logger).Fatalln (*log.Logger).Panic (*log.Logger).Panicf
		(*log.Logger).Panicln (*log.Logger).Print (*log.Logger).Printf (*log.Logger).Println
		log/slog.Any log/slog.AnyValue log/slog.Debug log/slog.DebugContext log/slog.Error log/slog.ErrorContext
		log/slog.Group log/slog.Info log/slog.InfoContext log/slog.Log log/slog.Warn log/slog.WarnContext log/slog.With
		(*log/slog.Logger).Debug (*log/slog.Logger).DebugContext (*log/slog.Logger).Error (*log/slog.Logger).ErrorContext
		(*log/slog.Logger).Info (*log/slog.Logger).InfoContext (*log/slog.Logger).Log (*log/slog.Logger).Warn
		(*log/slog.Logger).WarnContext (*log/slog.Logger).With`,
	encodesRest: `
		encoding/asn1.Marshal encoding/binary.Append encoding/binary.Encode encoding/binary.Size encoding/binary.Write
		(*encoding/gob.Encoder).Encode encoding/json.Marshal encoding/json.MarshalIndent (*encoding/json.Encoder).Encode
		encoding/xml.Marshal encoding/xml.MarshalIndent (*encoding/xml.Encoder).Encode
		(*text/template.Template).Execute (*text/template.Template).ExecuteTemplate`,
	decodesRest: `
		encoding/asn1.Unmarshal encoding/binary.Decode encoding/binary.Read (*encoding/gob.Decoder).Decode encoding/json.Unmarshal
		(*encoding/json.Decoder).Decode encoding/xml.Unmarshal (*encoding/xml.Decoder).Decode`,
	inspectsRest: `
		(*encoding/xml.Decoder).DecodeElement (*encoding/xml.Encoder).EncodeElement expvar.Publish
		(*html/template.Template).Execute (*html/template.Template).ExecuteTemplate
		reflect.Append reflect.Copy reflect.Indirect reflect.Swapper reflect.ValueOf
		(*testing.common).Error (*testing.common).Errorf (*testing.common).Log (*testing.common).Logf
		(testing.TB).Error (testing.TB).Errorf (testing.TB).Log (testing.TB).Logf`,
	compares:    `reflect.DeepEqual`,
	touchesNone: `context.WithValue reflect.TypeOf runtime.KeepAlive`,
})

func byHandling(lists map[handling]string) map[string]handling {
	table := map[string]handling{}
	for c, list := range lists {
		for name := range strings.FieldsSeq(list) {
			table[name] = c
		}
	}
	return table
}

// isSynchronised reports whether t is a type of the standard library of which goroutines may use one value at the same time.
func isSynchronised(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && library.IsSynchronised(n.Obj().Pkg().Path()+"."+n.Obj().Name())
}

// usesOf tells what a call does with each of its arguments, and whether it does anything.
func (t *translator) usesOf(inv *emit.Invocation, name string) func(passed) (use, bool) {
	does, params := handlingOf(inv), declaredParams(inv)
	verbs, row := verbsOf(inv), t.completeRow(inv)
	return func(p passed) (use, bool) {
		param := params(p.arg)
		opaque := param != nil && analysis.IsInterface(param)
		u := use{by: name}
		if inv.Contract != nil {
			u.write, u.sure, u.told = t.writesByContract(inv, p.arg), t.isAsked(inv, p), true
			return u, true
		}
		if row != nil && (does == asItsRow || library.Of(row.Name) == nil) {
			u.write = t.writesArgument(inv, row, p.arg)
			if u.sure = does == asItsRow && u.write || t.isAsked(inv, p); overwrites(param) {
				u.fields = allFields
			}
			return u, true
		}
		switch does {
		case touchesNone:
			return u, false
		case readsAll:
		case asItsRow:
			u.write = writesByRow(inv, p.arg)
			if u.sure = u.write; u.write && overwrites(param) {
				u.fields = allFields
			}
		case writesFirst:
			u.write = p.arg == 0
		case compares:
			u.fields, u.deep = allFields, true
		case printsRest:
			if u.write = !opaque; opaque {
				u.fields, u.prints = allFields, verbs.callMethods(p.arg)
				return u, !verbs.lookAtNothing(p.arg)
			}
		case encodesRest:
			if u.write = !opaque; opaque {
				u.fields, u.deep = exportedFields, true
			}
		case decodesRest:
			if u.write = !analysis.IsByteSlice(p.typ); opaque {
				u.fields, u.deep = exportedFields, true
				u.sure = u.write
			}
		case inspectsRest:
			if u.write = true; opaque {
				u.fields, u.deep = allFields, true
			}
		default:
			if u.write = true; overwrites(param) {
				u.fields = allFields
			}
		}
		return u, true
	}
}

// surely says of objects of types that one goroutine at a time may use what is known for certain: a method uses its
// receiver, and what a function writes by its row it uses.
func (t *translator) surely(inv *emit.Invocation, uses func(passed) (use, bool)) func(passed) (use, bool) {
	row := t.rowAt(inv)
	return func(p passed) (use, bool) {
		u, ok := uses(p)
		if ok {
			u = t.writesAddressed(inv, p, u)
		}
		if inv.Contract == nil && t.fills(inv, row, p) {
			u.sure, u.write = true, true
			return u, true
		}
		if inv.Common.IsInvoke() || inv.Callee.Fn == nil || !t.isUnsynchronised(p.typ) {
			return u, ok
		}
		switch {
		case p.arg == 0 && inv.Callee.Fn.Fn.Signature.Recv() != nil:
			u.sure, u.write = true, row == nil || row.Writes(0)
			if inv.Contract != nil {
				u.write = t.writesByContract(inv, 0)
			}
		case row != nil && row.Writes(p.arg):
			u.sure, u.write = true, true
		case row != nil && row.Package() == "math/big": // an operand is read
			u.sure, u.write = true, false
		default:
			return u, ok
		}
		return u, true
	}
}

// writesByRow reports whether the row of the function that is called says that it writes what the argument leads to.
func writesByRow(inv *emit.Invocation, arg int) bool {
	if inv.Common.IsInvoke() {
		return library.Of(inv.Common.Method.FullName()).Writes(arg + 1) // the receiver is no argument
	}
	return library.Of(analysis.Object(inv.Callee.Fn.Fn).FullName()).Writes(arg)
}

// handlingOf looks up what a call does. A method Write, whatever it belongs to, only reads what it is passed, as io.Writer says.
func handlingOf(inv *emit.Invocation) handling {
	var fn *types.Func
	if inv.Common.IsInvoke() {
		fn = inv.Common.Method
	} else if callee := inv.Callee.Fn; callee != nil {
		fn = analysis.Object(callee.Fn)
	}
	if fn == nil || fn.Pkg() == nil {
		return mayWrite
	}
	if c, ok := handlings[fn.FullName()]; ok {
		return c
	}
	recv := fn.Signature().Recv()
	switch {
	case library.Of(fn.FullName()) != nil:
		return asItsRow
	case recv != nil && isWriter(fn) && inv.Common.IsInvoke():
		return readsAll
	case recv != nil && isWriter(fn):
		return writesFirst
	}
	switch kind, _ := conventionOf(fn); kind {
	case decodesOne:
		return decodesRest
	case encodesOne:
		return encodesRest
	}
	return mayWrite
}

// isWriter reports whether fn is a method as io.Writer and its like have it.
func isWriter(fn *types.Func) bool {
	params := fn.Signature().Params()
	return slices.Contains([]string{"Write", "WriteAt", "WriteString"}, fn.Name()) && params.Len() > 0 &&
		(analysis.IsByteSlice(params.At(0).Type()) || isString(params.At(0).Type()))
}

// overwrites reports whether a function with a parameter of that type may write whole structs of a type that it need not know.
func overwrites(param types.Type) bool {
	if param == nil {
		return false
	}
	ptr, ok := param.Underlying().(*types.Pointer)
	return ok && analysis.IsTypeParam(ptr.Elem())
}

// declaredParams tells the types of the parameters that arguments are for, the receiver first, as they are declared.
func declaredParams(inv *emit.Invocation) func(arg int) types.Type {
	sig := inv.Common.Signature()
	var recv *types.Var
	if callee := inv.Callee.Fn; callee != nil && !inv.Common.IsInvoke() {
		sig = callee.Fn.Signature
		if obj := analysis.Object(callee.Fn); obj != nil {
			sig = obj.Signature()
		}
		recv = sig.Recv()
	}
	return func(arg int) types.Type {
		if recv != nil {
			if arg == 0 {
				return recv.Type()
			}
			arg--
		}
		n := sig.Params().Len()
		if sig.Variadic() && arg >= n-1 {
			if s, ok := sig.Params().At(n - 1).Type().Underlying().(*types.Slice); ok {
				return s.Elem()
			}
		}
		if arg >= n {
			return nil
		}
		return sig.Params().At(arg).Type()
	}
}

// verbs are what a format says of the arguments that follow it.
type verbs struct {
	first int // the argument that the first verb is for
	known bool
	each  []string // flags and verb
	// plain: there is no format, all is printed as by %v.
	plain bool
}

// verbsOf reads the format of a call, if it has one and that is a constant.
func verbsOf(inv *emit.Invocation) verbs {
	if !strings.HasSuffix(calledName(inv), "f") {
		return verbs{plain: true}
	}
	params := declaredParams(inv)
	for i, arg := range inv.Argv {
		p := params(i)
		if p == nil || !isString(p) {
			continue
		}
		c, ok := arg.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.String {
			return verbs{}
		}
		return parseVerbs(constant.StringVal(c.Value), i+1)
	}
	return verbs{}
}

// calledName is the name of the function or method that is called, if that is known.
func calledName(inv *emit.Invocation) string {
	switch callee := inv.Callee.Fn; {
	case inv.Common.IsInvoke():
		return inv.Common.Method.Name()
	case callee != nil:
		return callee.Fn.Name()
	}
	return ""
}

// parseVerbs reads a format. One that says which arguments it means, or takes widths from them, is not understood.
func parseVerbs(format string, first int) verbs {
	v := verbs{first: first, known: true}
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return v
		}
		format = format[i+1:]
		end := strings.IndexFunc(format, func(r rune) bool { return !strings.ContainsRune("+-# 0123456789.", r) })
		if end < 0 || format[end] == '*' || format[end] == '[' {
			return verbs{}
		}
		if format[end] != '%' {
			v.each = append(v.each, format[:end+1])
		}
		format = format[end+1:]
	}
}

func (v verbs) of(arg int) string {
	if i := arg - v.first; v.known && 0 <= i && i < len(v.each) {
		return v.each[i]
	}
	return ""
}

// callMethods reports whether an argument is certainly printed by its methods Error or String, if it has them.
func (v verbs) callMethods(arg int) bool {
	verb := v.of(arg)
	return v.plain || verb != "" && strings.ContainsAny(verb[len(verb)-1:], "vsxXqw") && !strings.Contains(verb, "#")
}

// lookAtNothing reports whether only the type of an argument, or where it is, is printed.
func (v verbs) lookAtNothing(arg int) bool {
	verb := v.of(arg)
	return verb != "" && strings.ContainsAny(verb[len(verb)-1:], "pT")
}

// returning lists the packages of the standard library whose methods tell nobody of their receivers.
var returning = map[string]bool{
	"bufio": true, "bytes": true, "container/list": true, "container/ring": true, "encoding/csv": true, "encoding/json": true,
	"encoding/xml": true, "math/big": true, "math/rand": true, "math/rand/v2": true, "strings": true, "text/tabwriter": true,
}

// makesOwned reports whether a function makes an object of a type of another module that a guard may own, or of which
// callers set the fields.
func (t *translator) makesOwned(inv *emit.Invocation) bool {
	row := t.rowAt(inv)
	made := firstResult(inv.Result)
	return (analysis.MakesNew[inv.Name] || analysis.Wraps[inv.Name] || row != nil && analysis.ReturnsNewAlone(row, inv.Result, 0)) && (t.isRegionalPointer(made) || t.isSetUp(made))
}

// firstResult is the type of the first result of a call: all of what it returns, or the first part.
func firstResult(typ types.Type) types.Type {
	if tuple, ok := typ.(*types.Tuple); ok && tuple.Len() > 0 {
		return tuple.At(0).Type()
	}
	return typ
}

// isRegionalPointer reports whether a type is that of pointers to objects of the standard library, of which one
// goroutine at a time may use one.
func (t *translator) isRegionalPointer(typ types.Type) bool {
	ptr, ok := typ.Underlying().(*types.Pointer)
	return ok && analysis.IsUnsynchronised(ptr.Elem()) && t.prog.IsRegional(ptr.Elem())
}

// isSetUp reports whether the result of a constructor is an object that its caller may set up, by assigning its fields:
// a pointer to a struct of another package without synchronisation of its own, of which it can be said what the fields
// lead to.
func (t *translator) isSetUp(typ types.Type) bool {
	ptr, ok := typ.Underlying().(*types.Pointer)
	if !ok || analysis.IsMessage(typ) || t.isOurs(ptr.Elem()) || analysis.StructName(ptr.Elem()) == nil || analysis.IsGeneric(ptr.Elem()) || !t.prog.IsPlain(ptr.Elem()) ||
		!t.prog.MayBeSetUp(ptr.Elem()) {
		return false
	}
	for f := range ptr.Elem().Underlying().(*types.Struct).Fields() {
		if f.Exported() {
			return true
		}
	}
	return false
}

// isWrapped reports whether what a constructor makes leads to an argument, which is an object of such a type itself, and nothing else does.
func (t *translator) isWrapped(inv *emit.Invocation, p passed) bool {
	row := t.rowAt(inv)
	return row != nil && t.makesOwned(inv) && t.isRegionalPointer(p.typ) && row.Aliases(p.arg) && !row.Keeps(p.arg) && !row.Later(p.arg)
}

// newForeign is the result of such a function: an object of the goroutine's own, of whatever content, that leads to what it wraps.
func (t *translator) newForeign(inv *emit.Invocation, wrapped []typed) emit.Value {
	if analysis.Wraps[inv.Name] && !analysis.WrapsOther(inv.Argv[0], inv.Result) {
		t.Assumption(inv.Pos, "what %s is passed is no %s itself", inv.Name, t.Mem.ShortType(inv.Result))
	}
	made := firstResult(inv.Result)
	t.errorBeside(inv)
	r := t.Mem.NewRef("")
	t.Step(t.Mem.Create(r, nil))
	t.setUp(inv, ir.V(r), analysis.Deref(made))
	t.Frame.NonNil[r] = true
	s := &ir.Step{Mover: ir.BothMover}
	for _, w := range wrapped {
		s.Do = append(s.Do, t.Mem.MarkStored(w.expr)...)
		if !t.Mem.KeepsRegions() {
			continue
		}
		do, conds := t.Mem.JoinContents(ir.V(r), made, w.expr, w.typ)
		s.Do = append(s.Do, do...)
		for _, cond := range conds {
			s.Pre = append(s.Pre, t.Assertion(cond, ir.Check{Kind: ir.OtherRegion}))
		}
	}
	if len(s.Do) > 0 {
		t.Step(s)
	}
	_, several := inv.Result.(*types.Tuple)
	if !several && (analysis.MakesNew[inv.Name] || analysis.Wraps[inv.Name]) {
		return emit.Value{Expr: ir.V(r)}
	}
	// With an error there may be none, nor need there be where only the source tells that it would be new, or a row
	// calls it fresh: it is nil then, or the object that has been made.
	x := ir.V(t.Anything(r.Sort))
	t.Assume(ir.Or(ir.Eq(x, ir.Nil), ir.Eq(x, ir.V(r))))
	if !several {
		return emit.Value{Expr: x}
	}
	v := emit.Value{Parts: []emit.Value{{Expr: x}}}
	for i := 1; i < inv.Result.(*types.Tuple).Len(); i++ {
		v.Parts = append(v.Parts, t.Unknown(inv.Result.(*types.Tuple).At(i).Type()))
	}
	return v
}

// errorBeside lists that the error which a function returns beside something new does not lead to that, as rows that
// are derived from the source do not tell.
func (t *translator) errorBeside(inv *emit.Invocation) {
	tuple, several := inv.Result.(*types.Tuple)
	if several && library.Of(inv.Name) == nil && slices.ContainsFunc(slices.Collect(tuple.Variables()), func(v *types.Var) bool { return analysis.IsError(v.Type()) }) {
		t.Assumption(inv.Pos, "the error that %s returns does not lead to what it returns with it", inv.Name)
	}
}

// unknownOrPassed is what a call returns that gives back anything: of a type that one goroutine at a time may use that
// may be an object which it was passed, and which others need not know.
func (t *translator) unknownOrPassed(inv *emit.Invocation, typ types.Type) emit.Value {
	if tuple, ok := typ.(*types.Tuple); ok {
		v := emit.Value{}
		for part := range tuple.Variables() {
			v.Parts = append(v.Parts, t.unknownOrPassed(inv, part.Type()))
		}
		return v
	}
	sort, err := t.Mem.Sort(typ)
	if err != nil || !t.isUnsynchronised(typ) {
		return t.Unknown(typ)
	}
	row := t.rowAt(inv)
	x := ir.V(t.Anything(sort))
	is := ir.And(t.Mem.Known(x, typ, ir.False)...)
	for _, p := range t.passed(inv) {
		if p.expr != nil && types.Identical(p.typ, typ) && (row == nil || row.Aliases(p.arg) || row.Copies(p.arg)) {
			is = ir.Or(is, ir.Eq(x, t.Stable(p.expr)))
		}
	}
	t.Assume(is)
	return emit.Value{Expr: x}
}

// fromReceiver notes that the elements which a method of a list returns belong to whoever the list belongs to.
func (t *translator) fromReceiver(inv *emit.Invocation, v emit.Value) {
	if v.Expr == nil || inv.Common.IsInvoke() || !t.Mem.Need.Regions || !t.isRegionalPointer(inv.Result) {
		return
	}
	fn := inv.Common.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || !t.isRegionalPointer(fn.Signature.Recv().Type()) {
		return
	}
	if recv := t.ExprOf(inv.Args[0]); recv != nil {
		t.Assume(t.Mem.InRegionWith(v.Expr, inv.Result, 0, recv, fn.Signature.Recv().Type(), nil))
	}
}

// givesBack reports whether nobody knows of what an argument refers to after a call, if nobody did before: the callee keeps it
// nowhere but in itself, and it runs no code of the checked packages that might. A method is such code, as the callee may run it: by the
// interface that it is passed as, or as it prints, encodes or decodes.
func (t *translator) givesBack(inv *emit.Invocation, p passed) bool {
	if t.lendsWriter(inv, p) || t.isScanned(inv, p) {
		return true
	}
	callee := inv.Callee.Fn
	if callee == nil || inv.Common.IsInvoke() || analysis.Object(callee.Fn) == nil || p.from == nil {
		return false
	}
	fn := analysis.Object(callee.Fn)
	if t.onlyPrinted(inv, fn, p) {
		return true
	}
	ptr, ok := p.typ.Underlying().(*types.Pointer)
	if ok && t.prog.IsUnshared(ptr.Elem()) {
		return t.leavesAlone(inv, fn, p)
	}
	if !ok || fn.Pkg() == nil || t.prog.Exposes(ptr.Elem()) > analysis.ExposesMethods && !t.isForeignStruct(ptr.Elem()) {
		return false
	}
	if analysis.IsUnsynchronised(ptr.Elem()) {
		return t.leavesAlone(inv, fn, p)
	}
	if t.prog.HasMethods(ptr.Elem()) {
		return false
	}
	row, path := library.Of(fn.FullName()), fn.Pkg().Path()
	switch handlingOf(inv) {
	case printsRest, encodesRest, decodesRest, compares:
		// A handler of package slog and a function that a template calls get the argument itself.
		return path != "log/slog" && path != "text/template"
	}
	if row == nil || row.Keeps(p.arg) || inv.Used && row.Aliases(p.arg) {
		return false
	}
	return path == "fmt" || fn.Signature().Recv() != nil && p.arg == 0 && returning[path]
}

// onlyPrinted reports whether an argument is printed by package fmt or log, and nobody keeps any of it by that.
func (t *translator) onlyPrinted(inv *emit.Invocation, fn *types.Func, p passed) bool {
	sig := fn.Signature()
	if fn.Pkg() == nil || fn.Pkg().Path() != "fmt" && fn.Pkg().Path() != "log" || handlingOf(inv) != printsRest || !sig.Variadic() {
		return false
	}
	first := sig.Params().Len() - 1
	if sig.Recv() != nil {
		first++
	}
	if p.arg < first || inv.Name == "fmt.Errorf" && types.Implements(p.typ, analysis.ErrorType()) { // the error made has it
		return false
	}
	return t.prog.KeepsNonePrinted(p.typ)
}

// givesBackArray is givesBack for a slice or map of values without references. Functions that it passes to others get
// single elements, but for the bytes that methods Read and Write get, who keep nothing of them.
func (t *translator) givesBackArray(inv *emit.Invocation, p passed) bool {
	switch p.typ.Underlying().(type) {
	case *types.Slice, *types.Map:
	default:
		return false
	}
	if t.prog.LendsBytesTo(inv.Common, p.arg) {
		return true
	}
	row := library.Of(inv.Name)
	return row != nil && inv.Common.StaticCallee() != nil && p.from != nil && t.isFlat(inv, p) && (!row.Runs() || t.prog.LendsAllBytes()) &&
		!row.Keeps(p.arg) && !row.Later(p.arg) && !(inv.Used && (row.Aliases(p.arg) || row.Copies(p.arg)))
}

// leavesAlone is givesBack for an object of a type of which one goroutine at a time may use a value. What stands behind
// its hidden interfaces others have known since it was put there.
func (t *translator) leavesAlone(inv *emit.Invocation, fn *types.Func, p passed) bool {
	if fn.Signature().Recv() != nil && p.arg == 0 {
		return true
	}
	row := t.rowAt(inv)
	return row != nil && row.Unknown == "" && !row.Keeps(p.arg) && !row.Later(p.arg) && !(inv.Used && row.Aliases(p.arg))
}

// isForeignStruct reports whether t is a struct type of a package that is not checked.
func (t *translator) isForeignStruct(typ types.Type) bool {
	n, ok := types.Unalias(typ).(*types.Named)
	return ok && n.Obj().Pkg() != nil && analysis.IsComposite(typ) && !t.isOurs(typ)
}
