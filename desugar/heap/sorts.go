package heap

import (
	"fmt"
	"go/constant"
	"go/types"
	"math/big"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/ir"
)

// The sorts of Go types that the solver knows nothing of but equality.
var (
	StringSort    = ir.Opaque("string")
	floatSort     = ir.Opaque("float")
	interfaceSort = ir.Opaque("interface")
	FuncSort      = ir.Opaque("func")
	valueSort     = ir.Opaque("reflect.Value")
)

// IntSort is the sort of Go's int, and of lengths and indices. Calvin assumes a 64-bit platform.
var IntSort = ir.Integer(64, true)

// SliceSort is the sort of all slice values: the array that holds the elements, where in it the slice begins, and its
// length and capacity. The nil slice has the nil array.
var SliceSort = ir.Tuple("slice",
	ir.Field{Name: "arr", Sort: ir.Ref},
	ir.Field{Name: "off", Sort: IntSort},
	ir.Field{Name: "len", Sort: IntSort},
	ir.Field{Name: "cap", Sort: IntSort})

// integerType returns the width and signedness of a Go integer type.
func integerType(b *types.Basic) (bits int, signed, ok bool) {
	switch b.Kind() {
	case types.Int8:
		return 8, true, true
	case types.Int16:
		return 16, true, true
	case types.Int32:
		return 32, true, true
	case types.Int, types.Int64, types.UntypedInt, types.UntypedRune:
		return 64, true, true
	case types.Uint8:
		return 8, false, true
	case types.Uint16:
		return 16, false, true
	case types.Uint32:
		return 32, false, true
	case types.Uint, types.Uint64, types.Uintptr:
		return 64, false, true
	}
	return 0, false, false
}

// Sort returns the sort of the values of a Go type, or an error that names what is not supported.
func (m *Memory) Sort(t types.Type) (*ir.Sort, error) {
	t = types.Unalias(t)
	if IsMath(t) {
		return m.mathSort(t)
	}
	if annot.IsInteger(t) {
		return ir.Int, nil
	}
	if analysis.IsSyncValue(t) {
		return m.syncSort(t.(*types.Named))
	}
	if analysis.IsReflectValue(t) {
		return valueSort, nil
	}
	if analysis.IsTypeParam(t) {
		return ir.Opaque("type parameter " + m.ShortType(t)), nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return m.basicSort(u)
	case *types.Pointer:
		return ir.Ref, nil
	case *types.Slice:
		return SliceSort, nil
	case *types.Array:
		elem, err := m.Sort(u.Elem())
		if err != nil {
			return nil, err
		}
		return ir.Array(IntSort, elem), nil
	case *types.Struct:
		return m.structSort(t, u)
	case *types.Interface:
		return interfaceSort, nil
	case *types.Signature:
		return FuncSort, nil
	case *types.Map:
		return ir.Ref, nil // to the store
	case *types.Chan:
		return ir.Ref, nil
	}
	return nil, fmt.Errorf("type %s", m.ShortType(t))
}

func (m *Memory) basicSort(b *types.Basic) (*ir.Sort, error) {
	if bits, signed, ok := integerType(b); ok {
		if m.Need.Bits[analysis.WidthKind(b)] {
			return ir.BitVector(bits, signed), nil
		}
		return ir.Integer(bits, signed), nil
	}
	switch {
	case b.Info()&types.IsBoolean != 0:
		return ir.Bool, nil
	case b.Info()&types.IsString != 0:
		return StringSort, nil
	case b.Info()&types.IsFloat != 0:
		return floatSort, nil
	}
	return nil, fmt.Errorf("type %s", b)
}

func (m *Memory) structSort(t types.Type, u *types.Struct) (*ir.Sort, error) {
	key := analysis.TypeText(u)
	if s, ok := m.structs[key]; ok {
		return s, nil
	}
	var fields []ir.Field
	for i := range u.NumFields() {
		f := u.Field(i)
		s, err := m.Sort(f.Type())
		if err != nil {
			return nil, fmt.Errorf("field %s of %s: %w", f.Name(), t, err)
		}
		name := f.Name()
		if name == "_" {
			name = fmt.Sprintf("_%d", i)
		}
		fields = append(fields, ir.Field{Name: name, Sort: s})
	}
	name := "struct"
	if n, ok := t.(*types.Named); ok {
		name = n.Obj().Name()
	}
	s := ir.Tuple(m.uniqueSort(name), fields...)
	m.structs[key] = s
	return s, nil
}

