package weakening

import (
	"go/ast"
	"strings"
)

// Kinds lists the kinds of sites: what a mutant drops.
var Kinds = []struct{ Name, Meaning string }{
	{"assertion", "what is asserted: it is true"},
	{"obligation", "a call that asserts something, or demands it of a step"},
	{"conjunct", "one part of a condition that is demanded"},
	{"condition", "a whole condition that others demand: who may access what, whether a step is a mover"},
	{"refusal", "that something is not supported, or is an error"},
	{"listing", "that something which is believed is listed with the report"},
	{"havoc", "that something may have any value"},
	{"environment", "that others run"},
	{"frame", "that a location is written by a callee"},
	{"hypothesis", "what has to hold for something else to be assumed"},
	{"disjunct", "one way in which an assumption may hold"},
	{"publication", "that an object becomes known to others, or another goroutine's"},
	{"access", "that a location is touched, or written"},
	{"mover", "that a step does not commute, or may wait"},
	{"lock", "that a function may take a lock, or has to return without one"},
	{"account", "what is counted: Dones that are owed, memory that is lent, promises"},
	{"finding out", "what a look at the whole program finds: whose address is used, which functions are values"},
}

// emitters are functions that are called for what they add to the translation, and the kind of what is dropped without the
// call.
var emitters = map[string]string{
	"desugar.atomicCall.storable":          "obligation",
	"desugar.translator.checkBounds":       "obligation",
	"desugar.translator.hashable":          "obligation",
	"desugar.translator.hashableKey":       "obligation",
	"desugar.translator.inRange":           "obligation",
	"desugar.translator.lockFree":          "obligation",
	"desugar.translator.methodsLockFree":   "obligation",
	"desugar.translator.pathFree":          "obligation",
	"emit.Builder.NonNil":                  "obligation",
	"desugar.translator.nonNilArguments":   "obligation",
	"emit.Builder.NonNilExpr":              "obligation",
	"desugar.translator.nothingLent":       "obligation",
	"desugar.translator.panics":            "obligation",
	"desugar.translator.require":           "obligation",
	"desugar.translator.startRequires":     "obligation",
	"desugar.translator.meetExpectations":  "obligation",
	"desugar.translator.promises":          "obligation",
	"desugar.translator.promise":           "obligation",
	"desugar.translator.declares":          "obligation",
	"desugar.translator.passFunction":      "obligation",
	"desugar.translator.onElements":        "obligation",
	"desugar.translator.readElements":      "obligation",
	"emit.Builder.witness":                 "obligation",
	"heap.Memory.protect":                  "obligation",
	"heap.Memory.protectLock":              "obligation",
	"heap.Memory.guardWith":                "obligation",
	"reduce.abstraction.checkBlock":        "obligation",
	"reduce.abstraction.checkClauses":      "obligation",
	"reduce.abstraction.checkFinal":        "obligation",
	"reduce.abstraction.checkReturn":       "obligation",
	"reduce.abstraction.checkSingle":       "obligation",
	"reduce.abstraction.conjecture":        "obligation",
	"reduce.abstraction.finale":            "obligation",
	"reduce.access.allowed":                "obligation",
	"reduce.access.assertion":              "obligation",
	"reduce.translation.assertHanded":      "obligation",
	"reduce.translation.assertHere":        "obligation",
	"reduce.translation.assertInvariants":  "obligation",
	"reduce.translation.assertPublished":   "obligation",
	"reduce.translation.assertReleased":    "obligation",
	"reduce.translation.assertUnlocked":    "obligation",
	"reduce.translation.checkTransitions":  "obligation",
	"reduce.translation.oblige":            "obligation",
	"reduce.check.assertion":               "obligation",
	"reduce.check.witness":                 "obligation",
	"emit.Builder.Unsupported":             "refusal",
	"desugar.translator.unchecked":         "refusal",
	"emit.Builder.Lost":                    "refusal",
	"desugar.translator.notTrusted":        "refusal",
	"desugar.translator.outOfAccount":      "refusal",
	"heap.Memory.problem":                  "refusal",
	"heap.Memory.noteUnsupported":          "refusal",
	"emit.Builder.Assumption":              "listing",
	"emit.Builder.PanicAssumption":         "listing",
	"desugar.translator.inexact":           "havoc",
	"desugar.translator.permute":           "havoc",
	"reduce.builder.havoc":                 "havoc",
	"reduce.translation.environment":       "environment",
	"reduce.abstraction.yield":             "environment",
	"reduce.abstraction.yieldBefore":       "environment",
	"emit.Builder.Publish":                 "publication",
	"desugar.translator.publishInterfaces": "publication",
	"desugar.translator.publishResults":    "publication",
	"reduce.translation.publish":           "publication",
	"reduce.translation.give":              "publication",
	"reduce.translation.newGoroutine":      "publication",
	"desugar.actionStep.touch":             "access",
	"desugar.actionStep.read":              "access",
	"desugar.actionStep.reads":             "access",
	"desugar.actionStep.modify":            "frame",
	"emit.ghostStep.touch":                 "access",
	"emit.ghostStep.read":                  "access",
	"emit.ghostStep.reads":                 "access",
	"heap.Memory.Touch":                    "access",
	"desugar.translator.telling":           "mover",
	"desugar.translator.idle":              "mover",
	"reduce.abstraction.advance":           "mover",
	"reduce.abstraction.enterPhase":        "mover",
	"reduce.check.arrive":                  "mover",
	"desugar.translator.giveBack":          "account",
	"desugar.translator.paid":              "account",
	"desugar.translator.owe":               "account",
	"desugar.translator.handOn":            "account",
	"desugar.translator.handRights":        "account",
	"desugar.translator.handMemory":        "account",
	"desugar.translator.handPromise":       "account",
	"desugar.translator.handOver":          "account",
	"desugar.translator.takeOver":          "account",
	"desugar.translator.lend":              "account",
	"desugar.translator.lendElements":      "account",
	"desugar.translator.lendVariable":      "account",
	"desugar.translator.lendNothing":       "account",
	"desugar.translator.oweNothing":        "account",
	"desugar.translator.ended":             "account",
	"desugar.translator.keepAccount":       "account",
	"desugar.translator.trackElements":     "account",
	"desugar.translator.tellElements":      "account",
	"analysis.Facts.noteLoose":             "finding out",
	"analysis.Facts.noteSpawns":            "finding out",
	"analysis.Facts.noteValued":            "finding out",
	"analysis.Facts.noteInitial":           "finding out",
	"analysis.Facts.noteInstance":          "finding out",
	"analysis.Facts.converts":              "finding out",
	"analysis.Facts.dropStandalone":        "finding out",
	"analysis.Facts.findAliases":           "finding out",
	"analysis.Facts.findChannels":          "finding out",
	"analysis.Facts.contain":               "finding out",
	"analysis.Facts.containInstances":      "finding out",
	"analysis.Facts.ownFields":             "finding out",
	"analysis.Facts.ownForeign":            "finding out",
	"analysis.standalone.field":            "finding out",
	"analysis.standalone.function":         "finding out",
	"analysis.standalone.drop":             "finding out",
	"analysis.standalone.made":             "finding out",
	"analysis.standalone.named":            "finding out",
	"analysis.standalone.pointed":          "finding out",
	"analysis.standalone.typ":              "finding out",
	"analysis.Contents.make":               "finding out",
	"analysis.Contents.setsNew":            "finding out",
	"analysis.Contents.use":                "finding out",
	"analysis.OneType.add":                 "finding out",
	"analysis.OneType.AddAll":              "finding out",
	"analysis.UseWalk.Address":             "finding out",
	"analysis.UseWalk.captured":            "finding out",
	"heap.Memory.NoteAllocated":            "finding out",
	"heap.Memory.noteArray":                "finding out",
	"reduce.abstraction.findAllocates":     "finding out",
	"reduce.world.findStored":              "finding out",
	"reduce.world.findWritten":             "finding out",
}

