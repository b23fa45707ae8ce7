package p

var result int

//calvin:atomic
//calvin:ensures result == 1
//calvin:ensures result.0 == result
func k(result int) int { return result }

//calvin:atomic
//calvin:ensures result == 1
//calvin:ensures forall result int :: result == result
func l() int { return result }

//calvin:requires result == 1
func m() {}
