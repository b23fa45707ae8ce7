package instrument

import (
	"go/types"
	"strings"
)

// functions has, for functions and methods of the standard library, the function of the runtime in their place. It takes
// the site first and a method's receiver, as a pointer, second.
var functions = functionTable()

func functionTable() map[string]string {
	t := map[string]string{
		"runtime.Gosched":      "Gosched",
		"runtime.Goexit":       "Goexit",
		"runtime.NumGoroutine": "NumGoroutine", "runtime.Stack": "Stack", "runtime.GoroutineProfile": "GoroutineProfile",
		"reflect.Select": "ReflectSelect", "reflect.MakeChan": "ReflectMakeChan",
		"(*runtime/pprof.Profile).Count": "ProfileCount", "(*runtime/pprof.Profile).WriteTo": "ProfileWriteTo",
		"runtime.LockOSThread":   "LockOSThread",
		"runtime.UnlockOSThread": "UnlockOSThread",
		"runtime.SetFinalizer":   "SetFinalizer",
		"os.Exit":                "Exit",
		"io.Pipe":                "IOPipe",
		"iter.Pull":              "Pull", "iter.Pull2": "Pull2",

		"(*sync.Mutex).Lock":     "Lock",
		"(*sync.Mutex).Unlock":   "Unlock",
		"(*sync.Mutex).TryLock":  "TryLock",
		"(*sync.RWMutex).Lock":   "RWLock",
		"(*sync.RWMutex).Unlock": "RWUnlock",
		"(*sync.RWMutex).RLock":  "RLock", "(*sync.RWMutex).RUnlock": "RUnlock",
		"(*sync.RWMutex).TryLock": "RWTryLock", "(*sync.RWMutex).TryRLock": "TryRLock",
		"(*sync.Once).Do": "OnceDo",
		"sync.OnceFunc":   "OnceFunc", "sync.OnceValue": "OnceValue", "sync.OnceValues": "OnceValues",

		"sync/atomic.LoadPointer": "LoadPointer", "sync/atomic.StorePointer": "StorePointer",
		"sync/atomic.SwapPointer": "SwapPointer", "sync/atomic.CompareAndSwapPointer": "CompareAndSwapPointer",

		"context.WithCancel": "WithCancel", "context.WithCancelCause": "WithCancelCause",
		"context.WithDeadline": "WithDeadline", "context.WithDeadlineCause": "WithDeadlineCause",
		"context.WithTimeout": "WithTimeout", "context.WithTimeoutCause": "WithTimeoutCause",
		"context.AfterFunc": "ContextAfterFunc", "context.Cause": "ContextCause",

		"(*time.Timer).Stop": "TimerStop", "(*time.Timer).Reset": "TimerReset",
		"(*time.Ticker).Stop": "TickerStop", "(*time.Ticker).Reset": "TickerReset",

		"(*testing.T).Run": "TRun", "(*testing.T).Parallel": "TParallel",
		"(*testing.M).Run":      "MRun",
		"testing/synctest.Test": "SynctestTest", "testing/synctest.Wait": "SynctestWait",
		"(*testing.common).Context": "TContext", "(testing.TB).Context": "TContext",
	}
	randomFunctions(t)
	family := func(prefix, ours string, names ...string) {
		for _, name := range names {
			t[prefix+name] = ours + name
		}
	}
	family("(*sync.WaitGroup).", "WaitGroup", "Add", "Done", "Wait", "Go")
	family("(reflect.Value).", "Reflect", "MapKeys", "MapRange", "Seq", "Seq2", "Len", "Send", "TrySend", "Recv", "TryRecv", "Close")
	family("(*sync.Cond).", "Cond", "Wait", "Signal", "Broadcast")
	family("(*sync.Pool).", "Pool", "Get", "Put")
	family("(*sync.Map).", "Map", "Load", "Store", "LoadOrStore", "LoadAndDelete", "Delete", "Swap",
		"CompareAndSwap", "CompareAndDelete", "Range", "Clear")
	family("time.", "", "Now", "Since", "Until", "Sleep", "After", "Tick", "AfterFunc", "NewTimer", "NewTicker")
	family("maps.", "Maps", "All", "Keys", "Values", "DeleteFunc")
	t["hash/maphash.MakeSeed"] = "MakeSeed"
	family("hash/maphash.", "Hash", "Bytes", "String", "Comparable", "WriteComparable")
	family("(*hash/maphash.Hash).", "Hash", "Write", "WriteString", "WriteByte", "Sum64", "Reset", "Seed")
	family("(*sync/atomic.Value).", "Value", "Load", "Store", "Swap", "CompareAndSwap")
	for _, typ := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Bool", "Pointer[T]"} {
		family("(*sync/atomic."+typ+").", "", "Load", "Store", "Swap", "CompareAndSwap", "Add", "And", "Or")
		for _, op := range []string{"Load", "Store", "Swap", "CompareAndSwap", "Add", "And", "Or"} {
			t["sync/atomic."+op+typ] = op + "Int"
		}
	}
	return t
}

