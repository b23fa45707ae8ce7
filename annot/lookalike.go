package annot

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A comment that only looks like a directive would leave a variable unguarded without a word. These are the
// forms that such comments take; what they match is the part that the message shows.
var (
	// Ours with a space, in capitals, or both: // calvin:guarded_by, //Calvin:guarded_by, //calvin :guarded_by.
	nearOurs = regexp.MustCompile(`^[ \t]*(?i:calvin)[ \t]*:`)
	// Ours with something else for the colon: //calvin guarded_by, //calvin-guarded_by. After a space only the verbs
	// that are no English words count.
	noColon = regexp.MustCompile(`^calvin[-_. \t]+([a-z_]+)|^[ \t]*(?i:calvin)[ \t]+([a-z]+_[a-z]+)`)
	// Another tool's name that is nearly ours: //clavin:guarded_by; also with letters of other scripts that look the same.
	otherTool = regexp.MustCompile(`^[ \t]*([\p{L}0-9]+):([a-z_]+)`)
	// The papers' own comments: //@ performs. The other verbs are other verifiers' as well.
	papers = regexp.MustCompile(`^[ \t]*@[ \t]*(accessible_if|guarded_by|performs|witness)\b`)
	// gVisor's: // +checklocks:mu and what comes near it.
	nearGvisor = regexp.MustCompile(`^[ \t]*\+[ \t]*([A-Za-z]+)`)
	// gVisor's without the plus sign.
	noPlus = regexp.MustCompile(`^[ \t]*(checklocks[a-z]*):`)
)

// comment reads a comment as a directive. It returns nil for ordinary comments and, after reporting them, for
// directives that are malformed and comments that merely look like one.
func (c *checker) comment(comment *ast.Comment, group *ast.CommentGroup) *directive {
	if strings.HasPrefix(comment.Text, "/*") {
		c.blockComment(comment)
		return nil
	}
	if d, ok := ast.ParseDirective(comment.Slash, comment.Text); ok && d.Tool == "calvin" {
		c.nested(comment)
		return c.split(comment, group)
	}
	text := comment.Text[len("//"):]
	if d := c.gvisor(comment, group); d != nil {
		return d
	}
	if hint := lookalike(text); hint != "" {
		c.errs = append(c.errs, &Error{Pos: comment.Pos(), End: comment.End(), Code: CodeLookalike, Msg: "this comment looks like a directive but is not one",
			Hint: hint, Instead: standsAlone(hint)})
	}
	return nil
}

// standsAlone is a form that can stand as it is, and "" if something is to be filled in.
func standsAlone(form string) string {
	rest, ours := strings.CutPrefix(form, prefix)
	if word, _, _ := strings.Cut(rest, " "); ours && verbNamed(word) != nil {
		return form
	}
	return ""
}

// nested reports a second directive in the comment of a first.
func (c *checker) nested(comment *ast.Comment) {
	for i := len(prefix); i < len(comment.Text); i++ {
		tail := comment.Text[i:]
		if !strings.HasPrefix(tail, "//") {
			continue
		}
		if strings.HasPrefix(tail, prefix) || lookalike(tail[2:]) != "" {
			at := comment.Slash + token.Pos(i)
			c.errorf(span{at, comment.End()}, CodeLookalike, "give it a line of its own",
				"a directive inside a directive is not read")
			return
		}
	}
}

// blockComment reports directives in a /* comment, where they have no effect.
func (c *checker) blockComment(comment *ast.Comment) {
	offset := len("/*")
	for line := range strings.Lines(comment.Text[offset:]) {
		text := strings.TrimLeft(line, " \t*")
		start := comment.Slash + token.Pos(offset+len(line)-len(text))
		offset += len(line)
		text = strings.TrimSuffix(strings.TrimSpace(text), "*/")
		if hint := lookalike(text); hint != "" {
			c.errorf(span{start, start + token.Pos(len(text))}, CodeLookalike, hint, "a directive in a /* comment is not read")
		}
	}
}

// lookalike returns the form expected instead of text, the inside of a comment, if that looks like a directive, and ""
// if it does not.
func lookalike(text string) string {
	if m := nearOurs.FindString(text); m != "" {
		return ourForm(m, text[len(m):])
	}
	if m := noColon.FindStringSubmatch(text); m != nil && verbNamed(m[1]+m[2]) != nil {
		return prefix + m[1] + m[2] + andRest(text[len(m[0]):])
	}
	if m := otherTool.FindStringSubmatch(text); m != nil && verbNamed(m[2]) != nil && m[2] != "ignore" &&
		distance(latin(strings.ToLower(m[1])), "calvin") <= 2 {
		return prefix + m[2] + andRest(text[len(m[0]):])
	}
	if m := papers.FindStringSubmatch(text); m != nil {
		return prefix + m[1] + andRest(text[len(m[0]):])
	}
	if m := noPlus.FindStringSubmatch(text); m != nil {
		return gvisorForm(m[1])
	}
	if m := nearGvisor.FindStringSubmatch(text); m != nil {
		word := strings.ToLower(m[1])
		if _, ok := gvisorWords[word]; ok {
			return gvisorForm(word)
		}
		if n := Nearest(word, gvisorNames()); n != "" {
			return gvisorForm(n)
		}
		if strings.HasPrefix(word, "checklock") || strings.HasPrefix(word, "checkatomic") {
			return gvisorForm("checklocks")
		}
	}
	return ""
}

// andRest is what follows a verb, as it is written after one.
func andRest(rest string) string {
	if rest = strings.TrimSpace(rest); rest == "" {
		return ""
	}
	return " " + rest
}

// latin has one byte for each letter, whatever its script.
func latin(word string) string {
	return strings.Map(func(c rune) rune {
		if c >= utf8.RuneSelf {
			return '?'
		}
		return c
	}, word)
}

// ourForm is the directive that head, which ends with a colon, and rest were meant to be; "" if they are prose.
func ourForm(head, rest string) string {
	word, args, _ := strings.Cut(strings.TrimSpace(rest), " ")
	name := Nearest(word, verbNames())
	switch {
	case verbNamed(strings.ToLower(word)) != nil:
		name = strings.ToLower(word)
	case name == "" && strings.HasSuffix(head, "Calvin:") && rest != "" && rest[0] == ' ':
		return "" // a sentence that begins with the tool's name
	case name == "":
		return prefix + "VERB"
	}
	return strings.TrimSpace(prefix + name + " " + strings.TrimSpace(args))
}

func gvisorNames() []string {
	var names []string
	for n := range gvisorWords {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// gvisorForm is gVisor's annotation as it is written.
func gvisorForm(word string) string {
	s := "// +" + word
	if gvisorWords[word].lock {
		s += ":LOCK"
	}
	return s
}
