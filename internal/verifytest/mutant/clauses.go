package mutant

import (
	"go/token"
	"slices"
	"strings"
)

// A clauseOperator makes faults in annotations.
type clauseOperator struct {
	name string
	at   func(*directive) []change
}

// clauseOperators lists the operators on annotations.
var clauseOperators = []clauseOperator{
	{"clause-drop", dropClause},
	{"clause-item", dropItem},
	{"clause-negate", negateClause},
	{"clause-constant", changeClauseConstant},
	{"clause-operator", changeClauseOperator},
	{"clause-implies", changeImplication},
	{"clause-quantifier", changeQuantifier},
	{"clause-old", changeOld},
	{"clause-holder", changeHolder},
	{"clause-index", changeClauseIndex},
	{"clause-bool", flipClauseBool},
	{"clause-spec", changeSpec},
	{"clause-witness", changeWitness},
}

// mutateClauses applies op to every directive of f.
func (s *Source) mutateClauses(f *file, op clauseOperator) []*Mutant {
	var all []*Mutant
	for _, d := range s.directives(f) {
		for _, ch := range op.at(d) {
			all = append(all, s.mutant(f, op.name, d.decl, ch.before, ch.after, ch.edits...))
		}
	}
	return all
}

// neededVerbs are those without which something cannot be shown. Without an ensures or a when a contract says less,
// which can only be noticed by a caller.
var neededVerbs = map[string]bool{
	"modifies": true, "requires": true, "invariant": true, "transition": true,
	"guarded_by": true, "confined_to": true, "accessible_if": true, "readable_if": true, "writable_if": true, "atomic_only": true,
	"panics_if": true, "takes": true, "transfers": true, "published_by": true, "closable_if": true, "carries": true, "condition_of": true, "set": true,
}

func dropClause(d *directive) []change {
	verb := d.baseVerb()
	if neededVerbs[verb] || (verb == "ensures" || verb == "when") && len(d.source.callers[d.decl]) > 0 {
		return []change{d.dropped()}
	}
	return nil
}

// dropItem takes one location out of a modifies clause, in either form, or one lock out of several.
func dropItem(d *directive) []change {
	switch d.baseVerb() {
	case "modifies", "guarded_by":
		return d.dropItems(d.tokens)
	case "performs":
		var all []change
		for i, t := range d.tokens {
			if t.kind == token.LPAREN && i > 0 && (d.tokens[i-1].kind == token.COLON || d.tokens[i-1].text == "action") {
				end := i + slices.IndexFunc(d.tokens[i:], func(t tokenAt) bool { return t.kind == token.RPAREN })
				all = append(all, d.dropItems(d.tokens[i+1:end])...)
			}
		}
		return all
	}
	return nil
}

// dropItems makes one change for every item of a list with commas that has more than one, or is in parentheses.
func (d *directive) dropItems(list []tokenAt) []change {
	var items [][]tokenAt
	depth, from := 0, 0
	for i, t := range list {
		switch t.kind {
		case token.LBRACK, token.LPAREN:
			depth++
		case token.RBRACK, token.RPAREN:
			depth--
		case token.COMMA:
			if depth == 0 {
				items = append(items, list[from:i])
				from = i + 1
			}
		}
	}
	if from < len(list) {
		items = append(items, list[from:])
	}
	if len(items) == 0 || len(items) == 1 && d.baseVerb() != "performs" {
		return nil
	}
	var all []change
	for i := range items {
		start, end := items[i][0].start, items[i][len(items[i])-1].end
		if i > 0 {
			prev := items[i-1]
			start = prev[len(prev)-1].end
		} else if len(items) > 1 {
			end = items[1][0].start
		}
		all = append(all, d.replaced(start, end, ""))
	}
	return all
}

// negateClause negates a condition, unless another operator does.
func negateClause(d *directive) []change {
	if !d.isCondition() || d.isEquation() {
		return nil
	}
	return []change{d.replaced(d.at, d.at+len(d.args), "!("+d.args+")")}
}

