// Package analysis takes annotated, type-checked packages and gives Facts: what is known of the program as a whole
// before any function is translated. Facts are read-only from then on. From the core language the package uses spans
// only.
//
// The files, each using those before it:
//
//	program.go         what is found: Facts; functions, and what is written on them
//	aliases.go         parts of an object that types promise to be others
//	callees.go         functions that are used as values
//	types.go           types, and which variables hold which
//	typetext.go        a text for a type, however it is written
//	cgo.go             functions that cgo has written
//	functions.go       functions in SSA form and their calls
//	usage.go           what becomes of a local variable or a function literal
//	twins.go           struct types without a name that are the same
//	guards.go          which variables say who may access them, and what may be part of them
//	arranged.go        methods that functions of the standard library call by their names
//	mentions.go        which variables the text of a function names
//	arith.go           which integer types need bits
//	invariant.go       what invariants speak of
//	escape.go          whose address is used as a value
//	address.go         what annotations take the address of
//	oncefunc.go        functions that variables hold
//	open.go            channels that nobody closes
//	locksets.go        which locks are held at a call
//	refines.go         the contracts of interfaces' methods
//	implementers.go    who is behind an interface with contracts
//	initial.go         what package variables hold at first
//	abstracttypes.go   instances of generic functions that are checked in their place
//	instances.go       instances of generic types
//	instantiated.go    of which of them there may be values
//	neverassigned.go   variables that nobody assigns to
//	assignedonce.go    variables that are assigned only where they are declared
//	hashes.go          which results of hash.Hash are new
//	ownerless.go       slices and maps in variables that no other variable owns
//	touches.go         which functions touch annotated variables
//	contents.go        what a sync.Map or atomic.Value holds
//	pool.go            what a sync.Pool holds
//	locks.go           locks, and what is taken for one
//	linked.go          functions that stand for those of other packages
//	spinlocks.go       types that are locks by what their methods do
//	spinuse.go         what functions do with these
//	outlined.go        large functions, whose calls are translated by themselves
//	newslices.go       which of these return slices that nobody else knows, or seem to return new objects
//	sharedbytes.go     strings that share their bytes with a slice
//	unnamed.go         which functions may be called without their names
//	aliasclasses.go    which values may lead to the same channel or WaitGroup
//	localchannels.go   channels that stay in the function that makes them
//	senders.go         who sends on which channels
//	groups.go          which calls start goroutines of a group, and wait for them
//	publishing.go      WaitGroups that guard what is beside them
//	unaccounted.go     channels that anybody may close, and WaitGroups of which anybody may pay a Done
//	find.go            finding it: the types and functions of the packages, then each analysis
//	embeddings.go      where all values of a type are
//	immutablearrays.go  of which types arrays are written only where they are made
//	appendonly.go       slices to which the program only appends
//	beforeclose.go      fields that are written for the last time before a channel is closed
//	filled.go          slices and maps that code of others writes
//	foreignstructs.go  plain structs of other packages
//	regionwrites.go    of which types code writes objects that others may know
//	regions.go         which types have no synchronisation of their own, and which variables share a guard
//	writtenlate.go  which new objects are written after they were stored
//	runsothers.go   which functions may run code that is not at hand
//	capturedgroups.go  which variables of functions do so, too
//	genericregions.go  the same of generic types
//	elements.go        which struct types arrays may hold
//	leading.go         to which objects values lead
//	carried.go         which objects may be in a region behind an interface
//	opaque.go          which interfaces own nothing of what they lead to
//	apart.go           which types lead nowhere to objects of another one
//	active.go          of which types objects have a goroutine of their own
//	inlists.go         of which of these only lists of container/list hold pointers
//	regionvariables.go which variables are in regions that are no structs, as pointers lead to them
//	regiontypes.go     what a lock guards, and of which types the objects are that this leads to
//	unsynchronised.go  which types of the standard library guards own, too
//	heldmessages.go    messages of HTTP that fields hold which are assigned again
//	httpmessages.go    requests and responses of net/http, and what they are held by
//	handedover.go      which variables hand over what they lead to
//	exchanged.go       which exchange it
//	handedovereach.go  which hand over single elements
//	callers.go         which functions count on their callers to synchronise
//	concurrent.go      methods that several goroutines call at the same time
//	interfaceresults.go  what methods return by way of interfaces
//	unshared.go        of which types no two goroutines know an object
//	passedmethods.go   methods that are passed on to be called
//	flatreaders.go     methods of slices and maps that only read these
//	lentwriters.go     handlers of HTTP, which have their writers for the call
//	lentslices.go      slices that functions are passed that are called without their names
//	lentbytes.go       methods Read and Write, which have their bytes for the call
//	keptbytes.go       where these keep the bytes all the same
//	usedtogether.go    what goroutines of one function use by interfaces at the same time
//	usedincallees.go   what the functions that they call use
//	handlerliterals.go  function literals that are handlers
//	heldsequential.go  the variables, elements and entries that such objects are read from
//	sharedcopies.go    what copies of a struct lead to, used without the lock that they have by a pointer
//	wrapped.go         writers and what they write to, used without a lock in common
//	decodedarguments.go  which methods keep what they decode themselves into
//	subtests.go        which function literals a call runs as subtests
//	takesover.go       which functions count on them to leave what they are passed
//	joinedobjects.go   objects that are known until goroutines have paid a Done
//	localgroups.go     the same by a WaitGroup that is a variable of the function
//	joinedtypes.go     of which types nobody at hand lets others know an object longer
//	givenaway.go       whether a receiver keeps what its method gives away
//	takenatstart.go    objects that goroutines get for themselves
//	splits.go          which have goroutines write elements of slices that callers pass
//	iterators.go       which return iterators over what their callers have
//	locksheld.go       which locks they count on
//	lockless.go        which functions are never called with a lock held
//	locksapart.go      the same where calls are steps of their own
//	confined.go        to which goroutines something is confined
//	parameteruse.go    what functions do to the memory that parameters lead to
//	exposed.go         which functions may return slices and maps that guards own, or what leads to guarded memory
//	exposedcontainers.go  what a function puts into a sync.Map, an atomic variable or a pool of others
//	exposedsends.go    what a send may give to code that is not checked
//	exposedstores.go   what a store may
//	views.go           what functions of the library return that leads to their arguments, and where it is used
//	variables.go       variables, slices and maps that callers have
//	expectations.go    what functions count on their callers for, all in one, and in words
//	reliance.go        what types lead to that is not checked
//	typeuse.go         what is known of how several goroutines may use the objects of a type
//	lending.go         which functions are lent objects by callers that do not name them
//	lendingtypes.go    which function types are one for some type arguments
//	sentinels.go       errors that package variables hold for ever
//	runsalone.go       what commands do before other goroutines run
//	contracts.go       what contracts say of parameters and results
//	contractfiles.go   contracts of functions that are not checked
//	asynccalls.go      functions that are called later
//	atomicelements.go  slices of which elements are accessed atomically
//	atomicplaces.go    variables that are accessed atomically and plainly
//	copiedatomics.go   fields that are accessed atomically in copies
//	publication.go     which functions may publish an object
//	termination.go     which calls end
//	nonnil.go          which values are never nil
//	nonnilvars.go      which variables are not nil when they are read
//	construction.go    which fields of a new object are set when others may know it
//	makers.go          who may make values of a type
//	madeonce.go        what holds of fields from then on
//	madelocks.go       locks that are made for one field
//	entries.go         which maps have no nil in them
//	dynamictypes.go    to which types fields of interface types hold pointers
//	dispatched.go      which types checked code puts behind its interfaces, so that a call may choose
//	tables.go          package variables with functions that are only called
//	unread.go          interfaces that nobody reads, made for the compiler to check a type
//	divergence.go      which functions may not come to an end
//	printed.go         what package fmt leaves with others when it prints
//	hidden.go          what memory code that is not at hand may hide
//	external.go        what a call of code that is not at hand may expose
//	conditions.go      which conditions relate objects
package analysis
