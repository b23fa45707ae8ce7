package simnet

import "github.com/calvin-go/calvin/explore/rt"

// waiters are goroutines that wait until something has changed. They look again then, so there may be more of them than what changed
// is for.
type waiters struct{ list []chan struct{} }

// join adds the caller, in a step of its. It waits in what it gets.
func (w *waiters) join() chan struct{} {
	c := rt.Make(make(chan struct{}))
	w.list = append(w.list, c)
	return c
}

// leave takes them out, in the step that changes something. They are to be woken after that.
func (w *waiters) leave() []chan struct{} {
	list := w.list
	w.list = nil
	return list
}

// wake lets goroutines go on.
func wake(site rt.Site, lists ...[]chan struct{}) {
	for _, list := range lists {
		for _, c := range list {
			rt.Close(site, c)
		}
	}
}

// mayWait reports whether the caller may wait. What goroutines outside control do with a connection the runtime notes by itself.
func mayWait() bool { return rt.Stands() == rt.Controlled }

// siteOr is the place of the call that the goroutine has made last, or else site.
func siteOr(site rt.Site) rt.Site {
	if s := rt.CallSite(); s != 0 {
		return s
	}
	return site
}
