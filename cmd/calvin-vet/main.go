// Calvin-vet is calvin check as a tool for go vet:
//
//	go vet -vettool=$(which calvin-vet) ./...
//
// It speaks vet's unit protocol, which build systems speak too: one package at a time, with facts about those that it
// imports.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/calvin-go/calvin/analyzer"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "-V=full" {
		id, err := identity(context.Background())
		if err != nil {
			exit(err)
		}
		fmt.Println(id)
		return
	}
	if direct(os.Args[1:]) {
		exit(fmt.Errorf("the go command runs this tool: go vet -vettool=$(which calvin-vet) %s", strings.Join(os.Args[1:], " ")))
	}
	if last := len(os.Args) - 1; strings.HasSuffix(os.Args[last], ".cfg") {
		c, err := readConfig(os.Args[last])
		if err == nil { // else unitchecker says what is wrong with it
			if missing := c.untold(); len(missing) > 0 {
				exit(fmt.Errorf("%s is not checked: nothing is known of %s, which it imports", c.ImportPath, strings.Join(missing, ", ")))
			}
			if os.Args[last], err = c.reporting(os.Args[last]); err != nil {
				exit(err)
			}
		}
	}
	a := analyzer.New(analyzer.Default())
	a.Run = orExit(a.Run)
	unitchecker.Main(a)
}

// direct reports whether a user has called the tool with packages: the go command calls it with a file at the end, or with flags alone.
func direct(args []string) bool {
	if len(args) == 0 || args[0] == "help" {
		return false
	}
	last := args[len(args)-1]
	return !strings.HasPrefix(last, "-") && !strings.HasSuffix(last, ".cfg")
}

func exit(err error) {
	fmt.Fprintf(os.Stderr, "calvin-vet: %v\n", err)
	os.Exit(1)
}

// orExit ends the program where run fails. An error that the tool survives the go command reports once: it keeps the facts,
// does not keep the error, and has the package pass the next time.
func orExit(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		result, err := run(pass)
		if err != nil {
			exit(err)
		}
		return result, nil
	}
}
