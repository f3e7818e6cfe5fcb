package measure

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of /proc: 100 a second wherever Linux runs.
const clockTick = 10 * time.Millisecond

// procStat is what /proc tells of one: its parent, and its CPU with that of children that have ended.
type procStat struct {
	parent int
	used   time.Duration
}

// cpuBelow is what the processes below pid have used so far, user and system: PostgreSQL, where pid runs it.
func cpuBelow(pid int) (used time.Duration) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is well formed
	all := map[int]procStat{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil { // it has ended meanwhile: its parent counts it
			continue
		}
		if stat, ok := parseStat(string(data)); ok {
			id, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			all[id] = stat
		}
	}
	for id, stat := range all {
		if id != pid && below(all, id, pid) {
			used += stat.used
		}
	}
	return used
}

func below(all map[int]procStat, id, top int) bool {
	for range len(all) { // a process that came between two reads could close a ring
		stat, ok := all[id]
		if !ok {
			return false
		}
		if stat.parent == top {
			return true
		}
		id = stat.parent
	}
	return false
}

// parseStat reads fields 4 (parent) and 14 to 17 (user, system, and both of ended children); the name before them may hold blanks.
func parseStat(text string) (s procStat, ok bool) {
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 15 {
		return s, false
	}
	s.parent, _ = strconv.Atoi(fields[1])
	for _, field := range fields[11:15] {
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return s, false
		}
		s.used += time.Duration(ticks) * clockTick
	}
	return s, true
}
