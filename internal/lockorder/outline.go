package lockorder

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/infer/memory"
)

// Outline returns a hash of all that the analysis reads of the bodies of a package's functions. As long as it stays the
// same, for each package, and so do the declarations and the stated orders, the order of locks stays the same, but for
// where it comes about in the sources. Of packages of the program among tells the import paths. A package of which this
// analysis cannot tell what it reads has none: it must count with its text.
//
// What is left out is computing with numbers and texts, of which nothing is asked but whether a branch looks at it, and constants that are
// no index: see leaves. All else counts, with the order of the places where it is.
func (f *Form) Outline(pkg *packages.Package, among map[string]bool) (sum string, ok bool) {
	i := slices.Index(f.pkgs, pkg)
	if i < 0 || hasLocalTypes(pkg) {
		return "", false
	}
	p := newProgram(f.pkgs[i : i+1])
	p.add(pkg, f.built[i])
	p.sortFunctions()
	o := &outliner{among: among, known: map[token.Pos]int{}, types: map[types.Type]string{}}
	for _, fn := range p.functions {
		o.function(fn)
	}
	if o.failed || !o.order(p.fset) {
		return "", false
	}
	h := sha256.Sum256(o.text)
	return hex.EncodeToString(h[:]), true
}

// hasLocalTypes reports whether a function of the package declares a type: two of them may have one name.
func hasLocalTypes(pkg *packages.Package) bool {
	for _, obj := range pkg.TypesInfo.Defs {
		if name, ok := obj.(*types.TypeName); ok && name.Parent() != pkg.Types.Scope() {
			if _, isParam := types.Unalias(name.Type()).(*types.TypeParam); !isParam {
				return true
			}
		}
	}
	return false
}

// An outliner writes what the analysis reads of functions.
type outliner struct {
	among   map[string]bool // import paths of the packages of the program
	text    []byte
	types   map[types.Type]string
	numbers map[ssa.Value]int // of the function at hand
	written map[ssa.Value]detail
	places  []token.Pos
	known   map[token.Pos]int // in places
	failed  bool              // there is something of which it does not know what the analysis reads
}

// A detail says how much of a value counts.
type detail uint8

const (
	identity detail = iota + 1 // which value it is, and whether it is a constant
	computed                   // from which others it is computed, as well
	exactly                    // its constants, too
)

func (o *outliner) add(parts ...string) {
	for _, p := range parts {
		o.text = strconv.AppendQuote(o.text, p)
	}
}

func (o *outliner) number(n int) { o.text = strconv.AppendInt(append(o.text, ' '), int64(n), 10) }

func (o *outliner) flag(b bool) { o.text = strconv.AppendBool(append(o.text, ' '), b) }

func (o *outliner) function(fn *ssa.Function) {
	o.numbers, o.written = map[ssa.Value]int{}, map[ssa.Value]detail{}
	o.text = append(o.text, "\nfunc"...)
	o.named(fn)
	o.place(fn.Pos())
	for _, param := range fn.Params {
		o.value(param, exactly)
		o.typ(param.Type())
	}
	for _, free := range fn.FreeVars {
		o.value(free, exactly)
		o.typ(free.Type())
	}
	for _, lit := range fn.AnonFuncs {
		o.named(lit)
	}
	if fn.Recover != nil {
		o.add("recover")
		o.number(fn.Recover.Index)
	}
	for _, b := range fn.Blocks {
		o.text = append(o.text, "\nblock"...)
		for _, p := range b.Preds {
			o.number(p.Index)
		}
		o.add("to")
		for _, s := range b.Succs {
			o.number(s.Index)
		}
		for _, instr := range b.Instrs {
			if !leaves(instr) {
				o.text = append(o.text, "\n"...)
				o.place(instr.Pos())
				o.instruction(instr)
			}
		}
	}
}

// leaves reports whether the analysis asks nothing of an instruction, unless a branch, an index or an argument is
// computed by it: it computes a number, a text or a boolean from such, or loads one.
func leaves(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.BinOp:
		return !memory.Refers(instr.Type()) && !memory.Refers(instr.X.Type()) && !memory.Refers(instr.Y.Type())
	case *ssa.UnOp:
		if instr.CommaOk || instr.Op == token.ARROW || memory.Refers(instr.Type()) {
			return false
		}
		return instr.Op == token.MUL || !memory.Refers(instr.X.Type())
	case *ssa.Convert:
		return !memory.Refers(instr.Type()) && !memory.Refers(instr.X.Type())
	}
	return false
}

