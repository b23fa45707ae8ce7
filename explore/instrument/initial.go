package instrument

import (
	"go/ast"
	"go/types"
	"maps"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The initialisation of packages runs again before each execution, piece by piece: a piece is the initial value of package variables,
// or an init function. A piece that has an effect outside the instrumented packages, such as the registration of a metric, cannot
// run twice. It is judged by what it calls, itself or through functions of instrumented packages: code that is not
// instrumented is known to have no such effect, or is taken to have one.
//
// Such a piece is kept: it runs once, and the package variables that it may write to are kept, too, instead of being initialised
// again. The runtime gives them, and the memory behind them, the contents again that they had after the initialisation. All
// other pieces that mention a kept variable are kept, for what they write to it is part of these contents. So the pieces that run
// again and those that do not have no variable in common, and it does not matter that the former come later.
type initials struct {
	instrumented map[string]bool     // packages, by path
	reaches      map[string]*reach   // of functions, by full name
	methods      map[string][]string // full names of methods, by name
	pieces       []*initial
	kept         map[ast.Node]bool    // initial values and bodies of init functions
	keptVars     map[string]bool      // by globalKey
	network      map[*types.Info]bool // of packages with the simulated network
	constants    map[string]bool      // variables with a value that never changes, which connect no pieces
}

// A reach is what a function mentions.
type reach struct {
	vars    map[string]bool // package variables of instrumented packages
	calls   map[string]bool // functions of instrumented packages that it calls, or gives to a call
	methods map[string]bool // that it calls through interfaces
	values  map[string]bool // functions that it mentions otherwise,
	lits    []*reach        // the same of literals
	dynamic bool            // it calls functions that are values
	outside bool            // it calls what may have an effect elsewhere
}

// An initial is a piece of the initialisation; the node is nil for variables without an initial value.
type initial struct {
	node ast.Node
	lhs  []string // the variables that it initialises
	*reach
}

// newInitials looks at all packages; foreign are the variables that are assigned somewhere else, network the packages with the simulated
// network.
func newInitials(pkgs []*packages.Package, foreign, network map[string]bool) *initials {
	in := &initials{
		instrumented: map[string]bool{}, reaches: map[string]*reach{}, methods: map[string][]string{},
		kept: map[ast.Node]bool{}, keptVars: map[string]bool{}, constants: map[string]bool{}, network: map[*types.Info]bool{},
	}
	for _, p := range pkgs {
		in.instrumented[p.PkgPath] = true
		in.network[p.TypesInfo] = network[p.PkgPath]
	}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			for _, d := range f.Decls {
				in.decl(p, d, foreign)
			}
		}
	}
	for _, p := range in.pieces {
		p.reach = in.all(p.reach)
		for v := range in.constants {
			delete(p.vars, v)
		}
	}
	in.keep()
	return in
}

// decl collects the pieces and functions of a declaration.
func (in *initials) decl(p *packages.Package, d ast.Decl, foreign map[string]bool) {
	info := p.TypesInfo
	switch d := d.(type) {
	case *ast.FuncDecl:
		fn, ok := info.Defs[d.Name].(*types.Func)
		switch {
		case !ok || d.Body == nil:
		case d.Recv == nil && d.Name.Name == "init":
			in.pieces = append(in.pieces, &initial{node: d.Body, reach: in.reachOf(info, d.Body)})
		default:
			in.reaches[fn.FullName()] = in.reachOf(info, d.Body)
			if d.Recv != nil {
				in.methods[fn.Name()] = append(in.methods[fn.Name()], fn.FullName())
			}
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			spec, ok := s.(*ast.ValueSpec)
			if !ok || embedded(d, spec) {
				continue
			}
			var names []string
			for _, id := range spec.Names {
				if v, ok := info.Defs[id].(*types.Var); ok && id.Name != "_" {
					names = append(names, globalKey(v))
				} else if id.Name == "_" {
					names = append(names, "")
				}
			}
			if len(names) == 0 { // constants
				continue
			}
			for i, values := range valuesOf(spec) {
				one := &initial{lhs: names, reach: &reach{}}
				if len(spec.Values) == len(spec.Names) {
					one.lhs = names[i : i+1]
				}
				if values != nil {
					one.node, one.reach = values, in.reachOf(info, values)
					if len(one.lhs) == 1 && isConstant(info, values) && !foreign[one.lhs[0]] {
						in.constants[one.lhs[0]] = true
						continue
					}
				}
				in.pieces = append(in.pieces, one)
			}
		}
	}
}

