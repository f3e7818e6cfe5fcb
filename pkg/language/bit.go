package language

// bit is 1 for true.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
