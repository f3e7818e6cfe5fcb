package bus

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus/topology"
)

// checkSubject refuses a delivery whose subject is not of the stage or door that the hop reads. Nobody may say whose it is, or what
// its id is: both come with the payload.
func (d *delivery) checkSubject(from string) error {
	if d.Subject == from || strings.HasPrefix(d.Subject, from+".") {
		return nil
	}
	d.disown()
	return forgery{fmt.Errorf("its subject is of %s", stageOf(d.Subject))}
}

// checkTenant refuses an event of another tenant than its subject names. Who may publish is a matter of the subject.
func (d *delivery) checkTenant(owner string) error {
	if !d.stage.NamesTenant() || owner == tenantOfSubject(d.Subject) {
		return nil
	}
	d.disown()
	return forgery{errors.New("its subject names another tenant than its event")}
}

// disown keeps a forged delivery out of every tenant's share of the dead letters.
func (d *delivery) disown() {
	d.forged, d.tenant = true, ""
	if d.MessageID != "" {
		d.MessageID = digestOf([]byte(d.MessageID))
	}
}

// unread is what a dead letter says of a forged payload, which may be anybody's words: its size and hash.
func (d *delivery) unread() nats.Header {
	header := nats.Header{}
	header.Set(headerSize, strconv.Itoa(len(d.msg.Data)))
	header.Set(headerHash, digestOf(d.msg.Data))
	return header
}

// stageOf names a subject's stage: the rest of a subject may be a forger's words.
func stageOf(subj string) string {
	if st, ok := topology.StageNamed(subj); ok {
		return st.Name
	}
	return "no stage"
}
