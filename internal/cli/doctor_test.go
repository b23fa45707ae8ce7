package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/calvin-go/calvin/cache"
)

// TestDoctor: what is there is named with its version, and what is missing with what to do about it.
func TestDoctor(t *testing.T) {
	for _, test := range []struct {
		name     string
		programs []string // on the PATH
		library  string   // CALVIN_LIBZ3
		cache    string
		code     int
		want     []string
	}{
		{"all", []string{"go"}, "", "off", exitVerified, []string{
			`^calvin  `, `^go      go1\.\d`, `^libz3   \d+\.\d+\.\d+.*, \d+\.\d\d s for a small package$`, `^z3      not found`, `^cache   off: CALVIN_CACHE=off$`,
		}},
		{"no library", []string{"go", "z3"}, "/nowhere/libz3.so", "off", exitVerified, []string{
			`^libz3   not found \(tried /nowhere/libz3\.so\)$`, `^z3      .*, \d+\.\d\d s for a small package$`, `^calvin check is faster with Z3 as a library: install it with`,
		}},
		{"no library that can be read", []string{"go"}, "doctor_test.go", "off", exitUsage, []string{`^libz3   .*doctor_test\.go`}},
		{"no go", nil, "", "off", exitUsage, []string{`^go      not found on the PATH$`, `^libz3   \d[.\d]*$`, `^Install Go from`}},
		{"no cache", []string{"go"}, "", "file", exitVerified, []string{`^cache   .*doctor_test\.go/cache cannot be used: `, `^Without a cache`}},
		{"nothing", nil, "/nowhere/libz3.so", "off", exitUsage, []string{`^Install Go from`, `^calvin check needs a solver`}},
	} {
		if test.cache == "file" {
			file, err := filepath.Abs("doctor_test.go")
			if err != nil {
				t.Fatal(err)
			}
			test.cache = filepath.Join(file, "cache")
		}
		t.Run(test.name, func(t *testing.T) {
			bin := t.TempDir()
			for _, p := range test.programs {
				path, err := exec.LookPath(p)
				if err != nil {
					t.Skip(err)
				}
				if path, err = filepath.EvalSymlinks(path); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(path, filepath.Join(bin, p)); err != nil {
					t.Skip(err)
				}
			}
			t.Setenv("PATH", bin)
			t.Setenv("CALVIN_LIBZ3", test.library)
			t.Setenv(cache.Env, test.cache)
			var out, errors bytes.Buffer
			if code := Execute(t.Context(), []string{"doctor"}, nil, &out, &errors); code != test.code || errors.Len() > 0 {
				t.Errorf("exit code %d, want %d; standard error %q", code, test.code, &errors)
			}
			for _, want := range test.want {
				if !regexp.MustCompile("(?m)" + want).Match(out.Bytes()) {
					t.Errorf("nothing matches %s in\n%s", want, &out)
				}
			}
		})
	}
}

// TestWithoutGo: without the go command every command that needs it says so.
func TestWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, command := range []string{"check", "explore", "infer"} {
		var out, errors bytes.Buffer
		if code := Execute(t.Context(), []string{command}, nil, &out, &errors); code != exitUsage {
			t.Errorf("%s: exit code %d", command, code)
		}
		if !regexp.MustCompile(`go.*executable file not found`).Match(errors.Bytes()) {
			t.Errorf("%s: standard error %q", command, &errors)
		}
	}
}
