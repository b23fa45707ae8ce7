// Package desugar takes annotated, type-checked packages and gives the core language, one function at a time: an
// ir.Func in which every access to shared memory is an atomic step, and in which the callee's body or its contract
// replaces every call.
//
// The input is go/ssa in naive form: locals stay cells with the name of their variable. Five packages share the work,
// and each uses only those before it. Package analysis finds what is known of the program as a whole. Package heap
// represents values and memory as terms. Package eval gives annotations their meaning. Package emit holds the
// function under construction. This package translates instructions, calls, goroutines and library functions.
//
// The files, each using those before it:
//
//	cores.go            what is done to type parameters by the structure of their types
//	shortcuts.go        tests of what a choice between steps has just settled
//	translator.go       one function under translation
//	behindnil.go        methods behind interfaces, called on nil pointers
//	copies.go           copies of locks and atomic values
//	effects.go          what a step may reach, and what is kept for later
//	initial.go          initialisers, which run before all goroutines
//	kinds.go            kinds of types and of operands, for messages and choices
//	compare.go          comparisons of arrays
//	lengths.go          the lengths that there may be
//	moves.go            many elements at once
//	slices.go           slices, append, copy
//	keptbytes.go        methods Read and Write that keep what they are passed
//	sharedbytes.go      strings that share their bytes with a slice
//	conversions.go      strings and slices of runes, slices and arrays
//	unnamed.go          functions that are called without their name
//	usedtogether.go     what is behind a hash, reader or writer, which one goroutine at a time may use
//	unordered.go        operands that may be read before or after the calls beside them
//	standing.go         channels that stand for a WaitGroup, as who closes them waits for it
//	streams.go          goroutines that send until they pay a Done
//	rights.go           what a goroutine takes over: memory, Dones, promises to send or close
//	passed.go           what such calls are passed
//	callees.go          what code that is not at hand may call back
//	library.go          what the tables of package library say of a call
//	reflect.go          what reflection may get at
//	ownarguments.go     calls by which others come to know what they are passed
//	locks.go            the operations of mutexes
//	cond.go             sync.Cond
//	contents.go         what a dynamic value can be, by all that is put in its place
//	locker.go           sync.Locker
//	binding.go          what a call with a contract may return
//	atomic.go           package sync/atomic
//	copiedatomics.go    methods that use it on copies
//	trustedtypes.go     library types that are trusted
//	iterators.go        literals that functions return, for their callers to range over
//	captured.go         variables that function literals share, and the arguments of the function
//	footprints.go       parts of slices that a goroutine takes over
//	strides.go          elements that are some number apart
//	segments.go         which of these the text tells
//	lentfields.go       fields of one struct that goroutines have
//	helperelements.go   elements that they have other functions assign
//	indices.go          elements that workers get by indices which they receive
//	counters.go         the same by indices that they take from an atomic counter
//	expects.go          what a goroutine takes over, where it is required
//	lasting.go          that the functions of Onces have returned, on which a goroutine counts
//	reached.go          the guarded memory that code which is not at hand gets at
//	views.go            uses of what leads to memory that the library was passed
//	governed.go         what leads to memory under access predicates
//	readers.go          library functions that only read what they are passed, or write it
//	fills.go            slices of the function that library functions write
//	callbacks.go        functions that are called during a call
//	callbacklocks.go    the locks that these, and methods, may take
//	model.go            what a model is, and models of functions without effects
//	stdcontext.go       package context
//	stdtesting.go       what tests say of how they go
//	stdstrings.go       package strings and bytes
//	arguments.go        the operands of a call, and what is demanded of them
//	decodable.go        of which types it is known what decoders do to a variable
//	decoded.go          what decoders leave in the goroutine's own variables
//	derived.go          what need not be assumed of functions whose row says it
//	foreign.go          calls of code that is not at hand
//	lending.go          what such code is lent, and gives back
//	unshared.go         objects behind interfaces that no two goroutines know
//	stdsort.go          sorting
//	stdsearch.go        searching
//	syncmap.go          sync.Map
//	stdafter.go         functions that run another one later
//	unknown.go          functions of which no table says anything
//	program.go          the packages at hand
//	interfaces.go       interface values
//	leaks.go            slices and maps that one variable alone knows
//	joined.go           variables that goroutines share until they are waited for
//	rejoined.go         objects with a WaitGroup for the goroutines that know them
//	forkjoin.go         memory that is lent to goroutines and comes back
//	poolgive.go         pools that transfer what they hold
//	pool.go             sync.Pool
//	waitgroup.go        sync.WaitGroup
//	splits.go           slices of callers of which goroutines write elements
//	publishing.go       one that guards what is beside it
//	errgroup.go         errgroup.Group
//	maps.go             maps
//	ranges.go           range over maps and strings
//	stditer.go          iterators of the standard library
//	foreigniter.go      iterators of other modules
//	stdcollections.go   functions that copy slices and maps, or take elements out of them or put some in
//	sendobligations.go  what is still to come by a channel
//	channels.go         channels
//	builtins.go         built-in functions
//	confined.go         what is confined to one goroutine, and handed to it at a go statement
//	takes.go            permission transfer at a go statement
//	contracts.go        calls that are replaced by the callee's contract
//	demanded.go         what a callee requires, in the words of its caller
//	stdbuffers.go       buffers and builders
//	stdfmt.go           package fmt
//	stdlist.go          package container/list
//	stdheaders.go       headers and forms of net/http
//	httpmessages.go     who passes requests and responses to whom
//	stdarrange.go       packages container/heap and sort, by methods of the collection
//	stderrors.go        package errors
//	locksets.go         the locks that a callee may acquire
//	aliases.go          locks that two paths lead to
//	hints.go            what to propose invariants of loops from
//	translate.go        bodies: blocks and instructions
//	refines.go          a method that has to keep the contract of an interface
//	once.go             sync.Once
//	sync.go             package sync
//	stdflag.go          variables that package flag writes
//	stdexec.go          commands that write while the program goes on
//	stdexit.go          functions that end the program
//	regions.go          what a function counts on its callers to guard, and what leaves a region
//	lentregions.go      what a call that is a step of its own is lent, and gives back
//	exposed.go          what callers may not get that do not know its guard
//	outlined.go         calls of large functions, which are translated by themselves
//	guardedcalls.go     the guards that such functions count on their callers for
//	calls.go            calls, inlining
//	choices.go          function variables with several functions, interfaces with several types
//	deferloops.go       defer in loops
//	defers.go           defer
//	rangefunc.go        range over a function
//	again.go            unordered reads, at both times
//	contract.go         what a function requires and performs
//	panics.go           panics that are documented, and those that are not
//	goexit.go           calls that end the goroutine
//	subtests.go         calls that have another goroutine run a test, and wait
//	contractfile.go     calls of other packages by contracts in files
//	addressed.go        calls that get the address of a variable, and so write it
//	spread.go           slices that are passed as variadic arguments
//	origins.go          where values come from, through helpers
//	conventions.go      what names and parameters say of decoders, encoders and Scan of others
//	external.go         calls of other packages: the models of the standard library
//	stdlog.go           package log
//	stdsignal.go        channels on which package os/signal sends
//	function.go         a function from its entry to its end
//	invariant.go        what types promise
//	firstknown.go       where others may first know a function literal
//	instr.go            instructions
//	spawn.go            go statements
//	inputs.go           what goroutines count on their starters for, of slices and maps that they get
//	publication.go      objects that become known to others while invariants relate them
//	interfaceresults.go what they return that is new
//	dispatch.go         calls of interface methods, by the types there are
//	atomicvalue.go      atomic.Value
package desugar
