module suites

go 1.26

require example.com/suite v0.0.0

replace example.com/suite => ./suite
