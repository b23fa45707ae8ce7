package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// help is what is said of a command beside its flags.
type help struct {
	groups []flagGroup
	codes  string // what the exit codes mean, if that is not what they mean everywhere
}

// A flagGroup has flags that belong together.
type flagGroup struct {
	title string
	flags []string
}

// helpWidth is how wide help is, unless the terminal is narrower.
const helpWidth = 100

// overview says what commands there are.
func (p *program) overview(w io.Writer) error {
	var b strings.Builder
	b.WriteString("Calvin verifies concurrent Go, and explores its tests.\n\nusage:\n\n")
	for _, c := range p.commands {
		fmt.Fprintf(&b, "  calvin %-27s %s\n", c.Use, c.Short)
	}
	b.WriteString("\nBegin with calvin check in a module of yours; calvin doctor says what is missing on this machine.\n" +
		"calvin help COMMAND says more of a command.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// showHelp says how a command is used.
func (p *program) showHelp(cmd *cobra.Command) int {
	var err error
	if cmd == p.root {
		err = p.overview(p.env.stdout)
	} else {
		_, err = io.WriteString(p.env.stdout, p.usageOf(cmd, min(columnsOf(p.env.stdout, 80), helpWidth)))
	}
	if err != nil {
		return p.env.fail(err)
	}
	return exitVerified
}

func (p *program) usageOf(cmd *cobra.Command, width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s\n", cmd.UseLine())
	for _, paragraph := range p.description(cmd) {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(wrap(paragraph, width), "\n"))
	}
	for _, g := range p.groupsOf(cmd) {
		fmt.Fprintf(&b, "\n%s:\n", g.title)
		for _, name := range g.flags {
			head, text := describe(cmd.Flags().Lookup(name))
			lines := wrap(text, width-len(flagIndent))
			if len(head) < len(flagIndent) {
				fmt.Fprintf(&b, "%-*s%s\n", len(flagIndent), head, lines[0])
				lines = lines[1:]
			} else {
				b.WriteString(head + "\n")
			}
			for _, l := range lines {
				b.WriteString(flagIndent + l + "\n")
			}
		}
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nexamples:\n%s\n", strings.TrimRight(cmd.Example, "\n"))
	}
	if codes := p.help[cmd].codes; codes != "" {
		fmt.Fprintf(&b, "\nexit code:\n%s\n", codes)
	}
	return b.String()
}

// description is what a command does, in paragraphs.
func (p *program) description(cmd *cobra.Command) []string {
	if cmd.Long != "" {
		return strings.Split(strings.TrimSpace(cmd.Long), "\n\n")
	}
	return []string{strings.ToUpper(cmd.Short[:1]) + cmd.Short[1:] + "."}
}

const flagIndent = "                     "

// describe is a flag with its value as it is written, and what it is for.
func describe(f *pflag.Flag) (head, text string) {
	what, text := pflag.UnquoteUsage(f)
	head = strings.TrimRight("  -"+f.Name+" "+what, " ")
	if !slices.Contains([]string{"", "0", "0s", "false"}, f.DefValue) && f.Value.Type() != "boolfunc" {
		text += " (default " + f.DefValue + ")"
	}
	return head, text
}

// groupsOf are the flags of a command, in groups. Those that are in none are a group of their own.
func (p *program) groupsOf(cmd *cobra.Command) []flagGroup {
	groups := slices.Clone(p.help[cmd].groups)
	grouped := map[string]bool{"help": true}
	for _, g := range groups {
		for _, name := range g.flags {
			grouped[name] = true
		}
	}
	var rest []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !grouped[f.Name] && !f.Hidden {
			rest = append(rest, f.Name)
		}
	})
	if len(rest) > 0 {
		title := "flags"
		if len(groups) > 0 {
			title = "other flags"
		}
		groups = append(groups, flagGroup{title, rest})
	}
	return groups
}

// wrap divides a text into lines of at most width columns, where words end.
func wrap(text string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case len([]rune(*last))+1+len([]rune(word)) > width:
			lines = append(lines, word)
		default:
			*last += " " + word
		}
	}
	return lines
}

// helpCommand is calvin help.
func helpCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "say how a command is used",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := p.root.Find(args)
			if err != nil || len(rest) > 0 {
				return p.noCommand(args[len(args)-max(len(rest), 1)])
			}
			p.code = p.showHelp(cmd)
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return p.commandNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// commandNames are the commands that a user may call.
func (p *program) commandNames() (names []string) {
	for _, c := range p.commands {
		names = append(names, c.Name())
	}
	return names
}

// noCommand is the error about a word that should be a command.
func (p *program) noCommand(word string) error {
	return errors.New("there is no command " + word + orDidYouMean(word, p.commandNames(), "") + "; calvin help lists them")
}
