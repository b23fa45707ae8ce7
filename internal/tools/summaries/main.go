// Command summaries prints what package summary says of the exported functions of packages, sorted, in the syntax of
// the tables of package library. With -all it prints all functions of the packages. With -stats it counts, for the
// packages and all that they import, functions, those that are unknown by reason, and what it took. With -types it has
// no arguments: it derives anew what library/types.txt says of types of the standard library, and writes that file.
// With -standard it writes a file with the summaries of the standard library, which are part of the program: go
// generate ./internal/summary.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/cache"
	"github.com/calvin-go/calvin/internal/summary"
	"github.com/calvin-go/calvin/library"
	"github.com/calvin-go/calvin/load"
)

func main() {
	stats := flag.Bool("stats", false, "count instead of printing")
	everything := flag.Bool("all", false, "print functions that are not exported, too")
	standard := flag.String("standard", "", "derive the summaries of the standard library that are part of the program anew, and write them to `FILE`")
	table := flag.Bool("types", false, "derive the methods in library/types.txt anew, without arguments")
	profile := flag.String("cpu", "", "write a CPU profile to `FILE`")
	flag.Parse()
	err := error(nil)
	switch {
	case *table:
		err = types()
	case *standard != "":
		err = embed(*standard)
	default:
		err = run(flag.Args(), *stats, *everything, *profile)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(patterns []string, stats, everything bool, profile string) error {
	store, err := openStore()
	if err != nil {
		return err
	}
	ctx := context.Background()
	l, err := load.List(ctx, load.Config{}, patterns...)
	if err != nil {
		return err
	}
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	began, used := time.Now(), processorTime()
	set, err := summary.Of(ctx, l, store)
	if err != nil {
		return err
	}
	took, cpu := time.Since(began), processorTime()-used
	if stats {
		fmt.Printf("%.2f s, %.2f s of processor time\n", took.Seconds(), cpu.Seconds())
		count(l, set)
		return nil
	}
	exported := regexp.MustCompile(`^(\(\*?[^()]*\.[A-Z][^()]*\)|[^()]*)\.[A-Z][^.]*$`)
	for _, p := range l.Roots() {
		for _, s := range set.Package(p.PkgPath) {
			if everything || exported.MatchString(s.Name) && !strings.Contains(s.Name, "!") {
				fmt.Println(s)
			}
		}
	}
	return nil
}

// openStore opens the cache, if there is one.
func openStore() (*cache.Store, error) {
	dir, err := cache.Dir()
	if err != nil || dir == "" {
		return nil, err
	}
	return cache.Open(dir)
}

// typesFile is written where the repository is the working directory.
const typesFile = "library/types.txt"

// types derives the table of types anew.
func types() error {
	store, err := openStore()
	if err != nil {
		return err
	}
	list := library.Types()
	ctx := context.Background()
	l, err := load.List(ctx, load.Config{}, library.TypePackages()...)
	if err != nil {
		return err
	}
	set, err := summary.Of(ctx, l, store)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, t := range list {
		if t.Unlocked, err = set.UnlockedOf(l, t.Name); err != nil {
			return err
		}
		fmt.Fprintln(&b, t.Line())
	}
	return os.WriteFile(typesFile, []byte(b.String()), 0o644)
}

// count prints how much is known of the packages of a listing and of all that they import.
func count(l *load.Listing, set *summary.Set) {
	var pkgs, functions, classes, unknown, opaque int
	reasons, causes := map[string]int{}, map[string]int{}
	for p := range packages.Postorder(l.Roots()) {
		pkgs++
		for _, s := range set.Package(p.PkgPath) {
			functions++
			classes += s.Classes()
			if s.Opaque != "" {
				opaque++
				causes[s.Opaque]++
			}
			if s.Unknown != "" {
				unknown++
				reasons[s.Unknown]++
			}
		}
	}
	fmt.Printf("%d packages, %d functions, %d classes, %d unknown\n", pkgs, functions, classes, unknown)
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Printf("\t%s: %d\n", reason, reasons[reason])
	}
	fmt.Printf("%d may call unknown code, most of them:\n", opaque)
	most := slices.SortedFunc(maps.Keys(causes), func(a, b string) int { return cmp.Or(causes[b]-causes[a], strings.Compare(a, b)) })
	for _, cause := range most[:min(len(most), 40)] {
		fmt.Printf("\t%s: %d\n", cause, causes[cause])
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("%d MiB of memory\n", m.Sys>>20)
}

// processorTime returns the processor time that the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
