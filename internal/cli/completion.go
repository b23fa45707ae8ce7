package cli

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/calvin-go/calvin/report"
)

// completionCommand is calvin completion.
func completionCommand(p *program) *cobra.Command {
	write := map[string]func(io.Writer) error{
		"bash":       func(w io.Writer) error { return p.root.GenBashCompletionV2(w, true) },
		"zsh":        p.root.GenZshCompletion,
		"fish":       func(w io.Writer) error { return p.root.GenFishCompletion(w, true) },
		"powershell": p.root.GenPowerShellCompletionWithDesc,
	}
	shells := slices.Sorted(maps.Keys(write))
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print what makes a shell complete commands and flags",
		Example: `  source <(calvin completion bash)                                   for this shell; bash-completion has to be there
  calvin completion bash >~/.local/share/bash-completion/completions/calvin
  calvin completion zsh >"${fpath[1]}/_calvin"
  calvin completion fish >~/.config/fish/completions/calvin.fish`,
		Args:      cobra.MatchAll(arguments(1, 1, "one SHELL: "+strings.Join(shells, ", ")), oneOf(shells...)),
		ValidArgs: shells,
		RunE:      func(_ *cobra.Command, args []string) error { return write[args[0]](p.env.stdout) },
	}
}

// completePackages completes package patterns: they are directories.
func completePackages(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeTraces completes the files of explore.
func completeTraces(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []string{"trace"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeCodes completes the codes of findings.
func completeCodes(_ *cobra.Command, args []string, _ string) (all []cobra.Completion, _ cobra.ShellCompDirective) {
	if len(args) == 0 {
		for _, c := range report.Codes() {
			all = append(all, cobra.CompletionWithDesc(c.Code, c.Title))
		}
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// completeFlags completes the values of flags: those of choices, directories, and nothing for what nobody can guess.
func completeFlags(cmd *cobra.Command, choices []choice) {
	complete := func(flag string, f cobra.CompletionFunc) {
		if cmd.Flags().Lookup(flag) == nil {
			return
		}
		if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
			panic("cli: " + err.Error()) // it is registered twice
		}
	}
	for _, c := range choices {
		complete(c.flag, cobra.FixedCompletions(c.of, cobra.ShellCompDirectiveNoFileComp))
	}
	complete("C", completePackages)
	complete("dump", completePackages)
	for _, flag := range strings.Fields("run tags budget limit timeout rlimit j p time max mem seed bound findings count delay instrument diff") {
		complete(flag, cobra.NoFileCompletions)
	}
}
