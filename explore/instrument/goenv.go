package instrument

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
)

// goEnv asks the go command for one of its settings.
func goEnv(ctx context.Context, c Config, name string) (string, error) {
	settings, err := goSettings(ctx, c, name)
	return settings[name], err
}

// goSettings asks for several.
func goSettings(ctx context.Context, c Config, names ...string) (map[string]string, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"env", "-json"}, names...)...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env %s: %w", strings.Join(names, " "), err)
	}
	settings := map[string]string{}
	if err := json.Unmarshal(out, &settings); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	return settings, nil
}

// fits checks that what the go command is set to is what can be explored: tests run here, and nobody else rewrites their source.
func fits(ctx context.Context, c Config) error {
	env, err := goSettings(ctx, c, "GOOS", "GOARCH", "GOFLAGS")
	if err != nil {
		return err
	}
	if env["GOOS"] != runtime.GOOS || env["GOARCH"] != runtime.GOARCH {
		return fmt.Errorf("GOOS=%s GOARCH=%s: calvin explores tests on this machine, which is %s/%s: unset GOOS and GOARCH",
			env["GOOS"], env["GOARCH"], runtime.GOOS, runtime.GOARCH)
	}
	for _, f := range strings.Fields(env["GOFLAGS"]) {
		name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if strings.HasPrefix(name, "cover") && value != "false" {
			return fmt.Errorf("GOFLAGS=%s: coverage rewrites the sources that calvin instruments: leave %s out", env["GOFLAGS"], f)
		}
	}
	return nil
}
