package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

func runVersion(_ context.Context, env *environment, args []string) int {
	if len(args) > 0 {
		return env.fail(fmt.Errorf("version takes no arguments"))
	}
	fmt.Fprintf(env.stdout, "calvin %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitVerified
}

// version is the module's version, with the revision where it was built from a checkout.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
