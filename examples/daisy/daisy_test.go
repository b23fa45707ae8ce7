package daisy

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/calvin-go/calvin/examples/internal/exercise"
)

// names lists the directory.
func names(fs *FS) []string {
	var all []string
	for name, ok := fs.Next(""); ok; name, ok = fs.Next(name) {
		all = append(all, name)
	}
	return all
}

// contents is what a file has.
func contents(t *testing.T, fs *FS, name string) string {
	t.Helper()
	s, err := fs.ReadFile(name)
	if err != nil {
		t.Errorf("ReadFile(%q): %v", name, err)
	}
	return s
}

func TestNames(t *testing.T) {
	fs := New()
	for _, name := range []string{"", "a/b", strings.Repeat("x", MaxName+1)} {
		if _, err := fs.Create(name); !errors.Is(err, ErrName) {
			t.Errorf("Create(%q): %v, want %v", name, err, ErrName)
		}
	}
	for _, name := range []string{"b", "c", "a"} {
		h, err := fs.Create(name)
		if err != nil {
			t.Fatalf("Create(%q): %v", name, err)
		}
		if again, err := fs.Lookup(name); again != h || err != nil {
			t.Errorf("Lookup(%q) = %v, %v, want %v", name, again, err, h)
		}
		if _, err := fs.Create(name); !errors.Is(err, ErrExist) {
			t.Errorf("Create(%q) again: %v, want %v", name, err, ErrExist)
		}
	}
	if err := fs.Rename("c", "d"); err != nil {
		t.Errorf("Rename: %v", err)
	}
	for _, to := range []struct {
		name string
		want error
	}{{"a", ErrExist}, {"", ErrName}} {
		if err := fs.Rename("b", to.name); !errors.Is(err, to.want) {
			t.Errorf("Rename to %q: %v, want %v", to.name, err, to.want)
		}
	}
	if got := strings.Join(names(fs), " "); got != "a b d" {
		t.Errorf("the names are %s, want a b d", got)
	}
	for _, err := range []error{fs.Rename("c", "e"), fs.Delete("c")} {
		if !errors.Is(err, ErrNotExist) {
			t.Errorf("%v, want %v", err, ErrNotExist)
		}
	}
}

func TestContents(t *testing.T) {
	fs := New()
	h, err := fs.Create("file")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("0123456789", 20)
	zeros := strings.Repeat("\x00", 100)
	for _, step := range []struct {
		what string
		do   func() error
		want string
	}{
		{"write", func() error { _, err := fs.Write(h, 0, text); return err }, text},
		{"overwrite", func() error { _, err := fs.Write(h, 60, "abcdefgh"); return err }, text[:60] + "abcdefgh" + text[68:]},
		{"truncate", func() error { return fs.Truncate(h, 63) }, text[:60] + "abc"},
		{"extend", func() error { return fs.Truncate(h, 163) }, text[:60] + "abc" + zeros},
		{"write into a hole", func() error { _, err := fs.Write(h, 162, "xy"); return err }, text[:60] + "abc" + zeros[1:] + "xy"},
		{"empty", func() error { return fs.Truncate(h, 0) }, ""},
		{"write past the end", func() error { _, err := fs.Write(h, 100, "z"); return err }, zeros + "z"},
	} {
		if err := step.do(); err != nil {
			t.Errorf("%s: %v", step.what, err)
		}
		if got := contents(t, fs, "file"); got != step.want {
			t.Errorf("%s: the file has %q, want %q", step.what, got, step.want)
		}
		if n, err := fs.Stat(h); n != len(step.want) || err != nil {
			t.Errorf("%s: Stat() = %d, %v, want %d", step.what, n, err, len(step.want))
		}
	}
}

