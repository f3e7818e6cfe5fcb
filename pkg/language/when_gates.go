package language

// The classes of words at which a reader may find something, besides the words above.
var (
	pastClasses    = classBits(classWeekday, classWeek, classMonths, classWeekend, classFeira, classNumber)
	weekendClasses = classBits(classThis, classNext, classOther, classWeekend)
	weekClasses    = classBits(classThis, classNext, classOther, classWeek)
	monthClasses   = classBits(classThis, classNext, classOther, classMonths, classMonth)
	nearClasses    = classBits(classToday, classTomorrow, classManana, classPasado)
	plainClasses   = nearClasses | classBits(classOrdinal, classNumber, classFeira, classMonth)
	timeClasses    = classBits(classNumber, classNoon, classHalf, classQuarter)
)

// mayBeTime tells whether a time without the words before it may stand at i.
func (s *scan) mayBeTime(i int) bool {
	t := s.token(i)
	return t.Kind == Number || timeClasses>>t.lex.class&1 != 0 || t.lex.lists&wHalfway != 0 || t.Norm == "a"
}

// mayRefuse tells whether the text holds a word that rules anything out.
func (s *scan) mayRefuse() bool {
	return s.said&kRefuses != 0 || s.lists&(wExcepts|wDone|wAtWork|wBusy) != 0
}
