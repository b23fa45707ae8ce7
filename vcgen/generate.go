package vcgen

import (
	"context"
	"fmt"
	"slices"

	"github.com/calvin-go/calvin/ir"
)

// Generate gives the verification conditions of p. It returns an error, and nothing else, for a program that it cannot
// encode in full; it is a *LimitError where the program is too large.
func Generate(p *ir.Program) (*VC, error) {
	return GenerateFor(context.Background(), p, Far, nil)
}

// A LimitError is why there are no conditions of a program whose assumptions lead to more instances or terms than there
// may be.
type LimitError struct{ Instances, Terms int }

func (e *LimitError) Error() string {
	return "too many terms: more than " + e.Most()
}

// Most is how large conditions may be.
func (e *LimitError) Most() string {
	return fmt.Sprintf("%d instances, or %d terms", e.Instances, e.Terms)
}

// GenerateFor is Generate without the goals of assertions that are not wanted: those are assumed and no more. Candidates
// have their obligations in any case. All are wanted if wants is nil. It ends with an error soon after ctx does.
func GenerateFor(ctx context.Context, p *ir.Program, tier Tier, wants func(*ir.Assert) bool) (*VC, error) {
	g := newGenerator(p)
	g.tier = tier
	g.terms.more = func() error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return g.tooMany()
	}
	if wants != nil {
		g.wants = wants
	}
	vc, err := stoppable(g, g.generate)
	if err != nil {
		return nil, fmt.Errorf("verification conditions of %s: %w", p.Name, err)
	}
	return vc, nil
}

// A generator holds what all the verification conditions of one program share.
type generator struct {
	prog     *ir.Program
	tier     Tier
	beyond   bool // an instance was left out because the tier is Near
	wants    func(*ir.Assert) bool
	err      error // the first failure in a place that cannot return it
	valid    *validator
	terms    *terms
	names    *names
	sorts    *sorts
	families families
	ranges   *ranges

	joins     map[*ir.Expr]*block    // memo of lastJoin
	ways      map[*ir.Expr]*ir.Expr  // memo of eachWay
	joinsBack int                    // how many joins eachWay has gone back
	arrays    map[*ir.Expr][]*ir.Var // memo of arraysIn

	// Versions; see versions.go.
	assigned []*ir.Var // in a fixed order
	initial  map[*ir.Var]*ir.Expr
	count    map[*ir.Var]int
	origins  map[*ir.Var]origin
	labels   map[*ir.Expr]string

	grounded   map[*ir.Expr]*ir.Expr   // memo of ground
	locations  map[*ir.Expr]location   // memo of location
	reads      map[*ir.Expr][]*ir.Expr // memo of readsOf
	numbers    map[string]uint64       // of locations
	fresh      map[string]*ir.Expr     // by sort: what stands for anything where an index set is empty
	series     map[string][]*ir.Expr   // by sort: witnesses of goals
	holds      map[*ir.Expr]*ir.Expr   // values of arrays of kind everywhere
	placed     map[*ir.Expr][]place    // memo of places
	heaps      map[*ir.Expr]*ir.Heap   // memo of heapOf
	births     map[*ir.Expr]blockSet   // memo of born
	blocks     []*block                // of the passive program
	sites      sites
	roots      map[root]int // their numbers
	candidates []*candidateUse
	truncated  bool
	total      int // of the instances of all scopes
	numbered   int
	most       int // that they may be
	mostTerms  int // how many different terms there may be

	// What writers declare once for the whole VC.
	opaques   map[*ir.Expr]string
	constants map[string][]string // by sort
	functions map[*ir.Fn]string
	globals   []string
}

// A candidateUse is a candidate invariant with its literal.
type candidateUse struct {
	candidate *ir.Candidate
	lit       *ir.Expr
	assumed   bool // so far, in the order of the program
	hopeless  bool // false on the way to where it is first assumed
}

