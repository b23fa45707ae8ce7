package modproxy

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// Copy downloads a module to the module cache, and copies it to src.
func Copy(ctx context.Context, path, version, src string) error {
	if err := os.RemoveAll(src); err != nil {
		return fmt.Errorf("remove an older copy: %w", err)
	}
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", path+"@"+version)
	out, err := cmd.Output()
	var info struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &info); jsonErr != nil || info.Error != "" {
		return fmt.Errorf("download: %w %s", err, info.Error)
	}
	if err := os.CopyFS(src, os.DirFS(info.Dir)); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	if err := writable(src); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	mod := filepath.Join(src, "go.mod")
	if _, err := os.Stat(mod); os.IsNotExist(err) { // as the go command has it where there is none
		if err := os.WriteFile(mod, []byte("module "+path+"\n"), 0o644); err != nil {
			return fmt.Errorf("write go.mod: %w", err)
		}
	}
	return nil
}

// writable makes a tree so, which it is not in the module cache.
func writable(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Chmod(path, info.Mode()|0o200)
	})
}
