package cli

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// TestTwoDashes: every flag of a command may have one dash, and nothing else gets a second one.
func TestTwoDashes(t *testing.T) {
	p := newProgram(&environment{})
	for _, test := range []struct{ args, want string }{
		{"check -f json ./...", "check --f json ./..."},
		{"check ./... -f=json -all", "check ./... --f=json --all"},
		{"check --f json -stats=false", "check --f json --stats=false"},
		{"check -run -all -all", "check --run -all --all"},
		{"check -all -run", "check --all --run"},
		{"check -all -7", "check --all --7"},
		{"explore -minimize -bound -7", "explore --minimize --bound -7"},
		{"check -- -all", "check -- -all"},
		{"check - -h", "check - -h"},
		{"check -help", "check --help"},
		{"-nonsense", "--nonsense"},
		{"chek -run -all", "chek --run --all"},
		{"__complete check -solver ", "__complete check --solver "},
		{"__complete check -solver=", "__complete check --solver="},
		{"__complete check -so", "__complete check -so"},
	} {
		if got := p.twoDashes(strings.Split(test.args, " ")); !cmp.Equal(got, strings.Split(test.want, " ")) {
			t.Errorf("%s becomes %s, want %s", test.args, strings.Join(got, " "), test.want)
		}
	}
}

// TestHelpHasAllFlags: a group names flags that are there, and commands with groups have each flag in one of them.
func TestHelpHasAllFlags(t *testing.T) {
	p := newProgram(&environment{})
	for _, cmd := range p.commands {
		for _, g := range p.help[cmd].groups {
			for _, name := range g.flags {
				if cmd.Flags().Lookup(name) == nil {
					t.Errorf("calvin %s has no flag -%s, which is in the group %q", cmd.Name(), name, g.title)
				}
			}
		}
		if len(p.help[cmd].groups) > 0 {
			for _, g := range p.groupsOf(cmd) {
				if g.title == "other flags" {
					t.Errorf("calvin %s: no group has %v", cmd.Name(), g.flags)
				}
			}
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Shorthand != "" && f.Name != "help" {
				t.Errorf("calvin %s: -%s has a shorthand, which would be lost", cmd.Name(), f.Name)
			}
		})
	}
}