func newGenerator(p *ir.Program) *generator {
	g := &generator{
		prog: p, most: maxTotal, mostTerms: maxDistinct, wants: func(*ir.Assert) bool { return true },
		terms: newTerms(), names: newNames(), sorts: newSorts(),
		initial: map[*ir.Var]*ir.Expr{}, count: map[*ir.Var]int{}, origins: map[*ir.Var]origin{},
		labels: map[*ir.Expr]string{}, grounded: map[*ir.Expr]*ir.Expr{}, holds: map[*ir.Expr]*ir.Expr{},
		locations: map[*ir.Expr]location{}, reads: map[*ir.Expr][]*ir.Expr{}, numbers: map[string]uint64{},
		fresh: map[string]*ir.Expr{}, series: map[string][]*ir.Expr{},
		placed: map[*ir.Expr][]place{}, roots: map[root]int{}, heaps: map[*ir.Expr]*ir.Heap{}, births: map[*ir.Expr]blockSet{}, opaques: map[*ir.Expr]string{},
		joins: map[*ir.Expr]*block{}, ways: map[*ir.Expr]*ir.Expr{}, arrays: map[*ir.Expr][]*ir.Var{},
		sites: sites{}, constants: map[string][]string{}, functions: map[*ir.Fn]string{},
	}
	g.valid = newValidator(g.terms.heed)
	g.assigned = assignedVars(p)
	return g
}

// assignedVars lists the variables that change, those of p.Vars first.
func assignedVars(p *ir.Program) []*ir.Var {
	changed := varSet{}
	var found []*ir.Var
	note := func(v *ir.Var) {
		if !changed[v] {
			changed[v] = true
			found = append(found, v)
		}
	}
	for _, b := range p.Blocks {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *ir.Assign:
				note(s.Dst)
			case *ir.Havoc:
				for _, v := range s.Vars {
					note(v)
				}
			}
		}
	}
	var ordered []*ir.Var
	for _, v := range p.Vars {
		if changed[v] {
			ordered = append(ordered, v)
			delete(changed, v)
		}
	}
	for _, v := range found {
		if changed[v] {
			ordered = append(ordered, v)
		}
	}
	return ordered
}

// fail records a failure; the first counts.
func (g *generator) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}

func unencodable(e *ir.Expr) error {
	return fmt.Errorf("operator %d on %s has no encoding", e.Op, e.Args[0].Sort)
}

// tooMany is the error of a program that leads to more terms or instances than there may be; nil if it does not.
func (g *generator) tooMany() error {
	if g.total >= g.most || len(g.terms.notes) >= g.mostTerms {
		return &LimitError{g.most, g.mostTerms}
	}
	return nil
}

// stoppable does what makes terms, and ends where no more of them are to be made.
func stoppable[T any](g *generator, do func() (T, error)) (result T, err error) {
	defer func() {
		if g.terms.ended != nil { // another panic goes on, from where it began
			_, err = recover(), g.terms.ended
		}
	}()
	return do()
}

func (g *generator) generate() (*VC, error) {
	if err := g.valid.program(g.prog); err != nil {
		return nil, err
	}
	p, err := g.passify()
	if err != nil {
		return nil, err
	}
	g.blocks = p.blocks
	g.families = familiesOf(g.prog)
	g.ranges = g.newRanges()

	prefix := g.newScope(nil)
	if err := g.assumeProgram(prefix, p); err != nil {
		return nil, err
	}
	prefix.saturate()

	// The prefix is written in full before any goal: goals then know what is declared.
	w := g.newWriter(nil)
	vc := &VC{Name: g.prog.Name, Tier: g.tier}
	vc.Hyps = w.hyps(prefix)
	for _, c := range g.candidates {
		if !c.hopeless {
			vc.Candidates = append(vc.Candidates, &Candidate{Candidate: c.candidate, Lit: w.text(c.lit)})
		}
	}
	gg := &goalGenerator{generator: g, prefix: prefix, tracer: newTracer(w, p), vc: vc, scopes: map[*Goal]*goalScope{}}
	gg.writer = g.newWriter(w) // after the tracer has written all that it may ask for
	for _, pt := range p.points {
		if pt.assert == nil || pt.assert.Candidate != nil || g.wants(pt.assert) {
			gg.add(pt)
		}
	}
	if g.err != nil {
		return nil, g.err
	}
	vc.Truncated = g.truncated
	if !g.beyond {
		vc.Tier = Far
	}
	vc.Decls = slices.Concat(g.sorts.decls, g.globals, w.decls.texts())
	vc.Hyps = slices.Concat(g.distinct(), vc.Hyps)
	vc.Further = gg.newQuantifiers(w).further
	return vc, nil
}

func (g *generator) newRanges() *ranges {
	return &ranges{
		loose: looseVars(g.prog),
		base: func(v *ir.Var) bool {
			kind := g.origins[v].kind
			return kind == arbitrary || kind == witness
		},
		of: func(v *ir.Var) *ir.Var {
			if o := g.origins[v]; o.of != nil {
				return o.of
			}
			return v
		},
		memo: map[*ir.Expr]interval{}, kept: map[*ir.Expr]bool{},
	}
}
