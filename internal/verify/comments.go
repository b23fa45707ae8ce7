package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"go/scanner"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/infer"
	"github.com/calvin-go/calvin/internal/workers"
)

// A comment changes nothing that is found, but for where it stands. So a run is also remembered by the tokens of its sources. What
// it found is kept with the tokens at which its positions are; another run whose sources have the same tokens puts the
// positions where these are now.

// A tokens is a Go file without comments that say nothing.
type tokens struct {
	sum        [sha256.Size]byte
	name       string // of the file
	contents   string
	starts     []int // offsets of the tokens, and of comments that count
	ends       []int
	lines      []int // offsets of the beginnings of lines
	recognized bool  // false: the file has what makes any comment count
}

// tokensOf reads a file.
func tokensOf(name, contents string) *tokens {
	src := []byte(contents)
	some, lines := len(src)/5, strings.Count(contents, "\n")+1 // not many more, most often
	t := &tokens{name: name, contents: contents, starts: make([]int, 0, some), ends: make([]int, 0, some), lines: make([]int, 1, lines), recognized: true}
	for i, b := range src {
		if b == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	r := reader{tokens: t, seen: make([]byte, 0, 2*len(src))}
	var s scanner.Scanner
	file := token.NewFileSet().AddFile(name, -1, len(src))
	s.Init(file, src, func(token.Position, string) { t.recognized = false }, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		switch {
		case tok == token.COMMENT:
			r.comments = append(r.comments, comment{file.Offset(pos), text})
		case tok == token.SEMICOLON && text == "\n": // which is not there
			r.seen = append(r.seen, newline)
		default:
			if text == "" && tok != token.EOF {
				text = tok.String()
			}
			r.token(file.Offset(pos), tok, text)
		}
		if tok == token.EOF {
			break
		}
	}
	t.sum = sha256.Sum256(r.seen)
	return t
}

// A reader takes in a file.
type reader struct {
	*tokens
	seen     []byte    // what counts
	comments []comment // since the last token
	line     int       // of the end of the last token
}

// newline stands for the end of a line that ends a statement. What else counts begins with a greater number.
const newline = 0

type comment struct {
	offset int
	text   string
}

// token takes in a token, and the comments before it if one of them counts. What that is about depends on the others and on the lines
// between them.
func (r *reader) token(begin int, tok token.Token, text string) {
	if slices.ContainsFunc(r.comments, comment.counts) {
		for _, c := range r.comments {
			r.add(c.offset, c.text, true)
			r.recognized = r.recognized && !moves.MatchString(c.text)
		}
		r.add(begin, text, true)
	} else {
		r.add(begin, text, false)
	}
	r.recognized = r.recognized && (tok != token.STRING || text != `"C"`)
	r.comments = nil
}

// add takes in a token or a comment; lines: it counts how many lines it is below the one before, else only whether it is on another line.
func (r *reader) add(begin int, text string, lines bool) {
	below := r.tokens.line(begin) - r.line
	if !lines { // what an ignore directive is about is on one line
		below = min(below, 1)
	}
	r.seen = binary.AppendUvarint(r.seen, newline+1+uint64(below))
	r.seen = append(binary.AppendUvarint(r.seen, uint64(len(text))), text...)
	r.starts, r.ends = append(r.starts, begin), append(r.ends, begin+len(text))
	r.line = r.tokens.line(begin + len(text))
}

// prose is a comment that says nothing to calvin, the go command or the compiler: no directive, and nothing that looks
// like one. Package infer listens to some of them.
var prose = regexp.MustCompile(`^//( [^:+@]*|)$`)

// moves is a comment that says where the compiler is to say that code is.
var moves = regexp.MustCompile(`^/[/*]line `)

func (c comment) counts() bool {
	return !prose.MatchString(c.text) || strings.Contains(strings.ToLower(c.text), "calvin") || infer.SaysHeld(c.text)
}

// line is the number of the line that the offset is on.
func (t *tokens) line(offset int) int {
	n, found := slices.BinarySearch(t.lines, offset)
	if found {
		return n + 1
	}
	return n
}

// An anchor is a place in a file: so many bytes after the beginning of a token. If it is not in that token, Gap is what
// stands between that and the next one.
type anchor struct {
	Token, After int
	Gap          string
}

// anchor returns where the offset is.
func (t *tokens) anchor(offset int) (anchor, bool) {
	i, found := slices.BinarySearch(t.starts, offset)
	if !found {
		i--
	}
	if i < 0 {
		return anchor{}, false
	}
	a := anchor{Token: i, After: offset - t.starts[i]}
	if offset > t.ends[i] {
		a.Gap = t.gap(i)
	}
	return a, true
}

// gap is what stands between a token and the next one; an empty one is none.
func (t *tokens) gap(i int) string {
	if i+1 >= len(t.starts) {
		return ""
	}
	return t.contents[t.ends[i]:t.starts[i+1]]
}

// position returns where an anchor is now.
func (t *tokens) position(a anchor) (token.Position, bool) {
	if a.Token < 0 || a.Token >= len(t.starts) || a.Gap != "" && a.Gap != t.gap(a.Token) {
		return token.Position{}, false
	}
	offset := t.starts[a.Token] + a.After
	line := t.line(offset)
	return token.Position{Filename: t.name, Offset: offset, Line: line, Column: offset - t.lines[line-1] + 1}, true
}

// A movable says under which key there is what was found by sources with the same tokens, and where its positions are:
// for each file by offset.
type movable struct {
	Exact   cache.Key
	Anchors map[string]map[int]anchor
}

// sourceTokens are those of the files that a run reads, by name.
type sourceTokens map[string]*tokens

// movable returns what is to be remembered of what was found, and is kept under a key; nil if it speaks of comments.
func (s sourceTokens) movable(exact cache.Key, f *found) *movable {
	m := &movable{Exact: exact, Anchors: map[string]map[int]anchor{}}
	ok := s.eachPosition(f, func(t *tokens, p *token.Position) bool {
		a, ok := t.anchor(p.Offset)
		if was, _ := t.position(a); !ok || was != *p {
			return false
		}
		if m.Anchors[t.name] == nil {
			m.Anchors[t.name] = map[int]anchor{}
		}
		m.Anchors[t.name][p.Offset] = a
		return true
	})
	if !ok {
		return nil
	}
	return m
}

// move gives what was found positions that fit the files, and reports whether that can be done.
func (s sourceTokens) move(m *movable, f *found) bool {
	return s.eachPosition(f, func(t *tokens, p *token.Position) bool {
		a, ok := m.Anchors[t.name][p.Offset]
		if !ok {
			return false
		}
		*p, ok = t.position(a)
		return ok
	})
}

// eachPosition visits the positions in the files, so long as visit returns true. It reports false if it did not, or if a text quotes a
// comment or names a line.
func (s sourceTokens) eachPosition(f *found, visit func(*tokens, *token.Position) bool) bool {
	v := visitor{s, visit, map[string]bool{}}
	for name := range s {
		v.bases[filepath.Base(name)] = true
	}
	return v.value(reflect.ValueOf(f).Elem())
}

// A visitor goes through a value.
type visitor struct {
	files sourceTokens
	visit func(*tokens, *token.Position) bool
	bases map[string]bool
}

func (v visitor) value(x reflect.Value) bool {
	switch x.Kind() {
	case reflect.String:
		return v.text(x.String())
	case reflect.Pointer, reflect.Interface:
		return x.IsNil() || v.value(x.Elem())
	case reflect.Slice, reflect.Array:
		for i := range x.Len() {
			if !v.value(x.Index(i)) {
				return false
			}
		}
	case reflect.Map:
		return x.Len() == 0 // there is none that has anything
	case reflect.Struct:
		if p, ok := x.Addr().Interface().(*token.Position); ok {
			t := v.files[p.Filename]
			return t == nil || v.visit(t, p)
		}
		for i := range x.NumField() {
			if !v.value(x.Field(i)) {
				return false
			}
		}
	}
	return true
}

// lineOf finds what may be a line of a file in a text, and numbered a line of the file at hand.
var (
	lineOf   = regexp.MustCompile(`([^ /(]+):[0-9]`)
	numbered = regexp.MustCompile(`\blines? [0-9]`)
)

func (v visitor) text(s string) bool {
	if !strings.Contains(s, "//") && !strings.Contains(s, "/*") && !strings.Contains(s, ":") && !strings.Contains(s, "line") {
		return true // as for most, which are names: the expressions below took a fortieth of the time after an edit
	}
	if strings.Contains(strings.ReplaceAll(s, "//calvin:", ""), "//") || strings.Contains(s, "/*") || numbered.MatchString(s) {
		return false
	}
	return !slices.ContainsFunc(lineOf.FindAllStringSubmatch(s, -1), func(m []string) bool { return v.bases[m[1]] })
}

// An input is what goes into a run, with its name.
type input struct{ name, contents string }

// read notes the tokens of the Go files, of several at a time.
func (s sourceTokens) read(inputs []input) {
	all := make([]*tokens, len(inputs))
	var sources []int
	for i, in := range inputs {
		if filepath.Ext(in.name) == ".go" {
			sources = append(sources, i)
		}
	}
	workers.Each(runtime.GOMAXPROCS(0), sources, func(i int) { all[i] = tokensOf(inputs[i].name, inputs[i].contents) })
	for i, t := range all {
		if t != nil {
			s[inputs[i].name] = t
		}
	}
}

// text is what counts of an input that was read: of a Go file its tokens.
func (s sourceTokens) text(in input) string {
	if t := s[in.name]; t != nil {
		return string(t.sum[:])
	}
	return in.contents
}

// recognized reports whether of each file it is known which comments count.
func (s sourceTokens) recognized() bool {
	for _, t := range s {
		if !t.recognized {
			return false
		}
	}
	return true
}
