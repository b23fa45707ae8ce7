package annot

// The codes of an Error.
const (
	CodeUnknownVerb = "CV0801" // the verb of the directive does not exist
	CodeLookalike   = "CV0802" // a comment that only looks like a directive
	CodeSyntax      = "CV0803" // the directive does not parse
	CodeUnknownName = "CV0804" // a name that is not in scope
	CodeType        = "CV0805" // the directive parses but does not type-check
	CodePlace       = "CV0806" // the directive means nothing where it stands
	CodeConflict    = "CV0807" // the directive contradicts or repeats another one
	CodeAction      = "CV0808" // performs, action and their clauses do not fit together
	CodeIgnore      = "CV0809" // a suppression without code or reason
)

// Codes gives the meaning of every code in a line.
var Codes = []struct{ Code, Meaning string }{
	{CodeUnknownVerb, "unknown directive"},
	{CodeLookalike, "comment that only looks like a directive"},
	{CodeSyntax, "directive that does not parse"},
	{CodeUnknownName, "unknown name in a directive"},
	{CodeType, "directive that does not type-check"},
	{CodePlace, "directive in a place where it does not apply"},
	{CodeConflict, "directive that contradicts or repeats another"},
	{CodeAction, "performs, action and their clauses do not fit together"},
	{CodeIgnore, "suppression without code or reason"},
}
