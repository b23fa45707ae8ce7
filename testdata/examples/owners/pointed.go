package owners

import "sync"

// A Page is filled through pointers to what it owns, too.
type Page struct {
	mu sync.Mutex
	//calvin:guarded_by mu
	text []byte
	//calvin:guarded_by mu
	notes map[int]string
}

// A Pen writes on some page.
type Pen struct{ text *[]byte }

// Take has a pen for the page.
func (p *Page) Take() *Pen { return &Pen{&p.text} }

// Fill makes new text with a function that is given the address of the old one.
func (p *Page) Fill() {
	fill := func(text *[]byte) {
		*text = make([]byte, 16)
		(*text)[0] = '.'
	}
	note := func(notes *map[int]string) { *notes = map[int]string{0: "."} }
	p.mu.Lock()
	fill(&p.text)
	note(&p.notes)
	p.mu.Unlock()
}

// Reset makes new text without a pointer.
//
//calvin:atomic
//calvin:modifies p.text
//calvin:ensures  p.text != nil && len(p.text) == 8
func (p *Page) Reset() {
	p.mu.Lock()
	p.text = make([]byte, 8)
	p.mu.Unlock()
}

// Dot changes the text.
func (p *Page) Dot() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.text) > 0 {
		p.text[0] = '.'
	}
	p.text = append(p.text, '.')
}

// Write has the pen write, if it is one for the page.
func (pen *Pen) Write(p *Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if pen.text != &p.text {
		return
	}
	*pen.text = append(*pen.text, '.')
	if s := *pen.text; len(s) > 1 {
		s[1] = '!'
	}
}
