// Package unshared has types of which goroutines know the same objects, and others.
package unshared

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// tKept is kept in objects that one goroutine has.
type tKept struct{ n int }

func (t *tKept) doKept() { t.n++ }

type iKept interface{ doKept() }

type holderKept struct{ i iKept }

func useKept() { h := &holderKept{&tKept{}}; h.i.doKept() }

// tPassed is passed to functions that call methods of it, and to literals.
type tPassed struct{ n int }

func (t *tPassed) doPassed() { t.n++ }

type iPassed interface{ doPassed() }

func callPassed(i iPassed) { i.doPassed() }
func usePassed() {
	x := &tPassed{}
	callPassed(x)
	func() { iPassed(x).doPassed() }()
	defer func() { x.n++ }()
}

// tReturned is returned: whoever imports the package is told.
type tReturned struct{ n int }

func (t *tReturned) doReturned() { t.n++ }

type iReturned interface{ doReturned() }

func NewReturned() iReturned { return &tReturned{} }

// tVariable is in a package variable.
type tVariable struct{ n int }

func (t *tVariable) doVariable() { t.n++ }

type iVariable interface{ doVariable() }

var variable iVariable = &tVariable{}

// tBehind is behind a package variable.
type tBehind struct{ n int }

func (t *tBehind) doBehind() { t.n++ }

type iBehind interface{ doBehind() }

type chainBehind struct {
	next *chainBehind
	all  map[string][]iBehind
}

var behind = &chainBehind{}

func useBehind() { behind.all[""] = append(behind.all[""], &tBehind{}) }

// tArgument is passed to a goroutine.
type tArgument struct{ n int }

func (t *tArgument) doArgument() { t.n++ }

type iArgument interface{ doArgument() }

func runArgument(i iArgument) { i.doArgument() }
func useArgument()            { go runArgument(&tArgument{}) }

// tReceiver is behind the receiver of a method that a goroutine runs.
type tReceiver struct{ n int }

func (t *tReceiver) doReceiver() { t.n++ }

type iReceiver interface{ doReceiver() }

type workerReceiver struct{ i iReceiver }

func (w *workerReceiver) run() { w.i.doReceiver() }
func useReceiver()             { w := &workerReceiver{&tReceiver{}}; go w.run() }

// tCaptured is captured by a goroutine.
type tCaptured struct{ n int }

func (t *tCaptured) doCaptured() { t.n++ }

type iCaptured interface{ doCaptured() }

func useCaptured() { i := iCaptured(&tCaptured{}); go func() { i.doCaptured() }(); i.doCaptured() }

// tSent is sent.
type tSent struct{ n int }

func (t *tSent) doSent() { t.n++ }

type iSent interface{ doSent() }

func useSent(c chan iSent) { c <- &tSent{} }

// tSelected is sent by a select.
type tSelected struct{ n int }

func (t *tSelected) doSelected() { t.n++ }

type iSelected interface{ doSelected() }

func useSelected(c chan iSelected) {
	select {
	case c <- &tSelected{}:
	default:
	}
}

// tAnything is sent as an any.
type tAnything struct{ n int }

func (t *tAnything) doAnything() { t.n++ }

type iAnything interface{ doAnything() }

func useAnything(c chan any) { x := &tAnything{}; iAnything(x).doAnything(); c <- x }

// tLocked is in a struct with a lock.
type tLocked struct{ n int }

func (t *tLocked) doLocked() { t.n++ }

type iLocked interface{ doLocked() }

type boxLocked struct {
	mu sync.Mutex
	i  iLocked
}

func useLocked() *boxLocked { return &boxLocked{i: &tLocked{}} }

// tLiteral is captured by a literal that outlives the call.
type tLiteral struct{ n int }

func (t *tLiteral) doLiteral() { t.n++ }

type iLiteral interface{ doLiteral() }

type hookLiteral struct{ f func() }

func useLiteral() *hookLiteral {
	i := iLiteral(&tLiteral{})
	return &hookLiteral{func() { i.doLiteral() }}
}

// tBound is the receiver of a method value.
type tBound struct{ n int }

func (t *tBound) doBound() { t.n++ }

type iBound interface{ doBound() }

func useBound() func() { x := &tBound{}; iBound(x).doBound(); return x.doBound }

// tHolder is behind another interface.
type tHolder struct{ n int }

func (t *tHolder) doHolder() { t.n++ }

type iHolder interface{ doHolder() }

type handlerHolder interface{ handleHolder() }
type hHolder struct{ i iHolder }

func (h *hHolder) handleHolder()     { h.i.doHolder() }
func useHolder(c chan handlerHolder) { c <- &hHolder{&tHolder{}} }

// tStored is in an atomic.Value.
type tStored struct{ n int }

func (t *tStored) doStored() { t.n++ }

