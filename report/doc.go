// Package report takes verdicts and gives diagnostics, with traces, in every output form.
//
//	Diagnostic      one finding: what fails, where, why, and by which execution
//	FunctionResult  what became of one function
//	TypeResult      what became of one type
//	Summary         what became of the whole run
//	Renderer        an output form; Text and JSON are two
//	Code            what a finding's code means: the data behind messages and behind calvin explain
//
// The files:
//
//	diagnostic.go   what a finding, a trace, a result and a summary are; what a form of output has to do
//	types.go        how several goroutines may use the objects of a type
//	codes.go        the codes
//	property.go     the words of a finding, for each kind of check
//	goal.go         from a goal that is not proved to a finding: its message, its values and its trace
//	objects.go      what objects are called in values
//	look.go         what the first block has read, of a function that should be one block and is two
//	problem.go      findings that come from elsewhere: annotations, what is unsupported, faults of Calvin
//	deadlock.go     findings about goroutines that wait for each other
//	proposal.go     annotations that could be added
//	group.go        findings of one cause, together and in order
//	missing.go      which of them lack the same lock
//	explain.go      the page of each code
//	text.go         the form for people
//	layout.go       its paragraphs, quotes of the source, and the width of the terminal
//	trace.go        traces in it
//	relevant.go     what of a trace a finding may depend on
//	json.go         one object a line
//	forms.go        what the forms for code review share
//	sarif.go        SARIF, for code scanning
//	github.go       commands of GitHub's workflows
//	rdjson.go       reviewdog's form
//	failure.go      what tools read of a run that failed
//	putoff.go       what a run had no time for
//	test.go         what became of a test whose schedules were explored
//	test_text.go    the form for people of that
//	test_json.go    its objects
//	test_review.go  its forms for code review
//
// Package report builds each message once, from what the failing check says of itself (ir.Check) and from the
// counterexample. A message says "does not hold" only if there is a counterexample. All others say "could not prove".
package report
