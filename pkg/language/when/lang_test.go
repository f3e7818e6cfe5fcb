package when

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestWhenReadsEnglish(t *testing.T) {
	t.Parallel()
	runWhen(t, language.English, []whenCase{
		{"today", date("2026-11-18")},
		{"tomorrow", date("2026-11-19")},
		{"tmrw at 5", dt("2026-11-19", "17:00")},
		{"the day after tomorrow", date("2026-11-20")},
		{"next Tuesday", date("2026-11-24")},
		{"this Friday", date("2026-11-20")},
		{"on Monday", date("2026-11-23")},
		{"Tuesday next week", date("2026-11-24")},
		{"next week on Friday", date("2026-11-27")},
		{"November 24", date("2026-11-24")},
		{"Nov 24th", date("2026-11-24")},
		{"the 24th of November", date("2026-11-24")},
		{"24 November", date("2026-11-24")},
		{"the 24th", date("2026-11-24")},
		{"Tuesday the 24th", date("2026-11-24")},
		{"Tuesday, November 24", date("2026-11-24")},
		{"January 15th, 2027", date("2027-01-15")},
		{"in three days", date("2026-11-21")},
		{"in a week", date("2026-11-25")},
		{"in two weeks", date("2026-12-02")},
		{"a week from today", date("2026-11-25")},
		{"a week from Tuesday", date("2026-12-01")},
		{"in a month", date("2026-12-18")},
		{"at 5", clockOf("17:00")},
		{"at 5pm", clockOf("17:00")},
		{"at 9", clockOf("09:00")},
		{"at noon", clockOf("12:00")},
		{"half past five", clockOf("17:30")},
		{"quarter to six", clockOf("17:45")},
		{"ten past 9", clockOf("09:10")},
		{"quarter to one pm", clockOf("12:45")},
		{"quarter to 8 pm", clockOf("19:45")},
		{"5 o'clock", clockOf("17:00")},
		{"five thirty", clockOf("17:30")},
		{"5 in the afternoon", Moment{Time: "17:00", PartOfDay: Afternoon}},
		{"8 at night", Moment{Time: "20:00", PartOfDay: Evening}},
		{"tonight at 8", dtp("2026-11-18", "20:00", Evening)},
		{"tomorrow morning", dp("2026-11-19", Morning)},
		{"in the afternoon", Moment{PartOfDay: Afternoon}},
		{"after 4", Moment{Time: "16:00", Bound: After}},
		{"before 11am", Moment{Time: "11:00", Bound: Before}},
		{"around 5", Moment{Time: "17:00", Bound: Around}},
		{"from 4 to 6", between("16:00", "18:00")},
		{"between 9 and 11", between("09:00", "11:00")},
		{"Saturday 10am", dt("2026-11-21", "10:00")},
		{"table for two tomorrow at 8pm", dt("2026-11-19", "20:00")},
		{"party of 6", Moment{}},
		{"good morning", Moment{}},
		{"I'm 34 years old", Moment{}},
		{"last Tuesday", Moment{}},
		{"3 days ago", Moment{}},
		{"Christmas Eve", date("2026-12-24")},
		{"New Year's Eve", date("2026-12-31")},
	})
}

func TestWhenReadsPortuguese(t *testing.T) {
	t.Parallel()
	runWhen(t, language.Portuguese, []whenCase{
		{"hoje", date("2026-11-18")},
		{"amanhã", date("2026-11-19")},
		{"depois de amanhã", date("2026-11-20")},
		{"segunda-feira", date("2026-11-23")},
		{"terça", date("2026-11-24")},
		{"quinta às 15h", dt("2026-11-19", "15:00")},
		{"sexta que vem", date("2026-11-20")},
		{"dia 24", date("2026-11-24")},
		{"24 de novembro", date("2026-11-24")},
		{"às 3 da tarde", Moment{Time: "15:00", PartOfDay: Afternoon}},
		{"às 15h30", clockOf("15:30")},
		{"ao meio-dia", clockOf("12:00")},
		{"amanhã de manhã", dp("2026-11-19", Morning)},
		{"à tarde", Moment{PartOfDay: Afternoon}},
		{"semana que vem", days("2026-11-23", "2026-11-29")},
		{"daqui a 3 dias", date("2026-11-21")},
		{"Natal", date("2026-12-25")},
		{"às 5 e meia", clockOf("17:30")},
		{"depois das 4", Moment{Time: "16:00", Bound: After}},
	})
}
