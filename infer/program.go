package infer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/calvin-go/calvin/annot"
	"github.com/calvin-go/calvin/desugar/appendonly"
	"github.com/calvin-go/calvin/desugar/beforeclose"
	"github.com/calvin-go/calvin/desugar/functiontables"
	"github.com/calvin-go/calvin/desugar/sequential"
	"github.com/calvin-go/calvin/desugar/startup"
	"github.com/calvin-go/calvin/infer/memory"
	"github.com/calvin-go/calvin/library"
)

// A program is what is known of all functions.
type program struct {
	anyway bool // half of the accesses are evidence enough

	*memory.Values
	fset      *token.FileSet
	annots    map[string]*annot.Package
	pkgs      map[*types.Package]*packages.Package
	decls     map[*types.Func]*ast.FuncDecl
	functions []*ssa.Function // in order of the source
	inits     []*ssa.Function // which set the package variables
	bodies    map[*ssa.Function]bool
	structs   map[*types.Var]*structure // by field
	stored    map[*memory.Place]map[ssa.Value]bool

	open         map[*ssa.Function]bool // called from where nothing is known of
	nameless     map[*ssa.Function]bool // of these, those that are called without their names
	initial      bool                   // package initialisation is being analysed
	built        []*ssa.Package
	beginning    *startup.Alone          // what commands do before other goroutines run
	demands      map[*ssa.Function]holds // that a function must be called with, as it says or does
	local        map[*ssa.Parameter]bool // that an annotation requires to be local
	seenHeld     map[*ssa.Function]bool  // whose demands come of what was seen
	believed     map[*ssa.Function]holds // that its annotation says
	sites        map[*ssa.Function]map[ssa.Instruction]*context
	entries      map[*ssa.Function]*state
	summaries    map[*ssa.Function]*summary
	notes        map[*ssa.Function]*notes                 // of the last analysis of each
	stale        map[*ssa.Function]bool                   // those to be analysed again, see rounds.go
	users        map[*ssa.Function]map[*ssa.Function]bool // which use the summary of a function
	around       map[*ssa.Function][]*ssa.Function        // a function and the literals in it
	accesses     map[accessKey]*access
	assignedLate map[*types.Var]bool              // written once others can reach their objects
	held         map[*types.TypeName][]types.Type // see behind
	atomics      map[*types.Var]bool              // see findAtomics
	leading      map[*types.Var]bool              // see findLeading
	covered      map[*types.Var]bool              // see findCovered
	closed       map[*types.Var]bool              // see findClosed
	closedLocals map[*ssa.Alloc]bool              // the same of variables that goroutines share
	appendOnly   map[*types.Var]bool              // see appendonly
	sequential   map[*types.Var]bool              // see sequential
	beforeClose  beforeclose.Result
	publishers   map[*types.Var]*types.Var // fields, and the channel that publishes them
	locals       map[*ssa.Alloc]*types.Var // see addLocals
	// localValues are the maps and slices that such variables have from the beginning to the end.
	localValues   map[ssa.Value]*types.Var
	synchronised  map[*types.Struct]bool        // see synchronises
	conds         map[*types.Var]map[string]int // locks that Conds in the variable are made of; "": unknown
	changes       map[*ssa.Function][]change    // of the locks held; nil: nobody wants to know
	lendings      map[form]*lending
	options       map[*ssa.Function]form    // functions that may be called without their names
	fromOthers    map[*types.Var]bool       // see given
	foreignFields map[*types.Var]bool       // of structs of other packages, that are written in objects which others can reach
	builders      map[*ssa.Function]bool    // see findBuilders
	misused       map[*ssa.Function]bool    // builders that are called on objects which others can reach
	ofOthers      map[*types.Var]bool       // see notOwn
	starts        map[*ssa.Function][]start // the go statements that run a function
	closings      map[*types.Var][]*access  // where the channels in a field are closed
	sendings      map[*types.Var][]sending  // where something is sent on the channels in a variable
	handsOver     map[*types.Var]bool       // these channels, if what is sent on them is the receiver's; see transfers.go
	tables        functiontables.Tables     // see findTables
}