func TestErrors(t *testing.T) {
	fs := New()
	h, err := fs.Create("file")
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	write := func(h Handle, at int, s string) error { _, err := fs.Write(h, at, s); return err }
	read := func(h Handle, at, n int) error { _, err := fs.Read(h, at, n); return err }
	check("write beyond the largest size", write(h, MaxSize-1, "ab"), ErrRange)
	check("write before the beginning", write(h, -1, "a"), ErrRange)
	check("read before the beginning", read(h, -1, 1), ErrRange)
	check("read nothing", read(h, 0, 0), ErrRange)
	check("truncate to too much", fs.Truncate(h, MaxSize+1), ErrRange)
	check("read at the end", read(h, 0, 1), io.EOF)

	if err := fs.Delete("file"); err != nil {
		t.Fatal(err)
	}
	if _, err := fs.Create("other"); err != nil { // which has the same inode
		t.Fatal(err)
	}
	for _, old := range []Handle{h, {}, {inode: -1}, {inode: Inodes}} {
		_, err := fs.Stat(old)
		check("stat", err, ErrStale)
		check("read", read(old, 0, 1), ErrStale)
		check("write", write(old, 0, "a"), ErrStale)
		check("truncate", fs.Truncate(old, 0), ErrStale)
	}
}

func TestFull(t *testing.T) {
	fs := New()
	text := strings.Repeat("x", MaxSize)
	full := false
	for i := range Inodes {
		h, err := fs.Create(fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		n, err := fs.Write(h, 0, text)
		if full = err != nil; full {
			if !errors.Is(err, ErrFull) || n != (Blocks-1)%direct*BlockSize {
				t.Errorf("Write() = %d, %v, want %v", n, err, ErrFull)
			}
			break
		}
	}
	if _, used := fs.Usage(); !full || used != Blocks-1 {
		t.Error("the disk is not full")
	}
	for _, name := range names(fs) {
		if err := fs.Delete(name); err != nil {
			t.Error(err)
		}
	}
	if files, used := fs.Usage(); files != 0 || used != 0 {
		t.Errorf("%d inodes and %d blocks are used after all files are deleted", files, used)
	}
	for i := range Inodes {
		if _, err := fs.Create(fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := fs.Create("one more"); !errors.Is(err, ErrInodes) {
		t.Errorf("%v, want %v", err, ErrInodes)
	}
}

// TestTogether has goroutines use files of their own, and one that they share.
func TestTogether(t *testing.T) {
	fs := New()
	common, err := fs.Create("common")
	if err != nil {
		t.Fatal(err)
	}
	exercise.Together(func(g int) {
		name, text := fmt.Sprint("file", g), strings.Repeat(fmt.Sprint(g), 3*BlockSize)
		for range 20 {
			h, err := fs.Create(name)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := fs.Write(h, 10, text); err != nil {
				t.Error(err)
			}
			if _, err := fs.Write(common, g*10, text[:10]); err != nil {
				t.Error(err)
			}
			if s := contents(t, fs, name); s[10:] != text {
				t.Errorf("%s has %q", name, s)
			}
			if err := errors.Join(fs.Truncate(h, g), fs.Rename(name, name+"!"), fs.Delete(name+"!")); err != nil {
				t.Error(err)
			}
		}
	})
	for g := range exercise.Goroutines {
		want := strings.Repeat(fmt.Sprint(g), 10)
		if s := contents(t, fs, "common"); s[g*10:g*10+10] != want {
			t.Errorf("the common file has %q at %d, want %q", s[g*10:g*10+10], g*10, want)
		}
	}
	if files, used := fs.Usage(); files != 1 || used != 1 {
		t.Errorf("%d inodes and %d blocks are used, want 1 and 1", files, used)
	}
}

// TestSmall is for every schedule: two goroutines make the same file, and both write to it.
func TestSmall(t *testing.T) {
	fs := New()
	made := make(chan Handle, 2)
	for _, s := range []string{"a", "b"} {
		go func() {
			h, err := fs.Create("file")
			if errors.Is(err, ErrExist) {
				h, err = fs.Lookup("file")
			}
			if err != nil {
				t.Error(err)
			}
			if err := fs.write(h, 0, s); err != nil {
				t.Error(err)
			}
			made <- h
		}()
	}
	h, other := <-made, <-made
	if h != other {
		t.Errorf("two files of one name: %v and %v", h, other)
	}
	if s, err := fs.Read(h, 0, 1); s != "a" && s != "b" || err != nil {
		t.Errorf("Read() = %q, %v", s, err)
	}
}
