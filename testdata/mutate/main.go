// Mutate makes mutants of the examples, has each verified, and prints how many are killed. It exits with 1 if one
// survives that is not listed as equivalent.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}
