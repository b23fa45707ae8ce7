// Package page takes findings and the results of tests and gives one HTML page with all of them. For each it shows
// the failing execution as a timeline with one lane for each goroutine, the source beside it, and the state of locks,
// channels and variables after each step. The page needs no other file and no network.
//
//	page.go     what goes in, and the page as a whole
//	check.go    a finding of calvin check becomes a view
//	explore.go  a bug of calvin explore becomes a view
//	names.go    what the objects of a bug are called
//	graph.go    lanes are divided into stretches
//	source.go   files become lines with coloured words
//	places.go   paths of this machine become names that mean something elsewhere
//
// Package page computes what is on the page. Its scripts draw the part of a timeline that is in sight, as schedules may have
// thousands of steps and readers fold goroutines away: timeline.js draws, page.js has all else.
package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"go/token"
	"html/template"
	"io"
	"strings"
)

// Options are what the page needs to know.
type Options struct {
	Dir     string   // paths are written relative to it
	Command []string // that made the page, its name first
	// Roots are the directories of others that files may be in, with what the page writes in their place.
	Roots   []Root
	Version string // of calvin; may be empty
	// Source returns what is in a file, "" if it cannot be read.
	Source func(file string) string
}

// A Page is both a report.Renderer and a report.TestRenderer: it collects, and Write writes.
type Page struct {
	opts     Options
	views    []*view
	outcomes []outcome
	types    []typeLine
	notes    []string // assumptions
	counts   string
	seconds  float64
	good     bool // nothing failed, and nothing is unknown
	sources  sources
	places   places
}

// An outcome is a line of the table of functions or tests.
type outcome struct {
	Name, Package, Verdict, Words string
	Class                         string // good, bad or open
}

// A typeLine says how several goroutines may use the objects of a type.
type typeLine struct {
	Name, Package, Line string
	Class               string // good, open or empty
}

// New returns an empty page.
func New(opts Options) *Page {
	return &Page{opts: opts, sources: sources{read: opts.Source, index: map[string]int{}}, places: newPlaces(opts.Dir, opts.Roots)}
}

// A view is a finding as the page shows it.
type view struct {
	ID       string // of the element
	Class    string // bad or open
	Kind     string // race, deadlock, CV0101
	Help     string // where the kind is explained; may be empty
	Title    string
	Subject  string // the function or the test
	Package  string
	At       spot
	Notes    []note
	Facts    []string // what else there is to say, a line each
	Fixes    []string
	Stack    string // of the goroutine that runs into it; may be empty
	Rows     []row
	Links    []link
	Lanes    []lane
	Objects  []object
	Lines    []stretch // of the lanes
	Movers   bool      // the rows have movers
	Nothing  string    // why there are no rows
	Before   int       // steps that are not shown, as there are too many
	Numbered int       // from 1
}

// A spot is a place in the source.
type spot struct {
	File      int    // number of the source, -1 for none
	Path      string // as the page writes it
	Name      string // path, line and column
	Line, End int
}

type note struct {
	At   spot
	Text string
}

// A row is a step of the timeline.
type row struct {
	Lane   int
	Text   string
	Mover  string
	State  string // what changed, in words
	Class  string // fail, others, stuck, or empty
	At     spot
	Object int // that it is about, or -1
	After  []change
}

// A change says what an object is after a row.
type change struct {
	Object int
	Text   string
}

// An object is what a column of the table of states is about.
type object struct {
	Name string
	Kind string // mutex, channel; may be empty
	At   string // what it is before the first row; "" if that is not known
}

// A lane is a goroutine.
type lane struct {
	Name  string
	Title string // in words, for who hears the page
	Hue   int    // number of its colour
}

// A link goes from row to row; from the later to the earlier one if that waited.
type link struct {
	From, To int
	Kind     string // order, start, race, or wants: From waits for ever for the lock that To took
}

// hues is how many colours there are for lanes.
const hues = 8

// spot returns where a position is, with the line of its end.
func (p *Page) spot(at token.Position, end int) spot {
	if at.Filename == "" {
		return spot{File: -1}
	}
	s := spot{File: p.sources.use(at.Filename, at.Line), Line: at.Line, End: max(end, at.Line)}
	at.Filename = p.places.file(at.Filename)
	s.Path, s.Name = at.Filename, at.Filename
	if at.IsValid() {
		s.Name = at.String()
	}
	return s
}

// short is the spot with the last element of its path only and without the column, for rows.
func (s spot) short() spot {
	if s.File >= 0 {
		s.Name = fmt.Sprintf("%s:%d", s.Path[strings.LastIndexByte(s.Path, '/')+1:], s.Line)
	}
	return s
}

