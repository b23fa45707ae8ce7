package analysis

import (
	"go/types"
	"slices"
)

// reliance finds what a type leads to without a guard and that is not checked: what stands behind interfaces, function values and
// pointers to the types of other modules.
type reliance struct {
	*typeUser
	seen map[types.Type]bool
}

// fields looks at the fields of a struct, and at those of its plain parts.
func (r *reliance) fields(st *types.Struct) {
	for f := range st.Fields() {
		if g := r.Guard(f); g != nil && len(g.Read)+len(g.Write) > 0 { // whoever has the guard has what is behind it
			continue
		}
		r.leads(f, f.Type())
	}
}

func (r *reliance) leads(f *types.Var, t types.Type) {
	if r.seen[t] || IsSyncValue(t) || IsReflectValue(t) || IsTypeParam(t) {
		return
	}
	r.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		name := StructName(u.Elem())
		switch {
		case name == nil:
		case isUnsynchronised(name):
			r.Unguarded = append(r.Unguarded, f.Name()+" ("+types.TypeString(t, packageName)+")")
		case !r.isOurs(name):
			r.relies(f, t)
		default:
			r.leads(f, u.Elem())
		}
	case *types.Interface:
		if u.NumMethods() > 0 && !IsError(t) {
			r.relies(f, t)
		}
	case *types.Signature:
		r.relies(f, t)
	case *types.Slice:
		r.leads(f, u.Elem())
	case *types.Array:
		r.leads(f, u.Elem())
	case *types.Map:
		r.leads(f, u.Elem())
	case *types.Struct:
		if name := StructName(t); name == nil || r.isOurs(name) {
			r.fields(u)
		}
	}
}

// relies notes that what f leads to has to be safe for concurrent use, unless its documentation says so.
func (r *reliance) relies(f *types.Var, t types.Type) {
	n := declared(Deref(t))
	if n != nil && n.Pkg() != nil && documentedSafe[n.Pkg().Path()+"."+n.Name()] {
		return
	}
	text := f.Name()
	if n != nil {
		text += " (" + types.TypeString(t, packageName) + ")"
	}
	if !slices.Contains(r.Relies, text) {
		r.Relies = append(r.Relies, text)
	}
}

func packageName(p *types.Package) string { return p.Name() }

// documentedSafe lists types of the standard library of which the documentation says that several goroutines may use a value at the same
// time, or whose values never change.
var documentedSafe = map[string]bool{
	"context.Context": true, "context.CancelFunc": true, "context.CancelCauseFunc": true, "crypto/tls.Config": true, "database/sql.DB": true, "database/sql.Stmt": true,
	"html/template.Template": true, "io/fs.FileInfo": true, "log.Logger": true, "log/slog.Logger": true, "net.Conn": true,
	"net.Listener": true, "net/http.Client": true, "net/http.Server": true, "net/http.ServeMux": true, "net/http.Transport": true,
	"os.File": true, "reflect.Type": true, "regexp.Regexp": true, "strings.Replacer": true, "text/template.Template": true,
	"time.Location": true,
}
