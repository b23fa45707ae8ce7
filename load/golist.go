package load

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"
)

// packages.Load runs the go command three times: for its version, for the sizes of types, and for the packages. Each
// time takes as long as the keys of a small program. Where nothing is out of the ordinary one time is enough.

// askOnce returns what packages.Load does for the patterns, without syntax and types, or false if it does not know:
// wherever something is wrong, or is not just what the go command is asked for by default.
func askOnce(ctx context.Context, c Config, patterns []string) ([]*packages.Package, bool) {
	isQuery := func(pattern string) bool { return strings.Contains(pattern, "=") }
	if c.Tests || len(c.Overlay) > 0 || slices.ContainsFunc(patterns, isQuery) || hasDriver(c.Env) {
		return nil, false
	}
	args := slices.Concat([]string{"list", "-e", listFields, "-compiled=true", "-test=false", "-export=true", "-deps=true", "-find=false", "-buildvcs=false", "-pgo=off"},
		c.buildFlags(), []string{"--"}, patterns)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Second
	if c.Env != nil {
		cmd.Env = c.Env
	} else {
		cmd.Env = os.Environ()
	}
	if c.Dir != "" {
		cmd.Dir = c.Dir
		cmd.Env = append(slices.Clip(cmd.Env), "PWD="+c.Dir)
	}
	out, err := cmd.Output()
	if err != nil {
		return nil, false
	}
	return readListing(out)
}

// hasDriver reports whether something else than the go command is to be asked: packages.Load looks for it in the same places.
func hasDriver(env []string) bool {
	if env == nil {
		env = os.Environ()
	}
	for _, entry := range slices.Backward(env) {
		if tool, ok := strings.CutPrefix(entry, "GOPACKAGESDRIVER="); ok && tool != "off" {
			return true
		} else if ok {
			return false
		}
	}
	_, err := exec.LookPath("gopackagesdriver")
	return err == nil
}

// listFields are those of a listedPackage.
const listFields = "-json=Name,ImportPath,Error,DepsErrors,Incomplete,Dir,GoFiles,IgnoredGoFiles,IgnoredOtherFiles,CFiles,CgoFiles,CXXFiles,MFiles,HFiles,FFiles,SFiles," +
	"SwigFiles,SwigCXXFiles,SysoFiles,CompiledGoFiles,Export,DepOnly,Imports,ImportMap,Module"

// A listedPackage is what the go command says of a package.
type listedPackage struct {
	Name, ImportPath, Dir, Export                                                        string
	Error                                                                                *struct{}
	DepsErrors                                                                           []*struct{}
	Incomplete, DepOnly                                                                  bool
	GoFiles, CgoFiles, CompiledGoFiles, IgnoredGoFiles, IgnoredOtherFiles                []string
	CFiles, CXXFiles, MFiles, HFiles, FFiles, SFiles, SwigFiles, SwigCXXFiles, SysoFiles []string
	Imports                                                                              []string
	ImportMap                                                                            map[string]string
	Module                                                                               *packages.Module
}

// readListing reads what the go command has written. It gives up on anything that is wrong with a package.
func readListing(out []byte) (roots []*packages.Package, ok bool) {
	listed, all := []*listedPackage{}, map[string]*packages.Package{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		l := &listedPackage{}
		if err := d.Decode(l); err != nil || l.Error != nil || len(l.DepsErrors) > 0 || l.Incomplete || !l.isOrdinary() || all[l.ImportPath] != nil {
			return nil, false
		}
		p := l.described()
		listed, all[l.ImportPath] = append(listed, l), p
		if !l.DepOnly {
			roots = append(roots, p)
		}
	}
	sizes := sizesOf(listed)
	if len(roots) == 0 || sizes == nil {
		return nil, false
	}
	for _, l := range listed { // each after those that it imports
		p := all[l.ImportPath]
		for path, id := range l.imports() {
			dep := all[id]
			if dep == nil || dep.TypesSizes == nil {
				return nil, false
			}
			p.Imports[path] = dep
		}
		p.TypesSizes = sizes
	}
	return roots, true
}

// isOrdinary reports whether a package is named by its path, as those that are not built for a test are, and lies in a directory.
func (l *listedPackage) isOrdinary() bool {
	return l.ImportPath != "" && !filepath.IsAbs(l.ImportPath) && !strings.Contains(l.ImportPath, " ") && filepath.IsAbs(l.Dir) &&
		(l.Export == "" || filepath.IsAbs(l.Export)) && (l.Export != "" || l.ImportPath == "unsafe")
}

// described is the package in the words of packages.Load.
func (l *listedPackage) described() *packages.Package {
	within := func(lists ...[]string) (all []string) {
		for _, name := range slices.Concat(lists...) {
			if !filepath.IsAbs(name) {
				name = filepath.Join(l.Dir, name)
			}
			all = append(all, name)
		}
		return all
	}
	p := &packages.Package{
		ID: l.ImportPath, PkgPath: l.ImportPath, Name: l.Name, Dir: l.Dir, ExportFile: l.Export, Module: l.Module, Imports: map[string]*packages.Package{},
		GoFiles:      within(l.GoFiles, l.CgoFiles),
		OtherFiles:   within(l.CFiles, l.CXXFiles, l.MFiles, l.HFiles, l.FFiles, l.SFiles, l.SwigFiles, l.SwigCXXFiles, l.SysoFiles),
		IgnoredFiles: within(l.IgnoredGoFiles, l.IgnoredOtherFiles),
	}
	for _, name := range within(l.CompiledGoFiles) { // among which the go command has assembly, too; those of its cache have no extension
		if ext := filepath.Ext(name); ext == ".go" || ext == "" {
			p.CompiledGoFiles = append(p.CompiledGoFiles, name)
		}
	}
	if l.ImportPath == "unsafe" {
		p.CompiledGoFiles = nil
	} else if len(p.CompiledGoFiles) == 0 {
		p.CompiledGoFiles = p.GoFiles
	}
	return p
}

// imports are the paths of the packages that are imported, by the path that the source names.
func (l *listedPackage) imports() map[string]string {
	all := map[string]string{}
	for _, path := range l.Imports {
		if path != "C" {
			all[path] = path
		}
	}
	for _, id := range l.ImportMap {
		delete(all, id)
	}
	for path, id := range l.ImportMap {
		all[path] = id
	}
	return all
}

// sizesOf returns the sizes of types on the architecture for which packages were compiled, of which their export data
// tells; nil if it does not.
func sizesOf(listed []*listedPackage) types.Sizes {
	for _, l := range listed {
		if l.Export != "" {
			return types.SizesFor("gc", architecture(l.Export))
		}
	}
	return nil
}

// architecture reads the name of the architecture from the head of export data; "" if there is none.
func architecture(export string) string {
	file, err := os.Open(export)
	if err != nil {
		return ""
	}
	defer file.Close()
	r := bufio.NewReader(io.LimitReader(file, 4096))
	for {
		line, err := r.ReadString('\n')
		if words := strings.Fields(line); len(words) > 3 && words[0] == "go" && words[1] == "object" {
			return words[3]
		}
		if err != nil {
			return ""
		}
	}
}
