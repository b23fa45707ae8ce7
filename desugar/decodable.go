package desugar

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/desugar/analysis"
)

// decodable looks through the types of what is decoded.
type decodable struct {
	t     *translator
	by    string // json, xml or gob
	seen  map[types.Type]bool
	parts int
}

// variable reports whether what happens to a variable of the type is known.
func (d *decodable) variable(typ types.Type) bool {
	if analysis.IsSyncValue(typ) {
		return true
	}
	if analysis.IsTypeParam(typ) {
		return d.opaque(typ)
	}
	if !d.known(typ) {
		return false
	}
	switch u := typ.Underlying().(type) {
	case *types.Struct:
		if d.t.isForeignStruct(typ) {
			return d.t.prog.Exposes(typ) == analysis.ExposesNothing
		}
		for i := range u.NumFields() {
			f := u.Field(i)
			if d.t.prog.IsHandedOver(f) || d.t.prog.HandsOverEach(f) {
				return false
			}
			if !named(f) {
				if analysis.LeadsToMemory(f.Type()) && (analysis.IsComposite(f.Type()) || analysis.ArrayType(f.Type()) != nil) {
					return false
				}
				continue
			}
			if d.sharesItsBytes(f, u.Tag(i)) || !d.variable(f.Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		if analysis.LeadsToMemory(u.Elem()) && u.Len() > maxDecoded {
			return false
		}
		parts := d.parts
		ok := d.variable(u.Elem())
		d.parts = parts + int(u.Len())*(d.parts-parts)
		return ok
	case *types.Slice, *types.Map, *types.Pointer:
		d.parts++
		return d.behind(typ)
	}
	return d.scalar(typ)
}

// behind reports whether it is known what a slice, map or pointer leads to that a decoder has made.
func (d *decodable) behind(typ types.Type) bool {
	if d.seen[typ] {
		return true
	}
	d.seen[typ] = true
	if _, err := d.t.Mem.Sort(typ); err != nil {
		return false
	}
	switch u := typ.Underlying().(type) {
	case *types.Slice:
		return !d.mayShare(typ) && d.inside(u.Elem())
	case *types.Pointer:
		name := analysis.StructName(u.Elem())
		return (name == nil || len(d.t.prog.EmbeddingSites[name]) == 0) && d.inside(u.Elem())
	case *types.Map:
		if _, err := d.t.Mem.MapStore(typ); err != nil {
			return false
		}
		return (analysis.IsTypeParam(u.Key()) || !analysis.LeadsToMemory(u.Key())) && d.inside(u.Key()) && d.inside(u.Elem())
	}
	return false
}

// inside is behind for a value in such an object: it has no synchronisation, and promises nothing.
func (d *decodable) inside(typ types.Type) bool {
	if analysis.IsTypeParam(typ) {
		return d.opaque(typ)
	}
	if analysis.IsSyncValue(typ) || !d.t.prog.IsPlain(typ) || !d.known(typ) {
		return false
	}
	switch u := typ.Underlying().(type) {
	case *types.Struct:
		if d.t.isForeignStruct(typ) {
			return d.t.prog.Exposes(typ) == analysis.ExposesNothing
		}
		for i := range u.NumFields() {
			f := u.Field(i)
			if named(f) && (d.sharesItsBytes(f, u.Tag(i)) || !d.inside(f.Type())) || !named(f) && d.t.holdsSync(f.Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		return !analysis.LeadsToMemory(u.Elem()) && d.inside(u.Elem())
	case *types.Slice, *types.Map, *types.Pointer:
		return d.behind(typ)
	}
	return d.scalar(typ)
}

// opaque reports whether decoders tell nobody of a value of a type parameter. What it leads to nobody has to himself, whoever has made it.
func (d *decodable) opaque(typ types.Type) bool {
	_, isAbstract := types.Unalias(typ).(*types.Named) // of others nothing is known but their core
	return isAbstract && !d.t.prog.KeepsDecoded()
}

// scalar reports whether what a decoder stores in a variable of the type leads to nothing that somebody may own.
func (d *decodable) scalar(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Interface:
		return analysis.IsInterface(typ) && !d.t.prog.Carries(typ)
	}
	return false
}

// known reports whether the decoder itself writes values of the type, without the help of methods that may tell others,
// or store what others know.
func (d *decodable) known(typ types.Type) bool {
	if analysis.IsReflectValue(typ) {
		return false
	}
	n, isNamed := types.Unalias(typ).(*types.Named)
	if isNamed && d.t.prog.TypeSpec(n.Obj()) != nil && !analysis.IsComposite(typ) {
		return false
	}
	if types.IsInterface(typ) {
		return true
	}
	if isNamed && d.by == "json" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "encoding/json" && n.Obj().Name() == "RawMessage" {
		return true // it copies
	}
	for m := range types.NewMethodSet(types.NewPointer(typ)).Methods() {
		obj := m.Obj().(*types.Func)
		if !analysis.DecodesItsReceiver(obj.Name()) {
			continue
		}
		gets := typ
		if d.t.prog.Packages[obj.Pkg().Path()] != nil {
			gets = obj.Signature().Recv().Type()
		}
		if d.t.prog.Exposes(gets) > analysis.ExposesMethods {
			return false
		}
	}
	return true
}

// sharesItsBytes reports whether a slice field gets the bytes of the input, as package xml has them for several fields.
func (d *decodable) sharesItsBytes(f *types.Var, tag string) bool {
	_, isSlice := f.Type().Underlying().(*types.Slice)
	return isSlice && (d.by == "xml" && strings.Contains(reflect.StructTag(tag).Get("xml"), ",innerxml") || d.mayShare(f.Type()))
}

// mayShare reports whether a decoder of others may let a slice have the bytes of its input.
func (d *decodable) mayShare(typ types.Type) bool {
	return analysis.IsByteSlice(typ) && !slices.Contains([]string{"json", "xml", "gob"}, d.by)
}

// named reports whether decoders find a field by its name, or fields in it.
func named(f *types.Var) bool { return f.Exported() || f.Embedded() }
