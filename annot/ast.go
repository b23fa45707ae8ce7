package annot

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// Package is what the annotations of one package say, resolved and type-checked, with defaults filled in.
type Package struct {
	Types *types.Package
	Fset  *token.FileSet
	// Guards has an entry for every variable that carries a directive: fields, package variables, locals.
	Guards map[*types.Var]*Guard
	Named  map[*types.TypeName]*TypeSpec
	Funcs  map[*types.Func]*FuncSpec
	// Body holds the directives inside each function declaration, in source order.
	Body     map[*ast.FuncDecl][]*Stmt
	Ghosts   []*Ghost
	Confined []*Confinement
	Package  *TypeSpec // invariants and transitions of the package's variables; nil without any
	Ignores  []*Ignore
	// LockOrders are the orders in which locks are acquired, by position.
	LockOrders []*LockOrder
	// Annotated reports whether the package has any directive at all, Inferred whether all of them are inferred: then it
	// may have none.
	Annotated, Inferred bool
	// AsksPanics: a directive asks of every function of the package whether it panics.
	AsksPanics bool
	// Panics says of which functions somebody asks whether they panic. Whoever checks the package says so; who does not say asks of all.
	Panics Asked
}

// Asked says of which functions of a package something is asked.
type Asked int

// It is asked of all; of those with a contract that asks for it; of none.
const (
	AskedOfAll Asked = iota
	AskedOfContracts
	AskedOfNone
)

// MayPanic reports whether there may be functions of the package of which nobody asks whether they panic.
func (p *Package) MayPanic() bool { return p.Panics != AskedOfAll }

// PanicsAsked reports whether it is asked of a function with this contract whether it panics; nil: it has none.
func (p *Package) PanicsAsked(spec *FuncSpec) bool {
	return p.Panics == AskedOfAll || p.Panics == AskedOfContracts && spec != nil && spec.asksPanics()
}

// Says reports whether annotations speak of a variable or a function.
func (p *Package) Says(o types.Object) bool {
	switch o := o.(type) {
	case *types.Var:
		return p.Guards[o] != nil
	case *types.Func:
		return p.Funcs[o] != nil
	}
	return false
}

// A LockOrder says that of several locks the earlier ones are not acquired while a later one is held.
type LockOrder struct {
	Start, End token.Pos
	Text       string
	Locks      []LockVar
}

// A LockVar is the variable that a lock is in: fields, each in the one before. It begins with a package variable, or with a field of some
// object.
type LockVar []*types.Var

// A Guard says who may touch a variable, and for arrays, slices and maps who may touch its elements.
type Guard struct {
	Pos token.Pos // of the first directive
	// Immutable and AtomicOnly are the two disciplines without a predicate; then the clauses below are empty. But AtomicOnly may
	// come with Write, which says when sync/atomic may write; anybody may read through it, and without it as long as nobody else may write.
	Immutable  bool
	AtomicOnly bool
	Transfers  bool
	// Confined is set if one goroutine alone has the variable; Read and Write say so as well. Locked is then what locks
	// alone say, if the goroutine writes under these, and others read under them: that it is the goroutine is the last
	// condition of Write.
	Confined *Confinement
	Locked   *Guard
	// Published says that nobody writes the variable any more once a channel is closed; nil: nothing says so.
	Published *Publication
	// Condition is the lock of the sync.Cond that a variable points to; nil: none is named.
	Condition Expr
	// Closes, for a variable that holds channels, says which goroutines may close them; nil: the one that has the right.
	// Carries says what is sent on them, about the value Value, which may be nil.
	Closes, Carries []*Clause
	Value           *Bound
	// Read and Write are conjunctions that bind This implicitly and the running goroutine as Tid. Nil Read with
	// non-nil Write: readable where writable. Both nil: no predicate for the variable itself. What may be read and never
	// written has the Write clause false.
	Read, Write []*Clause
	// ElemRead and ElemWrite guard element Index (a bound variable) where a directive has the form VERB[j]; nil where
	// the variable's own predicates serve for its elements too.
	ElemRead, ElemWrite []*Clause
	Index               *Bound
	// Unsupported gives a reason for each part whose meaning is not available yet.
	Unsupported []Unsupported
}

// An Unsupported is a well-formed annotation, or part of one, that the verifier cannot take into account yet.
type Unsupported struct {
	Pos    token.Pos
	Reason string // completes "not yet supported: "
}

// A Clause is one condition as written.
type Clause struct {
	Start, End token.Pos
	Text       string
	Expr       Expr
}

// A TypeSpec holds what is declared of a type.
type TypeSpec struct {
	Invariants  []*Clause // hold at yield points
	Always      []*Clause // transitions without old: hold after every step
	Transitions []*Clause // relate the states before and after every step
	Aliases     []Alias   // gVisor's: what is believed to be one lock
	// Immutable and Concurrent are the directives of these names, nil where there are none: nobody writes an object that others know; no
	// method counts on its callers to synchronise.
	Immutable, Concurrent *Clause
	Unsupported           []Unsupported
}

