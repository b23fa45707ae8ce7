; Z3 of April 2023 calls this contradictory (Z3Prover/z3 issue 6693).
(declare-fun c (Int) Int)
(declare-fun k () Int)
(assert (< k 0))
(assert (= k (ite (= 0 0) (ite (= (c 0) 0) 0 (rem k (c 0))) 0)))
(check-sat)
