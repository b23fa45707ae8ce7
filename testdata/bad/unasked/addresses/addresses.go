// Package addresses has no annotations. What package net returns is new, or a part of what it is passed.
package addresses

import (
	"net"
	"net/http"
	"strings"
	"sync"
)

// Canonical is the address of a network.
func Canonical(ip string) string {
	if !strings.Contains(ip, ":") {
		return ip
	}
	v6 := net.ParseIP(ip)
	if v6 == nil {
		return ip
	}
	if v4 := v6.To4(); v4 != nil {
		return v4.String()
	}
	return v6.Mask(net.CIDRMask(64, 128)).String()
}

type limiter struct {
	mu   sync.Mutex
	seen map[string]int
}

func (l *limiter) hit(r *http.Request) int {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	key := Canonical(host)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen[key]++
	return l.seen[key]
}

var (
	mu    sync.Mutex
	known = map[string]net.IP{}
)

// Learn lets others know an address, and changes the short form of it, which is a part.
func Learn(s string) {
	ip := net.ParseIP(s)
	mu.Lock()
	known[s] = ip
	mu.Unlock()
	if short := ip.To4(); short != nil {
		short[0] = 10 // failed
	}
}

// Masked lets others know an address, and changes a copy.
func Masked(s string) net.IP {
	ip := net.ParseIP(s)
	mu.Lock()
	known[s] = ip
	mu.Unlock()
	masked := ip.Mask(net.CIDRMask(64, 128)) // failed
	if masked != nil {
		masked[0] = 10
	}
	return masked
}

// Net is what of it may be read first.
func Net(s string) net.IP {
	ip := net.ParseIP(s)
	masked := ip.Mask(net.CIDRMask(64, 128))
	if masked != nil {
		masked[0] = 10
	}
	mu.Lock()
	known[s] = ip
	mu.Unlock()
	return masked
}
