package specialist

import _ "embed"

//go:embed faq.md
var faqRole string

var faq = Specialist{Name: "faq", duties: duties(faqRole)}
