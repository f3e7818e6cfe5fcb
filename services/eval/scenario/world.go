package scenario

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
)

// World is a running pipeline, with a sandbox where WhatsApp would be.
type World struct {
	Door    string // HTTP door of ingest
	Sandbox *sandbox.Server
	Bus     *bus.Bus
	// Tap calls fn for the events of stages, in the order of their publishing; pkg/bus/tap does.
	Tap      func(stages []string, fn func(e bus.Event)) (stop func(), err error)
	Database config.Secret
	Key      seal.Key
	// Tenants are the businesses by vertical; each scenario plays with a copy of its own.
	Tenants map[string]*tenantfile.File
}

// stage is a World that is set up to be played on.
type stage struct {
	world   *World
	desk    *desk
	applier *apply.Applier
	diaries *diaries
	client  *http.Client
	run     string // tells this run's tenants from others
	stopTap func()
}

func newStage(ctx context.Context, w *World) (*stage, error) {
	d, err := openDesk(ctx, w.Database, w.Key)
	if err != nil {
		return nil, err
	}
	s := &stage{
		world: w, desk: d, diaries: &diaries{of: map[string]*diary{}}, client: &http.Client{},
		run:     fmt.Sprintf("%05d", time.Now().Unix()%100_000),
		applier: &apply.Applier{Store: d.console, Bus: w.Bus, Key: w.Key},
	}
	if s.stopTap, err = w.Tap(tapped, s.diaries.write); err != nil {
		d.close()
		return nil, err
	}
	return s, nil
}

func (s *stage) close() {
	s.stopTap()
	s.desk.close()
}

// business is one scenario's own copy of a tenant, and its only customer.
type business struct {
	file         *tenantfile.File
	diary        *diary
	phone        *phone
	ids          *identity.Tenant
	contact      string
	conversation string
}

const (
	// quickWindow is a quiet window for scenarios without bursts: nothing comes that one would have to wait for.
	quickWindow  = "100ms"
	indexTimeout = 2 * time.Minute
)

// open applies a fresh copy of the scenario's tenant and waits until its texts are searchable.
func (s *stage) open(ctx context.Context, n int, sc *Scenario) (*business, error) {
	model := s.world.Tenants[sc.Vertical]
	if model == nil {
		return nil, fmt.Errorf("there is no tenant for the vertical %s", sc.Vertical)
	}
	b := &business{phone: &phone{
		door: s.world.Door, account: fmt.Sprintf("77%s%05d", s.run, n), secret: "scenario-" + s.run, client: s.client,
		number: fmt.Sprintf("52155%s%03d", s.run, n%1000),
	}}
	b.file = copyOf(model, fmt.Sprintf("scenario-%s-%d", s.run, n))
	if err := b.connect(s.world.Sandbox, sc); err != nil {
		return nil, err
	}
	id := b.file.Tenant.ID
	b.diary = s.diaries.open(id)
	sum, err := s.applier.Apply(ctx, b.file)
	if err != nil {
		return nil, err
	}
	if b.ids, err = s.applier.Identity(ctx, tenant.ID(id)); err != nil {
		return nil, err
	}
	b.phone.ids = b.ids
	b.contact = b.ids.ContactID(whatsapp, b.phone.account, b.phone.number)
	b.conversation = b.ids.ConversationID(whatsapp, b.phone.account, b.phone.number)
	ctx, cancel := context.WithTimeout(ctx, indexTimeout)
	defer cancel()
	return b, b.diary.until(ctx, "the documents", time.Second, func(e *entries) (bool, error) { return e.documents >= sum.Published, nil })
}

const whatsapp = "whatsapp"

// copyOf is a tenant under another name.
func copyOf(f *tenantfile.File, id string) *tenantfile.File {
	own := *f
	own.Tenant.ID = id
	own.Tenant.Reminders.QuietFrom, own.Tenant.Reminders.QuietTo = "00:00", "00:00" // a scenario is played at any hour
	return &own
}

// connect gives the business one number, whose replies go to the sandbox.
func (b *business) connect(api *sandbox.Server, sc *Scenario) error {
	var account tenantfile.Account
	for _, a := range b.file.Tenant.Accounts {
		if a.Channel == whatsapp {
			account = a
		}
	}
	if account.Channel == "" {
		return errors.New("the tenant has no whatsapp account")
	}
	account.ID, account.APIURL = b.phone.account, api.URL
	if !sc.bursts() {
		account.QuietWindow = quickWindow
	}
	b.file.Tenant.Accounts = []tenantfile.Account{account}
	b.file.Secrets = []map[string]config.Secret{{
		"app_secret": config.Secret(b.phone.secret), "verify_token": "scenario", "access_token": "scenario",
	}}
	api.AddAccount(sandbox.Account{
		ID: account.ID, AppSecret: b.phone.secret, WebhookURL: b.phone.door + "/webhooks/whatsapp/" + account.ID,
	})
	return nil
}

func (sc *Scenario) bursts() bool {
	for _, t := range sc.Turns {
		if t.Burst || t.Gap > 0 {
			return true
		}
	}
	return false
}