// An Alias says of every object that two paths from it lead to one lock, where the first leads anywhere. It is believed.
type Alias struct {
	Pos         token.Pos
	Text        string
	Left, Right Expr
}

// A FuncSpec is the contract of a function.
type FuncSpec struct {
	Pos      token.Pos // of the first directive
	Requires []*Clause
	// PanicsIf has the conditions on entry under each of which the function may panic; it does not where none holds.
	PanicsIf []*Clause
	Returns  []*Clause // hold at each return: what +checklocksacquire and +checklocksrelease say of locks
	Takes    []*Clause // what the goroutine that runs the function takes over from the one that starts it
	Performs *Performs // nil: none
	Pure     bool
	// Panics: a directive asks whether the function panics. Inferred: no directive of the contract is in a comment.
	Panics, Inferred bool
	// Cases say what a pure function returns; nil, with a reason in Unsupported, if that is more than tests and returns.
	Cases   []Case
	Trusted bool
	// For is the function whose parameters the contract speaks of, if it is not the one that it is the contract of: the
	// declaration in a contract file.
	For *types.Func
	// MayBeNil lists the pointer parameters and the receiver that the function compares with nil, or of which a
	// requires clause does: those are not required to be non-nil.
	MayBeNil    map[*types.Var]bool
	Unsupported []Unsupported
}

// Performs is a specification: a regular expression over actions.
type Performs struct {
	Start, End token.Pos
	Text       string
	Root       Spec
	Actions    []*Action // each once, in order of declaration
	// Reducible is set for an atomic clause that does not say what the step ensures: the body reduces to one block with all its
	// accesses ("Exploiting purity for atomicity", Flanagan, Freund and Qadeer, 2005).
	Reducible bool
}

// An Action is one atomic action.
type Action struct {
	Start, End token.Pos
	Name       string // "" for the only action of an atomic clause
	When       []*Clause
	Modifies   []Expr // locations: Ident, Select, Index, Star; Index with nil I means all elements
	Ensures    []*Clause
	// ModifiesAll is set for an atomic clause without when, modifies and ensures lines.
	ModifiesAll bool
}

// Spec is the body of a performs clause: *SpecAction, *SpecSkip, *SpecSeq, *SpecChoice or *SpecStar.
type Spec interface{ spec() }

// SpecAction is an occurrence of an action.
type SpecAction struct{ Action *Action }

// SpecSkip is skip.
type SpecSkip struct{}

// SpecSeq is A ; B.
type SpecSeq struct{ A, B Spec }

// SpecChoice is A [] B.
type SpecChoice struct{ A, B Spec }

// SpecStar is A*.
type SpecStar struct{ A Spec }

func (*SpecAction) spec() {}
func (*SpecSkip) spec()   {}
func (*SpecSeq) spec()    {}
func (*SpecChoice) spec() {}
func (*SpecStar) spec()   {}

// StmtKind is the verb of a directive inside a function body.
type StmtKind uint8

const (
	WitnessStmt   StmtKind = iota // Name
	InvariantStmt                 // Clause; For is the loop
	AssertStmt                    // Clause
	AssumeStmt                    // Clause
	SetStmt                       // Target, Value
	TakesStmt                     // Takes; the first thing in a function literal
	RequiresStmt                  // Clause; likewise
)

// A Stmt is a directive inside a function body. It stands just before the statement or closing brace at Before.
type Stmt struct {
	Kind   StmtKind
	Pos    token.Pos // of the directive
	Before token.Pos
	Name   string
	Clause *Clause
	Takes  []*Clause
	Lit    *ast.FuncLit
	For    ast.Stmt // *ast.ForStmt or *ast.RangeStmt
	Target Expr
	Value  Expr
	// Unsupported is the reason, if the verifier cannot take it into account yet.
	Unsupported string
}

// A Ghost is a specification-only field or package variable.
type Ghost struct {
	Pos   token.Pos
	Owner *types.TypeName // nil: a package variable
	Var   *types.Var      // synthetic
}

// An Ignore accepts the finding Code on Line of File.
type Ignore struct {
	Pos    token.Pos
	File   string
	Line   int
	Code   string
	Reason string
	// MayBeIdle: that it matches nothing is no finding.
	MayBeIdle bool
}

// Expr is a checked expression: every implicit step of the source (the receiver of a bare field name, embedded
// fields, dereferences, the holder of a lock) is explicit, every node has a type.
type Expr interface {
	Pos() token.Pos
	End() token.Pos
	// Type is the Go type, or one of TidType, *SeqType, *SetType, *MapType.
	Type() types.Type
}

// Node carries what all expressions have.
type Node struct {
	Start, Stop token.Pos
	T           types.Type
}

