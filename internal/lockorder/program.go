package lockorder

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/desugar/analysis"
	"github.com/calvin-go/calvin/infer/memory"
)

// A program is what is known of all functions.
type program struct {
	*memory.Values
	*classes
	fset       *token.FileSet
	pkgs       map[*types.Package]bool
	files      []*ast.File
	functions  []*ssa.Function // in order of the source
	bodies     map[*ssa.Function]bool
	open       map[*ssa.Function]bool // called from where nothing is known of
	targets    *targets
	summaries  map[*ssa.Function]*summary
	users      map[*ssa.Function]map[*ssa.Function]bool // whose summaries rest on that of a function
	writers    map[*class]bool                          // locks that somebody waits for to write
	stated     *stated
	debts      map[*ssa.Function][]debt            // see wait.go
	unbuffered map[*class]bool                     // channels that are known to have no buffer
	inverse    map[[2]*types.Var]bool              // fields of which one leads back where the other comes from
	numbers    map[*ssa.Function]map[ssa.Value]int // see valueText
}

func newProgram(pkgs []*packages.Package) *program {
	p := &program{
		Values: memory.NewValues(), fset: pkgs[0].Fset, pkgs: map[*types.Package]bool{}, bodies: map[*ssa.Function]bool{},
		open: map[*ssa.Function]bool{}, summaries: map[*ssa.Function]*summary{}, users: map[*ssa.Function]map[*ssa.Function]bool{},
		writers: map[*class]bool{}, inverse: map[[2]*types.Var]bool{}, debts: map[*ssa.Function][]debt{}, numbers: map[*ssa.Function]map[ssa.Value]int{},
	}
	p.classes = &classes{by: map[string]*class{}, owners: map[*types.Var]*types.TypeName{}, home: func(pkg *types.Package) string {
		if len(pkgs) == 1 {
			return ""
		}
		return pkg.Name() + "."
	}}
	return p
}

// add adds a package that has been built.
func (p *program) add(pkg *packages.Package, built *ssa.Package) {
	p.pkgs[pkg.Types] = true
	p.files = append(p.files, pkg.Syntax...)
	for _, obj := range pkg.TypesInfo.Defs {
		if name, ok := obj.(*types.TypeName); ok && !name.IsAlias() {
			p.addType(name)
		}
	}
	for _, obj := range pkg.TypesInfo.Defs {
		if fn, ok := obj.(*types.Func); ok {
			if f := built.Prog.FuncValue(fn); f != nil {
				p.addFunction(f)
			}
		}
	}
	if init := built.Func("init"); init != nil {
		p.addFunction(init)
	}
}

// addType notes the fields of a type.
func (p *program) addType(name *types.TypeName) {
	if st, ok := name.Type().Underlying().(*types.Struct); ok {
		for v := range st.Fields() {
			if old := p.owners[v.Origin()]; old == nil || name.Pos() < old.Pos() {
				p.owners[v.Origin()] = name
			}
		}
	}
}

func (p *program) addFunction(fn *ssa.Function) {
	if len(fn.Blocks) == 0 || p.bodies[fn] || memory.IsTrusted(memory.Declared(fn)) {
		return
	}
	p.bodies[fn] = true
	p.functions = append(p.functions, fn)
	for _, lit := range fn.AnonFuncs {
		p.addFunction(lit)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.MakeClosure); ok {
				p.Made[c.Fn.(*ssa.Function)] = c
			}
		}
	}
}

// run analyses all functions, callees first, until no summary changes.
func (p *program) run(ctx context.Context) error {
	p.sortFunctions()
	p.targets = findTargets(p)
	p.findOpen()
	p.findInverse()
	p.findUnbuffered()
	p.findDebts()
	order := p.calleesFirst()
	stale := map[*ssa.Function]bool{}
	for _, fn := range order {
		stale[fn] = true
	}
	for rounds := 0; len(stale) > 0 && rounds < maxRounds; rounds++ {
		for _, fn := range order {
			if !stale[fn] {
				continue
			}
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("order of locks: %w", err)
			}
			delete(stale, fn)
			sum := p.analyse(fn)
			if !sum.equal(p.summaries[fn]) {
				for user := range p.users[fn] {
					stale[user] = true
				}
			}
			p.summaries[fn] = sum
		}
	}
	return nil
}

// sortFunctions has the functions in the order of the source.
func (p *program) sortFunctions() {
	slices.SortFunc(p.functions, func(a, b *ssa.Function) int {
		return cmp.Or(p.comparePositions(a.Pos(), b.Pos()), cmp.Compare(a.Name(), b.Name()))
	})
}

// maxRounds ends what does not settle: recursive functions that go further with every call.
const maxRounds = 6

// calleesFirst orders the functions so that few come before one that they call.
func (p *program) calleesFirst() []*ssa.Function {
	var order []*ssa.Function
	seen := map[*ssa.Function]bool{}
	var visit func(*ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] || !p.bodies[fn] {
			return
		}
		seen[fn] = true
		for _, lit := range fn.AnonFuncs {
			visit(lit)
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					for _, t := range p.targets.of(c.Common()).all {
						visit(t.fn)
					}
				}
			}
		}
		order = append(order, fn)
	}
	for _, fn := range p.functions {
		visit(fn)
	}
	return order
}

