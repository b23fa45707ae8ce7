package instrument

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// goEnv asks the go command for one of its settings.
func goEnv(ctx context.Context, c Config, name string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "env", name)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go env %s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}
