package eval

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// lookup returns the component of the entry of the map x for a key.
func (e *Env) lookup(x annot.Expr, key *ir.Expr, component int) (*ir.Expr, error) {
	s, err := e.Mem.SpecStore(x.Type())
	if err != nil {
		return nil, err
	}
	ref, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	present, v := s.Lookup(ref, key)
	if component == heap.EntryPresent {
		return present, nil
	}
	return v, nil
}

// ofMap translates has and len of a map.
func (e *Env) ofMap(x *annot.Builtin) (*ir.Expr, error) {
	if x.Name == "has" {
		key, err := e.Eval(x.Args[1])
		if err != nil {
			return nil, err
		}
		return e.lookup(x.Args[0], key, heap.EntryPresent)
	}
	if x.Name != "len" {
		return nil, fmt.Errorf("%s of a map in an annotation", x.Name)
	}
	s, err := e.Mem.MapStore(x.Args[0].Type())
	if err != nil {
		return nil, err
	}
	ref, err := e.Eval(x.Args[0])
	if err != nil {
		return nil, err
	}
	return e.toInt(s.Length(ref)), nil
}

// modifiesMap returns the locations of m[k], or of m[*].
func (e *Env) modifiesMap(x *annot.Index) ([]*ir.Modify, error) {
	s, err := e.Mem.SpecStore(x.X.Type().Underlying().(*types.Map))
	if err != nil {
		return nil, err
	}
	ref, err := e.Eval(x.X)
	if err != nil || x.I == nil {
		return s.Modifies(ref), err
	}
	key, err := e.Eval(x.I)
	if err != nil {
		return nil, err
	}
	return s.Modifies(ref, key), nil
}
