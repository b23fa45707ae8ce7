package p

func f() {
	//calvin:ignore
	//calvin:ignore CV0102
	//calvin:ignore races are fine here
	//calvin:ignore cv0102 lower case
	//calvin:ignore CV102 too short
	//calvin:ignore all
}
