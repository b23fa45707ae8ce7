package small

import (
	"reflect"
	"testing"
)

func TestReflectMapKeysFirst(t *testing.T) {
	v := reflect.ValueOf(map[int]bool{1: true, 2: true, 3: true})
	if v.MapKeys()[0].Int() == 3 {
		t.Error("the last one comes first") // want failure
	}
}

func TestReflectMapKeysValue(t *testing.T) {
	keys := reflect.ValueOf(map[string]bool{"a": true, "b": true}).MapKeys
	if keys()[0].String() == "b" && keys()[0].String() == "a" {
		t.Error("another order each time") // want failure
	}
}

func TestReflectMapKeysAll(t *testing.T) {
	sum := 0
	for _, k := range reflect.ValueOf(map[int]bool{1: true, 2: true, 3: true}).MapKeys() {
		sum += int(k.Int())
	}
	if sum != 6 {
		t.Error(sum)
	}
}

func TestReflectMapKeysNone(t *testing.T) {
	if keys := reflect.ValueOf(map[int]bool{}).MapKeys(); len(keys) > 0 {
		t.Error(keys)
	}
}
