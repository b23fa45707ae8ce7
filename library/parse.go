package library

import (
	"embed"
	"fmt"
	"go/parser"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed tables
var tables embed.FS

type rows struct {
	all  []*Row
	rows map[string]*Row
}

// readTables reads the embedded tables, which tests have checked: an error in them is one of this package.
func readTables() *rows {
	files, err := tables.ReadDir("tables")
	if err != nil {
		panic(err)
	}
	t := &rows{rows: map[string]*Row{}}
	for _, f := range files {
		name := path.Join("tables", f.Name())
		text, err := tables.ReadFile(name)
		if err != nil {
			panic(err)
		}
		list, err := parseTable(string(text))
		if err != nil {
			panic(fmt.Sprintf("library: %s:%v", name, err))
		}
		for _, r := range list {
			if t.rows[r.Name] != nil {
				panic(fmt.Sprintf("library: %s has two rows", r.Name))
			}
			t.rows[r.Name] = r
			t.all = append(t.all, r)
		}
	}
	return t
}

// parseTable reads a table: lines of one row each below one that names the package. Lines that begin with # are comments.
func parseTable(text string) ([]*Row, error) {
	var list []*Row
	pkg := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		switch name, isPackage := strings.CutPrefix(line, "package "); {
		case line == "" || line[0] == '#':
		case isPackage:
			pkg = name
		case pkg == "":
			return nil, fmt.Errorf("%d: a row before the package", i+1)
		default:
			r, err := parseRow(pkg, line)
			if err != nil {
				return nil, fmt.Errorf("%d: %w", i+1, err)
			}
			list = append(list, r)
		}
	}
	return list, nil
}

// Parse reads one row of a table, of a function of the package at an import path.
func Parse(path, line string) (*Row, error) { return parseRow(path, line) }

// signature is a function or method with the names of its parameters and results.
var signature = regexp.MustCompile(`^(?:\((\*?)(\w+)\)\.)?(\w+)\(([\w, ]*)\)\s*(.*)$`)

func parseRow(pkg, line string) (*Row, error) {
	clauses := strings.Split(line, ";")
	m := signature.FindStringSubmatch(strings.TrimSpace(clauses[0]))
	if m == nil {
		return nil, fmt.Errorf("%q is no signature", clauses[0])
	}
	r := &Row{Name: pkg + "." + m[3], Text: line, Params: names(m[4]), Results: names(strings.Trim(m[5], "()"))}
	if m[2] != "" {
		r.Name = fmt.Sprintf("(%s%s.%s).%s", m[1], pkg, m[2], m[3])
	}
	if len(r.Results) == 0 {
		r.Results = []string{"result"}
	}
	for _, c := range clauses[1:] {
		keyword, rest, _ := strings.Cut(strings.TrimSpace(c), " ")
		if err := r.clause(keyword, strings.TrimSpace(rest)); err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return r, nil
}

func names(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

func (r *Row) clause(keyword, rest string) error {
	switch keyword {
	case "requires", "asks", "ensures":
		e, err := parser.ParseExpr(rest)
		if err != nil {
			return fmt.Errorf("%q: %w", rest, err)
		}
		c := Condition{Text: rest, Expr: e, Exact: keyword != "asks"}
		if keyword == "ensures" {
			r.Ensures = append(r.Ensures, c)
			return c.sane(slices.Concat(r.Params, r.Results))
		}
		r.Requires = append(r.Requires, c)
		return c.sane(r.Params)
	}
	switch {
	case keyword == "believed" && rest != "":
		r.Believed = append(r.Believed, rest)
		return nil
	case keyword == "unknown" && rest != "":
		r.Unknown = rest
		return nil
	}
	if flag := map[string]*bool{"waits": &r.Waits, "ends": &r.Ends, "panics": &r.Panics, "changes": &r.Changes}[keyword]; flag != nil && rest == "" {
		*flag = true
		return nil
	}
	list := map[string]*[]string{
		"writes": &r.writes, "keeps": &r.keeps, "aliases": &r.aliases, "copies": &r.copies,
		"calls": &r.calls, "later": &r.later, "prints": &r.prints, "fresh": &r.fresh,
	}[keyword]
	if list == nil || rest == "" {
		return fmt.Errorf("%q is no clause", keyword+" "+rest)
	}
	of, known := "parameter", r.Params
	if keyword == "fresh" {
		of, known = "result", r.Results
	}
	for _, p := range names(rest) {
		if !slices.Contains(known, p) {
			return fmt.Errorf("%s: no %s %s", keyword, of, p)
		}
		*list = append(*list, p)
	}
	return nil
}
