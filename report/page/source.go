package page

import (
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// A file of up to wholeFile lines is shown whole; of a longer one, the lines around those that findings name.
const (
	wholeFile = 1200
	around    = 60
)

// sources are the files that findings name.
type sources struct {
	read  func(file string) string
	index map[string]int
	names []string
	lines [][]int // that are named, by file
}

// use returns the number of a file of which a line is named.
func (s *sources) use(file string, line int) int {
	k, ok := s.index[file]
	if !ok {
		k = len(s.names)
		s.index[file] = k
		s.names, s.lines = append(s.names, file), append(s.lines, nil)
	}
	s.lines[k] = append(s.lines[k], line)
	return k
}

// A sourceFile is a file as the page shows it.
type sourceFile struct {
	Name    string
	Lines   []sourceLine
	Missing bool // it cannot be read
}

// A sourceLine is a line, or a gap if its number is zero.
type sourceLine struct {
	Number int
	Words  []word
}

// A word is a stretch of text with its class: kw, str, com, ann (an annotation), or empty.
type word struct{ Class, Text string }

// files returns the files in the order of their numbers, with the names that nameOf gives them.
func (s *sources) files(nameOf func(file string) string) []sourceFile {
	var out []sourceFile
	for k, name := range s.names {
		f := sourceFile{Name: nameOf(name)}
		text := ""
		if s.read != nil {
			text = s.read(name)
		}
		f.Missing = text == ""
		if !f.Missing {
			f.Lines = chosen(colour(text), s.lines[k])
		}
		out = append(out, f)
	}
	return out
}

// chosen leaves lines out of a long file.
func chosen(all [][]word, named []int) []sourceLine {
	var out []sourceLine
	gap := false
	for i, words := range all {
		n := i + 1
		if len(all) > wholeFile && !slices.ContainsFunc(named, func(at int) bool { return at-around <= n && n <= at+around }) {
			if !gap {
				out = append(out, sourceLine{})
			}
			gap = true
			continue
		}
		gap = false
		out = append(out, sourceLine{n, words})
	}
	return out
}

// colour divides Go source into lines of words.
func colour(text string) [][]word {
	var lines [][]word
	var line []word
	var open strings.Builder // of the last word
	last := ""               // its class
	finish := func() {
		if open.Len() > 0 {
			line = append(line, word{last, open.String()})
			open.Reset()
		}
	}
	put := func(class, s string) {
		for i, part := range strings.Split(s, "\n") {
			if i > 0 {
				finish()
				lines, line = append(lines, line), nil
			}
			if class != last && part != "" {
				finish()
				last = class
			}
			open.WriteString(part)
		}
	}
	src := []byte(strings.ReplaceAll(strings.TrimRight(text, "\n"), "\r", ""))
	file := token.NewFileSet().AddFile("", 1, len(src))
	var s scanner.Scanner
	s.Init(file, src, func(token.Position, string) {}, scanner.ScanComments)
	end := 0
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && lit == "\n" || tok == token.ILLEGAL { // whose text need not be that of the source
			continue
		}
		at := file.Offset(pos)
		if lit == "" {
			lit = tok.String()
		}
		to := min(at+len(lit), len(src))
		put("", string(src[end:at]))
		put(classOf(tok, lit), string(src[at:to]))
		end = to
	}
	put("", string(src[end:]))
	finish()
	return append(lines, line)
}

func classOf(tok token.Token, lit string) string {
	switch {
	case tok == token.COMMENT && (strings.HasPrefix(lit, "//calvin:") || strings.HasPrefix(lit, "// +checklocks") || strings.HasPrefix(lit, "// +checkatomic")):
		return "ann"
	case tok == token.COMMENT:
		return "com"
	case tok == token.STRING || tok == token.CHAR:
		return "str"
	case tok.IsKeyword():
		return "kw"
	}
	return ""
}
