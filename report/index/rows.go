package index

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// A findingRow is a finding as the page shows it.
type findingRow struct {
	Finding
	Class string
	Words string // what else there is to say
}

// findings are those that are certain, then those that are open.
func (b *builder) findings() (rows []findingRow) {
	for _, f := range b.results.Findings {
		r := findingRow{Finding: f, Class: cmp.Or(classes[f.Verdict], "open")}
		if f.Also > 0 {
			r.Words = fmt.Sprintf("and %d more with this cause", f.Also)
		}
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(x, y findingRow) int { return strings.Compare(x.Class, y.Class) }) // bad, open
	return rows
}

// A change is a verdict that is another one than in the run before.
type change struct {
	Package, Name      string // the package is empty if it has gone
	From, To           string
	FromClass, ToClass string
	Class              string // bad if it is worse now, good if it is better, open else
	order              int
}

// changes are the verdicts that differ from those before, what has become worse first.
func (b *builder) changes() (out []change) {
	before, ok := b.before()
	if !ok {
		return nil
	}
	now := b.history.last()
	add := func(from, to map[string]string) {
		for name := range difference(from, to) {
			pkg, short := b.split(name)
			c := change{Package: pkg, Name: short, From: cmp.Or(from[name], "new"), To: cmp.Or(to[name], "gone")}
			c.FromClass, c.ToClass = cmp.Or(classes[from[name]], "none"), cmp.Or(classes[to[name]], "none")
			c.Class, c.order = judged(from[name], to[name])
			out = append(out, c)
		}
	}
	add(before.Functions, now.Functions)
	add(before.Tests, now.Tests)
	slices.SortFunc(out, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.order, b.order), strings.Compare(a.Package, b.Package), strings.Compare(a.Name, b.Name), strings.Compare(a.To, b.To))
	})
	return out
}

// split divides a full name into the package and the rest, as far as the package is known: it may have dots, too.
func (b *builder) split(name string) (pkg, rest string) {
	if b.known == nil {
		b.known = map[string]bool{}
		for _, f := range b.results.Functions {
			b.known[f.Package] = true
		}
		for _, t := range b.results.Tests {
			b.known[t.Package] = true
		}
	}
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '.' && b.known[name[:i]] {
			return name[:i], name[i+1:]
		}
	}
	return "", name
}

// judged says whether a change is for the worse, with the place of such changes in the list.
func judged(from, to string) (class string, order int) {
	was, is := slices.Index(severity, from), slices.Index(severity, to)
	switch {
	case to == "":
		return "open", 2 // it is gone
	case from == "" && classes[to] == "bad", from != "" && is < was:
		return "bad", 0
	case from == "" && classes[to] == "open":
		return "open", 1
	}
	return "good", 3
}

// A packageRow is a package with how much of it is checked.
type packageRow struct {
	Path        string
	Coverage    bar // of the functions in its source
	Share       string
	Functions   int
	Annotations int // -1 if the source is not there
	Verbs       string
	Safe        int
	Types       int
	Tests       bar
	TestCount   int
}

// packages are all packages that results name, by path.
func (b *builder) packages() (rows []packageRow) {
	type parts struct {
		dir       string
		functions map[string]int
		declared  int // of these: literals are functions of their own
		tests     map[string]int
		types     []Type
	}
	all := map[string]*parts{}
	of := func(pkg, position string) *parts {
		p := all[pkg]
		if p == nil {
			p = &parts{functions: map[string]int{}, tests: map[string]int{}}
			all[pkg] = p
		}
		if position != "" && p.dir == "" {
			p.dir = directory(position)
		}
		return p
	}
	for _, f := range b.results.Functions {
		p := of(f.Package, f.Position)
		p.functions[f.Verdict]++
		if !strings.Contains(f.Function, "$") {
			p.declared++
		}
	}
	for _, t := range b.results.Types {
		p := of(t.Package, t.Position)
		p.types = append(p.types, t)
	}
	for _, t := range b.results.Tests {
		of(t.Package, "").tests[t.Verdict]++
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		p := all[name]
		row := packageRow{Path: name, Types: len(p.types), Annotations: -1, Tests: barOf(testVerdicts, p.tests, nil)}
		for _, n := range p.functions {
			row.Functions += n
		}
		for _, n := range p.tests {
			row.TestCount += n
		}
		for _, t := range p.types {
			if t.Safety == "concurrent" {
				row.Safe++
			}
		}
		if s := b.source(p.dir); s != nil {
			row.Annotations, row.Verbs = s.total(), verbs(s.Annotations)
			p.functions["not checked"] = max(0, s.Functions-p.declared)
			row.Functions += p.functions["not checked"]
		}
		if row.Functions > 0 {
			row.Coverage = barOf(append(slices.Clone(functionVerdicts), "not checked"), p.functions, nil)
			row.Share = fmt.Sprintf("%d %%", 100*p.functions["verified"]/row.Functions)
		}
		rows = append(rows, row)
	}
	return rows
}

// directory is the directory of a position.
func directory(position string) string {
	file, _, _ := strings.Cut(position, ":")
	return path.Dir(file)
}

// source is what the source of the package in a directory says; nil if it is not known.
func (b *builder) source(dir string) *Source {
	if b.opts.Source == nil || dir == "" {
		return nil
	}
	s, ok := b.sources[dir]
	if !ok {
		s = b.opts.Source(dir)
		b.sources[dir] = s
	}
	return s
}