// isEquation reports whether the condition is one comparison with == or !=.
func (d *directive) isEquation() bool {
	equations := 0
	for _, t := range d.tokens {
		switch t.kind {
		case token.EQL, token.NEQ:
			equations++
		case token.LAND, token.LOR, token.LSS, token.LEQ, token.GTR, token.GEQ, token.ILLEGAL:
			return false
		}
	}
	return equations == 1
}

func changeClauseConstant(d *directive) []change {
	var all []change
	for _, t := range d.tokens {
		if t.kind != token.INT {
			continue
		}
		for _, text := range nearby(t.text) {
			all = append(all, d.replaced(t.start, t.end, text))
		}
	}
	return all
}

// changeClauseOperator is changeOperator for annotations. An operator that stands in a choice of actions is none.
func changeClauseOperator(d *directive) []change {
	var all []change
	for i, t := range d.tokens {
		if other, ok := otherOperator[t.kind]; ok && t.joined == "" && i > 0 && !unaryPlace(d.tokens[i-1]) {
			all = append(all, d.replaced(t.start, t.end, other.String()))
		}
		if t.kind == token.NOT {
			all = append(all, d.replaced(t.start, t.end, ""))
		}
	}
	return all
}

// unaryPlace reports whether an operator after t has no left operand.
func unaryPlace(t tokenAt) bool {
	return t.joined != "" || t.kind.IsOperator() && t.kind != token.RPAREN && t.kind != token.RBRACK
}

func changeImplication(d *directive) []change {
	var all []change
	for _, t := range d.tokens {
		switch t.joined {
		case "==>":
			all = append(all, d.replaced(t.start, t.end, "<==>"), d.replaced(t.start, t.end, "&&"))
		case "<==>":
			all = append(all, d.replaced(t.start, t.end, "==>"), d.replaced(t.start, t.end, "!="))
		}
	}
	return all
}

func changeQuantifier(d *directive) []change { return d.exchanged("forall", "exists") }

// exchanged replaces one of two words by the other, at each place where one of them stands.
func (d *directive) exchanged(x, y string) []change {
	other := map[string]string{x: y, y: x}
	var all []change
	for _, t := range d.tokens {
		if o := other[t.text]; o != "" {
			all = append(all, d.replaced(t.start, t.end, o))
		}
	}
	return all
}

// changeOld makes an expression in the pre-state one in the post-state, and the other way round where it is a location
// that the same function modifies.
func changeOld(d *directive) []change {
	if v := d.baseVerb(); v != "ensures" && v != "transition" && v != "performs" {
		return nil
	}
	var all []change
	depth := 0 // of parentheses inside old, 0 outside
	for i := 0; i < len(d.tokens); i++ {
		t := d.tokens[i]
		switch {
		case depth > 0 && t.kind == token.LPAREN:
			depth++
		case depth > 0 && t.kind == token.RPAREN:
			depth--
		case t.text == "old" && depth == 0:
			end := d.closing(i + 1)
			inner := d.file.text[d.tokens[i+1].end:d.tokens[end].start]
			all = append(all, d.replaced(t.start, d.tokens[end].end, inner))
			depth = 1
			i++
		case depth == 0 && t.kind == token.IDENT && (i == 0 || d.tokens[i-1].kind != token.PERIOD):
			end := d.operand(i)
			text := d.file.text[t.start:d.tokens[end].end]
			if d.source.modified(d.file, d.decl, text) && !d.inModifies(i) {
				all = append(all, d.replaced(t.start, d.tokens[end].end, "old("+text+")"))
			}
			i = end
		}
	}
	return all
}

