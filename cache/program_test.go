package cache

import (
	"bytes"
	"encoding/hex"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestIdentify: executables are told apart by their build IDs if these are of the go command, and otherwise by all that is in them.
func TestIdentify(t *testing.T) {
	hash := strings.Repeat("a", 20)
	id := strings.Join([]string{hash, hash, hash, strings.Repeat("b", 20)}, "/")
	identity := func(text string) string {
		got, err := identify(bytes.NewReader([]byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		return string(got)
	}
	elf, other := "\x7fELF\x04\x00\x00\x00Go\x00\x00"+id+"\x00", "MZ\xff Go build ID: \""+id+"\"\n \xff"
	for _, text := range []string{elf, elf + "code", other} {
		if got := identity(text); got != id {
			t.Errorf("%q is identified by %x", text, got)
		}
	}
	seen := map[string]string{}
	for _, text := range []string{
		"", "no build ID", id, "\x04\x00\x00\x00Go\x00\x00" + id[1:] + "\x00", "\x04\x00\x00\x00Go\x00\x00" + id + "/" + hash + "\x00", "\xff Go build ID: \"redacted\"\n \xff",
		strings.Repeat("x", headSize) + elf, strings.Repeat("x", headSize) + elf + "more",
	} {
		got := identity(text)
		if old, ok := seen[got]; ok || got == id {
			t.Errorf("%q and %q look alike", text, old)
		}
		seen[got] = text
	}
}

// TestOwnIdentity: what is found in the executable of this test is what the go command says of it.
func TestOwnIdentity(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command("go", "tool", "buildid", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := program()
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.TrimSpace(string(said)); string(got) != want {
		t.Errorf("it is %q, and the go command says %q", hex.EncodeToString(got), want)
	}
}
