package simnet

import (
	"time"
	"unsafe"

	"github.com/calvin-go/calvin/explore/rt"
)

// A deadline is one of reading, writing or accepting.
type deadline struct {
	expired bool
	timer   *time.Timer
	number  int // how often it has been set, from 1
}

// set sets the deadline of what is at p, and reports false if that is closed. What w has is woken when the deadline is over.
func (d *deadline) set(site rt.Site, p unsafe.Pointer, w *waiters, t time.Time, closed func() bool) bool {
	var timer *time.Timer
	own, over := 0, false // the number of this deadline, once it has been set
	if !t.IsZero() {
		if after := rt.Until(site, t); after <= 0 {
			over = true
		} else if mayWait() {
			timer = rt.AfterFunc(site, after, func() {
				rt.Step(site, p)
				if over = true; d.number == own {
					d.expired = true
					wake(site, w.leave())
				}
			})
		}
	}
	rt.Step(site, p)
	if closed() {
		stop(site, timer)
		return false
	}
	d.number++
	old, woken := d.timer, [][]chan struct{}{}
	own, d.timer, d.expired = d.number, timer, over
	if over {
		woken = append(woken, w.leave())
	}
	stop(site, old)
	wake(site, woken...)
	return true
}

// end takes a deadline out, in the step that closes what it is for, and returns the timer that is to be stopped after that.
func (d *deadline) end() *time.Timer {
	d.number++ // so that no timer is that of the present one
	timer := d.timer
	d.timer = nil
	return timer
}

func stop(site rt.Site, timers ...*time.Timer) {
	for _, t := range timers {
		if t != nil {
			rt.TimerStop(site, t)
		}
	}
}
