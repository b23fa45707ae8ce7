package panics

import "testing"

// catches calls f and catches its panic.
func catches(t *testing.T, panics bool, f func()) {
	t.Helper()
	defer func() {
		if r := recover(); (r != nil) != panics {
			t.Errorf("%v", r)
		}
	}()
	f()
}

func TestHalf(t *testing.T) {
	Half(2)
	catches(t, true, func() { Half(-1) })
}

func TestFirstOf(t *testing.T) {
	First([]int{1})
	catches(t, true, func() { First(nil) })
}

func TestLenient(t *testing.T) { Lenient(-1) }
func TestQuarter(t *testing.T) { catches(t, true, func() { Quarter(-1) }) }

func TestEither(t *testing.T) {
	Either(5)
	catches(t, true, func() { Either(-1) })
	catches(t, true, func() { Either(10) })
}

func TestCaught(t *testing.T) {
	if Caught(7) {
		t.Error("no")
	}
}

func TestChanged(t *testing.T) { catches(t, true, func() { Changed(-1) }) }

func TestEnter(t *testing.T) {
	g := &Gate{}
	g.Enter()
	g.Shut()
	catches(t, true, g.Enter)
}

// That a test is over is no panic.
func TestOver(t *testing.T) { Run2(t.SkipNow) }

// Run2 may not panic here.
//
//calvin:panics_if f == nil
func Run2(f func()) { f() }

func TestZero(t *testing.T)    { catches(t, true, func() { Zero(0) }) }
func TestSecond(t *testing.T)  { catches(t, true, func() { Second([]int{1}) }) }
func TestNothing(t *testing.T) { catches(t, true, func() { Nothing(nil, 1) }) }
func TestEighth(t *testing.T)  { catches(t, true, func() { Eighth(-4) }) }
func TestRun(t *testing.T)     { catches(t, true, func() { Run(func() { panic("no") }) }) }
func TestRepeat(t *testing.T)  { catches(t, true, func() { Repeat(-1) }) }
func TestEnds(t *testing.T)    { catches(t, true, func() { Ends(0) }) }
func TestAgain(t *testing.T)   { catches(t, true, func() { Again(0) }) }
func TestBoth(t *testing.T)    { catches(t, true, func() { Both(9) }) }
func TestDown(t *testing.T)    { catches(t, true, func() { Down(2) }) }

func TestPass(t *testing.T) {
	g := &Gate{}
	go g.Shut()
	defer func() { recover() }()
	g.Pass()
}

func TestOpen(t *testing.T) { catches(t, true, (&Gate{}).Kept) }