// verbs lists annotations by how many there are.
func verbs(n map[string]int) string {
	names := slices.SortedFunc(maps.Keys(n), func(x, y string) int { return cmp.Or(cmp.Compare(n[y], n[x]), strings.Compare(x, y)) })
	var words []string
	for _, name := range names {
		words = append(words, fmt.Sprintf("%s %d", name, n[name]))
	}
	return strings.Join(words, ", ")
}

// annotations is the card of the annotations in all packages.
func (b *builder) annotations() (card, bool) {
	n, total, known := map[string]int{}, 0, false
	dirs := map[string]bool{}
	for _, f := range b.results.Functions {
		dirs[directory(f.Position)] = true
	}
	for _, t := range b.results.Types {
		dirs[directory(t.Position)] = true
	}
	for dir := range dirs {
		if s := b.source(dir); s != nil {
			known = true
			for verb, k := range s.Annotations {
				n[verb] += k
				total += k
			}
		}
	}
	words := cmp.Or(verbs(n), "none in the source")
	if b.results.Inferred > 0 {
		words += fmt.Sprintf("; and %d inferred", b.results.Inferred)
	}
	return card{Title: "Annotations", Total: total, Words: words}, known
}

// A group is a package with what became of its functions and tests.
type group struct {
	Package string
	Bar     bar
	Open    bool // something in it is not right
	Rows    []subject
}

// A subject is a function or a test.
type subject struct {
	Name, Verdict, Class, At, Words string
	Was                             []cell // its last verdicts, where they changed
}

// A cell is the verdict of one run.
type cell struct{ Class, Words string }

// maxCells is how many runs are looked at for the changes of one verdict.
const maxCells = 12

// groups are the packages with their functions and tests, the worst first.
func (b *builder) groups() (groups []group) {
	index, counts := map[string]int{}, []map[string]int{}
	add := func(pkg string, s subject) {
		k, ok := index[pkg]
		if !ok {
			k = len(groups)
			index[pkg] = k
			groups, counts = append(groups, group{Package: pkg}), append(counts, map[string]int{})
		}
		s.Class = cmp.Or(classes[s.Verdict], "open")
		groups[k].Open = groups[k].Open || s.Class == "bad" || s.Class == "open"
		groups[k].Rows = append(groups[k].Rows, s)
		counts[k][s.Verdict]++
	}
	for _, f := range b.results.Functions {
		words := f.Reason
		if f.Verdict == "verified" {
			words = fmt.Sprintf("%d conditions proved", f.Goals)
			if f.Goals == 1 {
				words = "1 condition proved"
			}
		}
		add(f.Package, subject{Name: f.Function, Verdict: f.Verdict, At: f.Position, Words: words, Was: b.was(f.Package+"."+f.Function, false)})
	}
	for _, t := range b.results.Tests {
		words := fmt.Sprintf("%d executions", t.Executions)
		if t.Executions == 1 {
			words = "1 execution"
		}
		if t.Complete {
			words += ", all that matter"
		}
		if t.Reason != "" {
			words += ": " + t.Reason
		}
		add(t.Package, subject{Name: t.Test, Verdict: t.Verdict, Words: words, Was: b.was(t.Package+"."+t.Test, true)})
	}
	for k := range groups {
		groups[k].Bar = barOf(slices.Concat(functionVerdicts, testVerdicts), counts[k], nil)
		slices.SortStableFunc(groups[k].Rows, func(x, y subject) int {
			return cmp.Compare(slices.Index(severity, x.Verdict), slices.Index(severity, y.Verdict))
		})
	}
	slices.SortStableFunc(groups, func(x, y group) int { return strings.Compare(x.Package, y.Package) })
	return groups
}

// was is what the verdict on a function or a test was in the last runs, nil if it was always the same.
func (b *builder) was(name string, test bool) []cell {
	var cells []cell
	same, last := true, ""
	for i, s := range b.history[max(0, len(b.history)-maxCells):] {
		verdicts := s.Functions
		if test {
			verdicts = s.Tests
		}
		v := cmp.Or(verdicts[name], "not there")
		c := cell{cmp.Or(classes[v], "none"), s.Label + ": " + v}
		same = same && (i == 0 || v == last)
		last = v
		cells = append(cells, c)
	}
	if same {
		return nil
	}
	return cells
}

// A typeRow is a type with its line.
type typeRow struct {
	Type
	Class string
}

// types are the types by what their lines say: those that are open first, then those that are safe.
func (b *builder) types() (rows []typeRow) {
	order := []string{"undecided", "concurrent", "callers"}
	for _, t := range b.results.Types {
		rows = append(rows, typeRow{t, cmp.Or(classes[t.Safety], "open")})
	}
	slices.SortStableFunc(rows, func(x, y typeRow) int {
		return cmp.Compare(slices.Index(order, x.Safety), slices.Index(order, y.Safety))
	})
	return rows
}

// A noteRow is an assumption, and how many functions rest on it.
type noteRow struct {
	Text string
	N    int
}

// notes are all assumptions, in the order in which they come.
func (b *builder) notes() (rows []noteRow) {
	index := map[string]int{}
	for _, f := range b.results.Functions {
		for _, text := range f.Assumptions {
			k, ok := index[text]
			if !ok {
				k = len(rows)
				index[text] = k
				rows = append(rows, noteRow{Text: text})
			}
			rows[k].N++
		}
	}
	return rows
}