// valuesOf are the values of a declaration, nil for none.
func valuesOf(spec *ast.ValueSpec) []ast.Expr {
	if len(spec.Values) == 0 {
		return []ast.Expr{nil}
	}
	return spec.Values
}

// isConstant reports whether a value is made by a function that gives something immutable: to make it again would be a waste.
func isConstant(info *types.Info, e ast.Expr) bool {
	call, ok := unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := staticCallee(info, call)
	return fn != nil && immutable[fn.FullName()]
}

// immutable has the functions that do so.
var immutable = map[string]bool{
	"errors.New": true, "fmt.Errorf": true, "regexp.MustCompile": true, "reflect.TypeOf": true, "text/template.Must": true, "html/template.Must": true,
}

// costly has those of them that take so long that what they are a part of is kept rather than made again.
var costly = map[string]bool{"regexp.MustCompile": true, "text/template.Must": true, "html/template.Must": true}

// staticCallee is the function that a call names, nil if it is not known before.
func staticCallee(info *types.Info, call *ast.CallExpr) *types.Func {
	return functionNamed(info, call.Fun)
}

// functionNamed is the function that an expression names, nil if it is another expression.
func functionNamed(info *types.Info, e ast.Expr) *types.Func {
	e = unparen(e)
	switch x := e.(type) {
	case *ast.IndexExpr:
		e = unparen(x.X)
	case *ast.IndexListExpr:
		e = unparen(x.X)
	}
	switch x := e.(type) {
	case *ast.Ident:
		fn, _ := info.Uses[x].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := info.Uses[x.Sel].(*types.Func)
		return fn
	}
	return nil
}

// reachOf finds what stands in n.
func (in *initials) reachOf(info *types.Info, n ast.Node) *reach {
	r := &reach{vars: map[string]bool{}, calls: map[string]bool{}, methods: map[string]bool{}, values: map[string]bool{}}
	in.look(info, n, r)
	return r
}

// look adds what stands in n to r.
func (in *initials) look(info *types.Info, n ast.Node, r *reach) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			in.lookAtCall(info, n, r)
			return false
		case *ast.FuncLit:
			r.lits = append(r.lits, in.reachOf(info, n.Body))
			return false
		case *ast.Ident:
			switch o := info.Uses[n].(type) {
			case *types.Var:
				switch {
				case o.IsField() || !isGlobal(o):
				case in.instrumented[o.Pkg().Path()]:
					r.vars[globalKey(o)] = true
				case processWide[globalKey(o)]:
					r.outside = true
				}
			case *types.Func:
				if o.Pkg() != nil && in.instrumented[o.Pkg().Path()] {
					r.values[o.Origin().FullName()] = true
				}
			}
		}
		return true
	})
}

// lookAtCall looks at a call: what it is given is taken to be called, too.
func (in *initials) lookAtCall(info *types.Info, call *ast.CallExpr, r *reach) {
	if info.Types[call.Fun].IsType() {
		for _, a := range call.Args {
			in.look(info, a, r)
		}
		return
	}
	for _, e := range append([]ast.Expr{call.Fun}, call.Args...) {
		e := unparen(e)
		if lit, ok := e.(*ast.FuncLit); ok {
			in.look(info, lit.Body, r)
			continue
		}
		fn := functionNamed(info, e)
		if fn != nil {
			in.called(info, fn, r)
		} else if e == unparen(call.Fun) && !isBuiltin(info, e) {
			r.dynamic = true
		}
		if sel, ok := e.(*ast.SelectorExpr); ok && fn != nil {
			in.look(info, sel.X, r)
		} else if fn == nil {
			in.look(info, e, r)
		}
	}
}

// called adds a function that is called, or may be.
func (in *initials) called(info *types.Info, fn *types.Func, r *reach) {
	fn = fn.Origin()
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		r.methods[fn.Name()] = true
	}
	switch path := pathOf(fn); {
	case path == "":
	case in.network[info] && networkFunctions[fn.FullName()] != "":
	case in.instrumented[path]:
		r.calls[fn.FullName()] = true
	default:
		r.outside = r.outside || costly[fn.FullName()] || hasEffectElsewhere(path, fn.FullName())
	}
}

