package main

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A style is how a stretch of text looks. Colours are written as in CSS, empty for the terminal's own.
type style struct {
	fore, back                     string
	bold, faint, italic, underline bool
	inverse                        bool
}

// A stretch is text of one style that begins in a column.
type stretch struct {
	column int
	text   string
	style
}

// A screen is lines of runs.
type screen [][]stretch

// palette are the terminal's sixteen colours.
var palette = [16]string{
	"#2a2f38", "#ff7b7b", "#73d08b", "#eac15f", "#7cb7ff", "#d7a5ff", "#5fd3e6", "#d4d8e0",
	"#79828f", "#ff9c9c", "#93e0a7", "#f2d485", "#a3cdff", "#e5c6ff", "#8fe2f0", "#ffffff",
}

const (
	ground = "#14161a"
	ink    = "#e3e6eb"
)

// parse reads text with the escape sequences for colours of ECMA-48 and their extensions to 256 and 24-bit colours; others
// are left out. A tab leads to the next column that is a multiple of tab.
func parse(text string, tab int) screen {
	var out screen
	var now style
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		var runs []stretch
		column := 0
		put := func(s string) {
			if n := len(runs); n > 0 && runs[n-1].style == now && runs[n-1].column+utf8.RuneCountInString(runs[n-1].text) == column {
				runs[n-1].text += s
			} else {
				runs = append(runs, stretch{column, s, now})
			}
			column += utf8.RuneCountInString(s)
		}
		for line != "" {
			if rest, ok := strings.CutPrefix(line, "\x1b"); ok {
				line = escape(rest, &now)
				continue
			}
			if line[0] == '\t' {
				put(strings.Repeat(" ", tab-column%tab))
				line = line[1:]
				continue
			}
			n := strings.IndexAny(line, "\x1b\t")
			if n < 0 {
				n = len(line)
			}
			put(line[:n])
			line = line[n:]
		}
		out = append(out, runs)
	}
	return out
}

// escape takes what follows an escape character, changes the style, and returns the rest.
func escape(s string, now *style) string {
	if !strings.HasPrefix(s, "[") {
		if len(s) >= 2 && s[0] == '(' { // a character set
			return s[2:]
		}
		return s
	}
	end := strings.IndexFunc(s[1:], func(r rune) bool { return r >= '@' && r <= '~' })
	if end < 0 {
		return ""
	}
	if s[1+end] == 'm' {
		now.set(strings.Split(s[1:1+end], ";"))
	}
	return s[2+end:]
}

// set applies the parameters of an SGR sequence.
func (st *style) set(params []string) {
	for len(params) > 0 {
		p, sub, _ := strings.Cut(params[0], ":")
		params = params[1:]
		n, _ := strconv.Atoi(p) // nothing is zero
		switch {
		case n == 0:
			*st = style{}
		case n == 1:
			st.bold = true
		case n == 2:
			st.faint = true
		case n == 3:
			st.italic = true
		case n == 4:
			st.underline = sub != "0"
		case n == 7:
			st.inverse = true
		case n == 22:
			st.bold, st.faint = false, false
		case n == 23:
			st.italic = false
		case n == 24:
			st.underline = false
		case n == 27:
			st.inverse = false
		case n >= 30 && n <= 37:
			st.fore = palette[n-30]
		case n == 38:
			st.fore, params = extended(params)
		case n == 39:
			st.fore = ""
		case n >= 40 && n <= 47:
			st.back = palette[n-40]
		case n == 48:
			st.back, params = extended(params)
		case n == 49:
			st.back = ""
		case n == 58: // of underlines
			_, params = extended(params)
		case n >= 90 && n <= 97:
			st.fore = palette[n-82]
		case n >= 100 && n <= 107:
			st.back = palette[n-92]
		}
	}
}

// extended reads 5;n or 2;r;g;b.
func extended(params []string) (colour string, rest []string) {
	number := func(i int) int {
		if i >= len(params) {
			return 0
		}
		n, _ := strconv.Atoi(params[i])
		return min(max(n, 0), 255)
	}
	switch number(0) {
	case 5:
		n := number(1)
		return colour256(n), params[min(2, len(params)):]
	case 2:
		return fmt.Sprintf("#%02x%02x%02x", number(1), number(2), number(3)), params[min(4, len(params)):]
	}
	return "", nil
}

// colour256 is a colour of the usual table: sixteen of the terminal, a cube of six levels, and greys.
func colour256(n int) string {
	switch {
	case n < 16:
		return palette[n]
	case n < 232:
		level := func(k int) int {
			if k == 0 {
				return 0
			}
			return 55 + 40*k
		}
		n -= 16
		return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
	}
	grey := 8 + 10*(n-232)
	return fmt.Sprintf("#%02x%02[1]x%02[1]x", grey)
}

// The measures of a cell, in pixels, and what is around all of them.
const (
	cellWidth  = 7.8
	cellHeight = 18
	margin     = 14
)

// svg draws a screen. Each run is made as wide as its cells, whatever font there is.
func svg(s screen, columns int) []byte {
	for _, line := range s {
		if n := len(line); n > 0 {
			columns = max(columns, line[n-1].column+utf8.RuneCountInString(line[n-1].text))
		}
	}
	var b strings.Builder
	width, height := int(float64(columns)*cellWidth)+2*margin, len(s)*cellHeight+2*margin
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%[1]d\" height=\"%[2]d\" viewBox=\"0 0 %[1]d %[2]d\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"13\">\n", width, height)
	fmt.Fprintf(&b, "<rect width=\"100%%\" height=\"100%%\" rx=\"10\" fill=\"%s\"/>\n", ground)
	for i, line := range s {
		for _, r := range line {
			r.draw(&b, i)
		}
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (r stretch) draw(b *strings.Builder, line int) {
	fore, back := r.fore, r.back
	if fore == "" {
		fore = ink
	}
	if r.inverse {
		fore, back = ground, fore
		if r.back != "" {
			fore = r.back
		}
	}
	x, y := margin+float64(r.column)*cellWidth, margin+line*cellHeight
	width := float64(utf8.RuneCountInString(r.text)) * cellWidth
	if back != "" {
		fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", x, y, width, cellHeight, back)
	}
	if strings.TrimSpace(r.text) == "" {
		return
	}
	// White space at the ends would be lost.
	trimmed := strings.TrimLeft(r.text, " ")
	x += float64(len(r.text)-len(trimmed)) * cellWidth
	trimmed = strings.TrimRight(trimmed, " ")
	width = float64(utf8.RuneCountInString(trimmed)) * cellWidth
	attrs := fmt.Sprintf(" fill=\"%s\"", fore)
	for _, a := range []struct {
		on   bool
		text string
	}{
		{r.bold, ` font-weight="bold"`}, {r.faint, ` opacity="0.7"`}, {r.italic, ` font-style="italic"`}, {r.underline, ` text-decoration="underline"`},
	} {
		if a.on {
			attrs += a.text
		}
	}
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\"%s xml:space=\"preserve\">", x, y+13, width, attrs)
	xml.EscapeText(b, []byte(trimmed)) // which a Builder takes
	b.WriteString("</text>\n")
}
