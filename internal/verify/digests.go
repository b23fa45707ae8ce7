package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"hash"
	"reflect"
	"slices"
	"unsafe"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/ir"
)

// A Digest names what is checked of one function, or of the annotations of a package, whose Function is empty. Whatever
// has the same sum has the same findings. The sum is empty where a bug of calvin, which Run reports, leaves nothing to check.
type Digest struct {
	Package, Function string
	Start             token.Position
	Sum               string
}

// Digests returns the digests of all that Run checks in the packages: in those without annotations, if it is not asked for, only what
// touches annotated things. What a function is
// translated to depends on the other packages too: on whether one of them takes the address of a field, say. So a digest
// tells whether a function has to be checked again among more packages. Packages with ill-formed annotations have none.
func Digests(pkgs []*packages.Package, unannotated bool) (all []Digest, err error) {
	defer func() {
		if p := recover(); p != nil {
			all, err = nil, fmt.Errorf("build: %v", p)
		}
	}()
	annots, malformed := annotate(pkgs)
	whole := func(p *packages.Package) bool { return unannotated || annots[p.PkgPath].Annotated }
	concerned := func(p *packages.Package) bool { return whole(p) || importsAnnotated(p, annots) }
	if len(malformed) > 0 || !slices.ContainsFunc(pkgs, concerned) {
		return nil, nil
	}
	progs, err := build(pkgs, annots)
	if err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		if !concerned(p) {
			continue
		}
		prog := progs[p.PkgPath]
		if whole(p) {
			all = append(all, digest(p.PkgPath, "", packageSpan(p), func() *ir.Func { return prog.Declarations(p.PkgPath) }))
		}
		for _, fn := range functionsOf(prog, p.PkgPath, !whole(p)) {
			all = append(all, digest(fn.Package, fn.Name, fn.Span, func() *ir.Func { return prog.Translate(fn) }))
		}
	}
	return all, nil
}

func digest(pkg, function string, at ir.Span, translate func() *ir.Func) (result Digest) {
	result = Digest{Package: pkg, Function: function, Start: at.Start}
	defer func() { recover() }()
	result.Sum = Sum(pkg, function, at.Start, translate())
	return result
}

// Sum tells values of the core language apart.
func Sum(values ...any) string {
	d := &digester{hash: sha256.New(), seen: map[pointer]int{}}
	for _, v := range values {
		d.add(reflect.ValueOf(v))
	}
	return hex.EncodeToString(d.hash.Sum(nil)[:16])
}

// A digester hashes a value with all that it leads to, but for functions, which are named. What occurs again is told by its
// number: expressions share their parts, and would be too long if written out.
type digester struct {
	hash hash.Hash
	seen map[pointer]int
}

// A pointer is told from one to the first field of what it points to.
type pointer struct {
	to reflect.Type
	at unsafe.Pointer
}

func (d *digester) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			fmt.Fprint(d.hash, "nil ")
			return
		}
		p := pointer{v.Type(), v.UnsafePointer()}
		if n, ok := d.seen[p]; ok {
			fmt.Fprintf(d.hash, "#%d ", n)
			return
		}
		d.seen[p] = len(d.seen)
		d.add(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			fmt.Fprint(d.hash, "nil ")
			return
		}
		fmt.Fprint(d.hash, v.Elem().Type(), " ")
		d.add(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			d.add(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprintf(d.hash, "%d[ ", v.Len())
		for i := range v.Len() {
			d.add(v.Index(i))
		}
	case reflect.String:
		fmt.Fprintf(d.hash, "%q ", v.String())
	case reflect.Func:
		fmt.Fprint(d.hash, v.IsNil(), " ")
	case reflect.Map, reflect.Chan, reflect.UnsafePointer:
		panic("no digest of a " + v.Type().String())
	default:
		fmt.Fprint(d.hash, v, " ")
	}
}
