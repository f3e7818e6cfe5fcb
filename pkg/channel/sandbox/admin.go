package sandbox

import (
	"encoding/json"
	"io"
	"net/http"
)

// listSent lets another process see what arrived.
func (s *Server) listSent(w http.ResponseWriter, _ *http.Request) {
	sent := s.Sent()
	if sent == nil {
		sent = []Sent{}
	}
	writeJSON(w, http.StatusOK, sent)
}

func (s *Server) putFaults(w http.ResponseWriter, r *http.Request) {
	var f Faults
	if err := json.NewDecoder(io.LimitReader(r.Body, maxBody)).Decode(&f); err != nil {
		refuse(w, http.StatusBadRequest, 100, "expected the faults as JSON")
		return
	}
	s.SetFaults(f)
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) putAccounts(w http.ResponseWriter, r *http.Request) {
	var accounts []Account
	if err := json.NewDecoder(io.LimitReader(r.Body, maxBody)).Decode(&accounts); err != nil {
		refuse(w, http.StatusBadRequest, 100, "expected a list of accounts as JSON")
		return
	}
	for _, a := range accounts {
		s.AddAccount(a)
	}
	w.WriteHeader(http.StatusNoContent)
}
