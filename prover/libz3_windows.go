package prover

import "syscall"

// libraryNames is where Z3 is looked for, on the PATH.
var libraryNames = []string{"libz3.dll", "z3.dll"}

func openLibrary(name string) (uintptr, error) {
	handle, err := syscall.LoadLibrary(name)
	return uintptr(handle), err
}

// symbol returns the address of a function of an open library.
func symbol(library handle, name string) (uintptr, error) {
	return syscall.GetProcAddress(syscall.Handle(library), name)
}
