package language

var spanishCases = []whenCase{}
