package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/calvin-go/calvin/internal/houdini"
	"github.com/calvin-go/calvin/internal/modproxy"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

// checklocks is a line with one of gVisor's annotations.
var checklocks = regexp.MustCompile(`(?m)^\s*// \+check[a-z]+.*$`)

// gvisor takes gVisor's annotations out of its network stack and compares what the code suggests, without the verifier, with
// them. The module comes from the module proxy.
func gvisor(ctx context.Context) (*study, error) {
	config, remove, err := modproxy.GVisor.Require()
	if err != nil {
		return nil, err
	}
	defer remove()
	listing, err := load.List(ctx, config, modproxy.GVisor.Packages)
	if err != nil {
		return nil, err
	}
	pkgs, err := listing.Load(ctx)
	if err != nil {
		return nil, err
	}
	meaning := canonical(pkgs, verify.Annotations(pkgs))
	without := map[string][]byte{}
	for _, name := range listing.Files() {
		src, err := listing.Read(name)
		if err != nil {
			return nil, err
		}
		if checklocks.Match(src) { // the line stays: empty comments do not move anything
			without[name] = checklocks.ReplaceAll(src, []byte("//"))
		}
	}
	listing.Overlay(without)
	config.Overlay = without
	result, err := houdini.Listed(ctx, listing, houdini.Options{
		Load: config, Patterns: []string{modproxy.GVisor.Packages}, Static: true, Check: verify.Options{Checks: verify.AllChecks, Workers: 1},
	})
	if err != nil {
		return nil, err
	}
	after, err := annotated(ctx, listing, without, result)
	if err != nil {
		return nil, err
	}
	return static(meaning, canonical(after, verify.Annotations(after)), result), nil
}

// static compares what was there with what is proposed.
func static(before, after map[string]string, result *houdini.Result) *study {
	s := &study{name: modproxy.GVisor.Packages}
	for key, text := range before {
		s.removed = append(s.removed, &removal{
			what: key, precond: strings.HasPrefix(key, "func "), proposed: after[key] != "", same: after[key] == text, right: after[key] == text,
		})
	}
	for _, k := range result.Kept {
		if before[keyOf(k.Proposal)] == "" {
			s.further = append(s.further, further{what: k.Name + ": " + k.Text()})
		}
	}
	return s
}

// gvisorSection says how much of gVisor's annotations comes back.
func gvisorSection(s *study) string {
	var b strings.Builder
	fmt.Fprintf(&b, `
## gVisor

The same with the annotations of gVisor's checklocks analyzer in %s, version %s, which
is downloaded for it. Here the verifier is not asked, and only the same counts as right: what else is proposed was not looked at.
What is said of functions is locks held on entry.

| annotations | removed | proposed | same | missed |
| --- | ---: | ---: | ---: | ---: |
`, "`"+modproxy.GVisor.Packages+"`", modproxy.GVisor.Version)
	for _, part := range []struct {
		name    string
		precond bool
	}{{"of variables", false}, {"of functions", true}} {
		var t tally
		for _, x := range s.removed {
			if x.precond == part.precond {
				t.removed++
				t.proposed += one(x.proposed)
				t.same += one(x.same)
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d (%s) | %d (%s) | %d |\n", part.name, t.removed, t.proposed, percent(t.proposed, t.removed),
			t.same, percent(t.same, t.removed), t.removed-t.proposed)
	}
	fmt.Fprintf(&b, "\nFurther, %d annotations are proposed where there was none.\n", len(s.further))
	b.WriteString(`
Most of the variables that are missed are structs accessed through methods of their own, or are passed on by address. Most of the
functions need the lock of an object that their receiver points back to: that this and the one which is locked are one object, the
code around the call does not show. Of the other functions more than half are methods of tcp.Endpoint, whose callers are not seen
to hold its lock; the rest was not looked into.
`)
	return b.String()
}
