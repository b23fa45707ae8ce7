package prover

import (
	"math"
	"slices"
	"unsafe"
)

// z3Context is a context of the library with one solver at a time.
type z3Context struct {
	z       *z3API
	limits  Limits
	context handle
	spent   int // the context's count of resources
	reading
	solver  handle // 0 before tell
	rlimit  int    // that the solver has
	attempt attempt
	alone   bool     // there will be one question only, which needs no level of its own
	taken   bool     // a question was answered, so the solver has taken in all of the theory
	level   bool     // there is one, and on it are
	on      []string // formulas
	left    bool     // no other question is to come on it
	guards  map[string]handle
	below   map[string]handle // guards below the level
}

// reading is what was read for the present theory.
type reading struct {
	decls    []string // in order
	declared map[string]bool
	formulas map[string]handle // by their text
	terms    map[string]handle // likewise
	vectors  []handle          // that keep these
}

func newReading() reading {
	return reading{declared: map[string]bool{}, formulas: map[string]handle{}, terms: map[string]handle{}}
}

func newContext(z *z3API, l Limits) (*z3Context, error) {
	config := z.mkConfig()
	largePages(config)
	c := z.mkContext(config)
	z.delConfig(config)
	if c == 0 {
		return nil, faultf(LibZ3, "creating a context: out of memory")
	}
	// The handler set at first ends the process.
	z.setErrorHandler(c, 0)
	return &z3Context{z: z, limits: l, context: c, reading: newReading()}, nil
}

// renew forgets the theory.
func (c *z3Context) renew() {
	if c.solver != 0 {
		c.z.solverFree(c.context, c.solver)
	}
	for _, v := range c.vectors {
		c.z.vectorFree(c.context, v)
	}
	c.reading, c.solver, c.alone, c.taken = newReading(), 0, false, false
	c.level, c.on, c.left, c.guards, c.below = false, nil, false, nil, nil
}

// delete frees all that belongs to the context.
func (c *z3Context) delete() { c.z.delContext(c.context) }

// failed is the error of the last call.
func (c *z3Context) failed(doing string) error {
	if code := c.z.errorCode(c.context); code != 0 {
		return faultf(LibZ3, "%s: it answered %q", doing, clip(c.z.errorMessage(c.context, code)))
	}
	return nil
}

// tell makes the solver and asserts the theory.
func (c *z3Context) tell(t *theory) error {
	if err := c.read(t); err != nil {
		return err
	}
	c.attempt, c.alone = t.attempt, len(t.attempt.params) > 0
	c.solver = c.z.mkSolver(c.context)
	if err := c.failed("creating a solver"); err != nil {
		return err
	}
	c.z.solverKeep(c.context, c.solver)
	c.guards = map[string]handle{}
	if err := c.configure(c.limits); err != nil {
		return err
	}
	return c.assert(t.formulas)
}

// read reads the theory with the questions ahead; or without, if something is wrong with these.
func (c *z3Context) read(t *theory) error {
	if c.learn(append([]question{t.question}, t.ahead...)...) == nil {
		return nil
	}
	return c.learn(t.question)
}

// configure sets the solver's parameters.
func (c *z3Context) configure(l Limits) error {
	params := c.z.mkParams(c.context)
	if err := c.failed("creating parameters"); err != nil {
		return err
	}
	c.z.paramsKeep(c.context, params)
	defer c.z.paramsFree(c.context, params)
	for _, p := range slices.Concat(z3Params, c.attempt.params, []param{
		// Z3 would take the handler of SIGINT from Go for as long as it checks.
		{"ctrl_c", false},
		{"rlimit", l.RLimit},
	}) {
		name := c.z.symbol(c.context, p.name)
		switch v := p.value.(type) {
		case bool:
			c.z.paramsBool(c.context, params, name, v)
		case int:
			c.z.paramsUint(c.context, params, name, uint32(min(v, math.MaxUint32)))
		}
	}
	c.z.setParams(c.context, c.solver, params)
	c.rlimit = l.RLimit
	return c.failed("setting parameters")
}