// plain reports whether values of the type have neither methods nor memory that they lead to.
func plain(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() != types.UnsafePointer && b.Kind() != types.UntypedNil
}

// named writes which function it is.
func (o *outliner) named(fn *ssa.Function) {
	o.add(fn.String(), fn.Synthetic)
	o.typ(fn.Signature)
	if obj := memory.Declared(fn); obj != nil {
		o.add(obj.FullName())
	}
}

func (o *outliner) typ(t types.Type) {
	text, ok := o.types[t]
	if !ok {
		text = types.TypeString(t, nil)
		o.types[t] = text
	}
	o.add(text)
}

// place writes a place in the source as a number; see order.
func (o *outliner) place(pos token.Pos) {
	n, ok := o.known[pos]
	if !ok {
		n = len(o.places)
		o.known[pos] = n
		o.places = append(o.places, pos)
	}
	o.number(n)
}

// order writes the order of the places. It reports whether they are where the file says, which line directives change.
func (o *outliner) order(fset *token.FileSet) bool {
	sorted := slices.Clone(o.places)
	slices.SortFunc(sorted, func(a, b token.Pos) int { return cmp.Or(analysis.InOrder(fset, a, b), cmp.Compare(a, b)) })
	o.text = append(o.text, "\nplaces"...)
	for i, pos := range sorted {
		if fset.Position(pos) != fset.PositionFor(pos, false) {
			return false
		}
		o.number(o.known[pos])
		o.flag(pos.IsValid())
		o.flag(i > 0 && analysis.InOrder(fset, sorted[i-1], pos) == 0)
	}
	return true
}

// value writes which value it is. The first time, and once more where more of it counts, it writes what does.
func (o *outliner) value(v ssa.Value, d detail) {
	switch v := v.(type) {
	case nil:
		o.add("nil")
		return
	case *ssa.Function:
		o.named(v)
		return
	case *ssa.Global, *ssa.Builtin:
		o.add(v.String())
		o.typ(v.Type())
		return
	}
	n, ok := o.numbers[v]
	if !ok {
		n = len(o.numbers)
		o.numbers[v] = n
	}
	o.number(n)
	if o.written[v] >= d {
		return
	}
	o.written[v] = d
	switch v := v.(type) {
	case *ssa.Const:
		o.constant(v, d)
	case *ssa.Parameter, *ssa.FreeVar:
	case ssa.Instruction:
		if d > identity && leaves(v) {
			o.computation(v, d)
		}
	default:
		o.failed = true
	}
}

func (o *outliner) constant(c *ssa.Const, d detail) {
	o.typ(c.Type())
	o.flag(c.Value == nil)
	if c.Value != nil && (d == exactly || !plain(c.Type())) {
		o.add(c.Value.ExactString())
	}
}

// computation writes how a value is computed that has no line of its own.
func (o *outliner) computation(instr ssa.Instruction, d detail) {
	o.text = append(o.text, " ("...)
	switch v := instr.(type) {
	case *ssa.BinOp:
		o.typ(v.Type())
		switch v.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ:
			o.add("order")
		default:
			o.add("other")
		}
		o.value(v.X, computed)
		o.value(v.Y, computed)
	case *ssa.UnOp:
		o.typ(v.Type())
		if v.Op == token.MUL || v.Op == token.NOT { // which says what taking a branch tells
			o.add(v.Op.String())
			o.value(v.X, d)
		} else {
			o.add("other")
			o.value(v.X, computed)
		}
	case *ssa.Convert:
		o.typ(v.Type())
		o.value(v.X, d)
	default:
		o.failed = true
	}
	o.text = append(o.text, " )"...)
}

// without is how much counts of a value that is stored, sent or returned: of one that is plain only its type.
func (o *outliner) without(v ssa.Value) {
	if plain(v.Type()) {
		o.typ(v.Type())
		return
	}
	o.value(v, exactly)
}

