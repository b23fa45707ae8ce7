package library

// The predicates that conditions may use besides len and cap, and how messages word them. What they say of arguments at run
// time the tests of this package know, and what can be told of them from the source package desugar.
var predicates = map[string]string{
	"comparable":         "what %s holds to be comparable",                                             // an interface value
	"comparableElements": "what the elements of %s hold to be comparable",                              // of a slice or map
	"comparableError":    "%s to be an error that compares without a panic",                            // with an error of the same type
	"errorTarget":        "%s to be a pointer, not nil, to an interface or to a type that is an error", // an interface value
	"isSlice":            "%s to be a slice",                                                           // an interface value
	"size":               "",                                                                           // the bytes that an element of a slice takes
	"validRegexp":        "%s to be a regular expression",                                              // a string
}

// isFunction reports whether conditions may call what has this name.
func isFunction(name string) bool {
	_, ok := predicates[name]
	return ok || name == "len" || name == "cap"
}

// Words returns how messages word a predicate of an argument, which %s stands for; nothing for what is no predicate.
func Words(predicate string) string { return predicates[predicate] }
