package report

import (
	"testing"
	"time"
)

func TestPutOffInWords(t *testing.T) {
	for want, p := range map[string]PutOff{
		"": {},
		"1 function was put off: the run's limit of 1m0s was over; calvin check -thorough checks it":                                                                                     {Functions: 1, Limit: time.Minute},
		"2 functions were put off: the run's limit of 10m0s was over; calvin check -thorough checks them, -run NAME one of them; what has been checked is kept, so the next run goes on": {Functions: 2, Limit: 10 * time.Minute, Kept: true},
	} {
		if got := p.String(); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}
