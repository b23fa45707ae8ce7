package desugar

import (
	"fmt"
	"go/types"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/ir"
)

// lookup returns the component of the entry of the map x for a key.
func (e *specEnv) lookup(x annot.Expr, key *ir.Expr, component int) (*ir.Expr, error) {
	s, err := e.mem.specStore(x.Type())
	if err != nil {
		return nil, err
	}
	ref, err := e.eval(x)
	if err != nil {
		return nil, err
	}
	present, v := s.lookup(ref, key)
	if component == entryPresent {
		return present, nil
	}
	return v, nil
}

// ofMap translates has and len of a map.
func (e *specEnv) ofMap(x *annot.Builtin) (*ir.Expr, error) {
	if x.Name == "has" {
		key, err := e.eval(x.Args[1])
		if err != nil {
			return nil, err
		}
		return e.lookup(x.Args[0], key, entryPresent)
	}
	if x.Name != "len" {
		return nil, fmt.Errorf("%s of a map in an annotation", x.Name)
	}
	s, err := e.mem.mapStore(x.Args[0].Type())
	if err != nil {
		return nil, err
	}
	ref, err := e.eval(x.Args[0])
	if err != nil {
		return nil, err
	}
	return e.toInt(s.length(ref)), nil
}

// modifiesMap returns the locations of m[k], or of m[*].
func (e *specEnv) modifiesMap(x *annot.Index) ([]*ir.Modify, error) {
	s, err := e.mem.specStore(x.X.Type().Underlying().(*types.Map))
	if err != nil {
		return nil, err
	}
	ref, err := e.eval(x.X)
	if err != nil || x.I == nil {
		return s.modifies(ref), err
	}
	key, err := e.eval(x.I)
	if err != nil {
		return nil, err
	}
	return s.modifies(ref, key), nil
}
