package ingest

import (
	"context"
	"errors"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/tenant"
)

// directory finds the tenant that owns an account of a channel.
type directory interface {
	ByAccount(channel, account string) (*tenant.Settings, *tenant.Account, bool)
}

// accountRef is the account that something was received for, and its tenant.
type accountRef struct {
	settings *tenant.Settings
	account  *tenant.Account
	ids      *identity.Tenant // where the web chat's door needs them before there is a message
}

// key tells accounts apart.
func (r accountRef) key() string {
	return string(r.settings.ID) + "/" + r.account.Channel + "/" + r.account.ID
}

var errForeignAccount = errors.New("account: unknown, or not of the app that signed the body")

// accountResolver finds the accounts of a body's parts. A platform's app may serve several accounts, and posts their messages in one
// body: another account than the URL's counts only when its own secrets verify the body too.
type accountResolver struct {
	accept  *acceptor
	webhook webhook
	known   map[string]resolved
}

type resolved struct {
	ref accountRef
	err error
}

func newAccountResolver(a *acceptor, w webhook) *accountResolver {
	return &accountResolver{accept: a, webhook: w, known: map[string]resolved{
		"":                   {ref: w.account}, // the part names none: the URL decides
		w.account.account.ID: {ref: w.account},
	}}
}

// resolve verifies each account of a body once.
func (r *accountResolver) resolve(ctx context.Context, account string) (accountRef, error) {
	found, seen := r.known[account]
	if !seen {
		found.ref, found.err = r.verified(ctx, account)
		r.known[account] = found
	}
	return found.ref, found.err
}

func (r *accountResolver) verified(ctx context.Context, account string) (accountRef, error) {
	settings, found, ok := r.accept.tenants.ByAccount(r.webhook.channel.Name(), account)
	if !ok {
		return accountRef{}, errForeignAccount
	}
	ref := accountRef{settings: settings, account: found}
	if r.accept.verify(ctx, r.webhook, ref) != nil {
		return accountRef{}, errForeignAccount
	}
	return ref, nil
}
