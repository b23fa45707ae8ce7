package explore

import (
	"strings"
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
)

const overflow = `runtime: goroutine stack exceeds 268435456-byte limit
runtime: sp=0xc0201e0390 stack=[0xc0201e0000, 0xc0401e0000]
fatal error: stack overflow

runtime stack:
runtime.throw({0x5a8a2b?, 0x0?})
	/go/src/runtime/panic.go:1229 +0x48 fp=0x7ffd sp=0x7ffc pc=0x487c68

goroutine 24 gp=0x33cd m=2 mp=0x33ce [running]:
runtime.gcWriteBarrier1()
	/go/src/runtime/asm.s:1 +0x48 fp=0x7ffd sp=0x7ffc pc=0x487c68
m/a.(*T).down(0x15554c7?)
	/home/a.go:5 +0x26 fp=0xc0201e03a0 sp=0xc0201e0398 pc=0x5a1
m/a.down(0x15554c6?)
	/home/a.go:5 +0x26 fp=0xc0201e03b8 sp=0xc0201e03a0 pc=0x5a2

goroutine 1 gp=0x1 m=nil [chan receive]:
m/other.F()
	/home/other.go:1 +0x26
`

// TestCrashOf: what the Go runtime writes before it ends a process is a finding if it is the program's doing.
func TestCrashOf(t *testing.T) {
	for _, test := range []struct {
		name, said, message string
		line                int
	}{
		{"overflow", overflow, "stack overflow: more than 256 MB\nm/a.(*T).down at /home/a.go:5\nm/a.down at /home/a.go:5", 5},
		{"fault", "unexpected fault address 0x10\nfatal error: fault\n[signal SIGSEGV]\n\ngoroutine 3 [running]:\nm.f(...)\n\t/a.go:7\n", "the program uses an invalid pointer\nm.f at /a.go:7", 7},
		{"ours", "fatal error: stack overflow\n\ngoroutine 3 [running]:\ncalvin/explore/rt.f(...)\n\t/a.go:7\nm.f()\n\t/b.go:1\n", "", 0},
		{"other", "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 3 [running]:\nm.f(...)\n\t/a.go:7\n", "", 0},
		{"panic", "panic: x\n\ngoroutine 3 [running]:\nm.f(...)\n\t/a.go:7\n", "", 0},
		{"cut", "fatal error: stack overflow\n\ngoroutine 3 [running]:\nm.f(", "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			b, ok := crashOf(test.said)
			if ok != (test.message != "") || b.Message != test.message || b.Position.Line != test.line || ok && b.Kind != rt.Panic {
				t.Errorf("%v, %q at %v", ok, b.Message, b.Position)
			}
		})
	}
}

// TestHeadline: of what a process wrote it is said why it died, on a few lines.
func TestHeadline(t *testing.T) {
	got := headline("noise\n" + overflow + strings.Repeat("more\n", 100))
	if !strings.HasPrefix(got, "fatal error: stack overflow\n") || strings.Count(got, "\n") != maxHeadline {
		t.Errorf("%q", got)
	}
	if got := headline("just this"); got != "just this" {
		t.Errorf("%q", got)
	}
}

// TestEnds: the beginning and the end are kept.
func TestEnds(t *testing.T) {
	var e ends
	for range 100 {
		e.Write([]byte("first" + strings.Repeat(".", 500)))
	}
	e.Write([]byte("last"))
	s := e.String()
	if !strings.HasPrefix(s, "first") || !strings.HasSuffix(s, "last") || len(s) > 2*maxEnd {
		t.Errorf("%d bytes, %q ... %q", len(s), s[:10], s[len(s)-10:])
	}
	var short ends
	short.Write([]byte("all"))
	if short.String() != "all" {
		t.Errorf("%q", short.String())
	}
}