// A structure is a struct type with its fields.
type structure struct {
	owner  *types.TypeName // nil: it has no name
	fields []*types.Var
	locks  bool // it has a lock of its own
}

func newProgram(pkgs []*packages.Package, annots map[string]*annot.Package) *program {
	return &program{
		Values: memory.NewValues(), fset: pkgs[0].Fset, annots: annots, pkgs: map[*types.Package]*packages.Package{},
		decls: map[*types.Func]*ast.FuncDecl{}, bodies: map[*ssa.Function]bool{}, structs: map[*types.Var]*structure{},
		stored: map[*memory.Place]map[ssa.Value]bool{}, open: map[*ssa.Function]bool{}, demands: map[*ssa.Function]holds{}, seenHeld: map[*ssa.Function]bool{}, local: map[*ssa.Parameter]bool{},
		believed: map[*ssa.Function]holds{}, sites: map[*ssa.Function]map[ssa.Instruction]*context{},
		entries: map[*ssa.Function]*state{}, summaries: map[*ssa.Function]*summary{}, accesses: map[accessKey]*access{},
		conds: map[*types.Var]map[string]int{}, locals: map[*ssa.Alloc]*types.Var{}, localValues: map[ssa.Value]*types.Var{},
		lendings: map[form]*lending{}, options: map[*ssa.Function]form{}, fromOthers: map[*types.Var]bool{}, foreignFields: map[*types.Var]bool{},
		builders: map[*ssa.Function]bool{}, misused: map[*ssa.Function]bool{}, ofOthers: map[*types.Var]bool{}, starts: map[*ssa.Function][]start{}, closings: map[*types.Var][]*access{}, sendings: map[*types.Var][]sending{}, handsOver: map[*types.Var]bool{}, nameless: map[*ssa.Function]bool{},
		notes: map[*ssa.Function]*notes{}, stale: map[*ssa.Function]bool{}, users: map[*ssa.Function]map[*ssa.Function]bool{},
		around: map[*ssa.Function][]*ssa.Function{}, assignedLate: map[*types.Var]bool{}, leading: map[*types.Var]bool{}, covered: map[*types.Var]bool{}, synchronised: map[*types.Struct]bool{},
	}
}

// add adds a package that has been built.
func (p *program) add(pkg *packages.Package, built *ssa.Package) {
	p.pkgs[pkg.Types] = pkg
	p.built = append(p.built, built)
	for id, obj := range pkg.TypesInfo.Defs {
		if name, ok := obj.(*types.TypeName); ok && !name.IsAlias() {
			p.addStruct(name, name.Type())
		}
		if fn, ok := obj.(*types.Func); ok && id.Name != "_" {
			if body := built.Prog.FuncValue(fn); body != nil {
				p.addFunction(body)
				p.addLocals(pkg, body)
			}
		}
	}
	for _, file := range pkg.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if fn, ok := pkg.TypesInfo.Defs[n.Name].(*types.Func); ok {
					p.decls[fn] = n
				}
			case *ast.StructType:
				p.addStruct(nil, pkg.TypesInfo.TypeOf(n))
			}
			return true
		})
	}
	if init := built.Func("init"); init != nil {
		p.inits = append(p.inits, init)
		for _, lit := range init.AnonFuncs {
			p.addFunction(lit)
			p.open[lit] = true
		}
	}
}

