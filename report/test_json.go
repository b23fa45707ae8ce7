package report

type (
	jsonTest struct {
		Kind         string      `json:"kind"`
		Package      string      `json:"package"`
		Test         string      `json:"test"`
		Verdict      TestVerdict `json:"verdict"`
		Bug          *jsonBug    `json:"bug,omitempty"`
		More         []*jsonBug  `json:"more,omitempty"`
		Strategy     string      `json:"strategy"`
		Clock        string      `json:"clock"`
		Timers       bool        `json:"timers"`
		AnyTime      *jsonAny    `json:"any_time,omitempty"`
		Executions   int         `json:"executions"`
		Redundant    int         `json:"redundant"`
		Truncated    int         `json:"truncated"`
		Events       int         `json:"events"`
		Complete     bool        `json:"complete"`
		Bound        int         `json:"bound"`
		FailuresOnly bool        `json:"failures_only,omitempty"`
		NoFailure    bool        `json:"no_failure,omitempty"`
		Seconds      float64     `json:"seconds"`
		Reason       string      `json:"reason,omitempty"`
		OutOfControl []string    `json:"out_of_control,omitempty"`
		Kept         []string    `json:"kept,omitempty"`
		Values       []string    `json:"sampled_values,omitempty"`
		Maps         []string    `json:"sampled_maps,omitempty"`
		Believed     []string    `json:"believed,omitempty"`
		RealClock    []string    `json:"real_clock,omitempty"`
	}
	jsonAny struct {
		Executions int  `json:"executions"`
		Complete   bool `json:"complete"`
	}
	jsonBug struct {
		Kind        string     `json:"kind"`
		Cause       string     `json:"cause"`
		First       string     `json:"first,omitempty"`
		Clock       string     `json:"clock"`
		Message     string     `json:"message"`
		Position    string     `json:"position"`
		Goroutines  int        `json:"goroutines"`
		Preemptions int        `json:"preemptions"`
		Trace       string     `json:"trace"`
		Related     []jsonNote `json:"related"`
		Steps       []jsonStep `json:"steps"`
	}
	jsonTestSummary struct {
		Kind       string  `json:"kind"`
		OK         int     `json:"ok"`
		Bugs       int     `json:"bugs"`
		Incomplete int     `json:"incomplete"`
		Errors     int     `json:"errors"`
		Skipped    int     `json:"skipped"`
		Seconds    float64 `json:"seconds"`
	}
)

// Test writes a test object.
func (r *JSON) Test(t *TestResult) error {
	o := jsonTest{
		Kind: "test", Package: t.Package, Test: t.Test, Verdict: t.Verdict, Strategy: t.Strategy,
		Clock: t.Clock(), Timers: t.Timed,
		Executions: t.Executions, Redundant: t.Redundant, Truncated: t.Truncated, Events: t.Events,
		Complete: t.Complete, Bound: t.Bound, FailuresOnly: t.FailuresOnly, NoFailure: t.NoFailure, Seconds: milliseconds(t.Seconds), Reason: t.Reason, OutOfControl: t.OutOfControl, Kept: t.Kept,
		Values: t.Values, Maps: t.Maps, Believed: t.Believed, RealClock: t.RealClock,
	}
	if a := t.AnyTime; a != nil {
		o.AnyTime = &jsonAny{a.Executions, a.Complete}
	}
	for i, b := range t.bugs() {
		one := r.bug(b)
		if i == 0 {
			o.Bug = one
		} else {
			o.More = append(o.More, one)
		}
	}
	return r.write(o)
}

func (r *JSON) bug(b *Bug) *jsonBug {
	return &jsonBug{
		Kind: b.Kind, Cause: b.Cause, First: b.First, Clock: clockName(b.ClockAny), Message: b.Message, Position: r.at(b.Position), Goroutines: b.Goroutines,
		Preemptions: b.Preemptions, Trace: b.Trace,
		Related: each(b.Related, func(n BugNote) jsonNote { return jsonNote{r.at(n.Position), n.Text} }),
		Steps: each(b.Steps, func(s BugStep) jsonStep {
			return jsonStep{Goroutine: GoroutineName(s.Goroutine), Position: r.at(s.Position), Text: s.Text}
		}),
	}
}

// TestSummary writes the summary object of an exploration.
func (r *JSON) TestSummary(s TestSummary) error {
	return r.write(jsonTestSummary{"explored", s.OK, s.Bugs, s.Incomplete, s.Errors, s.Skipped, milliseconds(s.Seconds)})
}
