package confirm

// PricedFor reports whether a price that was told for an estimated time is one for the wished time.
func PricedFor(at, estimated string) bool { return (&wanted{At: at}).then(estimated) }
