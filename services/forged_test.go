package services_test

import (
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// forged is the id of events that no user may publish where they stand.
const forged = "forged"

func TestDeployedServicesDoNotHandleWhatTheDoorForges(t *testing.T) {
	t.Parallel()
	s := deployedNATS(t)
	operator := s.Bus(t, "recado")
	for _, u := range natsUsers {
		for i, e := range u.feed {
			stage := bus.StageOf(e)
			if _, atDoor := e.(knock); atDoor {
				continue // whoever may knock may say so
			}
			target := subject.Event(stage, 0, "clinica-sol")
			if tool, ok := e.(*recadov1.ToolRequested); ok {
				target = stage + "." + tool.GetTool()
			}
			bustest.Forge(t, s, "ingest", fill(e, forged, false), target)
			check(t, "publish as operator", feed(t.Context(), operator, e, "feed-"+u.service))
			u.read[i](t, s.Bus(t, u.service))
		}
	}
}
