package pii

import "strings"

// pinEnd returns the end of digits after a lead that are spoken or in groups, or 0.
func (f *Finder) pinEnd(l lead) int {
	if l.sure || l.cue == cuePin || l.cue == cueVerified || l.cue == cueArrived || l.cue == cuePassword || l.cue == cueClave {
		if end := f.saidPin(l.at); end > 0 && (l.sure || len(f.text[l.at:end]) > minSaid) {
			return end
		}
	}
	if !l.sure && l.cue != cueVerified && l.cue != cueArrived && l.cue != cuePin && (l.cue != cueClave || isDigit(f.at(l.at+1)) && !f.halves(l.at)) && (l.cue != cuePassword || l.strange || !f.sixGrouped(l.at)) || l.strange && l.cue == cueClave && !l.door {
		return 0
	}
	return f.groupedPin(l.at)
}

// sixGrouped reports three digits, a hyphen and three more: "passcode 119-442".
func (f *Finder) sixGrouped(i int) bool {
	return f.at(i+3) == '-' && f.groupedPin(i) == i+len("000-000")
}

// halves reports two groups of four digits at i: 6632 1180.
func (f *Finder) halves(i int) bool {
	return isDigit(f.at(i+3)) && f.groupedPin(i) == i+len("0000 0000")
}

// dialEnd returns the end of three or four numbers of one or two digits with hyphens between, as one turns a lock to: 8-31-16,
// or 0.
func (f *Finder) dialEnd(i int) (end int) {
	n, pairs := 0, 0
	for end = i; n <= 4; end++ {
		to := end
		for to-end < 3 && isDigit(f.at(to)) {
			to++
		}
		if to == end || to-end > 2 {
			return 0
		}
		pairs += to - end - 1
		if end, n = to, n+1; f.at(end) != '-' {
			break
		}
	}
	if n < 3 || n > 4 || pairs == 0 || f.wordAt(end) || f.unitAfter(end) {
		return 0
	}
	return end
}

// groupedPin returns the end of four to eight digits at i in groups of one size, 604 771 or 11-58-72, or 0.
func (f *Finder) groupedPin(i int) (end int) {
	size, n := 0, 0
	for end = i; ; {
		to := end
		for to-end < 5 && isDigit(f.at(to)) {
			to++
		}
		if n++; n == 1 {
			size = to - end
		}
		if to-end != size || size < 1 || size > 4 || n*size > 8 {
			return 0
		}
		end = to
		if c := f.at(end); c != ' ' && c != '-' || c != f.at(i+size) || !isDigit(f.at(end+1)) {
			break
		}
		end++
	}
	if n < 2 || n*size < 4 || f.wordAt(end) || f.unitAfter(end) || strings.IndexByte("%:/", f.at(end)) >= 0 && f.at(end) != 0 && f.at(end) != ':' {
		return 0
	}
	return end
}

// saidPin returns the end of four to eight spoken digits at i, or 0.
func (f *Finder) saidPin(i int) int {
	if !f.said(i) {
		return 0
	}
	f.readGroups(i)
	groups := f.nums.groups
	f.nums.groups = f.nums.groups[:0]
	n := 0
	for n < len(groups) && groups[n].said {
		n++
	}
	if n < 2 || groups[n-1].digit+groups[n-1].count < 3 || groups[n-1].digit+groups[n-1].count > 12 {
		return 0
	}
	return groups[n-1].end
}