// learn reads the questions' declarations and formulas that are new. If it fails, nothing was learned.
func (c *z3Context) learn(qs ...question) error {
	decls, declared := c.decls, map[string]bool{}
	var formulas []string
	asked := map[string]bool{}
	for _, q := range qs {
		for _, d := range q.decls {
			if !c.declared[d] && !declared[d] {
				declared[d] = true
				decls = append(decls, d)
			}
		}
		for _, f := range slices.Concat(q.formulas, q.assumed) {
			if c.formulas[f] == 0 && !asked[f] {
				asked[f] = true
				formulas = append(formulas, f)
			}
		}
	}
	asts, err := c.parse(question{decls: decls, formulas: formulas})
	if err != nil {
		return err
	}
	for i, f := range formulas {
		c.formulas[f] = asts[i]
	}
	c.decls = decls
	for d := range declared {
		c.declared[d] = true
	}
	return nil
}

// assert asserts formulas, all in one call: one for each would take longer than the solver does to accept them.
func (c *z3Context) assert(formulas []string) error {
	if len(formulas) == 0 {
		return nil
	}
	asts := make([]handle, len(formulas))
	for i, f := range formulas {
		asts[i] = c.formulas[f]
	}
	all := c.z.and(c.context, uint32(len(asts)), &asts[0])
	if err := c.failed("joining formulas"); err != nil {
		return err
	}
	c.z.assert(c.context, c.solver, all)
	return c.failed("asserting")
}

// satisfiable has the verdicts by the library's numbers for them.
var satisfiable = map[int32]verdict{-1: unsat, 0: unknown, 1: sat}

func (c *z3Context) check(q question) (answer, error) {
	guard, err := c.raise(q)
	if err != nil {
		return answer{}, err
	}
	limits := q.of(c.limits)
	if limits.RLimit != c.rlimit {
		if err := c.configure(limits); err != nil {
			return answer{}, err
		}
	}
	return c.ask(q, guard, limits)
}

// ask puts the question that stands, or that follows from its guard; limits are those that are set.
func (c *z3Context) ask(q question, guard handle, limits Limits) (answer, error) {
	assumed := make([]handle, len(q.assumed), len(q.assumed)+1) // the address of none must be one, too
	for i, f := range q.assumed {
		assumed[i] = c.formulas[f]
	}
	if guard != 0 {
		assumed = append(assumed, guard)
	}
	v := satisfiable[c.z.check(c.context, c.solver, uint32(len(assumed)), unsafe.SliceData(assumed))]
	if err := c.failed("checking"); err != nil {
		return answer{}, err
	}
	total := c.count()
	a := answer{verdict: v, spent: total - c.spent}
	c.spent = total
	if a.spent > limits.RLimit/10 {
		c.left = true // Z3 counts the work of a check from where its level begins
	}
	var err error
	switch {
	case v == unsat && len(assumed) > 0:
		a.core, err = c.core(q.assumed, assumed)
	case v == unknown:
		a.reason = c.z.reason(c.context, c.solver)
		if a.reason == "unknown" && a.spent >= limits.RLimit {
			a.reason = "resource limit"
		} else if a.reason == "unknown" {
			a.reason = "no reason, as when memory runs out"
		}
		a.stands = c.forget(q, a.reason)
	}
	c.taken = c.taken || v != unknown
	return a, err
}

// forget has the solver go on after a question at which it gave up, and reports whether it can: if its limit of
// resources was reached. What it may have taken in only in part is what was asserted since it last answered: the level
// goes with the next question, and the guard is not used again. So it need not be told the theory anew, which took half
// of the solver's time where candidates for loops are many.
func (c *z3Context) forget(q question, reason string) bool {
	if why, _ := cause(reason); why != ResourceLimit || !c.taken || c.alone {
		return false
	}
	c.left = true
	if len(q.formulas) > 0 {
		delete(c.guards, q.formulas[len(q.formulas)-1])
	}
	return true
}

// core returns those of the assumed formulas that the solver needed. Where it needed none what was asked is proved for good:
// so are most obligations on the way into a loop, a third of all that are proved.
func (c *z3Context) core(assumed []string, asts []handle) ([]string, error) {
	vector := c.z.core(c.context, c.solver)
	if err := c.failed("asking for a core"); err != nil {
		return nil, err
	}
	c.z.vectorKeep(c.context, vector)
	var core []string
	for i := range c.z.vectorSize(c.context, vector) {
		switch n := slices.Index(asts, c.z.vectorGet(c.context, vector, i)); {
		case n < 0:
			return nil, faultf(LibZ3, "its core has more than was assumed")
		case n < len(assumed): // the guard comes after
			core = append(core, assumed[n])
		}
	}
	return core, nil
}