func pathOf(fn *types.Func) string {
	if fn.Pkg() == nil { // (error).Error
		return ""
	}
	return fn.Pkg().Path()
}

func isBuiltin(info *types.Info, e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = info.Uses[id].(*types.Builtin)
	return ok
}

// hasEffectElsewhere reports whether a function that is not instrumented changes something for the whole process, or may. The
// standard library is known.
func hasEffectElsewhere(path, name string) bool {
	root, _, _ := strings.Cut(path, "/")
	if strings.Contains(root, ".") {
		for _, prefix := range harmless {
			if path == prefix || strings.HasPrefix(path, prefix+"/") {
				return false
			}
		}
		return true
	}
	return processWide[path] || processWide[name]
}

// harmless are modules that do nothing of the kind.
var harmless = []string{"golang.org/x/exp", "golang.org/x/text", "golang.org/x/xerrors", "github.com/pkg/errors", "github.com/google/uuid", "github.com/google/go-cmp"}

// processWide has packages, functions and variables of the standard library that register something, where a second time is an error
// or one too many, or that take hold of something the operating system has.
var processWide = map[string]bool{
	"flag": true, "expvar": true, "plugin": true, "syscall": true, "os/exec": true, "os/signal": true, "net/rpc": true,
	"database/sql.Register": true, "database/sql.Open": true, "database/sql.OpenDB": true,
	"encoding/gob.Register": true, "encoding/gob.RegisterName": true, "image.RegisterFormat": true, "crypto.RegisterHash": true,
	"mime.AddExtensionType": true, "runtime/pprof.NewProfile": true, "archive/zip.RegisterCompressor": true, "archive/zip.RegisterDecompressor": true,
	"net/http.Handle": true, "net/http.HandleFunc": true, "net/http.DefaultServeMux": true,
	"net.Listen": true, "net.ListenPacket": true, "net.ListenTCP": true, "net.ListenUDP": true, "net.ListenUnix": true, "net.ListenIP": true,
	"net.Dial": true, "net.DialTimeout": true, "net.DialTCP": true, "net.DialUDP": true, "net.DialUnix": true,
	"os.Open": true, "os.OpenFile": true, "os.OpenRoot": true, "os.Create": true, "os.CreateTemp": true, "os.MkdirTemp": true, "os.Pipe": true, "os.StartProcess": true,
	"log/syslog.New": true, "log/syslog.Dial": true, "log/syslog.NewLogger": true,
}

// all is what a function reaches, through all that it calls.
func (in *initials) all(first *reach) *reach {
	sum := &reach{vars: map[string]bool{}}
	seen := map[*reach]bool{}
	var values []*reach
	work := []*reach{first}
	name := func(list *[]*reach, name string) {
		if r := in.reaches[name]; r != nil {
			*list = append(*list, r)
		}
	}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[r] {
			continue
		}
		seen[r] = true
		maps.Copy(sum.vars, r.vars)
		sum.outside, sum.dynamic = sum.outside || r.outside, sum.dynamic || r.dynamic
		for f := range r.calls {
			name(&work, f)
		}
		for m := range r.methods {
			for _, f := range in.methods[m] {
				name(&work, f)
			}
		}
		for f := range r.values {
			name(&values, f)
		}
		if values = append(values, r.lits...); sum.dynamic {
			work, values = append(work, values...), nil
		}
	}
	return sum
}

// keep decides which pieces are kept.
func (in *initials) keep() {
	left := in.pieces
	for changed := true; changed; {
		changed = false
		var rest []*initial
		for _, p := range left {
			if !p.outside && !in.touchesKept(p) {
				rest = append(rest, p)
				continue
			}
			changed = true
			if p.node != nil {
				in.kept[p.node] = true
			}
			for v := range p.vars {
				in.keptVars[v] = true
			}
			for _, v := range p.lhs {
				in.keptVars[v] = true
			}
		}
		left = rest
	}
	delete(in.keptVars, "")
}

// touchesKept reports whether a piece has to do with a variable that is kept.
func (in *initials) touchesKept(p *initial) bool {
	for _, v := range p.lhs {
		if v != "" && in.keptVars[v] {
			return true
		}
	}
	for v := range p.vars {
		if in.keptVars[v] {
			return true
		}
	}
	return false
}