// outside has the packages whose calls reach beyond the process: what they do is not under control.
var outside = map[string]bool{
	"net": true, "net/http": true, "net/http/httptest": true, "os/exec": true, "os/signal": true, "syscall": true,
	"database/sql": true,
}

// runtimeFunction returns the name of the runtime's function for fn.
func runtimeFunction(fn *types.Func) (string, bool) {
	if fn.Pkg() == nil {
		return "", false
	}
	name, ok := functions[strings.ReplaceAll(fn.Origin().FullName(), "sync/atomic.Pointer[T any]", "sync/atomic.Pointer[T]")]
	return name, ok
}

// isOutside reports whether a call of fn reaches beyond the process.
func isOutside(fn *types.Func) bool {
	return fn.Pkg() != nil && (outside[fn.Pkg().Path()] || outside[fn.FullName()])
}

// makesValue reports whether fn, of package net/http or httptest, makes a value or looks at one, and neither reaches out nor waits: what
// tests of handlers call. Such a call is worth no note.
func makesValue(fn *types.Func) bool {
	switch recv := fn.Signature().Recv(); {
	case reachesOut(fn):
		return false
	case fn.Pkg().Path() == "net/http/httptest":
		return true // a server has been started, which is worth a note
	default:
		return fn.Pkg().Path() == "net/http" && (recv == nil || handles(recv.Type()))
	}
}

// handles reports whether t is that of what a handler is passed, or of a handler.
func handles(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && handling[named.Obj().Name()]
}

var handling = set("Cookie Handler HandlerFunc Header Request ResponseWriter ServeMux")

// reaching has the functions that start something outside the process, wait for it, or count all allocations of the process. A package
// stands for all its functions. The other functions of the packages that isOutside knows mostly make values.
var reaching = func() map[string]bool {
	m := map[string]bool{"os/signal": true, "syscall": true}
	for prefix, names := range map[string]string{
		"os.":                    "StartProcess",
		"(*os/exec.Cmd).":        "CombinedOutput Output Run Start",
		"net.":                   "Dial DialIP DialTCP DialTimeout DialUDP DialUnix Listen ListenIP ListenMulticastUDP ListenPacket ListenTCP ListenUDP ListenUnix ListenUnixgram LookupAddr LookupCNAME LookupHost LookupIP LookupMX LookupNS LookupPort LookupSRV LookupTXT ResolveIPAddr ResolveTCPAddr ResolveUDPAddr",
		"(*net.Dialer).":         "Dial DialContext DialIP DialTCP DialUDP DialUnix",
		"(*net.ListenConfig).":   "Listen ListenPacket",
		"(*net.Resolver).":       "LookupAddr LookupCNAME LookupHost LookupIP LookupIPAddr LookupMX LookupNS LookupNetIP LookupPort LookupSRV LookupTXT",
		"net/http.":              "Get Head ListenAndServe ListenAndServeTLS Post PostForm Serve ServeTLS",
		"(*net/http.Client).":    "Do Get Head Post PostForm",
		"(*net/http.Transport).": "RoundTrip",
		"(*net/http.Server).":    "ListenAndServe ListenAndServeTLS Serve ServeTLS",
		"net/http/httptest.":     "NewServer NewTLSServer NewUnstartedServer",
		"crypto/tls.":            "Dial DialWithDialer Listen",
		"net/smtp.":              "Dial SendMail",
		"net/rpc.":               "Dial DialHTTP DialHTTPPath",
		"runtime.":               "ReadMemStats",
		"runtime/metrics.":       "Read",
		"testing.":               "AllocsPerRun",
	} {
		for _, name := range strings.Fields(names) {
			m[prefix+name] = true
		}
	}
	return m
}()

// reachesOut reports whether a call of fn makes a test depend on what is outside the process.
func reachesOut(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Signature().Recv() == nil && reaching[fn.Pkg().Path()] || reaching[fn.FullName()]
}
