package topology

// Room is a stream, a bucket or an object store: what may be full.
type Room struct {
	Stream string
	Drops  bool // a full one drops its oldest; else it refuses what is new
}

// Rooms lists all that the topology has.
func Rooms() []Room {
	var out []Room
	for _, s := range Stages {
		out = append(out, Room{s.Stream(), s.forgets()})
	}
	for _, b := range buckets {
		out = append(out, Room{Stream: "KV_" + b.name})
	}
	for _, o := range objectBuckets {
		out = append(out, Room{Stream: "OBJ_" + o.name})
	}
	return out
}
