// Package golangci takes golangci-lint's settings and gives the analyzer as a module plugin. A golangci-lint that is
// built with it (golangci-lint custom) imports it for its side effect: it registers a linter with the name calvin.
package golangci

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/calvin-go/calvin/analyzer"
)

func init() { register.Plugin("calvin", New) }

type plugin struct{ analyzer *analysis.Analyzer }

// New makes the linter. The settings are the analyzer's flags by name; a flag that takes a list may be given one.
func New(conf any) (register.LinterPlugin, error) {
	settings, err := register.DecodeSettings[map[string]any](conf)
	if err != nil {
		return nil, fmt.Errorf("settings of calvin: %w", err)
	}
	a := analyzer.New(analyzer.Default())
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if a.Flags.Lookup(name) == nil {
			return nil, fmt.Errorf("settings of calvin: there is no %s", name)
		}
		if err := a.Flags.Set(name, text(settings[name])); err != nil {
			return nil, fmt.Errorf("settings of calvin: %s: %w", name, err)
		}
	}
	return &plugin{a}, nil
}

// text is a setting as a flag takes it.
func text(v any) string {
	switch v := v.(type) {
	case float64: // as JSON has all numbers
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, text(e))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}

// BuildAnalyzers returns the analyzer.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{p.analyzer}, nil
}

// GetLoadMode asks for types.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
