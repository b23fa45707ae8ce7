package p

//calvin:ghost
//calvin:ghost x
//calvin:ghost x Foo
//calvin:ghost y int = 3
//calvin:ghost s seq[int
//calvin:ghost t seq[int, int]
//calvin:ghost u []seq[int]
//calvin:ghost z integer
//calvin:invariant z == n
//calvin:invariant z == len(v)
//calvin:ghost v seq[int]
//calvin:invariant v[0] == "a"
//calvin:invariant v + 1 == v
//calvin:invariant len(v) == v
type T struct{ n int }

func f(t *T) {
	//calvin:set t.n = 1
	//calvin:set t.v = 1
	//calvin:set t.v
	//calvin:set t.w = 1
}
