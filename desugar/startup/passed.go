package startup

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/addressed"
)

// registering are the functions of the standard library that keep what they are passed, until other functions are called.
var registering = map[string]bool{
	"net/http.Handle": true, "net/http.HandleFunc": true,
	"(*net/http.ServeMux).Handle": true, "(*net/http.ServeMux).HandleFunc": true,
	"flag.Var": true, "flag.Func": true, "flag.BoolFunc": true, "flag.TextVar": true,
	"(*flag.FlagSet).Var": true, "(*flag.FlagSet).Func": true, "(*flag.FlagSet).BoolFunc": true, "(*flag.FlagSet).TextVar": true,
	"os/signal.Notify": true,
}

// isCommon are those of them that give it to all who know the package: a goroutine of another package's initialisation
// may serve requests by then.
var isCommon = map[string]bool{"net/http.Handle": true, "net/http.HandleFunc": true}

// parsing are those that call what was registered with package flag, and come back.
var parsing = map[string]bool{"flag.Parse": true, "(*flag.FlagSet).Parse": true}

// quiet are packages whose functions start no goroutine that calls what code of others has.
var quiet = []string{"flag", "os", "strconv", "strings", "errors", "path", "path/filepath", "net/url", "math/rand", "unicode", "unicode/utf8", "time"}

// printed are the methods by which a value says how it is printed or encoded.
var printed = []string{"Error", "String", "GoString", "Format", "LogValue", "MarshalJSON", "MarshalText", "Unwrap", "Is", "As"}

// decoded are those by which one decodes itself.
var decoded = []string{"UnmarshalJSON", "UnmarshalText", "UnmarshalYAML", "UnmarshalTOML", "UnmarshalXML", "UnmarshalBinary", "GobDecode", "Scan", "Set", "Decode"}

// foreign notes what a call of a function of another package does.
func (r *reach) foreign(c *ssa.CallCommon, fn *ssa.Function) {
	name := ""
	if obj := fn.Object(); obj != nil {
		name = obj.(*types.Func).FullName()
	}
	if isInitialiser(fn) { // it has heard of nothing
		return
	}
	if parsing[name] {
		r.named("Set", "String", "IsBoolFlag", "UnmarshalText", "MarshalText")
		text := types.NewParam(0, nil, "", types.Typ[types.String])
		failed := types.NewParam(0, nil, "", types.Universe.Lookup("error").Type())
		r.ofType(types.NewSignatureType(nil, nil, nil, types.NewTuple(text), types.NewTuple(failed), false))
		r.ofType(types.NewSignatureType(nil, nil, nil, nil, nil, false)) // flag.Usage
		return
	}
	if fn.Pkg != nil && (fn.Pkg.Pkg.Path() == "sync" || fn.Pkg.Pkg.Path() == "sync/atomic") {
		r.synchronises(c, name)
		return
	}
	row := r.rowOf(fn)
	plain := row != nil && row.Unknown == ""
	if !plain && !registering[name] && !(fn.Pkg != nil && slices.Contains(quiet, fn.Pkg.Pkg.Path())) {
		r.asks = true
	}
	r.runs = r.runs || isHooked(fn)
	for i, arg := range c.Args {
		if plain && row.Calls(i) && !r.leads(arg.Type()) { // what it was given before, if anything
			r.runs = true
		}
		if isForFlags(fn) && isBasic(deref(arg.Type())) { // written when the command line is parsed, and then alone
			continue
		}
		if !r.leads(arg.Type()) || r.isTheirs(arg) {
			continue
		}
		switch {
		case registering[name]:
			r.gives = true
			r.lets = r.lets || r.foreigners && isCommon[name]
		case plain && !row.Later(i):
			r.gives = r.gives || row.Keeps(i) || row.Aliases(i) || row.Copies(i)
			if row.Prints(i) {
				r.named(printed...)
			}
			if row.Calls(i) {
				r.calls(arg)
			}
		case strings.HasPrefix(fn.Name(), "Decode") || addressed.Decodes(fn.Name()):
			r.named(decoded...)
		default:
			r.lets = true
		}
	}
	if slices.ContainsFunc(fn.TypeArgs(), r.leads) && !plain {
		r.lets = true
	}
}

// isHooked reports whether a function may run what its package was given for all who use it: a writer of the log, the value of a flag.
func isHooked(fn *ssa.Function) bool {
	if fn.Pkg == nil {
		return false
	}
	switch fn.Pkg.Pkg.Path() {
	case "log", "log/slog":
		return true
	case "flag":
		return slices.Contains([]string{"Set", "PrintDefaults", "Visit", "VisitAll"}, fn.Name())
	}
	return false
}

