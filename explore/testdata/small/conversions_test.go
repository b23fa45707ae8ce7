package small

import "testing"

type (
	octets []byte
	text   string
)

// converted is a conversion in generic code.
func converted[T ~[]byte](b T) string { return string(b) }

func TestConversionToString(t *testing.T) {
	b := []byte("ab")
	go func() { b[1] = 'c' }() // want race
	_ = string(b)              // want race
}

func TestConversionGeneric(t *testing.T) {
	b := octets("ab")
	go func() { b[1] = 'c' }() // want race
	_ = converted(b)
}

func TestConversionOfRunes(t *testing.T) {
	b := []rune("ab")
	go func() { b[1] = 'c' }() // want race
	_ = text(b)                // want race
}

func TestConversionToArray(t *testing.T) {
	b := []int{1, 2, 3}
	go func() { b[1] = 4 }() // want race
	_ = [2]int(b)            // want race
}

func TestConversionBeyond(t *testing.T) {
	b := []int{1, 2, 3}
	go func() { b[2] = 4 }()
	_ = [2]int(b)
}

func TestConversionTooLong(t *testing.T) {
	defer func() { recover() }()
	b := []int{1}
	_ = [2]int(b)
	t.Error("no panic")
}

func TestConversionOfPart(t *testing.T) {
	b := []byte("ab")
	go func() { b[1] = 'c' }()
	m := map[string]int{"a": 1}
	switch {
	case m[string(b[:1])] != 1, (string)(b[:1]) != "a":
		t.Error("not found")
	}
}
