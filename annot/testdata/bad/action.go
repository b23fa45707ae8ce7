package p

type T struct{ n int }

//calvin:when true
//calvin:ensures true
//calvin:modifies t.n
func f(t *T) {}

//calvin:action A
//calvin:ensures true
func g() {}

//calvin:performs A
//calvin:action A
//calvin:action B
func h() {}

//calvin:performs A ; C
//calvin:action A
//calvin:action B
func i() {}

//calvin:performs A
//calvin:action A
//calvin:action A
func j() {}

//calvin:performs Bigger [] Smaller
func k() {}

//calvin:performs A [] action "A": () { true }
//calvin:action A
func l() {}

//calvin:action A
//calvin:atomic
func m() {}

//calvin:performs skip
//calvin:ensures true
func n() {}

func o() {
	//calvin:witness A
}

//calvin:performs action "A": (t.m) { t.m == 1 } [] action "B": () { t.n }
func p(t *T) {}

//calvin:performs skip
//calvin:requires true
//calvin:when true
func q() {}

//calvin:performs First [] Second
//calvin:action First
//calvin:action Second
func r() {
	//calvin:witness Frist
	//calvin:witness Third
	//calvin:witness 3
}
