package explore

import (
	"testing"

	"github.com/calvin-go/calvin/explore/rt"
	"github.com/calvin-go/calvin/explore/worker"
)

// The first line of a failure says what is wrong, also where an assertion has written an empty line first.
func TestLocateFailure(t *testing.T) {
	for _, c := range []struct{ log, want string }{
		{"    a_test.go:3: n = 1\n", "n = 1"},
		{"    a_test.go:3: n = 1\n        more", "n = 1\nmore"},
		{"    a_test.go:3: \n        \tError Trace:\ta_test.go:3\n        \tError:      \tNot equal: \n        \t            \texpected: 1\n        \tTest:       \tTestA\n",
			"Not equal: \n\tError Trace:\ta_test.go:3\n\t            \texpected: 1\n\tTest:       \tTestA"},
		{"    a_test.go:3: \n        (-want +got):\n        - 1\n", "(-want +got):\n- 1"},
		{"    a_test.go:3: \n", ""},
	} {
		b := worker.Bug{Kind: rt.Failure, Message: c.log}
		locate(&b, "/d")
		if b.Message != c.want || b.Position.File != "/d/a_test.go" || b.Position.Line != 3 {
			t.Errorf("%q: %q at %v, want %q", c.log, b.Message, b.Position, c.want)
		}
	}
}