// asserting are functions that demand their argument of that number.
var asserting = map[string]int{
	"emit.Builder.Check":     0,
	"emit.Builder.Assertion": 0,
	"reduce.builder.assert":  1,
}

// assuming are functions that believe it.
var assuming = map[string]int{
	"emit.Builder.Assume":   0,
	"reduce.builder.assume": 0,
}

// publishing are functions that return the references which become known to others.
var publishing = map[string]bool{
	"heap.Memory.Publishable":        true,
	"desugar.translator.reaches":     true,
	"reduce.translation.publishedBy": true,
	"desugar.translator.published":   true,
	"emit.Builder.ReachesOwn":        true,
	"reduce.certain.publishes":       true,
	"reduce.translation.unshared":    true,
	"emit.Builder.PlainOnly":         true,
}

// supposing are functions that ask what a value leads to for the sake of what they assume or propose.
var supposing = map[string]bool{
	"desugar.(*translator).hints":      true,
	"heap.(*Memory).Held":              true,
	"heap.(*Memory).Known":             true,
	"heap.(*Memory).KnownParam":        true,
	"heap.(*Memory).pointsInto":        true,
	"heap.(*Memory).MapStore":          true,
	"desugar.(*translator).typeAssert": true,
	"desugar.(*translator).receive":    true,
}

// refusing are functions that make the error of a refusal.
var refusing = map[string]bool{"Errorf": true, "New": true, "noFamily": true, "errorf": true}

