// Package remote knows the real clock alone, as it waits for the network.
package remote

import (
	"net"
	"time"
)

// Age says how long ago t was.
func Age(t time.Time) time.Duration { return time.Since(t) }

// Dial is there for the import.
func Dial(address string) (net.Conn, error) { return net.DialTimeout("tcp", address, time.Second) }
