// Command genpackage prints an annotated package of a given number of functions.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/calvin-go/calvin/internal/verifytest/gen"
)

func main() {
	n := flag.Int("n", 50, "the number of functions")
	name := flag.String("name", "generated", "the name of the package")
	flag.Parse()
	src, err := gen.Package(*name, *n)
	if err == nil {
		_, err = os.Stdout.Write(src)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "genpackage:", err)
		os.Exit(1)
	}
}
