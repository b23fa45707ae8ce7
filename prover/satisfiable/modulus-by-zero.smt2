; Z3 of August 2026 calls this contradictory with another core (Z3Prover/z3 issue 10509).
(declare-fun p () Int)
(declare-fun q () Int)
(assert (>= p 0))
(assert (>= q 0))
(assert (<= p 1))
(assert (< q 1))
(assert (<= (ite (= 0 (mod 1 0)) (+ 1 q) p) 5))
(check-sat)
