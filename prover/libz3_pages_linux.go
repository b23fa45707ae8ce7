package prover

import "golang.org/x/sys/unix"

// heapSize is how much address space the C library reserves for the memory of a thread, and to what its addresses are
// aligned (glibc, 64 bits).
const heapSize = 64 << 20

// largePages asks the system for large pages where the C library has the memory of this thread, of which at is a piece.
// A context touches 16 MB when it is made: in pages of 4 kB that is 4,000 faults. Where memory is laid out otherwise
// nothing comes of it: the system may then use large pages somewhere else.
func largePages(at handle) {
	from := uintptr(at) &^ (heapSize - 1)
	unix.Syscall(unix.SYS_MADVISE, from, heapSize, unix.MADV_HUGEPAGE)
}