type iStored interface{ doStored() }

func useStored(v *atomic.Value) { x := &tStored{}; iStored(x).doStored(); v.Store(x) }

// tPooled is in a sync.Map.
type tPooled struct{ n int }

func (t *tPooled) doPooled() { t.n++ }

type iPooled interface{ doPooled() }

func usePooled(m *sync.Map) { x := &tPooled{}; iPooled(x).doPooled(); m.Store(1, x) }

// tContext is a value of a context.
type tContext struct{ n int }

func (t *tContext) doContext() { t.n++ }

type iContext interface{ doContext() }

type keyContext struct{}

func useContext(ctx context.Context) context.Context {
	x := &tContext{}
	iContext(x).doContext()
	return context.WithValue(ctx, keyContext{}, x)
}

// tTheirs is in a field of a struct of another package.
type tTheirs struct{ n int }

func (t *tTheirs) doTheirs() { t.n++ }

type iTheirs interface{ doTheirs() }

func (t *tTheirs) Write(p []byte) (int, error) { t.n++; return len(p), nil }
func useTheirs(cmd *exec.Cmd)                  { x := &tTheirs{}; iTheirs(x).doTheirs(); cmd.Stdout = x }

// tWrapped is behind what another package makes.
type tWrapped struct{ n int }

func (t *tWrapped) doWrapped() { t.n++ }

type iWrapped interface{ doWrapped() }

func (t *tWrapped) Read(p []byte) (int, error) { t.n++; return 0, nil }
func useWrapped() *bufio.Reader                { x := &tWrapped{}; iWrapped(x).doWrapped(); return bufio.NewReader(x) }

// tLooked is read by another package, which keeps nothing.
type tLooked struct{ n int }

func (t *tLooked) doLooked() { t.n++ }

type iLooked interface{ doLooked() }

func (t *tLooked) Read(p []byte) (int, error) { t.n++; return 0, nil }
func useLooked()                              { x := &tLooked{}; iLooked(x).doLooked(); io.ReadAll(x) }

// tUnsafe becomes an unsafe.Pointer.
type tUnsafe struct{ n int }

func (t *tUnsafe) doUnsafe() { t.n++ }

type iUnsafe interface{ doUnsafe() }

func useUnsafe() unsafe.Pointer { x := &tUnsafe{}; iUnsafe(x).doUnsafe(); return unsafe.Pointer(x) }

// tGeneric is a type argument.
type tGeneric struct{ n int }

func (t *tGeneric) doGeneric() { t.n++ }

type iGeneric interface{ doGeneric() }

type genericBox[X any] struct{ x X }

func useGeneric() genericBox[*tGeneric] {
	x := &tGeneric{}
	iGeneric(x).doGeneric()
	return genericBox[*tGeneric]{x}
}

// tEmbedded is part of a struct with a lock.
type tEmbedded struct{ n int }

func (t *tEmbedded) doEmbedded() { t.n++ }

type iEmbedded interface{ doEmbedded() }

type outerEmbedded struct {
	mu sync.Mutex
	tEmbedded
}

func useEmbedded() iEmbedded { return &outerEmbedded{} }
func use2Embedded()          { iEmbedded(&tEmbedded{}).doEmbedded() }

// tArray is in an array that a goroutine gets.
type tArray struct{ n int }

func (t *tArray) doArray() { t.n++ }

type iArray interface{ doArray() }

func runArray(a [2]iArray) { a[0].doArray() }
func useArray()            { var a [2]iArray; a[0] = &tArray{}; go runArray(a) }

// tConverted is sent by way of an interface that it becomes later.
type tConverted struct{ n int }

func (t *tConverted) doConverted() { t.n++ }

type iConverted interface{ doConverted() }

type otherConverted interface{ doConverted() }

func useConverted(c chan otherConverted) { i := iConverted(&tConverted{}); c <- i }

// tGrouped is captured by a goroutine of a group.
type tGrouped struct{ n int }

func (t *tGrouped) doGrouped() { t.n++ }

type iGrouped interface{ doGrouped() }

func useGrouped(wg *sync.WaitGroup) { i := iGrouped(&tGrouped{}); wg.Go(func() { i.doGrouped() }) }

// tLater is captured by what a timer runs.
type tLater struct{ n int }

func (t *tLater) doLater() { t.n++ }

type iLater interface{ doLater() }

func useLater() { i := iLater(&tLater{}); time.AfterFunc(1, func() { i.doLater() }) }

// tSorted is captured by a literal that sorts.
type tSorted struct{ n int }

func (t *tSorted) doSorted() { t.n++ }

type iSorted interface{ doSorted() }

func useSorted(xs []int) {
	i := iSorted(&tSorted{})
	slices.SortFunc(xs, func(a, b int) int { i.doSorted(); return a - b })
}
