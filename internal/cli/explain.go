package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/calvin-go/calvin/report"
)

// explainCommand is calvin explain.
func explainCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "explain CODE",
		Short:             "explain a finding, with an example and its fix",
		Long:              "Without CODE it lists all codes.",
		Example:           "  calvin explain CV0101",
		Args:              arguments(0, 1, "one CODE"),
		RunE:              p.runs(runExplain),
		ValidArgsFunction: completeCodes,
	}
}

// runExplain prints the page of a code; without one, it lists them all.
func runExplain(_ context.Context, env *environment, args []string) int {
	if len(args) == 0 {
		for _, c := range report.Codes() {
			fmt.Fprintf(env.stdout, "%s  %s\n", c.Code, c.Title)
		}
		return exitVerified
	}
	page, ok := report.Explain(args[0])
	if !ok {
		return env.fail(fmt.Errorf("there is no code %s; calvin explain lists them", args[0]))
	}
	fmt.Fprint(env.stdout, page)
	return exitVerified
}
