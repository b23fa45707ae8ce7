package prover

import (
	"fmt"
	"slices"
	"strings"
)

// declarations are the commands that a question may have. The parser passes over commands that it does not know.
var declarations = []string{"(declare-sort ", "(declare-datatypes ", "(declare-const ", "(declare-fun ", definition}

// definition begins a command that names a term.
const definition = "(define-fun "

func isDeclaration(command string) bool {
	return slices.ContainsFunc(declarations, func(d string) bool { return strings.HasPrefix(command, d) })
}

// parse reads commands that declare and assert, and returns what they would assert.
func (c *z3Context) parse(q question) ([]handle, error) {
	for _, d := range q.decls {
		if !isDeclaration(d) {
			return nil, faultf(LibZ3, "reading formulas: %s is no declaration", clip(d))
		}
	}
	if text, ok := conjoined(q); ok {
		all, err := c.parseText(text, 1)
		if err != nil {
			return nil, err
		}
		return c.conjuncts(all[0], len(q.formulas))
	}
	return c.parseText(commands(q), len(q.formulas))
}

// parseText reads text that asserts n formulas, and returns these.
func (c *z3Context) parseText(text string, n int) ([]handle, error) {
	c.z.setError(c.context, 0) // the parser leaves the error of an earlier call
	vector := c.z.parse(c.context, text, 0, 0, 0, 0, 0, 0)
	if err := c.failed("reading formulas"); err != nil {
		return nil, err
	}
	c.z.vectorKeep(c.context, vector)
	c.vectors = append(c.vectors, vector)
	if read := int(c.z.vectorSize(c.context, vector)); read != n {
		return nil, faultf(LibZ3, "reading %d formulas: it answered %d", n, read)
	}
	asts := make([]handle, n)
	for i := range asts {
		asts[i] = c.z.vectorGet(c.context, vector, uint32(i))
	}
	return asts, nil
}

// conjuncts takes apart what was read of conjoined formulas.
func (c *z3Context) conjuncts(all handle, n int) ([]handle, error) {
	if read := int(c.z.appArgs(c.context, all)) - 1; read != n {
		return nil, faultf(LibZ3, "reading %d formulas: it answered %d", n, read)
	}
	asts := make([]handle, n)
	for i := range asts {
		asts[i] = c.z.appArg(c.context, all, uint32(i+1))
	}
	return asts, nil
}

// conjoined asserts the formulas in one command, as a conjunction of true and these, around which a let says what each
// symbol stands for that is defined. The parser makes the same terms of it, in the same order. For a definition it also
// makes a function, and an entry for models, so that it takes three times as long for all (Z3 4.8.12: 13 ms in place of
// 4 for 800 definitions and as many formulas).
//
// It reports false where no constant is defined, where a function is, or where a let would hide what is declared.
func conjoined(q question) (string, bool) {
	var text, lets strings.Builder
	var datatypes []string
	depth, symbols := 0, make(map[string]bool, len(q.decls))
	for _, d := range q.decls {
		symbol, body := declared(d), ""
		if strings.HasPrefix(d, definition) {
			if symbol, body = defined(d); body == "" {
				return "", false
			}
			if slices.ContainsFunc(datatypes, func(d string) bool { return strings.Contains(d, symbol) }) {
				return "", false
			}
			lets.WriteString("(let ((" + symbol + " " + body + ")) ")
			depth++
		} else {
			if strings.HasPrefix(d, "(declare-datatypes ") {
				datatypes = append(datatypes, d)
			}
			text.WriteString(d)
			text.WriteByte('\n')
		}
		if symbol != "" && symbols[symbol] {
			return "", false
		}
		symbols[symbol] = true
	}
	if depth == 0 {
		return "", false
	}
	text.WriteString("(assert ")
	text.WriteString(lets.String())
	text.WriteString("(and true")
	for _, f := range slices.Concat(q.formulas, q.assumed) {
		if expr, rest := cutExpr(f); expr == "" || rest != "" {
			return "", false // what is not one formula might end the conjunction
		}
		text.WriteByte('\n')
		text.WriteString(f)
	}
	text.WriteByte(')')
	text.WriteString(strings.Repeat(")", depth))
	text.WriteString(")\n")
	return text.String(), true
}

// declared is the symbol of a constant or function that is declared; empty for other commands.
func declared(d string) string {
	for _, command := range []string{"(declare-const ", "(declare-fun "} {
		if rest, ok := strings.CutPrefix(d, command); ok {
			symbol, _ := cutExpr(rest)
			return symbol
		}
	}
	return ""
}

// defined takes the definition of a constant apart: its symbol and the term. The term is empty if it is none.
func defined(d string) (symbol, body string) {
	rest, closed := strings.CutSuffix(strings.TrimPrefix(d, definition), ")")
	symbol, rest = cutExpr(rest)
	params, rest := cutExpr(strings.TrimPrefix(rest, " "))
	_, rest = cutExpr(strings.TrimPrefix(rest, " ")) // the sort
	body, rest = cutExpr(strings.TrimPrefix(rest, " "))
	if !closed || symbol == "" || symbol[0] == '(' || params != "()" || rest != "" {
		return "", ""
	}
	return symbol, body
}

// cutExpr cuts an s-expression off the text. It is empty where there is none.
func cutExpr(text string) (expr, rest string) {
	depth, quoted := 0, false
	for i := range len(text) {
		switch b := text[i]; {
		case b == '|':
			if quoted = !quoted; !quoted && depth == 0 {
				return text[:i+1], text[i+1:]
			}
		case quoted:
		case b == '"' || b == ';':
			return "", text
		case b == '(':
			depth++
		case b == ')':
			if depth--; depth < 0 {
				return text[:i], text[i:]
			}
			if depth == 0 {
				return text[:i+1], text[i+1:]
			}
		case b == ' ' && depth == 0:
			return text[:i], text[i:]
		}
	}
	if depth > 0 || quoted {
		return "", text
	}
	return text, ""
}

// learnTerms reads the terms that are new. Only formulas can be read: a term is read as the first argument of an equation.
func (c *z3Context) learnTerms(terms []string) error {
	q := question{decls: c.decls}
	var unread []string
	for _, t := range terms {
		if c.formulas[t] == 0 && c.terms[t] == 0 {
			unread = append(unread, t)
			q.formulas = append(q.formulas, fmt.Sprintf("(= %s %s)", t, t))
		}
	}
	if len(unread) == 0 {
		return nil
	}
	equations, err := c.parse(q)
	if err != nil {
		return err
	}
	for i, e := range equations {
		if c.z.appArgs(c.context, e) != 2 {
			return faultf(LibZ3, "it does not read %s as it stands", clip(q.formulas[i]))
		}
		c.terms[unread[i]] = c.z.appArg(c.context, e, 0)
	}
	return nil
}
