//go:build !unix

package explore

import (
	"os"
	"syscall"
)

// group is nothing where there are no groups of processes.
func group() *syscall.SysProcAttr { return nil }

// killGroup ends a process.
func killGroup(p *os.Process) { p.Kill() }
