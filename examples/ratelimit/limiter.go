// Package ratelimit limits how often something is done: a bucket of tokens that is filled again as time goes by.
package ratelimit

import (
	"sync"
	"time"
)

// A Limiter has a bucket of tokens. Every interval adds one, as long as there is room.
//
//calvin:invariant 0 < burst && 0 < interval && 0 <= tokens && tokens <= burst
type Limiter struct {
	burst    int
	interval time.Duration

	mu sync.Mutex
	//calvin:guarded_by mu
	tokens int
	//calvin:guarded_by mu
	filled time.Time // when the last token was added
}

// New returns a limiter whose bucket holds burst tokens, and is full.
//
//calvin:requires burst > 0 && interval > 0
func New(burst int, interval time.Duration, now time.Time) *Limiter {
	return &Limiter{burst: burst, interval: interval, tokens: burst, filled: now}
}

// Allow takes a token if there is one, and reports whether it did.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.tokens, l.filled
//calvin:ensures  result ==> l.tokens < l.burst && l.tokens >= old(l.tokens)-1
//calvin:ensures  !result ==> l.tokens == 0
func (l *Limiter) Allow(now time.Time) bool {
	return l.AllowN(now, 1)
}

// AllowN takes n tokens if there are so many, and reports whether it did.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.tokens, l.filled
//calvin:ensures  result ==> 0 <= n && l.tokens <= l.burst-n && l.tokens >= old(l.tokens)-n
//calvin:ensures  !result ==> l.tokens >= old(l.tokens) && (l.tokens < n || n < 0)
func (l *Limiter) AllowN(now time.Time, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fill(now)
	if n < 0 || l.tokens < n {
		return false
	}
	l.tokens -= n
	return true
}

// fill adds the tokens for the time that has passed. Whoever calls holds the lock.
func (l *Limiter) fill(now time.Time) {
	due := int(now.Sub(l.filled) / l.interval)
	if due <= 0 {
		return
	}
	if room := l.burst - l.tokens; due >= room {
		l.tokens, l.filled = l.burst, now
		return
	}
	l.tokens += due
	l.filled = l.filled.Add(time.Duration(due) * l.interval)
}

// Delay returns how long it takes until there is a token.
//
//calvin:atomic
//calvin:when     l.mu == free
//calvin:modifies l.tokens, l.filled
//calvin:ensures  l.tokens > 0 ==> result == 0 && l.tokens >= old(l.tokens)
func (l *Limiter) Delay(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fill(now)
	if l.tokens > 0 {
		return 0
	}
	return l.filled.Add(l.interval).Sub(now)
}
