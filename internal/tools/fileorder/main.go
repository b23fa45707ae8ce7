// Command fileorder prints how far the files of packages use each other in one direction: in go patterns of packages, out comes a row for
// each with the uses of what another file declares, and how many of them are against the order in which the package's documentation lists
// its files, and against the best order found. A file is to use those before it.
//
//	go run ./internal/tools/fileorder [-pairs N] [-order] ./desugar/...
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"
)

func main() {
	pairs := flag.Int("pairs", 0, "print so many pairs of files with most uses against the order")
	order := flag.Bool("order", false, "print the best order found")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, ".", *pairs, *order, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fileorder:", err)
		os.Exit(1)
	}
}

// run prints the table for the packages of the module in dir.
func run(ctx context.Context, w io.Writer, dir string, pairs int, order bool, patterns []string) error {
	const mode = packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedFiles | packages.NeedImports | packages.NeedDeps
	list, err := packages.Load(&packages.Config{Context: ctx, Mode: mode, Dir: dir}, patterns...)
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	slices.SortFunc(list, func(a, b *packages.Package) int { return cmp.Compare(a.PkgPath, b.PkgPath) })
	fmt.Fprintf(w, "%-60s %6s %6s %12s %9s\n", "package", "files", "uses", "documented", "best")
	for _, p := range list {
		if len(p.Errors) > 0 {
			return fmt.Errorf("%s: %w", p.PkgPath, p.Errors[0])
		}
		u := uses(p)
		found := best(u)
		less, all := against(u, found)
		shown := found
		said := "none listed"
		if doc := documented(p); len(doc) > 0 {
			n, of := against(u, doc)
			said, shown = fmt.Sprintf("%d of %d", n, of), doc
		}
		fmt.Fprintf(w, "%-60s %6d %6d %12s %9s\n", p.PkgPath, len(p.Syntax), all, said, share(less, all))
		printPairs(w, u, shown, pairs)
		if order {
			for _, f := range found {
				fmt.Fprintln(w, "   ", f)
			}
		}
	}
	return nil
}

// printPairs prints the pairs of files with most uses against an order.
func printPairs(w io.Writer, uses map[use]int, order []string, limit int) {
	var bad []use
	for u := range maps.Keys(uses) {
		i, k := slices.Index(order, u.by), slices.Index(order, u.of)
		if i >= 0 && k > i {
			bad = append(bad, u)
		}
	}
	slices.SortFunc(bad, func(a, b use) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a.by, b.by), cmp.Compare(a.of, b.of))
	})
	for _, u := range bad[:min(limit, len(bad))] {
		fmt.Fprintf(w, "    %4d  %s uses %s\n", uses[u], u.by, u.of)
	}
}

// share is a part of a whole.
func share(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
