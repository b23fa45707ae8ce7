package decodedparts

import "encoding/json"

type Settings struct {
	Name   string
	Hosts  []string
	Limits map[string]int
	N      *int
}

type Tree struct {
	Name string
	Kids []*Tree
	By   map[string]*Tree
	Rows [][]int
	Tags map[string][]string
	Left *Tree
}

type Doc struct {
	Rows [][]int
	By   map[string]*Settings
	List []Settings
	Any  map[string]any
	Root *Tree
}

func V1(data []byte) {
	var s Settings
	_ = json.Unmarshal(data, &s)
	//calvin:assert false
	_ = s
}

func V2(data []byte) {
	var s Settings
	_ = json.Unmarshal(data, &s)
	if len(s.Hosts) > 0 && s.Limits != nil && s.N != nil {
		s.Hosts[0] = "x"
		s.Limits["a"] = 1
		*s.N = 3
		//calvin:assert false
	}
	_ = s
}

func V3(data []byte) {
	var d Doc
	_ = json.Unmarshal(data, &d)
	if len(d.Rows) > 1 && len(d.Rows[0]) > 0 && len(d.Rows[1]) > 0 {
		d.Rows[0][0] = 1
		d.Rows[1][0] = 2
		//calvin:assert false
	}
}

func V4(data []byte) {
	var d Doc
	_ = json.Unmarshal(data, &d)
	if s := d.By["x"]; s != nil {
		s.Name = "a"
		if len(s.Hosts) > 0 {
			s.Hosts[0] = "b"
			//calvin:assert false
		}
	}
}

func V5(data []byte) {
	var d Doc
	_ = json.Unmarshal(data, &d)
	if len(d.List) > 2 && len(d.List[1].Hosts) > 3 {
		d.List[1].Name = "x"
		d.List[1].Hosts[2] = "x"
		//calvin:assert false
	}
}

func V6(data []byte) {
	var d Doc
	_ = json.Unmarshal(data, &d)
	if t := d.Root; t != nil && len(t.Kids) > 0 && t.Kids[0] != nil {
		t = t.Kids[0]
		t.Name = "a"
		if l := t.By["z"]; l != nil && l.Left != nil && len(l.Left.Rows) > 0 && len(l.Left.Rows[0]) > 0 {
			l.Left.Rows[0][0]++
			l.Left.Name = "z"
			if a := l.Left.Tags["q"]; len(a) > 0 {
				a[0] = "x"
				//calvin:assert false
			}
		}
	}
}

func V7(data []byte) {
	var d Doc
	d.Rows = [][]int{{1}}
	_ = json.Unmarshal(data, &d)
	//calvin:assert false
	_ = d
}

func V8(data []byte) {
	var d Doc
	d.Rows = [][]int{{1}}
	_ = json.Unmarshal(data, &d)
	if len(d.Rows) > 0 && len(d.Rows[0]) > 0 {
		_ = d.Rows[0][0]
		//calvin:assert false
	}
	_ = d
}

var all = make(chan *Doc, 1)
var lists = make(chan []string, 1)

func V9(data []byte) {
	var d Doc
	_ = json.Unmarshal(data, &d)
	if len(d.List) > 0 {
	lists <- d.List[0].Hosts
	all <- &d
	}
	//calvin:assert false
}