func isForFlags(fn *ssa.Function) bool { return fn.Pkg != nil && fn.Pkg.Pkg.Path() == "flag" }

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// synchronises notes what a call of package sync does.
func (r *reach) synchronises(c *ssa.CallCommon, name string) {
	switch name {
	case "(*sync.WaitGroup).Go":
		r.lets = true
	case "(*sync.Once).Do", "(*sync.Map).Range":
		r.calls(c.Args[1])
	case "(*sync.Pool).Get":
		r.ofType(types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewParam(0, nil, "", types.Universe.Lookup("any").Type())), false))
	case "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues":
		r.gives = true
	}
}

// calls adds what code of others may call of an argument before it returns.
func (r *reach) calls(arg ssa.Value) {
	switch v := arg.(type) {
	case *ssa.MakeClosure:
		r.function(v.Fn.(*ssa.Function))
		return
	case *ssa.Function:
		r.function(v)
		return
	case *ssa.MakeInterface:
		r.named(decoded...)
		r.named(printed...)
		r.methodsOf(v.X.Type())
		return
	}
	switch t := arg.Type().Underlying().(type) {
	case *types.Interface:
		for m := range t.Methods() {
			r.named(m.Name())
		}
		r.asks = true
	case *types.Signature:
		r.ofType(t)
		r.asks = true
	default:
		r.lets = true
	}
}

// methodsOf adds the methods of a type.
func (r *reach) methodsOf(t types.Type) {
	set := types.NewMethodSet(t)
	for sel := range set.Methods() {
		r.named(sel.Obj().Name())
	}
}

// isTheirs reports whether a value surely is not the program's, and leads to nothing that is.
func (f *finder) isTheirs(v ssa.Value) bool { return f.theirs(v, map[ssa.Value]bool{}) }

func (f *finder) theirs(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || !f.leads(v.Type()) {
		return true
	}
	seen[v] = true
	if mentions(v.Type(), func(n *types.Named) bool { return f.isOurs(n) }, map[types.Type]bool{}) { // it has methods of theirs, or may lead to such a value
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Function:
		return !f.isChecked(v)
	case *ssa.MakeInterface:
		return f.theirs(v.X, seen)
	case *ssa.ChangeInterface:
		return f.theirs(v.X, seen)
	case *ssa.ChangeType:
		return f.theirs(v.X, seen)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !f.theirs(e, seen) })
	case *ssa.Extract:
		return f.theirs(v.Tuple, seen)
	case *ssa.Call: // what it was passed counts as given
		fn := v.Call.StaticCallee()
		return fn != nil && !f.isChecked(fn) && !slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return !f.theirs(a, seen) })
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc) // which nothing else knows
		return ok && a.Comment == "varargs" && f.holdsTheirs(a, seen)
	case *ssa.UnOp:
		switch at := v.X.(type) {
		case *ssa.Global:
			return f.packages[at.Pkg.Pkg] == nil
		case *ssa.Alloc:
			return f.holdsTheirs(at, seen)
		}
	}
	return false
}

// holdsTheirs reports whether all that a variable of a function, or an array of arguments, ever holds is none of the program's.
func (f *finder) holdsTheirs(a *ssa.Alloc, seen map[ssa.Value]bool) bool {
	return !slices.ContainsFunc(*a.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp, *ssa.Slice:
			return false
		case *ssa.Store:
			return use.Addr != ssa.Value(a) || !f.theirs(use.Val, seen)
		case *ssa.IndexAddr:
			return slices.ContainsFunc(*use.Referrers(), func(use2 ssa.Instruction) bool {
				s, ok := use2.(*ssa.Store)
				return !ok || s.Addr != ssa.Value(use) || !f.theirs(s.Val, seen)
			})
		}
		return true
	})
}

// leads reports whether by values of a type others may get to what is the program's: functions, values with methods,
// memory. A struct of another package has what that was given, or what was stored there.
func (f *finder) leads(t types.Type) bool { return f.leadsOn(t, map[types.Type]bool{}) }

func (f *finder) leadsOn(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok {
		if f.isOurs(n) || slices.ContainsFunc(slices.Collect(n.TypeArgs().Types()), func(a types.Type) bool { return f.leadsOn(a, seen) }) {
			return true
		}
		if _, isStruct := n.Underlying().(*types.Struct); isStruct {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Pointer:
		if n, ok := types.Unalias(u.Elem()).(*types.Named); ok {
			if _, isStruct := n.Underlying().(*types.Struct); isStruct {
				return f.leadsOn(n, seen)
			}
		}
		return true
	case *types.Array:
		return f.leadsOn(u.Elem(), seen)
	case *types.Struct:
		for v := range u.Fields() {
			if f.leadsOn(v.Type(), seen) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for v := range u.Variables() {
			if f.leadsOn(v.Type(), seen) {
				return true
			}
		}
		return false
	}
	return true
}

// isOurs reports whether a type is declared in a checked package.
func (f *finder) isOurs(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		_, isStruct := t.Underlying().(*types.Struct) // without a name: whose it is nothing says
		return isStruct
	}
	return n.Obj().Pkg() != nil && f.packages[n.Obj().Pkg()] != nil
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
