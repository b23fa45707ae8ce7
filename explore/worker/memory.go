package worker

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// memoryTick is how often it is looked at how much memory the process has.
const memoryTick = 20 * time.Millisecond

// limitMemory ends the exploration when the process has more memory than the job allows: a test that takes ever more would take the
// machine's. Garbage is collected before that.
func (w *worker) limitMemory() {
	limit := w.job.Memory
	if limit == 0 {
		return
	}
	debug.SetMemoryLimit(int64(limit - limit/4))
	go func() {
		samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		for range time.Tick(memoryTick) {
			metrics.Read(samples)
			if samples[0].Value.Uint64()-samples[1].Value.Uint64() > limit {
				w.send(Message{Done: true, Err: fmt.Sprintf("the test needs more than the %d MB of memory that a process may have; -mem sets the limit", limit>>20)})
				os.Exit(1)
			}
		}
	}()
}
