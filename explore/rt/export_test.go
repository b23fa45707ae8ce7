package rt

// Watching makes starts and ends of goroutines steps, until the function that it returns is called.
func Watching() (done func()) {
	liveSetRead = true
	return func() { liveSetRead = false }
}

// Accessed names what an access reads or assigns.
var Accessed = accessed
