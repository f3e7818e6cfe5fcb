package language

var portugueseCases = []whenCase{}
