package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
	"github.com/calvin-go/calvin/report"
)

// explainFlags are the flags of calvin explain.
type explainFlags struct {
	set                            *pflag.FlagSet
	contract, contracts, dir, tags string
}

// explainCommand is calvin explain.
func explainCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain [flags] [CODE]",
		Short: "explain a finding, with an example and its fix",
		Long:  "Without CODE it lists all codes. With -contract it says what a call of a function rests on.",
		Example: `  calvin explain CV0101
  calvin explain -contract strings.Index              a table, a contract file, the source?
  calvin explain -contract '(*net/http.Client).Get'`,
		Args:              arguments(0, 1, "one CODE"),
		ValidArgsFunction: completeCodes,
	}
	f := &explainFlags{set: cmd.Flags()}
	f.set.StringVar(&f.dir, "C", "", "change to `dir` first")
	f.set.StringVar(&f.contract, "contract", "", "say what a call of the `function` rests on in the module here: its body, annotations, a contract file, a model, the table of the standard library, its source, or an assumption")
	f.set.StringVar(&f.contracts, "contracts", "", "the `dir` with contract files; if it is not given, the directory calvin of the module")
	f.set.StringVar(&f.tags, "tags", "", "build tags, separated by commas")
	cmd.RunE = p.runs(func(ctx context.Context, env *environment, args []string) int {
		if f.set.Changed("contract") {
			if len(args) > 0 {
				return env.fail(errors.New("explain takes a CODE or -contract, not both"))
			}
			return explainContract(ctx, env, f)
		}
		return runExplain(ctx, env, args)
	})
	return cmd
}

// explainContract says what a call of a function rests on.
func explainContract(ctx context.Context, env *environment, f *explainFlags) int {
	dir, err := absoluteDir(f.dir)
	if err != nil {
		return env.fail(err)
	}
	found, err := verify.ContractOf(ctx, load.Config{Dir: dir, Tags: f.tags}, f.contracts, f.contract, env.openCache())
	if err != nil {
		return env.problems("", dir, err)
	}
	fmt.Fprintf(env.stdout, "a call of %s rests on %s\n", f.contract, found.Source)
	if found.Where != "" {
		fmt.Fprintf(env.stdout, "\t%s\n", report.Relative(dir, found.Where))
	}
	for line := range strings.Lines(found.Text) {
		fmt.Fprintf(env.stdout, "\t%s\n", strings.TrimRight(line, "\n"))
	}
	return exitVerified
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
