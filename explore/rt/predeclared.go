package rt

import "unsafe"

// Predeclared names, for packages that declare others of that name.
type (
	PlainAny        = any
	PlainBool       = bool
	PlainByte       = byte
	PlainComplex64  = complex64
	PlainComplex128 = complex128
	PlainError      = error
	PlainFloat32    = float32
	PlainFloat64    = float64
	PlainInt        = int
	PlainInt8       = int8
	PlainInt16      = int16
	PlainInt32      = int32
	PlainInt64      = int64
	PlainRune       = rune
	PlainString     = string
	PlainUint       = uint
	PlainUint8      = uint8
	PlainUint16     = uint16
	PlainUint32     = uint32
	PlainUint64     = uint64
	PlainUintptr    = uintptr
)

// PlainComparable is comparable, which no type can be an alias of.
type PlainComparable interface{ comparable }

// PlainTrue and PlainFalse are the boolean constants.
const (
	PlainTrue  = true
	PlainFalse = false
)

// PlainLen is len of a slice.
func PlainLen[S ~[]E, E any](s S) int { return len(s) }

// PlainNil is the nil pointer, where the runtime asks for one.
var PlainNil unsafe.Pointer

// NoClauses and NotEvaluated stand for conditions that there are not, and that cannot be evaluated.
var (
	NoClauses    []Clause
	NotEvaluated func(object unsafe.Pointer, j int) bool
)
