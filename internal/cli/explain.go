package cli

import (
	"context"
	"flag"
	"fmt"

	"github.com/calvin-go/calvin/report"
)

// runExplain prints the page of a code; without one, it lists them all.
func runExplain(_ context.Context, env *environment, args []string) int {
	fs := flag.NewFlagSet("calvin explain", flag.ContinueOnError)
	fs.Usage = func() { fmt.Fprintf(fs.Output(), "usage: calvin explain CODE\n\nWithout CODE it lists all codes.\n") }
	if done, code := env.parse(fs, args); done {
		return code
	}
	switch fs.NArg() {
	case 0:
		for _, c := range report.Codes() {
			fmt.Fprintf(env.stdout, "%s  %s\n", c.Code, c.Title)
		}
		return exitVerified
	case 1:
		page, ok := report.Explain(fs.Arg(0))
		if !ok {
			return env.fail(fmt.Errorf("there is no code %s; calvin explain lists them", fs.Arg(0)))
		}
		fmt.Fprint(env.stdout, page)
		return exitVerified
	}
	fs.Usage()
	return exitUsage
}
