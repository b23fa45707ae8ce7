package b

var y = 1
