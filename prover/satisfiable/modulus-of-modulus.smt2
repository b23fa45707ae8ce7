; Z3 of August 2026 calls this contradictory where cases are split by relevance (Z3Prover/z3 issue 10510). Take c = -2, d = 0.
(declare-fun c () Int)
(declare-fun d () Int)
(declare-fun k () Int)
(assert (distinct 0 (- d c)))
(assert (distinct 0 (mod k c)))
(assert (= 0 (mod k (mod c d))))
(check-sat)
