package annot

// meanings says of each directive what it means, in the words of docs/language.md.
var meanings = map[string]string{
	"accessible_if": "A goroutine may read and write the variable in states in which P holds of it. With `[j]` P is about element j.",
	"readable_if":   "A goroutine may read the variable in states in which P holds of it. Without `writable_if` nobody may write it.",
	"writable_if": "A goroutine may write the variable, and then also read it, in states in which P holds of it. " +
		"Without `readable_if` an atomic variable may be read by anybody.",
	"guarded_by": "A goroutine may read and write the variable while it holds the lock; under an RWMutex it may read it while it holds that either way. " +
		"Of several locks any one is enough to read, all are needed to write. A sync.Once guards what its function sets, a channel what is set before it is closed.",
	"confined_to":  "One goroutine alone has the field: the one that runs FUNC on the object, or a function literal that a go statement in FUNC starts.",
	"published_by": "Nobody writes the field any more once the channel beside it is closed. Whoever knows that it is closed reads the field, whatever guards it.",
	"immutable":    "A variable may be read at any time, and written only while no other goroutine can reach it. Objects of a type are not written once others know them.",
	"atomic_only":  "The variable is accessed through sync/atomic, at any time; of a slice of integers, its elements are. With `writable_if P` it is written so where P holds.",
	"transfers":    "What is sent on the channel, or put into the sync.Pool, is the sender's own, and becomes the receiver's own.",
	"condition_of": "The sync.Cond is a condition of that Mutex, which Wait releases and acquires again.",
	"closable_if":  "A goroutine may close the channel in states in which P holds of it. With `false` nobody ever closes it, and anybody may send.",
	"carries":      "Every value v that is sent on the channel satisfies P, which speaks of v alone: `carries[v] P`. With `carries false` nothing is ever sent.",
	"concurrent":   "The type is to be safe for concurrent use: nothing that others may call or use counts on its callers to synchronise.",
	"lock_order":   "Whoever holds a lock that comes later acquires none that comes before it, directly or in what it calls.",
	"invariant":    "Of a type or the package: P holds whenever another goroutine may look. Of a loop: P holds whenever the loop begins a round.",
	"transition":   "Every step of every goroutine satisfies P; `old(e)` is before the step. Without `old`, P holds after every step.",
	"ghost":        "A field or a variable that only annotations know, zero in a new object. Its declaration may end in who may set it.",
	"requires":     "P holds on entry. Every call is checked for it.",
	"panics":       "The verifier proves that the function, or any function of the package, does not panic.",
	"panics_if":    "The function may panic where P holds on entry, and nowhere else. Every call is checked for !P.",
	"takes": "The goroutine takes over from the one that starts it: the right to close a channel, a Done that it owes a WaitGroup, a variable, " +
		"the struct behind a pointer, or elements of a slice.",
	"performs":  "The body is a program of atomic actions: their names, `skip`, `;` (then), `[]` (or), `*` (any number of times) and parentheses.",
	"action":    "Declares an action of the `performs` line. The lines `when`, `modifies` and `ensures` that follow are about it.",
	"atomic":    "The body is one atomic step: as if no other goroutine ran from its first to its last access.",
	"when":      "The step waits until P holds, in the state before it.",
	"modifies":  "The step changes nothing that is shared but this. `a[*]` is every element, `T[*].f` a field of every object of type T, `region(mu)` all that mu guards.",
	"ensures":   "P relates the state before the step, `old(e)`, and the state after it.",
	"pure":      "Annotations may call the function. It only tests and returns.",
	"trusted":   "The function is not checked but believed, and listed with every report.",
	"witness":   "The block that holds this point is the action NAME. This only sharpens error messages.",
	"assert":    "P holds here, whatever other goroutines may do just before. It is checked.",
	"assume":    "P is believed here, and listed with every report.",
	"set":       "Gives a ghost another value, as a part of the atomic step just before.",
	"contracts": "The file has contracts of functions of the package that it names, or of its own name. They are believed, and listed where they are used.",
	"ignore":    "Accepts the finding on that line. The function is then reported as trusted, never as verified.",
}

// A Word is a name that annotations have and Go does not, or that means in them what it means in Go.
type Word struct {
	Name string
	// Form is how it is used, with the types of what it takes and gives.
	Form    string
	Meaning string
}

// words are in the order of docs/language.md.
var words = []Word{
	{"tid", "tid", "the running goroutine; as a type, that of goroutines"},
	{"free", "free tid", "who holds a lock that nobody holds: mu == free"},
	{"this", "this", "the object that the annotation is about"},
	{"result", "result", "what the function returns; of several, result.0 is the first"},
	{"old", "old(e T) T", "the value of e before the step"},
	{"held", "held(lock) bool", "this goroutine holds the lock; of a sync.Once, it runs the function"},
	{"rheld", "rheld(lock) bool", "this goroutine holds the RWMutex for reading"},
	{"local", "local(p) bool", "p points to an object as a whole, not shared yet, of the running goroutine, or is nil"},
	{"closed", "closed(ch) bool", "the channel is closed; nil is not"},
	{"closer", "closer(ch) tid", "the goroutine that alone may close the channel"},
	{"done", "done(once) bool", "the function of the sync.Once has returned"},
	{"region", "region(lock)", "in modifies: all that the lock guards, with what that leads to"},
	{"has", "has(m, k) bool", "the map m has the key k; the set m has the element k"},
	{"len", "len(x) int", "as in Go; exact for seq[T]"},
	{"cap", "cap(x) int", "as in Go"},
	{"forall", "forall x T :: P", "P holds for each x; pointers range over the objects that exist, not nil"},
	{"exists", "exists x T :: P", "P holds for some x; pointers range over the objects that exist, not nil"},
	{"integer", "integer", "the type of integers without bounds"},
	{"seq", "seq[T]", "the type of sequences of T, for ghosts"},
	{"set", "set[T]", "the type of sets of T, for ghosts"},
	{"mmap", "mmap[K, V]", "the type of maps that are values, for ghosts"},
	{"skip", "skip", "the program that does nothing, in performs"},
}

// Words lists the words of the language of annotations that are not directives.
func Words() []Word { return append([]Word(nil), words...) }
