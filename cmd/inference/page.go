package main

import (
	"bytes"
	"fmt"
)

func page(all []*study) []byte {
	var b bytes.Buffer
	for _, s := range all {
		fmt.Fprintf(&b, "%s %d\n", s.name, len(s.removed))
	}
	return b.Bytes()
}
