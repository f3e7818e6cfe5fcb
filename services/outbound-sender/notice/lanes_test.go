package notice

import (
	"context"
	"slices"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/outward"
	"github.com/recado/recado/pkg/tenant"
)

func TestAccountsOfTenantsDoNotLeadInwards(t *testing.T) {
	t.Parallel()
	l := newLab(t, tenant.Notify{WhatsApp: "525511112222", Account: "123"})
	l.api = outward.Client(outward.Options{Timeout: timeout, Trusted: []string{l.sandbox.URL}})
	l.tenants["clinic"].Accounts[0].APIURL = l.hook.URL
	l.accept(t, l.event(t, "clinic", requested, 0))
	l.sendAll(t)
	if got := l.states(t); l.hook.count() != 0 || !slices.Equal(got, []string{"whatsapp failed the account's API: " + outward.ErrPrivate.Error()}) {
		t.Errorf("reached %d times, %v", l.hook.count(), got)
	}
	l.accept(t, l.event(t, "bistro", requested, 0)) // by the installation's own, the sandbox
	l.sendAll(t)
	if got := l.states(t); !slices.Contains(got, "whatsapp sent") {
		t.Errorf("%v", got)
	}
}

func TestSlowWebhookHoldsItsOwnTenantAlone(t *testing.T) {
	t.Parallel()
	l := newLab(t, webhook)
	release, slow := make(chan struct{}), make(chan struct{}, share)
	l.ways["webhook"] = func(ctx context.Context, n *notice, to *tenant.Notify) error {
		if n.Tenant == "clinic" {
			slow <- struct{}{}
			<-release
		}
		return l.webhook(ctx, n, to)
	}
	for range 3 * lane {
		l.accept(t, l.event(t, "clinic", requested, 0))
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- l.Run(ctx) }()
	for range lane {
		<-slow
	}
	for range 2 * lane { // one after another, while nothing of the other has arrived
		l.accept(t, l.event(t, "bistro", requested, 0))
	}
	bustest.Eventually(t, "the other tenant's notices", func() bool { return l.hook.count() == 2*lane })
	if len(slow) != 0 {
		t.Errorf("%d more of the slow tenant's are on their way than its lane", len(slow))
	}
	close(release)
	bustest.Eventually(t, "the slow tenant's", func() bool { return l.hook.count() == 5*lane })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
