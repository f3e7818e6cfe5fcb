package tenantfile

import "fmt"

func (t *Tenant) peopleTables() []table {
	staff := table{name: "business.staff", key: []string{"id"}, columns: []string{"slug", "name", "aliases", "role", "specialty", "bio", "position"}}
	at := table{name: "business.staff_branches", key: []string{"staff_id", "branch_id"}}
	hours := table{name: "business.staff_hours", key: []string{"staff_id", "branch_id", "weekday", "opens"}, columns: []string{"closes"}}
	for i, p := range t.Staff {
		id := ID(t.ID, "staff", p.ID)
		staff.rows = append(staff.rows, row{
			"id": id, "slug": p.ID, "name": p.Name, "aliases": list(p.Aliases), "role": p.Role, "specialty": p.Specialty, "bio": p.Bio, "position": i,
		})
		for _, b := range p.Branches {
			owner := row{"staff_id": id, "branch_id": ID(t.ID, "branch", b.Branch)}
			at.rows = append(at.rows, owner)
			hours.rows = append(hours.rows, b.Hours.rows(owner)...)
		}
	}
	return []table{staff, at, hours, t.resourceTable()}
}

// resourceTable lists what can be booked: each person with hours, each single table.
func (t *Tenant) resourceTable() table {
	out := table{name: "business.resources", key: []string{"id"}, columns: []string{"slug", "kind", "name", "staff_id", "branch_id", "seats", "position"}}
	for _, p := range t.Staff {
		if !p.attends() {
			continue
		}
		id := ID(t.ID, "staff", p.ID)
		out.rows = append(out.rows, row{
			"id": id, "slug": p.ID, "kind": "staff", "name": p.Name, "staff_id": id, "branch_id": nil, "seats": 1, "position": len(out.rows),
		})
	}
	for _, x := range t.Tables {
		for n := 1; n <= or(x.Count, 1); n++ {
			slug := fmt.Sprintf("%s-%d", x.ID, n)
			out.rows = append(out.rows, row{
				"id": ID(t.ID, "table", slug), "slug": slug, "kind": "table", "name": fmt.Sprintf("%s %d", orText(x.Name, x.ID), n),
				"staff_id": nil, "branch_id": ID(t.ID, "branch", x.Branch), "seats": x.Seats, "position": len(out.rows),
			})
		}
	}
	return out
}

// attends reports whether a person takes appointments.
func (p Person) attends() bool {
	for _, b := range p.Branches {
		if len(b.Hours) > 0 {
			return true
		}
	}
	return false
}

func (t *Tenant) saleTables() []table {
	services := table{name: "business.services", key: []string{"id"}, columns: []string{
		"slug", "name", "aliases", "category", "description", "price_min", "price_max", "currency", "price_note", "duration_minutes",
		"requires_consultation", "bookable", "promotion_active", "promotion_text", "promotion_until", "position",
	}}
	who := table{name: "business.service_staff", key: []string{"service_id", "staff_id"}}
	for i, s := range t.Services {
		services.rows = append(services.rows, t.serviceRow(i, s))
		for _, p := range s.Staff {
			who.rows = append(who.rows, row{"service_id": ID(t.ID, "service", s.ID), "staff_id": ID(t.ID, "staff", p)})
		}
	}
	menu := table{name: "business.menu_items", key: []string{"id"}, columns: []string{
		"slug", "name", "aliases", "category", "description", "price", "currency", "available", "allergens", "position",
	}}
	for i, d := range t.Menu {
		menu.rows = append(menu.rows, row{
			"id": ID(t.ID, "dish", d.ID), "slug": d.ID, "name": d.Name, "aliases": list(d.Aliases), "category": d.Category, "description": d.Description,
			"price": t.minor(d.Price), "currency": t.Currency, "available": or(d.Available, true), "allergens": list(d.Allergens), "position": i,
		})
	}
	return []table{services, who, menu}
}

func (t *Tenant) serviceRow(i int, s Service) row {
	r := row{
		"id": ID(t.ID, "service", s.ID), "slug": s.ID, "name": s.Name, "aliases": list(s.Aliases), "category": s.Category, "description": s.Description,
		"price_min": nil, "price_max": nil, "currency": t.Currency, "price_note": s.PriceNote, "duration_minutes": s.DurationMinutes,
		"requires_consultation": s.RequiresConsultation, "bookable": or(s.Bookable, true),
		"promotion_active": s.Promotion.Text != "", "promotion_text": s.Promotion.Text, "promotion_until": nil, "position": i,
	}
	if s.Promotion.Until != "" {
		r["promotion_until"] = s.Promotion.Until
	}
	switch {
	case s.Price != "":
		r["price_min"], r["price_max"] = t.minor(s.Price), t.minor(s.Price)
	case s.PriceMin != "":
		r["price_min"], r["price_max"] = t.minor(s.PriceMin), t.minor(s.PriceMax)
	}
	return r
}

// minor is for amounts that the checker has passed.
func (t *Tenant) minor(a Amount) int64 {
	n, _ := a.minor(t.Currency)
	return n
}

func (t *Tenant) textTables() []table {
	policies := table{name: "business.policies", key: []string{"id"}, columns: []string{"policy_type", "title", "policy", "short_version"}}
	for _, p := range t.Policies {
		policies.rows = append(policies.rows, row{
			"id": ID(t.ID, "policy", p.Type), "policy_type": p.Type, "title": p.Title, "policy": p.Policy, "short_version": p.ShortVersion,
		})
	}
	faqs := table{name: "business.faqs", key: []string{"id"}, columns: []string{"slug", "question", "aliases", "answer", "category", "position"}}
	for i, q := range t.FAQs {
		faqs.rows = append(faqs.rows, row{
			"id": ID(t.ID, "faq", q.ID), "slug": q.ID, "question": q.Question, "aliases": list(q.Aliases), "answer": q.Answer, "category": q.Category, "position": i,
		})
	}
	templates := table{name: "business.response_templates", key: []string{"id"}, columns: []string{"trigger_type", "language", "text"}}
	for _, x := range t.Templates {
		lang := orText(x.Language, t.Language)
		templates.rows = append(templates.rows, row{"id": ID(t.ID, "template", x.Trigger+"/"+lang), "trigger_type": x.Trigger, "language": lang, "text": x.Text})
	}
	competitors := table{name: "business.competitors", key: []string{"id"}, columns: []string{"slug", "name", "aliases", "strategy"}}
	for _, x := range t.Competitors {
		competitors.rows = append(competitors.rows, row{
			"id": ID(t.ID, "competitor", x.ID), "slug": x.ID, "name": x.Name, "aliases": list(x.Aliases), "strategy": x.Strategy,
		})
	}
	return []table{policies, faqs, templates, competitors}
}