func (m *Memory) uniqueSort(name string) string {
	for i := 1; ; i++ {
		try := name
		if i > 1 {
			try = fmt.Sprintf("%s~%d", name, i)
		}
		if !m.sortNames[try] {
			m.sortNames[try] = true
			return try
		}
	}
}

// syncSort returns the sort of the state of a synchronisation object: who holds a Mutex, what an atomic holds, of others whether
// they are in use.
func (m *Memory) syncSort(n *types.Named) (*ir.Sort, error) {
	if elem := AtomicElem(n); elem != nil {
		return m.Sort(elem)
	}
	if annot.LockOf(n) == annot.Mutex {
		return ir.Tid, nil
	}
	if isCopied(n) {
		return ir.Bool, nil
	}
	return nil, fmt.Errorf("value of type %s.%s", n.Obj().Pkg().Name(), n.Obj().Name())
}

// AtomicElem returns the type of the value that an atomic.X holds, nil for other types.
func AtomicElem(t types.Type) types.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync/atomic" && !annot.IsTrustedAtomic(n) {
		return nil
	}
	kinds := map[string]types.BasicKind{
		"Int32": types.Int32, "Int64": types.Int64, "Uint32": types.Uint32, "Uint64": types.Uint64,
		"Uintptr": types.Uintptr, "Bool": types.Bool,
	}
	if k, ok := kinds[n.Obj().Name()]; ok {
		return types.Typ[k]
	}
	if analysis.IsSyncType(n, "sync/atomic", "Value") {
		return types.Universe.Lookup("any").Type()
	}
	if n.Obj().Name() == "Pointer" && n.TypeArgs().Len() == 1 {
		return types.NewPointer(n.TypeArgs().At(0))
	}
	return nil
}

// Zero returns the zero value of a Go type.
func (m *Memory) Zero(t types.Type) (*ir.Expr, error) {
	s, err := m.Sort(t)
	if err != nil {
		return nil, err
	}
	return ZeroOf(s), nil
}

// ZeroOf is the zero value of a sort.
func ZeroOf(s *ir.Sort) *ir.Expr {
	switch s.Kind {
	case ir.KindBool:
		return ir.False
	case ir.KindInt, ir.KindBV:
		return ir.N(0, s)
	case ir.KindRef:
		return ir.Nil
	case ir.KindTid:
		return ir.Free
	case ir.KindArray:
		return ir.ConstArray(s, ZeroOf(s.Elem))
	case ir.KindTuple:
		var parts []*ir.Expr
		for _, f := range s.Fields {
			parts = append(parts, ZeroOf(f.Sort))
		}
		return ir.MakeTuple(s, parts...)
	}
	switch s.Name {
	case StringSort.Name:
		return stringConst("")
	case floatSort.Name:
		return ir.Const("0", s)
	}
	if strings.HasPrefix(s.Name, "seq[") {
		return ir.Const(s.Name+"{}", s)
	}
	return ir.Const("nil", s)
}

// Constant returns the value of an SSA constant.
func (m *Memory) Constant(c *ssa.Const) (*ir.Expr, error) {
	if c.Value == nil {
		return m.Zero(c.Type())
	}
	return m.Literal(c.Value, c.Type())
}

// Literal returns a constant as a value of type t.
func (m *Memory) Literal(v constant.Value, t types.Type) (*ir.Expr, error) {
	s, err := m.Sort(t)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Kind == ir.KindBool:
		return ir.B(constant.BoolVal(v)), nil
	case s.Kind == ir.KindInt, s.Kind == ir.KindBV:
		n, ok := new(big.Int).SetString(constant.ToInt(v).ExactString(), 10)
		if !ok {
			return nil, fmt.Errorf("constant %s", v)
		}
		return ir.BigInt(n, s), nil
	case s == StringSort && v.Kind() == constant.String:
		return stringConst(constant.StringVal(v)), nil
	case s == floatSort:
		return ir.Const(constant.ToFloat(v).ExactString(), s), nil
	}
	return nil, fmt.Errorf("constant of type %s", t)
}

// IsScalar reports whether values of t are numbers, strings or booleans.
func IsScalar(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok && !isUnsafe(t)
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// ContentSort is the sort of what is in a sync.Map or a sync.Pool, of which only the place matters: a contract can say that it
// changes.
var ContentSort = ir.Opaque("content")