// raise returns a guard for the last formula of the question, the others being on a level; or asserts all if it is the only one.
func (c *z3Context) raise(q question) (guard handle, err error) {
	isNew := func(f string) bool { return c.formulas[f] == 0 }
	if slices.ContainsFunc(q.formulas, isNew) || slices.ContainsFunc(q.assumed, isNew) {
		if err := c.learn(q); err != nil {
			return 0, err
		}
	}
	if c.alone {
		return 0, c.assert(q.formulas)
	}
	last := max(len(q.formulas)-1, 0)
	if err := c.stand(q.formulas[:last]); err != nil || len(q.formulas) == 0 {
		return 0, err
	}
	return c.guard(q.formulas[last])
}

// stand goes to a level with the formulas, or to none if there are none. It stays where it is if they are there.
func (c *z3Context) stand(formulas []string) error {
	if c.level && (c.left || !slices.Equal(c.on, formulas)) {
		c.level, c.on, c.left, c.guards = false, nil, false, c.below
		c.z.pop(c.context, c.solver, 1)
		if err := c.failed("leaving a level"); err != nil {
			return err
		}
	}
	if c.level || len(formulas) == 0 {
		return nil
	}
	c.z.push(c.context, c.solver)
	if err := c.failed("entering a level"); err != nil {
		return err
	}
	c.level, c.on, c.left = true, formulas, false
	c.below, c.guards = c.guards, map[string]handle{}
	return c.assert(formulas)
}

// guard returns a constant that implies the formula as long as the level stays. What the solver learns when it is asked with a
// guard it knows for later questions, which saves a tenth of its work.
func (c *z3Context) guard(formula string) (handle, error) {
	if g := c.guards[formula]; g != 0 {
		return g, nil
	}
	g := c.z.fresh(c.context, "asked", c.z.boolSort(c.context))
	implication := c.z.implies(c.context, g, c.formulas[formula])
	if err := c.failed("guarding a formula"); err != nil {
		return 0, err
	}
	c.guards[formula] = g
	c.z.assert(c.context, c.solver, implication)
	return g, c.failed("asserting a guarded formula")
}

// count is the solver's count of resources so far, 0 if it is not told.
func (c *z3Context) count() int {
	stats := c.z.statistics(c.context, c.solver)
	if c.failed("counting") != nil {
		return 0
	}
	c.z.statsKeep(c.context, stats)
	defer c.z.statsFree(c.context, stats)
	for i := c.z.statsSize(c.context, stats); i > 0; i-- { // it comes last
		if c.z.statsKey(c.context, stats, i-1) == "rlimit count" && c.z.statsIsUint(c.context, stats, i-1) {
			return int(c.z.statsUint(c.context, stats, i-1))
		}
	}
	return 0
}

// values evaluates terms in the solver's model.
func (c *z3Context) values(terms []string) ([]string, error) {
	if err := c.learnTerms(terms); err != nil {
		return nil, err
	}
	model := c.z.model(c.context, c.solver)
	if err := c.failed("making a model"); err != nil {
		return nil, err
	}
	c.z.modelKeep(c.context, model)
	defer c.z.modelFree(c.context, model)
	values := make([]string, len(terms))
	for i, t := range terms {
		term := c.formulas[t]
		if term == 0 {
			term = c.terms[t]
		}
		var value handle
		if !c.z.modelEval(c.context, model, term, true, &value) {
			return nil, faultf(LibZ3, "it has no value for %s", clip(t))
		}
		values[i] = c.z.astString(c.context, value)
	}
	return values, c.failed("evaluating terms")
}

// meets tells of each question whether its formulas are true in the solver's model. Of what has not been read it says no.
func (c *z3Context) meets(qs []question) ([]bool, error) {
	model := c.z.model(c.context, c.solver)
	if err := c.failed("making a model"); err != nil {
		return nil, err
	}
	c.z.modelKeep(c.context, model)
	defer c.z.modelFree(c.context, model)
	yes := c.z.mkTrue(c.context)
	known := map[string]bool{} // questions have formulas in common
	fails := func(f string) bool {
		holds, asked := known[f]
		if !asked {
			var value handle
			holds = c.formulas[f] != 0 && c.z.modelEval(c.context, model, c.formulas[f], true, &value) && value == yes
			known[f] = holds
		}
		return !holds
	}
	met := make([]bool, len(qs))
	for i, q := range qs {
		met[i] = !slices.ContainsFunc(q.formulas, fails)
	}
	return met, c.failed("evaluating formulas")
}
