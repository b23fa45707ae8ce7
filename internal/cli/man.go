package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// manCommand is calvin man.
func manCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "write the manual pages to a directory",
		Example: "  calvin man ~/.local/share/man/man1    # then man calvin-check",
		Args:    arguments(1, 1, "one directory"),
		RunE: p.runs(func(_ context.Context, env *environment, args []string) int {
			if err := p.writeManual(args[0]); err != nil {
				return env.fail(fmt.Errorf("man: %w", err))
			}
			return exitVerified
		}),
		ValidArgsFunction: completePackages,
	}
}

// writeManual writes a page for calvin and one for each command.
func (p *program) writeManual(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, c := range append([]*cobra.Command{p.root}, p.commands...) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		if err := os.WriteFile(filepath.Join(dir, name+".1"), []byte(p.manual(c)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// manual is the page of a command, in the macros of man(7).
func (p *program) manual(cmd *cobra.Command) string {
	var b strings.Builder
	line := func(macro, text string) {
		b.WriteString(strings.TrimRight(macro+" "+roff(text), " ") + "\n")
	}
	text := func(s string) {
		for _, paragraph := range strings.Split(s, "\n\n") {
			b.WriteString(".PP\n" + roffLines(strings.Join(strings.Fields(paragraph), " ")))
		}
	}
	literal := func(s string) { b.WriteString(".PP\n.nf\n" + roffLines(s) + ".fi\n") }
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"calvin %s\" \"Calvin\"\n", strings.ToUpper(roff(name)), version())
	line(".SH", "NAME")
	b.WriteString(roffLines(name + " - " + cmd.Short))
	line(".SH", "SYNOPSIS")
	if cmd == p.root {
		b.WriteString(roffLines("calvin COMMAND [flags] [arguments]"))
		line(".SH", "COMMANDS")
		for _, c := range p.commands {
			b.WriteString(".TP\n")
			line(".B", c.Use)
			b.WriteString(roffLines(c.Short))
		}
		line(".SH", "SEE ALSO")
		text(strings.Join(p.pageNames(), ", "))
		return b.String()
	}
	b.WriteString(roffLines(cmd.UseLine()))
	line(".SH", "DESCRIPTION")
	text(strings.Join(p.description(cmd), "\n\n"))
	for _, g := range p.groupsOf(cmd) {
		line(".SH", strings.ToUpper(g.title))
		for _, flag := range g.flags {
			head, usage := describe(cmd.Flags().Lookup(flag))
			b.WriteString(".TP\n")
			line(".B", strings.TrimSpace(head))
			b.WriteString(roffLines(usage))
		}
	}
	if cmd.Example != "" {
		line(".SH", "EXAMPLES")
		literal(cmd.Example)
	}
	if codes := p.help[cmd].codes; codes != "" {
		line(".SH", "EXIT STATUS")
		literal(codes)
	}
	line(".SH", "SEE ALSO")
	text("calvin(1)")
	return b.String()
}

// pageNames are the pages of the commands.
func (p *program) pageNames() (names []string) {
	for _, c := range p.commands {
		names = append(names, "calvin-"+c.Name()+"(1)")
	}
	return names
}

// roff writes text so that nothing in it is a command.
func roff(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
}

// roffLines writes lines so that none begins with what begins a macro.
func roffLines(s string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(s, "\n") + "\n") {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			b.WriteString(`\&`)
		}
		b.WriteString(roff(line))
	}
	return b.String()
}
