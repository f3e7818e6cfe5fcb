package lists

import "github.com/recado/recado/pkg/tenant"

// Names are the names that the settings of a tenant hold.
func Names(s *tenant.Settings) []string {
	out := []string{s.Name}
	for i := range s.Assistants {
		out = append(out, s.Assistants[i].Name)
	}
	for _, list := range [...][]tenant.Name{s.Services, s.Dishes, s.Staff, s.Branches} {
		for _, n := range list {
			out = append(append(out, n.Name, n.Tag), n.Aliases...)
		}
	}
	return out
}