// instruction writes all of an instruction that counts.
func (o *outliner) instruction(instr ssa.Instruction) {
	o.add(fmt.Sprintf("%T", instr))
	if v, ok := instr.(ssa.Value); ok {
		o.value(v, exactly)
		o.typ(v.Type())
	}
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		o.call(instr.Common())
		if d, ok := instr.(*ssa.Defer); ok {
			o.value(d.DeferStack, exactly)
		}
	case *ssa.Store:
		o.value(instr.Addr, exactly)
		switch instr.Addr.(type) {
		case *ssa.Alloc, *ssa.FreeVar: // a variable that may have one value from its declaration on
			o.value(instr.Val, exactly)
		default:
			o.without(instr.Val)
		}
	case *ssa.MapUpdate:
		o.value(instr.Map, exactly)
		o.value(instr.Key, exactly)
		o.without(instr.Value)
	case *ssa.Send:
		o.value(instr.Chan, exactly)
		o.without(instr.X)
	case *ssa.Return:
		for _, v := range instr.Results {
			o.without(v)
		}
	case *ssa.If:
		o.value(instr.Cond, computed)
	case *ssa.Phi:
		for _, e := range instr.Edges {
			o.value(e, o.unless(plain(instr.Type())))
		}
	case *ssa.MakeInterface:
		o.value(instr.X, o.unless(plain(instr.X.Type())))
	case *ssa.MakeChan:
		o.flag(isUnbuffered(instr))
		o.operands(instr, identity)
	case *ssa.MakeSlice, *ssa.MakeMap, *ssa.Slice:
		o.operands(instr, identity)
	case *ssa.Select:
		o.selects(instr)
	default:
		o.details(instr)
		o.operands(instr, exactly)
	}
}

func (o *outliner) unless(plain bool) detail {
	if plain {
		return identity
	}
	return exactly
}

func (o *outliner) operands(instr ssa.Instruction, d detail) {
	for _, op := range instr.Operands(nil) {
		o.value(*op, d)
	}
}

// details writes what an instruction says beside its operands.
func (o *outliner) details(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		o.flag(instr.Heap)
		o.add(instr.Comment)
	case *ssa.BinOp:
		o.add(instr.Op.String())
	case *ssa.UnOp:
		o.add(instr.Op.String())
		o.flag(instr.CommaOk)
	case *ssa.FieldAddr:
		o.number(instr.Field)
	case *ssa.Field:
		o.number(instr.Field)
	case *ssa.Extract:
		o.number(instr.Index)
	case *ssa.Lookup:
		o.flag(instr.CommaOk)
	case *ssa.Next:
		o.flag(instr.IsString)
	case *ssa.TypeAssert:
		o.typ(instr.AssertedType)
		o.flag(instr.CommaOk)
	case *ssa.ChangeType, *ssa.Convert, *ssa.MultiConvert, *ssa.ChangeInterface, *ssa.SliceToArrayPointer, *ssa.MakeClosure, *ssa.IndexAddr, *ssa.Index,
		*ssa.Range, *ssa.Jump, *ssa.RunDefers, *ssa.Panic, *ssa.DebugRef:
	default:
		o.failed = true
	}
}

func (o *outliner) selects(s *ssa.Select) {
	o.flag(s.Blocking)
	for _, c := range s.States {
		o.number(int(c.Dir))
		o.value(c.Chan, exactly)
		if c.Send == nil {
			o.add("receives")
			continue
		}
		o.without(c.Send)
	}
}

// call writes what is called with what. A constant that is passed to a function of another program is asked nothing.
func (o *outliner) call(c *ssa.CallCommon) {
	if c.IsInvoke() {
		o.add("method", c.Method.FullName())
	}
	o.value(c.Value, exactly)
	fn := memory.Declared(memory.Callee(c))
	foreign := fn != nil && fn.Pkg() != nil && !o.among[fn.Pkg().Path()]
	for _, arg := range c.Args {
		o.value(arg, o.unless(foreign && plain(arg.Type())))
	}
}

// valueText tells a value from others of its function, in a way that what leaves leaves out does not change.
func (p *program) valueText(v ssa.Value) string {
	fn := v.Parent()
	if fn == nil {
		return v.Name()
	}
	numbers := p.numbers[fn]
	if numbers == nil {
		o := &outliner{known: map[token.Pos]int{}, types: map[types.Type]string{}}
		o.function(fn)
		numbers = o.numbers
		p.numbers[fn] = numbers
	}
	if n, ok := numbers[v]; ok {
		return fmt.Sprintf("%06d", n)
	}
	return v.Name()
}
