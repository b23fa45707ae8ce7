package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"

	"golang.org/x/tools/go/packages"
)

// A use is one file that uses what another one declares.
type use struct{ by, of string }

// uses counts how often the files of a package name what other files of it declare: functions, types, variables, constants, methods and
// fields. Files are named without their directory.
func uses(p *packages.Package) map[use]int {
	out := map[use]int{}
	file := func(pos token.Pos) string { return filepath.Base(p.Fset.Position(pos).Filename) }
	for _, f := range p.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			o := origin(p.TypesInfo.Uses[id])
			if o == nil || o.Pkg() != p.Types {
				return true
			}
			if u := (use{file(id.Pos()), file(o.Pos())}); u.by != u.of {
				out[u]++
			}
			return true
		})
	}
	return out
}

// origin is the declaration of an object, that of the generic one for an instance.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case nil, *types.PkgName:
		return nil
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// listed is an entry of a list of files in the documentation of a package.
var listed = regexp.MustCompile(`(?m)^[ \t]+([a-z0-9_]+\.go)\b`)

// documented returns the files in the order in which the package's documentation lists them, nil if it lists none.
func documented(p *packages.Package) (order []string) {
	for _, f := range p.Syntax {
		if f.Doc == nil {
			continue
		}
		for _, m := range listed.FindAllStringSubmatch(f.Doc.Text(), -1) {
			if !slices.Contains(order, m[1]) {
				order = append(order, m[1])
			}
		}
	}
	return order
}

// against counts the uses by a file of one after it, as far as the order has both.
func against(uses map[use]int, order []string) (against, all int) {
	at := map[string]int{}
	for i, f := range order {
		at[f] = i + 1
	}
	for u, n := range uses {
		if at[u.by] == 0 || at[u.of] == 0 {
			continue
		}
		if all += n; at[u.of] > at[u.by] {
			against += n
		}
	}
	return against, all
}

// best looks for an order of the files with few uses against it: it takes away, again and again, what uses nothing that is left, what
// nothing left uses, or else the file of which most is used and which uses least (Eades, Lin and Smyth, A fast and effective heuristic for
// the feedback arc set problem, 1993), and then exchanges neighbours as long as that helps.
func best(uses map[use]int) []string {
	left := map[string]bool{}
	for u := range uses {
		left[u.by], left[u.of] = true, true
	}
	var first, last []string
	for len(left) > 0 {
		file, front := next(uses, left)
		if front {
			first = append(first, file)
		} else {
			last = append(last, file)
		}
		delete(left, file)
	}
	slices.Reverse(last)
	return exchange(uses, append(first, last...))
}

// next picks the next file to be taken away, and whether it goes to the front of the order.
func next(uses map[use]int, left map[string]bool) (file string, front bool) {
	most := 0
	for _, f := range slices.Sorted(maps.Keys(left)) {
		needs, needed := 0, 0
		for u, n := range uses {
			switch {
			case u.by == f && left[u.of]:
				needs += n
			case u.of == f && left[u.by]:
				needed += n
			}
		}
		switch {
		case needs == 0:
			return f, true
		case needed == 0:
			return f, false
		case file == "" || needed-needs > most:
			file, most = f, needed-needs
		}
	}
	return file, true
}

func exchange(uses map[use]int, order []string) []string {
	for range order {
		better := false
		for i := 1; i < len(order); i++ {
			a, b := order[i-1], order[i]
			if uses[use{a, b}] > uses[use{b, a}] {
				order[i-1], order[i], better = b, a, true
			}
		}
		if !better {
			break
		}
	}
	return order
}
