package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/calvin-go/calvin/annot"
)

// twoDashes writes flags as the library for command lines has them: with two dashes. In Go one is usual, and both are taken here. What
// is the value of a flag stays as it is, and so does all that follows a --.
func (p *program) twoDashes(args []string) []string {
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		return p.twoDashesToComplete(args)
	}
	cmd, _, err := p.root.Find(args)
	if err != nil {
		cmd = p.root
	}
	var out []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(out, args[i:]...)
		}
		if !strings.HasPrefix(arg, "-") || arg == "-" || arg == "-h" {
			out = append(out, arg)
			continue
		}
		if !strings.HasPrefix(arg, "--") {
			arg = "-" + arg
		}
		out = append(out, arg)
		name, _, hasValue := strings.Cut(arg[2:], "=")
		if flag := cmd.Flags().Lookup(name); flag != nil && flag.NoOptDefVal == "" && !hasValue && i+1 < len(args) {
			i++
			out = append(out, args[i])
		}
	}
	return out
}

// twoDashesToComplete does so with the words of a line that a shell wants completed. The last of them is the one under the cursor.
func (p *program) twoDashesToComplete(args []string) []string {
	last := len(args) - 1
	if last < 1 {
		return args
	}
	word := args[last]
	if name, _, hasValue := strings.Cut(word, "="); hasValue && strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "--") {
		word = "-" + word
	}
	out := append([]string{args[0]}, p.twoDashes(args[1:last])...)
	return append(out, word)
}

// flagError says in a line what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		return fmt.Errorf("%s has no flag -%s%s; %[1]s -h lists them", cmd.CommandPath(), name, orDidYouMean(name, names, "-"))
	case errors.As(err, &bare):
		what, _ := pflag.UnquoteUsage(bare.GetFlag())
		return fmt.Errorf("-%s needs a value: -%[1]s=%s", bare.GetFlag().Name, strings.ToUpper(what))
	case errors.As(err, &invalid):
		return fmt.Errorf("invalid value %q for flag -%s: %w", invalid.GetValue(), invalid.GetFlag().Name, invalid.Unwrap())
	}
	return err
}

// orDidYouMean is what to add about a word that is none of the candidates.
func orDidYouMean(word string, candidates []string, dash string) string {
	if n := annot.Nearest(word, candidates); n != "" {
		return " (did you mean " + dash + n + "?)"
	}
	return ""
}

// arguments are the numbers of arguments that a command takes.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("%s takes %s; calvin %[1]s -h says more", cmd.Name(), what)
		}
		return nil
	}
}
