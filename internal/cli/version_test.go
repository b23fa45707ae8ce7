package cli

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestPrintVersion(t *testing.T) {
	setting := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	for name, test := range map[string]struct {
		info *debug.BuildInfo
		want []string
	}{
		"built without a checkout": {&debug.BuildInfo{}, []string{"calvin (devel)\n", "commit not recorded\n"}},
		"installed": {
			&debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}},
			[]string{"calvin v1.2.3\n", "commit not recorded\n"},
		},
		"built from a commit": {
			&debug.BuildInfo{Settings: []debug.BuildSetting{setting("vcs.revision", "abc"), setting("vcs.modified", "false")}},
			[]string{"commit abc\n"},
		},
		"built from changed files": {
			&debug.BuildInfo{Settings: []debug.BuildSetting{setting("vcs.modified", "true"), setting("vcs.revision", "abc")}},
			[]string{"commit abc, with changes\n"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			printVersion(&b, test.info, "9.9")
			for _, want := range append(test.want, "z3     9.9\n") {
				if !strings.Contains(b.String(), want) {
					t.Errorf("got\n%swithout %q", b.String(), want)
				}
			}
		})
	}
}
