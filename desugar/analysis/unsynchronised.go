package analysis

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/library"
)

// MakesNew lists functions of the standard library whose result is a new object.
var MakesNew = map[string]bool{
	"archive/tar.NewReader": true, "archive/tar.NewWriter": true, "compress/flate.NewWriter": true, "compress/gzip.NewReader": true, "compress/gzip.NewWriter": true,
	"compress/gzip.NewWriterLevel": true, "compress/zlib.NewWriter": true, "compress/zlib.NewWriterLevel": true,
	"bufio.NewReadWriter": true, "bufio.NewScanner": true, "bytes.NewBuffer": true, "bytes.NewBufferString": true, "bytes.NewReader": true, "container/list.New": true,
	"encoding/csv.NewReader": true, "encoding/csv.NewWriter": true, "encoding/json.NewDecoder": true,
	"encoding/json.NewEncoder": true, "encoding/xml.NewDecoder": true, "encoding/xml.NewEncoder": true, "mime/multipart.NewReader": true, "mime/multipart.NewWriter": true,
	"math/big.NewFloat": true, "math/big.NewInt": true, "math/big.NewRat": true, "math/rand.New": true, "math/rand/v2.New": true, "net/url.Parse": true,
	"os/exec.Command": true, "os/exec.CommandContext": true, "strings.NewReader": true, "strings.NewReplacer": true,
}

// Wraps lists those whose result is a new object, or what they are passed if that is such an object already.
var Wraps = map[string]bool{
	"bufio.NewReader": true, "bufio.NewReaderSize": true, "bufio.NewWriter": true, "bufio.NewWriterSize": true,
}

// isMadeNew reports whether a call returns a new object for certain.
func isMadeNew(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || Object(fn) == nil {
		return false
	}
	name := Object(fn).FullName()
	if Wraps[name] {
		return WrapsOther(call.Call.Args[0], call.Type())
	}
	return MakesNew[name]
}

// WrapsOther reports whether an argument is certainly no object of the type that the function makes.
func WrapsOther(arg ssa.Value, result types.Type) bool {
	made, ok := arg.(*ssa.MakeInterface)
	return ok && !types.Identical(made.X.Type(), result)
}

// IsUnsynchronised reports whether t is a struct type of the standard library of which one goroutine at a time may use a value.
func IsUnsynchronised(t types.Type) bool {
	name := StructName(t)
	return name != nil && isUnsynchronised(name)
}

func isUnsynchronised(name *types.TypeName) bool {
	return name.Pkg() != nil && library.IsUnsynchronised(name.Pkg().Path()+"."+name.Name())
}

// IsLinked reports whether t is a struct type of package container/list, whose objects lead to what is stored in them.
func IsLinked(t types.Type) bool {
	name := StructName(t)
	return name != nil && isLinked(name)
}

// isLinked reports whether a type is one of package container/list.
func isLinked(name *types.TypeName) bool {
	return isUnsynchronised(name) && name.Pkg().Path() == "container/list"
}

// isOurs reports whether a checked package declares the type.
func (p *Facts) isOurs(name *types.TypeName) bool {
	return name.Pkg() != nil && p.Packages[name.Pkg().Path()] != nil
}

// findForeign adds to the regional types those of other modules that a guard group leads to.
func (p *Facts) findForeign() {
	seen := map[types.Type]bool{}
	for _, path := range p.Paths { // in a fixed order: it is that of what variables hold
		for _, obj := range p.Packages[path].definitions() {
			switch obj := obj.(type) {
			case *types.Var:
				if p.groups[obj] != nil {
					p.noteForeign(obj.Type(), seen)
				}
			case *types.TypeName:
				if p.regional[obj] {
					p.noteForeign(obj.Type(), seen)
				}
			}
		}
	}
	for _, fn := range p.functions {
		p.findUsed(fn, seen)
	}
}

// findUsed adds the types of which a function calls methods: a call is an access to the object, whoever has it.
func (p *Facts) findUsed(fn *ssa.Function, seen map[types.Type]bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && usesUnsynchronised(call.Common()) {
				p.noteForeign(call.Common().Args[0].Type(), seen)
			}
		}
	}
}

// usesUnsynchronised reports whether a call is one of a method of a type whose values one goroutine at a time may use.
// It counts as a write.
func usesUnsynchronised(call *ssa.CallCommon) bool {
	fn := call.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil {
		return false
	}
	return IsUnsynchronised(Deref(fn.Signature.Recv().Type()))
}

func (p *Facts) noteForeign(t types.Type, seen map[types.Type]bool) {
	if seen[t] || IsSyncValue(t) || IsReflectValue(t) || IsTypeParam(t) {
		return
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		switch name := StructName(u.Elem()); {
		case name == nil:
		case isUnsynchronised(name):
			p.regional[name] = true
			p.ownForeign(u.Elem())
			if isLinked(name) {
				p.noteForeign(u.Elem(), seen)
			}
		case p.isOurs(name):
			p.noteForeign(u.Elem(), seen)
		}
	case *types.Slice:
		p.noteForeign(u.Elem(), seen)
	case *types.Array:
		p.noteForeign(u.Elem(), seen)
	case *types.Map:
		p.noteForeign(u.Key(), seen)
		p.noteForeign(u.Elem(), seen)
	case *types.Struct:
		name := StructName(t)
		if name != nil && isLinked(name) { // by value: its elements are others
			p.regional[name] = true
			p.ownForeign(t)
		}
		if name == nil || p.isOurs(name) || isLinked(name) {
			for f := range u.Fields() {
				p.noteForeign(f.Type(), seen)
			}
		}
	}
}