// closing returns the index of the token that closes the bracket at i.
func (d *directive) closing(i int) int {
	depth := 0
	for ; i < len(d.tokens); i++ {
		switch d.tokens[i].kind {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(d.tokens) - 1
}

// operand returns the index of the last token of the operand that begins with the name at i: a.b[i].c.
func (d *directive) operand(i int) int {
	for i+1 < len(d.tokens) {
		switch d.tokens[i+1].kind {
		case token.PERIOD:
			i += 2
		case token.LBRACK:
			i = d.closing(i + 1)
		default:
			return i
		}
	}
	return i
}

// inModifies reports whether token i of a one-line contract is in a list of what an action modifies.
func (d *directive) inModifies(i int) bool {
	if d.baseVerb() != "performs" {
		return false
	}
	braces := 0
	for _, t := range d.tokens[:i] {
		switch t.kind {
		case token.LBRACE:
			braces++
		case token.RBRACE:
			braces--
		}
	}
	return braces == 0
}

// modified reports whether a contract of decl lists the location among those that it modifies.
func (s *Source) modified(f *file, decl, location string) bool {
	for _, d := range s.directives(f) {
		if d.decl != decl || d.baseVerb() != "modifies" && d.baseVerb() != "performs" {
			continue
		}
		for i := 0; i < len(d.tokens); i++ {
			if d.tokens[i].kind != token.IDENT || d.baseVerb() == "performs" && !d.inModifies(i) {
				continue
			}
			start, end := d.tokens[i].start, d.operand(i)
			if d.file.text[start:d.tokens[end].end] == location {
				return true
			}
			i = end
		}
	}
	return false
}

// changeHolder makes a lock that is held a free one, and the other way round.
func changeHolder(d *directive) []change {
	other := map[string]string{"tid": "free", "free": "tid", "held": "rheld", "rheld": "held"}
	var all []change
	for i, t := range d.tokens {
		called := i+1 < len(d.tokens) && d.tokens[i+1].kind == token.LPAREN
		selected := i > 0 && d.tokens[i-1].kind == token.PERIOD
		if o := other[t.text]; o != "" && !selected && called == strings.HasSuffix(t.text, "held") {
			all = append(all, d.replaced(t.start, t.end, o))
		}
	}
	return all
}

// changeClauseIndex moves an index by one. Constants have an operator of their own.
func changeClauseIndex(d *directive) []change {
	var all []change
	for i, t := range d.tokens {
		if t.kind != token.LBRACK || i == 0 || d.tokens[i-1].kind != token.IDENT && d.tokens[i-1].kind != token.RBRACK {
			continue
		}
		end := d.closing(i)
		text := d.file.text[t.end:d.tokens[end].start]
		if text != "*" && d.tokens[i+1].kind != token.INT {
			all = append(all, d.replaced(t.end, d.tokens[end].start, "("+text+")+1"))
		}
	}
	return all
}

func flipClauseBool(d *directive) []change { return d.exchanged("true", "false") }

// changeSpec makes a choice a sequence and the other way round, drops iterations, and asks for nothing but skip.
func changeSpec(d *directive) []change {
	if d.baseVerb() != "performs" {
		return nil
	}
	var all []change
	for i, t := range d.tokens {
		switch {
		case t.joined == "[]":
			all = append(all, d.replaced(t.start, t.end, ";"))
		case t.kind == token.SEMICOLON:
			all = append(all, d.replaced(t.start, t.end, "[]"))
		case t.kind == token.MUL && i > 0 && (d.tokens[i-1].kind == token.IDENT || d.tokens[i-1].kind == token.RPAREN) &&
			d.inModifies(i):
			all = append(all, d.replaced(t.start, t.end, ""))
		}
	}
	if d.args != "skip" && !strings.Contains(d.args, "{") {
		all = append(all, d.replaced(d.at, d.at+len(d.args), "skip"))
	}
	return all
}

// changeWitness names another action of the same function.
func changeWitness(d *directive) []change {
	if d.baseVerb() != "witness" {
		return nil
	}
	var all []change
	for _, other := range d.source.directives(d.file) {
		if other.decl != d.decl || other.baseVerb() != "witness" || other.args == d.args {
			continue
		}
		all = append(all, d.replaced(d.at, d.at+len(d.args), other.args))
	}
	return all
}
