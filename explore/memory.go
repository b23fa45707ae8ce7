package explore

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Memory is how much memory each of so many processes may have if nothing else is said, in bytes: half of the machine's is divided
// among them. It is 0, for no limit, where the machine does not tell.
func Memory(processes int) uint64 {
	var total uint64
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		total = memTotal(string(data))
	}
	if data, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil { // "max" is no number
		if n, err := strconv.ParseUint(strings.TrimSpace(string(data)), 10, 64); err == nil {
			total = min(total, n)
		}
	}
	return total / 2 / uint64(max(processes, 1))
}

// memTotal reads the line MemTotal of /proc/meminfo.
func memTotal(text string) (bytes uint64) {
	for line := range strings.Lines(text) {
		if n, err := fmt.Sscanf(line, "MemTotal: %d kB", &bytes); n == 1 && err == nil {
			return bytes << 10
		}
	}
	return 0
}
