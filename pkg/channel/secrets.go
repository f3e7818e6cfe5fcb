package channel

import (
	"fmt"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
)

// Names of an account's secrets in tenant.Account.
const (
	SecretApp         = "app_secret"
	SecretAppPrevious = "app_secret_previous"
	SecretVerifyToken = "verify_token"
	SecretAccessToken = "access_token"
)

// OpenSigning opens what an account's webhooks and web chat sessions are checked with, for ingest: no access token. A secret that is not
// set is empty.
func OpenSigning(master seal.Key, id tenant.ID, a *tenant.Account) (Secrets, error) {
	out := Secrets{Session: master.Derive(seal.PurposeWebchat, string(id), a.ID)}
	for _, name := range []string{SecretApp, SecretAppPrevious} {
		secret, err := openSecret(master, id, a, name)
		if err != nil {
			return Secrets{}, err
		}
		if secret != "" {
			out.Signing = append(out.Signing, secret)
		}
	}
	var err error
	out.VerifyToken, err = openSecret(master, id, a, SecretVerifyToken)
	return out, err
}

// OpenAccess opens what an account's send API asks for, for outbound-sender.
func OpenAccess(master seal.Key, id tenant.ID, a *tenant.Account) (out Secrets, err error) {
	out.AccessToken, err = openSecret(master, id, a, SecretAccessToken)
	return out, err
}

// OpenSecrets opens all of an account's secrets, with the installation's root key.
func OpenSecrets(root seal.Key, id tenant.ID, a *tenant.Account) (Secrets, error) {
	out, err := OpenSigning(root, id, a)
	if err != nil {
		return Secrets{}, err
	}
	access, err := OpenAccess(root, id, a)
	out.AccessToken = access.AccessToken
	return out, err
}

func openSecret(master seal.Key, id tenant.ID, a *tenant.Account, name string) (config.Secret, error) {
	sealed, ok := a.Secrets[name]
	if !ok || len(sealed) == 0 {
		return "", nil
	}
	plain, err := master.Derive(seal.OfSecret(name)).Open(sealed, a.SecretBound(id, name))
	if err != nil {
		return "", fmt.Errorf("secret %s of %s account: %w", name, a.Channel, err)
	}
	return config.Secret(plain), nil
}
