package verify

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/report"
)

// A fault is a bug of calvin met in a stage.
type fault struct {
	what string // one line
	file string // the details, to attach to a report; empty if it could not be written
}

// guard runs a stage and turns its panic, or an error that it is not expected to give, into a fault.
func (r *run) guard(doing string, stage func() error) (f *fault) {
	defer func() {
		if p := recover(); p != nil {
			f = r.fault(doing, fmt.Sprint(p), debug.Stack())
		}
	}()
	if err := stage(); err != nil {
		return r.fault(doing, err.Error(), nil)
	}
	return nil
}

// fault writes the details of a bug to a file.
func (r *run) fault(doing, what string, stack []byte) *fault {
	r.passing.Store(true)
	f := &fault{what: what}
	out, err := os.CreateTemp(r.opts.Faults, "calvin-bug-*.txt")
	if err != nil {
		return f // the finding itself still says what happened
	}
	_, err = fmt.Fprintf(out, "%s: %s\n%s %s/%s\n\n%s", doing, what, runtime.Version(), runtime.GOOS, runtime.GOARCH, stack)
	if closing := out.Close(); err == nil && closing == nil {
		f.file = out.Name()
	}
	return f
}

// finding is the finding about a fault in a stage that is not about one function; a package of the run is named.
func (f *fault) finding(pkg *packages.Package) *report.Diagnostic {
	return report.FromFault(pkg.PkgPath, "", packageSpan(pkg), f.what, f.file)
}