// addStruct notes the fields of a struct type; named types come first.
func (p *program) addStruct(name *types.TypeName, t types.Type) {
	if t == nil {
		return
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	s := &structure{owner: name}
	for i := range st.NumFields() {
		v := st.Field(i).Origin()
		s.fields = append(s.fields, v)
		s.locks = s.locks || memory.IsLock(v.Type())
	}
	for _, v := range s.fields {
		if old := p.structs[v]; old == nil || old.owner == nil {
			p.structs[v] = s
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

// run analyses all functions until what they find and do changes no more.
func (p *program) run() {
	slices.SortFunc(p.functions, func(a, b *ssa.Function) int {
		x, y := p.fset.Position(a.Pos()), p.fset.Position(b.Pos())
		return cmp.Or(cmp.Compare(x.Filename, y.Filename), cmp.Compare(x.Offset, y.Offset), cmp.Compare(a.Name(), b.Name()))
	})
	p.appendOnly = appendonly.Fields(p.functions)
	p.sequential = sequential.Fields(p.functions)
	p.beforeClose, p.publishers = beforeclose.Find(p.functions), map[*types.Var]*types.Var{}
	p.beginning = p.findBeginning()
	p.findTables()
	p.findOpen()
	p.findAtomics()
	p.findClosed()
	p.findLeading()
	p.findCovered()
	p.findLending()
	p.findBuilders()
	p.findConverters()
	p.believe()
	clear(p.around)
	for _, fn := range p.functions {
		p.around[outermost(fn)] = append(p.around[outermost(fn)], fn)
	}
	order := p.callersFirst()
	p.allStale()
	for again, rounds := true, 0; again && rounds < maxRounds; rounds++ {
		again = p.round(order)
		if p.endLending() {
			again = true
			p.allStale()
		}
		if !again && p.endBuilding() {
			again = true
			p.allStale()
		}
		if !again && p.endHanding() {
			again = true
			p.allStale()
		}
	}
	p.collect(order)
}

// findBeginning finds what commands do before other goroutines run.
func (p *program) findBeginning() *startup.Alone {
	all := startup.Program{Functions: slices.Clone(p.functions), Row: func(fn *types.Func) *library.Row { return library.Of(fn.Origin().FullName()) }}
	for _, built := range p.built {
		all.Packages = append(all.Packages, built)
		if init := built.Func("init"); init != nil {
			all.Functions = append(all.Functions, init)
		}
	}
	return startup.Find(all)
}

// isInit reports whether fn runs before any other goroutine of its package.
func isInit(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && (fn.Name() == "init" || strings.HasPrefix(fn.Name(), "init#"))
}

// callersFirst orders the functions so that few come before one that calls them.
func (p *program) callersFirst() []*ssa.Function {
	var order []*ssa.Function
	seen := map[*ssa.Function]bool{}
	var visit func(*ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] || !p.bodies[fn] {
			return
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					if to := memory.Callee(c.Common()); to != nil {
						visit(to)
					}
					for _, to := range p.entriesOf(c.Common()) {
						visit(to)
					}
				}
			}
		}
		for _, lit := range fn.AnonFuncs {
			visit(lit)
		}
		order = append(order, fn)
	}
	for _, fn := range slices.Backward(p.functions) {
		visit(fn)
	}
	slices.Reverse(order)
	return order
}

// saysHeld reports whether a function's name or comment says that its callers hold a lock.
func (p *program) saysHeld(fn *types.Func) bool {
	if strings.HasSuffix(fn.Name(), "Locked") {
		return true
	}
	d := p.decls[fn]
	if d == nil || d.Doc == nil {
		return false
	}
	return SaysHeld(d.Doc.Text())
}

// SaysHeld reports whether a line of a comment says that callers hold a lock. No other comment but directives has a say
// in what is proposed.
func SaysHeld(comment string) bool {
	comment = strings.ToLower(comment)
	return slices.ContainsFunc(heldPhrases, func(phrase string) bool { return strings.Contains(comment, phrase) })
}

var heldPhrases = []string{"must hold", "must be held", "must be locked", "caller holds", "callers hold"}

// entry is what fn finds wherever it is called, nil if no call of it is known. A lock in a parameter that is fresh is as good
// as held.
func (p *program) entry(fn *ssa.Function) *state {
	s := newState()
	if !p.open[fn] {
		contexts := p.sites[fn]
		if len(contexts) == 0 {
			return nil
		}
		all := holds{}
		for _, c := range contexts {
			maps.Copy(all, c.held)
		}
		for l := range all {
			if m := p.heldAtCalls(fn, l); m != 0 {
				s.held[l] = m
			}
		}
		for _, c := range contexts {
			if s.fresh = maps.Clone(c.fresh); s.fresh != nil {
				break
			}
		}
		for _, c := range contexts {
			maps.DeleteFunc(s.fresh, func(o *memory.Place, _ bool) bool { return !c.fresh[o] })
		}
	}
	for i, param := range fn.Params {
		if p.local[param] || p.isLent(fn, param) || i == 0 && p.isSetUp(fn) {
			s.fresh[p.Target(param)] = true
		}
	}
	maps.Copy(s.held, p.demands[fn])
	maps.Copy(s.held, p.believed[fn])
	return s
}

// heldAtCalls is how a lock is held where fn is called; 0: it is not, at some call. Where half of the evidence is
// enough, half of the calls are: the others are told that they lack the lock. Where a goroutine runs fn, or something
// else calls it for this function, the lock is not held. Where fn acquires it, too, some callers are right not to hold
// it.
func (p *program) heldAtCalls(fn *ssa.Function, l *memory.Place) mode {
	var m mode
	with, without := 0, 0
	for at, c := range p.sites[fn] {
		n := c.held[l]
		m |= n
		switch {
		case n != 0:
			with++
		case c.fresh[l.Base()]:
		case !p.anyway || !isCallOf(at, fn):
			return 0
		default:
			without++
		}
	}
	if with < without || without > 0 && (&flow{program: p, fn: fn}).acquires(l) {
		return 0
	}
	return m
}

// isCallOf reports whether an instruction calls a declared function by its name, and waits for it.
func isCallOf(at ssa.Instruction, fn *ssa.Function) bool {
	call, ok := at.(*ssa.Call)
	return ok && fn.Parent() == nil && memory.Callee(call.Common()) == fn
}

// demand notes that fn releases a lock which it has not acquired: its callers hold it. If all are known, and none does,
// it is fn that is wrong.
func (f *flow) demand(l *memory.Place, op memory.Operation, s *state) {
	if s.held[l] != 0 || !f.record || f.early || f.fn.Parent() != nil || f.acquires(l) || f.acquiresByCall(l, deepestCall) || f.freed(l, s) {
		return
	}
	if param, ok := l.Root.Value.(*ssa.Parameter); !ok || param.Parent() != f.fn {
		return
	}
	if !f.open[f.fn] && !f.isHeldAtSome(f.fn, l) {
		return
	}
	m := writing
	if op == memory.OpRUnlock {
		m = reading
	}
	if f.demands[f.fn] == nil {
		f.demands[f.fn] = holds{}
	}
	f.demands[f.fn][l] = m
}

// isHeldAtSome reports whether the lock is held at a call of fn.
func (p *program) isHeldAtSome(fn *ssa.Function, l *memory.Place) bool {
	for _, c := range p.sites[fn] {
		if c.held[l] != 0 {
			return true
		}
	}
	return false
}

// deepestCall is how many calls are followed to where a lock is acquired.
const deepestCall = 3

// acquiresByCall reports whether a function that this one calls may acquire the lock, perhaps on some ways only: if
// x.tryLock() { defer x.mu.Unlock() }.
func (f *flow) acquiresByCall(l *memory.Place, depth int) bool {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			fn := memory.Callee(call.Common())
			if fn == nil || fn == f.fn || len(fn.Blocks) == 0 {
				continue
			}
			callee := &flow{program: f.program, fn: fn}
			for _, at := range f.Inward(fn, call.Common().Args, l) {
				if callee.acquires(at) || depth > 1 && callee.acquiresByCall(at, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

func (f *flow) freed(l *memory.Place, s *state) bool { return s.freed[l] }

// acquires reports whether the function acquires the lock somewhere itself.
func (f *flow) acquires(l *memory.Place) bool {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			switch memory.OperationOf(memory.Declared(memory.Callee(c.Common()))) {
			case memory.OpLock, memory.OpRLock, memory.OpTryLock, memory.OpTryRLock:
				if f.Target(c.Common().Args[0]) == l {
					return true
				}
			}
			if c.Common().IsInvoke() && c.Common().Method.FullName() == lockOfLocker && f.Target(c.Common().Value) == l {
				return true
			}
		}
	}
	return false
}