// through are functions that say the same as their argument of that number, of all keys, say, or of an earlier state.
var through = map[string]int{
	"ir.Forall":               1,
	"ir.Old":                  0,
	"ir.ResolveOld":           0,
	"ir.Subst":                0,
	"reduce.forKeys":          1,
	"reduce.atIndex":          1,
	"reduce.unique":           0,
	"reduce.world.everywhere": 1,
	"reduce.world.forLocks":   2,
	"reduce.world.ofType":     1,
	"reduce.world.ofObjects":  2,
	"reduce.world.simplify":   0,
	"reduce.world.settled":    1,
	"reduce.view.of":          0,
	"reduce.certain.simplify": 1,
	"heap.Memory.ofEach":      0,
}

// A condition is what a function returns.
type condition struct {
	demanded bool // of others; else it is assumed
	empty    bool // where it is assumed, it may be missing altogether
	result   int
	literals bool // functions that it returns give the condition
}

var (
	demand = condition{demanded: true}
	belief = condition{}
	rarely = condition{empty: true} // it tells what is havocked, published or shared: less of it is worse
)

// conditions are functions that return a condition, or a list of conditions that hold together.
var conditions = map[string]condition{
	"heap.(*Memory).Mine":                    demand,
	"heap.(*Memory).IsShared":                demand,
	"heap.(*Memory).Whole":                   demand,
	"heap.(*Memory).Ownable":                 demand,
	"heap.(*Memory).boundTo":                 belief,
	"heap.(*Memory).boundChannel":            belief,
	"heap.(*Memory).channelLaw":              belief,
	"heap.(*Memory).EverWritten":             rarely,
	"heap.possible":                          rarely,
	"heap.(*Memory).Own":                     rarely,
	"heap.(*Memory).capturedAccess":          demand,
	"heap.(*Memory).OfOwner":                 demand,
	"heap.(*Memory).permits":                 demand,
	"heap.(*Memory).holds":                   demand,
	"heap.(*Memory).access":                  demand,
	"heap.(*Memory).predicate":               demand,
	"heap.(*Memory).inherited":               demand,
	"heap.(*Memory).elementAccess":           demand,
	"heap.(*Memory).ownedAccess":             demand,
	"heap.(*Memory).storeAccess":             demand,
	"heap.(*Memory).Loaded":                  belief,
	"heap.(*Memory).Known":                   belief,
	"heap.(*Memory).KnownParam":              belief,
	"heap.(*Memory).KnownAnyway":             belief,
	"heap.(*Memory).wholeInteriors":          belief,
	"heap.(*Memory).Interiors":               belief,
	"heap.(*Memory).wellFormed":              belief,
	"heap.(*Memory).within":                  demand,
	"heap.(*Memory).atEmbeddingSite":         belief,
	"heap.(*Memory).inEmbeddingSite":         belief,
	"heap.(*Memory).Sentinel":                belief,
	"heap.(*Memory).Unsent":                  demand,
	"desugar.(*foreignCall).lent":            rarely,
	"desugar.(*loan).lent":                   rarely,
	"desugar.(*translator).transfers":        demand,
	"desugar.(*translator).wholeAndUnstored": demand,
	"desugar.(*translator).mayClose":         demand,
	"desugar.(*translator).passesOwn":        demand,
	"desugar.(*translator).boundResults":     demand,
	"desugar.(*translator).forEveryone":      demand,
	"desugar.(*translator).received":         belief,
	"desugar.(*translator).aliasFacts":       belief,
	"desugar.(*translator).factsOfRequired":  belief,
	"desugar.(*translator).factsOf":          belief,
	"desugar.(*translator).factsOfPart":      belief,
	"desugar.(*translator).found":            belief,
	"desugar.(*translator).typed":            belief,
	"desugar.sameLock":                       demand,
	"desugar.footprint.has":                  demand,
	"desugar.footprint.exists":               demand,
	"eval.(*Env).local":                      demand,
	"desugar.lock.mine":                      demand,
	"heap.(*dynamic).Satisfies":              belief,
	"reduce.(*world).leftMover":              demand,
	"reduce.(*world).rightMover":             demand,
	"reduce.(*world).exclusiveTo":            demand,
	"reduce.(*world).handed":                 demand,
	"reduce.(*world).toOthers":               demand,
	"reduce.(*world).settled":                demand,
	"reduce.(*world).heldOnly":               belief,
	"reduce.(*world).acquiresOnly":           belief,
	"reduce.(*world).holdsNone":              demand,
	"reduce.(*world).keptLocks":              demand,
	"reduce.(*world).isMine":                 demand,
	"reduce.(*world).ownershipLaws":          belief,
	"reduce.(*world).frame":                  belief,
	"reduce.(*world).laws":                   belief,
	"reduce.(*world).published":              {empty: true, literals: true},
	"reduce.(*eliminator).alone":             demand,
	"reduce.(*eliminator).compare":           rarely,
	"reduce.(*eliminator).instance":          demand,
	"reduce.(*abstraction).unchanged":        demand,
	"reduce.(*abstraction).private":          demand,
	"reduce.(*abstraction).noWitnessBut":     demand,
	"reduce.(*judgement).skips":              demand,
	"reduce.(*judgement).is":                 demand,
	"reduce.(*positions).atBegin":            demand,
	"reduce.(*positions).atNode":             demand,
	"reduce.(*positions).any":                demand,
	"reduce.(*positions).final":              demand,
	"reduce.covers":                          demand,
	"reduce.predicate":                       demand,
}

