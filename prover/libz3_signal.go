//go:build unix

package prover

import (
	"sync"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"
)

// For the time of a check Z3 installs a handler of its own for SIGINT, and afterwards puts back the former with
// signal(3), which loses its flags. Go's handler without its flags ends the process with an internal error, and Z3's
// does no better when several contexts check at once, since it refers to the one that came last, which may be gone.
// So Go's handler is put back, whole, soon after a call has begun and when it returns. An interrupt that comes in
// between makes the check that began last unknown.

// interrupts holds the disposition of SIGINT as it was before the first of the calls now running.
var interrupts struct {
	sync.Mutex
	running int
	saved   disposition
}

// disposition is large enough for a struct sigaction of any system, which is at most 152 bytes.
type disposition [32]uint64

var sigaction = sync.OnceValue(func() func(signal int32, act, old unsafe.Pointer) int32 {
	var f func(signal int32, act, old unsafe.Pointer) int32
	purego.RegisterLibFunc(&f, purego.RTLD_DEFAULT, "sigaction")
	return f
})

// keepSignals notes how SIGINT is handled; restore makes it so again, as does end, to be called once at last.
func keepSignals() (restore, end func()) {
	set := sigaction()
	i := &interrupts
	i.Lock()
	defer i.Unlock()
	if i.running == 0 {
		set(int32(syscall.SIGINT), nil, unsafe.Pointer(&i.saved))
	}
	i.running++
	restore = func() {
		i.Lock()
		defer i.Unlock()
		set(int32(syscall.SIGINT), unsafe.Pointer(&i.saved), nil)
	}
	return restore, func() {
		restore()
		i.Lock()
		defer i.Unlock()
		i.running--
	}
}
