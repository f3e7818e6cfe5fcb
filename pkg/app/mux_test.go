package app_test

import (
	"net/http"
	"net/http/httptest"

	"github.com/recado/recado/pkg/app"
)

func probe(mux *app.Mux, path string) int {
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, path, nil))
	return answer.Code
}
