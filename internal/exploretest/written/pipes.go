package written

// A pipe is a goroutine's part in what goes through the channel of a program: values that it sends or receives, in this
// order among what else it does.
type pipe []string

// connect declares a channel, in half of the programs, and says what each goroutine does with it; mostly as many values are
// received as are sent.
func (w *writer) connect(goroutines int) []pipe {
	if w.r.IntN(2) == 0 {
		return nil
	}
	w.line("ch := make(chan int64, %d)", w.r.IntN(3))
	pipes := make([]pipe, goroutines+1)
	receiver := 1 + w.r.IntN(goroutines) // the last one is the test function
	sent := 0
	for g := range pipes {
		if g == receiver || g == goroutines || g > 0 && w.r.IntN(3) == 0 {
			continue
		}
		for range 1 + w.r.IntN(2) {
			pipes[g] = append(pipes[g], w.pick("ch <- r", "ch <- s.a.Load()", "ch <- 2"))
			sent++
		}
	}
	if w.r.IntN(8) == 0 {
		sent += 1 - 2*w.r.IntN(2)
	}
	if w.r.IntN(3) == 0 {
		pipes[0] = append(pipes[0], "close(ch)")
		pipes[receiver] = append(pipes[receiver], "for v := range ch {\n"+w.pick("r += v", "s.b.Store(v)", "s.c.Add(v)", "r = v\ns.p++")+"\n}")
		return pipes
	}
	for range sent {
		other := receiver
		if w.r.IntN(10) == 0 {
			other = w.r.IntN(goroutines + 1)
		}
		pipes[other] = append(pipes[other], w.pick("r = <-ch", "s.b.Store(<-ch)", "r += <-ch", "if v, ok := <-ch; ok && v > 1 {\nr = v\n}"))
	}
	return pipes
}

// body writes what goroutine g does: its part of the pipe anywhere between other statements.
func (w *writer) body(g int) {
	var own pipe
	if w.pipes != nil {
		own = w.pipes[g]
	}
	for w.budget > 0 || len(own) > 0 {
		if len(own) > 0 && (w.budget <= 0 || w.r.IntN(2) == 0) {
			w.line("%s", own[0])
			own = own[1:]
			continue
		}
		w.statement(2)
	}
}

// drain writes the part of the test function.
func (w *writer) drain(goroutines int) {
	if w.pipes == nil || len(w.pipes[goroutines]) == 0 {
		return
	}
	w.line("var r int64")
	for _, s := range w.pipes[goroutines] {
		w.line("%s", s)
	}
	w.line("_ = r")
}
