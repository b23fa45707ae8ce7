package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// A config describes a unit, as the go command does.
type config struct {
	unitchecker.Config
	fields map[string]json.RawMessage // all that is in the file
}

func readConfig(name string) (*config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c := &config{}
	if err := json.Unmarshal(data, &c.fields); err != nil {
		return nil, err
	}
	return c, json.Unmarshal(data, &c.Config)
}

// reporting returns the name of a file that describes the same unit, asked for findings and not only for facts. The go
// command (1.26) keeps what the tool said of a package that others import under the same key as what it says of one that is
// vetted itself: with findings left out, go vet ./importer would have go vet ./imported pass ever after.
func (c *config) reporting(name string) (string, error) {
	if !c.VetxOnly {
		return name, nil
	}
	c.fields["VetxOnly"] = json.RawMessage("false")
	data, err := json.Marshal(c.fields)
	if err != nil {
		return "", fmt.Errorf("describe the unit: %w", err)
	}
	name = filepath.Join(filepath.Dir(name), "calvin-"+filepath.Base(name))
	if err := os.WriteFile(name, data, 0o666); err != nil { // in the go command's work directory, which it removes
		return "", fmt.Errorf("describe the unit: %w", err)
	}
	return name, nil
}

// untold lists the imports about which there are no facts, sorted: their analysis has failed. (So it has for go commands
// before 1.26 wherever something is found.)
func (c *config) untold() []string {
	var missing []string
	for _, name := range c.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return nil // unitchecker says so
		}
		for _, spec := range f.Imports {
			written, err := strconv.Unquote(spec.Path.Value)
			path, resolved := c.ImportMap[written]
			if err == nil && resolved && path != "unsafe" && path != "C" && c.PackageVetx[path] == "" {
				missing = append(missing, path)
			}
		}
	}
	slices.Sort(missing)
	return slices.Compact(missing)
}
