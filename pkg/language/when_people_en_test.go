package language

var englishCases = []whenCase{}
