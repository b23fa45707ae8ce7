package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/calvin-go/calvin/prover"
)

// versionCommand is calvin version.
func versionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the versions of calvin, Go and Z3, and the commit",
		Args:  arguments(0, 0, "no arguments"),
		RunE:  p.runs(runVersion),
	}
}

// runVersion prints what a report of a fault has to name: the module's version, the commit that it was built from, and the Go and Z3
// that it uses. A line begins with what it is about.
func runVersion(ctx context.Context, env *environment, _ []string) int {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	z3, err := z3Version(ctx)
	if err != nil {
		return env.fail(err)
	}
	printVersion(env.stdout, info, z3)
	return exitVerified
}

func printVersion(w io.Writer, info *debug.BuildInfo, z3 string) {
	fmt.Fprintf(w, "calvin %s\n", versionIn(info))
	fmt.Fprintf(w, "commit %s\n", commitIn(info))
	fmt.Fprintf(w, "go     %s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(w, "z3     %s\n", z3)
}

// z3Version is the version of the library that check uses, or how to get one.
func z3Version(ctx context.Context) (string, error) {
	p, err := prover.New(prover.Options{Solver: prover.LibZ3, Workers: 1})
	if err == nil {
		defer p.Close()
		var version string
		if version, err = p.Version(ctx); err == nil {
			return version, nil
		}
	}
	if missing := (*prover.Missing)(nil); errors.As(err, &missing) {
		return "not found: " + missing.Install(), nil
	}
	return "", fmt.Errorf("ask Z3 for its version: %w", err)
}

// version is the module's version, for reports.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionIn(info)
}

func versionIn(info *debug.BuildInfo) string {
	if info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// commitIn is the revision that the executable was built from. Go notes it in a build from a checkout; an installed module version names
// its commit by itself.
func commitIn(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	switch revision := settings["vcs.revision"]; {
	case revision == "":
		return "not recorded"
	case settings["vcs.modified"] == "true":
		return revision + ", with changes"
	default:
		return revision
	}
}
