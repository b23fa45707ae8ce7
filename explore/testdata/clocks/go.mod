module clocks

go 1.26

require (
	example.com/backoff v0.0.0
	example.com/breaker v0.0.0
	example.com/remote v0.0.0
)

replace (
	example.com/backoff => ./backoff
	example.com/breaker => ./breaker
	example.com/remote => ./remote
)
