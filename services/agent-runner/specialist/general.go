package specialist

import _ "embed"

//go:embed general.md
var generalRole string

var general = Specialist{
	Name: General, Role: generalRole,
	Tools: []string{
		faqAnswers, knowledge, policy, listServices, serviceInfo, staffInfo, menu, branchInfo, appointmentList, updateLead,
		callback, keepQuestion, escalate,
	},
}