// findOpen finds the functions that anybody may call, and with no lock held: exported ones, those that nothing here calls, those that
// goroutines run or that are used as values.
func (p *program) findOpen() {
	calls := map[*ssa.Function]bool{}
	for _, fn := range p.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				p.noteUses(instr, calls)
			}
		}
	}
	for _, fn := range p.functions {
		if obj := memory.Declared(fn); obj != nil && (!calls[fn] || isExported(obj)) || isInit(fn) {
			p.open[fn] = true
		}
	}
}

func (p *program) noteUses(instr ssa.Instruction, calls map[*ssa.Function]bool) {
	if _, ok := instr.(*ssa.DebugRef); ok {
		return
	}
	call, isCall := instr.(ssa.CallInstruction)
	if isCall {
		if fn := memory.Callee(call.Common()); fn != nil {
			calls[fn] = true
			if _, ok := instr.(*ssa.Go); ok {
				p.open[fn] = true
			}
		}
	}
	if c, ok := instr.(*ssa.MakeClosure); ok {
		if getsAway(c) {
			p.open[p.functionOf(c)] = true
		}
		return
	}
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok && !(isCall && (op == &call.Common().Value || isPassed(call))) {
			p.open[p.functionOf(fn)] = true
		}
	}
}

// getsAway reports whether a function value is used otherwise than by calling it or passing it to a call, which then tells.
func getsAway(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef:
			return false
		case ssa.CallInstruction:
			return !isPassed(use)
		case *ssa.ChangeType:
			return getsAway(use)
		case *ssa.Store:
			a, ok := use.Addr.(*ssa.Alloc)
			return !ok || memory.OnlyStored(a) == nil
		}
		return true
	})
}

func isPassed(call ssa.CallInstruction) bool {
	_, isGo := call.(*ssa.Go)
	return !isGo
}

// functionOf returns the function that a value is, without its wrapper and not one instance of it; nil if that is not known.
func (p *program) functionOf(v ssa.Value) *ssa.Function {
	if m := memory.BoundMethod(v); m != nil {
		return m
	}
	var fn *ssa.Function
	switch v := v.(type) {
	case *ssa.MakeClosure:
		fn = v.Fn.(*ssa.Function)
	case *ssa.Function:
		fn = v
	case *ssa.ChangeType:
		return p.functionOf(v.X)
	default:
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj := memory.Declared(fn); obj != nil && fn.Synthetic != "" && !p.bodies[fn] {
		return fn.Prog.FuncValue(obj.Origin())
	}
	return fn
}

// isExported reports whether code of other packages can call fn.
func isExported(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return fn.Exported() || fn.Name() == "init" || isMain(fn)
	}
	return fn.Exported()
}

func isMain(fn *types.Func) bool {
	return fn.Name() == "main" && fn.Signature().Recv() == nil && fn.Pkg() != nil && fn.Pkg().Name() == "main"
}

// isInit reports whether fn runs during package initialisation.
func isInit(fn *ssa.Function) bool { return analysis.IsInit(fn) }

// runsOnce reports whether fn is run once, and by one goroutine.
func runsOnce(fn *ssa.Function) bool {
	obj := memory.Declared(fn)
	return isInit(fn) || obj != nil && isMain(obj)
}

func (p *program) comparePositions(a, b token.Pos) int { return analysis.InOrder(p.fset, a, b) }

func (p *program) compareWays(a, b *way) int {
	if c := cmp.Compare(a.length(), b.length()); c != 0 {
		return c
	}
	for ; a != nil && b != nil; a, b = a.next, b.next {
		if c := p.comparePositions(a.pos, b.pos); c != 0 {
			return c
		}
	}
	return 0
}

func (p *program) compareLocks(a, b lock) int {
	if c := compareClasses(a.class, b.class); c != 0 || a.at == b.at {
		return c
	}
	return strings.Compare(p.placeText(a.at), p.placeText(b.at))
}

func compareClasses(a, b *class) int {
	switch {
	case a == b:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id))
}

// placeText tells places of a function apart, in the same way in every run.
func (p *program) placeText(at *memory.Place) string {
	if at == nil {
		return ""
	}
	if at.Up == nil {
		return p.valueText(at.Root.Value) + fmt.Sprint(at.Root.Result)
	}
	text := p.placeText(at.Up) + fmt.Sprint("/", at.Step.Kind)
	if at.Step.Field != nil {
		text += at.Step.Field.Name()
	}
	switch i := at.Step.Index.(type) {
	case string:
		text += i
	case ssa.Value:
		text += p.valueText(i)
	case *memory.Place:
		text += p.placeText(i)
	}
	return text
}

func (p *program) gatesKey(gates []gate) string {
	var keys []string
	for _, g := range gates {
		keys = append(keys, fmt.Sprint(g.class.id, g.mode, g.beside))
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), " ")
}