// add gives a view its number and the lines of its lanes, and takes paths of this machine out of what it says.
func (p *Page) add(v *view) {
	for _, s := range []*string{&v.Title, &v.Stack} {
		*s = p.places.text(*s)
	}
	for i := range v.Facts {
		v.Facts[i] = p.places.text(v.Facts[i])
	}
	for i := range v.Notes {
		v.Notes[i].Text = p.places.text(v.Notes[i].Text)
	}
	v.Numbered = len(p.views) + 1
	v.ID = fmt.Sprintf("f%d", v.Numbered)
	v.Lines = stretches(v)
	p.views = append(p.views, v)
}

//go:embed page.html
var pageHTML string

// Colours are the colours of pages, light and dark, and their fonts, as variables of a style sheet. Another page may use them.
//
//go:embed colours.css
var Colours string

//go:embed page.css
var pageCSS string

// ThemeScript is the script of the button #theme, which chooses between the colours. Another page may use it, too.
//
//go:embed theme.js
var ThemeScript string

//go:embed timeline.js
var timelineJS string

//go:embed page.js
var pageJS string

// script is the one script of the page.
var script = ThemeScript + timelineJS + pageJS

var tmpl = template.Must(template.New("page").Funcs(template.FuncMap{"breaks": Breaks}).Parse(pageHTML))

// Breaks is a place or a package as HTML in which a line may end after each slash: where there is little room, it does
// not end within a word then.
func Breaks(path string) template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(path), "/", "/<wbr>"))
}

// scriptHash names the one script that a browser may run on the page: what findings quote cannot add another.
func scriptHash() string {
	sum := sha256.Sum256([]byte(script))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	title := "nothing found"
	if n := len(p.views); n == 1 {
		title = "1 finding"
	} else if n > 1 {
		title = fmt.Sprintf("%d findings", n)
	}
	err := tmpl.Execute(w, map[string]any{
		"Title": title, "Command": p.places.command(p.opts.Command), "Version": p.opts.Version, "Counts": p.counts,
		"Seconds": fmt.Sprintf("%.1f s", p.seconds), "Good": p.good,
		"Views": p.views, "Outcomes": p.outcomes, "Types": p.types, "Notes": p.notes, "Files": p.sources.files(p.places.file),
		"Data": p.data(), "Hash": scriptHash(), "CSS": template.CSS(Colours + pageCSS), "JS": template.JS(script),
	})
	if err != nil {
		return fmt.Errorf("write page: %w", err)
	}
	return nil
}

type (
	// The script reads this. Names are short as there is one for each row.
	viewData struct {
		ID      string     `json:"id"`
		Movers  bool       `json:"movers,omitempty"`
		Lanes   []laneData `json:"lanes"`
		Rows    []rowData  `json:"rows"`
		Links   []linkData `json:"links"`
		Lines   [][4]int   `json:"lines"` // lane, from, to, and 1 if it waits
		Objects []object   `json:"objects"`
	}
	laneData struct {
		Name  string `json:"n"`
		Title string `json:"t"`
		Hue   int    `json:"h"`
	}
	rowData struct {
		Lane   int      `json:"g"`
		Text   string   `json:"x"`
		Mover  string   `json:"m,omitempty"`
		State  string   `json:"s,omitempty"`
		Class  string   `json:"k,omitempty"`
		At     string   `json:"a,omitempty"`
		File   int      `json:"f"`
		Line   int      `json:"l"`
		End    int      `json:"e"`
		Object int      `json:"o"`
		After  []change `json:"c,omitempty"`
	}
	linkData struct {
		From int    `json:"from"`
		To   int    `json:"to"`
		Kind string `json:"kind"`
	}
)

// data is what the script needs.
func (p *Page) data() []viewData {
	out := []viewData{}
	for _, v := range p.views {
		d := viewData{
			ID: v.ID, Movers: v.Movers, Lanes: []laneData{}, Rows: []rowData{}, Links: []linkData{}, Lines: [][4]int{},
			Objects: append([]object{}, v.Objects...),
		}
		for _, l := range v.Lanes {
			d.Lanes = append(d.Lanes, laneData(l))
		}
		for _, r := range v.Rows {
			d.Rows = append(d.Rows, rowData{r.Lane, r.Text, r.Mover, r.State, r.Class, r.At.Name, r.At.File, r.At.Line, r.At.End, r.Object, r.After})
		}
		for _, l := range v.Links {
			d.Links = append(d.Links, linkData(l))
		}
		for _, l := range v.Lines {
			waits := 0
			if l.Waits {
				waits = 1
			}
			d.Lines = append(d.Lines, [4]int{l.Lane, l.From, l.To, waits})
		}
		out = append(out, d)
	}
	return out
}
