//go:build unix

package worker

import "syscall"

// keepFiles sees to it that processes which the test starts do not have the worker's own files: who reads results would wait for
// them to end.
func keepFiles() {
	syscall.CloseOnExec(ResultFile)
	syscall.CloseOnExec(CommandFile)
}