// elements are types of which a list demands, refuses or touches something, by the type.
var elements = map[string]string{
	"*ir.Assert": "obligation",
	"*ir.Modify": "frame",
	"ir.Access":  "access",
	"ir.LockSet": "lock",
}

// A field is one of ir's, or of a rule of reduce, and how it is weakened.
type field struct {
	kind          string
	before, after string // the call of hook
	rule          bool   // it holds a condition that is demanded
}

var (
	zero      = func(kind string) field { return field{kind: kind, before: "calvinhook.Zero(", after: ")"} }
	yes       = func(kind string) field { return field{kind: kind, before: "calvinhook.Or(", after: ", true)"} }
	rule      = field{kind: "condition", rule: true}
	certainly = func(kind string) field { return field{kind: kind, before: "calvinhook.True(", after: ")", rule: true} }
)

var fields = map[string]field{
	"ir.Assert.Cond":        certainly("assertion"),
	"ir.Assume.Cond":        {},
	"ir.Step.Pre":           zero("obligation"),
	"ir.Step.Access":        zero("access"),
	"ir.Step.Publish":       zero("publication"),
	"ir.Step.Apart":         {},
	"ir.Step.Give":          zero("publication"),
	"ir.Step.Shares":        zero("publication"),
	"ir.Step.MayStall":      zero("mover"),
	"ir.Step.Relies":        zero("obligation"),
	"ir.Step.Transfers":     zero("obligation"),
	"ir.Step.Mover":         {kind: "mover", before: "calvinhook.Or(", after: ", ir.BothMover)"},
	"ir.Spawn.Publish":      zero("publication"),
	"ir.Spawn.Requires":     zero("obligation"),
	"ir.Access.Write":       zero("access"),
	"ir.Access.Ghost":       zero("access"),
	"ir.Access.Alone":       yes("access"),
	"ir.Havoc.Vars":         zero("havoc"),
	"ir.Loop.Bounded":       yes("mover"),
	"ir.Loop.Contract":      zero("obligation"),
	"ir.Loop.Invariants":    zero("obligation"),
	"ir.Func.KeepsLocks":    zero("lock"),
	"ir.Func.Acquires":      zero("lock"),
	"ir.Func.Called":        zero("lock"),
	"ir.Func.Exported":      zero("obligation"),
	"ir.Func.Returns":       zero("obligation"),
	"ir.Func.Obligations":   zero("account"),
	"ir.Func.LentSends":     zero("account"),
	"ir.Func.Lends":         zero("account"),
	"ir.Func.Bare":          zero("account"),
	"ir.Func.Rows":          zero("account"),
	"ir.Func.Unsupported":   zero("refusal"),
	"ir.Func.Assumptions":   zero("listing"),
	"ir.Func.Transitions":   zero("obligation"),
	"ir.Func.Invariants":    zero("obligation"),
	"ir.Heap.Read":          certainly("condition"),
	"ir.Heap.Write":         certainly("condition"),
	"ir.Heap.Nil":           {},
	"ir.Heap.Points":        {},
	"ir.Action.ModifiesAll": zero("frame"),
	"ir.Spec.Empty":         yes("condition"),
	"ir.Spec.ResultBinding": zero("obligation"),

	"reduce.rules.mine":      rule,
	"reduce.rules.shared":    rule,
	"reduce.rules.kept":      rule,
	"reduce.rules.allowed":   rule,
	"reduce.rules.exclusive": rule,
	"reduce.rules.sole":      rule,
	"reduce.rules.demands":   rule,
}

// wrapped returns how a value of the field is weakened: its kind, and the call of hook; no kind where it has no effect.
func (f field) wrapped(v ast.Expr) (kind, before, after string) {
	if f.kind == "" || f.before == "" {
		return "", "", ""
	}
	switch v := v.(type) {
	case *ast.Ident:
		if v.Name == "nil" || v.Name == "false" || v.Name == "true" && strings.HasSuffix(f.after, "true)") {
			return "", "", ""
		}
	case *ast.SelectorExpr:
		if v.Sel.Name == "BothMover" {
			return "", "", ""
		}
	}
	return f.kind, f.before, f.after
}
