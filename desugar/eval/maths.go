package eval

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/heap"
	"github.com/calvin-go/calvin/ir"
)

// mathLiteral translates seq[T]{...}, set[T]{...} and mmap[K, V]{}.
func (e *Env) mathLiteral(x *annot.Literal) (*ir.Expr, error) {
	elems, err := e.all(x.Elems)
	if err != nil {
		return nil, err
	}
	if t, ok := x.T.(*annot.SeqType); ok {
		f, err := e.Mem.SeqOf(t)
		if err != nil {
			return nil, err
		}
		if f.Elem.Bits > 0 && slices.ContainsFunc(elems, heap.IsExact) {
			return nil, fmt.Errorf("an integer without bounds in a sequence of %s: convert it", t.Elem)
		}
		return f.Literal(elems), nil
	}
	s, err := e.Mem.Sort(x.T)
	if err != nil {
		return nil, err
	}
	v := heap.ZeroOf(s)
	for _, elem := range elems {
		v = ir.Store(v, []*ir.Expr{elem}, ir.True)
	}
	return v, nil
}

// mathBinary translates an operator on values of the specification's own types.
func (e *Env) mathBinary(x *annot.Binary) (*ir.Expr, error) {
	a, b, err := e.pair(x.X, x.Y)
	if err != nil {
		return nil, err
	}
	if x.Op == token.EQL || x.Op == token.NEQ {
		same := ir.Eq(a, b)
		if t, ok := x.X.Type().(*annot.SeqType); ok {
			f, err := e.Mem.SeqOf(t)
			if err != nil {
				return nil, err
			}
			same = f.Equal(a, b)
		}
		if x.Op == token.NEQ {
			return ir.Not(same), nil
		}
		return same, nil
	}
	switch t := x.X.Type().(type) {
	case *annot.SeqType:
		f, err := e.Mem.SeqOf(t)
		if err != nil {
			return nil, err
		}
		return f.Join(a, b), nil
	case *annot.SetType:
		return e.Mem.Combine(a, b, x), nil
	case *annot.MapType:
		return heap.WithoutKeys(a, b)
	}
	return nil, fmt.Errorf("%s in an annotation", annot.String(x))
}

// mathIndex translates s[i] on a sequence and m[k] on a map.
func (e *Env) mathIndex(x *annot.Index) (*ir.Expr, error) {
	v, i, err := e.pair(x.X, x.I)
	if err != nil {
		return nil, err
	}
	if t, ok := x.X.Type().(*annot.SeqType); ok {
		f, err := e.Mem.SeqOf(t)
		if err != nil {
			return nil, err
		}
		return ir.Apply(f.At, v, heap.UnboundedInt(e.Mem.AsInt(i))), nil
	}
	return ir.Select(ir.GetField(v, 1), i), nil
}

// mathSlice translates s[lo:hi] on a sequence.
func (e *Env) mathSlice(x *annot.Slice) (*ir.Expr, error) {
	f, err := e.Mem.SeqOf(x.X.Type().(*annot.SeqType))
	if err != nil {
		return nil, err
	}
	s, err := e.Eval(x.X)
	if err != nil {
		return nil, err
	}
	lo, hi := ir.N(0, ir.Int), f.Length(s)
	if x.Lo != nil {
		if lo, err = e.Eval(x.Lo); err != nil {
			return nil, err
		}
	}
	if x.Hi != nil {
		if hi, err = e.Eval(x.Hi); err != nil {
			return nil, err
		}
	}
	return ir.Apply(f.Sub, s, heap.UnboundedInt(e.Mem.AsInt(lo)), heap.UnboundedInt(e.Mem.AsInt(hi))), nil
}

// mathBuiltin translates len of a sequence and has of a set or map. A length is exact, however long the sequence is.
func (e *Env) mathBuiltin(x *annot.Builtin) (*ir.Expr, error) {
	args, err := e.all(x.Args)
	if err != nil {
		return nil, err
	}
	switch t := x.Args[0].Type().(type) {
	case *annot.SeqType:
		if x.Name == "len" {
			f, err := e.Mem.SeqOf(t)
			if err != nil {
				return nil, err
			}
			return f.Length(args[0]), nil
		}
	case *annot.SetType:
		if x.Name == "has" {
			return ir.Select(args[0], args[1]), nil
		}
	case *annot.MapType:
		if x.Name == "has" {
			return ir.Select(ir.GetField(args[0], 0), args[1]), nil
		}
	}
	return nil, fmt.Errorf("%s of %s in an annotation", x.Name, x.Args[0].Type())
}
