// Package decodedbehind decodes into variables with references behind references, and into such as methods tell others of.
package decodedbehind

import (
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"io"
)

// Node has references behind references.
type Node struct {
	Name string
	Kids []*Node
	By   map[string]*Node
	Rows [][]int
}

// Page has bytes of the input, of which some are in both fields.
type Page struct {
	All  []byte `xml:",innerxml"`
	Part struct {
		Text []byte `xml:",innerxml"`
	} `xml:"part"`
}

// Leaky sends itself when it is decoded.
type Leaky struct{ N int }

var (
	leaks = make(chan *Leaky, 1)
	names = make(chan *Names, 1)
	nodes = make(chan *Node, 1)
	rows  = make(chan []int, 1)
)

// UnmarshalJSON is called by package json. Its callers leave l to it, which those of package json do not know.
func (l *Leaky) UnmarshalJSON([]byte) error {
	leaks <- l
	return nil
}

// Names has a method that tells others of it.
type Names []string

// UnmarshalText is called by packages json and xml.
func (n *Names) UnmarshalText([]byte) error {
	names <- n
	return nil
}

// LeakedElement has the method behind a slice.
func LeakedElement(data []byte) {
	var v []Leaky
	if json.Unmarshal(data, &v) == nil && len(v) > 0 {
		v[0].N = 1 // failed
	}
}

// LeakedEntry has it behind a map and a pointer.
func LeakedEntry(data []byte) {
	var v map[string]*Leaky
	_ = json.Unmarshal(data, &v)
	v["x"].N = 1 // failed
}

// LeakedPart has it in a field's pointer.
func LeakedPart(data []byte) {
	var v struct{ Of *Leaky }
	if json.Unmarshal(data, &v) == nil && v.Of != nil {
		v.Of.N = 1 // failed
	}
}

// LeakedList has one for the list itself.
func LeakedList(data []byte) {
	var v struct{ Of Names }
	if xml.Unmarshal(data, &v) == nil && len(v.Of) > 0 {
		v.Of[0] = "x" // failed
	}
}

// BytesTwice claims that two fields have different bytes.
func BytesTwice(data []byte) {
	var p Page
	if xml.Unmarshal(data, &p) != nil || len(p.All) == 0 || len(p.Part.Text) == 0 {
		return
	}
	first := p.All[0]
	p.Part.Text[0] = 'x' // failed
	_ = first
}

// Deep is right: all that was decoded is as if it had been made here.
func Deep(dec *gob.Decoder) {
	var n Node
	if dec.Decode(&n) != nil {
		return
	}
	if len(n.Kids) > 0 && n.Kids[0] != nil {
		n.Kids[0].Name = "x"
	}
	if k := n.By["x"]; k != nil && len(k.Rows) > 1 && len(k.Rows[1]) > 1 {
		k.Rows[1][1]++
	}
	nodes <- &n
}

// RowSent writes a row that others know.
func RowSent(data []byte) {
	var v [][]int
	if json.Unmarshal(data, &v) == nil && len(v) > 0 && len(v[0]) > 0 {
		rows <- v[0]
		v[0][0] = 1 // failed
	}
}

// KidSent writes a node behind one that others know.
func KidSent(data []byte) {
	var v []*Node
	if json.Unmarshal(data, &v) == nil && len(v) > 0 && v[0] != nil && len(v[0].Kids) > 0 && v[0].Kids[0] != nil {
		kid := v[0].Kids[0]
		nodes <- v[0]
		kid.Name = "x" // failed
	}
}

// RowsApart claims to know what is in rows that were decoded.
func RowsApart(data []byte) {
	var v [][]int
	if json.Unmarshal(data, &v) == nil && len(v) > 1 && len(v[0]) > 0 && len(v[1]) > 0 {
		v[0][0] = 1
		//calvin:assert v[1][0] == 1 // failed
	}
}

// KidThere claims that no node is missing.
func KidThere(data []byte) {
	var v map[string]*Node
	if json.Unmarshal(data, &v) == nil {
		v["x"].Name = "y" // failed
	}
}

// OldRows decodes over rows that others know.
func OldRows(r io.Reader) {
	row := []int{1}
	v := [][]int{row}
	rows <- row
	if json.NewDecoder(r).Decode(&v) == nil && len(v) > 0 && len(v[0]) > 0 {
		v[0][0] = 1 // failed
	}
}

// FalseBehind is not proved, so what is assumed of objects behind objects is possible.
func FalseBehind(data []byte) {
	var n Node
	if json.Unmarshal(data, &n) == nil && len(n.Kids) > 1 && n.Kids[1] != nil && len(n.Kids[1].Rows) > 0 && len(n.Kids[1].Rows[0]) > 0 {
		n.Kids[1].Rows[0][0] = 3
		n.Kids[1].Name = "x"
		//calvin:assert false // failed
	}
}

// FalseSent is not proved, when it is known to others.
func FalseSent(data []byte) {
	var n Node
	if json.Unmarshal(data, &n) == nil && len(n.Rows) > 1 {
		rows <- n.Rows[1]
		nodes <- &n
		//calvin:assert false // failed
	}
}
