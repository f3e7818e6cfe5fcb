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

// OpenSecrets opens an account's sealed secrets with the installation's master key. A secret that is not set is empty.
func OpenSecrets(master seal.Key, id tenant.ID, a *tenant.Account) (Secrets, error) {
	key := master.Derive("account")
	open := func(name string) (config.Secret, error) {
		sealed, ok := a.Secrets[name]
		if !ok || len(sealed) == 0 {
			return "", nil
		}
		plain, err := key.Open(sealed, []byte(string(id)+"/"+a.Channel+"/"+a.ID+"/"+name))
		if err != nil {
			return "", fmt.Errorf("secret %s of %s account: %w", name, a.Channel, err)
		}
		return config.Secret(plain), nil
	}
	return collectSecrets(open, master.Derive("webchat session", string(id), a.ID))
}

func collectSecrets(open func(string) (config.Secret, error), session seal.Key) (Secrets, error) {
	out := Secrets{Session: session}
	for _, name := range []string{SecretApp, SecretAppPrevious} {
		secret, err := open(name)
		if err != nil {
			return Secrets{}, err
		}
		if secret != "" {
			out.Signing = append(out.Signing, secret)
		}
	}
	var err error
	if out.VerifyToken, err = open(SecretVerifyToken); err != nil {
		return Secrets{}, err
	}
	if out.AccessToken, err = open(SecretAccessToken); err != nil {
		return Secrets{}, err
	}
	return out, nil
}
