// Package signals has no annotations. Its functions wait for signals, and for goroutines.
package signals

import (
	"log"
	"os"
	"os/signal"
	"syscall"
)

// Wait waits for a goroutine that waits for a signal.
func Wait() string {
	sigs := make(chan os.Signal, 1)
	done := make(chan bool, 1)
	signal.Notify(sigs, syscall.SIGINT, syscall.SIGTERM)
	var last string
	go func() {
		sig := <-sigs
		log.Println(sig)
		last = sig.String()
		done <- true
	}()
	<-done
	signal.Stop(sigs)
	return last
}

// Serve ends with a signal, or with an error.
func Serve(run func() error) error {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	defer signal.Stop(quit)
	var result error
	errc := make(chan struct{})
	go func() {
		result = run()
		close(errc)
	}()
	select {
	case <-quit:
		return nil
	case <-errc:
		return result
	}
}

// Early reads what the goroutine writes when a signal has come.
func Early(run func() error) error {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	var result error
	errc := make(chan struct{})
	go func() {
		result = run()
		close(errc)
	}()
	select {
	case <-quit:
		return result // failed
	case <-errc:
		return result
	}
}

// Sent has a goroutine tell by the channel on which signals come. It is unknown: a signal may come before.
func Sent() int {
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, os.Interrupt) // failed
	x := 0
	go func() {
		x = 1
		sigs <- os.Interrupt
	}()
	<-sigs
	return x
}

// Before is the same, with the signals later, and unknown as well.
func Before() int {
	sigs := make(chan os.Signal, 1)
	x := 0
	go func() {
		x = 1
		sigs <- os.Interrupt
	}()
	signal.Notify(sigs, os.Interrupt) // failed
	<-sigs
	return x
}

// Closed has a goroutine close it.
func Closed() int {
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, os.Interrupt)
	x := 0
	go func() {
		x = 1
		close(sigs)
	}()
	<-sigs
	return x // failed
}

// Other has a helper close it, by a name that tells less.
func Other() int {
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, os.Interrupt)
	x := 0
	go tell(sigs, &x)
	<-sigs
	return x
}

func tell(c chan os.Signal, x *int) {
	*x = 1 // failed
	close(c)
}

// Relayed counts signals by another channel, to which another goroutine sends as well.
func Relayed() int {
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, os.Interrupt)
	done := make(chan int, 2)
	x := 0
	go func() {
		<-sigs
		done <- 1
	}()
	go func() {
		x = 1
		done <- 2
	}()
	<-done
	return x // failed
}
