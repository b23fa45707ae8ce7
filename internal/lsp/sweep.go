package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/internal/lsp/rpc"
	"github.com/calvin-go/calvin/internal/verify"
	"github.com/calvin-go/calvin/load"
)

// sweepAfter is how many times longer nothing has to be saved, until all packages are checked, than nothing typed for one.
const sweepAfter = 10

// sweepLater has all packages checked once nothing has been saved for a while, if the client wants that. The caller has the lock.
func (s *server) sweepLater() {
	if !s.sweeps {
		return
	}
	if s.sweepTimer != nil {
		s.sweepTimer.Stop()
	}
	if s.stopSweep != nil {
		s.stopSweep()
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.stopSweep = cancel
	s.sweepTimer = time.AfterFunc(sweepAfter*s.delay, func() {
		s.mu.Lock()
		dead := s.shutdown || ctx.Err() != nil
		if !dead {
			s.work.Add(1)
		}
		s.mu.Unlock()
		if dead {
			return
		}
		defer s.work.Done()
		for _, dir := range s.folders() {
			if _, err := s.sweep(ctx, dir); err != nil && ctx.Err() == nil {
				s.log("%s: %v", dir, err)
			}
		}
	})
}

// folders are those that are open in the client.
func (s *server) folders() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var dirs []string
	for _, f := range s.params.WorkspaceFolders {
		if dir := fileOf(f.URI); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	if dir := fileOf(s.params.RootURI); len(dirs) == 0 && dir != "" {
		dirs = append(dirs, dir)
	}
	return dirs
}

// checkWorkspace checks all packages of the modules around a file, or in the folders that are open.
func (s *server) checkWorkspace(ctx context.Context, args []string) (any, error) {
	dirs := s.folders()
	if len(args) > 0 {
		path := fileOf(args[0])
		if path == "" {
			return nil, &rpc.Error{Code: rpc.InvalidParams, Message: args[0] + " is no file"}
		}
		dirs = []string{filepath.Dir(path)}
	}
	if len(dirs) == 0 {
		return nil, &rpc.Error{Code: rpc.InvalidParams, Message: "no folder is open: " + workspaceCommand + " takes a file of the module"}
	}
	var texts []string
	for _, dir := range dirs {
		text, err := s.sweep(ctx, dir)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, &rpc.Error{Code: rpc.InvalidRequest, Message: err.Error()}
		}
		texts = append(texts, text)
	}
	text := strings.Join(texts, "; ")
	return text, s.say(severityInformation, "calvin: "+text)
}

// sweep checks the packages with annotations of the modules around a folder, but for those of open files, which are checked as they change,
// and says in a line what became of them. Between two sweeps it keeps nothing but what it has shown.
func (s *server) sweep(ctx context.Context, dir string) (string, error) {
	s.sweeping.Lock() // one at a time
	defer s.sweeping.Unlock()
	ctx, progress := s.progress(ctx, "calvin: all packages of "+filepath.Base(dir))
	defer progress.end()
	files, _ := s.overlay()
	c := s.config.Check.Load
	c.Dir, c.Overlay = dir, files
	pkgs, l, err := loadAll(ctx, c)
	if err != nil {
		return "", err
	}
	opts := s.config.Check
	opts.Load, opts.Packages, opts.Listing, opts.Progress = c, pkgs, l, progress.report
	opts.Workers = max(1, opts.Workers/2) // what is being written comes first
	dirOf := map[string]string{}
	for _, p := range pkgs {
		if len(p.CompiledGoFiles) > 0 {
			dirOf[p.PkgPath] = filepath.Dir(p.CompiledGoFiles[0])
		}
	}
	opts.Only = func(path string) bool { return l.Given(path) && !s.isOpen(dirOf[path]) }
	result, err := verify.Run(ctx, opts)
	if err != nil || ctx.Err() != nil {
		return "", errors.Join(err, ctx.Err())
	}
	s.mu.Lock()
	w := s.swept[dir]
	if w == nil {
		w = &unit{server: s, dir: dir, shown: map[string][]shown{}}
		s.swept[dir] = w
	}
	s.mu.Unlock()
	w.checking.Lock()
	defer w.checking.Unlock()
	w.listing = l
	all := w.diagnostics(result.Findings)
	w.listing = nil
	for path := range w.shown {
		if s.isOpen(filepath.Dir(path)) { // it is another's to say what is found there
			delete(w.shown, path)
		}
	}
	for path := range all {
		if s.isOpen(filepath.Dir(path)) {
			delete(all, path)
		}
	}
	w.publish(nil, all)
	sum := result.Summary
	return fmt.Sprintf("%s: %d verified, %d failed, %d unknown, %d trusted, %d findings in files that are not open", filepath.Base(dir), sum.Verified, sum.Failed,
		sum.Unknown, sum.Trusted, len(result.Findings)), nil
}

// loadAll type-checks all packages of the modules around a folder.
func loadAll(ctx context.Context, c load.Config) ([]*packages.Package, *load.Listing, error) {
	l, err := load.List(ctx, c, "work")
	if err == nil && len(l.Roots()) == 0 {
		err = l.Problems()
	}
	if err != nil {
		return nil, nil, err
	}
	if err := l.Know(); err != nil {
		return nil, nil, err
	}
	pkgs, err := l.Load(ctx)
	return pkgs, l, err
}

// isOpen reports whether a file of the package in a directory is open.
func (s *server) isOpen(dir string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.units[dir] != nil
}
