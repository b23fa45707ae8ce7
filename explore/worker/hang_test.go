package worker

import "testing"

func TestOutsideControl(t *testing.T) {
	const stacks = `goroutine 22 [running]:
calvin/explore/rt.(*watchdog).start.func1()
	/go/src/calvin/explore/rt/watchdog.go:31 +0x105

goroutine 21 [coroutine]:
iter.Pull[...].func1.1()
	/go/src/iter/iter.go:287 +0x4f
calvin/explore/rt.(*Scheduler).runG(0x7f7628b38a00?, 0x20?)
	/go/src/calvin/explore/rt/sched.go:170 +0x73

goroutine 23 [select]:
sync.runtime_notifyListWait(0x1)
	/go/src/runtime/sema.go:1 +0x1
golang.org/x/sync/semaphore.(*Weighted).Acquire(0x32ea590723c0, {0x7451a8, 0x9e4cc0}, ...)
	/mod/semaphore.go:60 +0x305
calvin/explore/rt.(*Scheduler).runG(0x7f7628b38a00?, 0x20?)
	/go/src/calvin/explore/rt/sched.go:170 +0x73`
	want := "the test waits, or runs for ever, outside control, in golang.org/x/sync/semaphore.(*Weighted).Acquire at /mod/semaphore.go:60; " +
		"if that package is not instrumented, -instrument=golang.org/x/sync/semaphore may help"
	if got := outsideControl(stacks).Error(); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
