// Package action has specifications that do not fit together.
package action

type T struct{ a int }

// F names an action that is not declared.
//
//calvin:performs A // error: CV0808
func (t *T) F() {}

// G declares an action that is not named.
//
//calvin:performs A
//calvin:action A
//calvin:action B // error: CV0808
func (t *T) G() {}

// H has a clause of no action.
//
//calvin:modifies t.a // error: CV0808
func (t *T) H() {}

// I names an action in a witness that is none of its own.
//
//calvin:performs A
//calvin:action A
func (t *T) I() {
	//calvin:witness B // error: CV0804
}
