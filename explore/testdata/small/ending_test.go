package small

import (
	"runtime"
	"testing"
)

func TestLeftByGoexit(t *testing.T) {
	runtime.Goexit() // want failure
}

func TestSubtestLeftByGoexit(t *testing.T) {
	t.Run("", func(t *testing.T) { runtime.Goexit() }) // want failure
}

func TestSubtestEndsItsParent(t *testing.T) {
	t.Run("", func(sub *testing.T) { t.FailNow() }) // want failure
	panic("not ended")
}

func TestSubtestSkipsTheRest(t *testing.T) {
	t.Run("", func(t *testing.T) {
		t.SkipNow()
		t.Error("not skipped")
	})
}

func TestCleanupFailsNow(t *testing.T) {
	t.Run("", func(t *testing.T) {
		t.Cleanup(func() { t.Fatal("unclean") }) // want failure
	})
}

func TestLogsWhenOver(t *testing.T) {
	go t.Log("late") // want panic
}

func TestSubtestLogsWhenOver(t *testing.T) {
	done := make(chan bool)
	t.Run("", func(t *testing.T) {
		go func() {
			t.Log("late, but in time for the parent")
			close(done)
		}()
	})
	<-done
}

func TestSubtestFailsWhenOver(t *testing.T) {
	done := make(chan bool)
	t.Run("", func(t *testing.T) {
		go func() {
			defer close(done)
			defer func() { recover() }()
			t.Error("late") // want failure
		}()
	})
	<-done
}

func TestSubtestPanicsWhenOver(t *testing.T) {
	first := make(chan bool)
	t.Run("", func(t *testing.T) {
		go func() {
			<-first
			t.Fail() // want panic
		}()
	})
	close(first)
}

func TestLogsInTime(t *testing.T) {
	t.Run("", func(t *testing.T) {
		done := make(chan bool)
		go func() {
			t.Log("in time")
			close(done)
		}()
		<-done
	})
}
