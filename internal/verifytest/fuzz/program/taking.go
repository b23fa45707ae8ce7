package program

// taking are statements that hand over the right to close a channel, a Done of a WaitGroup, or memory: to calls and to goroutines.
var taking = []string{
	"{v1} := make(chan int, 1)\n⟨¦close({v1})⟩\n[[go |]]closes@({v1})\n⟨¦close({v1})⟩",
	"{v1} := make(chan int, 1)\n⟨{v1} <- 1¦⟩\ngo closes@({v1})\n⟨<-{v1}¦{v1} <- 2⟩",
	"{v1} := make(chan int, 2)\nif {i} > 1 {\ncloses@({v1})\n} else {\n⟨close({v1})¦closes@({v1})\nclose({v1})⟩\n}\n⟨¦close({v1})⟩",
	"{v1} := make(chan int, 1)\ngo closes@({v1})\n⟨¦go closes@({v1})⟩\n_ = {v1}",
	"{v1} := make(chan int)\ndefer closes@({v1})\n⟨¦close({v1})¦closes@({v1})⟩",
	"{v1}, {v2} := make(chan int), make(chan int)\nclosesBoth@({v1}, ⟨{v2}¦{v1}⟩)\n_ = {v2}\n⟨¦close({v2})⟩",
	"var {v1} sync.WaitGroup\n{v1}.Add(⟨1¦0⟩)\n[[go |]]pays@(&{v1})\n⟨¦{v1}.Done()⟩\n{v1}.Wait()",
	"var {v1} sync.WaitGroup\n{v1}.Add(2)\npays@(&{v1})\n⟨¦pays@(&{v1})⟩\ngo pays@(&{v1})\n{v1}.Wait()",
	"{v1} := make([]int, 3)\nvar {v2} sync.WaitGroup\nfor {v3} := range 3 {\n{v2}.Add(1)\ngo puts@({v1}, ⟨{v3}¦0¦{v3} / 2⟩, {v3}, &{v2})\n}\n⟨¦{v1}[0] = 1⟩\n⟨{v2}.Wait()¦⟩\n_ = {v1}[0]",
	"{v1} := make([]int, 4)\nvar {v2} sync.WaitGroup\nfor {v3} := range 2 {\n{v2}.Go(func() {\n//calvin:takes {v1}[⟨2*{v3}:2*{v3}+2¦{v3}:{v3}+2⟩]\n" +
		"for {v4} := ⟨2*{v3}¦{v3}⟩; {v4} < ⟨2*{v3}¦{v3}⟩+2; {v4}++ {\n{v1}[{v4}] = {v3}\n}\n})\n}\n⟨{v2}.Wait()¦⟩\nfor _, {v3} := range {v1} {\n_ = {v3}\n}",
	"{v1} := 0\nvar {v2} sync.WaitGroup\n{v2}.Add(1)\ngo func() {\n//calvin:takes {v1}, {v2}\n⟨¦defer func() {\n{v1} = 3\n}()⟩\n{v1} = 2\n{v2}.Done()\n}()\n⟨¦{v1}++⟩\n{v2}.Wait()\n{v1}++",
	"{v1}, {v2} := 0, make(chan int)\ngo func() {\n{v1} = 2\nclose({v2})\n⟨¦{v1} = 3⟩\n}()\n⟨<-{v2}¦⟩\n{v1}++\n_ = {v1}",
	"{v1}, {v2} := make([]int, 3), make(chan int)\nfor {v3} := range 3 {\ngo func() {\n{v1}[⟨{v3}¦0⟩] = {v3}\n{v2} <- {v3}\n}()\n}\nfor range ⟨3¦2⟩ {\n<-{v2}\n}\n" +
		"for _, {v3} := range {v1} {\n_ = {v3}\n}",
	"{v1} := make(chan int, 3)\ngo produces@({v1}, 3)\n⟨¦close({v1})⟩\nfor {v2} := range {v1} {\n_ = {v2}\n}",
	"{v1} := make(chan int, 1)\nvar {v2} sync.WaitGroup\n{v2}.Add(1)\ngo both@({v1}, &{v2})\n⟨¦close({v1})⟩\n{v2}.Wait()\n⟨<-{v1}¦{v1} <- 1⟩",
	"{v1} := &struct{ n int }{1}\n{v2} := make(chan int)\n⟨{v1}.n = 2¦⟩\ngo func() {\n⟨_ = {v1}.n¦{v1}.n = 4⟩\nclose({v2})\n}()\n⟨_ = {v1}.n¦{v1}.n = 5⟩\n<-{v2}",
	"var {v1} sync.WaitGroup\n{v2} := [2]int{}\n{v1}.Go(func() {\n{v2}[0] = 1\n})\n⟨{v1}.Wait()\n¦⟩{v1}.Go(func() {\n{v2}[0] = 2\n})\n{v1}.Wait()\n_ = {v2}",
}

var takingHelpers = map[string]string{
	"closes@":     "//calvin:takes ch\nfunc closes@(ch chan int) {\nclose(ch)\n⟨¦close(ch)⟩\n}\n",
	"closesBoth@": "//calvin:takes ch, dh\nfunc closesBoth@(ch, dh chan int) {\nclose(ch)\nclose(dh)\n}\n",
	"pays@":       "//calvin:takes wg\nfunc pays@(wg *sync.WaitGroup) {\nwg.Done()\n⟨¦wg.Done()⟩\n}\n",
	"puts@":       "//calvin:takes xs[n], wg\nfunc puts@(xs []int, n int, x int, wg *sync.WaitGroup) {\n⟨xs[n] = x\nwg.Done()¦wg.Done()\nxs[n] = x⟩\n}\n",
	"produces@":   "//calvin:takes out\nfunc produces@(out chan<- int, n int) {\ndefer close(out)\nfor i := range n {\nout <- i\n}\n}\n",
	"both@":       "//calvin:takes out, wg\nfunc both@(out chan<- int, wg *sync.WaitGroup) {\nout <- 1\nclose(out)\n⟨¦out <- 2⟩\nwg.Done()\n}\n",
}

// sharing are statements on variables that goroutines share, with a lock of their own.
var sharing = []string{
	"var {v1} sync.Mutex\n//calvin:guarded_by {v1}\n{v2} := 0\nvar {v3} sync.WaitGroup\nfor range 2 {\n{v3}.Go(func() {\n⟨{v1}.Lock()\n{v2}++\n{v1}.Unlock()¦{v2}++⟩\n})\n}\n{v3}.Wait()\n{v1}.Lock()\n_ = {v2}\n{v1}.Unlock()",
	"var {v1} sync.RWMutex\n//calvin:guarded_by {v1}\n{v2} := []int{1}\ngo func() {\n{v1}.Lock()\n{v2} = append({v2}, 2)\n{v1}.Unlock()\n}()\n{v1}.RLock()\n⟨_ = {v2}[:0]¦{v2} = nil⟩\n{v1}.RUnlock()\n⟨¦_ = {v2}⟩",
	"//calvin:atomic_only\nvar {v1} int64\ngo func() {\natomic.AddInt64(&{v1}, 1)\n}()\n⟨_ = atomic.LoadInt64(&{v1})¦_ = {v1}¦{v1}++⟩",
	"{v1} := new(atomic.Int64)\ngo func() {\n{v1}.Add(1)\n}()\n{v2} := {v1}.Load()\nassert {v2} ⟨<= 1¦== 0⟩ || {v2} > 1\n⟨_ = {v2}¦*{v1} = atomic.Int64{}⟩\n_ = {v2}",
}
