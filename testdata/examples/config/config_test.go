package config

import "testing"

func TestHolder(t *testing.T) {
	var h Holder
	if h.Get() != nil || h.Limit(9) != 9 || h.Raise(1) {
		t.Error("the zero Holder has a configuration")
	}
	h.Replace(3, true)
	if !h.Raise(4) || h.Limit(9) != 7 || !h.Get().Verbose {
		t.Errorf("after Replace and Raise: %+v", h.Get())
	}
}
