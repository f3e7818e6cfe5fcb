package language

// MinorDigits returns how many decimals of a currency its minor unit stands for: 2 for most, 0 for CLP.
func MinorDigits(currency string) int { return minorDigits(currency) }
