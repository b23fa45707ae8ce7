// Package published is wrong: a WaitGroup guards what is beside it, and somebody reads before it is written, or writes when others may read.
package published

import "sync"

type call struct {
	wg sync.WaitGroup
	//calvin:guarded_by wg
	val int
}

type group struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	calls map[string]*call
}

func (g *group) put(key string, c *call) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.calls == nil {
		g.calls = map[string]*call{}
	}
	g.calls[key] = c
}

func (g *group) get(key string) *call {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.calls[key]
}

// Do is right.
func (g *group) Do(key string, f func() int) int {
	if c := g.get(key); c != nil {
		c.wg.Wait()
		return c.val
	}
	c := &call{}
	c.wg.Add(1)
	g.put(key, c)
	c.val = f()
	c.wg.Done()
	return c.val
}

// After writes when others may read.
func (g *group) After(f func() int) {
	c := &call{}
	c.wg.Add(1)
	g.put("", c)
	c.wg.Done()
	c.val = f() // failed
}

// Peek does not wait.
func (g *group) Peek(key string) int {
	if c := g.get(key); c != nil {
		return c.val // failed
	}
	return 0
}

// Late adds when others may have waited in vain.
func (g *group) Late(f func() int) {
	c := &call{}
	g.put("", c)
	c.wg.Add(1) // failed
	c.val = f()
	c.wg.Done()
}

// Never adds nothing.
func (g *group) Never(f func() int) {
	c := &call{}
	g.put("", c)
	c.val = f() // failed
}

// Unpaid pays what nobody has added.
func (g *group) Unpaid() {
	c := &call{}
	g.put("", c)
	c.wg.Done() // failed
}

// Twice pays twice.
func (g *group) Twice() {
	c := &call{}
	c.wg.Add(1)
	g.put("", c)
	c.wg.Done()
	c.wg.Done() // failed
}

// Two adds two, and pays one.
func (g *group) Two() {
	c := &call{}
	c.wg.Add(2) // failed
	g.put("", c)
	c.wg.Done()
}

// AddsAgain adds one, and one more.
func (g *group) AddsAgain() {
	c := &call{}
	c.wg.Add(1)
	c.wg.Add(1) // failed
	g.put("", c)
	c.wg.Done()
}

// Reused begins anew, while others may read.
func (g *group) Reused(key string, f func() int) {
	c := g.get(key)
	if c == nil {
		return
	}
	c.wg.Wait()
	c.wg.Add(1) // failed
	c.val = f()
	c.wg.Done()
}

// Looped begins anew with the same object.
func (g *group) Looped(n int) {
	c := &call{}
	for i := range n {
		c.wg.Add(1) // failed
		c.val = i
		g.put("", c)
		c.wg.Done()
	}
}

// WaitsFirst waits in vain, and adds then.
func (g *group) WaitsFirst() {
	c := &call{}
	c.wg.Wait()
	c.wg.Add(1) // failed
	g.put("", c)
	c.wg.Done()
}

// WaitsForItself waits for the Done that it owes.
func (g *group) WaitsForItself() {
	c := &call{}
	c.wg.Add(1)
	g.put("", c)
	c.wg.Wait() // failed
	c.wg.Done()
}

// Others pays what others owe.
func (g *group) Others(key string) {
	if c := g.get(key); c != nil {
		c.wg.Done() // failed
	}
}

// Overtaken writes what a goroutine has taken over.
func (g *group) Overtaken(f func() int) *call {
	c := &call{}
	c.wg.Add(1)
	go c.run(f)
	c.val = 1 // failed
	return c
}

func (c *call) run(f func() int) {
	c.val = f()
	c.wg.Done()
}

// TwoRun starts two goroutines that write.
func (g *group) TwoRun(f func() int) *call {
	c := &call{}
	c.wg.Add(1)
	go c.run(f)
	go c.run(f) // failed
	return c
}

// Waits for another one.
func (g *group) Waits(a, b string) int {
	c, d := g.get(a), g.get(b)
	if c == nil || d == nil {
		return 0
	}
	c.wg.Wait()
	return d.val // failed
}

// Given has a helper pay the Done, and goes on to write.
func (g *group) Given(f func() int) {
	c := &call{}
	c.wg.Add(1)
	g.put("", c)
	c.pay(f)
	c.val = 2 // failed
}

func (c *call) pay(f func() int) {
	defer c.wg.Done()
	c.val = f()
}

// Paid calls what pays without owing a Done.
func (g *group) Paid(key string, f func() int) { // unfounded
	if c := g.get(key); c != nil {
		c.Settle(f)
	}
}

// Settle may be called by anybody.
func (c *call) Settle(f func() int) {
	defer c.wg.Done() // failed
	c.val = f()       // failed
}

// Literal is the same with a literal in its place.
func (g *group) Literal(key string, f func() int) {
	if c := g.get(key); c != nil {
		func() {
			defer c.wg.Done() // failed
			c.val = f()       // failed
		}()
	}
}

// Sent sends the call to whoever writes then.
func Sent(ch chan *call) int {
	c := &call{}
	c.wg.Add(1)
	ch <- c     // failed
	c.wg.Wait() // failed
	return c.val
}

// Received writes a call of others.
func Received(ch chan *call) {
	c := <-ch
	c.val = 1   // failed
	c.wg.Done() // failed
}

// Passed lets another function have the WaitGroup.
func (g *group) Passed() {
	c := &call{}
	c.wg.Add(1)
	g.put("", c)
	done(&c.wg) // failed
	c.val = 1
}

func done(wg *sync.WaitGroup) { wg.Done() }

// Valued has a method of it as a value.
func (g *group) Valued() {
	c := &call{}
	c.wg.Add(1)
	g.put("", c)
	f := c.wg.Done // failed
	f()
	c.val = 1
}

// Goes starts a goroutine that pays.
func (g *group) Goes() {
	c := &call{}
	c.wg.Add(1)
	g.put("", c)
	go c.wg.Done() // failed
	c.val = 1
}

// ByGo starts one that is counted.
func (g *group) ByGo() {
	c := &call{}
	c.wg.Go(func() { c.val = 1 }) // failed
	g.put("", c)
}

// Overwritten makes it a new one.
func (g *group) Overwritten() {
	c := &call{}
	c.wg.Add(1)
	g.put("", c)
	*c = call{} // failed
	c.wg.Done()
}

// Handed has a goroutine know the object first, and has waited for it.
func (g *group) Handed(f func() int) {
	c := &call{}
	var wg sync.WaitGroup
	wg.Go(func() { g.put("", c) })
	wg.Wait()
	c.wg.Add(1) // failed
	c.val = f()
	c.wg.Done()
}
