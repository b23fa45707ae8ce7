package instrument

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The go command refuses overlays of what is in the module cache. A module there that has packages to instrument is
// copied, and a go.mod of our own (-modfile) replaces it by the copy. A toolchain in the module cache is reached through
// a symbolic link.

// A modules knows which modules are copied.
type modules struct {
	cache  string // GOMODCACHE
	copies map[string]string
	edits  strings.Builder
}

// beneath reports whether path is dir or below it.
func beneath(path, dir string) bool {
	return dir != "" && (path == dir || strings.HasPrefix(path, dir+string(filepath.Separator)))
}

// add copies the module of a package if it is in the module cache.
func (b *Build) add(p *packages.Package) error {
	m := p.Module
	if m == nil || !beneath(m.Dir, b.modules.cache) || b.modules.copies[m.Dir] != "" {
		return nil
	}
	if m.Replace != nil {
		return &unsupportedError{p.PkgPath, "is in a module that go.mod replaces by another"}
	}
	dir := filepath.Join(b.dir, fmt.Sprintf("module%d", len(b.modules.copies)))
	if err := os.CopyFS(dir, os.DirFS(m.Dir)); err != nil {
		return fmt.Errorf("copy module %s: %w", m.Path, err)
	}
	mod := filepath.Join(dir, "go.mod")
	if _, err := os.Stat(mod); os.IsNotExist(err) {
		if err := os.WriteFile(mod, []byte("module "+m.Path+"\n"), 0o644); err != nil {
			return fmt.Errorf("copy module %s: %w", m.Path, err)
		}
	}
	b.modules.copies[m.Dir] = dir
	fmt.Fprintf(&b.modules.edits, "\nreplace %s %s => %s\n", m.Path, m.Version, dir)
	return nil
}

// place returns where the rewritten form of the file at path goes, if that is not the overlay.
func (m *modules) place(path string) (string, bool) {
	for from, to := range m.copies {
		if beneath(path, from) {
			return to + strings.TrimPrefix(path, from), true
		}
	}
	return "", false
}

// writeModfile writes the go.mod with the replacements, and its go.sum.
func (b *Build) writeModfile(ctx context.Context, c Config) error {
	if len(b.modules.copies) == 0 {
		return nil
	}
	work, err := goEnv(ctx, c, "GOWORK")
	if err != nil {
		return err
	}
	main, err := goEnv(ctx, c, "GOMOD")
	if err != nil {
		return err
	}
	if work != "" && work != "off" || main == "" {
		return fmt.Errorf("-instrument: packages of other modules cannot be instrumented in a workspace, unless they are vendored")
	}
	for _, ext := range []string{".mod", ".sum"} {
		data, err := os.ReadFile(strings.TrimSuffix(main, ".mod") + ext)
		if os.IsNotExist(err) && ext == ".sum" {
			continue
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", main, err)
		}
		if ext == ".mod" {
			data = append(data, b.modules.edits.String()...)
		}
		if err := os.WriteFile(filepath.Join(b.dir, "go"+ext), data, 0o644); err != nil {
			return fmt.Errorf("write modfile: %w", err)
		}
	}
	b.modfile = filepath.Join(b.dir, "go.mod")
	return nil
}

// goroot returns the directory of the Go distribution, by a name that is not in the module cache. The name is the same
// each time, or the go command would build the standard library again.
func (b *Build) goroot(ctx context.Context, c Config) (string, error) {
	root, err := goEnv(ctx, c, "GOROOT")
	if err != nil || !beneath(root, b.modules.cache) {
		return root, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find a place for GOROOT: %w", err)
	}
	link := filepath.Join(cache, "calvin", "goroot", identifier(filepath.Base(root)))
	if to, err := os.Readlink(link); err != nil || to != root {
		if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
			return "", fmt.Errorf("link to GOROOT: %w", err)
		}
		os.Remove(link)
		if err := os.Symlink(root, link); err != nil {
			return "", fmt.Errorf("link to GOROOT: %w", err)
		}
	}
	b.env = append(b.env, "GOROOT="+link)
	return link, nil
}
