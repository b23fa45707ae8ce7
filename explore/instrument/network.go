package instrument

import (
	"bytes"
	"errors"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/calvin-go/calvin/explore/border"
)

// Tests of servers listen on a port of their own machine, and connect to it. Real sockets are not under control: a goroutine that waits in
// Accept would hold up all others. So package simnet stands for package net in a test where nobody else uses sockets: then all ends of a
// connection are of instrumented code. A test binary of which some package does anything else with sockets has the real ones.

const simnetPath = "calvin/explore/simnet"

// networkFunctions has, for functions of package net, those of package simnet in their place, with Net before their names.
var networkFunctions = map[string]string{
	"net.Listen": "NetListen", "net.Dial": "NetDial", "net.DialTimeout": "NetDialTimeout", "net.Pipe": "NetPipe",
	"(*net.Dialer).Dial": "NetDialerDial", "(*net.Dialer).DialContext": "NetDialerDialContext", "(*net.ListenConfig).Listen": "NetListenConfigListen",
}

// serving has the packages of the standard library that serve, or connect, in goroutines of their own.
var serving = set("net/http net/http/httptest net/rpc")

// servers lists those of them that packages of the main modules use for that, so that their goroutines are under control, too. To make a
// handler or a request takes none.
func servers(roots []*packages.Package) []string {
	found := map[string]bool{}
	for p := range packages.Postorder(roots) {
		if p.Module == nil || !p.Module.Main || generatedMain(p) || !importsPath(p, serving) || !hasWords(p, servingWords) {
			continue
		}
		for path := range p.Imports {
			if serving[path] && !slices.ContainsFunc(roots, func(r *packages.Package) bool { return underTest(r) == path }) {
				found[path] = true
			}
		}
	}
	if len(found) > 0 {
		found["net/http"] = true
	}
	return slices.Sorted(maps.Keys(found))
}

var servingWords = strings.Fields("NewServer NewTLSServer NewUnstartedServer Serve( ServeTLS ListenAndServe http.Get http.Head http.Post http.Client Client{ Transport DefaultClient net/rpc")

// errSockets says that packages which serve are instrumented, and some of their sockets are real: goroutines under
// control would wait for them.
var errSockets = errors.New("some sockets are real")

// networkName is the name of a function of package simnet, of one in networkFunctions.
func networkName(name string) (string, bool) {
	if short, ok := strings.CutPrefix(name, "Net"); ok && simnetNames[name] {
		return short, true
	}
	return "", false
}

var simnetNames = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range networkFunctions {
		m[name] = true
	}
	return m
}()

// runtimeFunction returns the name of the runtime's function for fn in the unit.
func (u *unit) runtimeFunction(fn *types.Func) (string, bool) {
	if name := networkFunctions[fn.FullName()]; name != "" && u.network {
		return name, true
	}
	return runtimeFunction(fn)
}

// simulates reports whether what fn does, of package net, is simulated in the unit, or touches no socket.
func (u *unit) simulates(fn *types.Func) bool {
	return u.network && fn.Pkg().Path() == "net" && (networkFunctions[fn.FullName()] != "" || !reachesOut(fn))
}

// networked lists the packages that have the simulated network: those of which all test binaries have it.
func networked(roots, instrumented []*packages.Package) map[string]bool {
	words := strings.Fields("Dial Listen Serve Transport Client Conn")
	if slices.ContainsFunc(instrumented, func(p *packages.Package) bool { return p.PkgPath == "net/http" }) {
		words = strings.Fields("net.Dial net.Listen tls.Dial tls.Listen TCPConn TCPListener UDPConn UnixConn") // the rest is by way of package net/http
	}
	byPath, other := map[string][]*packages.Package{}, map[string]bool{}
	out := map[string]bool{}
	for _, p := range instrumented {
		byPath[p.PkgPath] = append(byPath[p.PkgPath], p)
		out[p.PkgPath] = true
	}
	uses := func(p *packages.Package) bool { // something of sockets that is not simulated
		if serving[p.PkgPath] && out[p.PkgPath] {
			return false
		}
		if own := byPath[p.PkgPath]; own != nil {
			return slices.ContainsFunc(own, func(p *packages.Package) bool { return usesSockets(p, byPath) })
		}
		if p.Module == nil || border.Assertions(p.PkgPath) || generatedMain(p) {
			return false
		}
		found, ok := other[p.PkgPath]
		if !ok {
			found = importsPath(p, socketPackages) && hasWords(p, words)
			other[p.PkgPath] = found
		}
		return found
	}
	var binaries [][]string // the instrumented packages of each
	for _, root := range roots {
		if !generatedMain(root) {
			continue
		}
		var members []string
		real := false
		for p := range packages.Postorder([]*packages.Package{root}) {
			real = real || uses(p)
			if out[p.PkgPath] || byPath[p.PkgPath] != nil {
				members = append(members, p.PkgPath)
			}
		}
		if real {
			for _, m := range members {
				delete(out, m)
			}
		}
		binaries = append(binaries, members)
	}
	for changed := true; changed; {
		changed = false
		for _, members := range binaries {
			if !slices.ContainsFunc(members, func(m string) bool { return !out[m] }) {
				continue
			}
			for _, m := range members {
				changed = changed || out[m]
				delete(out, m)
			}
		}
	}
	return out
}

// usesSockets reports whether an instrumented package names a function that opens a socket in another way than those that are simulated, or
// a type of which simulated connections are not.
func usesSockets(p *packages.Package, instrumented map[string][]*packages.Package) bool {
	if inStandardLibrary(p) || p.TypesInfo == nil {
		return true
	}
	for _, obj := range p.TypesInfo.Uses {
		if obj.Pkg() == nil || !socketPackages[obj.Pkg().Path()] || instrumented[obj.Pkg().Path()] != nil {
			continue
		}
		switch obj := obj.(type) {
		case *types.Func:
			if networkFunctions[obj.FullName()] == "" && reachesOut(obj) && !looksUp(obj.Name()) {
				return true
			}
		case *types.TypeName:
			if socketTypes[obj.Name()] {
				return true
			}
		}
		if obj.Pkg().Path() == "net/rpc" {
			return true
		}
	}
	return false
}

// looksUp reports whether a function of package net only asks for names and numbers.
func looksUp(name string) bool {
	return strings.HasPrefix(name, "Lookup") || strings.HasPrefix(name, "Resolve")
}

var (
	socketPackages = set("net net/http net/http/httptest net/rpc net/smtp net/textproto crypto/tls")
	socketTypes    = set("Client Server Transport TCPConn TCPListener UDPConn UnixConn UnixListener IPConn")
)

// hasWords reports whether the text of a package has one of some words, or cannot be read.
func hasWords(p *packages.Package, words []string) bool {
	return slices.ContainsFunc(p.GoFiles, func(name string) bool {
		src, err := os.ReadFile(name)
		return err != nil || slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(src, []byte(word)) })
	})
}
