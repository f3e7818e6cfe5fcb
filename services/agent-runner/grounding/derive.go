package grounding

// derived reports whether what mention i says follows from what the reply says besides: the sum of what it lists, a price times how
// many, a price less its discount, the end of what begins and lasts.
func (d *draft) derived(i int) bool {
	m := &d.mentions[i]
	switch m.kind {
	case Amount, Number:
		return d.sum(i) || d.product(i) || d.discounted(i)
	case Quantity:
		return d.elapsed(i)
	case Clock:
		return d.endOf(i) || d.shifted(i)
	}
	return false
}

// maxAddends bounds the sums that are tried.
const maxAddends = 10

// sum reports whether a number is the sum of two or more that the reply gives and evidence supports, or the difference of two.
func (d *draft) sum(i int) bool {
	want := d.mentions[i].value
	var addends []int64
	for k := range d.mentions {
		m := &d.mentions[k]
		alike := m.kind == Amount || m.kind == Number && d.mentions[i].kind == Number
		if k != i && d.held[k] && alike && len(addends) < maxAddends {
			addends = append(addends, m.value)
		}
	}
	for a := range addends {
		for b := range addends {
			if a != b && addends[a]-addends[b] == want && want > 0 && len(addends) <= 4 {
				return true
			}
		}
	}
	return reaches(addends, want, 0) || d.mentions[i].kind == Amount && d.withOneMore(i, addends)
}

// withOneMore reports whether a total is that of the evidence and one amount that the reply names besides: the fee of a delivery.
func (d *draft) withOneMore(i int, addends []int64) bool {
	from, to := d.sentence(d.mentions[i].from)
	for k := from; k < to; k++ {
		if !d.in(k, summing) {
			continue
		}
		for _, a := range addends {
			if len(d.amounts[d.mentions[i].value-a]) > 0 {
				return true
			}
		}
		return !d.is(k, "total", "totales") && d.pair(d.mentions[i].value)
	}
	return false
}

var summing = words("total totales juntos juntas together ambos ambas both suma soma somados")

// maxPairs bounds the prices of which two may be summed without being named.
const maxPairs = 12

// pair reports whether an amount is the sum of two of few prices.
func (d *draft) pair(v int64) bool {
	if len(d.amounts) > maxPairs {
		return false
	}
	for a := range d.amounts {
		if a > 0 && a < v && len(d.amounts[v-a]) > 0 {
			return true
		}
	}
	return false
}

// reaches reports whether two or more of the addends sum up to want.
func reaches(addends []int64, want int64, taken int) bool {
	if want == 0 {
		return taken > 1
	}
	if len(addends) == 0 || want < 0 {
		return false
	}
	return reaches(addends[1:], want-addends[0], taken+1) || reaches(addends[1:], want, taken)
}

// product reports whether an amount is a price of the evidence as often as a number of its sentence says, or a part of one.
func (d *draft) product(i int) bool {
	m := &d.mentions[i]
	if m.kind != Amount {
		return false
	}
	from, to := d.sentence(m.from)
	for k := range d.mentions {
		n := &d.mentions[k]
		count := n.value / 100
		if n.kind == Quantity {
			count = n.value
		}
		counts := n.kind == Number && n.value%100 == 0 || n.kind == Quantity && n.unit.kind == "months"
		switch {
		case k == i, !counts, n.from < from, n.from >= to, count < 2, count > 48:
			continue
		}
		if m.value%count == 0 && d.priceInReply(m.value/count, i) || d.priceInReply(m.value*count, i) {
			return true
		}
	}
	return false
}

// priceInReply reports whether an amount stands in the evidence and in the reply, elsewhere than in mention i.
func (d *draft) priceInReply(v int64, i int) bool {
	for k := range d.mentions {
		if m := &d.mentions[k]; k != i && m.kind == Amount && m.value == v && d.held[k] {
			return true
		}
	}
	return false
}

// discounted reports whether an amount is one of the reply's, less or times a share that the reply names.
func (d *draft) discounted(i int) bool {
	want := d.mentions[i].value
	for k := range d.mentions {
		p := &d.mentions[k]
		if p.kind != Percent || !d.held[k] {
			continue
		}
		for _, v := range d.prices() {
			if part := v * p.value / 10000; want == part || want == v-part || want == v+part {
				return true
			}
		}
	}
	return false
}

// prices are the amounts that a share may be of: those of the evidence.
func (d *draft) prices() (out []int64) {
	for k := range d.mentions {
		if d.mentions[k].kind == Amount && d.held[k] {
			out = append(out, d.mentions[k].value)
		}
	}
	return out
}

// endOf reports whether a time ends what begins at another time of its sentence and lasts as long as the evidence says.
func (d *draft) endOf(i int) bool {
	m := &d.mentions[i]
	from, to := d.sentence(m.from)
	for k := range i {
		begin := &d.mentions[k]
		if begin.kind != Clock || !d.held[k] || begin.from < from || begin.from >= to {
			continue
		}
		for _, a := range [...]int64{m.value, m.alt} {
			for _, b := range [...]int64{begin.value, begin.alt} {
				if a > b && b >= 0 && d.holds("time", a-b) {
					return true
				}
			}
		}
	}
	return false
}

// shifted reports whether a time is another one of the reply, so much earlier or later as the reply says: "media hora antes".
func (d *draft) shifted(i int) bool {
	for k := range d.mentions {
		by := &d.mentions[k]
		if !d.held[k] || by.kind != Quantity || by.unit.kind != "time" {
			continue
		}
		for l := range d.mentions {
			at := &d.mentions[l]
			if at.kind != Clock || !d.held[l] {
				continue
			}
			for _, v := range [...]int64{d.mentions[i].value, d.mentions[i].alt} {
				if v >= 0 && (v == at.value-by.value || v == at.value+by.value) {
					return true
				}
			}
		}
	}
	return false
}

// elapsed reports whether a quantity is the time between two times of the reply, or the sum of two of its times.
func (d *draft) elapsed(i int) bool {
	m := &d.mentions[i]
	if m.unit.kind != "time" {
		return false
	}
	var addends []int64
	for k := range d.mentions {
		a := &d.mentions[k]
		if k == i || !d.held[k] {
			continue
		}
		if a.kind == Quantity && a.unit.kind == "time" && len(addends) < maxAddends {
			addends = append(addends, a.value)
		}
		for l := range k {
			b := &d.mentions[l]
			if clocks := a.kind == Clock && b.kind == Clock; clocks && d.held[l] && a.value-b.value == m.value {
				return true
			}
		}
	}
	return reaches(addends, m.value, 0) || d.summed(m.from) && d.pairOfTimes(m.value)
}

// summed reports whether the sentence of token i speaks of a sum.
func (d *draft) summed(i int) bool {
	from, to := d.sentence(i)
	for k := from; k < to; k++ {
		if d.in(k, summing) {
			return true
		}
	}
	return false
}

// pairOfTimes reports whether a time is the sum of two that the evidence has.
func (d *draft) pairOfTimes(v int64) bool {
	for n := range d.numbers {
		if n.kind == "time" && n.value > 0 && n.value < v && d.holds("time", v-n.value) {
			return true
		}
	}
	return false
}