func (n *Node) Pos() token.Pos   { return n.Start }
func (n *Node) End() token.Pos   { return n.Stop }
func (n *Node) Type() types.Type { return n.T }

// The expression forms.
type (
	// Const is a constant expression, folded; its type is never untyped.
	Const struct {
		Node
		Value constant.Value
	}
	// NilLit is nil of the node's type.
	NilLit struct{ Node }
	// Var is a parameter, receiver, named result, local or package variable.
	Var struct {
		Node
		Obj *types.Var
	}
	// This is the object that a field's or type's directive is about: a pointer to the struct.
	This struct{ Node }
	// Result is result number Index, also when written by its name. Only: the function has no other.
	Result struct {
		Node
		Index int
		Only  bool
	}
	// BoundVar is an occurrence of a quantified variable or of the element index of VERB[j].
	BoundVar struct {
		Node
		Var *Bound
	}
	// Tid is the running goroutine.
	Tid struct{ Node }
	// Free is the holder of a free lock: free, or 0 against a lock.
	Free struct{ Node }
	// Holder is the holder of the Mutex (or the writer of the RWMutex) X, a location of that type.
	Holder struct {
		Node
		X Expr
	}
	// Held is held(X) or, with Read, rheld(X).
	Held struct {
		Node
		X    Expr
		Read bool
	}
	// AtomicValue is the value that X, a location of a type of sync/atomic, holds.
	AtomicValue struct {
		Node
		X Expr
	}
	// Local is local(X).
	Local struct {
		Node
		X Expr
	}
	// Old is old(X).
	Old struct {
		Node
		X Expr
	}
	// Unary is -X, ^X or !X.
	Unary struct {
		Node
		Op token.Token
		X  Expr
	}
	// Binary is a binary operator of Go. Comparisons of struct and array values included.
	Binary struct {
		Node
		Op   token.Token
		X, Y Expr
	}
	// Implies is X ==> Y; with Iff X <==> Y.
	Implies struct {
		Node
		Iff  bool
		X, Y Expr
	}
	// Quant is forall or exists.
	Quant struct {
		Node
		Exists bool
		Vars   []*Bound
		Body   Expr
	}
	// Select is field Field of X, where X is a struct value or location, or a pointer to one (then Deref).
	Select struct {
		Node
		X     Expr
		Deref bool
		Field *types.Var
	}
	// Star is *X.
	Star struct {
		Node
		X Expr
	}
	// Index is X[I] on a string, array, slice, pointer to array, map, or sequence. In a modifies clause a nil I means
	// every element.
	Index struct {
		Node
		X, I Expr
	}
	// Objects is T[*] in a modifies clause: every object of the type.
	Objects struct{ Node }
	// Region is region(mu) in a modifies clause: what the lock guards, with all that it leads to.
	Region struct {
		Node
		Lock Expr // a field or a package variable
	}
	// Slice is X[Lo:Hi]; the bounds may be nil.
	Slice struct {
		Node
		X, Lo, Hi Expr
	}
	// Convert is T(X).
	Convert struct {
		Node
		X Expr
	}
	// Builtin is len, cap, has, closed, closer or done.
	Builtin struct {
		Node
		Name string
		Args []Expr
	}
	// Call is the call of a pure function or method; the receiver is the first argument.
	Call struct {
		Node
		Func *types.Func
		Args []Expr
	}
	// Literal is seq[T]{...}, set[T]{...}.
	Literal struct {
		Node
		Elems []Expr
	}
)

// A Bound is a variable bound by a quantifier or by VERB[j].
type Bound struct {
	Name string
	Type types.Type
	Pos  token.Pos
}

// TidType is the type of tid and free.
type TidType struct{}

// SeqType, SetType and MapType are the mathematical types of ghosts.
type (
	SeqType struct{ Elem types.Type }
	SetType struct{ Elem types.Type }
	MapType struct{ Key, Elem types.Type }
)

func (TidType) Underlying() types.Type    { return TidType{} }
func (TidType) String() string            { return "tid" }
func (t *SeqType) Underlying() types.Type { return t }
func (t *SeqType) String() string         { return "seq[" + t.Elem.String() + "]" }
func (t *SetType) Underlying() types.Type { return t }
func (t *SetType) String() string         { return "set[" + t.Elem.String() + "]" }
func (t *MapType) Underlying() types.Type { return t }
func (t *MapType) String() string         { return "mmap[" + t.Key.String() + ", " + t.Elem.String() + "]" }

// An Error is an ill-formed directive. Code is one of Codes.
type Error struct {
	Pos, End token.Pos
	Code     string
	Msg      string // one sentence, lower case
	Hint     string // the expected form, or the nearest name; may be empty
	// Instead is what should stand between Pos and End; "" if that is not known for sure.
	Instead string
	// Inferred is what the inferred annotation is about that the error is in; nil for one that a comment has.
	Inferred types.Object
}
