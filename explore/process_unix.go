//go:build unix

package explore

import (
	"os"
	"syscall"
)

// group puts a process into a group of its own, with all that it starts.
func group() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a process, and what it has started and left behind.
func killGroup(p *os.Process) {
	syscall.Kill(-p.Pid, syscall.SIGKILL)
	p.Kill()
}
